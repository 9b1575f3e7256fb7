"""`tertium annotators` with figures and with an earlier campaign, as a person types it."""

import csv
import json
import shutil
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import BadInput

EXAMPLES = Path(__file__).parents[2] / "src" / "tertium" / "examples"
NOW, EARLIER = EXAMPLES / "crowd-next.csv", EXAMPLES / "crowd.csv"


def tertium(*words):
    """Run a command; trouble is raised as `main` would meet it."""
    result = CliRunner().invoke(cli, [str(word) for word in words], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result


def test_figures_tell_their_progress_on_standard_error():
    """The result goes to standard output alone."""
    done = tertium("annotators", EARLIER, "--figures", "--resamples", 2, "--format", "json")
    found = json.loads(done.stdout)
    assert found["signature"].startswith("redundancy|aspect:overall|scale:0..100")
    assert [one["scores"] for one in found["curve"]] == [1, 2, 3]
    assert {one["tested"] for one in found["accuracy"]} == {"passed", "failed"}
    assert "6 of 6 fits" in done.stderr


def test_too_little_redundancy_is_refused_with_a_remedy():
    """Most outputs of the small example have one score."""
    with pytest.raises(BadInput, match="not enough redundancy") as trouble:
        tertium("annotators", EXAMPLES / "scores.csv", "--figures")
    assert "judges = 3" in str(trouble.value)


def test_an_earlier_campaign_may_be_judgements_or_scores_of_outputs(tmp_path):
    """Both put this campaign on the same scale; a table of scores is taken as exact."""
    rows = list(csv.DictReader(EARLIER.open(encoding="utf-8")))
    means = {}
    for row in rows:
        if row["role"] == "real":
            means.setdefault((row["segment"], row["system"]), []).append(float(row["score"]))
    plain = tmp_path / "known.csv"
    lines = [f"{s},{y},{sum(v) / len(v):.3f}" for (s, y), v in means.items()]
    plain.write_text("\n".join(["segment,system,score", *lines, ""]), encoding="utf-8")
    full, exact = (
        json.loads(tertium("annotators", NOW, "--since", earlier, "--format", "json").stdout)
        for earlier in (EARLIER, plain)
    )
    assert 0 < full["reliability"] < 1
    assert exact["reliability"] is None
    assert [one["system"] for one in full["earlier"]] == ["maple", "oak"]
    assert full["anchors"] == exact["anchors"] == 24
    pair = {one["earlier"]: one["difference"]["value"] for one in full["differences"]}
    assert pair["oak"] > pair["maple"]


def test_one_question_at_a_time():
    """Figures and an earlier campaign are different results."""
    with pytest.raises(click.UsageError, match="Choose one"):
        tertium("annotators", NOW, "--figures", "--since", EARLIER)


def test_a_campaign_with_anchors_is_compared_with_the_file_they_came_from(tmp_path):
    """From texts with anchors to scores on the earlier scale, without renaming anything."""
    folder = tmp_path / "next"
    shutil.copytree(EXAMPLES / "library", folder)
    lines = ["segment,source,system,text,score"]
    lines += [
        f"{n},A sentence number {n}.,old,Ein Satz Nummer {n}.,{20 + 5 * n}" for n in range(12)
    ]
    (folder / "anchors.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    tertium("new", folder, "--protocol", "slider", "--source-language", "en",
            "--target-language", "de", "--annotators", 6)  # fmt: skip
    file = folder / "campaign.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("[design]", '[design]\nanchors = "anchors.csv"', 1),
                    encoding="utf-8")  # fmt: skip
    checked = json.loads(tertium("check", folder, "--format", "json").stdout)
    assert any("anchors in all" in one or "anchors only" in one for one in checked["warnings"])
    tertium("simulate", "campaign", folder)
    found = json.loads(
        tertium("annotators", folder, "--since", folder / "anchors.csv", "--format", "json").stdout
    )
    assert found["unmatched"] == 0
    assert found["anchors"] > 0
    assert [one["system"] for one in found["earlier"]] == ["old"]


def test_a_report_has_the_figures_where_there_is_redundancy(tmp_path, monkeypatch):
    """The small example has none, the crowd has; two draws are enough to see that."""
    monkeypatch.setattr("tertium.stats.report_plan._DRAWS", 2)
    for name, there in (("crowd.csv", True), ("scores.csv", False)):
        tertium("report", EXAMPLES / name, "--output", tmp_path / "report.html")
        html = (tmp_path / "report.html").read_text(encoding="utf-8")
        assert ("consensus of the others" in html) == there
