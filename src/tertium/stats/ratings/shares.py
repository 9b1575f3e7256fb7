"""How often each category was chosen, with confidence intervals over annotators and documents."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from tertium.stats.arrays import Ints, number_or_none
from tertium.stats.contrasts.crossed import DOCUMENTS, LEVELS, Prior, as_seen, crossed, squares
from tertium.stats.contrasts.layout import Layout
from tertium.stats.contrasts.ratio import independent_cases
from tertium.stats.ratings.rated import Rated
from tertium.stats.result import Estimate


@dataclass(frozen=True, slots=True)
class CategoryShare:
    """How often one category was chosen: its count, its share and the interval of the share."""

    label: str
    count: int
    share: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Distribution:
    """The shares of all categories, and the mean; None where it is not to be averaged."""

    shares: tuple[CategoryShare, ...]
    mean: Estimate | None


def distributions(rated: Rated, unit: Ints, number: int, level: float) -> list[Distribution]:
    """Return the shares of categories in each of `number` units, such as systems.

    A share is a mean of zeros and ones, so its interval is the crossed one. Where nobody or
    everybody chose a category, nothing varies: Wilson's bound then, with an annotator in a document
    as one case.
    """
    return [_distribution(rated, np.flatnonzero(unit == code), level) for code in range(number)]


def counted(rated: Rated, rows: Ints) -> tuple[CategoryShare, ...]:
    """Return the shares of categories in some rows, without intervals."""
    number = np.bincount(rated.category[rows], minlength=len(rated.labels))
    total = max(len(rows), 1)
    return tuple(
        CategoryShare(label, int(n), n / total)
        for label, n in zip(rated.labels, number.tolist(), strict=True)
    )


def _distribution(rated: Rated, rows: Ints, level: float) -> Distribution:
    plain = counted(rated, rows)
    if not len(rows):
        return Distribution(plain, None)
    annotator, segment = rated.annotator[rows], rated.segment[rows]
    document, value = rated.document[rows], rated.scores.value[rows]
    layout = Layout.of(np.ones(len(rows)), annotator, segment, document)
    layout, prior = as_seen(layout, Prior(LEVELS, DOCUMENTS))
    chosen = rated.category[rows][:, None] == np.arange(len(plain))
    columns = np.column_stack([chosen.astype(float), value])
    low, high = crossed(layout, squares(layout, columns), prior=prior).interval(level)
    cases = independent_cases(annotator, segment, document)
    z2 = float(ndtri((1 + level) / 2)) ** 2
    far = z2 / (cases + z2)
    shares = []
    for at, one in enumerate(plain):
        ends = number_or_none(low[at]), number_or_none(high[at])
        if one.count in (0, len(rows)):
            ends = (0.0, far) if one.count == 0 else (1 - far, 1.0)
        elif ends[0] is not None and ends[1] is not None:
            ends = max(ends[0], 0.0), min(ends[1], 1.0)
        shares.append(CategoryShare(one.label, one.count, one.share, *ends))
    mean = None
    if rated.averaged:
        scale = rated.scale
        ends = number_or_none(low[-1]), number_or_none(high[-1])
        if ends[0] is not None and ends[1] is not None:
            ends = max(ends[0], scale.lowest), min(ends[1], scale.highest)
        mean = Estimate(float(value.mean()), *ends)
    return Distribution(tuple(shares), mean)
