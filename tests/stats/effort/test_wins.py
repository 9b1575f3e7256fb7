"""Wins, losses, ties, and how sure a share of wins is."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import stdtrit

from studies.effort import Cell, simulate
from tertium.stats.effort.methods import Comparable
from tertium.stats.effort.wins import Pairs, outcomes, pair_interval, pairs_of, tally

SMALL = Cell("small", editors=4, systems=3, training=4, test=9)


def drawn(seed=0, cell=SMALL):
    return simulate(cell, np.random.default_rng(seed)).measured


def test_pairs_are_all_pairs_of_systems_within_a_source():
    """Every two test judgements of one source about different systems, once."""
    measured = drawn()
    pairs = pairs_of(measured, np.ones(len(measured), dtype=bool))
    slow = {
        (one, two)
        for one in range(len(measured))
        for two in range(one + 1, len(measured))
        if measured.test[one]
        and measured.test[two]
        and measured.segment.codes[one] == measured.segment.codes[two]
        and measured.system.codes[one] != measured.system.codes[two]
    }
    assert {tuple(sorted(pair)) for pair in zip(pairs.first, pairs.second, strict=True)} == slow
    assert len(pairs) == len(slow)


def test_counts_by_hand():
    """Three outputs of one source: 10, 10.4 and 20 seconds, with a tie band of 5%."""
    measured = drawn()
    rows = np.flatnonzero(measured.test & (measured.segment.codes == 4))
    rows = rows[np.unique(measured.system.codes[rows], return_index=True)[1]]
    values = np.full(len(measured), np.nan)
    values[rows] = [10.0, 10.4, 20.0]
    pairs = pairs_of(measured, ~np.isnan(values))
    found = tally(measured, pairs, outcomes(pairs, Comparable(values, "raw"), tie=0.05))
    systems = measured.system.codes[rows]
    assert found.wins[systems].tolist() == [1, 1, 0]
    assert found.losses[systems].tolist() == [0, 0, 2]
    assert found.ties[systems].tolist() == [1, 1, 0]
    assert [found.scores[code].value for code in systems] == [1.0, 1.0, 0.0]
    assert found.scores[systems[0]].low is None  # one source tells nothing about others


def test_the_band_is_a_share_of_raw_effort_and_a_difference_of_logs():
    """What counts as equal depends on what a difference means."""
    pairs = Pairs(np.array([0, 0]), np.array([1, 2]))
    values = np.array([100.0, 104.0, 106.0])
    assert outcomes(pairs, Comparable(values, "raw"), tie=0.05).tolist() == [0.0, 1.0]
    logs = Comparable(np.array([1.0, 1.04, 1.06]), "log")
    assert outcomes(pairs, logs, tie=0.05).tolist() == [0.0, 1.0]
    assert outcomes(pairs, Comparable(np.ones(3), "raw")).tolist() == [0.0, 0.0]


def test_a_system_that_never_wins_or_loses_has_no_score():
    """Nothing decided is not zero."""
    measured = drawn()
    values = np.ones(len(measured))
    pairs = pairs_of(measured, ~np.isnan(values))
    found = tally(measured, pairs, outcomes(pairs, Comparable(values, "raw")))
    assert [one.value for one in found.scores] == [None] * 3


def reach_by_hand(measured, pairs, influence, level=0.95):
    """Add the products of all two pairs that share an editor or a source, one by one."""
    who, what = measured.annotator.codes, measured.segment.codes
    ends = [{who[a], who[b]} for a, b in zip(pairs.first, pairs.second, strict=True)]
    rows = [{a, b} for a, b in zip(pairs.first, pairs.second, strict=True)]
    editors, segments, both = 0.0, 0.0, 0.0
    for i in range(len(pairs)):
        for j in range(len(pairs)):
            product = influence[i] * influence[j]
            shared = bool(ends[i] & ends[j])
            same = what[pairs.first[i]] == what[pairs.first[j]]
            editors += product * shared
            segments += product * same
            both += product * bool(rows[i] & rows[j])
    e, s = len(set().union(*ends)), len(set(what[pairs.first]))
    editors, segments = max(editors, 0.0) * e / (e - 1), segments * s / (s - 1)
    total = max(editors + segments - both, editors, segments)
    below = editors**2 / (e - 1) + max(segments - both, 0.0) ** 2 / (s - 1)
    freedom = total**2 / below if below > 0 else e - 1
    return float(stdtrit(freedom, (1 + level) / 2) * total**0.5)


@given(st.integers(0, 100))
@settings(max_examples=15, deadline=None)
def test_the_interval_adds_what_shares_an_editor_or_a_source(seed):
    """Sums by cluster give what a double loop over pairs gives."""
    measured = drawn(seed)
    pairs = pairs_of(measured, np.ones(len(measured), dtype=bool))
    influence = np.random.default_rng(seed).normal(size=len(pairs))
    influence -= influence.mean()
    fast = pair_interval(measured, pairs, influence, level=0.95)
    assert fast == pytest.approx(reach_by_hand(measured, pairs, influence), rel=1e-9)


@given(st.integers(0, 100))
@settings(max_examples=15, deadline=None)
def test_what_one_wins_another_loses(seed):
    """Wins and losses balance, and the order of effort is all that matters."""
    measured = drawn(seed)
    seconds = measured.values["seconds"]
    pairs = pairs_of(measured, np.ones(len(measured), dtype=bool))
    found = tally(measured, pairs, outcomes(pairs, Comparable(seconds, "raw")))
    assert found.wins.sum() == found.losses.sum() == len(pairs) - found.ties.sum() // 2
    other = tally(measured, pairs, outcomes(pairs, Comparable(seconds**3, "raw")))
    assert other.scores == found.scores
    assert all(0 <= one.low <= one.value <= one.high <= 1 for one in found.scores)


def test_who_always_wins_may_lose_the_next_time():
    """Nine sources and four editors: Wilson's bound 9/(9 + t²) with three degrees of freedom."""
    measured = drawn()
    easy = np.where(measured.system.codes == 0, 1.0, 2.0 + measured.system.codes)
    pairs = pairs_of(measured, np.ones(len(measured), dtype=bool))
    found = tally(measured, pairs, outcomes(pairs, Comparable(easy, "raw")))
    best, _, worst = found.scores
    bound = 9 / (9 + stdtrit(3, 0.975) ** 2)
    assert (best.value, best.high) == (1.0, 1.0)
    assert best.low == pytest.approx(bound)
    assert (worst.value, worst.low) == (0.0, 0.0)
    assert worst.high == pytest.approx(1 - bound)
