"""Scorecards: what they add up to, and how replies find their errors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.stats.errors.analyse import score_errors
from tertium.stats.errors.card import scorecards
from tertium.stats.errors.layers import Reply, read_replies
from tertium.table import JudgementTable
from tests.stats.errors.marked import marked

KINDS = st.sampled_from(["accuracy/omission", "style", "terminology"])
LEVELS = st.sampled_from(["minor", "major", "critical"])
errors = st.lists(st.tuples(KINDS, LEVELS, st.integers(0, 9), st.integers(10, 20)), max_size=4)


@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("xy"), errors), min_size=1,
                max_size=6))  # fmt: skip
def test_a_card_adds_up_to_its_score(readings):
    """Rows of the card sum to the errors and points of the system, whoever read what."""
    view = marked([
        (who, "d", str(n), system, 40, own) for n, (who, system, own) in enumerate(readings)
    ])  # fmt: skip
    scores = score_errors(view, scoring="calibrated")
    cards = scorecards(view, scores)
    assert [one.system.system for one in cards] == [one.system for one in scores.systems]
    for card in cards:
        assert sum(sum(row.errors) for row in card.rows) == card.system.errors
        assert sum(row.points for row in card.rows) == pytest.approx(card.system.points)
        assert len(card.errors) == card.system.errors
        assert sum(one.critical for one in card.errors) == card.system.critical
        assert [one.number for one in card.errors] == list(range(1, len(card.errors) + 1))


def test_repeated_errors_are_found_and_cost_again_only_if_agreed():
    """The same words marked in the same way by the same person."""
    view = marked([("a", "d", str(n), "x", 9, [("style", "minor", 0, 2)]) for n in range(3)])
    for repeated, points in (("all", 1.0), ("once", 0.0)):
        scores = score_errors(view, repeated=repeated)
        (card,) = scorecards(view, scores, repeated=repeated)
        assert card.repeated == (("w0", "style", 3),)
        assert [one.again for one in card.errors] == [False, True, True]
        assert [one.points for one in card.errors] == [1.0, points, points]


def test_replies_find_their_error_and_context_is_cut():
    """By segment, system, side and place."""
    view = marked(
        [("a", "d", "1", "x", 60, [("style", "minor", 90, 93), ("style", "major", 0, 2)])]
    )
    reply = Reply("we were asked to", "withdrawn")
    place = ("1", "x", "target", 90, 93)
    (card,) = scorecards(view, score_errors(view), replies={place: reply})
    first, second = card.errors
    assert (first.passage, first.before, first.reply) == ("w0", "", Reply())
    assert second.reply == reply
    assert second.before.startswith("…")
    assert second.after.endswith("…")
    assert card.answered


def test_reviewers_have_numbers_instead_of_names():
    """A vendor gets the card."""
    view = marked([("zoe", "d", "1", "x", 9, [("style", "minor", 0, 2)]),
                   ("amy", "d", "1", "x", 9, [("style", "minor", 0, 2)])])  # fmt: skip
    (card,) = scorecards(view, score_errors(view))
    assert {one.reviewer for one in card.errors} == {1, 2}
    assert card.reviewers == 2
    assert "zoe" not in repr(card.errors)


def test_replies_are_read_from_the_layers_of_a_table():
    """Accepted, contested and struck out, changed, signed as it was, not answered."""
    about = {"annotator": "r", "segment": "1", "system": "x", "side": "target"}
    rows = [
        about | {"judgement": "j", "aspect": "error", "layer": "observed", "start": at,
                 "end": at + 1, "category": "style", "severity": "minor"}
        for at in range(5)
    ]  # fmt: skip
    for at, act in ((0, "accept"), (1, "contest"), (2, "propose")):
        rows.append(about | {"judgement": f"a{at}", "aspect": "answer", "layer": "rebuttal",
                             "start": at, "end": at + 1, "label": act, "category": "style",
                             "severity": "neutral" if at == 2 else "minor",
                             "comment": "why" if at else None})  # fmt: skip
    for at, severity, signed in ((0, "minor", ""), (2, "neutral", "arb"), (3, "minor", "arb"),
                                 (4, "minor", "")):  # fmt: skip
        rows.append(about | {"judgement": "z", "aspect": "error", "layer": "arbitrated",
                             "start": at, "end": at + 1, "category": "style", "severity": severity,
                             "label": signed or None})  # fmt: skip
    found = {
        place[3]: reply for place, reply in read_replies(JudgementTable.from_rows(rows)).items()
    }
    assert found == {
        0: Reply("accepted", ""),
        1: Reply("contested: why", "struck out"),
        2: Reply("proposed style, neutral: why", "changed to style, neutral"),
        3: Reply("", "stands"),
    }
    assert read_replies(JudgementTable.from_rows(rows[:5])) == {}
