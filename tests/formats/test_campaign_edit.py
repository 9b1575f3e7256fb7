"""Settings that are changed in a campaign file: what is around them stays as it was."""

import pytest

from tertium.exceptions import BadInput
from tertium.formats.campaign_edit import edited

FILE = 'name = "spring"  # ours\n\n[design]\ncontext = 2  # sentences\n'


def test_a_value_changes_and_its_comment_stays():
    """Only the value is another."""
    assert edited(FILE, {("design", "context"): 1}).split() == FILE.replace("= 2", "= 1").split()


def test_settings_that_are_not_written_can_be_taken_out():
    """Also those of a table inside a table, neither of which is there."""
    gone = {("crowd", "qualification", "items"): None, ("crowd", "cap"): None}
    assert edited(FILE, gone) == FILE


def test_a_table_inside_a_table_is_written_when_it_is_needed():
    """The file says what it said, and the new setting."""
    text = edited(FILE, {("crowd", "qualification", "items"): 10})
    assert text.endswith("\n[crowd.qualification]\nitems = 10\n")
    assert text.startswith(FILE)


def test_a_setting_written_in_another_way_is_left_alone():
    """A dotted key stands on no line below its table."""
    with pytest.raises(BadInput, match="in a way that cannot be changed here"):
        edited("design.context = 2\ndesign.batch = 3\n[design.more]\n", {("design", "context"): 1})
