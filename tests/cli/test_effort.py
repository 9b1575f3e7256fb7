"""`tertium effort` on files: edits, results of PET, rankings to hold them against."""

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import BadInput

EXAMPLES = Path(__file__).parents[2] / "src" / "tertium" / "examples"
QUICK = ("--method", "as-is", "--method", "log-ridge", "--method", "model")


def told(*words):
    """Run `tertium effort` and return what it prints as JSON."""
    result = CliRunner().invoke(
        cli, ["effort", *map(str, words), "--format", "json"], standalone_mode=False
    )
    if result.exception:
        raise result.exception
    return json.loads(result.stdout)


def test_the_example_is_analysed_and_correlated():
    """Systems, editors, productivity, and a ranking that is the same at system level."""
    found = told(EXAMPLES / "edits.csv", "--ranking", EXAMPLES / "edits-ranking.csv", *QUICK)
    best = [one for one in found["systems"] if one["measure"] == "time"]
    assert [one["system"] for one in best] == ["maple", "oak", "pine"]
    assert best[0]["words_per_hour"]["value"] == pytest.approx(3600 / best[0]["score"])
    assert {(one["system"], one["annotator"]) for one in found["paces"]} >= {("maple", "ana")}
    assert len(found["annotators"]) == 6
    assert found["productivity"][0]["condition"] == "postedit"
    assert all(one["value"] == 1.0 for one in found["correlations"])
    assert found["time_filter"]["declared"] == "cap3mad"


def test_a_ranking_may_hold_segments_ranks_or_comparisons(tmp_path):
    """Scores by segment, ranks, and preferences people gave."""
    ranks = tmp_path / "ranks.csv"
    ranks.write_text("system,rank\nmaple,1\noak,2\npine,3\n", encoding="utf-8")
    (rho, *_) = told(EXAMPLES / "edits.csv", "--ranking", ranks, *QUICK)["correlations"]
    assert rho["value"] == 1.0
    segments = tmp_path / "segments.csv"
    lines = [f"s{at},{name},{score}" for at in range(13, 31)
             for name, score in (("maple", 3), ("oak", 2), ("pine", 1))]  # fmt: skip
    segments.write_text("segment,system,score\n" + "\n".join(lines), encoding="utf-8")
    found = told(EXAMPLES / "edits.csv", "--ranking", segments, *QUICK)["correlations"]
    assert {one["level"] for one in found} == {"system", "segment"}
    assert all(one["value"] > 0 for one in found)
    people = tmp_path / "people.csv"
    people.write_text(
        "annotator,segment,left,right,answer\n"
        "j,s13,maple,oak,left\nj,s13,pine,oak,right\nj,s14,maple,pine,left\n",
        encoding="utf-8",
    )
    found = told(EXAMPLES / "edits.csv", "--ranking", people, *QUICK)["correlations"]
    assert next(one for one in found if one["level"] == "segment")["n"] == 12


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("system,score\nmaple,high\n", "'high' is not a number"),
        ("system,score\nmaple,1\nmaple,2\n", "system 'maple' is ranked twice"),
        ("annotator,segment,system,score\na,1,maple,70\n", "this is no ranking of systems"),
    ],
)
def test_a_bad_ranking_is_told(tmp_path, text, expected):
    """The place and a remedy."""
    path = tmp_path / "ranking.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=expected):
        told(EXAMPLES / "edits.csv", "--ranking", path, *QUICK)


def test_values_of_every_judgement_are_written(tmp_path):
    """One row per judgement, with raw seconds beside capped ones."""
    path = tmp_path / "values.csv"
    told(EXAMPLES / "edits.csv", "--values", path, *QUICK)
    rows = list(csv.DictReader(path.open(encoding="utf-8")))
    assert len(rows) == 216
    night = max(rows, key=lambda one: float(one["raw_seconds"]))
    assert float(night["raw_seconds"]) > 20_000 > 1_000 > float(night["seconds"])
    assert "seconds:log-ridge" in rows[0]


def test_a_result_of_pet_is_a_file_of_edits(tmp_path):
    """Edits written for PET and read again give the same pace."""
    cli(["convert", str(EXAMPLES / "edits.csv"), str(tmp_path / "all.per")], standalone_mode=False)
    found = told(tmp_path / "all-ana.per", "--method", "as-is")
    (ana,) = found["annotators"]
    assert ana["judgements"] == 36
    assert any("one post-editor" in one for one in found["warnings"])


def test_options_reach_the_signature():
    """Whoever reads the line can repeat the analysis."""
    found = told(EXAMPLES / "edits.csv", "--cap", "0", "--tie", "0.1", "--per-word",
                 "--folds", "plain", "--indicator", "keystrokes", *QUICK)  # fmt: skip
    for part in ("indicators:keystrokes|", "filter:none", "tie:0.1", "per:word", "folds:plain"):
        assert part in found["signature"]


def test_a_collected_campaign_knows_its_texts(tmp_path):
    """From texts to a simulated campaign to effort: sources and outputs come from the campaign."""
    numbers = range(1, 17)
    for name, text in (
        ("source.de", "Das ist der Satz Nummer {} mit einigen Worten"),
        ("one.en", "This is sentence number {} with some words"),
        ("two.en", "That the sentence {} with a words"),
    ):
        lines = "\n".join(text.format(number) for number in numbers)
        (tmp_path / f"{name}.txt").write_text(lines + "\n", encoding="utf-8")
    cli(["new", str(tmp_path), "--protocol", "postedit"], standalone_mode=False)
    cli(["simulate", "campaign", str(tmp_path)], standalone_mode=False)
    found = told(tmp_path, *QUICK)
    assert found["warnings"][0].startswith("These judgements are simulated")
    assert {one["system"] for one in found["systems"]} == {"one", "two"}
    assert all(one["seconds_per_word"] > 0 for one in found["annotators"])
    assert found["productivity"][0]["words_per_hour"]["value"] > 0
    assert {"active", "letters", "kdur"} <= {one["indicator"] for one in found["indicators"]}


def test_the_report_of_edits_is_about_effort(tmp_path):
    """`tertium report` knows by itself what the judgements are."""
    path = tmp_path / "report.html"
    cli(["report", str(EXAMPLES / "edits.csv"), "-o", str(path)], standalone_mode=False)
    html = path.read_text(encoding="utf-8")
    assert "Post-editing maple takes the least editing (HTER) of three systems" in html
    assert "effort-comparable" in html
