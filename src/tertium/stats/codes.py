"""Names as numbers: codes from 0 without gaps, so that units can be counted and added up."""

from collections.abc import Sequence

import numpy as np

from tertium.stats.arrays import Floats, Ints

_LARGEST = 2**62
_SPARSE = 10  # times as many possible keys as rows: from there on sorting is cheaper


def together(*codes: Ints) -> Ints:
    """Return one number for each combination of codes, from 0 without gaps."""
    key, size = np.zeros(len(codes[0]), dtype=np.int64), 1
    for column in codes:
        width = int(column.max(initial=-1)) + 2
        if size > _LARGEST // width:
            key = _dense(key, size)
            size = int(key.max(initial=-1)) + 1
        key, size = key * width + column + 1, size * width
    return _dense(key, size)


def different(codes: Ints) -> int:
    """Count the codes that occur."""
    return int(together(codes).max(initial=-1)) + 1


def different_of(codes: Ints, unit: Ints, size: int) -> Ints:
    """Count the different units of each of `size` codes."""
    first = np.unique(together(codes, unit), return_index=True)[1]
    return np.bincount(codes[first], minlength=size)


def _dense(key: Ints, size: int) -> Ints:
    """Return the number of each key among those that occur; a small range needs no sorting."""
    if size > _SPARSE * len(key):
        return np.unique(key, return_inverse=True)[1].astype(np.int64)
    occurs = np.zeros(size, dtype=bool)
    occurs[key] = True
    return (np.cumsum(occurs) - 1)[key]


def filled(codes: Ints, otherwise: Ints) -> Ints:
    """Return codes numbered from 0; for none (−1), each `otherwise` is one of its own."""
    return numbered(np.where(codes >= 0, codes, codes.max(initial=-1) + 1 + otherwise))


def numbered(codes: Ints) -> Ints:
    """Return the codes that occur numbered from 0, in ascending order."""
    if not len(codes):
        return codes
    low, high = int(codes.min()), int(codes.max())
    if high - low > 16 * len(codes) + 1000:  # too wide to count in one array
        return np.unique(codes, return_inverse=True)[1].astype(np.int64).reshape(-1)
    occurs = np.bincount(codes - low) > 0
    return np.asarray((np.cumsum(occurs) - 1)[codes - low], dtype=np.int64)


def coded(names: Sequence[str]) -> tuple[Ints, tuple[str, ...]]:
    """Return names as numbers, and the names in order."""
    found, codes = np.unique(np.array(names, dtype=object), return_inverse=True)
    return codes.astype(np.int64), tuple(found)


def add_up(values: Floats, code: Ints, size: int) -> Floats:
    """Add up the values of each code."""
    return np.asarray(np.bincount(code, values, size), dtype=float)
