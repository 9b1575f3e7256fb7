"""Scores on other aspects than `overall`: found by themselves, or chosen."""

import json

import click
import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import BadInput, NotFound

COMMANDS = {
    "rank": (),
    "annotators": (),
    "agree": (),
    "monitor": ("--baseline", "old", "--advanced", "new", "--rule", "anytime-valid"),
}


def write(folder, *aspects):
    """Write scores of two systems by three people, on some aspects."""
    rows = ["annotator,segment,system,score,aspect"]
    for aspect in aspects:
        points = {"old": 50, "new": 80 if aspect == "fluency" else 20}
        rows += [
            f"ann-{who},s{n},{system},{points[system] + n % 7 + (n + who) % more},{aspect}"
            for who in range(3)
            for n in range(20)
            for system, more in (("old", 2), ("new", 3))
        ]
    file = folder / "scores.csv"
    file.write_text("\n".join(rows) + "\n")
    return str(file)


def run(command, file, *more):
    """Run a command on a file; return what it tells, or raise what it raises."""
    given = [command, file, *COMMANDS[command], *more, "--format", "json"]
    done = CliRunner().invoke(cli, given, standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return json.loads(done.stdout)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_only_aspect_is_looked_at(command, tmp_path):
    """Nobody has to name what there is one of."""
    named = run(command, write(tmp_path, "fluency"), "--aspect", "fluency")
    assert run(command, write(tmp_path, "fluency")) == named


@pytest.mark.parametrize("command", COMMANDS)
def test_of_several_aspects_one_is_chosen(command, tmp_path):
    """Without `overall` among them the sentence lists them; one that is not there is refused."""
    file = write(tmp_path, "adequacy", "fluency")
    with pytest.raises(BadInput, match="scores on 2 aspects: adequacy, fluency"):
        run(command, file)
    with pytest.raises(NotFound, match="style"):
        run(command, file, "--aspect", "style")
    told = {one: run(command, file, "--aspect", one) for one in ("adequacy", "fluency")}
    assert all(one in told[one]["signature"] for one in told)
    assert run(command, write(tmp_path, "overall", "fluency"))


def test_comparisons_have_no_aspect(tmp_path):
    """A method that takes comparisons says so, rather than leave the aspect out."""
    with pytest.raises(click.UsageError, match="--aspect is for scores"):
        run("rank", write(tmp_path, "fluency"), "--aspect", "fluency", "--method", "wins")


def test_systems_are_ranked_by_the_aspect(tmp_path):
    """What is better on one may be worse on the other, and the report tells of the chosen one."""
    file = write(tmp_path, "adequacy", "fluency")
    for aspect, best in (("fluency", "new"), ("adequacy", "old")):
        assert run("rank", file, "--aspect", aspect)["systems"][0]["system"] == best
        report = ["report", file, "--aspect", aspect, "--output", "-"]
        told = CliRunner().invoke(cli, report, standalone_mode=False)
        assert f"{best} has a significantly higher" in told.stdout, told.exception
