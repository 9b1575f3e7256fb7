"""Systems on the latent scale: places, contrasts, rank ranges and clusters."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from tertium.choices import Link
from tertium.stats.arrays import Bools, Floats, Ints, number_or_none
from tertium.stats.codes import different_of
from tertium.stats.contrasts.crossed import CrossedEstimates
from tertium.stats.contrasts.estimate import Standings, adjusted, better_first, stand
from tertium.stats.contrasts.outputs import Pairs, joined
from tertium.stats.contrasts.record import Contrast, why_not
from tertium.stats.contrasts.separate import further
from tertium.stats.order import differences
from tertium.stats.ratings.cumulative import CumulativeModel, Precision
from tertium.stats.ratings.intercepts import random_intercepts
from tertium.stats.ratings.links import LINKS
from tertium.stats.ratings.moved import Movements
from tertium.stats.ratings.rated import Rated

SYSTEM_SD = 3.0  # of the prior on systems, in sds of the noise: keeps them finite
SEVERITY_SCALE = 2.0  # of the prior on the sd of severity, in sds of the noise
SPREAD_SD = 0.3  # of the prior on log spreads: most annotators have between .55 and 1.8


@dataclass(frozen=True)
class LatentScale:
    """Systems on the latent scale; arrays belong to systems by code.

    `annotator_sd` is the sd of severity between annotators.
    """

    movements: Movements
    annotator_sd: float
    score: Floats
    low: Floats
    high: Floats
    component: Ints
    standings: Standings
    contrasts: tuple[Contrast, ...]
    pairs: Pairs


def fit_latent(rated: Rated, link: Link, *, spreads: bool = True) -> tuple[Movements, float]:
    """Fit the model with severity and spread, regularised by how much annotators differ.

    The sd of severity comes from the random-intercept model, with a prior that keeps it
    from 0 and finite.
    Log spreads have a normal prior; with two categories, with one annotator, or without `spreads`,
    there are none.
    """
    counts, chosen = rated.counts(), LINKS[link]
    systems = (SYSTEM_SD * chosen.sd) ** -2
    severity = SEVERITY_SCALE * chosen.sd
    begin = random_intercepts(counts, chosen, systems=systems, severity=severity)
    several = len(counts) > 1
    precision = Precision(
        systems,
        begin.sd**-2 if several else None,
        SPREAD_SD**-2 if spreads and several and counts.shape[2] > 2 else None,
    )
    model = CumulativeModel(counts, chosen, precision)
    return Movements(model.fit(begin.at), rated), begin.sd


def latent_scale(rated: Rated, link: Link, level: float, *, spreads: bool = True) -> LatentScale:
    """Place systems on the latent scale and contrast all pairs that annotators connect."""
    movements, sd = fit_latent(rated, link, spreads=spreads)
    at = movements.fitted.at
    size, cuts = len(rated.systems), len(at.thresholds)
    sides = np.concatenate([np.zeros((size, cuts)), np.eye(size)], axis=1)
    score = at.systems
    own = joined(
        [
            movements.estimate(float(score[s]), movements.inverse(sides[s] - sides.mean(0)), unit)
            for s, unit in enumerate(np.diag(movements.units).tolist())
        ]
    )
    low, high = own.interval(level) if size > 1 else np.full((2, size), np.nan)
    component = _components(rated)
    first, second = better_first(score)
    joint = component[first] == component[second]
    pairs = _pairs(rated, first, second, joint, _contrasted(movements, sides, first, second))
    p = np.where(joint, pairs.found.p(), np.nan)
    return LatentScale(
        movements,
        sd,
        score,
        low,
        high,
        component,
        stand(score, component, first, second, p, level=level),
        _contrasts(rated, score, pairs, p, component, level),
        pairs,
    )


def _contrasted(movements: Movements, sides: Floats, first: Ints, second: Ints) -> CrossedEstimates:
    score, units = movements.fitted.at.systems, movements.units
    if movements.common and len(first):
        middle = sides.mean(0)
        places = [movements.inverse(side - middle) for side in sides]
        return movements.contrasts(places, first, second)
    return joined(
        [
            movements.estimate(
                float(score[a] - score[b]), movements.inverse(sides[a] - sides[b]), units[a, b]
            )
            for a, b in zip(first.tolist(), second.tolist(), strict=True)
        ]
    )


def _components(rated: Rated) -> Ints:
    """Return the group of each system; a chain of annotators who judged both connects systems."""
    systems, people = len(rated.systems), len(rated.annotators)
    size = systems + people
    graph = csr_array(
        (np.ones(len(rated)), (rated.system, systems + rated.annotator)), shape=(size, size)
    )
    groups = connected_components(graph, directed=False)[1][:systems]
    return np.unique(groups, return_inverse=True)[1].astype(np.int64)


def _pairs(rated: Rated, first: Ints, second: Ints, joint: Bools, found: CrossedEstimates) -> Pairs:
    """Count the units in which either system of a pair was judged."""

    def either(unit: Ints) -> Ints:
        seen = np.zeros((len(rated.systems), int(unit.max(initial=-1)) + 1), dtype=bool)
        seen[rated.system[unit >= 0], unit[unit >= 0]] = True
        return np.asarray((seen[first] | seen[second]).sum(1))

    segments = different_of(rated.system, rated.segment, len(rated.systems))
    alone = np.stack([segments[first] < 2, segments[second] < 2], axis=1)
    known = found.without(alone[:, 0] | alone[:, 1])
    annotators, documents = either(rated.annotator), either(rated.document)
    return Pairs(first, second, joint, known, annotators, documents, either(rated.segment), alone)


def _contrasts(
    rated: Rated, score: Floats, pairs: Pairs, p: Floats, component: Ints, level: float
) -> tuple[Contrast, ...]:
    first, second = pairs.first, pairs.second
    if not len(first):
        return ()
    low, high = pairs.found.interval(level)
    guarded = adjusted(p, component, first)
    more = further(pairs.found, len(rated), level=level)
    difference = differences(score, first, second)
    told = []
    for k, (i, j) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
        a, b = rated.systems[i], rated.systems[j]
        if not pairs.connected[k]:
            reason = f"no chain of annotators connects {a} and {b}"
            told.append(Contrast(a, b, None, reason=reason))
            continue
        told.append(
            Contrast(
                a,
                b,
                float(difference[k]),
                number_or_none(low[k]),
                number_or_none(high[k]),
                number_or_none(p[k]),
                number_or_none(guarded[k]),
                int(pairs.annotators[k]),
                int(pairs.documents[k]) or None,
                why_not(a, b, tuple(pairs.alone[k].tolist())) if np.isnan(p[k]) else None,
                None if np.isnan(more.judgements[k]) else int(more.judgements[k]),
                more.limit[k],
            )
        )
    return tuple(told)
