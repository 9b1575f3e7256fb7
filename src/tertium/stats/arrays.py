"""The arrays that analyses compute with, and the numbers that come out of them."""

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def number_or_none(value: float) -> float | None:
    """Return a number as such, None where it is not known (NaN)."""
    return None if np.isnan(value) else float(value)


def known_mean(values: Floats) -> float | None:
    """Return the mean of the numbers that are known, None where none is."""
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else None
