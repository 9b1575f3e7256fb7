"""Rating scales: every translation gets an answer of each scale, such as fluency and adequacy.

Scales are files: some ship, others are the campaign's own; their content is kept with the
campaign. Scales that are read without the source come first. All their questions about a
document (or about a batch of single segments) are closed before its first source is shown.
A checklist of error categories may stand beside the scales; what is ticked or counted there
becomes rows of errors like those of error annotation.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from tertium.exceptions import BadInput, NotFound
from tertium.formats.scale_files import read_answers
from tertium.formats.typology import read_typology, typology_names
from tertium.model import Assignment, Judgement, Observation, parts_of
from tertium.protocols.checklist import CHECKLIST, READ, Checklist, observe_checklist
from tertium.protocols.conditions import ALONE, BESIDE
from tertium.protocols.planning import MARKED, OUTPUTS
from tertium.protocols.protocol import (
    NOT_APPLICABLE,
    Protocol,
    Rating,
    read_options,
    read_words,
    shipped_demonstration,
)
from tertium.scale import AnswerScale
from tertium.typology import Typology

MOST = 5  # translations side by side
USUAL = ("fluency", "adequacy")


def observe_ratings(
    judgement: Judgement,
    assignment: Assignment,
    *,
    scales: Mapping[str, AnswerScale],
    checklist: Checklist | None = None,
) -> Iterator[Observation]:
    """Yield an answer for every translation and scale: its label, and its number if it has one.

    What the checklist says follows, where it was asked.
    """
    comment = judgement.answer.get("comment")
    for name, scale in scales.items():
        labels = judgement.answer.get(name, ())
        for place, (slot, label) in enumerate(zip(assignment.slots, labels, strict=False), 1):
            for system in parts_of(slot):
                yield Observation(
                    name,
                    value=None if label == NOT_APPLICABLE else scale.counted(label),
                    system=system,
                    slot=place,
                    label=label,
                    scale=scale.id,
                    comment=comment,
                )
                comment = None  # once is enough
    if checklist is not None and CHECKLIST in judgement.answer:
        yield from observe_checklist(judgement.answer[CHECKLIST], assignment, checklist)


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose the scales, how many outputs stand side by side, and what is rated."""
    given = {name: value for name, value in options.items() if name != CHECKLIST}
    settings = read_options(
        given, {"scales": list(USUAL), "outputs": 1, "unit": "segment", "counted": False}
    )
    outputs = settings["outputs"]
    if not 1 <= outputs <= MOST:
        raise BadInput(
            f"outputs = {outputs} cannot stand side by side",
            where="[options]",
            fix=f"Write a number from 1 to {MOST}.",
        )
    if settings["unit"] not in UNITS:
        raise BadInput(
            f"unit = {settings['unit']!r} cannot be rated",
            where="[options]",
            fix=f"Write one of: {', '.join(UNITS)}.",
        )
    scales = _scales(settings["scales"])
    asks, shown = _asks(scales)
    typology = _typology(options.get(CHECKLIST, ""), counted=settings["counted"])
    checklist = None
    if typology is not None:
        _check_names(scales)
        checklist = Checklist(typology, settings["counted"], when=asks[-1].when)
    whole = settings["unit"] == "document"
    steps = tuple(dict.fromkeys(step for ask in asks for step in ask.when))
    return replace(
        protocol,
        systems=outputs,
        asks=asks if checklist is None else (*asks, checklist),
        observe=partial(
            observe_ratings, scales={scale.name: scale for scale in scales}, checklist=checklist
        ),
        settings=settings
        | {
            CHECKLIST: options.get(CHECKLIST, ""),
            "against": shown,
            "document": whole,
            "whole": (steps or ("",)) if whole else (),
            "hidden": (ALONE,) if ALONE in steps else (),
        },
    )


