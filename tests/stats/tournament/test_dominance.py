"""Dominance: the paper's figure, a textbook version, hard cases, and what intervals cover."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import ndtr
from scipy.stats import binom, t

from tertium.exceptions import BadInput, NotFound
from tertium.rendering.plain import plain
from tertium.stats.tournament.dominance import dominance
from tertium.stats.tournament.orders import order
from tests.stats.graph_rows import (
    FIGURE,
    Textbook,
    campaign_rows,
    campaigns,
    rows,
    table,
    view,
)


def graph_of(said, **more):
    (found,) = dominance(view(rows(said)), **more).segments
    return found


def test_the_figure_of_the_paper_comes_out():
    """Dominance 4 1 1 1 −3 −4 and ranks 1 2 2 2 3 4; the reference is unrelated to four."""
    found = dominance(table(rows(FIGURE)))
    (source,) = found.segments
    assert source.dominance == {
        "LW": 4, "Reference": 1, "Google": 1, "Systran": 1, "Moses": -3, "Bing": -4,
    }  # fmt: skip
    assert source.ranks == {
        "LW": 1, "Reference": 2, "Google": 2, "Systran": 2, "Moses": 3, "Bing": 4,
    }  # fmt: skip
    assert {name: (source.rank_low[name], source.rank_high[name]) for name in source.ranks} == {
        "LW": (1, 2), "Reference": (1, 5), "Google": (2, 4), "Systran": (2, 4),
        "Moses": (4, 6), "Bing": (5, 6),
    }  # fmt: skip
    assert source.unrelated == (
        ("Bing", "Moses"), ("Google", "Reference"), ("LW", "Reference"),
        ("Moses", "Reference"), ("Reference", "Systran"),
    )  # fmt: skip
    assert source.answers == (
        ("Google", ">", "Bing"), ("Google", "=", "Systran"), ("LW", ">", "Google"),
        ("LW", ">", "Moses"), ("Reference", ">", "Bing"), ("Systran", ">", "Moses"),
    )  # fmt: skip
    assert not source.contradictory
    assert found.consistency.graphs == found.consistency.translations == 1
    assert found.unrelated == pytest.approx(5 / 15)
    assert [one.system for one in found.systems][:1] == ["LW"]
    assert found.systems[0].low is None
    assert "With one segment" in found.warnings[0]


@given(campaigns)
def test_every_graph_is_what_the_textbook_says(campaign):
    """Dominance, ranks, intervals of places, contradictions and unrelated pairs."""
    found = dominance(view(campaign_rows(campaign)))
    textbooks = {key: Textbook(said) for key, said in campaign.items()}
    textbooks = {key: book for key, book in textbooks.items() if book.names}
    assert {(one.annotator, one.segment) for one in found.segments} == set(textbooks)
    for source in found.segments:
        book = textbooks[source.annotator, source.segment]
        assert source.dominance == book.f
        assert source.ranks == book.rank
        assert source.rank_low == book.low
        assert source.rank_high == book.high
        assert sorted(source.unrelated) == sorted(book.unrelated)
        assert source.contradictory == bool(book.contradictions)
        assert sum(source.dominance.values()) == 0
        listed = [
            list(one.systems)
            for one in found.contradictions
            if (one.annotator, one.segment) == (source.annotator, source.segment)
        ]
        assert sorted(listed) == book.contradictions
    if textbooks:
        wrong = [len(book.contradictions) > 0 for book in textbooks.values()]
        assert found.consistency.graphs == pytest.approx(1 - np.mean(wrong))
        inside = sum(len(part) for book in textbooks.values() for part in book.contradictions)
        everything = sum(len(book.names) for book in textbooks.values())
        assert found.consistency.translations == pytest.approx(1 - inside / everything)
        for one in found.consistency.by_annotator:
            own = [
                bool(b.contradictions) for (who, _), b in textbooks.items() if who == one.annotator
            ]
            assert (one.graphs, one.contradictory) == (len(own), sum(own))
        for one in found.systems:
            values = [book.f[one.system] for book in textbooks.values() if one.system in book.f]
            assert one.score == pytest.approx(np.mean(values))
            assert one.graphs == len(values)
            if one.low is not None:
                assert one.low <= one.score <= one.high
        ranked = [(one.component, one.rank) for one in found.systems]
        assert ranked == sorted(ranked)
        for pair in found.contrasts:
            if pair.p is not None:
                assert (pair.p < 0.05) == (pair.low > 0 or pair.high < 0)


@given(campaigns, st.integers(0, 10**6))
def test_the_order_in_which_answers_came_changes_nothing(campaign, seed):
    """Graphs, contradictions and dropped answers are the same after shuffling."""
    listed = campaign_rows(campaign)
    shuffled = np.random.default_rng(seed).permutation(len(listed))
    for way in ("collapse", "feedback"):
        one = dominance(view(listed), contradictions=way)
        two = dominance(view([listed[k] for k in shuffled]), contradictions=way)
        assert one == two


@given(campaigns)
def test_dropping_answers_resolves_every_contradiction(campaign):
    """What is left contradicts nothing; answers outside contradictions stay."""
    listed = campaign_rows(campaign)
    found = dominance(view(listed), contradictions="feedback")
    assert found.consistency == dominance(view(listed)).consistency
    dropped = {one.judgement for one in found.dropped}
    assert dropped <= {name for one in found.contradictions for name in one.judgements}
    for source in found.segments:
        said = [
            (row["system"], row["versus"], row["value"])
            for row in listed
            if row["annotator"] == source.annotator
            and row["segment"] == source.segment
            and row["judgement"] not in dropped
        ]
        book = Textbook(said)
        assert not book.contradictions
        assert {name: source.dominance[name] for name in book.names} == book.f


def test_a_contradiction_is_listed_with_its_judgements():
    """Three in a circle are one vertex above d; the answers are named."""
    said = [("a", "b", 1), ("c", "b", -1), ("c", "a", 1), ("c", "d", 1)]
    found = dominance(table(rows(said)))
    (one,) = found.contradictions
    assert one.systems == ("a", "b", "c")
    assert one.judgements == ("ann-s-0", "ann-s-1", "ann-s-2")
    assert one.answers == ("a > b", "b > c", "c > a")
    (source,) = found.segments
    assert source.ranks == {"a": 1, "b": 1, "c": 1, "d": 2}
    assert found.consistency.translations == 0.25
    (person,) = found.consistency.by_annotator
    assert (person.graphs, person.contradictory, person.consistency) == (1, 1, 0.0)
    resolved = dominance(table(rows(said)), contradictions="feedback")
    assert len(resolved.dropped) == 1
    assert resolved.segments[0].contradictory
    assert len(set(resolved.segments[0].ranks.values())) == 4


def test_answers_that_contradict_each_other_directly_are_both_arcs():
    """The same question answered both ways is a contradiction; twice a tie is none."""
    assert graph_of([("a", "b", 1), ("a", "b", -1)]).contradictory
    assert graph_of([("a", "b", 1), ("a", "b", 0)]).contradictory
    assert not graph_of([("a", "b", 0), ("b", "a", 0)]).contradictory
    assert not graph_of([("a", "b", 1), ("b", "a", -1)]).contradictory


def test_merged_outputs_count_as_several_translations():
    """A vertex of three dominated by one: three below; each has its own mean."""
    source = graph_of([("a", "b+c+d", 1)])
    assert source.dominance == {"a": 3, "b": -1, "c": -1, "d": -1}
    assert source.rank_low == {"a": 1, "b": 2, "c": 2, "d": 2}
    assert source.rank_high == {"a": 1, "b": 4, "c": 4, "d": 4}


@pytest.mark.parametrize("number", [2, 3, 60])
def test_all_ties_and_one_large_circle_leave_one_rank(number):
    """Everything equal, and everything in one circle; only the circle is contradictory."""
    names = [f"s{k:02}" for k in range(number)]
    pairs = list(zip(names, [*names[1:], names[0]], strict=True))
    ties = graph_of([(one, two, 0) for one, two in pairs])
    circle = graph_of([(one, two, 1) for one, two in pairs])
    for source in (ties, circle):
        assert set(source.ranks.values()) == {1}
        assert set(source.dominance.values()) == {0}
        assert set(source.rank_high.values()) == {number}
    assert not ties.contradictory
    assert circle.contradictory


def test_a_circle_too_large_to_open_stays_one_vertex_and_says_so():
    """Twenty in a circle."""
    names = [f"s{k:02}" for k in range(20)]
    said = [(one, two, 1) for one, two in zip(names, [*names[1:], names[0]], strict=True)]
    found = dominance(view(rows(said)), contradictions="feedback")
    assert found.dropped == ()
    assert any("more than 15 translations stay one vertex" in note for note in found.warnings)


def test_half_a_tournament_still_ranks_what_it_relates():
    """Two questions out of six: two parts, a warning, and no system is invented."""
    found = dominance(view(rows([("a", "b", 1), ("c", "d", 1)])))
    (source,) = found.segments
    assert source.ranks == {"a": 1, "b": 2, "c": 1, "d": 2}
    assert ("a", "c") in source.unrelated
    assert any("not connected" in note for note in found.warnings)


def test_nothing_is_said_about_nothing():
    """No rows, or no answers: an empty result with one sentence."""
    for listed in ([], list(rows([("a", "b", np.nan)]))):
        found = dominance(view(listed))
        assert (found.segments, found.systems, found.contradictions) == ((), (), ())
        assert found.consistency.graphs is None
        assert found.warnings == ("There are no comparisons yet.",)
        plain(found)


def test_missing_systems_and_single_annotators_are_told():
    """Means over different graphs compare badly; one annotator is no population."""
    found = dominance(
        table(
            rows([("a", "b", 1), ("b", "c", 1)], segment="s1"),
            rows([("a", "b", 1)], segment="s2"),
            rows([("b", "a", 1)], segment="s3"),
        )
    )
    assert found.warnings[0].startswith("One annotator")
    assert "c in 1" in found.warnings[1]
    shared = dominance(
        table(
            rows([("a", "b", 1), ("b", "c", 1)], segment="s1"),
            rows([("c", "b", 1)], segment="s2"),
            rows([("a", "b", 1)], segment="s2", annotator="other"),
        )
    )
    assert any("few" in note or "fewer" in note for note in shared.warnings)


def test_equal_dominance_everywhere_is_told():
    """All ties: there is no interval, and the contrast gives the reason."""
    found = dominance(table(*(rows([("a", "b", 0)], segment=f"s{k}") for k in range(3))))
    assert (found.systems[0].low, found.systems[0].high) == (None, None)
    (pair,) = found.contrasts
    assert pair.reason == "all judgements say the same"


def with_dominance(value):
    """List answers after which `a` has this dominance, among many unrelated others."""
    said = [("a", f"o{k}", float(np.sign(value))) for k in range(abs(value))]
    said = said or [("a", "o0", 0.0)]
    return said + [(f"p{k}", f"p{k + 1}", 0.0) for k in range(10)]


def system_a(*graphs):
    return next(one for one in dominance(table(*graphs)).systems if one.system == "a")


def test_intervals_are_those_of_every_contrast():
    """Three annotators by four segments: mean 2.667, crossed interval −2.009 … 7.343."""
    values = np.array([[3, 1, 6, 2], [5, 0, 7, 6], [-1, -2, 4, 1]])
    found = system_a(
        *(
            rows(with_dominance(values[who, where]), annotator=f"x{who}", segment=f"s{where}")
            for who, where in np.ndindex(values.shape)
        )
    )
    assert found.score == pytest.approx(2.667, abs=5e-4)
    assert (found.low, found.high) == pytest.approx((-2.009, 7.343), abs=1e-3)


def test_one_annotator_has_an_interval_over_segments():
    """Student's t over segments, as anybody would compute it."""
    values = [2, -2, 1, 1, 0, -1]
    found = system_a(*(rows(with_dominance(v), segment=f"s{k}") for k, v in enumerate(values)))
    mean, reach = np.mean(values), t.ppf(0.975, 5) * np.std(values, ddof=1) / np.sqrt(6)
    assert found.score == pytest.approx(mean)
    assert (found.low, found.high) == pytest.approx((mean - reach, mean + reach), rel=1e-5)


