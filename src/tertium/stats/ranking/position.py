"""Does it matter where an output stood? The share of comparisons that the first one won."""

import numpy as np

from tertium.stats.arrays import Ints
from tertium.stats.codes import filled, numbered
from tertium.stats.ranking.matches import one_list
from tertium.stats.ranking.result import PositionBias
from tertium.stats.shares import clopper_pearson, two_sided_p
from tertium.table import Comparisons

__all__ = ["position_bias", "shown_first"]


def position_bias(rows: Comparisons, *, level: float) -> PositionBias:
    """Test with the exact binomial test whether outputs won because they were shown first.

    Merged outputs count once: they had one place on the screen.
    """
    side = shown_first(rows)
    known = ~np.isnan(rows.value) & (side != 0)
    outcome = np.sign(rows.value[known]) * side[known]
    left, right = int((outcome > 0).sum()), int((outcome < 0).sum())
    ties = int((outcome == 0).sum())
    if not left + right:
        return PositionBias(left, right, ties, None, None, None, None)
    low, high = clopper_pearson(left, left + right, level=level)
    p = two_sided_p(left, left + right)
    return PositionBias(left, right, ties, left / (left + right), low, high, p)


def shown_first(rows: Comparisons) -> Ints:
    """Return +1 where `system` was shown before `versus`, −1 where after, 0 if unknown.

    A row tells the place of its `system` only. Places of one judgement are 1, 2, …, so
    that of `versus` is known from the rows in which it is the `system`, and if only one
    output of the judgement has no such row, its place is the one left over.
    """
    outputs, left, right = one_list(rows.system, rows.versus)
    judgement = filled(rows.judgement.codes, np.arange(len(rows)))
    width = max(len(outputs), 1)
    shown = numbered(np.concatenate([judgement * width + left, judgement * width + right]))
    system, versus = shown[: len(rows)], shown[len(rows) :]
    number = int(shown.max(initial=-1)) + 1
    act = np.zeros(number, dtype=np.int64)
    act[shown] = np.concatenate([judgement, judgement])
    place = np.full(number, np.nan)
    given = ~np.isnan(rows.slot)
    place[system[given]] = rows.slot[given]
    outputs_of = np.bincount(act)
    unknown = np.bincount(act, np.isnan(place))
    left_over = outputs_of * (outputs_of + 1) / 2 - np.bincount(act, np.nan_to_num(place))
    # A single output without a place has the one that is left over.
    place = np.where(np.isnan(place) & (unknown[act] == 1), left_over[act], place)
    with np.errstate(invalid="ignore"):
        difference = np.sign(place[versus] - place[system])
    return np.asarray(np.nan_to_num(difference), dtype=np.int64)
