import csv

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import NotFound


@pytest.fixture
def file(tmp_path):
    """Write judgements of two people as a narrow file."""
    path = tmp_path / "judgements.csv"
    with path.open("w", newline="", encoding="utf-8") as out:
        rows = csv.writer(out)
        rows.writerow(["annotator", "segment", "left", "right", "answer", "comment"])
        for at in range(60):
            answer = "left" if at % 3 else "both_bad" if at % 2 else "right"
            rows.writerow([f"person-{at % 2}", f"s{at}", "new", "old", answer, "my own words"])
    return path


def run(*words):
    """Run a command as the terminal would, but let errors through."""
    return CliRunner().invoke(
        cli, ["report", *map(str, words)], standalone_mode=False, catch_exceptions=False
    )


def test_a_file_becomes_a_report(file, tmp_path):
    """The report is written in one step and says so on standard error."""
    target = tmp_path / "out.html"
    done = run(file, "--baseline", "old", "--advanced", "new", "--identical", "20%", "-o", target,
               "--title", "Spring")  # fmt: skip
    html = target.read_text(encoding="utf-8")
    assert done.stdout == ""
    assert "Wrote" in done.stderr
    assert "<title>Report. Spring</title>" in html
    assert "person-1" in html
    assert "20.0%" in html
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []


def test_a_public_report_goes_out_without_people(file):
    """A dash writes to standard output; nobody's name or words are in it."""
    html = run(file, "--baseline", "old", "--advanced", "new", "--public", "-o", "-").stdout
    assert "Annotator 2" in html
    assert "person-" not in html
    assert "my own words" not in html


def test_a_place_that_cannot_be_written_is_told(file, tmp_path):
    """A missing folder gives one sentence, and nothing is left behind."""
    with pytest.raises(NotFound, match="no folder"):
        run(file, "--baseline", "old", "--advanced", "new", "-o", tmp_path / "none" / "x.html")


def test_a_mistyped_system_is_told(file):
    """The nearest name is offered."""
    with pytest.raises(NotFound, match="Did you mean 'old'"):
        run(file, "--baseline", "odl", "--advanced", "new")
