"""Ratings counted by item, and the two half-items that an interval needs.

Where one answer is rare, the rare item on which annotators agree (or differ) may not have come
yet; the jackknife then finds no variance at all and its interval is far too narrow. For the
interval, and for it only, two items of weight ½ join the data: one that everybody puts into the
rarest category, and one that a single rater puts there and all others into the most frequent.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from tertium.stats.arrays import Floats, Ints

HALF = 0.5


@dataclass(frozen=True, slots=True)
class Counts:
    """How often each item that was rated at least twice was put into each category.

    Filled cell c says `count[c]` times category `category[c]` of item `item[c]`. By item: `size`
    (ratings), `weight` and `unit`, which is what the jackknife leaves out; by unit: `mass`.
    `single` are the ratings of items rated once, by category: they say nothing about agreement,
    and something about how frequent a category is.
    """

    item: Ints
    category: Ints
    count: Floats
    size: Floats
    weight: Floats
    unit: Ints
    mass: Floats
    categories: int
    single: Floats

    def __len__(self) -> int:
        return len(self.size)

    @property
    def table(self) -> csr_array:
        """The counts as a table, items × categories."""
        shape = (len(self), self.categories)
        return csr_array((self.count, (self.item, self.category)), shape=shape)

    @property
    def totals(self) -> Floats:
        """The ratings of each category."""
        total = np.bincount(self.category, self.count, minlength=self.categories)
        return np.asarray(total, dtype=float)


@dataclass(frozen=True, slots=True)
class Halves:
    """The rarest and the most frequent categories, and by how many raters half-items are rated.

    All that are equally rare (or frequent) take part, and half-items are averaged over them:
    neither names nor the direction of a scale must decide.
    """

    rarest: tuple[int, ...]
    most_frequent: tuple[int, ...]
    raters: int

    @property
    def choices(self) -> list[tuple[int, int]]:
        """Each rarest category with each most frequent one."""
        pairs = [(c, f) for c in self.rarest for f in self.most_frequent if c != f]
        return pairs or [(self.rarest[0], self.most_frequent[0])]


def count_ratings(item: Ints, category: Ints, categories: int, unit: Ints | None = None) -> Counts:
    """Count the ratings of items rated at least twice; `unit` is given by item number."""
    number = np.bincount(item, minlength=1)
    kept = number[item] > 1
    numbers, items = np.unique(item[kept], return_inverse=True)
    keys, count = np.unique(items * categories + category[kept], return_counts=True)
    cell = keys // max(categories, 1)
    units = np.arange(len(numbers))
    if unit is not None:
        _, units = np.unique(unit[numbers], return_inverse=True)
    return Counts(
        item=cell.astype(np.int64),
        category=(keys % max(categories, 1)).astype(np.int64),
        count=count.astype(float),
        size=np.bincount(cell, count, minlength=len(numbers)).astype(float),
        weight=np.ones(len(numbers)),
        unit=units.astype(np.int64),
        mass=np.ones(int(units.max()) + 1 if len(units) else 0),
        categories=categories,
        single=np.bincount(category[~kept], minlength=categories).astype(float),
    )


def find_halves(counts: Counts) -> Halves:
    """Return what the half-items of these data look like."""
    rarest, frequent = (
        tuple(map(int, np.flatnonzero(row[0]))) for row in extremes(counts.totals[None, :])
    )
    return Halves(rarest, frequent, int(counts.size.max()))


def extremes(totals: Floats) -> tuple[Floats, Floats]:
    """Return, row by row, the shares of the rarest and of the most frequent used categories.

    Categories that tie share alike.
    """
    if not totals.size:
        return totals, totals
    used = totals > 0
    rarest = used & (totals == np.where(used, totals, np.inf).min(axis=1, keepdims=True))
    frequent = used & (totals == totals.max(axis=1, keepdims=True))
    with np.errstate(invalid="ignore"):
        shares = [chosen / chosen.sum(axis=1, keepdims=True) for chosen in (rarest, frequent)]
    return np.nan_to_num(shares[0]), np.nan_to_num(shares[1])


def with_halves(counts: Counts, halves: Halves) -> Counts:
    """Return the data with both half-items, each a unit of its own."""
    n, units, m = len(counts), len(counts.mass), float(halves.raters)
    choices = halves.choices
    items, categories, numbers = [], [], []
    for at, (rarest, frequent) in enumerate(choices):
        equal, mixed = n + 2 * at, n + 2 * at + 1
        items += [equal, mixed, mixed]
        categories += [rarest, rarest, frequent]
        numbers += [m, 1.0, m - 1]
    each = 2 * len(choices)
    return Counts(
        item=np.concatenate([counts.item, items]),
        category=np.concatenate([counts.category, categories]),
        count=np.concatenate([counts.count, numbers]),
        size=np.concatenate([counts.size, np.full(each, m)]),
        weight=np.concatenate([counts.weight, np.full(each, HALF / len(choices))]),
        unit=np.concatenate([counts.unit, np.tile([units, units + 1], len(choices))]),
        mass=np.concatenate([counts.mass, [HALF, HALF]]),
        categories=counts.categories,
        single=counts.single,
    )
