"""`tertium agree` on files with marked errors."""

import json

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import NotFound

HEAD = "annotator,segment,system,side,start,end,category,severity,target\n"
MARKED = HEAD + (
    "a,s1,X,target,0,3,accuracy,major,one two three\n"
    "b,s1,X,target,0,7,accuracy,minor,one two three\n"
    "a,s2,X,,,,,,four\n"
    "b,s2,X,,,,,,four\n"
)


def agree(tmp_path, text, *options):
    path = tmp_path / "errors.csv"
    path.write_text(text, encoding="utf-8")
    return CliRunner().invoke(
        cli, ["agree", str(path), *options], standalone_mode=False, catch_exceptions=False
    )


def test_a_file_with_errors_is_measured_on_marks(tmp_path):
    """The JSON has every measure, its interval and the signature."""
    found = json.loads(agree(tmp_path, MARKED, "--format", "json").stdout)
    assert found["kappa"]["value"] == pytest.approx(0.5)  # po 3/4, pe (1·2 + 3·2)/16
    assert found["f"]["mpp"]["value"] == pytest.approx(2 * 1 * (3 / 7) / (1 + 3 / 7))
    assert found["signature"].startswith("agree-spans|label:category|side:target|")


def test_options_reach_the_measures(tmp_path):
    """Names of marks, a typology's weights and the seed are part of the result."""
    options = ("--names", "severity", "--typology", "mqm-core", "--seed", "3")
    found = json.loads(agree(tmp_path, MARKED, *options, "--format", "json").stdout)
    assert found["label"] == "severity"
    assert "seed=3" in found["signature"]
    with pytest.raises(NotFound):
        agree(tmp_path, MARKED, "--typology", "mqm-cor")


def test_texts_without_errors_are_read_for_errors_too(tmp_path):
    """A file in which nobody found anything says so instead of failing."""
    clean = HEAD + "a,s1,X,,,,,,one\nb,s1,X,,,,,,one\n"
    assert "No error was marked" in agree(tmp_path, clean).stdout
