"""A model from comparisons that were collected with the shipped wording."""

import json
import re

from click.testing import CliRunner

from tertium.cli.examples import EXAMPLES
from tertium.cli.main import cli


def run(*words):
    words = list(map(str, words))
    return CliRunner().invoke(cli, words, standalone_mode=False, catch_exceptions=False).stdout


def test_a_campaign_of_comparisons_is_trained_on(tmp_path):
    """New, the criterion, simulated answers, train: held out by document, without a scale."""
    folder = tmp_path / "easier"
    folder.mkdir()
    for text in (EXAMPLES / "releases").iterdir():
        (folder / text.name).write_bytes(text.read_bytes())
    run("new", folder, "--protocol", "ab", "--source-language", "en", "--target-language", "de")
    file = folder / "campaign.toml"
    text = file.read_text("utf-8")
    assert "criterion" in text
    file.write_text(re.sub("(?m)^#? *criterion = .*$", 'criterion = "readability"', text), "utf-8")
    run("simulate", "campaign", folder)
    found = json.loads(run("readability", "train", folder, "--format", "json"))
    assert found["trained"] == "comparisons"
    assert found["predictions"] is None
    assert 0 < found["validation"]["pairs_across"]["value"] <= 1
    assert any("no scale" in one for one in found["warnings"])
