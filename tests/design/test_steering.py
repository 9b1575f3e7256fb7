"""Which pair is asked next."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.special import log_expit

from tertium.design.steering import (
    OUTPUT_SD,
    PRIOR_SD,
    UNIFORM,
    campaign_strengths,
    dominances,
    follow_ups,
    next_pair,
)
from tertium.design.tournament import tournament

NAN = float("nan")
# The example of the paper: LW, Google, Systran, Moses, Bing, Reference.
EXAMPLE = [(0, 1, 1), (1, 2, 0), (2, 3, 1), (1, 4, 1), (5, 4, 1), (0, 3, 1)]


@st.composite
def graphs(draw, values=(1, 0, -1, NAN)):
    """Draw a few answers about a few alternatives, repeated and contradictory ones among them."""
    n = draw(st.integers(1, 7))
    pairs = list(combinations(range(n), 2))
    if not pairs:
        return n, []
    answer = st.tuples(st.sampled_from(pairs), st.sampled_from(values), st.booleans())
    found = draw(st.lists(answer, max_size=12))
    return n, [(j, i, -v) if turned else (i, j, v) for (i, j), v, turned in found]


def walk(n, answers):
    """Follow every path, step by step: the slow textbook version."""
    arcs = {i: set() for i in range(n)}
    for i, j, value in answers:
        if value >= 0:
            arcs[i].add(j)
        if value <= 0:
            arcs[j].add(i)
    reached = []
    for start in range(n):
        seen, waiting = {start}, [start]
        while waiting:
            for further in arcs[waiting.pop()] - seen:
                seen.add(further)
                waiting.append(further)
        reached.append(seen)
    return reached


def slow_dominance(n, answers, sizes=None):
    """Count translations dominated, less those that dominate."""
    sizes = sizes or [1] * n
    reached = walk(n, answers)

    def over(v, w):
        return w in reached[v] and v not in reached[w]

    return [sum(sizes[w] * (over(v, w) - over(w, v)) for w in range(n) if w != v) for v in range(n)]


@given(graphs(), st.lists(st.integers(1, 4), min_size=7, max_size=7))
def test_follow_ups_are_the_unrelated_pairs_best_first(graph, sizes):
    """All pairs without a path, not asked before, ordered by f(v) + f(w)."""
    n, answers = graph
    f, reached = slow_dominance(n, answers, sizes[:n]), walk(n, answers)
    asked = {frozenset((i, j)) for i, j, _ in answers}
    expected = [
        (v, w)
        for v, w in combinations(range(n), 2)
        if w not in reached[v] and v not in reached[w] and frozenset((v, w)) not in asked
    ]
    expected.sort(key=lambda pair: -(f[pair[0]] + f[pair[1]]))
    assert follow_ups(n, answers, most=100, sizes=sizes[:n]) == expected
    assert follow_ups(n, answers, sizes=sizes[:n]) == expected[:1]


@given(graphs())
def test_dominance_is_that_of_the_textbook(graph):
    """The array version counts what a walk along the arcs counts."""
    n, answers = graph
    reach = np.array([[w in seen for w in range(n)] for seen in walk(n, answers)])
    assert dominances(reach).tolist() == slow_dominance(n, answers)


def test_the_papers_example_asks_the_best_against_the_reference():
    """No chain relates LW (f = 4) and the reference (f = 1): the paper's topological problem."""
    assert slow_dominance(6, EXAMPLE) == [4, 1, 1, -3, -4, 1]
    assert follow_ups(6, EXAMPLE) == [(0, 5)]


