"""From judgements of outputs to everything that is said about systems."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from tertium.stats.arrays import Bools, Floats, Ints, number_or_none
from tertium.stats.contrasts.crossed import LEVELS, CrossedEstimates, Prior
from tertium.stats.contrasts.outputs import Outputs, Pairs, compare_pairs, levels, log_rates
from tertium.stats.contrasts.record import Contrast, Text, why_not
from tertium.stats.contrasts.separate import Correction, clusters, corrected, further, places
from tertium.stats.order import differences, tied_ranks
from tertium.wording import say

Better = Literal["higher", "lower"]


@dataclass(frozen=True, slots=True)
class Standings:
    """The rank of each system inside its component, the ranks left open, and its cluster.

    `low` and `high` follow from single contrasts; `all_low` and `all_high` from contrasts
    corrected for their number, so that all ranges are right together. 0 without a score.
    """

    rank: Ints
    low: Ints
    high: Ints
    all_low: Ints
    all_high: Ints
    cluster: Ints


@dataclass(frozen=True, slots=True)
class EstimatedContrasts:
    """Systems and contrasts; arrays belong to `systems` by code, `order` is best first."""

    systems: tuple[str, ...]
    score: Floats
    low: Floats
    high: Floats
    component: Ints
    order: Ints
    standings: Standings
    contrasts: tuple[Contrast, ...]
    level: CrossedEstimates
    pairs: Pairs


def estimate(
    rows: Outputs,
    *,
    level: float,
    better: Better = "higher",
    scale: Literal["identity", "log"] = "identity",
    least: float = 0.0,
    prior: Prior = Prior(),  # noqa: B008  # frozen
    strictness: float = LEVELS,
    unseen: Floats | None = None,
    text: Text = "segment",
    chosen: tuple[Ints, Ints] | None = None,
    level_rows: Outputs | None = None,
) -> EstimatedContrasts:
    """Score systems and contrast all pairs, the better system first, or the `chosen` ones.

    On the `log` scale p and ranks come from log ratios of rates, and the interval of a difference
    follows from that of the ratio; `least` is the rate of half of the smallest cost, for systems
    without any. `strictness` is the prior scale of annotators' levels, which cancel in contrasts
    but not in scores. `unseen` is the covariance of scores for these annotators and texts where
    values were estimated themselves, which their spread does not show; no interval is narrower
    than that. `text` is what the segments of `rows` are. `level_rows` tell how sure the scores are,
    where that is not told by `rows`.
    """
    score = rows.score
    worked = log_rates(rows, least) if scale == "log" else rows
    own = levels(level_rows or worked, Prior(strictness, prior.documents, prior.unit))
    if unseen is not None:
        own = own.at_least(np.diag(unseen))
    low, high = own.interval(level)
    if scale == "log":
        low, high = np.exp(low), np.exp(high)
    first, second = chosen or better_first(score, better=better)
    pairs = compare_pairs(worked, first, second, prior=prior)
    if unseen is not None:
        alone = np.diag(unseen)
        floor = alone[first] + alone[second] - 2 * unseen[first, second]
        pairs = replace(pairs, found=pairs.found.at_least(floor))
    component = _components(len(score), pairs)
    p = np.where(pairs.connected, pairs.found.p(), np.nan)
    standings = stand(score, component, first, second, p, level=level, better=better)
    order = np.lexsort((np.arange(len(score)), standings.rank, component))
    return EstimatedContrasts(
        rows.systems,
        score,
        low,
        high,
        component,
        order,
        standings,
        _contrasts(rows, worked, pairs, p, component, level, scale, text),
        own,
        pairs,
    )


def better_first(score: Floats, *, better: Better = "higher") -> tuple[Ints, Ints]:
    """List all pairs of systems that have a score, the better one first; ties by code."""
    known = np.flatnonzero(~np.isnan(score))
    known = known[np.lexsort((known, _place(score[known], better)))]
    one, two = np.triu_indices(len(known), 1)
    return known[one], known[two]


def stand(
    score: Floats,
    component: Ints,
    first: Ints,
    second: Ints,
    p: Floats,
    *,
    level: float,
    better: Better = "higher",
    correction: Correction = "none",
) -> Standings:
    """Return ranks, their ranges and clusters from the p of pairs, the better system first.

    `correction` is that of the ranges and clusters which stand beside the simultaneous ranges.
    """
    size = len(score)
    place = _place(score, better)
    rank, low, high, all_low, all_high, cluster = np.zeros((6, size), dtype=np.int64)
    for code in np.unique(component):
        inside = np.flatnonzero((component == code) & ~np.isnan(score))
        inside = inside[np.lexsort((inside, place[inside]))]
        rank[inside] = 1 + (place[inside][:, None] > place[inside][None, :]).sum(1)
        own = (component[first] == code) & (component[second] == code)

        def ahead(guarded: Correction, own: Bools = own, inside: Ints = inside) -> Bools:
            sure = corrected(p[own], guarded) < 1 - level  # NaN is never sure
            sure &= place[first[own]] < place[second[own]]
            better = np.zeros((size, size), dtype=bool)
            better[first[own][sure], second[own][sure]] = True
            return better[np.ix_(inside, inside)]

        single = ahead(correction)
        low[inside], high[inside] = places(single)
        cluster[inside] = clusters(single)
        all_low[inside], all_high[inside] = places(ahead("holm"))
    return Standings(rank, low, high, all_low, all_high, cluster)


def _place(score: Floats, better: Better) -> Ints:
    """Return the place of each score, best first; equal scores share a place."""
    return tied_ranks(score if better == "lower" else -score)


def _components(systems: int, pairs: Pairs) -> Ints:
    """Return the group of each system; contrasts connect the systems of one group."""
    joined = pairs.connected
    graph = coo_array(
        (np.ones(int(joined.sum())), (pairs.first[joined], pairs.second[joined])),
        shape=(systems, systems),
    )
    return np.asarray(connected_components(graph, directed=False)[1], dtype=np.int64)


def _contrasts(
    rows: Outputs,
    worked: Outputs,
    pairs: Pairs,
    p: Floats,
    component: Ints,
    level: float,
    scale: str,
    text: Text,
) -> tuple[Contrast, ...]:
    """Return a record for every pair; pairs without a connection have a reason instead."""
    first, second = pairs.first, pairs.second
    score = rows.score
    difference = differences(score, first, second)
    low, high = pairs.found.interval(level)
    if scale == "log":
        rate = np.exp(worked.score)
        total = rate[first] + rate[second]  # a − b is (a + b)·tanh(λ/2) for λ = ln(a/b)
        low, high = total * np.tanh(low / 2), total * np.tanh(high / 2)
    guarded = adjusted(p, component, first)
    more = further(pairs.found, len(rows.value), level=level)
    return tuple(
        Contrast(
            rows.systems[i],
            rows.systems[j],
            float(difference[k]),
            number_or_none(low[k]),
            number_or_none(high[k]),
            number_or_none(p[k]),
            number_or_none(guarded[k]),
            int(pairs.annotators[k]),
            int(pairs.documents[k]) or None,
            why_not(rows.systems[i], rows.systems[j], tuple(pairs.alone[k].tolist()), text)
            if np.isnan(p[k])
            else None,
            None if np.isnan(more.judgements[k]) else int(more.judgements[k]),
            more.limit[k],
        )
        if pairs.connected[k]
        else Contrast(
            rows.systems[i],
            rows.systems[j],
            None,
            reason=say(
                "no annotator judged both {a} and {b}", a=rows.systems[i], b=rows.systems[j]
            ),
        )
        for k, (i, j) in enumerate(zip(first.tolist(), second.tolist(), strict=True))
    )


def adjusted(p: Floats, component: Ints, first: Ints) -> Floats:
    """Return p corrected by Holm for all pairs of a component."""
    found = np.full(len(p), np.nan)
    for code in np.unique(component):
        own = component[first] == code
        found[own] = corrected(p[own], "holm")
    return found
