"""`tertium monitor` on files and on a campaign's folder."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import GateNotMet, NotFound

EXAMPLE = str(Path(__file__).parents[2] / "src" / "tertium" / "examples" / "judgements.csv")
PAIR = ["--baseline", "release-6", "--advanced", "release-7"]


def run(*words):
    """Run a command and return what it printed."""
    result = CliRunner().invoke(cli, ["monitor", *words], standalone_mode=False)
    if result.exception:
        raise result.exception
    return result.stdout


def test_a_file_is_looked_at_and_told_as_json():
    """The fields have the names of the manual."""
    found = json.loads(run(EXAMPLE, *PAIR, "--planned", "600", "--format", "json"))
    assert found["decision"] == "go on"
    assert [look["judgements"] for look in found["looks"]] == [150, 300, 450, 600]
    assert {round(look["alarm"], 4) for look in found["looks"]} == {0.0182}
    assert found["limits"]["by"] in ("annotators", "judgements")
    assert found["judgements"] == 600


@pytest.mark.parametrize("rule", ["anytime-valid", "bayes"])
def test_the_other_rules_have_their_own_numbers(rule):
    """An e-value, or a probability."""
    found = json.loads(run(EXAMPLE, *PAIR, "--rule", rule, "--format", "json"))
    field = {"anytime-valid": "e_value", "bayes": "probability"}[rule]
    assert all(look[field] is not None for look in found["looks"])


def test_a_gate_waits_for_the_stop():
    """A build server goes on asking until the rule has stopped."""
    with pytest.raises(GateNotMet, match="stopped_at is 0"):
        run(EXAMPLE, *PAIR, "--require", "stopped_at > 0")
    assert "Stop (Bayesian rule)" in run(
        EXAMPLE, *PAIR, "--rule", "bayes", "--require", "stopped_at > 0"
    )


def test_scores_are_looked_at_where_there_are_no_preferences(tmp_path):
    """A file of scores needs no further word."""
    rows = [f"a{who},s{at}-{who},{system},{50 + better * (1 + at % 3) + (at * 7 + who) % 5}"
            for at in range(30) for who in range(3)
            for system, better in (("old", 0), ("new", 20))]  # fmt: skip
    file = tmp_path / "scores.csv"
    file.write_text("annotator,segment,system,score\n" + "\n".join(rows))
    found = json.loads(run(str(file), "--format", "json"))
    assert (found["kind"], found["advanced"]) == ("scores", "new")
    assert found["decision"] == "stop: advanced better"


def test_an_unknown_system_is_told():
    """With the nearest known name."""
    with pytest.raises(NotFound, match="release-8"):
        run(EXAMPLE, "--baseline", "release-6", "--advanced", "release-8")


CAMPAIGN = """\
name = "spring"
protocol = "{protocol}@1"
[systems]
{systems}
[[texts]]
source_language = "en"
target_language = "de"
file = "texts.tsv"
[design]
annotators = 3
{design}
"""


def folder(tmp_path, protocol, systems, design):
    """Write a campaign of 40 segments and let simulated people judge half of it."""
    text = CAMPAIGN.format(protocol=protocol, systems=systems, design=design)
    (tmp_path / "campaign.toml").write_text(text)
    rows = [f"The number {k} train leaves the station.\tZug {k}.\tDer Zug {k}." for k in range(40)]
    (tmp_path / "texts.tsv").write_text("\n".join(["source\tone\ttwo", *rows]) + "\n")
    words = ["simulate", "campaign", str(tmp_path), "--share", "0.6"]
    assert CliRunner().invoke(cli, words).exit_code == 0
    return str(tmp_path)


TWO = 'baseline = "one"\nadvanced = "two"'


def test_a_campaign_is_looked_at_as_it_plans(tmp_path):
    """Planned looks if its file has some; else evidence that may be looked at any time."""
    planned = folder(tmp_path, "ab", TWO, "common = 10\nlooks = 3")
    found = json.loads(run(planned, "--format", "json"))
    assert (found["rule"], found["baseline"], found["advanced"]) == ("planned", "one", "two")
    assert found["looks"][0]["judgements"] == -(-found["planned"] // 3)
    assert json.loads(run(planned, "--rule", "bayes", "--format", "json"))["rule"] == "bayes"


def test_a_campaign_without_looks_may_be_looked_at_any_time(tmp_path):
    """Whoever names a number of looks plans them now."""
    free = folder(tmp_path, "ab", TWO, "common = 10")
    assert json.loads(run(free, "--format", "json"))["rule"] == "anytime-valid"
    assert json.loads(run(free, "--looks", "2", "--format", "json"))["rule"] == "planned"


def test_a_campaign_of_two_scored_systems_knows_them(tmp_path):
    """Names that tell nothing need no further word, and the number planned is known."""
    scored = folder(tmp_path, "slider", 'systems = ["one", "two"]', "")
    found = json.loads(run(scored, "--format", "json"))
    assert (found["kind"], found["baseline"], found["advanced"]) == ("scores", "one", "two")
    assert found["judgements"] < found["planned"]
