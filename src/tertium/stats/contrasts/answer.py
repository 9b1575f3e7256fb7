"""From judgements of outputs to the answer that every result shows."""

from dataclasses import replace
from typing import Literal

import numpy as np

from tertium.stats.arrays import Ints, number_or_none
from tertium.stats.codes import different_of
from tertium.stats.contrasts.crossed import LEVELS, Prior
from tertium.stats.contrasts.estimate import Better, EstimatedContrasts, estimate
from tertium.stats.contrasts.limitations import limitations
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.contrasts.record import Answer, Estimand, Standing, Units

ONE_DOCUMENT = "All segments come from one document: what is said holds for this document."


def answer(
    rows: Outputs,
    *,
    quantity: str,
    unit: str,
    level: float,
    better: Better = "higher",
    scale: Literal["identity", "log"] = "identity",
    least: float = 0.0,
    most: float | None = None,
    prior: Prior = Prior(),  # noqa: B008  # frozen
    strictness: float = LEVELS,
    nobody: bool = False,
    chosen: tuple[Ints, Ints] | None = None,
) -> Answer:
    """Score systems and contrast all pairs, or the `chosen` ones (first less second, by code).

    Where rows are what is lost of `most` (points of a perfect text, say), scores and contrasts
    are told as what is left of it. `nobody`: the numbers come from documents, not from annotators.
    """
    found = estimate(
        rows,
        level=level,
        better=better,
        scale=scale,
        least=least,
        prior=prior,
        strictness=strictness,
        text="document" if nobody else "segment",
        chosen=chosen,
    )
    told = answer_of(rows, found, quantity=quantity, unit=unit, nobody=nobody)
    return told if most is None else _left(told, most)


def answer_of(
    rows: Outputs, found: EstimatedContrasts, *, quantity: str, unit: str, nobody: bool = False
) -> Answer:
    """Put what was estimated into records."""
    estimand = estimand_of(rows, quantity, unit, nobody=nobody)
    notes = limitations(found.pairs)
    contrasts = found.contrasts
    if nobody:  # there are no judgements to be had
        contrasts = tuple(
            replace(one, annotators=None, further=None, limit=None) for one in contrasts
        )
    if estimand.texts == "this document":
        notes = (ONE_DOCUMENT, *notes)
    return Answer(_standings(rows, found), contrasts, estimand, notes)


def estimand_of(rows: Outputs, quantity: str, unit: str, *, nobody: bool = False) -> Estimand:
    """Say what is estimated, and for which annotators and texts."""
    documents = len(np.unique(rows.document[rows.document >= 0])) or None
    people = len(np.unique(rows.annotator))
    texts = "documents like these" if documents and documents > 1 else "segments like these"
    return Estimand(
        quantity,
        unit,
        "nobody" if nobody else "like these" if people > 1 else "this annotator",
        "this document" if documents == 1 else texts,  # type: ignore[arg-type]
        Units(0 if nobody else people, documents, len(np.unique(rows.segment))),
    )


def _standings(rows: Outputs, found: EstimatedContrasts) -> tuple[Standing, ...]:
    """Return systems from best to worst, component by component."""
    size, stand = len(rows.systems), found.standings
    known = np.flatnonzero(rows.document >= 0)
    judgements = np.bincount(rows.system, minlength=size)
    people = different_of(rows.system, rows.annotator, size)
    documents = different_of(rows.system[known], rows.document[known], size)
    segments = different_of(rows.system, rows.segment, size)
    return tuple(
        Standing(
            rows.systems[code],
            float(found.score[code]),
            number_or_none(found.low[code]),
            number_or_none(found.high[code]),
            int(stand.rank[code]),
            (int(stand.low[code]), int(stand.high[code])),
            (int(stand.all_low[code]), int(stand.all_high[code])),
            int(stand.cluster[code]),
            int(found.component[code]) + 1,
            int(judgements[code]),
            int(people[code]),
            int(documents[code]) or None,
            int(segments[code]),
        )
        for code in found.order.tolist()
    )


def _left(told: Answer, most: float) -> Answer:
    """Turn losses into what is left of the highest score."""
    return replace(
        told,
        systems=tuple(
            replace(
                one, score=most - one.score, low=_less(most, one.high), high=_less(most, one.low)
            )
            for one in told.systems
        ),
        contrasts=tuple(replace(one.turned(), a=one.a, b=one.b) for one in told.contrasts),
    )


def _less(most: float, loss: float | None) -> float | None:
    return None if loss is None else most - loss
