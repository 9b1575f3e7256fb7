"""Post-editing: what may be answered, what is kept of it, and which rows follow."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import protocols
from tertium.exceptions import BadInput, NotFound
from tertium.model import Assignment, Judgement
from tertium.protocols.conditions import QUESTIONNAIRE, SCRATCH
from tertium.protocols.postedit import ASPECTS
from tertium.protocols.protocol import MAX_EDITED
from tertium.testing import check_protocol
from tertium.text.events import GROUPS, KINDS, MOST_EVENTS

QUESTIONS = [
    {"name": "tiring", "question": "How tiring was it?", "labels": ["not", "a little", "very"]},
    {"name": "why", "question": "Why?"},
]
EDIT = {
    "start": "a cat sat on a mat",
    "text": "the cat sat on a mat",
    "events": [
        {"t": 1500, "k": "key", "g": "letters"},
        {"t": 1500, "k": "input", "r": [0, 1, "the"]},
        {"t": 4000, "k": "done"},
    ],
}


def observed(answer, *slots, options=None, condition="postedit"):
    protocol = protocols.get("postedit", options or {})
    assignment = Assignment("a", "p", "s", slots, condition=condition)
    kept = protocol.read(answer, assignment)
    judgement = Judgement("j", "c", "a", "p", kept, datetime(2026, 1, 1, tzinfo=UTC))
    return list(protocol.observations(judgement, assignment))


def by_aspect(rows):
    return {row.aspect: row for row in rows}


def test_an_edited_text_yields_rating_effort_distance_and_text():
    rows = observed({"edited": EDIT, "rating": "3", "comment": "fine"}, "x")
    found = by_aspect(rows)
    assert set(found) == {"overall", *ASPECTS, "hter", "replayed", "edited"}
    assert (found["overall"].value, found["overall"].label) == (3.0, "3")
    assert found["seconds"].value == 4.0
    assert found["first_key"].value == 1.5
    assert found["last_key"].value == 2.5
    assert (found["keystrokes"].value, found["letters"].value) == (1.0, 1.0)
    assert (found["inserted"].value, found["deleted"].value) == (3.0, 1.0)
    assert found["hter"].value == pytest.approx(1 / 6)  # one of six words of the edited text
    assert found["replayed"].value == 1.0
    assert (found["edited"].text, found["edited"].value) == ("the cat sat on a mat", None)
    assert {row.system for row in rows} == {"x"}
    assert [row.comment for row in rows] == ["fine"] + [None] * (len(rows) - 1)


def test_systems_with_the_same_output_share_the_edit():
    rows = observed({"edited": EDIT, "rating": "3"}, "x+y")
    assert {row.system for row in rows} == {"x", "y"}
    assert len([row for row in rows if row.aspect == "hter"]) == 2


def test_zero_keys_are_data():
    same = {"start": "fine", "text": "fine", "events": [{"t": 900, "k": "done"}]}
    found = by_aspect(observed({"edited": same, "rating": "4"}, "x"))
    assert (found["keystrokes"].value, found["hter"].value, found["seconds"].value) == (0, 0, 0.9)
    assert "first_key" not in found  # there was none
    assert "replayed" not in found  # nothing to replay


def test_from_scratch_there_is_no_rating_and_no_distance():
    done = {"start": "", "text": "ab", "events": [{"t": 5, "k": "input", "r": [0, 0, "ab"]}]}
    found = by_aspect(observed({"edited": done}, SCRATCH, condition=SCRATCH))
    assert not {"overall", "hter"} & set(found)
    assert found["inserted"].value == 2
    with pytest.raises(NotFound, match="rating"):
        observed({"edited": done, "rating": "3"}, SCRATCH, condition=SCRATCH)
    with_aids = by_aspect(observed({"edited": done}, SCRATCH, condition="scratch+glossary"))
    assert set(with_aids) == set(found)


def test_an_empty_output_is_edited_like_any_other():
    found = by_aspect(observed({"edited": {**EDIT, "start": "", "events": []}, "rating": "1"}, "x"))
    assert found["hter"].value == 1.0
    assert found["replayed"].label == "not rebuilt"


@pytest.mark.parametrize(
    ("change", "flags"),
    [
        ({"text": "another text"}, "not rebuilt"),
        ({"start": "another text"}, "not rebuilt"),
        ({"events": None}, "malformed, not rebuilt"),
        ({"events": [*EDIT["events"], {"t": "?"}]}, "malformed"),
        ({"events": [*EDIT["events"], {"t": 4000, "k": "full"}]}, "cut off"),
        ({"events": EDIT["events"] + [{"t": 4000, "k": "focus"}] * MOST_EVENTS}, "cut off"),
    ],
)
def test_a_log_that_cannot_be_relied_on_is_kept_with_a_flag(change, flags):
    """The text counts, its distance too; effort read from such a log would not be sound."""
    answer = {"edited": EDIT | change, "rating": "2"}
    found = by_aspect(observed(answer, "x"))
    assert set(found) == {"overall", "hter", "replayed", "edited"}
    assert (found["replayed"].value, found["replayed"].label) == (0.0, flags)
    kept = protocols.get("postedit").read(answer)
    assert protocols.get("postedit").read(kept) == kept


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)
events = st.dictionaries(
    st.sampled_from("tkgrdipwx"),
    st.sampled_from([*sorted(KINDS), *GROUPS]) | st.integers(-1, 99) | anything,
    max_size=5,
)


@given(st.lists(events | anything, max_size=8) | anything, st.booleans())
def test_whatever_is_sent_as_a_log_the_text_is_kept(log, free):
    """Nothing raises, nothing changes when it is read again, and rows follow."""
    protocol = protocols.get("postedit", {"content_free": free})
    kept = protocol.read({"edited": {"start": "a", "text": "b", "events": log}, "rating": "1"})
    assert kept["edited"]["text"] == "b"
    assert protocol.read(kept) == kept
    judgement = Judgement("j", "c", "a", "p", kept, datetime(2026, 1, 1, tzinfo=UTC))
    rows = protocol.observations(judgement, Assignment("a", "p", "s", ("x",)))
    assert "edited" in {row.aspect for row in rows}


def test_without_content_no_character_is_kept_but_the_text():
    options = {"content_free": True}
    kept = protocols.get("postedit", options).read({"edited": EDIT, "rating": "3"})
    assert kept["edited"]["events"][1] == {"t": 1500, "k": "input", "d": 1, "i": 3}
    found = by_aspect(observed({"edited": EDIT, "rating": "3"}, "x", options=options))
    assert found["inserted"].value == 3
    assert "replayed" not in found


def test_time_that_counts_ends_at_the_idle_limit_of_the_campaign():
    slow = {**EDIT, "events": [*EDIT["events"][:2], {"t": 61_500, "k": "done"}]}
    answer = {"edited": slow, "rating": "3"}
    assert by_aspect(observed(answer, "x"))["active"].value == 61.5
    assert by_aspect(observed(answer, "x", options={"idle": 20}))["active"].value == 21.5


def test_a_pasted_novel_is_refused_with_the_limit():
    with pytest.raises(BadInput, match="more than 40,000"):
        observed({"edited": {**EDIT, "text": "x" * (MAX_EDITED + 1)}, "rating": "3"}, "x")


@pytest.mark.parametrize(
    "edited", ["text", None, {}, {"text": "x"}, {"start": "x"}, {"start": 1, "text": "x"}]
)
def test_what_is_no_edited_text_is_refused(edited):
    with pytest.raises(BadInput, match="edited text"):
        observed({"edited": edited, "rating": "3"}, "x")


@pytest.mark.parametrize("rating", ["0", "5", 3, None, True])
def test_a_rating_is_one_of_four(rating):
    with pytest.raises(BadInput, match="rating"):
        observed({"edited": EDIT, "rating": rating}, "x")


def test_a_questionnaire_is_asked_by_itself():
    options = {"questionnaire": QUESTIONS}
    given = {"tiring": "a little", "why": "long sentences", "comment": "all in all"}
    rows = observed(given, options=options, condition=QUESTIONNAIRE)
    assert [(row.aspect, row.value, row.label, row.text) for row in rows] == [
        ("tiring", 2.0, "a little", None),
        ("why", None, None, "long sentences"),
    ]
    assert [row.system for row in rows] == [None, None]
    assert rows[0].comment == "all in all"
    with pytest.raises(BadInput, match="no answer to 'tiring'"):
        observed({"edited": EDIT, "rating": "3"}, options=options, condition=QUESTIONNAIRE)
    with pytest.raises(NotFound, match="tiring"):
        observed({"edited": EDIT, "rating": "3"} | given, "x", options=options)


@pytest.mark.parametrize(
    "options", [{"rating": False}, {"content_free": True}, {"questionnaire": QUESTIONS}]
)
def test_every_variant_keeps_the_contract(options):
    check_protocol(protocols.get("postedit", options))


def question(**changes):
    return {"questionnaire": [QUESTIONS[0] | changes]}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"rates": True}, "no option named 'rates'"),
        ({"rating": "yes"}, "not of the kind bool"),
        ({"idle": 0}, "idle = 0"),
        ({"glossary": 5}, "not the name of a file"),
        ({"questionnaire": ["why"]}, "is no question"),
        (question(colour="red"), "is no question"),
        (question(name="hter"), "cannot be the name"),
        (question(name="a b"), "cannot be the name"),
        (question(name=7), "cannot be the name"),
        (question(question=" "), "asks nothing"),
        (question(labels=["one"]), "cannot be chosen from"),
        (question(labels=["same", "same"]), "cannot be chosen from"),
        (question(labels=[str(n) for n in range(10)]), "cannot be chosen from"),
        ({"questionnaire": [QUESTIONS[0]] * 2}, "have one name"),
    ],
)
def test_options_that_make_no_sense_are_refused_with_a_remedy(options, says):
    with pytest.raises((BadInput, NotFound), match=says) as caught:
        protocols.get("postedit", options)
    assert caught.value.fix
