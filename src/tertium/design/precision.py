"""What a pilot lets one expect of the main round: the width of its confidence intervals.

Planning figures as in sample-size formulas: n = (z·s / d)² judgements for an interval of ± d around
a mean whose judgements spread by s, twice that per system for the difference of two means.
Judgements are taken to be independent; annotators and documents that differ make intervals wider
(`tertium monitor` estimates that from the main round).
"""

from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from tertium.stats.contrasts.crossed import Prior
from tertium.table import JudgementTable
from tertium.table_views import Floats

Z = 1.959964  # of a 95% confidence interval
FEWEST = 10  # judgements from which a spread is told


def share_half_width(ratings: int, annotators: int, documents: int) -> float:
    """Return the expected half-width of the 95% confidence interval of a share of one half.

    `ratings` of one system by so many annotators in so many documents (segments, where they are
    in none), which differ as much as in past campaigns.
    """
    prior, sd = Prior(), 0.5  # sd of one answer that is given or not, half of the time
    units = prior.annotators**2 / annotators + prior.documents**2 / documents
    return Z * sd * sqrt(units + 1 / ratings)


@dataclass(frozen=True, slots=True)
class Spread:
    """How far judgements of a pilot lie apart: of preferences in shares of 1, of scores in points.

    `factor` is 1 for one mean, 2·systems for the difference of two of them.
    """

    measure: str
    judgements: int
    spread: float
    factor: float
    targets: tuple[float, ...]

    def half_width(self, judgements: int) -> float:
        """Return the half-width of the 95% confidence interval after so many judgements."""
        return Z * self.spread * sqrt(self.factor / judgements)

    def needed(self, half_width: float) -> int:
        """Return how many judgements give a 95% confidence interval of ± `half_width`."""
        return ceil(self.factor * (Z * self.spread / half_width) ** 2)


def spread_of(table: JudgementTable, aspect: str | None) -> Spread | None:
    """Return the spread of preferences, or of scores on an aspect; None where there are too few.

    The spread of preferences is their root mean square, which needs no direction and is never
    smaller than the standard deviation. That of scores is taken within annotators.
    """
    compared = table.comparisons()
    values = compared.value[~np.isnan(compared.value)]
    if len(values) >= FEWEST:
        rms = float(np.sqrt(np.mean(values**2)))
        return Spread("preference", len(values), rms, 1.0, (0.05, 0.1, 0.15)) if rms else None
    if aspect is None:
        return None
    scores = table.scores(aspect)
    known = ~np.isnan(scores.value)
    points, people = scores.value[known], scores.annotator.codes[known]
    if len(points) < FEWEST:
        return None
    within = np.concatenate([_centred(points[people == one]) for one in np.unique(people)])
    degrees = len(within) - len(np.unique(people))
    if degrees < 2 or not within.any():
        return None
    scale = table.scale(aspect)
    unit = (scale.highest - scale.lowest) / 100
    spread = float(np.sqrt((within**2).sum() / degrees))
    systems = len(np.unique(scores.system.codes[known]))
    targets = tuple(unit * points for points in (1.0, 2.0, 5.0))
    return Spread("score", len(points), spread, 2.0 * max(1, systems), targets)


def _centred(values: Floats) -> Floats:
    centred: Floats = values - values.mean()
    return centred
