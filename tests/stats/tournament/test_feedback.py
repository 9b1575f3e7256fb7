"""The fewest answers to drop: against all orders, one by one."""

from itertools import product

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.stats.tournament.feedback import MOST, ContradictingJudgements, violated

NONE = np.zeros((0, 2), dtype=np.int64)


def drop(number, said, same=NONE):
    first, second, value = (np.array(column, dtype=np.int64) for column in zip(*said, strict=True))
    pairs = np.array(same, dtype=np.int64).reshape(-1, 2)
    return violated(ContradictingJudgements(number, first, second, value, pairs))


def consistent(number, said, same=()):
    """Tell whether no circle holds a preference."""
    graph = nx.DiGraph()
    graph.add_nodes_from(range(number))
    strict = []
    for one, two, value in [*said, *((v, w, 0) for v, w in same)]:
        better, worse = (two, one) if value < 0 else (one, two)
        graph.add_edge(better, worse)
        if value == 0:
            graph.add_edge(worse, better)
        else:
            strict.append((better, worse))
    part = {v: k for k, c in enumerate(nx.strongly_connected_components(graph)) for v in c}
    return all(part[one] != part[two] for one, two in strict)


def fewest(number, said, same=()):
    """Try every order with ties: judgements against it, and preferences among them."""
    best = None
    for places in product(range(number), repeat=number):
        if any(places[v] != places[w] for v, w in same):
            continue
        against = [value for one, two, value in said if np.sign(places[two] - places[one]) != value]
        cost = (len(against), sum(value != 0 for value in against))
        best = cost if best is None else min(best, cost)
    return best


@st.composite
def contradictions(draw):
    number = draw(st.integers(2, 5))
    pairs = st.tuples(st.integers(0, number - 1), st.integers(0, number - 1)).filter(
        lambda pair: pair[0] != pair[1]
    )
    said = draw(st.lists(st.tuples(pairs, st.sampled_from((1, 0, -1))), min_size=1, max_size=9))
    same = draw(st.lists(pairs, max_size=1))
    return number, [(*pair, value) for pair, value in said], same


@settings(max_examples=60)
@given(contradictions())
def test_as_few_are_dropped_as_any_order_would(problem):
    """What is left has no contradiction, and no order needs fewer drops."""
    number, said, same = problem
    dropped = drop(number, said, same)
    kept = [answer for answer, out in zip(said, dropped, strict=True) if not out]
    assert consistent(number, kept, same)
    preferences = sum(answer[2] != 0 for answer, out in zip(said, dropped, strict=True) if out)
    assert (int(dropped.sum()), preferences) == fewest(number, said, same)


def test_the_answer_given_more_often_stays():
    """Twice a before b, once b before a: the one is dropped."""
    assert drop(2, [(0, 1, 1), (1, 0, 1), (0, 1, 1)]).tolist() == [False, True, False]


def test_a_tie_is_dropped_before_a_preference():
    """When a = b and b = c but a > c, a tie goes: it says less."""
    dropped = drop(3, [(0, 1, 0), (1, 2, 0), (0, 2, 1)])
    assert dropped.sum() == 1
    assert not dropped[2]


def test_the_same_output_is_never_torn_apart():
    """0 and 1 are the same text; both preferences against it go, though they are many."""
    assert drop(3, [(0, 2, 1), (2, 1, 1), (2, 1, 1)], [(0, 1)]).tolist() == [True, False, False]


@pytest.mark.parametrize("value", [1, -1])
def test_one_answer_opens_a_circle_of_fifteen(value):
    """The largest contradiction that is resolved exactly."""
    said = [(v, (v + 1) % MOST, value) for v in range(MOST)]
    dropped = drop(MOST, said)
    assert dropped.sum() == 1
    assert consistent(MOST, [s for s, out in zip(said, dropped, strict=True) if not out])
