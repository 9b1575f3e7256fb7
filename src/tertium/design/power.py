"""How much a planned comparison will be able to say, before anybody is asked.

A planning figure, not a simulation: the campaign is imagined with middling luck
(evaluators spread as past campaigns make one expect) and analysed by the same
hierarchical interval that the comparison will use. Assumptions, from campaigns of
WMT 2013–2016 and a study of human parity: a true improvement ratio of 1.5,
evaluators' log ratios with a standard deviation of .15, a quarter of the answers
undecided where ties are offered, and two people who decide about the same segment
agreeing three times out of four.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from tertium.design.steering import Pair, follow_ups
from tertium.design.tournament import tournament
from tertium.stats.intervals import RATIO_SCALE, WIDENING, hierarchical, normal_interval
from tertium.stats.result import Estimate

__all__ = [
    "RATIO",
    "Expectation",
    "expected_follow_ups",
    "expected_ratio",
    "power_words",
    "undecided",
]

RATIO = 1.5
_TAU = 0.15
_LIKENESS = 0.48  # correlation of two people's decisions about one segment
_UNDECIDED = 0.25  # share of answers that favour neither side, where ties are offered
_TOURNAMENTS = 60  # imagined, to see how many follow-up questions they leave
# Share of campaigns that find a true ratio of 1.5, for 300 to 1,000 decided judgements.
_POWER = {2: "fewer than one in ten", 3: "a third to a half"}


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the judgements of one language pair should be able to say.

    `decided` is how many are expected to prefer one system; `ratio` is the interval to
    expect if the true improvement ratio were 1.5.
    """

    pair: str
    evaluators: int
    decided: int
    ratio: Estimate


def undecided(variant: str) -> float:
    """Return the share of answers that are expected to favour neither system."""
    return 0.0 if variant == "binary" else _UNDECIDED


def power_words(evaluators: int) -> str:
    """Return how many campaigns with so few evaluators find a true ratio of 1.5, in words.

    Measured for two and three evaluators; the empty string otherwise.
    """
    return _POWER.get(evaluators, "")


def expected_ratio(
    decided: Sequence[float], *, shared: float = 0, ratio: float = RATIO
) -> Estimate:
    """Return the improvement ratio and interval to expect from these evaluators.

    `decided` holds the decided judgements of each evaluator, `shared` how many
    decided judgements per evaluator are about segments that all of them judge: these
    are alike, which adds a variance that more evaluators do not reduce.
    """
    judgements = np.asarray(decided, dtype=float)
    evaluators = len(judgements)
    better = ratio / (1 + ratio)
    variances = 1 / (judgements * better + 0.5) + 1 / (judgements * (1 - better) + 0.5)
    if evaluators == 1:
        low, high = normal_interval(np.log(ratio), variances[0] + WIDENING**2)
        return Estimate(ratio, float(np.exp(low)), float(np.exp(high)))
    scores = ndtri((np.arange(evaluators) + 0.5) / evaluators)
    scores /= scores.std(ddof=1)
    means = np.log(ratio) + np.sqrt(variances + _TAU**2) * scores
    alike = shared * evaluators * (evaluators - 1) * _LIKENESS
    extra = alike / (better * (1 - better) * judgements.sum() ** 2)
    low, _, high = hierarchical(means, variances, scale=RATIO_SCALE, shared=extra)
    return Estimate(ratio, float(np.exp(low)), float(np.exp(high)))


@cache
def expected_follow_ups(vertices: int, most: int) -> float:
    """Return how many follow-up questions a tournament of so many outputs leaves, on average.

    Imagined with somebody whose preferences follow one order, a quarter of the answers ties.
    """
    draw = np.random.default_rng(0)
    asked = 0
    for _ in range(_TOURNAMENTS if most else 0):
        worth = draw.permutation(vertices)
        answers = [_imagined(pair, worth, draw) for pair in tournament(vertices, draw)]
        for _ in range(most):
            further = follow_ups(vertices, answers, 1)
            answers += [_imagined(pair, worth, draw) for pair in further]
            asked += len(further)
    return asked / _TOURNAMENTS


def _imagined(
    pair: Pair, worth: NDArray[np.int64], draw: np.random.Generator
) -> tuple[int, int, float]:
    one, other = pair
    tied = draw.random() < _UNDECIDED
    return one, other, 0.0 if tied else float(np.sign(worth[one] - worth[other]))
