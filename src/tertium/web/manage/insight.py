"""Agreement so far, and the evidence without its direction.

A manager may know how sure a difference is before the names are revealed, not
which way it points. The interval of the ratio is therefore *folded*: a ratio
of 1.9 and one of 1/1.9 give the same figures. Nothing here names a system.
"""

import math
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tertium.stats import agree
from tertium.stats.estimates import Choices, Votes, estimate_ratio
from tertium.stats.kappa import word
from tertium.stats.labels import label_judgements, label_segments
from tertium.stats.result import signature
from tertium.table import Comparisons, JudgementTable

__all__ = [
    "AgreementNow",
    "Evidence",
    "Insight",
    "Point",
    "WithOthers",
    "agreement_of",
    "fold",
    "insight_of",
]

POINTS = 12  # of the curve; the first needs a few judgements
FEWEST = 20
LEVEL = 0.95


class WithOthers(Struct, frozen=True):
    """One annotator's mean κ with the others.

    The interval averages the ends of the pairs' intervals: pairs share a person,
    so the mean is surely no less certain than that.
    """

    annotator: str
    kappa: float
    low: float | None
    high: float | None
    shared: int


class AgreementNow(Struct, frozen=True):
    """Fleiss' κ over items that several people judged (everybody's first answer to each)."""

    kappa: float | None
    low: float | None
    high: float | None
    word: str
    shared: int
    people: tuple[WithOthers, ...]
    signature: str


class Point(Struct, frozen=True):
    """The folded interval after so many judgements; `high` is None where it has no end."""

    judgements: int
    low: float
    high: float | None


class Evidence(Struct, frozen=True):
    """How strongly people prefer one of the two systems, whichever it is.

    `low` and `high` bound the ratio of preferences from 1 (no preference) upwards.
    `differs` tells whether the interval leaves 1 out; it holds for a look that was
    planned, not for looking until it does.
    """

    judgements: int
    decided: int
    evaluators: int
    low: float | None
    high: float | None
    differs: bool | None
    points: tuple[Point, ...]
    signature: str


class Insight(Struct, frozen=True):
    """What statistics say about a running campaign; None where the protocol compares nothing."""

    agreement: AgreementNow | None
    evidence: Evidence | None


def insight_of(table: JudgementTable) -> Insight:
    """Look at the judgements so far."""
    rows = table.comparisons()
    if not len(rows):
        return Insight(None, None)
    return Insight(agreement_of(rows), _evidence(rows))


def agreement_of(rows: Comparisons) -> AgreementNow:
    """Measure agreement on what several people were asked alike."""
    found = agree(rows.take(_first_answers(rows)), level=LEVEL)
    by_person: dict[str, list[Any]] = {}
    for pair in found.cohen.pairs:
        if pair.kappa is not None:
            by_person.setdefault(pair.a, []).append(pair)
            by_person.setdefault(pair.b, []).append(pair)
    return AgreementNow(
        kappa=found.fleiss.value,
        low=found.fleiss.low,
        high=found.fleiss.high,
        word=word(found.fleiss.value),
        shared=found.items,
        people=tuple(_with_others(name, pairs) for name, pairs in sorted(by_person.items())),
        signature=found.signature,
    )


def _first_answers(rows: Comparisons) -> NDArray[np.bool_]:
    """Return which rows are somebody's first about a pair: a second pass adds no person."""
    names = sorted({*rows.system.names, *rows.versus.names})
    one, two = (
        np.searchsorted(names, column.names)[column.codes] for column in (rows.system, rows.versus)
    )
    key = rows.annotator.codes
    for size, codes in (
        (len(rows.segment.names), rows.segment.codes),
        (len(rows.condition.names), rows.condition.codes),
        (len(names), np.minimum(one, two)),
        (len(names), np.maximum(one, two)),
    ):
        key = key * (size + 1) + codes + 1
    order = np.lexsort((rows.order, key))
    _, start = np.unique(key[order], return_index=True)
    first = np.zeros(len(rows), dtype=bool)
    first[order[start]] = True
    return first


def _with_others(name: str, pairs: list[Any]) -> WithOthers:
    known = [pair for pair in pairs if pair.low is not None and pair.high is not None]
    ends = len(known) == len(pairs)
    return WithOthers(
        annotator=name,
        kappa=float(np.mean([pair.kappa for pair in pairs])),
        low=float(np.mean([pair.low for pair in known])) if ends else None,
        high=float(np.mean([pair.high for pair in known])) if ends else None,
        shared=max(pair.n for pair in pairs),
    )


def _evidence(rows: Comparisons) -> Evidence | None:
    names = sorted({*rows.system.names, *rows.versus.names})
    if len(names) != 2:
        return None
    # Which of the two counts as the new one does not matter: the interval is folded.
    labelled = label_judgements(rows, names[0], names[1])
    total = len(labelled)
    sizes = sorted({round(total * (k + 1) / POINTS) for k in range(POINTS)} | {total})
    points, method, differs = [], "none", None
    choices = Choices(level=LEVEL)
    for size in sizes:
        if size < FEWEST and size < total:
            continue
        part = labelled.take(np.arange(total) < size)
        _, label = label_segments(part)
        votes = Votes(
            part.rows.annotator.codes, part.rows.segment.codes, part.value, np.ones(len(part))
        )
        found = estimate_ratio(votes, int((label == 0).sum()), int((label == 1).sum()), choices)
        if found.estimate.low is None:
            continue
        low, high, differs = fold(found.estimate.low, found.estimate.high)
        points.append(Point(size, low, high))
        method = found.method
    last = points[-1] if points and points[-1].judgements == total else None
    return Evidence(
        judgements=total,
        decided=int((labelled.value != 0).sum()),
        evaluators=len(np.unique(labelled.rows.annotator.codes)),
        low=last.low if last else None,
        high=last.high if last else None,
        differs=differs if last else None,
        points=tuple(points),
        signature=signature("evidence", ratio="folded", ci=method, level=f"{LEVEL:g}"),
    )


def fold(low: float, high: float | None) -> tuple[float, float | None, bool]:
    """Return the interval of the ratio whichever system it favours, and whether it leaves 1 out.

    >>> fold(1.5, 2.0), fold(0.5, 2 / 3), fold(0.8, 1.5)
    ((1.5, 2.0, True), (1.5, 2.0, True), (1.0, 1.5, False))
    """
    top = math.inf if high is None else high
    turned = (1 / top if top else math.inf, 1 / low if low else math.inf)
    if low > 1:
        near, far = low, top
    elif top < 1:
        near, far = turned
    else:
        near, far = 1.0, max(top, turned[1])
    return near, None if math.isinf(far) else far, near > 1