def _scales(given: Sequence[Any]) -> tuple[AnswerScale, ...]:
    """Return the scales; the reader of a campaign has put what files hold in place of names."""
    scales = tuple(
        msgspec.convert(one, AnswerScale) if isinstance(one, Mapping) else read_answers(str(one))
        for one in given
    )
    names = [scale.name for scale in scales]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(
                f"two scales have the name {name!r}",
                where="[options]",
                fix="Give one of them another name, or leave it out.",
            )
    if not scales:
        raise BadInput(
            "there is no scale to rate on", where="[options]", fix='Write scales = ["fluency"].'
        )
    return scales


def _asks(scales: Sequence[AnswerScale]) -> tuple[tuple[Rating, ...], str]:
    """Return the questions, those without the source first, and what is shown in the others."""
    alone = [scale for scale in scales if scale.against == "none"]
    beside = [scale for scale in scales if scale.against != "none"]
    shown = {scale.against: scale.name for scale in beside}
    if len(shown) > 1:
        told = ", ".join(f"{name} ({against})" for against, name in shown.items())
        raise BadInput(
            f"the scales show different texts beside the translation: {told}",
            where="[options]",
            fix="Rate them in two campaigns, or copy a scale and change its `against`.",
        )
    in_steps = bool(alone and beside)
    asks = [
        Rating(scale.name, scale, when=(step,) if in_steps else ())
        for step, group in ((ALONE, alone), (BESIDE, beside))
        for scale in group
    ]
    return tuple(asks), next(iter(shown), "none")


def _typology(given: Any, *, counted: bool) -> Typology | None:
    """Return the typology of the checklist, if there is one.

    The reader of a campaign has put what a file holds in place of its name.
    """
    if not given:
        if counted:
            raise BadInput(
                "counted = true, and there is no checklist to count errors on",
                where="[options]",
                fix='Write checklist = "list-20", or leave counted out.',
            )
        return None
    if isinstance(given, Mapping):
        typology = msgspec.convert(given, Typology)
    elif given in typology_names():
        typology = read_typology(given)
    else:
        raise NotFound.among("typology", str(given), typology_names(), where="[options]")
    if not typology.nodes:
        raise BadInput(
            f"typology {typology.name!r} has no categories to tick",
            where="[options]",
            fix='Take one with categories, such as checklist = "list-20".',
        )
    return typology


def _check_names(scales: Sequence[AnswerScale]) -> None:
    """Refuse scales that are called like what the checklist gives."""
    for scale in scales:
        if scale.name in (CHECKLIST, READ, "error"):
            raise BadInput(
                f"a scale beside a checklist cannot have the name {scale.name!r}",
                where="[options]",
                fix="Give the scale another name.",
            )


UNITS = ("segment", "document")
RATING = Protocol(
    name="rating",
    version=1,
    title="Rating scales",
    systems=1,
    parts=("systems", "references"),
    asks=(),
    observe=partial(observe_ratings, scales={}),
    cite="LDC (2005), Linguistic data annotation specification, assessment of fluency and "
    "adequacy in translations",
    configure=configure,
    purpose="rate",
    words=read_words("rating"),
    results="tertium.stats.ratings.analyse:results",
    demonstrations=(
        shipped_demonstration("ratings", share=0.7),
        shipped_demonstration("ratings-checklist", share=0.6),
    ),
    planning=replace(
        MARKED,
        settings=(*MARKED.settings, "distinct"),
        design=replace(MARKED.design, batch=20, judges=2),
        summary="fluency, adequacy or any scale of a few answers",
        title="Rating translations",
        question="Rate each translation",
        seconds=15.0,
        references=True,
        together=MOST,
        parts={
            "systems": "whose outputs are rated",
            "references": "human translations, rated like systems",
        },
        options={
            "scales": "names, YAML files here, or ranges such as 1..5; those without source first",
            "outputs": OUTPUTS,
            "unit": "what is rated: segment or document",
        },
        further={
            CHECKLIST: "error categories beside the scales: a typology by name, or a YAML file",
            "counted": "how many errors of each category, 0 to 99; otherwise they are ticked",
        },
        values={"unit": UNITS},
        comments={
            "kind": "whole documents, or batches of single segments",
            "common": "segments everyone rates, in whole documents",
            "judges": "annotators of each other document",
            "batch": "segments whose source is hidden until all are rated without it",
        },
    ),
)
