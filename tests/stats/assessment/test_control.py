"""Control items: pairs, tests and flags."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tertium.exceptions import BadInput, NotFound
from tertium.scale import HUNDRED
from tertium.stats.assessment.control import control_tests
from tertium.table import JudgementTable
from tests.stats.assessment.scored import scored


def reader(name, pairs, *, repeats=(), group=None):
    """Return rows of somebody: (original, degraded) scores, and (first, again)."""
    rows = []
    for role, given_pairs in (("degraded", pairs), ("repeat", repeats)):
        for number, (original, copy) in enumerate(given_pairs):
            about = {"annotator": name, "segment": f"{role}{number}", "system": "x", "group": group}
            rows.append(about | {"value": original, "role": "real"})
            rows.append(about | {"value": copy, "role": role, "of": about["segment"]})
    return [row | {"aspect": "overall"} for row in rows]


def results_of(*people, **choices):
    rows = [row for person in people for row in person]
    return control_tests(JudgementTable.from_rows(rows), **choices)


PAIRS = [(80, 30), (71, 40), (95, 90), (60, 62), (88, 20), (70, 70), (55, 10), (90, 45)]
REPEATS = [(80, 78), (60, 65), (90, 90), (40, 44), (75, 70), (20, 22)]


@pytest.mark.parametrize("test", ["signed-rank", "t", "mann-whitney"])
def test_p_values_are_those_of_the_textbook(test):
    """Degraded below original one-sided, repeats two-sided, each pair of one annotator."""
    (found,) = results_of(reader("a", PAIRS, repeats=REPEATS), test=test)
    original, copy = np.array(PAIRS, dtype=float).T
    first, again = np.array(REPEATS, dtype=float).T
    if test == "t":
        p = stats.ttest_rel(copy, original, alternative="less").pvalue
        repeat_p = stats.ttest_rel(again, first).pvalue
    elif test == "mann-whitney":
        p = stats.mannwhitneyu(copy, original, alternative="less", method="asymptotic").pvalue
        repeat_p = stats.mannwhitneyu(again, first, method="asymptotic").pvalue
    else:
        exact = stats.PermutationMethod(n_resamples=np.inf)
        d = copy - original
        p = stats.wilcoxon(d[d != 0], alternative="less", method=exact).pvalue
        d = again - first
        repeat_p = stats.wilcoxon(d[d != 0], method=exact).pvalue
    assert found.p == pytest.approx(p)
    assert found.repeat_p == pytest.approx(repeat_p)
    assert (found.n, found.repeat_n, found.scores) == (8, 6, 28)
    assert found.effect == pytest.approx((original - copy).mean())
    assert found.passed is True
    assert found.flags == ()


def test_partners_are_found_in_the_same_hit_first():
    """The same item in two HITs: each copy has its own original; else any HIT will do."""
    one = reader("a", [(80, 30)], group="h1")
    two = reader("a", [(60, 50)], group="h2")
    (found,) = results_of(one, two)
    assert found.effect == pytest.approx((50 + 10) / 2)
    moved = [row | {"group": "h3"} if row["role"] == "degraded" else row for row in one]
    (found,) = results_of(moved)
    assert (found.effect, found.n, found.unpaired) == (50, 1, 0)


@pytest.mark.parametrize("of", ["degraded0", "degraded0/x", "x", None])
def test_a_copy_may_name_its_original_in_several_ways(of):
    """The segment, segment and system, the system, or nothing if both are the same."""
    real, copy = reader("a", [(80, 30)])
    (found,) = results_of([real, copy | {"of": of}])
    assert (found.n, found.effect) == (1, 50)


def test_a_copy_under_a_name_of_its_own_is_led_back():
    """A copy that stands as another segment belongs to the segment that `of` names."""
    real, copy = reader("a", [(80, 30)])
    (found,) = results_of([real, copy | {"segment": "copy-7"}])
    assert (found.n, found.effect) == (1, 50)


def test_a_missing_partner_is_told_and_left_out():
    """A copy of what the annotator did not score says nothing about the annotator."""
    real, copy = reader("a", [(80, 30)])
    (found,) = results_of([real | {"segment": "other"}, copy | {"of": "gone"}])
    assert (found.p, found.effect, found.n, found.unpaired) == (None, None, 0, 1)
    assert found.passed is None
    assert found.flags == ("few", "unpaired")
    others = [row | {"annotator": "b"} for row in [real]]
    found = {one.annotator: one for one in results_of([copy], others)}
    assert found["a"].unpaired == 1
    assert found["b"].unpaired == 0


def test_no_difference_at_all_gives_p_one():
    """Who scores copies and originals alike has shown nothing, by any test."""
    for test in ("signed-rank", "t", "mann-whitney"):
        (found,) = results_of(reader("a", [(70, 70)] * 6, repeats=[(70, 70)] * 6), test=test)
        assert found.p == found.repeat_p == 1
        assert found.passed is False
    (found,) = results_of(reader("a", [(70, 60)]), test="t")
    assert found.p == 1  # one pair has no spread


def test_flags_name_what_is_odd():
    """Constant, random, too fast, few pairs, repeats that differ."""
    rng = np.random.default_rng(1)
    guess = [tuple(rng.integers(0, 101, 2)) for _ in range(40)]
    good = [(int(x), max(int(x) - 40, 0)) for x in rng.integers(50, 100, 12)]
    steady = [(int(x), int(x) + 1) for x in rng.integers(20, 99, 12)]
    people = {
        "constant": reader("constant", [(70, 70), (71, 70)] * 6, repeats=[(70, 71), (71, 70)] * 3),
        "random": reader("random", guess[:20], repeats=guess[20:]),
        "good": reader("good", good, repeats=[(x, x) for x, _ in steady]),
        "few": reader("few", good[:4], repeats=[(x, x) for x, _ in steady]),
        "drifts": reader("drifts", good, repeats=steady),
        "fast": [row | {"seconds": 1.5} for row in reader("fast", good, repeats=steady[:5])],
        "slow": [row | {"seconds": 20.0} for row in reader("slow", good)],
    }
    found = {one.annotator: one for one in results_of(*people.values())}
    assert found["constant"].flags == ("constant",)
    assert found["random"].flags == ("careless", "random")
    assert found["good"].flags == found["slow"].flags == ()
    assert found["few"].flags == ("few",)
    assert found["drifts"].flags == ("repeats-differ",)
    assert found["fast"].flags == ("fast",)
    assert (found["fast"].seconds, found["slow"].seconds) == (1.5, 20.0)
    assert found["good"].seconds is None


def test_without_repeats_the_others_tell_who_is_careless():
    """Scores that go with nobody's, and copies not told apart."""
    rng = np.random.default_rng(2)
    truth = rng.uniform(10, 90, 60)
    rows = []
    for name in "abcd":
        noise = rng.normal(0, 5, 60)
        rows += [
            (name, str(s), "x", float(np.clip(truth[s] + noise[s], 0, 100))) for s in range(60)
        ]
    rows += [("z", str(s), "x", float(x)) for s, x in enumerate(rng.uniform(0, 100, 60))]
    found = {one.annotator: one.flags for one in control_tests(scored(rows))}
    assert found["z"] == ("careless", "few")
    assert found["a"] == ("few",)


