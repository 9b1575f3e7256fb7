"""Which comes first, where nothing but rounding may tell two values apart.

The same numbers added up in another order differ in their last digits, so systems that are
equally good would change places by chance. Values count as equal here when they differ by
less than a billionth, of 1 or of the largest value; equal ones stand by their names.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from tertium.stats.arrays import Floats, Ints

NOTHING = 1e-9  # a difference that rounding may make, of 1 or of the largest value
_Thing = TypeVar("_Thing")


def tied_ranks(values: Sequence[float] | Floats) -> Ints:
    """Return ranks from 0, the smallest value first; equal values share one, NaN is last.

    >>> tied_ranks([0.3, 0.1 + 0.2, float("nan"), -1]).tolist()
    [1, 1, 2, 0]
    """
    given = np.asarray(values, dtype=np.float64)
    order = np.argsort(given, kind="stable")
    before, after = given[order][:-1], given[order][1:]
    finite = np.abs(given[np.isfinite(given)])
    nothing = NOTHING * max(1.0, finite.max(initial=0.0))
    with np.errstate(invalid="ignore"):
        same = (after - before <= nothing) | (after == before)
    steps = ~(same | np.isnan(before))
    ranks = np.zeros(len(given), dtype=np.int64)
    ranks[order[1:]] = np.cumsum(steps)
    return ranks


def differences(values: Floats, first: Ints, second: Ints) -> Floats:
    """Return first less second of pairs; of equal values nothing is left over.

    >>> differences(np.array([0.1 + 0.2, 0.3]), np.array([0]), np.array([1])).tolist()
    [0.0]
    """
    place = tied_ranks(values)
    return np.where(place[first] == place[second], 0.0, values[first] - values[second])


def by_value(
    things: Iterable[_Thing],
    value: Callable[[_Thing], float | None],
    name: Callable[[_Thing], Any] | None = None,
    *,
    lowest_first: bool = False,
) -> list[_Thing]:
    """Sort by a value, the highest first; those without a value are last.

    Things of equal value stand by name, or as they stood.

    >>> by_value([("oak", 0.3), ("elm", 0.1 + 0.2)], lambda one: one[1], lambda one: one[0])
    [('elm', 0.30000000000000004), ('oak', 0.3)]
    """
    listed = list(things)
    values = np.array([np.nan if (x := value(one)) is None else x for one in listed], dtype=float)
    ranks = tied_ranks(values if lowest_first else -values)
    names = [name(one) for one in listed] if name else range(len(listed))
    return [listed[at] for at in sorted(range(len(listed)), key=lambda at: (ranks[at], names[at]))]
