"""Tournament, ranking and crossover: what is asked, what may be answered, what follows from it."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import protocols
from tertium.exceptions import BadInput, NotFound
from tertium.model import Assignment, Judgement


def observed(protocol, assignment, answer):
    judgement = Judgement(
        "j", "c", "a", "p", protocol.read(answer, assignment), datetime(2026, 1, 1, tzinfo=UTC)
    )
    return list(protocol.observations(judgement, assignment))


def shown(*slots, condition):
    return Assignment("a", "p", "s", slots, condition=condition)


@pytest.mark.parametrize(("answer", "value"), [("left", 1.0), ("right", -1.0), ("tie", 0.0)])
def test_a_tournament_question_is_one_preference(answer, value):
    pair = shown("x", "y+z", condition="tournament")
    (row,) = observed(protocols.get("tournament"), pair, {"better": answer})
    assert (row.system, row.versus, row.slot, row.value) == ("x", "y+z", 1, value)


def test_the_second_stage_asks_for_one_translation_only_whether_it_is_adequate():
    protocol = protocols.get("tournament", {"adequacy": True})
    one = shown("x", condition="adequacy")
    (row,) = observed(protocol, one, {"adequate": "no"})
    assert (row.aspect, row.system, row.value, row.label) == ("adequate", "x", 0.0, "no")
    with pytest.raises(BadInput, match="no answer to 'adequate'"):
        protocol.read({"better": "left"}, one)
    with pytest.raises(NotFound):
        protocol.read(
            {"better": "left", "adequate": "yes"}, shown("x", "y", condition="tournament")
        )


@given(st.lists(st.integers(1, 5), min_size=2, max_size=5))
def test_a_ranking_is_all_its_comparisons_in_display_order(ranks):
    ranks = [min(rank, len(ranks)) for rank in ranks]
    slots = tuple("abcde"[: len(ranks)])
    rows = observed(protocols.get("ranking"), shown(*slots, condition="ranking"), {"ranks": ranks})
    rank = dict(zip(slots, ranks, strict=True))
    assert len(rows) == len(ranks) * (len(ranks) - 1) // 2
    for row in rows:
        difference = rank[row.versus] - rank[row.system]
        assert row.value == (difference > 0) - (difference < 0)
        assert slots[row.slot - 1] == row.system


@pytest.mark.parametrize("ranks", [[], [0, 1], [1, 3], [1, True], ["1", 2], "12", None, [1.0, 2]])
def test_what_is_no_ranking_is_refused(ranks):
    with pytest.raises(BadInput, match="one rank for every translation"):
        protocols.get("ranking").read({"ranks": ranks})


def test_a_ranking_names_every_translation_that_was_shown():
    with pytest.raises(BadInput, match="2 ranks for 3 translations"):
        protocols.get("ranking").read({"ranks": [1, 2]}, shown("a", "b", "c", condition="ranking"))


def test_a_crossover_asks_by_the_condition():
    protocol = protocols.get("crossover")
    assert [ask.name for ask in protocol.asks_for("tournament")] == ["better"]
    assert [ask.name for ask in protocol.asks_for("ranking")] == ["ranks"]
    (row,) = observed(protocol, shown("a", "b", condition="tournament"), {"better": "tie"})
    assert row.label == "tie"
    rows = observed(protocol, shown("a", "b", "c", condition="ranking"), {"ranks": [3, 1, 2]})
    assert [row.label for row in rows] == ["right", "right", "left"]
    assert (protocol.shown("tournament"), protocol.shown("ranking")) == (2, 5)


@pytest.mark.parametrize("outputs", [1, 11])
def test_a_screen_shows_two_to_ten_translations(outputs):
    with pytest.raises(BadInput, match="cannot be ranked on one screen"):
        protocols.get("ranking", {"outputs": outputs})
