"""What limits the answer: few annotators, few documents or few judgements, and what would help.

The variance of the estimate has three parts: annotators, documents, and single judgements. If the
same annotators go on, on further documents like these where documents are known, the last two
fall as 1/n and the first stays; more annotators of the same documents let the first and the last
fall. It is assumed that the estimate stays as it is.
"""

from collections.abc import Callable

import numpy as np

from tertium.stats.contrasts.crossed import CrossedEstimates
from tertium.stats.monitoring.course import Course, Standing
from tertium.stats.monitoring.result import LimitedBy, Limits

Decides = Callable[[CrossedEstimates], bool]

_HALF = 0.5
_MOST_TIMES = 100.0  # times the judgements at hand; a difference that needs more is none
_MOST_ANNOTATORS = 200
_HALVINGS = 20


def find_limits(
    course: Course, now: Standing, decides: Decides, *, level: float, decided: bool
) -> Limits | None:
    """Return which part limits the answer, and how many more of what `decides` it.

    `level` is that of the interval that judgements without end would give. Where the rule has
    `decided`, nothing more is needed. None where nothing is known about the spread.
    """
    found = now.found
    if found is None:
        return None
    people, texts, rest = (float(part[0]) for part in (found.people, found.texts, found.rest))
    total = people + texts + rest
    share = people / total
    endless = found.scaled(share)
    reach = float(endless.reach(level)[0])
    middle = float(found.estimate[0])
    ends = course.shown(middle - reach), course.shown(middle + reach)

    def further(times: float) -> bool:
        return decides(found.scaled((people + (texts + rest) / times) / total))

    def wider(more: int) -> bool:
        times = 1 + more / now.annotators
        return decides(found.scaled((texts + (people + rest) / times) / total))

    needed = None if decided else _times(further)
    others = None if decided else _people(wider)
    by: LimitedBy = "judgements"
    if share >= _HALF or (needed is None and others is not None):
        by = "annotators"
    elif texts > max(people, rest):
        by = "documents"
    return Limits(
        by,
        share,
        *ends,
        None if needed is None else max(1, int(np.ceil(now.judgements * (needed - 1)))),
        others,
    )


def _times(enough: Callable[[float], bool]) -> float | None:
    """Return the smallest multiple of the judgements that is enough, None if none is."""
    if not enough(_MOST_TIMES):
        return None
    low, high = 1.0, _MOST_TIMES
    for _ in range(_HALVINGS):
        middle = (low * high) ** 0.5
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _people(enough: Callable[[int], bool]) -> int | None:
    """Return how many more annotators are enough, each judging as much as these did."""
    low, high = 0, _MOST_ANNOTATORS
    if not enough(high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
