"""`tertium report` on files of judgements: what is told follows from what they hold."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli

EXAMPLES = Path(__file__).parents[2] / "src" / "tertium" / "examples"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("chunks.csv", "difference between bolt and acme in chunk accuracy"),
        ("square.csv", "Of 3 texts, 1 fails and 2 are not yet decided."),
        ("labels.csv", "Inter-annotator agreement: mean Cohen’s κ .79"),
    ],
)
def test_a_file_of_any_kind_has_its_own_report(tmp_path, name, told):
    """Chunks, reviews and labels are no comparisons of two releases."""
    out = tmp_path / "report.html"
    words = ["report", str(EXAMPLES / name), "--output", str(out)]
    assert CliRunner().invoke(cli, words, standalone_mode=False).exception is None
    assert told in out.read_text("utf-8")
