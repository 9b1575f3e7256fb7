"""Correlation with a ranking given from elsewhere."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import kendalltau, spearmanr

from studies.effort import Cell, simulate
from tertium.stats.effort.methods import Comparable
from tertium.stats.effort.reference import ReferenceJudgements, kendall, spearman, spearman_interval
from tertium.stats.effort.wins import outcomes, pairs_of
from tertium.table import JudgementTable


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=3, max_size=12))
def test_spearman_equals_scipy(pairs):
    """Ties have their mean rank; a flat order has no correlation."""
    x, y = np.array(pairs, dtype=float).T
    if len(set(x)) == 1 or len(set(y)) == 1:
        assert spearman(x, y) is None
        return
    assume(len(set(x)) > 1)
    assert spearman(x, y) == pytest.approx(spearmanr(x, y).statistic)


def test_bonett_and_wright_by_hand():
    """ρ = .7333 of ten systems: z ± 1.96 √((1 + ρ²/2)/7)."""
    found = spearman_interval(0.7333, 10)
    reach = 1.959964 * ((1 + 0.7333**2 / 2) / 7) ** 0.5
    assert found.low == pytest.approx(np.tanh(np.arctanh(0.7333) - reach), abs=1e-6)
    assert found.high == pytest.approx(np.tanh(np.arctanh(0.7333) + reach), abs=1e-6)
    assert spearman_interval(0.5, 3).low is None
    assert spearman_interval(1.0, 10).low is None


def test_kendall_is_the_mean_over_sources_when_nothing_is_tied():
    """Every source has as many pairs, so pooling equals SciPy's τ averaged."""
    cell = Cell("small", editors=4, systems=4, training=0, test=15)
    run = simulate(cell, np.random.default_rng(2))
    measured = run.measured
    scores = {
        (segment, system): -truth
        for segment, system, truth in zip(
            measured.segment.values(), measured.system.values(), run.truth, strict=True
        )
    }
    pairs = pairs_of(measured, np.ones(len(measured), dtype=bool))
    outcome = outcomes(pairs, Comparable(measured.values["seconds"], "raw"))
    told = ReferenceJudgements.of_segments(scores).told(measured, pairs)
    tau, number = kendall(measured, pairs, outcome, told)
    each = []
    for segment in range(15):
        own = measured.segment.codes == segment
        seconds = measured.values["seconds"][own]
        each.append(kendalltau(seconds, run.truth[own]).statistic)
    assert tau.value == pytest.approx(np.mean(each))
    assert number == 15 * 6
    assert tau.low < tau.value < tau.high


def test_comparisons_become_a_ranking():
    """Wins / (wins + losses) by system; the preference of a pair is the sum of what was said."""
    rows = [
        ("1", "x", "y", 1.0), ("1", "y", "x", 1.0), ("1", "x", "y", 1.0), ("1", "x", "z", 0.0),
        ("2", "z", "y", -1.0), ("2", "z", "x", None),
    ]  # fmt: skip
    table = JudgementTable.from_rows(
        {"judgement": f"{at}", "annotator": "a", "segment": segment, "system": one, "versus": two,
         "aspect": "preference", "value": value}
        for at, (segment, one, two, value) in enumerate(rows)
    )  # fmt: skip
    found = ReferenceJudgements.of_comparisons(table.comparisons())
    assert found.systems == pytest.approx({"x": 2 / 3, "y": 2 / 4, "z": 0.0})
    assert found.preferences == {("1", "x", "y"): 1.0, ("1", "x", "z"): 0.0, ("2", "y", "z"): 1.0}
