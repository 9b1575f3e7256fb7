"""`tertium agree` and `convert` on rankings, as a person types them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import BadInput
from tertium.formats.judgements import read_judgements

EXAMPLE = Path(__file__).parents[2] / "src" / "tertium" / "examples" / "rankings.csv"


def tertium(*words):
    """Run a command; trouble is raised as `main` would meet it."""
    result = CliRunner().invoke(cli, [str(word) for word in words], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result


def test_the_variant_of_wmt_is_asked_for_by_name():
    """`--variant wmt` puts the official values in front and names itself in the signature."""
    plain = json.loads(tertium("agree", EXAMPLE, "--format", "json").stdout)
    official = json.loads(tertium("agree", EXAMPLE, "--variant", "wmt", "--format", "json").stdout)
    assert official["cohen"]["mean"] == plain["wmt"]["inter"]["kappa"]
    assert official["textbook"] == {
        "percent": plain["percent"],
        "cohen": plain["cohen"]["mean"],
        "intra": plain["intra"]["mean"],
    }
    assert set(plain["wmt"]["inter"]) == {
        "pA", "pE", "kappa", "agree", "comparable", "ties", "total",
    }  # fmt: skip
    assert set(plain["ranks"]) >= {"spearman", "kendall", "n"}
    assert {"at_least", "share", "chance", "annotators"} <= set(plain["majorities"][0])
    assert "|variant:wmt|" in official["signature"]


def test_lengths_come_from_a_file(tmp_path):
    """`segment,words` leads to agreement by cumulative length."""
    words = "".join(f"s{n:02},{4 * n}\n" for n in range(1, 13))
    (tmp_path / "lengths.csv").write_text(f"segment,words\n{words}", encoding="utf-8")
    done = tertium("agree", EXAMPLE, "--lengths", tmp_path / "lengths.csv", "--format", "json")
    found = json.loads(done.stdout)["by_length"]
    assert [one["at_most"] for one in found] == [10, 20, 30, 40, 50]
    assert json.loads(tertium("agree", EXAMPLE, "--format", "json").stdout)["by_length"] == []


def test_scores_have_no_variant_of_wmt(tmp_path):
    """The reason is told in one sentence."""
    path = tmp_path / "scores.csv"
    path.write_text("annotator,segment,system,score\na,1,x,7\nb,1,x,6\n", encoding="utf-8")
    with pytest.raises(BadInput, match="needs comparisons whose display order is known"):
        tertium("agree", path, "--variant", "wmt")


def test_rankings_go_round_through_every_file(tmp_path, monkeypatch):
    """From our own file to WMT's and back nothing is lost but time; pairs name every system."""
    monkeypatch.chdir(tmp_path)
    done = tertium("convert", EXAMPLE, "wmt.csv", "--rankings", "wmt")
    assert done.stderr == "Wrote 32 rows to wmt.csv.\n"
    tertium("convert", "wmt.csv", "again.csv", "--rankings", "narrow")
    lines = [line.rsplit(",", 1)[0] for line in EXAMPLE.read_text(encoding="utf-8").splitlines()]
    assert Path("again.csv").read_text(encoding="utf-8").splitlines() == lines
    tertium("convert", EXAMPLE, "pairs.csv", "--rankings", "wmt-pairwise")
    seen = read_judgements(Path("pairs.csv")).comparisons()
    assert set(seen.system.names) | set(seen.versus.names) == {"alpha", "beta", "gamma", "delta"}
    assert len(seen) == 32 * 6


def test_only_one_file_can_be_asked_for(tmp_path):
    """`--narrow` and `--rankings` contradict each other."""
    done = CliRunner().invoke(
        cli, ["convert", str(EXAMPLE), str(tmp_path / "x.csv"), "--narrow", "--rankings", "wmt"]
    )
    assert done.exit_code == 2
    assert "two different files" in done.output


def test_a_file_of_comparisons_of_many_systems_has_a_report(tmp_path):
    """Preferences are no scores, so nothing asks whether they lie between 0 and 100."""
    out = tmp_path / "report.html"
    tertium("report", EXAMPLE.with_name("museum.csv"), "--output", out)
    assert "human, atlas and breeze share the lead among five systems" in out.read_text("utf-8")
