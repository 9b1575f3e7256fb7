"""`tertium reproduce`: a list of published and obtained numbers."""

import json

import pytest
from click.testing import CliRunner

from tertium.cli.reproduce import command


def test_json_is_a_list_in_which_all_agree_or_carry_a_note():
    """Each entry has paper, quantity, published, obtained, agrees and note."""
    done = CliRunner().invoke(command, ["--format", "json"])
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert list(found[0]) == ["paper", "quantity", "published", "obtained", "agrees", "note"]
    assert all(one["agrees"] or one["note"] for one in found)


@pytest.mark.parametrize("fmt", ["text", "csv", "latex", "html"])
def test_other_formats_print_it_too(fmt):
    """It is a result like any other."""
    done = CliRunner().invoke(command, ["--format", fmt])
    assert done.exit_code == 0
    assert "Figure 4" in done.stdout
