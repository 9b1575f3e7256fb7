"""How annotators use rating scales: the categories they choose, and whether they drift.

Everything here is blind: it tells annotators apart, never systems.
"""

from collections.abc import Sequence

from msgspec import Struct

from tertium.exceptions import BadInput
from tertium.stats.ratings.latent import fit_latent
from tertium.stats.ratings.people import RatingAnnotator, rating_annotators
from tertium.stats.ratings.rated import Rated, read_rated
from tertium.table import JudgementTable

LEVEL = 0.95
_SURE = 0.05  # p, corrected for the number of annotators


class DriftNow(Struct, frozen=True):
    """The change from the first to the last rating on the latent scale; above 0 more lenient.

    `sure`: significant, corrected for the number of annotators.
    """

    value: float
    low: float
    high: float
    sure: bool


class Rater(Struct, frozen=True):
    """One annotator on one scale: how often each category was chosen, and drift if it is known."""

    annotator: str
    counts: tuple[int, ...]
    drift: DriftNow | None


class ScaleNow(Struct, frozen=True):
    """The ratings on one scale so far; `labels` are its categories, from the worst to the best."""

    aspect: str
    labels: tuple[str, ...]
    raters: tuple[Rater, ...]


def raters_of(table: JudgementTable, scales: Sequence[str]) -> tuple[ScaleNow, ...]:
    """Describe how annotators use each scale that has ratings."""
    found = []
    for aspect in scales:
        try:
            rated = read_rated(table, aspect)
        except BadInput:  # nobody rated on it yet
            continue
        found.append(ScaleNow(aspect, rated.labels, tuple(map(_rater, _annotators(rated)))))
    return tuple(found)


def _annotators(rated: Rated) -> tuple[RatingAnnotator, ...]:
    movements = fit_latent(rated, "logit")[0] if len(rated.used) > 1 else None
    return rating_annotators(rated, movements, LEVEL)


def _rater(one: RatingAnnotator) -> Rater:
    drift, found = one.drift, None
    if drift is not None and drift.low is not None and drift.high is not None:
        sure = drift.p_adjusted is not None and drift.p_adjusted < _SURE
        found = DriftNow(drift.value, drift.low, drift.high, sure)
    return Rater(one.annotator, tuple(share.count for share in one.shares), found)
