"""Direct assessment: a number from 0 to 100 for every translation shown.

The slider starts unset, and zero is an answer. One translation a screen is the
classical form (Graham et al., 2017); several side by side are contrastive. Several
aspects may be asked at once, and after the last segment of a document the
document as a whole.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tertium.exceptions import BadInput, NotFound
from tertium.model import Assignment, Judgement, Observation, parts_of
from tertium.protocols.planning import AGAINST, OUTPUTS, SCORED
from tertium.protocols.protocol import Ask, Protocol, Slider, read_options

__all__ = ["ANCHORS", "DOCUMENT", "SEGMENT", "SHOWN", "SLIDER"]

SEGMENT, DOCUMENT = "segment", "document"  # the conditions of assignments
SHOWN = ("source", "reference", "both")  # what a translation is judged against
# The marks beside a slider: none; the seven of scalar quality metrics; the bands of ESA.
ANCHORS: dict[str, tuple[int, ...]] = {
    "none": (),
    "sqm": (0, 17, 33, 50, 67, 83, 100),
    "esa": (0, 33, 66, 100),
}
MOST = 5  # translations side by side


def observe(judgement: Judgement, assignment: Assignment) -> Iterator[Observation]:
    """Yield a score for every translation and aspect; a document's score is its own aspect.

    A score speaks of every system that gave this output. A degraded copy is spoken of
    under the name of its system; the role of the assignment tells that it is one.
    """
    comment = judgement.answer.get("comment")
    for aspect, values in judgement.answer.items():
        if aspect == "comment":
            continue
        for place, (slot, value) in enumerate(zip(assignment.slots, values, strict=True), 1):
            for system in parts_of(slot):
                yield Observation(
                    aspect,
                    value=float(value),
                    system=system,
                    slot=place,
                    label=str(value),
                    comment=comment,
                )
                comment = None  # once is enough


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
    observe=observe,
    cite="Graham, Baldwin, Moffat and Zobel (2017), Can machine translation systems be evaluated "
    "by the crowd alone",
    configure=configure,
    planning=replace(
        SCORED,
        settings=(*SCORED.settings, "looks"),
        summary="how good is each translation, from 0 to 100?",
        title="Judging translations",
        question="How good is each translation?",
        seconds=20.0,
        together=MOST,
        options={
            "aspects": 'or several at once: ["adequacy", "fluency"]',
            "anchors": "marks beside the slider: none, sqm or esa",
            "against": AGAINST,
            "outputs": OUTPUTS,
            "document": "whole documents in order, each with a score of its own",
        },
    ),
)
