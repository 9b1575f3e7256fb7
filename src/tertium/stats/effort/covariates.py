"""What makes effort grow or shrink whatever the system: the source's length, and practice."""

import numpy as np

from tertium.stats.arrays import Floats, Ints
from tertium.stats.effort.measured import EditIndicators

__all__ = ["covariates_of"]


def covariates_of(measured: EditIndicators, rows: Ints) -> tuple[tuple[Floats, ...], bool]:
    """Return log source length and log position, where known for all and not constant.

    The second value says whether the position is among them (it is the last).
    """
    found = []
    for values in (np.log(measured.words[rows]), np.log1p(measured.order[rows])):
        known = not np.isnan(values).any() and values.std() > 0
        found.append(values - values.mean() if known else None)
    return tuple(one for one in found if one is not None), found[1] is not None
