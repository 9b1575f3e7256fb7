"""Error span annotation: errors marked with a severity only, then one score from 0 to 100."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from tertium.model import Assignment, Judgement, Observation
from tertium.protocols.marking import ERRORS, marking_settings
from tertium.protocols.planning import MARKED, PREFILLED_MARKS
from tertium.protocols.prefilling import PREFILLING, Prefilling, prefilling_of
from tertium.protocols.protocol import Protocol, Slider, read_words, shipped_demonstration
from tertium.protocols.scoring import ANCHORS
from tertium.protocols.spans import Spans, marked
from tertium.typology import Typology

SCORE = Slider("overall", ANCHORS["esa"])


def observe(
    judgement: Judgement,
    assignment: Assignment,
    *,
    typology: Typology | None = None,
    prefilling: Prefilling | None = None,
) -> Iterator[Observation]:
    """Yield the score as `overall`, then one row per mark."""
    answer = judgement.answer
    comment = answer.get("comment")
    for system, slot, _, rows in marked(answer[ERRORS], assignment, typology):
        score = answer[SCORE.name][slot - 1]
        yield Observation(
            "overall",
            value=float(score),
            system=system,
            slot=slot,
            label=str(score),
            comment=comment,
        )
        comment = None  # once is enough
        for row in rows:
            yield replace(row, system=system)
    if prefilling is not None:
        yield from prefilling.observed(assignment, typology)


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose the severities, where marks may stand, and what lies beside the text."""
    settings, typology = marking_settings(options, "esa", PREFILLING)
    return replace(
        protocol,
        asks=(Spans(ERRORS, typology, tuple(settings["sides"])), SCORE),
        observe=partial(observe, typology=typology, prefilling=prefilling_of(settings)),
        settings=settings | {"anchors": "esa"},
    )


ESA = Protocol(
    name="esa",
    version=1,
    title="Error span annotation (ESA)",
    systems=1,
    parts=("systems", "references"),
    asks=(Spans(ERRORS), SCORE),
    observe=observe,
    cite="Kocmi et al. (2024), Error Span Annotation: A Balanced Approach for Human Evaluation "
    "of Machine Translation",
    template="mark.html",
    configure=configure,
    purpose="mark",
    words=read_words("esa"),
    demonstrations=(shipped_demonstration("errors-scored", share=0.8),),
    planning=replace(
        MARKED,
        summary="mark each error and how severe it is, then give a score",
        seconds=45.0,
        further={**MARKED.further, **PREFILLED_MARKS},
    ),
)
