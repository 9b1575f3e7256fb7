"""`tertium entropy` on every kind of file it knows."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.analyses import judgements
from tertium.cli.main import cli
from tertium.exceptions import BadInput, NotFound
from tertium.formats.judgements import read_judgements
from tertium.table import JudgementTable
from tests.formats.test_tprdb import FIRST, OTHER, SEGMENTS, SG, ST

EXAMPLES = Path(__file__).parents[2] / "src" / "tertium" / "examples"
EDITS, GRAPH = EXAMPLES / "renderings.csv", EXAMPLES / "renderings.graph"


def run(*words):
    """Run the command and return what it printed; trouble is raised."""
    result = CliRunner().invoke(
        cli, ["entropy", *map(str, words), "--resamples", "100"], standalone_mode=False
    )
    if result.exception is not None:
        raise result.exception
    return result.stdout


def test_edited_outputs_with_an_engine():
    """All parts are there; the signature says what was done."""
    found = json.loads(run(EDITS, "--machine", GRAPH, "--system", "atlas", "--format", "json"))
    assert len(found["words"]) == 30
    assert found["stages"]["steps"]
    assert found["signature"].startswith("entropy|case:lower|unaligned:count|correction:none")
    assert "|aligner:given|words:spaces|machine:search-graph" in found["signature"]


def test_an_engine_alone():
    """A search graph is recognised by its content."""
    found = json.loads(run(GRAPH, "--format", "json"))
    assert found["translators"] == []
    assert found["mh"]["value"] > 0


def test_a_study_of_the_tpr_db(tmp_path):
    """A folder of tables is read whole, a single table too."""
    for name, header, rows in (("st.tsv", ST, (*FIRST, *OTHER)), ("sg.tsv", SG, SEGMENTS)):
        lines = ["\t".join(map(str, row)) for row in (header, *rows)]
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    whole = json.loads(run(tmp_path, "--format", "json"))
    assert whole["translators"] == ["P01", "P02"]
    assert any("how P02 worked" in doubt for doubt in whole["warnings"])
    assert (
        len(json.loads(run(tmp_path / "st.tsv", "--task", "T", "--format", "json"))["words"]) == 4
    )


def test_a_campaign_in_which_outputs_were_edited(tmp_path, monkeypatch):
    """Its edits are translations of its sources; before there are any, it says so."""
    (tmp_path / "campaign.toml").write_text("", encoding="utf-8")
    tables = [JudgementTable.from_rows([]), read_judgements(EXAMPLES / "edits.csv")]
    monkeypatch.setattr(
        judgements,
        "read",
        lambda file, campaign: judgements.Judgements(tables.pop(0), ("Noted.",), path=file),
    )
    with pytest.raises(BadInput, match="there are no edited outputs yet"):
        run(tmp_path)
    found = json.loads(run(tmp_path, "--system", "oak", "--format", "json"))
    assert found["warnings"][0] == "Noted."
    assert {"seconds", "keystrokes"} <= {one["measure"] for one in found["correlations"]}


def test_a_folder_of_nothing_known_is_refused(tmp_path):
    """A folder must hold a TPR-DB study or a campaign."""
    with pytest.raises(BadInput, match="there is no table of source words"):
        run(tmp_path)


def test_texts_in_columns_are_aligned(tmp_path):
    """Any table with several translations is enough."""
    path = tmp_path / "texts.csv"
    path.write_text("source,ann,ben\nyes,ja,ja\nno,nein,nö\nyes,ja,jo\n", encoding="utf-8")
    found = json.loads(run(path, "--format", "json"))
    assert "|aligner:builtin|words:unicode-words@1|" in found["signature"]
    assert [one["hh"] for one in found["words"]] == [0, 1, 1]
    assert "|words:spaces|" in run(path, "--tokens", "spaces")


@pytest.mark.parametrize("fmt", ["text", "csv", "latex", "html"])
def test_every_format(fmt):
    """All formats print something that names the most varied word."""
    assert "free" in run(EDITS, "--format", fmt)


def test_two_systems_of_one_editor_are_told_apart(tmp_path):
    """Somebody who edited two systems' outputs of a source is named with the line."""
    text = EDITS.read_text(encoding="utf-8")
    second = text.splitlines()[1].replace("atlas", "boreas")
    path = tmp_path / "edits.csv"
    path.write_text(text + second + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"edits.csv:22: 'ann-1' has already given a translation"):
        run(path)
    assert json.loads(run(path, "--system", "atlas", "--format", "json"))["words"]


def test_what_is_no_text_at_all_is_refused(tmp_path):
    """A table of something else, and an unknown segment, are told."""
    path = tmp_path / "scores.csv"
    path.write_text("annotator,score\na,1\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"scores.csv:1: no column 'source'"):
        run(path)
    with pytest.raises(NotFound, match="no segment named 'zz'"):
        run(EDITS, "--segment", "zz")
