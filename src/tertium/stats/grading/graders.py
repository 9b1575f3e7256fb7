"""How far graders of the same text are apart."""

from itertools import combinations

import numpy as np

from tertium.stats.arrays import Floats, Ints
from tertium.stats.grading.result import Grader, GraderSpread

__all__ = ["each_grader", "spread_of"]


def spread_of(text: Ints, rated: Floats, grades: list[str]) -> GraderSpread:
    """Return the spread between graders, within the texts that several of them graded."""
    size, total = np.bincount(text), np.bincount(text, rated)
    several = size[text] > 1
    if not several.any():
        return GraderSpread(0, None, None, None)
    apart = (rated - (total / np.maximum(size, 1))[text])[several]
    texts = int((size > 1).sum())
    freedom = int(several.sum()) - texts
    widths, same, pairs = [], 0, 0
    order = np.argsort(text, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(text[order])) + 1):
        widths.append(float(np.ptp(rated[rows])))
        for a, b in combinations(rows, 2):
            same += grades[a] == grades[b]
            pairs += 1
    return GraderSpread(
        texts, float(np.sqrt((apart**2).sum() / freedom)), max(widths), same / pairs
    )


def each_grader(
    person: Ints, names: list[str], text: Ints, rated: Floats, merits: Ints, faults: Ints
) -> list[Grader]:
    """Return each grader's mean, and the mean difference from the others on shared texts."""
    size, total = np.bincount(text), np.bincount(text, rated)
    found = []
    for one in np.unique(person):
        own = person == one
        shared = own & (size[text] > 1)
        others = (total[text] - rated)[shared] / (size[text] - 1)[shared]
        found.append(
            Grader(
                names[int(np.flatnonzero(own)[0])],
                int(own.sum()),
                float(rated[own].mean()),
                int(merits[own].sum()),
                int(faults[own].sum()),
                int(shared.sum()),
                float((rated[shared] - others).mean()) if shared.any() else None,
            )
        )
    return found
