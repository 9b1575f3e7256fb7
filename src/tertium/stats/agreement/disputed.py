"""The items on which annotators differ most."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from tertium.stats.agreement.ratings import Ratings
from tertium.stats.arrays import Floats

SHOWN = 10


@dataclass(frozen=True, slots=True)
class Disputed:
    """One item, what each annotator answered, and how far two answers are apart on average.

    `distance` is from 0 (all equal) to 1 (the ends of the scale; without a scale: all different).
    Texts are empty where they are not known.
    """

    segment: str
    system: str
    distance: float
    answers: dict[str, str]
    source: str = ""
    output: str = ""


def most_disputed(ratings: Ratings, number: int = SHOWN) -> tuple[Disputed, ...]:
    """Return the items on which two answers are farthest apart on average, most first.

    Of equally disputed items those with more answers come first, then by segment and system.
    """
    if not len(ratings):
        return ()
    first = ratings.take(ratings.first_passes())
    size = np.bincount(first.item, minlength=len(ratings.segment)).astype(float)
    apart = _apart(first, size)
    segments = ratings.segment.values()
    systems = ratings.system.values() if ratings.system is not None else [""] * len(segments)
    disputed = np.flatnonzero(apart > 0).tolist()
    rounded = apart.round(9)
    order = sorted(disputed, key=lambda i: (-rounded[i], -size[i], segments[i], systems[i]))
    found = []
    for item in order[:number]:
        rows = np.flatnonzero(first.item == item)
        said = {first.raters[first.rater[r]][0]: first.categories[first.category[r]] for r in rows}
        found.append(
            Disputed(segments[item], systems[item], float(apart[item]), dict(sorted(said.items())))
        )
    return tuple(found)


def _apart(ratings: Ratings, size: Floats) -> Floats:
    """Return the mean distance of two answers to each item."""
    items, pairs = len(size), np.maximum(size * (size - 1), 1)
    if np.isnan(ratings.values).any():
        cell = ratings.item * len(ratings.categories) + ratings.category
        keys, count = np.unique(cell, return_counts=True)
        alike = np.bincount(keys // len(ratings.categories), count * (count - 1.0), items)
        return np.asarray((size * (size - 1) - alike) / pairs)
    width = float(np.ptp(ratings.values)) or 1.0
    # Of sorted answers x_1 … x_m the distances add up to Σ (2i − m − 1)·x_i.
    order = np.lexsort((ratings.values[ratings.category], ratings.item))
    item, value = ratings.item[order], ratings.values[ratings.category][order] / width
    start = np.searchsorted(item, np.arange(items))
    place = np.arange(len(item)) - start[item] + 1
    total = np.bincount(item, (2 * place - size[item] - 1) * value, items)
    return np.asarray(2 * total / pairs)


def with_texts(
    disputed: tuple[Disputed, ...],
    sources: Mapping[str, str],
    outputs: Mapping[tuple[str, str], str],
) -> tuple[Disputed, ...]:
    """Return the items with what is known of their texts."""
    return tuple(
        replace(
            one,
            source=sources.get(one.segment, ""),
            output=outputs.get((one.segment, one.system), ""),
        )
        for one in disputed
    )