def test_an_annotator_in_two_campaigns_is_tested_once():
    """Pairs are found in each campaign and pooled over both."""
    rows = reader("a", PAIRS)
    both = [row | {"campaign": name} for name in ("one", "two") for row in rows]
    (found,) = results_of(both)
    assert found.n == 16
    assert found.scores == 32


def test_bad_requests_are_told():
    """An unknown test, and a score outside the scale."""
    table = scored([("a", "1", "x", 50.0), ("a", "2", "x", 101.0), ("b", "2", "x", -3.0)])
    bounded = table.on_scale(HUNDRED)
    with pytest.raises(NotFound, match="no control test named 'sign'"):
        control_tests(table, test="sign")
    with pytest.raises(BadInput, match=r"101 of annotator 'a' for segment '2'.* 1 more"):
        control_tests(bounded)
    assert len(control_tests(table)) == 2
    assert control_tests(JudgementTable.from_rows([])) == ()


@settings(max_examples=6, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 100), st.integers(0, 100)), min_size=1, max_size=9),
    st.integers(0, 1000),
)
def test_the_order_of_rows_does_not_matter(pairs, seed):
    """Nor does another annotator beside."""
    table = JudgementTable.from_rows([*reader("a", pairs), *reader("b", PAIRS)])
    assert control_tests(table.shuffled(seed)) == control_tests(table)
    assert control_tests(table)[1] == results_of(reader("b", PAIRS))[0]
