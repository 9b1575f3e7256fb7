"""A report on a campaign with references has automatic metrics beside its judgements."""

import json

import pytest
from click.testing import CliRunner

from tertium.cli.examples import EXAMPLES
from tertium.cli.main import cli


def run(*words):
    """Run a command."""
    CliRunner().invoke(cli, [str(word) for word in words], standalone_mode=False,
                       catch_exceptions=False)  # fmt: skip


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    """Return a campaign of scores with a human translation, filled with simulated judgements."""
    folder = tmp_path_factory.mktemp("metrics") / "notices"
    folder.mkdir()
    (folder / "texts.tsv").write_bytes((EXAMPLES / "notices" / "texts.tsv").read_bytes())
    run("new", folder, "--protocol", "slider", "--source-language", "en", "--target-language", "de",
        "--annotators", 3)  # fmt: skip
    run("simulate", "campaign", folder)
    return folder


def test_metrics_stand_beside_judgements(campaign, tmp_path):
    """In the tables of a report, and on its page; German reports say it in German."""
    run("report", campaign, "-o", tmp_path / "report.json")
    found = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    metrics = found["metricscores"]
    assert {row["system"] for row in metrics["systems"]} == {"canal", "ferry"}
    assert metrics["references"][0]["reference"] == "human"
    assert [*metrics["signatures"]] == ["bleu", "chrf", "ter"]
    run("report", campaign, "--language", "de", "-o", tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Automatische Metriken" in page
    assert "tok:13a" in page


def test_a_campaign_without_references_has_no_metrics(tmp_path):
    """There is nothing to compare with."""
    folder = tmp_path / "phrasebook"
    folder.mkdir()
    for path in (EXAMPLES / "phrasebook").iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    run("new", folder, "--protocol", "slider", "--source-language", "en", "--target-language", "de",
        "--annotators", 3)  # fmt: skip
    run("simulate", "campaign", folder)
    run("report", folder, "-o", tmp_path / "report.json")
    assert "metricscores" not in json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
