"""Scores with all that is said about them: intervals, contrasts, ranges of ranks, clusters."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.stats.order import tied_ranks
from tertium.stats.ranking.matches import Matches, Tally
from tertium.stats.ranking.result import Contrast
from tertium.stats.ranking.sandwich import Interval, spread, variances
from tertium.stats.ranking.scores import Scored
from tertium.stats.ranking.separate import Correction, clusters, corrected, further, places
from tertium.stats.ranking.trueskill import Runs, run_clusters, span

__all__ = ["Judged", "by_influence", "by_runs", "number"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Judged:
    """Scores of systems by code, and the contrasts of those that can be compared.

    `low` and `high` are NaN without an interval, `rank_low`, `rank_high` and `cluster`
    0 without a rank.
    """

    score: Floats
    low: Floats
    high: Floats
    component: Ints
    rank_low: Ints
    rank_high: Ints
    cluster: Ints
    contrasts: tuple[Contrast, ...]
    tie: float | None = None
    why: tuple[str, ...] = ()
    finite: bool = True
    notes: tuple[str, ...] = ()


def by_influence(
    scored: Scored, matches: Matches, interval: Interval, level: float, correction: Correction
) -> Judged:
    """Give scores their intervals, and compare all pairs of one component."""
    size, score = len(scored.score), scored.score
    parts = variances(scored.influence)
    everyone = np.arange(size)
    reach = spread(parts, interval, everyone).reach(level)
    first, second = _better_first(score, scored.component)
    apart = spread(parts, interval, first, second)
    difference = score[first] - score[second]
    p = corrected(apart.p(difference), correction)
    wide = apart.reach(level)
    more = further(difference, apart, matches.judgements, level=level)
    ahead = np.zeros((size, size), dtype=bool)
    with np.errstate(invalid="ignore"):
        sure = p < 1 - level
    ahead[first[sure], second[sure]] = True
    low, high, cluster = np.zeros((3, size), dtype=np.int64)
    for code in np.unique(scored.component):
        inside = np.flatnonzero((scored.component == code) & ~np.isnan(score))
        inside = inside[np.argsort(tied_ranks(-score[inside]), kind="stable")]
        among = ahead[np.ix_(inside, inside)]
        low[inside], high[inside] = places(among)
        cluster[inside] = clusters(among)
    fitted = scored.fitted
    return Judged(
        score,
        np.maximum(score - reach, scored.lowest),
        np.minimum(score + reach, scored.highest),
        scored.component,
        low,
        high,
        cluster,
        tuple(
            Contrast(
                matches.systems[i],
                matches.systems[j],
                float(difference[k]),
                number(difference[k] - wide[k]),
                number(difference[k] + wide[k]),
                number(p[k]),
                None if np.isnan(more.judgements[k]) else int(more.judgements[k]),
                "annotators" if more.limited[k] else None,
            )
            for k, (i, j) in enumerate(zip(first.tolist(), second.tolist(), strict=True))
        ),
        None if fitted is None else fitted.tie,
        () if fitted is None else fitted.identified.why,
        fitted is None or fitted.identified.finite,
        scored.notes,
    )


def by_runs(runs: Runs, matches: Matches, counts: Tally, level: float) -> Judged:
    """Read ranks and differences from the runs of TrueSkill."""
    score = np.where(counts.compared.any(1), runs.mu.mean(0), np.nan)
    size, component = len(score), np.zeros(len(score), dtype=np.int64)
    known = np.flatnonzero(~np.isnan(score))
    known = known[np.argsort(tied_ranks(-score[known]), kind="stable")]
    below, above = Runs(runs.mu[:, known]).ranks(level)
    rank_low, rank_high, cluster = np.zeros((3, size), dtype=np.int64)
    rank_low[known], rank_high[known] = below.astype(np.int64), above.astype(np.int64)
    cluster[known] = run_clusters(below, above)
    first, second = _better_first(score, component)
    drawn = runs.mu[:, first] - runs.mu[:, second]
    low, high = span(drawn, level)
    wrong = np.minimum((drawn <= 0).sum(0), (drawn >= 0).sum(0))
    p = np.minimum(2 * (wrong + 1) / (len(drawn) + 1), 1.0)
    lowest, highest = span(runs.mu, level)
    return Judged(
        score,
        np.where(np.isnan(score), np.nan, lowest),
        np.where(np.isnan(score), np.nan, highest),
        component,
        rank_low,
        rank_high,
        cluster,
        tuple(
            Contrast(
                matches.systems[i],
                matches.systems[j],
                float(score[i] - score[j]),
                float(low[k]),
                float(high[k]),
                float(p[k]),
            )
            for k, (i, j) in enumerate(zip(first.tolist(), second.tolist(), strict=True))
        ),
    )


def _better_first(score: Floats, component: Ints) -> tuple[Ints, Ints]:
    """List the pairs that can be compared, the better system first."""
    known = np.flatnonzero(~np.isnan(score))
    known = known[np.lexsort((known, tied_ranks(-score[known]), component[known]))]
    one, two = np.triu_indices(len(known), 1)
    first, second = known[one], known[two]
    together = component[first] == component[second]
    return first[together], second[together]


def number(value: float) -> float | None:
    """Return a number as such, or None for NaN."""
    return None if np.isnan(value) else float(value)
