"""A campaign whose marks were settled, from the command line."""

import json

import pytest
from click.testing import CliRunner

from tertium.cli.error_sets import command as sets
from tertium.cli.errors import command as errors
from tertium.cli.export import command as export
from tertium.exceptions import BadInput
from tertium.store import Store
from tests.consolidating import NAME, SYSTEM, decide, mark, outputs, put, read


@pytest.fixture
def folder(tmp_path):
    """Return a campaign's folder: one text is settled, one is not."""
    with Store.open(tmp_path / "tertium.db") as store:
        put(store)
        read(store, 1, 0, mark(0, "Hund"), mark(0, "Die", severity="minor"))
        read(store, 2, 0, mark(0, "Hund"))
        read(store, 1, 1, mark(1, "heute"))
        read(store, 2, 1)
        keys = {one.mark["quote"]: one.key for output in outputs(store) for one in output.items}
        decide(store, "d-1-drop-it", "ANNQQ-2", [keys["Die"]], "drop", None)
        decide(store, "d-2-agree-on", "ANNQQ-1", [keys["Die"]], "agree", None, upon="d-1-drop-it")
    return tmp_path


def scored(folder, layer):
    """Return what `tertium errors` tells of a layer."""
    told = CliRunner().invoke(errors, [str(folder), "--layer", layer, "--format", "json"])
    assert told.exit_code == 0, told.output
    return json.loads(told.output)


def test_settled_marks_are_scored_by_themselves(folder):
    """Each layer has its own errors; what is not settled is told."""
    before, after = scored(folder, "observed"), scored(folder, "consolidated")
    assert [one["system"] for one in after["systems"]] == [SYSTEM]
    assert (before["systems"][0]["errors"], after["systems"][0]["errors"]) == (4, 1)
    assert after["systems"][0]["outputs"] == 1
    assert any("1 of 2 outputs" in warning for warning in after["warnings"])
    assert not any("not settled" in warning for warning in before["warnings"])


def test_everything_is_exported(folder, tmp_path):
    """The table has the layer, and the decisions are written as they came."""
    table, log = tmp_path / "table.csv", tmp_path / "decisions.jsonl"
    assert CliRunner().invoke(export, [str(folder), str(table)]).exit_code == 0
    assert "consolidated" in table.read_text()
    done = CliRunner().invoke(export, [str(folder), str(log), "--what", "decisions"])
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(one["by"], one["content"]["act"]) for one in lines] == [
        ("ANNQQ-2", "drop"),
        ("ANNQQ-1", "agree"),
    ]
    assert (lines[1]["upon"], lines[0]["campaign"]) == ("d-1-drop-it", NAME)


def test_one_version_makes_no_sets(folder):
    """A campaign with one system is told what is missing."""
    told = CliRunner().invoke(sets, [str(folder)])
    assert isinstance(told.exception, BadInput)
    assert "two or more versions" in str(told.exception)
