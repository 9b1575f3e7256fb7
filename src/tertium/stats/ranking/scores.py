"""Scores of systems, each with the influence of every match on it.

*Wins* is the share of decided matches that a system won; *expected wins* the mean of that
share over its opponents, so that it does not matter whom it met more often (Koehn, 2012);
*dominance* the mean over graphs of the number of translations it dominates less the
number that dominate it; *strength* the log strength of Bradley and Terry.
"""

from dataclasses import dataclass

import numpy as np

from tertium.choices import Ties
from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import numbered
from tertium.stats.contrasts.variance import Influence
from tertium.stats.ranking.matches import Matches, tally
from tertium.stats.ranking.strengths import Strengths, bradley_terry, residuals
from tertium.stats.tournament.graphs import Graphs
from tertium.stats.tournament.orders import place
from tertium.table import Comparisons


@dataclass(frozen=True, slots=True)
class SystemScores:
    """Scores of systems, NaN for none; those of one `component` can be compared.

    `lowest` and `highest` bound what a score can be; `notes` weaken it.
    """

    score: Floats
    component: Ints
    influence: Influence
    lowest: Floats | float = -np.inf
    highest: Floats | float = np.inf
    fitted: Strengths | None = None
    notes: tuple[str, ...] = ()


def strengths(matches: Matches, *, ties: Ties, prior: float | None) -> SystemScores:
    """Score by log strength.

    A match moves the strengths by H⁻¹ times its part of the gradient, with H the
    information of all matches. With a prior the variance is never below that of
    the posterior, because matches that all went one way have no residuals to tell it.
    """
    size = len(matches.systems)
    first, second, value = matches.first, matches.second, matches.value
    found = bradley_terry(first, second, value, systems=size, ties=ties, prior=prior)
    row, by_system, by_tie = residuals(first, second, value, found, ties)
    columns = [(first[row], by_system), (second[row], -by_system)]
    if found.fitted[-1]:
        columns.append((np.full(len(row), size), by_tie))
    model = found.inverse[:-1, :-1]
    influence = Influence(
        np.concatenate([row] * len(columns)),
        np.concatenate([column for column, _ in columns]),
        np.concatenate([part for _, part in columns]),
        found.inverse[:-1],
        matches.annotator,
        matches.segment,
        matches.cell,
        model,
        None if prior is None else model,
    )
    return SystemScores(found.score, found.identified.component, influence, fitted=found)


def win_shares(matches: Matches) -> SystemScores:
    """Score by wins / (wins + losses); a system without either has no score."""
    size = len(matches.systems)
    wins = tally(matches.first, matches.second, matches.value, size).wins
    decided = wins.sum(1) + wins.sum(0)
    with np.errstate(invalid="ignore"):
        share = wins.sum(1) / decided
    return _shares(matches, share, share[:, None] + np.zeros((size, size)), decided[:, None])


def expected_wins(matches: Matches) -> SystemScores:
    """Score by the mean share of wins over the opponents with whom anything was decided."""
    size = len(matches.systems)
    counts = tally(matches.first, matches.second, matches.value, size)
    decided = counts.decided
    opponents = (decided > 0).sum(1)
    with np.errstate(invalid="ignore"):
        against = counts.wins / decided
        score = np.nansum(against, axis=1) / np.where(opponents > 0, opponents, np.nan)
    return _shares(matches, score, against, decided * opponents[:, None])


def _shares(matches: Matches, score: Floats, expected: Floats, weight: Floats) -> SystemScores:
    """Return shares of wins; a match adds (outcome − expected) / weight to both its systems."""
    size = len(score)
    row = np.flatnonzero(matches.value)
    first, second, won = matches.first[row], matches.second[row], matches.value[row] > 0
    weight = np.broadcast_to(weight, (size, size))
    influence = Influence(
        np.concatenate([row, row]),
        np.concatenate([first, second]),
        np.concatenate(
            [
                (won - expected[first, second]) / weight[first, second],
                (~won - expected[second, first]) / weight[second, first],
            ]
        ),
        np.eye(size),
        matches.annotator,
        matches.segment,
        matches.cell,
    )
    return SystemScores(score, np.zeros(size, dtype=np.int64), influence, 0.0, 1.0)


def mean_dominance(rows: Comparisons, systems: tuple[str, ...]) -> SystemScores:
    """Score by the mean dominance over the graphs in which a system occurs."""
    graphs = Graphs.of(rows)
    f = place(graphs).f.astype(float)
    index = {name: code for code, name in enumerate(systems)}
    code = np.array([index[name] for name in graphs.systems], dtype=np.int64)[graphs.system]
    number = np.bincount(code, minlength=len(systems))
    with np.errstate(invalid="ignore"):
        mean = np.bincount(code, f, minlength=len(systems)) / number
    annotator, segment = numbered(graphs.annotator.codes), numbered(graphs.segment.codes)
    influence = Influence(
        graphs.owner,
        code,
        (f - mean[code]) / number[code],
        np.eye(len(systems)),
        annotator,
        segment,
        numbered(annotator * (segment.max(initial=0) + 1) + segment),
    )
    # No translation dominates more than all others.
    with np.errstate(invalid="ignore"):
        most = np.bincount(code, graphs.size[graphs.owner] - 1, minlength=len(systems)) / number
    notes: tuple[str, ...] = ()
    if len(np.unique(graphs.size)) > 1:
        notes = (
            f"Graphs have {graphs.size.min()} to {graphs.size.max()} translations: dominance grows "
            "with their number, so means over different graphs compare badly.",
        )
    everyone = np.zeros(len(systems), dtype=np.int64)
    return SystemScores(mean, everyone, influence, -most, most, notes=notes)
