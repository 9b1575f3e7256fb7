"""The second question of an A/B comparison: is at least one good enough to post-edit?"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.contrasts.crossed import LEVELS, Prior, as_seen, crossed, squares
from tertium.stats.contrasts.layout import Layout
from tertium.stats.documents import wilson
from tertium.stats.result import Estimate
from tertium.table import Scores

__all__ = ["GoodEnough", "good_enough"]


@dataclass(frozen=True, slots=True)
class GoodEnough:
    """How often at least one translation was good enough to post-edit, over judgements."""

    share: Estimate
    yes: int
    no: int


def good_enough(answers: Scores, *, level: float = 0.95) -> GoodEnough | None:
    """Return the share of yes; annotators, documents and segments vary. None if nobody was asked.

    Where all answers are the same, the interval is Wilson's with segments as cases.
    """
    answers = answers.take(~np.isnan(answers.value))
    number = len(answers)
    if not number:
        return None
    yes = int(answers.value.sum())
    units = (answers.annotator, answers.segment, answers.document)
    layout = Layout.of(np.full(number, 1 / number), *(unit.codes for unit in units))
    if yes in (0, number):
        trials = layout.segments
        return GoodEnough(wilson(trials if yes else 0, trials, level=level), yes, number - yes)
    layout, prior = as_seen(layout, Prior(LEVELS))
    found = crossed(layout, squares(layout, answers.value[:, None]), prior=prior)
    low, high = (float(end[0]) for end in found.interval(level))
    share = yes / number
    around = () if np.isnan(low) else (max(0.0, low), min(1.0, high))
    return GoodEnough(Estimate(share, *around), yes, number - yes)
