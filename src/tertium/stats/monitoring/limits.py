"""What limits the answer: few annotators or few judgements, and how many more would do.

Campaigns are imagined that go on as they look now: the same mean, annotators who differ
by τ̂, and either more judgements by the same annotators (their own noise shrinks, their
differences stay) or more annotators with as many judgements each. τ̂ is the mean of what
is believed about τ with half the scale of the interval's prior, because that prior is wide
on purpose and would foretell more difference between people than is usual.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from tertium.stats.intervals import hierarchical
from tertium.stats.monitoring.course import Course, Standing
from tertium.stats.monitoring.result import Limits
from tertium.stats.order import tied_ranks

__all__ = ["Decides", "find_limits"]

Floats = NDArray[np.float64]
Decides = Callable[[Floats, Floats, float], bool]  # values, variances and shared variance

_HALF = 0.5
_MOST_TIMES = 100.0  # times the judgements at hand; a difference that needs more is none
_MOST_ANNOTATORS = 200
_NOTHING = 1e-12  # a spread so small that annotators are exactly alike
_FOR_EVER = 1e-6  # the part of the noise that is left after all judgements one could wish


def find_limits(
    course: Course, now: Standing, decides: Decides, *, level: float, decided: bool, once: bool
) -> Limits:
    """Compare the interval with the one that judgements without end would give.

    `level` is that of both intervals; `decides` tells whether a rule would stop at
    some values. Where it has `decided`, nothing more is needed. A rule that counts each item
    `once` may lack items where the judgements of all annotators together would be enough.
    """
    scale = course.scale
    likely = now.believed(scale.between / 2, scale.mean_sd)
    spread = float((likely.weight * likely.tau).sum())
    total = spread**2 + now.variances
    mean = float((now.means / total).sum() / (1 / total).sum())
    ranks = tied_ranks(now.means).argsort(kind="stable").argsort()

    def further(part: float) -> tuple[Floats, Floats, float]:
        """Return the same annotators when this part of their noise is left.

        The mean of more judgements moves towards the common mean, and how far is not
        known; annotators keep their order, and spread as far as is then to be expected.
        """
        left = spread**2 + part * now.variances
        moved = (now.means - mean) * left / total
        unknown = left * (1 - part) * now.variances / total
        away = moved + np.sqrt(unknown) * _scores(len(moved))[ranks]
        size = float((moved**2 + unknown).sum())
        values = mean + away * np.sqrt(size / max(float((away**2).sum()), _NOTHING))
        return values, part * now.variances, part * now.shared

    low, _, high = _interval(course, *further(1.0), level=level)
    least, _, most = _interval(course, *further(_FOR_EVER), level=level)
    share = min(1.0, float(((most - least) / (high - low)) ** 2))
    ends = (course.shown(float(least)), course.shown(float(most)))
    if once and not decided and decides(*further(1.0)):
        return Limits("items", share, *ends, None, None)
    needed = None if decided else _times(lambda times: decides(*further(1 / times)))
    people = None if decided else _people(now, mean, spread, decides)
    only_people = needed is None and people is not None
    return Limits(
        "annotators" if share >= _HALF or only_people else "judgements",
        share,
        *ends,
        None if needed is None else max(1, int(np.ceil(now.judgements * (needed - 1)))),
        people,
    )


def _interval(
    course: Course, means: Floats, variances: Floats, shared: float, *, level: float
) -> Floats:
    scale = course.scale
    return hierarchical(
        means, variances, scale=scale.between, mean_sd=scale.mean_sd, shared=shared, level=level
    )


def _times(enough: Callable[[float], bool]) -> float | None:
    """Return the smallest multiple of the judgements that is enough, None if none is."""
    if not enough(_MOST_TIMES):
        return None
    low, high = 1.0, _MOST_TIMES
    for _ in range(20):
        middle = (low * high) ** 0.5
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _people(now: Standing, mean: float, spread: float, decides: Decides) -> int | None:
    """Return how many more annotators would be enough, each judging as much as these did.

    New annotators are imagined with middling luck: spread evenly over what is likely.
    """
    variance = 1 / float((1 / now.variances).mean())
    begun = len(now.means)

    def enough(more: int) -> bool:
        new = mean + np.sqrt(variance + spread**2) * _scores(more)
        values = np.concatenate([now.means, new])
        variances = np.concatenate([now.variances, np.full(more, variance)])
        return decides(values, variances, now.shared * begun / (begun + more))

    low, high = 0, _MOST_ANNOTATORS
    if not enough(high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _scores(number: int) -> Floats:
    """Return the places of so many people spread as a normal distribution expects them."""
    return np.asarray(ndtri((np.arange(number) + 0.5) / number))