def test_no_interval_reaches_beyond_dominating_everything():
    """Two segments and one degree of freedom: t alone would reach beyond ±1."""
    found = system_a(rows([("a", "b", 1)], segment="s1"), rows([("a", "b", 0)], segment="s2"))
    assert (found.low, found.score, found.high) == (-1, 0.5, 1)


@pytest.mark.parametrize("common", [True, False])
def test_intervals_cover_what_they_should(common):
    """Five annotators who differ, segments shared or not: about 95 in 100 intervals."""
    draw = np.random.default_rng(7)
    people, each, truth = 5, 12, 0.4
    covered, campaigns_drawn = 0, 250
    for _ in range(campaigns_drawn):
        lean = draw.normal(0, 0.3, people)
        ease = draw.normal(0, 0.5, each if common else people * each)
        listed = []
        for who in range(people):
            for k in range(each):
                where = k if common else who * each + k
                value = np.sign(round(truth + lean[who] + ease[where] + draw.normal(0, 0.7)))
                listed += rows([("a", "b", value)], annotator=f"x{who}", segment=f"s{where}")
        found = next(one for one in dominance(view(listed)).systems if one.system == "a")
        # What a new annotator says about a new segment, on average.
        covered += found.low <= _expected(truth, 0.3**2 + 0.5**2 + 0.7**2) <= found.high
    assert covered >= binom.ppf(0.001, campaigns_drawn, 0.93)


