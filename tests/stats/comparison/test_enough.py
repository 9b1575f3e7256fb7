"""Probability curves: the paper's numbers, an exact calculation, and speed."""

import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.stats import multinomial, norm

from tertium.exceptions import BadInput
from tertium.stats.comparison.compare import compare
from tertium.stats.comparison.enough import _Power, enough, enough_from_shares
from tertium.stats.contrasts.crossed import CrossedEstimates

SHARES = (0.44, 0.16, 0.23, 0.12, 0.40), (0.30, 0.11, 0.11, 0.07, 0.20)


def test_table_6_gives_the_curve_of_figure_2():
    """One annotator: about .16, .09 and .005 with 50, 100 and 500 judgements."""
    found = enough_from_shares(*SHARES, sizes=(50, 100, 500), annotators=(1,), replicates=20_000)
    curve = [point.ratio_at_most_1 for point in found.points]
    assert curve == pytest.approx([0.16, 0.09, 0.005], abs=0.01)
    assert curve == pytest.approx([0.18, 0.09, 0.01], abs=0.03)  # as printed


def test_small_campaigns_have_the_exact_probability():
    """Summing over all outcomes of five judgements gives the simulated share."""
    a, b, n = 0.4, 0.25, 5
    exact = sum(
        multinomial.pmf([i, j, n - i - j], n, [a, b, 1 - a - b])
        for i in range(n + 1)
        for j in range(n + 1 - i)
        if i <= j
    )
    found = enough_from_shares([a], [b], sizes=(n,), replicates=40_000)
    assert found.points[0].ratio_at_most_1 == pytest.approx(exact, abs=0.01)
    assert found.points[0].impact_at_most_0 == found.points[0].ratio_at_most_1


def test_a_threshold_counts_identical_outputs():
    """Impact is reduced by identical outputs before it is compared with the threshold."""
    wide = enough_from_shares([0.5], [0.4], sizes=(100,), threshold=0.04, identical=0.0)
    narrow = enough_from_shares([0.5], [0.4], sizes=(100,), threshold=0.04, identical=0.6)
    assert narrow.points[0].impact_at_most_threshold > wide.points[0].impact_at_most_threshold


def test_more_judgements_mislead_less_often():
    """Each curve falls, up to the noise of 1,000 drawings."""
    found = enough_from_shares(*SHARES)
    for number in (1, 2, 3, 5):
        curve = [p.ratio_at_most_1 for p in found.points if p.annotators == number]
        assert len(curve) == 20
        assert curve[0] > curve[-1]
        assert max(np.diff(curve)) < 0.05
    assert found.enough == ()


def test_enough_follows_the_rule_of_the_headline(table, counted):
    """More judgements and annotators never miss more often; 80% is reached before 95%."""
    found = enough(table(counted((70, 66, 73, 69, 71), (30, 28, 31, 26, 30), (110,) * 5)))
    assert found.shown
    assert found.again > 0.5
    missed = {(p.annotators, p.judgements): p.missed for p in found.points}
    for number in (1, 2, 3, 5):
        curve = [missed[number, size] for size in found.sizes]
        assert curve == sorted(curve, reverse=True)
    for size in found.sizes:
        assert missed[5, size] <= missed[3, size] <= missed[1, size]
    same = found.enough[-1]
    assert same.annotators == 5
    assert same.at_80 < same.at_95
    assert same.at_80 < found.judgements == 550


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(50, 75), st.integers(20, 45))
def test_nothing_is_called_enough_where_the_study_does_not_show_it(table, counted, wins, losses):
    """`shown` is what the headline says: the confidence interval excludes 1."""
    data = table(counted((wins, 60, 55), (losses, 50, 40), (130, 130, 130)))
    found = enough(data, sizes=(100,), replicates=2)
    ratio = compare(data).improvement_ratio
    assert found.shown == (ratio.low > 1 or ratio.high < 1)
    if not found.shown:
        assert found.enough == ()
        assert found.again is None
        assert {point.missed for point in found.points} == {None}


@pytest.mark.parametrize(("people", "these"), [(9, True), (10, False)])
def test_few_annotators_are_named_in_the_title(people, these):
    """Below ten annotators the curves speak of these annotators."""
    found = enough_from_shares([0.4] * people, [0.2] * people, sizes=(50,))
    assert found.for_these_annotators is these
    assert ("for these annotators" in found.title) is these


def test_judgements_and_their_shares_give_the_same_curves(table, counted):
    """The curves of a table are those of its annotators' shares."""
    data = table(counted((44, 16), (30, 11), (100, 100)))
    from_table = enough(data, identical=0.2, sizes=(50, 200))
    from_shares = enough_from_shares([0.44, 0.16], [0.3, 0.11], identical=0.2, sizes=(50, 200))
    assert [replace(one, missed=None) for one in from_table.points] == list(from_shares.points)


def test_curves_of_a_large_campaign_take_less_than_two_seconds(table):
    """1,000 replicates, 20 sizes, 4 numbers of annotators, 3,000 judgements."""
    labels = ("advanced", "baseline", "both_bad")
    rows = [(f"e{k % 5}", f"s{k}", labels[k % 3]) for k in range(3000)]
    data = table(rows).comparisons()
    start = time.process_time()
    found = enough(data, baseline="base", advanced="adv", annotators=(1, 2, 3, 5))
    assert time.process_time() - start < 2
    assert len(found.points) == 80


def test_more_annotators_than_judged_are_refused():
    """Annotators are drawn without replacement."""
    with pytest.raises(BadInput, match="curves for 3 annotators were asked for, but 2 judged"):
        enough_from_shares([0.4, 0.3], [0.2, 0.2], annotators=(3,))


def test_no_judgements_have_no_curves(table):
    """There is nothing to draw from."""
    with pytest.raises(BadInput, match="no judgement compares"):
        enough(table([]))


def test_fewer_annotators_let_the_estimate_scatter():
    """Known variances: the interval widens, and who of the annotators takes part adds chance."""
    part = np.array([0.01])
    known = np.ones((1, 1)), np.full((1, 1), 0.04)
    false = part > 1
    found = CrossedEstimates(np.array([0.5]), *known, part, part, 2 * part, false, false)
    power = _Power(found, 400, 4, 0.95)
    # Two of four annotators, 200 of 400 judgements: V = .02 + .01 + .04, scatter .04 + .01.
    expected = norm.cdf((1.959964 * 0.07**0.5 - 0.5) / 0.05**0.5)
    assert power.missed(2, 200) == pytest.approx(expected, abs=1e-5)
    assert power.missed(4, 400) == pytest.approx(
        norm.cdf((1.959964 * 0.2 - 0.5) / 0.02**0.5), abs=1e-5
    )
