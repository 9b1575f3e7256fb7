"""How well does everybody agree with the consensus of the others, and does the test see it?

Figure 1 of Mathur, Baldwin and Cohn (2018): they held each worker against the mean z-score
of the good ones. Here nobody is part of the consensus that the own scores are held against.
"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Bools
from tertium.stats.pearson import pearson
from tertium.stats.redundancy.cells import Cells, Tested, by_person, z_scores
from tertium.stats.result import Estimate
from tertium.stats.shares import wilson

FEWEST_SHARED = 10  # outputs with others, before a correlation says anything about somebody
_ORDER: tuple[Tested, ...] = ("passed", "failed", "untested")


@dataclass(frozen=True, slots=True)
class Accuracy:
    """One annotator's correlation with the consensus of the others, over `shared` outputs."""

    annotator: str
    tested: Tested
    correlation: Estimate
    shared: int


@dataclass(frozen=True, slots=True)
class AccuracyGroup:
    """Annotators who passed, failed, or were not tested: their number and their accuracy.

    `median` has the middle half of them around it; `good` counts those above the threshold.
    """

    tested: Tested
    annotators: int
    median: Estimate
    good: int


def accuracies(cells: Cells, trusted: Bools, level: float) -> tuple[Accuracy, ...]:
    """Correlate everybody's scores with the mean z of the trusted others."""
    z = z_scores(cells.value, cells.person, cells.people)
    counts = trusted[cells.person]
    total = np.bincount(cells.item[counts], z[counts], cells.items)
    number = np.bincount(cells.item[counts], minlength=cells.items)
    others = number[cells.item] - counts
    shared = others > 0
    consensus = (total[cells.item] - np.where(counts, z, 0.0))[shared] / others[shared]
    person, own = cells.person[shared], z[shared]
    found = []
    for code, mine in enumerate(by_person(person, cells.people)):
        r = pearson(own[mine], consensus[mine], level=level)
        enough = len(mine) >= FEWEST_SHARED
        found.append(
            Accuracy(
                cells.names[code], cells.tested[code], r if enough else Estimate(None), len(mine)
            )
        )
    return tuple(found)


def groups_of(accuracy: tuple[Accuracy, ...], good: float) -> tuple[AccuracyGroup, ...]:
    """Summarise those who passed, those who failed, and those who were not tested."""
    found = []
    for tested in _ORDER:
        known = [
            one.correlation.value
            for one in accuracy
            if one.tested == tested and one.correlation.value is not None
        ]
        if known:
            low, middle, high = np.quantile(known, (0.25, 0.5, 0.75)).tolist()
            above = sum(r > good for r in known)
            found.append(AccuracyGroup(tested, len(known), Estimate(middle, low, high), above))
    return tuple(found)


def failing_share(groups: tuple[AccuracyGroup, ...], level: float) -> Estimate:
    """Return the share of good annotators who fail, with Wilson's interval."""
    good = {one.tested: one.good for one in groups}
    failed = good.get("failed", 0)
    return wilson(failed, failed + good.get("passed", 0), level=level)