def _expected(mean, variance):
    """Return the mean of sign(round(x)) for a normal x: above ½ less below −½."""
    sd = variance**0.5
    return ndtr((mean - 0.5) / sd) - ndtr((-0.5 - mean) / sd)


@settings(max_examples=20)
@given(st.integers(1, 6), st.integers(1, 40), st.integers(0, 10**6))
def test_arrays_and_tables_give_the_same(number, graphs, seed):
    """The array-level entry orders each graph as if it stood alone."""
    draw = np.random.default_rng(seed)
    better = draw.random((graphs, number, number)) < 0.2
    tied = draw.random((graphs, number, number)) < 0.1
    tied |= tied.swapaxes(1, 2)
    better &= ~np.eye(number, dtype=bool)
    together = order(better, tied)
    for k in range(graphs):
        alone = order(better[k : k + 1], tied[k : k + 1])
        assert (alone.f[0] == together.f[k]).all()
        assert (alone.rank[0] == together.rank[k]).all()
        assert alone.contradictory[0] == together.contradictory[k]
        names = [f"v{v}" for v in range(number)]
        said = [(names[v], names[w], 1.0) for v, w in zip(*np.nonzero(better[k]), strict=True)]
        said += [
            (names[v], names[w], 0.0) for v, w in zip(*np.nonzero(np.triu(tied[k], 1)), strict=True)
        ]
        book = Textbook(said)
        assert {name: int(together.f[k, names.index(name)]) for name in book.names} == book.f


def test_choices_that_are_none_are_refused():
    """A level that is no probability, a way that is not known, an output against itself."""
    data = view(rows(FIGURE))
    with pytest.raises(BadInput, match="level"):
        dominance(data, level=95)
    with pytest.raises(NotFound, match="collapse"):
        dominance(data, contradictions="ignore")
    with pytest.raises(BadInput, match="same output"):
        dominance(view(rows([("a", "a", 1)])))
