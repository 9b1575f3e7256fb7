"""Scores with all that is said about them: intervals, contrasts, ranges of ranks, clusters."""

from dataclasses import dataclass

import numpy as np

from tertium.choices import ContrastInterval as Interval
from tertium.choices import Ties
from tertium.stats.arrays import Floats, Ints, number_or_none
from tertium.stats.contrasts.estimate import Standings, adjusted, better_first, stand
from tertium.stats.contrasts.record import Contrast, why_not
from tertium.stats.contrasts.separate import Correction, FurtherJudgements, further
from tertium.stats.contrasts.variance import spread, variances
from tertium.stats.order import differences, tied_ranks
from tertium.stats.ranking.matches import Matches, Tally
from tertium.stats.ranking.scores import SystemScores
from tertium.stats.ranking.strengths import crossed_strengths
from tertium.stats.ranking.trueskill import Runs, run_clusters, span


@dataclass(frozen=True, slots=True)
class JudgedSystems:
    """Scores of systems by code, and the contrasts of those that can be compared.

    `low` and `high` are NaN without an interval, standings 0 without a rank.
    """

    score: Floats
    low: Floats
    high: Floats
    component: Ints
    standings: Standings
    contrasts: tuple[Contrast, ...]
    tie: float | None = None
    why: tuple[str, ...] = ()
    finite: bool = True
    notes: tuple[str, ...] = ()


def crossed(
    scored: SystemScores, matches: Matches, ties: Ties, level: float, correction: Correction
) -> JudgedSystems:
    """Compare strengths by the crossed interval: annotators, documents and segments vary."""
    assert scored.fitted is not None
    fitted, score, floor = scored.fitted, scored.score, scored.influence.floor
    known = np.flatnonzero(~np.isnan(score))
    low, high = np.full((2, len(score)), np.nan)
    own = crossed_strengths(matches, fitted, ties, known, floor=floor)
    low[known], high[known] = own.interval(level)
    first, second = _comparable(score, scored.component)
    found = crossed_strengths(matches, fitted, ties, first, second, floor=floor)
    more = further(found, matches.judgements, level=level)
    ends = found.interval(level)
    return _judged(
        scored, matches, (low, high), (first, second), found.p(), ends, level, correction, more
    )


def by_influence(
    scored: SystemScores, matches: Matches, used: Interval, level: float, correction: Correction
) -> JudgedSystems:
    """Compare scores by the variance of the sums of their influences."""
    parts = variances(scored.influence)
    reach = spread(parts, used, np.arange(len(scored.score))).reach(level)
    low = np.maximum(scored.score - reach, scored.lowest)
    high = np.minimum(scored.score + reach, scored.highest)
    first, second = _comparable(scored.score, scored.component)
    apart = spread(parts, used, first, second)
    difference = differences(scored.score, first, second)
    wide = apart.reach(level)
    ends = difference - wide, difference + wide
    p = apart.p(difference)
    return _judged(scored, matches, (low, high), (first, second), p, ends, level, correction)


def _judged(
    scored: SystemScores,
    matches: Matches,
    own: tuple[Floats, Floats],
    pairs: tuple[Ints, Ints],
    p: Floats,
    ends: tuple[Floats, Floats],
    level: float,
    correction: Correction,
    more: FurtherJudgements | None = None,
) -> JudgedSystems:
    """Say of every pair of one component what the contrast is, and what ranks are left open."""
    first, second = pairs
    guarded = adjusted(p, scored.component, first)
    difference = differences(scored.score, first, second)
    fitted = scored.fitted
    one_segment = len(np.unique(matches.segment)) < 2
    return JudgedSystems(
        scored.score,
        *own,
        scored.component,
        stand(scored.score, scored.component, first, second, p, level=level, correction=correction),
        tuple(
            Contrast(
                matches.systems[i],
                matches.systems[j],
                float(difference[k]),
                number_or_none(ends[0][k]),
                number_or_none(ends[1][k]),
                number_or_none(p[k]),
                number_or_none(guarded[k]),
                reason=why_not(matches.systems[i], matches.systems[j], (one_segment, one_segment))
                if np.isnan(p[k])
                else None,
                further=None if more is None else whole(more.judgements[k]),
                limit=None if more is None else more.limit[k],
            )
            for k, (i, j) in enumerate(zip(first.tolist(), second.tolist(), strict=True))
        ),
        None if fitted is None else fitted.tie,
        () if fitted is None else fitted.identified.why,
        fitted is None or fitted.identified.finite,
        scored.notes,
    )


def by_runs(runs: Runs, matches: Matches, counts: Tally, level: float) -> JudgedSystems:
    """Read ranks and differences from the runs of TrueSkill."""
    score = np.where(counts.compared.any(1), runs.mu.mean(0), np.nan)
    size, component = len(score), np.zeros(len(score), dtype=np.int64)
    known = np.flatnonzero(~np.isnan(score))
    known = known[np.argsort(tied_ranks(-score[known]), kind="stable")]
    below, above = Runs(runs.mu[:, known]).ranks(level)
    rank, low, high, cluster = np.zeros((4, size), dtype=np.int64)
    low[known], high[known] = below.astype(np.int64), above.astype(np.int64)
    cluster[known] = run_clusters(below, above)
    place = tied_ranks(-score[known])
    rank[known] = 1 + (place[:, None] > place[None, :]).sum(1)
    first, second = _comparable(score, component)
    drawn = runs.mu[:, first] - runs.mu[:, second]
    ends = span(drawn, level)
    wrong = np.minimum((drawn <= 0).sum(0), (drawn >= 0).sum(0))
    p = np.minimum(2 * (wrong + 1) / (len(drawn) + 1), 1.0)
    guarded = adjusted(p, component, first)
    difference = differences(score, first, second)
    lowest, highest = span(runs.mu, level)
    together = stand(score, component, first, second, p, level=level)
    return JudgedSystems(
        score,
        np.where(np.isnan(score), np.nan, lowest),
        np.where(np.isnan(score), np.nan, highest),
        component,
        Standings(rank, low, high, together.all_low, together.all_high, cluster),
        tuple(
            Contrast(
                matches.systems[i],
                matches.systems[j],
                float(difference[k]),
                float(ends[0][k]),
                float(ends[1][k]),
                float(p[k]),
                float(guarded[k]),
            )
            for k, (i, j) in enumerate(zip(first.tolist(), second.tolist(), strict=True))
        ),
    )


def _comparable(score: Floats, component: Ints) -> tuple[Ints, Ints]:
    """List the pairs that can be compared, component by component, the better system first."""
    first, second = better_first(score)
    together = component[first] == component[second]
    first, second = first[together], second[together]
    order = np.argsort(component[first], kind="stable")
    return first[order], second[order]


def whole(value: float) -> int | None:
    """Return a whole number as such, or None for NaN."""
    return None if np.isnan(value) else int(value)
