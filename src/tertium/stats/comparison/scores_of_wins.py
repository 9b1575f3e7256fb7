"""Does the new release only turn the terrible into the bad?

A technique that improves outputs nobody would post-edit anyway wins comparisons and
helps nobody. Simard, Kuhn and Rémillard (2015, section 2) propose to watch whether
the segments that the new release wins have lower sentence-level scores than its
outputs have on average.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from tertium.stats.result import Estimate


@dataclass(frozen=True, slots=True)
class ScoresOfWins:
    """Scores of the new release where it wins, beside its scores everywhere.

    `difference` is wins − all; `applies` is true when even its upper end is below 0.
    """

    sentence: str
    applies: bool
    wins: int
    mean_wins: float
    outputs: int
    mean_all: float
    difference: Estimate


def scores_of_wins(
    scores: Mapping[tuple[str, str], float],
    won: set[str],
    advanced: str,
    *,
    level: float = 0.95,
) -> ScoresOfWins | None:
    """Compare the scores of segments that `advanced` won with all its scores.

    The won segments are part of all, so the difference is (1 − share won) times the
    difference of won and not won; its interval is Welch's. None without two scores
    on either side.
    """
    own = {segment: score for (segment, system), score in scores.items() if system == advanced}
    won_scores = np.array([own[segment] for segment in sorted(own) if segment in won])
    rest = np.array([own[segment] for segment in sorted(own) if segment not in won])
    if len(won_scores) < 2 or len(rest) < 2:
        return None
    part = len(rest) / (len(rest) + len(won_scores))
    value = part * (won_scores.mean() - rest.mean())
    terms = np.array([won_scores.var(ddof=1) / len(won_scores), rest.var(ddof=1) / len(rest)])
    below = (terms**2 / np.array([len(won_scores) - 1, len(rest) - 1])).sum()
    freedom = terms.sum() ** 2 / below if below > 0 else len(rest) + len(won_scores) - 2
    reach = part * float(stdtrit(freedom, (1 + level) / 2)) * terms.sum() ** 0.5
    mean_all = float(np.concatenate([won_scores, rest]).mean())
    mean_won = float(won_scores.mean())
    applies = bool(value + reach < 0)
    facts = f"{mean_won:.3g} on the segments it wins, {mean_all:.3g} on average"
    if applies:
        sentence = (
            f"{advanced} wins mainly where its outputs are poor ({facts}): it may only make very "
            "bad outputs less bad."
        )
    else:
        sentence = f"{advanced} does not win mainly where its outputs are poor ({facts})."
    return ScoresOfWins(
        sentence,
        applies,
        len(won_scores),
        mean_won,
        len(won_scores) + len(rest),
        mean_all,
        Estimate(float(value), float(value - reach), float(value + reach)),
    )
