"""The A/B protocol: four variants of one list of answers."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tertium import protocols
from tertium.exceptions import BadInput, NotFound
from tertium.model import Assignment, Example, Judgement
from tertium.protocols.preferences import ANSWERS, VARIANTS
from tertium.testing import check_protocol

SHOWN = Assignment(id="x", annotator="p", segment="s", slots=("new", "old"))


def observed(options, answer):
    protocol = protocols.get("ab", options)
    kept = protocol.read(answer)
    judgement = Judgement("j", "c", "x", "p", kept, datetime(2026, 1, 1, tzinfo=UTC))
    return list(protocol.observations(judgement, SHOWN))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("second", [False, True])
def test_every_variant_keeps_the_contract(variant, second):
    """All four variants, with and without the second question, are whole protocols."""
    check_protocol(protocols.get("ab", {"variant": variant, "good_enough": second}))


def test_the_contract_asks_for_examples_that_can_be_practised():
    """An author learns of a wrong one from a test, not from annotators."""
    example = Example("It rains.", ("Es regnet.", "Es rennt."), "tie", "why")
    with pytest.raises(BadInput, match="'tie' is not an answer to 'better'"):
        check_protocol(replace(protocols.get("ab"), tutorial=(example,)))


@pytest.mark.parametrize(
    ("variant", "labels"),
    [
        ("five", ["left", "right", "both_good", "both_bad", "other"]),
        ("binary", ["left", "right"]),
        ("ternary", ["left", "right", "tie"]),
        ("post-edit", ["left", "right", "neither"]),
    ],
)
def test_keys_follow_the_published_order(variant, labels):
    """The digits mean the answers in the order the method lists them."""
    assert list(protocols.get("ab", {"variant": variant}).asks[0].labels) == labels


@pytest.mark.parametrize(("label", "value"), ANSWERS.items())
def test_an_answer_becomes_one_preference_of_the_left_system(label, value):
    """The value speaks of the system shown first; the raw answer stays as the label."""
    variant = next(name for name, labels in VARIANTS.items() if label in labels)
    (row,) = observed({"variant": variant}, {"better": label, "comment": "why"})
    assert (row.aspect, row.system, row.versus, row.slot) == ("preference", "new", "old", 1)
    assert (row.value, row.label, row.comment) == (value, label, "why")


def test_the_second_question_is_a_row_of_its_own():
    """Good enough to post-edit is observed beside the preference."""
    rows = observed({"good_enough": True}, {"better": "both_bad", "good_enough": "no"})
    assert [(row.aspect, row.value) for row in rows] == [("preference", 0.0), ("good_enough", 0.0)]


def test_other_needs_a_comment():
    """'Other' without a reason says nothing and is refused."""
    with pytest.raises(BadInput, match="needs a comment"):
        protocols.get("ab").read({"better": "other", "comment": "  "})


@pytest.mark.parametrize(
    "answer",
    [
        {"better": "tie"},
        {"better": 1},
        {"better": ["left"]},
        {"better": "left", "comment": "x" * 5001},
        {"better": "left", "comment": 7},
        {"better": "left", "system": "new"},
        [],
    ],
)
def test_what_was_not_asked_is_refused(answer):
    """A label of another variant, another type or an extra field does not enter the store."""
    with pytest.raises((BadInput, NotFound)):
        protocols.get("ab").read(answer)


@pytest.mark.parametrize(
    "options", [{"variants": "five"}, {"variant": "six"}, {"good_enough": "yes"}]
)
def test_a_mistyped_option_is_refused_with_a_remedy(options):
    """A campaign file with a wrong option names the right one."""
    with pytest.raises((BadInput, NotFound)) as caught:
        protocols.get("ab", options)
    assert caught.value.fix
