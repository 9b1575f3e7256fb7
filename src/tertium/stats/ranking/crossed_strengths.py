"""Log strengths and their differences with the crossed interval.

The unit of judging is a whole ranking: its pairs come from one look of one annotator. A contrast c
of the strengths moves by ψ = c'H⁻¹·(score of the ranking), with H the information of all matches,
and a ranking's weight is its share of the information about c. The sd of one judgement is that of a
decided comparison at even odds, 2 on the log scale.
"""

import numpy as np

from tertium.stats.arrays import Floats, Ints
from tertium.stats.contrasts.crossed import CrossedEstimates, Prior, as_seen, crossed, squares
from tertium.stats.contrasts.layout import Layout
from tertium.stats.contrasts.outputs import joined
from tertium.stats.ranking.matches import Matches
from tertium.stats.ranking.strengths import Strengths, Ties, information, residuals

__all__ = ["EVEN_ODDS", "crossed_strengths"]

EVEN_ODDS = 2.0


def crossed_strengths(
    matches: Matches,
    found: Strengths,
    ties: Ties,
    first: Ints,
    second: Ints | None = None,
    *,
    floor: Floats | None = None,
) -> CrossedEstimates:
    """Return what is believed about strengths, or about their differences.

    `floor` is a covariance below which a prior on strengths does not let the variance fall.
    """
    row, by_system, by_tie = residuals(matches.first, matches.second, matches.value, found, ties)
    one, two = matches.first[row], matches.second[row]
    half, cross, tie = information(one, two, found)
    act = matches.judgement[row]
    acts = int(matches.judgement.max(initial=-1)) + 1
    annotator, segment, document = np.zeros((3, acts), dtype=np.int64)
    for column, known in (
        (annotator, matches.annotator),
        (segment, matches.segment),
        (document, matches.document),
    ):
        column[matches.judgement] = known
    directions = found.inverse[first]
    value = found.score[first]
    if second is not None:
        directions = directions - found.inverse[second]
        value = value - found.score[second]

    def one_contrast(direction: Floats, estimate: float) -> CrossedEstimates:
        apart, by_nu = direction[one] - direction[two], direction[-1]
        moved = np.bincount(act, apart * by_system + by_nu * by_tie, acts)
        said = half * apart**2 + 2 * cross * apart * by_nu + tie * by_nu**2
        weight = np.asarray(np.bincount(act, said, acts), dtype=float)
        kept = np.flatnonzero(weight > weight.max(initial=0.0) * 1e-12)
        if len(kept) < 2 or np.isnan(estimate):
            return CrossedEstimates.nothing(estimate)
        layout = Layout.of(weight[kept], annotator[kept], segment[kept], document[kept])
        y = estimate + moved[kept] / layout.weight
        layout, seen = as_seen(layout, Prior(unit=EVEN_ODDS))
        return crossed(layout, squares(layout, y[:, None]), prior=seen)

    believed = joined(
        [one_contrast(*pair) for pair in zip(directions, value.tolist(), strict=True)]
    )
    if floor is None:
        return believed
    own = floor[first, first]
    if second is not None:
        own = own + floor[second, second] - 2 * floor[first, second]
    return believed.at_least(own)
