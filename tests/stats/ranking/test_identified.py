"""Which strengths are finite, beside a linear programme that knows nothing of graphs."""

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.optimize import linprog

from tertium.stats.ranking.identified import identify, parts_apart
from tertium.stats.ranking.matches import Tally
from tests.stats.ranking.compared import tallies


def runs_away(counts, ties, systems):
    """Return whether the likelihood of these systems can grow without end.

    A direction (θ, η) does so if it lowers no observed outcome and raises one, or never
    comes back: the programme looks for the largest such direction in a box.
    """
    size = len(systems)
    rows, limits = [], []
    eta = size  # the column of log ν

    def at_most(*terms):
        row = np.zeros(size + 1)
        for column, weight in terms:
            row[column] += weight
        rows.append(row)
        limits.append(0.0)

    for i, one in enumerate(systems):
        for j, two in enumerate(systems):
            if i == j:
                continue
            won = counts.wins[one, two] > 0
            tied = counts.ties[one, two] > 0
            if ties == "half":
                won, tied = won or tied, False
            if won:  # θ_i − θ_j ≥ 0, and with ties ≥ 2η
                at_most((j, 1), (i, -1))
                if ties == "davidson":
                    at_most((j, 1), (i, -1), (eta, 2))
            if tied and ties == "davidson":  # 2η ≥ |θ_i − θ_j|
                at_most((i, 1), (j, -1), (eta, -2))
    if not rows:
        return size > 1
    bounds = [(-1.0, 1.0)] * (size + 1)
    bounds[0] = (0.0, 0.0)  # a shift of all is no direction
    if ties != "davidson" or not (counts.ties[np.ix_(systems, systems)] > 0).any():
        bounds[eta] = (0.0, 0.0)  # without ties ν is 0 and no parameter
    for column in range(size + 1):
        for sign in (1.0, -1.0):
            goal = np.zeros(size + 1)
            goal[column] = sign
            found = linprog(goal, A_ub=np.array(rows), b_ub=limits, bounds=bounds)
            if found.fun < -1e-6:
                return True
    return False


@settings(max_examples=60)
@given(tallies(most=4, counts=1))
def test_components_are_finite_and_cannot_be_larger(counts):
    """Inside a component the likelihood has a maximum; over all systems only if they are one."""
    for ties in ("davidson", "half", "drop"):
        found = identify(counts, ties=ties)
        everyone = list(range(len(counts.wins)))
        one = bool((found.component == 0).all())
        assert (one and found.finite) == (not runs_away(counts, ties, everyone))
        if ties != "davidson":
            for code in np.unique(found.component):
                members = np.flatnonzero(found.component == code).tolist()
                assert not runs_away(counts, ties, members)


def test_winners_come_first_and_every_component_says_why():
    """System a beats b and c, who beat each other and d; e and f never met the others."""
    wins = np.zeros((6, 6))
    for one, two in ["ab", "ac", "bc", "cb", "bd", "cd", "ef", "fe"]:
        wins["abcdef".index(one), "abcdef".index(two)] = 3
    found = identify(Tally(wins, np.zeros((6, 6))), ties="davidson")
    standing = {
        "".join("abcdef"[k] for k in np.flatnonzero(found.component == code)): why
        for code, why in enumerate(found.why)
    }
    assert standing == {
        "a": "won every decided comparison with the others",
        "bc": "never lost to some of the others and never won against the rest",
        "d": "lost every decided comparison with the others",
        "ef": "never compared with the others",
    }
    assert found.component[0] < found.component[1] < found.component[3]


def test_strength_and_ties_can_run_away_together():
    """With a > b, b = c, c = a there are arrows all round, but more ties than wins."""
    wins, ties = np.zeros((2, 3, 3))
    wins[0, 1] = ties[1, 2] = ties[2, 1] = ties[0, 2] = ties[2, 0] = 1
    assert not identify(Tally(wins, ties), ties="davidson").finite
    assert identify(Tally(wins, ties), ties="half").finite
    wins[1, 0] = 1  # each has won once against the other
    assert identify(Tally(wins, ties), ties="davidson").finite


@pytest.mark.parametrize("size", [0, 1, 60])
def test_any_number_of_systems_can_be_told_apart(size):
    """A ring of wins joins all; nothing joins none."""
    wins = np.roll(np.eye(size), 1, axis=1) if size > 1 else np.zeros((size, size))
    found = identify(Tally(wins, np.zeros((size, size))), ties="davidson")
    assert len(np.unique(found.component)) == min(size, 1)
    assert len(np.unique(parts_apart(Tally(wins, wins)))) == min(size, 1)
