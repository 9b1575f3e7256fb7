"""`tertium quality-square` from the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import TertiumError

EXAMPLES = Path(__file__).parents[2] / "src" / "tertium" / "examples"
ASKED = (EXAMPLES / "square.csv", "--errors", EXAMPLES / "square-errors.csv",
         "--lengths", EXAMPLES / "square-words.csv")  # fmt: skip


def run(*words):
    result = CliRunner().invoke(cli, ["quality-square", *map(str, words)], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.stdout


@pytest.mark.parametrize("fmt", ["text", "json", "csv", "latex", "html"])
def test_every_format_is_printed(fmt):
    """The example of the manual, in all of them."""
    assert "legal" in run(*ASKED, "--format", fmt)


def test_json_has_four_values_with_thresholds_for_every_text():
    """Names and numbers that other programs rely on."""
    found = json.loads(run(*ASKED, "--format", "json"))
    texts = {one["document"]: one for one in found["texts"]}
    assert {one["verdict"] for one in texts.values()} == {"pass", "fail", "not yet decided"}
    for one in texts.values():
        for corner in ("adequacy", "readability", "major", "technical"):
            assert {"value", "low", "high", "sd", "limit", "inclusive", "verdict"} <= set(
                one[corner]
            )
    assert texts["legal"]["technical"]["value"] is None
    assert texts["home"]["technical"]["value"] == pytest.approx(1000 * (2 + 1) / 2 / 1200)


def test_without_marks_only_ratings_are_known():
    """Nothing is taken for zero that nobody looked at."""
    found = json.loads(run(EXAMPLES / "square.csv", "--format", "json"))
    assert all(one["major"]["reason"] == "not reviewed" for one in found["texts"])
    assert "pass" not in {one["verdict"] for one in found["texts"]}


def test_an_unknown_model_is_answered_with_the_known_ones():
    """A remedy."""
    with pytest.raises(TertiumError, match="full, light"):
        run(EXAMPLES / "square.csv", "--model", "heavy")
