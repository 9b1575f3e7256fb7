"""What is chosen before agreement is measured."""

from dataclasses import dataclass

import numpy as np

from tertium.choices import Metric, Raters, Weights
from tertium.stats.agreement.coefficients import Measure
from tertium.stats.agreement.ratings import Ratings, Unit

_TOO_MANY = 200  # categories beyond which κ of equal categories means nothing
_MANY = 10  # different scores from which on κ is weighted unless said otherwise


@dataclass(frozen=True, slots=True)
class Settings:
    """What was chosen: weights of κ, scale of α, which raters, level; and what varies."""

    weights: Weights
    metric: Metric
    raters: Raters
    level: float
    unit: Unit
    countable: bool
    by_distance: str  # weights of Fleiss' κ and AC2 on a scale

    @property
    def weighted_fleiss(self) -> Measure:
        """Fleiss' κ that knows how far categories are apart."""
        return _FLEISS[self.by_distance]

    @property
    def ac2(self) -> Measure:
        """Gwet's coefficient that knows how far categories are apart."""
        return _AC2[self.by_distance]


_FLEISS: dict[str, Measure] = {
    "linear": "fleiss-linear",
    "quadratic": "fleiss-quadratic",
    "ordinal": "fleiss-ordinal",
}
_AC2: dict[str, Measure] = {
    "linear": "ac2-linear",
    "quadratic": "ac2-quadratic",
    "ordinal": "ac2-ordinal",
}


def chosen_settings(
    ratings: Ratings, level: float, raters: Raters, weights: Weights | None, metric: Metric | None
) -> Settings:
    """Choose by the ratings what was not asked for.

    α has the metric of the scale: ordinal where its steps have names, interval for numbers,
    nominal for labels without an order.
    """
    scored = ratings.kind == "score"
    many = scored and len(np.unique(ratings.category)) > _MANY
    own: Metric = "ordinal" if ratings.ordinal else "interval" if scored else "nominal"
    metric = metric or own
    asked = weights if weights in ("linear", "quadratic") else None
    return Settings(
        weights=weights or ("quadratic" if many else "none"),
        metric=metric,
        raters=raters,
        level=level,
        unit=ratings.units()[1],
        countable=len(ratings.categories) <= _TOO_MANY,
        by_distance=asked or ("ordinal" if metric == "ordinal" else "quadratic"),
    )
