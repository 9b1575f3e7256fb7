"""Which segments are asked about."""

from dataclasses import replace

import pytest

from tertium.design import select, systems_compared, vertices_of
from tertium.exceptions import BadInput
from tertium.model import Identical, System


def with_texts(campaign, **texts):
    """Replace source and outputs of segments: `s3=("source", "old", "new")`."""
    segments = list(campaign.segments)
    outputs = dict(campaign.outputs)
    for name, (source, old, new) in texts.items():
        at = int(name[1:])
        segments[at] = replace(segments[at], source=source)
        outputs[segments[at].id, "old"] = old
        outputs[segments[at].id, "new"] = new
    return replace(campaign, segments=tuple(segments), outputs=outputs)


def test_asked_are_segments_of_the_right_length_whose_outputs_differ(campaign):
    """Too short, too long, empty and identical ones are left out, in text order."""
    made = with_texts(
        campaign(6, same=(1,), common=0),
        s2=("Too short.", "A", "B"),
        s3=("word " * 51, "A", "B"),
        s4=("  ", "", ""),
    )
    selection = select(made)
    assert [segment.id for segment in selection.asked] == ["en-de.0", "en-de.5"]
    assert selection.too_short_or_long == ("en-de.2", "en-de.3")
    assert selection.empty_sources == ("en-de.4",)


def test_identical_outputs_are_counted_within_bounds_and_over_all(campaign):
    """Per pair and domain; an empty line is no segment and counts nowhere."""
    made = with_texts(
        campaign(8, domains=("health", "law"), same=(0, 1), common=0),
        s2=("Short.", "Same", "Same"),  # health, identical, too short
        s4=("", "", ""),  # health, empty
        s6=("A sentence with five words.", "“Ja”", '"Ja"'),  # health, near-identical
    )
    assert select(made).identical == (
        Identical("en-de", "health", 1, 2, 2, 3, 1),
        Identical("en-de", "law", 1, 4, 1, 4, 0),
    )


def test_near_identical_outputs_are_reported_and_may_be_left_out(campaign):
    """The design decides whether they are asked about."""
    for choice, asked in (("ask", 3), ("leave-out", 2)):
        made = with_texts(
            campaign(3, near_identical=choice, common=0),
            s1=("This sentence has five words.", "l’avion", "l'avion"),
        )
        selection = select(made)
        assert selection.near_identical == ("en-de.1",)
        assert len(selection.asked) == asked


def test_an_empty_output_is_a_difference_and_is_reported(campaign):
    """A system that says nothing is judged for it."""
    made = with_texts(campaign(3, common=0), s1=("This sentence has five words.", "", "Text"))
    selection = select(made)
    assert len(selection.asked) == 3
    assert selection.empty_outputs == (("en-de.1", "old"),)


def test_bounds_follow_the_script(campaign):
    """Eight Chinese characters are fewer than five words."""
    made = with_texts(
        campaign(2, pairs=("zh-en",), common=0),
        s0=("我们今天去学校。", "A", "B"),
        s1=("我们今天一起去学校读书。", "A", "B"),
    )
    assert [segment.id for segment in select(made).asked] == ["zh-en.1"]


def test_two_active_systems_are_compared(campaign):
    """Withdrawn systems are set aside; one alone cannot be compared."""
    made = campaign(2, common=0)
    old, new = made.systems
    late = replace(made, systems=(old, new, System("older", withdrawn=True)))
    assert systems_compared(late) == (old, new)
    alone = replace(made, systems=(old, replace(new, withdrawn=True)))
    with pytest.raises(BadInput, match=r"needs two systems, this campaign has 1 \('old'\)"):
        systems_compared(alone)


# Many systems -------------------------------------------------------------------------


def said(made, number, **texts):
    """Replace outputs of one segment; None takes one away."""
    outputs = dict(made.outputs)
    for system, text in texts.items():
        outputs.pop((f"en-de.{number}", system), None)
        if text is not None:
            outputs[f"en-de.{number}", system] = text
    return replace(made, outputs=outputs)


def test_equal_outputs_are_one_vertex(many):
    """Up to letter case; the name holds all of them, in order."""
    made = many(3, equal={1: "da", 2: "abcde"}, references=("ref",), common=0)
    selection = select(made)
    assert selection.vertices == {
        "en-de.0": ("a", "b", "c", "d", "e", "ref"),
        "en-de.1": ("a+d", "b", "c", "e", "ref"),
        "en-de.2": ("a+b+c+d+e", "ref"),
    }
    assert vertices_of(made, "en-de.1", made.systems) == selection.vertices["en-de.1"]


def test_two_systems_keep_their_case(campaign):
    """In a comparison of two releases a capital letter may be what was changed."""
    made = with_texts(campaign(2, common=0), s0=("This sentence has five words.", "ja", "Ja"))
    assert len(select(made).asked) == 2
    assert select(made).vertices["en-de.0"] == ("old", "new")


def test_sources_where_all_say_the_same_are_counted(many):
    """Nothing can be asked about them, whatever their number of outputs."""
    made = many(4, equal={0: "abcde", 1: "abcd"}, missing={1: "e", 3: "abc"}, common=0)
    selection = select(made)
    assert [segment.id for segment in selection.asked] == ["en-de.2", "en-de.3"]
    assert selection.identical == (Identical("en-de", "", 2, 4, 2, 4, 0),)
    assert selection.missing == (("en-de.3", "a"), ("en-de.3", "b"), ("en-de.3", "c"))


@pytest.mark.parametrize("nothing", [None, "", "  "])
def test_a_system_that_says_nothing_is_no_vertex(many, nothing):
    """With one output left, or none, there is nothing to compare either."""
    made = said(many(3, systems=("a", "b", "c"), common=0), 0, b=nothing)
    assert select(made).vertices["en-de.0"] == ("a", "c")
    made = said(made, 0, c=nothing)
    made = said(made, 1, a=nothing, b=nothing, c=nothing)
    selection = select(made)
    assert selection.too_few == ("en-de.0", "en-de.1")
    assert [segment.id for segment in selection.asked] == ["en-de.2"]
    assert selection.identical == (Identical("en-de", "", 0, 3, 0, 3, 0),)


def test_nearly_identical_outputs_of_many_systems_are_reported(many):
    """By pairs; a source is left out only if nothing else differs in it."""
    for choice, asked in (("ask", 3), ("leave-out", 2)):
        made = many(3, systems=("a", "b", "c"), near_identical=choice, common=0)
        made = said(made, 0, a="L’avion", b="l'avion", c="l' avion")
        made = said(made, 1, a="l’avion", b="L'AVION", c="un avion")
        selection = select(made)
        assert selection.near_identical == ("en-de.0",)
        assert len(selection.asked) == asked
        assert selection.near_pairs == (4 if asked == 3 else 1)


def test_withdrawn_systems_are_left_out_of_vertices(many):
    """Also where they would have been merged."""
    made = many(2, systems=("a", "b", "c"), equal={0: "ab"}, withdrawn=("b",), common=0)
    assert select(made).vertices["en-de.0"] == ("a", "c")