def test_after_all_follow_ups_everything_is_related():
    """Asked one after the other, follow-ups end with a complete order and then there are none."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        truth = rng.permutation(8)
        answers = [(i, j, np.sign(truth[j] - truth[i])) for i, j in tournament(8, rng)]
        while found := follow_ups(8, answers):
            i, j = found[0]
            answers.append((i, j, np.sign(truth[j] - truth[i])))
        assert len(answers) < 8 * 7 // 2
        assert np.argsort(np.argsort(slow_dominance(8, answers))).tolist() == (7 - truth).tolist()
        assert next_pair(8, answers, None, rng) is None


@pytest.mark.parametrize("n", [0, 1])
def test_nothing_is_asked_about_one_alternative(n):
    """There is no pair."""
    assert follow_ups(n, []) == []
    assert next_pair(n, [], None, np.random.default_rng(0)) is None


def test_all_ties_and_a_circle_leave_nothing_to_ask():
    """Where chains lead everywhere, one more answer would relate nothing new."""
    ties = [(i, i + 1, 0) for i in range(59)]
    circle = [(i, (i + 1) % 60, 1) for i in range(60)]
    for answers in (ties, circle):
        assert follow_ups(60, answers) == []
        assert next_pair(60, answers, None, np.random.default_rng(0)) is None


def test_a_pair_without_an_answer_is_not_asked_again():
    """Who could not decide is not asked the same again, though nothing relates the pair."""
    answers = [(0, 1, NAN)]
    assert (0, 1) not in follow_ups(3, answers, most=9)
    assert follow_ups(2, answers) == []
    assert next_pair(2, answers, None, np.random.default_rng(0)) is None


# Budget mode ------------------------------------------------------------


def strengths(n, seed=0):
    """Return the posterior of a campaign with random counts."""
    rng = np.random.default_rng(seed)
    wins, ties = rng.integers(0, 9, (2, n, n))
    return campaign_strengths(wins - np.diag(np.diag(wins)), np.triu(ties, 1) + np.triu(ties, 1).T)


@given(graphs(), st.integers(0, 2**32), st.booleans())
@settings(max_examples=150)
def test_a_budget_question_connects_first_and_relates_then(graph, seed, known):
    """Across unconnected parts while there are any, then where no path leads, then nowhere."""
    n, answers = graph
    drawn = next_pair(n, answers, strengths(n) if known else None, np.random.default_rng(seed))
    reached = walk(n, answers)
    told = [(i, j, 0) for i, j, value in answers if value == value]
    part = walk(n, told)
    asked = {frozenset((i, j)) for i, j, _ in answers}
    new = [pair for pair in combinations(range(n), 2) if frozenset(pair) not in asked]
    across = [(v, w) for v, w in new if w not in part[v]]
    open_ = [(v, w) for v, w in new if w not in reached[v] and v not in reached[w]]
    candidates = across or open_
    if not candidates:
        assert drawn is None
        return
    pair, propensity = drawn
    assert pair in candidates
    assert UNIFORM / len(candidates) <= propensity <= 1
    if not known and not told:
        assert propensity == pytest.approx(1 / len(candidates))


def chances(n, answers, posterior, draws=300):
    """Return the probability of every pair that is drawn, and how often it was drawn."""
    rng = np.random.default_rng(1)
    drawn = [next_pair(n, answers, posterior, rng) for _ in range(draws)]
    return dict(drawn), Counter(pair for pair, _ in drawn)


def test_propensities_are_the_probabilities_of_the_draw():
    """Every pair comes as often as its recorded probability says; the most informative, mostly."""
    mean, covariance = strengths(4, seed=3)
    draws = 3000
    chance, counts = chances(4, [], (mean, covariance), draws)
    information = {}
    for v, w in combinations(range(4), 2):
        p = 1 / (1 + np.exp(mean[w] - mean[v]))
        spread = covariance[v, v] + covariance[w, w] - 2 * covariance[v, w] + 2 * OUTPUT_SD**2
        information[v, w] = p * (1 - p) * spread
    best = max(information, key=information.get)
    for pair in information:
        p = UNIFORM / 6 + (1 - UNIFORM) * (pair == best)
        assert chance[pair] == pytest.approx(p)
        assert abs(counts[pair] / draws - p) < 5 * (p * (1 - p) / draws) ** 0.5


def test_systems_that_are_level_are_asked_rather_than_a_foregone_conclusion():
    """A system that always wins in the campaign is not the most informative opponent."""
    wins = np.array([[0, 40, 40], [0, 0, 20], [0, 20, 0]])
    chance, _ = chances(3, [], campaign_strengths(wins, np.zeros((3, 3))))
    assert max(chance, key=chance.get) == (1, 2)


def test_what_was_answered_here_counts():
    """Winners are asked against winners and losers against losers, all with the same chance."""
    chance, _ = chances(4, [(0, 1, 1), (2, 3, 1)], None)
    assert chance[0, 2] == chance[1, 3] == pytest.approx(0.45 + 0.1 / 4)
    assert chance[0, 3] == chance[1, 2] == pytest.approx(0.1 / 4)


@given(st.integers(1, 6), st.integers(0, 1000))
@settings(max_examples=40)
def test_strengths_are_at_the_mode_of_the_posterior(systems, seed):
    """A general optimiser finds the same mode of likelihood times prior."""
    rng = np.random.default_rng(seed)
    wins = rng.integers(0, 30, (systems, systems)) * (1 - np.eye(systems))
    ties = np.triu(rng.integers(0, 10, (systems, systems)), 1)
    ties = ties + ties.T
    mean, covariance = campaign_strengths(wins, ties)

    def loss(theta):
        apart = theta[:, None] - theta[None, :]
        return -((wins + ties / 2) * log_expit(apart)).sum() + (theta**2).sum() / PRIOR_SD**2 / 2

    found = minimize(loss, np.zeros(systems), method="BFGS", options={"gtol": 1e-8})
    assert np.allclose(mean, found.x, atol=1e-4)
    step = 1e-3 * np.eye(systems)
    curvature = [
        [
            (loss(mean + a + b) - loss(mean + a - b) - loss(mean - a + b) + loss(mean - a - b))
            / 4e-6
            for b in step
        ]
        for a in step
    ]
    assert np.allclose(np.linalg.inv(curvature), covariance, rtol=1e-3, atol=1e-4)


def test_strengths_stay_finite_whatever_the_counts():
    """Nothing compared, one side always winning, and a million answers all have an answer."""
    nothing = campaign_strengths(np.zeros((3, 3)), np.zeros((3, 3)))
    assert nothing[0].tolist() == [0, 0, 0]
    assert np.allclose(nothing[1], PRIOR_SD**2 * np.eye(3))
    for number in (1, 100, 10**6, 10**9):
        always = np.array([[0, number], [0, 0]])
        mean, covariance = campaign_strengths(always, np.zeros((2, 2)))
        assert np.isfinite(mean).all()
        assert np.isfinite(covariance).all()
        assert mean[0] == pytest.approx(-mean[1], rel=1e-6)
        assert mean[0] > mean[1]
    assert campaign_strengths(np.zeros((0, 0)), np.zeros((0, 0)))[0].shape == (0,)


def test_budget_mode_needs_fewer_questions_than_random_pairs():
    """After 20 questions about 12 outputs the rankings are better than after 26 random ones."""
    rng = np.random.default_rng(4)
    n, sources = 12, 60
    pairs = list(combinations(range(n), 2))
    systems = rng.normal(0, 1, n)
    wins, ties = np.zeros((2, n, n))
    gain = []
    for _ in range(sources):
        worth = systems + rng.normal(0, 1.4, n)
        posterior = campaign_strengths(wins, ties)
        steered = []
        for _ in range(20):
            i, j = next_pair(n, steered, posterior, rng)[0]
            steered.append((i, j, np.sign(worth[i] - worth[j])))
            wins[(i, j) if worth[i] > worth[j] else (j, i)] += 1
        drawn = [pairs[k] for k in rng.permutation(len(pairs))[:26]]
        plain = [(i, j, np.sign(worth[i] - worth[j])) for i, j in drawn]
        budget, random = (
            np.corrcoef(slow_dominance(n, answers), worth)[0, 1] for answers in (steered, plain)
        )
        gain.append(budget - random)
    assert np.mean(gain) > 2 * np.std(gain) / sources**0.5
