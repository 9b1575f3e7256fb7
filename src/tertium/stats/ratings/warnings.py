"""What a reader should know before relying on ratings, one sentence each."""

from collections.abc import Iterator

import numpy as np

from tertium.stats.contrasts.limitations import limitations
from tertium.stats.ratings.latent import LatentScale
from tertium.stats.ratings.people import RatingAnnotator
from tertium.stats.ratings.proportional import ProportionalOdds
from tertium.stats.ratings.rated import Rated
from tertium.stats.told import count, some_of

_DRIFT = 0.05  # p, corrected for the number of annotators


def find_warnings(
    rated: Rated,
    found: LatentScale | None,
    odds: ProportionalOdds | None,
    annotators: tuple[RatingAnnotator, ...],
) -> Iterator[str]:
    """Say what weakens the numbers of one aspect."""
    yield from rated.scale.notes()
    yield from _categories(rated)
    if not rated.averaged:
        yield (
            "The categories of this scale are not ordered by quality alone, so they are not "
            "averaged: read their shares."
        )
    if len(rated.systems) == 1:
        yield "There is one system, so there is nothing to compare."
    if "" in rated.annotators:
        yield "Some ratings do not name their annotator; they count as one annotator’s."
    if len(rated.annotators) == 1:
        yield (
            "One annotator: the confidence intervals hold for this annotator only, and severity "
            "cannot be estimated."
        )
    if found is not None:
        yield from _placed(rated, found)
    if odds is not None and odds.holds is False:
        yield odds.reading
    moved = [one for one in annotators if one.drift and (one.drift.p_adjusted or 1.0) < _DRIFT]
    if moved:
        told = [
            f"{one.annotator} ({'lenient' if one.drift and one.drift.value > 0 else 'severe'})"
            for one in moved
        ]
        yield f"Drift: these annotators became more lenient or more severe: {some_of(told)}."


def _categories(rated: Rated) -> Iterator[str]:
    """Say what was done with the categories."""
    if rated.unanswered:
        yield f"{count(rated.unanswered, 'answer')} without a number (not applicable) left out."
    if rated.cut:
        yield (
            f"The scores {rated.scale.words} are cut into {len(rated.labels)} steps of equal width."
        )
    unused = [rated.labels[k] for k in range(len(rated.labels)) if k not in rated.used]
    if len(rated.used) == 1:
        yield (
            f"All ratings are {rated.labels[rated.used[0]]!r}: there is nothing to estimate but "
            "the share."
        )
    elif unused:
        yield (
            f"No annotator chose {some_of([repr(one) for one in unused])}: a threshold beside it "
            "cannot be estimated, so the latent scale is fitted without it."
        )
    if len(rated.used) == 2:
        yield (
            "Two categories are in use: annotators have a severity but no spread, and proportional "
            "odds cannot be checked."
        )


def _placed(rated: Rated, found: LatentScale) -> Iterator[str]:
    """Say what limits the latent scale."""
    if len(rated.annotators) > 1:
        yield from limitations(found.pairs)
    ends = rated.used[[0, -1]]
    extreme = [
        name
        for code, name in enumerate(rated.systems)
        if len(np.unique(own := rated.category[rated.system == code])) == 1 and own[0] in ends
    ]
    if extreme:
        yield (
            f"All ratings are at one end of the scale: {some_of(extreme)}. How far beyond the "
            "others such a system lies comes from the prior."
        )
    groups = int(found.component.max(initial=0)) + 1
    if groups > 1:
        apart = next(one for one in found.contrasts if one.difference is None)
        yield (
            f"The systems fall into {groups:,} groups ({apart.reason}); each group is ranked by "
            "itself."
        )
    indirect = [
        f"{one.a} and {one.b}"
        for k, one in enumerate(found.contrasts)
        if one.difference is not None and not _met(rated, found, k)
    ]
    if indirect:
        yield (
            f"No annotator judged both {some_of(indirect)}: they are compared through others, by "
            "the severity of annotators."
        )


def _met(rated: Rated, found: LatentScale, pair: int) -> bool:
    """Tell whether an annotator judged both systems of a pair."""
    one, two = found.pairs.first[pair], found.pairs.second[pair]
    people = [np.unique(rated.annotator[rated.system == code]) for code in (one, two)]
    return bool(np.isin(people[0], people[1]).any())
