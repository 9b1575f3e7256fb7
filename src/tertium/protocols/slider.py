"""Direct assessment: a number from 0 to 100 for every translation shown.

The slider starts unset, and zero is an answer. One translation a screen is the
classical form (Graham et al., 2017); several side by side are contrastive. Several
aspects may be asked at once, and after the last segment of a document the
document as a whole.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tertium.exceptions import BadInput, NotFound
from tertium.protocols.conditions import DOCUMENT, SEGMENT
from tertium.protocols.planning import AGAINST, OUTPUTS, SCORED, SHOWN
from tertium.protocols.protocol import (
    Ask,
    Protocol,
    Slider,
    read_options,
    read_words,
    shipped_demonstration,
)
from tertium.protocols.scoring import ANCHORS, observe_scores

MOST = 5  # translations side by side


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose aspects, anchors, what is shown beside, how many outputs, and document scores."""
    settings = read_options(
        options,
        {
            "aspects": ["overall"],
            "anchors": "none",
            "against": "source",
            "outputs": 1,
            "document": False,
        },
    )
    for name, value, allowed in (
        ("anchors", settings["anchors"], ANCHORS),
        ("against", settings["against"], SHOWN),
    ):
        if value not in allowed:
            raise NotFound.among(name, value, allowed, where="[options]")
    outputs, aspects = int(settings["outputs"]), settings["aspects"]
    if not 1 <= outputs <= MOST:
        raise BadInput(
            f"outputs = {outputs} cannot stand side by side",
            where="[options]",
            fix=f"Write a number from 1 to {MOST}.",
        )
    known = all(isinstance(one, str) and one.isidentifier() and one != "comment" for one in aspects)
    if not aspects or not known or len(set(aspects)) < len(aspects) or DOCUMENT in aspects:
        raise BadInput(
            f"aspects = {aspects!r} cannot be asked",
            where="[options]",
            fix='Write one or more different words, such as aspects = ["adequacy", "fluency"].',
        )
    marks = ANCHORS[settings["anchors"]]
    document = bool(settings["document"])
    when = (SEGMENT,) if document else ()
    asks: tuple[Ask, ...] = tuple(Slider(aspect, marks, when=when) for aspect in aspects)
    if document:
        asks += (Slider(DOCUMENT, marks, when=(DOCUMENT,)),)
    return replace(protocol, systems=outputs, asks=asks, settings=settings)


SLIDER = Protocol(
    name="slider",
    version=1,
    title="Direct assessment",
    systems=1,
    parts=("systems", "references"),
    asks=(Slider("overall"),),
    observe=observe_scores,
    cite="Graham, Baldwin, Moffat and Zobel (2017), Can machine translation systems be evaluated "
    "by the crowd alone",
    configure=configure,
    purpose="rate",
    words=read_words("slider"),
    demonstrations=(shipped_demonstration("museum-scores", share=0.8),),
    planning=replace(
        SCORED,
        settings=(*SCORED.settings, "looks"),
        summary="how good is each translation, from 0 to 100?",
        title="Judging translations",
        question="How good is each translation?",
        usual="alone",
        seconds=20.0,
        together=MOST,
        options={
            "aspects": 'or several at once: ["adequacy", "fluency"]',
            "anchors": "marks beside the slider: none, sqm or esa",
            "against": AGAINST,
            "outputs": OUTPUTS,
            "document": "whole documents in order, each with a score of its own",
        },
        values={"anchors": tuple(ANCHORS), "against": SHOWN},
    ),
)
