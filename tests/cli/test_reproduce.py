"""`tertium reproduce`: published and obtained numbers, counted by kind."""

import json

import pytest
from click.testing import CliRunner

from tertium.cli.reproduce import command


def test_json_begins_with_the_sentence_and_the_counts():
    """Each number has a paper, a kind, and agrees, differs with a note, or is neither."""
    done = CliRunner().invoke(command, ["--format", "json"])
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert next(iter(found)) == "sentence"
    assert found["sentence"].startswith("Tertium’s analyses recompute ")
    assert sum(kind["numbers"] for kind in found["kinds"]) == sum(
        one["numbers"] for one in found["numbers"]
    )
    assert {"paper", "quantity", "kind", "agrees", "note"} <= set(found["numbers"][0])
    assert all(one["agrees"] or one["note"] for one in found["numbers"] if not one["data_set"])


@pytest.mark.parametrize("fmt", ["text", "csv", "latex", "html"])
def test_other_formats_print_it_too(fmt):
    """It is a result like any other."""
    done = CliRunner().invoke(command, ["--format", fmt])
    assert done.exit_code == 0
    assert "Figure 4" in done.stdout
    assert done.stdout.index("recomputed by the product") < done.stdout.index("Figure 4")


def test_a_folder_of_data_must_exist(tmp_path):
    """A slip of the keyboard is not taken for a lack of data."""
    done = CliRunner().invoke(command, ["--data", str(tmp_path / "none")])
    assert done.exit_code != 0
    assert "does not exist" in done.output
