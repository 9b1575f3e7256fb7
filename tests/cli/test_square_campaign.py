"""A campaign of the quality square from texts to values."""

import json

from click.testing import CliRunner

from tertium.cli.main import cli


def run(*words):
    result = CliRunner().invoke(cli, list(map(str, words)), standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.stdout


def test_a_campaign_is_made_filled_and_told(tmp_path):
    """New, simulated, square: every text has ratings and counts of everyone."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "source.txt").write_text("The cat sat on the mat.\nIt was old, and grey.\n")
    (folder / "acme.txt").write_text("Die Katze saß auf der Matte.\nSie war alt und grau.\n")
    run("new", folder, "--source-language", "en", "--target-language", "de",
        "--protocol", "square", "--annotators", "3")  # fmt: skip
    run("check", folder)
    run("simulate", "campaign", folder)
    found = json.loads(run("quality-square", folder, "--model", "light", "--format", "json"))
    assert len(found["texts"]) == 2
    for one in found["texts"]:
        assert one["adequacy"]["reviewers"] == one["major"]["reviewers"] == 3
        assert one["words"] > 0
    assert "simulated" in found["warnings"][0]
    report = tmp_path / "report.html"
    run("report", folder, "-o", report)
    assert "Quality squares" in report.read_text(encoding="utf-8")
