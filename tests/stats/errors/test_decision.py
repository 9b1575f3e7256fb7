"""Pass, fail or not yet decided: golden numbers, and verdicts that never worsen with quality."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import poisson

from tertium.exceptions import TertiumError
from tertium.stats.errors import decision
from tertium.stats.errors.decision import (
    CAUTIOUS,
    caps,
    check_risks,
    clean_points,
    more_needed,
    p_values,
    verdict_of,
)
from tests.stats.errors.marked import counted, scored

SPREAD_OUT = {(0, 0): [1], (0, 3): [5], (1, 1): [1], (2, 2): [1, 1], (4, 0): [5], (5, 5): [1],
              (7, 7): [1], (9, 9): [1]}  # fmt: skip
CLUMPED = {(0, 0): [5, 5], (0, 1): [5], (0, 2): [5, 1], (0, 4): [5], (1, 1): [5, 1]}
HEAVY = {(d, s): [5 if (d + s) % 4 == 0 else 1] for d in range(10) for s in range(0, 25, 3)}
RARE = {(0, 0): [25], (1, 1): [5], (2, 2): [1, 1], (3, 0): [1], (5, 4): [25]}
TWICE = {(0, 0): [1, 1], (1, 3): [5], (2, 2): [5, 5]}
GOLDEN = [
    # documents, words, errors, how else, consumer's p, producer's p, verdict, more words
    (10, 2000, {}, {}, 0.022095, 1.0, "pass", None),
    (10, 2000, {(0, 0): [1]}, {}, 0.026626, 1.0, "pass", None),
    (10, 2000, {(0, 0): [5]}, {}, 0.102440, 0.977905, "not yet decided", 780),
    (10, 5000, SPREAD_OUT, {}, 0.016458, 0.996718, "pass", None),
    (5, 5000, CLUMPED, {}, 0.545722, 0.864258, "not yet decided", None),
    (10, 5000, HEAVY, {}, 1.0, 5.834920e-10, "fail", None),
    (1, 2500, {}, {}, 0.039018, 1.0, "pass", None),
    (1, 1500, {}, {"documents": 1}, 0.049787, 1.0, "pass", None),
    (8, 2000, RARE, {"costs": (1, 5, 25)}, 0.975498, 0.108389, "not yet decided", ...),
    (4, 4000, TWICE, {"readers": 2}, 0.021768, 0.995119, "pass", None),
]


def decide(sample, **spread):
    """Say what one sample shows at risks of 5%."""
    return verdict_of(*map(float, p_values(sample, **spread)), consumer=0.05, producer=0.05)


@pytest.mark.parametrize(
    ("documents", "words", "errors", "how", "p", "q", "verdict", "more"), GOLDEN
)
def test_the_rule_has_its_golden_numbers(documents, words, errors, how, p, q, verdict, more):
    """Through the whole analysis, as `tertium errors` decides."""
    (one,) = scored(documents, words, errors, **how).decision
    assert one.consumer_risk == pytest.approx(p, abs=5e-7)
    assert one.producer_risk == pytest.approx(q, rel=1e-6, abs=5e-7 if q > 1e-6 else 0)
    assert one.verdict == verdict
    if more is not ...:
        assert one.more == more


def test_what_the_rule_is_made_of_has_golden_numbers():
    """Points, their spread within segments, the next error, and how much documents differ."""
    apart = counted(10, 5000, SPREAD_OUT)
    assert (apart.points, apart.together) == (17, pytest.approx(58.6))
    clumped = counted(5, 5000, CLUMPED)
    assert clumped.together == pytest.approx(217.6)
    assert clumped.next_error == 10
    assert np.sqrt(clumped.above) == pytest.approx(2.268407, abs=5e-7)
    assert counted(10, 5000, HEAVY).points == 182
    assert counted(4, 4000, TWICE, readers=2).together == pytest.approx(38.5)


UNEVEN = {(d, s): [1, 1] for d in range(2) for s in range(10)}
MIXED = {(d, s): [1] for d in range(10) for s in range(3)} | {(0, 4): [25]}
CONSTANTS = [
    # what is changed, the sample that notices, its costs, whose p, and its golden number
    ("SPREAD", 0.55, (10, 2000, {(0, 0): [5]}), (1, 5), 0, 0.102440),
    ("_BETTER", 0.75, (5, 5000, CLUMPED), (1, 5), 0, 0.545722),
    ("_DOUBT", 0.9, (5, 5000, CLUMPED), (1, 5), 0, 0.545722),
    ("_DOUBT", 0.9, (5, 2500, UNEVEN), (1, 5), 1, 0.180225),
    ("_WORSE", 1.4, (5, 2500, UNEVEN), (1, 5), 1, 0.180225),
    ("_STEP", 50.0, (10, 2000, MIXED), (1, 25), 1, 0.021842),
]


@pytest.mark.parametrize(("name", "value", "sample", "costs", "side", "golden"), CONSTANTS)
def test_every_constant_of_the_rule_is_seen_by_a_golden_number(
    name, value, sample, costs, side, golden, monkeypatch
):
    """Whoever changes one is told."""

    def p():
        return float(p_values(counted(*sample, costs=costs), spread=decision.SPREAD)[side])

    assert p() == pytest.approx(golden, abs=5e-7)
    monkeypatch.setattr(decision, name, value)
    assert p() != pytest.approx(golden, abs=1e-4)


@pytest.mark.parametrize(
    ("largest", "words"),
    [
        (1, (300, 446, 341, 324, 312, 303)),
        (5, (1498, 2230, 1702, 1616, 1556, 1512)),
        (10, (2996, 4459, 3403, 3232, 3111, 3024)),
        (25, (7490, 11148, 8508, 8080, 7777, 7560)),
    ],
)
def test_the_smallest_clean_sample_that_passes(largest, words):
    """These documents only, then 1, 3, 5, 10 and 40 documents; 10 points in 1,000 words."""
    found = [
        clean_points(largest, 0.05, unseen=1 / number if number else 0) / 0.01
        for number in (0, 1, 3, 5, 10, 40)
    ]
    assert [int(np.ceil(one)) for one in found] == list(words)
    costs = (1, largest) if largest > 1 else (1,)
    enough = counted(10, int(np.ceil(found[4] / 10)) * 10, {}, costs=costs)
    assert decide(enough) == "pass"
    little = counted(10, int(found[4] // 10) * 10, {}, costs=costs)
    assert decide(little) == "not yet decided"


def test_caps_are_the_costs_and_steps_of_at_most_one_and_a_half():
    """However far apart the costs are."""
    found = caps([25, 1, 5, 0, 5])
    assert {1.0, 5.0, 25.0} <= set(found.tolist())
    assert (np.diff(np.log(found)) <= np.log(1.5) + 1e-12).all()
    assert caps([2]).tolist() == [2.0]


@pytest.mark.parametrize("number", [0, 3, 10, 30])
def test_equal_points_in_documents_that_are_the_text_give_poisson_tails(number):
    """Garwood (1936): the exact p-values of a count."""
    errors = {(0, s): [1] for s in range(number)}
    sample = counted(1, 1000, errors, costs=(1,), documents=1)
    p_pass, p_fail = p_values(sample)
    assert p_pass == pytest.approx(poisson.cdf(number, 10))
    assert p_fail == pytest.approx(poisson.sf(number - 1, 10))


def test_the_cautious_setting_asks_for_more():
    """Documents that may differ by all of their mean: both p-values grow."""
    for errors in ({(0, 0): [1]}, SPREAD_OUT, HEAVY):
        sample = counted(10, 5000, errors)
        for usual, cautious in zip(
            p_values(sample), p_values(sample, spread=CAUTIOUS), strict=True
        ):
            assert cautious > usual or usual > 0.99
    assert decide(counted(10, 1600, {})) == "pass"
    assert decide(counted(10, 1600, {}), spread=CAUTIOUS) == "not yet decided"


@pytest.mark.parametrize("risk", [0.0049, 0.0, 0.5, 0.7, float("nan")])
def test_risks_that_cannot_be_kept_are_refused(risk):
    """Below half a percent a text may seem worse without an error than with it."""
    check_risks(0.005, 0.49)
    for asked in ({"consumer": risk, "producer": 0.05}, {"consumer": 0.05, "producer": risk}):
        with pytest.raises(TertiumError, match=r"risk .* is not from 0\.005 to below 0\.5"):
            check_risks(**asked)


@given(st.integers(0, 40), st.integers(0, 10), st.floats(0.002, 0.1))
def test_as_many_more_words_decide_and_fewer_do_not(minor, major, limit):
    """The answer to "how much more" is the smallest one, if errors go on as they came."""
    errors = {(n % 10, n // 10): [1 if n < minor else 5] for n in range(minor + major)}
    sample = counted(10, 1000, errors, threshold=limit)
    times = more_needed(sample, lambda t: t * 1000 * limit)
    if decide(sample) != "not yet decided":
        assert times == 1
    elif times is not None:
        for size, decided in ((times * 1.0001, True), (times * 0.99, False)):
            p_pass, p_fail = p_values(sample, times=size)
            assert (p_pass <= 0.05 or p_fail <= 0.05) == decided or not decided


def test_more_of_the_same_documents_may_never_decide():
    """A rate near the threshold from few documents: only others can tell."""
    errors = {(d, s): [1] * 3 for d in range(3) for s in range(2)}
    sample = counted(3, 3000, errors)
    assert decide(sample) == "not yet decided"
    assert more_needed(sample, lambda t: 30 * t) is not None
    assert more_needed(sample, lambda t: 30 * t, new_documents=False) is None
