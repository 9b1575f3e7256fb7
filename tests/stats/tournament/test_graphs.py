"""Graphs of comparisons: packed as arrays, they say what networkx says."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.exceptions import BadInput
from tertium.stats.tournament.graphs import Graphs, components, questions, reachability
from tests.stats.graph_rows import FIGURE, Textbook, campaign_rows, campaigns, rows, view


def test_the_number_of_questions_is_that_of_the_rounds():
    """The published list for 2 to 12, and for every number the sum over halved rounds."""
    assert [questions(n) for n in range(2, 13)] == [1, 3, 3, 6, 6, 7, 7, 11, 11, 12, 12]
    assert [questions(n) for n in (0, 1)] == [0, 0]
    for n in range(2, 61):
        rounds = [n]
        while rounds[-1] > 1:
            rounds.append(-(-rounds[-1] // 2))
        assert questions(n) == sum(rounds[1:])
        assert n - 1 <= questions(n) <= 2 * n


@given(
    st.integers(1, 7).flatmap(
        lambda n: st.lists(
            st.lists(st.booleans(), min_size=n * n, max_size=n * n), min_size=1, max_size=5
        )
    )
)
def test_paths_lead_where_networkx_says(graphs):
    """Every graph of a batch has the reachability and components of its own."""
    number = round(len(graphs[0]) ** 0.5)
    adjacency = np.array(graphs, dtype=bool).reshape(-1, number, number)
    before = adjacency.copy()
    reach = reachability(adjacency)
    found = components(reach)
    assert (adjacency == before).all()
    for arcs, reached, component in zip(adjacency, reach, found, strict=True):
        graph = nx.from_numpy_array(arcs, create_using=nx.DiGraph)
        for v in range(number):
            assert set(np.flatnonzero(reached[v])) == nx.descendants(graph, v) | {v}
        for part in nx.strongly_connected_components(graph):
            assert {int(component[v]) for v in part} == {min(part)}


def test_a_long_chain_and_a_large_circle_are_followed_to_the_end():
    """Sixty vertices in a row, and in a circle."""
    chain = np.zeros((2, 60, 60), dtype=bool)
    chain[:, np.arange(59), np.arange(1, 60)] = True
    chain[1, 59, 0] = True
    row, circle = reachability(chain)
    assert (row == np.triu(np.ones((60, 60), dtype=bool))).all()
    assert circle.all()
    assert set(components(circle[None])[0]) == {0}


@given(campaigns)
def test_packing_keeps_every_graph_with_its_own_vertices_and_arcs(campaign):
    """Translations that occur, preferences, ties and same outputs, graph by graph."""
    graphs = Graphs.of(view(campaign_rows(campaign)))
    textbooks = {key: Textbook(said) for key, said in campaign.items()}
    textbooks = {key: found for key, found in textbooks.items() if found.names}
    assert len(graphs) == len(textbooks)
    seen = set()
    for batch in graphs.batches():
        for graph, vertices, better, tied in zip(
            batch.graphs, graphs.vertices(batch), batch.better, batch.tied, strict=True
        ):
            segment, annotator, pass_, condition = graphs.about(graph)
            assert (pass_, condition) == (None, None)
            textbook = textbooks[annotator, segment]
            names = [graphs.systems[code] for code in graphs.system[vertices]]
            assert names == textbook.names
            assert graphs.size[graph] == len(names)
            assert (tied == tied.T).all()
            reach = reachability((better | tied)[None])[0]
            assert {
                (names[v], names[w]) for v, w in zip(*np.nonzero(reach), strict=True) if v != w
            } == {(v, w) for v in names for w in nx.descendants(textbook.graph, v) if v != w}
            seen.add((annotator, segment))
    assert seen == set(textbooks)


def test_passes_and_conditions_are_graphs_of_their_own():
    """The same person and segment, asked again or in another way."""
    listed = [
        *rows(FIGURE),
        *rows(FIGURE, pass_="b"),
        *rows(FIGURE, condition="ranking"),
    ]
    for row in listed:
        row["pass"] = row.pop("pass_", None)
    graphs = Graphs.of(view(listed))
    assert [graphs.about(graph) for graph in range(len(graphs))] == [
        ("s", "ann", None, None),
        ("s", "ann", None, "ranking"),
        ("s", "ann", "b", None),
    ]


def test_nothing_makes_no_graph():
    """Empty input, and input without an answer."""
    for listed in ([], list(rows([("a", "b", np.nan)]))):
        graphs = Graphs.of(view(listed))
        assert len(graphs) == 0
        assert graphs.batches() == ()


@pytest.mark.parametrize(("one", "two"), [("a", "a"), ("a+b", "b")])
def test_an_output_is_not_compared_with_itself(one, two):
    """Nobody can prefer a text to itself; the place is named."""
    with pytest.raises(BadInput, match=r"segment 's'.*same output"):
        Graphs.of(view(rows([("c", "d", 1), (one, two, 0)])))
