"""Which segments are asked about."""

from dataclasses import replace

import pytest

from tertium.design import select, systems_compared
from tertium.errors import BadInput
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
