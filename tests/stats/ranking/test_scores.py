"""Scores by hand, and their influences beside what happens when a match counts a little more."""

import numpy as np
import pytest

from tertium.stats.ranking.matches import Tally, read_matches, tally
from tertium.stats.ranking.scores import expected_wins, mean_dominance, strengths, win_shares
from tertium.stats.ranking.strengths import fit
from tertium.stats.tournament.dominance import dominance
from tests.stats.ranking.compared import compared, drawn

STRENGTHS = {"a": 0.9, "b": 0.3, "c": -0.4, "d": -0.8}


def matches_of(*pairs):
    """Return matches of (winner, loser, times), or with "=" before a tie."""
    rows = []
    for pair, times in pairs:
        tie = pair.startswith("=")
        one, two = pair.removeprefix("=")
        for _ in range(times):
            rows.append((f"j{len(rows) % 3}", f"s{len(rows)}", one, two, 0 if tie else 1, 1))
    return read_matches(compared(rows))


def test_wins_and_expected_wins_by_hand():
    """Wins pool all opponents, expected wins count every opponent once; ties are left out."""
    matches = matches_of(("ab", 8), ("ba", 2), ("ac", 1), ("ca", 1), ("=bc", 5), ("cb", 3))
    assert win_shares(matches).score == pytest.approx([9 / 12, 2 / 13, 4 / 5])
    assert expected_wins(matches).score == pytest.approx(
        [(0.8 + 0.5) / 2, (0.2 + 0) / 2, (0.5 + 1) / 2]
    )


def test_neither_won_nor_lost_is_no_share():
    """A system that only tied has no score, not 0."""
    matches = matches_of(("ab", 3), ("=ac", 4))
    for found in (win_shares(matches), expected_wins(matches)):
        assert np.isnan(found.score[2])
        assert found.score[:2] == pytest.approx([1, 0])


def nudged(matches, row, by):
    """Return the table in which one match counts a little more."""
    size = len(matches.systems)
    counts = tally(matches.first, matches.second, matches.value, size)
    wins, ties = counts.wins.copy(), counts.ties.copy()
    i, j, value = matches.first[row], matches.second[row], matches.value[row]
    if value > 0:
        wins[i, j] += by
    elif value < 0:
        wins[j, i] += by
    else:
        ties[i, j] += by
        ties[j, i] += by
    return Tally(wins, ties)


def shares(counts):
    return counts.wins.sum(1) / counts.decided.sum(1)


def expected(counts):
    return np.array(
        [
            np.mean([row[j] / n[j] for j in range(len(row)) if n[j]])
            for row, n in zip(counts.wins, counts.decided, strict=True)
        ]
    )


@pytest.mark.parametrize(
    ("score", "again"),
    [
        (lambda m: strengths(m, ties="davidson", prior=None), lambda t: fit(t).score),
        (lambda m: strengths(m, ties="half", prior=None), lambda t: fit(t, ties="half").score),
        (lambda m: strengths(m, ties="drop", prior=None), lambda t: fit(t, ties="drop").score),
        (lambda m: strengths(m, ties="davidson", prior=0.7), lambda t: fit(t, prior=0.7).score),
        (win_shares, shares),
        (expected_wins, expected),
    ],
    ids=["davidson", "half", "drop", "prior", "wins", "expected wins"],
)
def test_influence_is_how_scores_move_when_a_match_counts_more(score, again):
    """The derivative of the score by the weight of a match, for every match."""
    matches = read_matches(compared(drawn(STRENGTHS, 120)))
    influence = score(matches).influence
    table = np.zeros((len(matches), influence.lever.shape[1]))
    np.add.at(table, (influence.row, influence.column), influence.value)
    found = table @ influence.lever.T
    step = 1e-4
    for row in range(0, len(matches), 7):
        moved = again(nudged(matches, row, step)) - again(nudged(matches, row, -step))
        assert found[row] == pytest.approx(moved / (2 * step), abs=1e-6)


def test_mean_dominance_is_that_of_the_graphs():
    """The same means as `dominance` gives, and influences that sum to nothing."""
    rows = compared(drawn(STRENGTHS | {"e": 0.0}, 300, segments=25))
    systems = ("a", "b", "c", "d", "e")
    found = mean_dominance(rows, systems)
    told = {one.system: one.score for one in dominance(rows).systems}
    assert found.score == pytest.approx([told[name] for name in systems])
    sums = np.bincount(found.influence.column, found.influence.value)
    assert sums == pytest.approx(np.zeros(5), abs=1e-12)
