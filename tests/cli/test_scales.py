"""`--scale`: commands that read scores know where their scale ends, and which end is best."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import BadInput, TertiumError

COMMANDS = {
    "rank": (),
    "annotators": (),
    "agree": (),
    "monitor": ("--baseline", "bad", "--advanced", "good", "--rule", "anytime-valid"),
}


def write(folder, change=lambda score: score, *, low=1, high=5, people=5):
    """Write ratings from 1 to 5 by five people: `good` is better than `bad`."""
    rng, rows = np.random.default_rng(3), ["annotator,segment,document,system,score"]
    for at in range(30):
        base = rng.normal(3, 0.7)
        for who in range(people):
            for system, gain in (("good", 0.7), ("bad", -0.7)):
                score = np.clip(round(base + gain + rng.normal(0, 0.6)), low, high)
                rows.append(f"p{who},s{at},d{at // 3},{system},{change(int(score)):g}")
    file = folder / "scores.csv"
    file.write_text("\n".join(rows) + "\n")
    return file


def run(command, file, *more):
    """Run a command; return what it tells, or raise what it raises."""
    given = [command, str(file), *COMMANDS[command], *more, "--format", "json"]
    done = CliRunner().invoke(cli, given, standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return json.loads(done.stdout)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_recognised_scale_is_said(command, tmp_path):
    """In one sentence, in the signature, and as a record of its own."""
    found = run(command, write(tmp_path))
    told = [note for note in found["warnings"] if "read on a scale from 1 to 5" in note]
    assert len(told) == 1
    assert "|scale:1..5(recognised)|" in found["signature"]
    assert (found["scale"]["lowest"], found["scale"]["highest"]) == (1, 5)
    assert (found["scale"]["step"], found["scale"]["source"]) == (1, "recognised")


@pytest.mark.parametrize("command", COMMANDS)
def test_scores_that_fit_several_scales_ask_for_one(command, tmp_path):
    """The observed range is used meanwhile; --scale ends the question."""
    file = write(tmp_path, low=2, high=4)
    found = run(command, file)
    assert "|scale:2..4(observed)|" in found["signature"]
    assert any("--scale 1..5" in note for note in found["warnings"])
    known = run(command, file, "--scale", "1..5")
    assert "|scale:1..5|" in known["signature"]
    assert not any("--scale" in note for note in known["warnings"])


@pytest.mark.parametrize("command", COMMANDS)
def test_a_scale_on_which_one_is_best_is_turned(command, tmp_path):
    """The mirrored file with 5..1 gives the numbers of the plain one with 1..5."""
    plain = run(command, write(tmp_path), "--scale", "1..5")
    turned = run(command, write(tmp_path, lambda score: 6 - score), "--scale", "5..1")
    assert turned["scale"]["best"] == "lowest"
    assert any("On this scale 1 is best" in note for note in turned["warnings"])
    for one in (plain, turned):
        for name in ("signature", "warnings", "scale"):
            del one[name]
    assert plain == turned


def test_bad_is_not_the_best_where_one_is_best(tmp_path):
    """Without a word 1 is the worst; with --scale 5..1 the good system leads."""
    file = write(tmp_path, lambda score: 6 - score)
    assert run("rank", file)["systems"][0]["system"] == "bad"
    assert run("rank", file, "--scale", "5..1")["systems"][0]["system"] == "good"


def test_stretched_ratings_give_the_same_z_and_p(tmp_path):
    """1–5 and the same × 20 are one judgement, whether or not the scale is said."""
    (tmp_path / "more").mkdir()
    one = run("rank", write(tmp_path))
    two = run("rank", write(tmp_path / "more", lambda score: 20 * score))
    for small, large in zip(one["systems"], two["systems"], strict=True):
        assert small["z"] == pytest.approx(large["z"])
        assert small["rank_range"] == large["rank_range"]
    assert one["contrasts"][0]["p"] == pytest.approx(two["contrasts"][0]["p"])


def test_nobody_on_one_to_five_is_constant(tmp_path):
    """Five per cent of the scale, not of a hundred."""
    found = run("annotators", write(tmp_path))
    assert not any("constant" in one["flags"] for one in found["annotators"])


@pytest.mark.parametrize("command", COMMANDS)
def test_scores_outside_the_scale_are_refused(command, tmp_path):
    """With who, where, and what to do."""
    with pytest.raises(BadInput, match=r"lies outside 1 to 4.*--scale"):
        run(command, write(tmp_path), "--scale", "1..4")


@pytest.mark.parametrize("scale", ["five", "3..3"])
def test_what_is_no_scale_is_refused(scale, tmp_path):
    """In one sentence that shows how to write one."""
    with pytest.raises(TertiumError, match=r"scale.*5\.\.1 where 1 is best"):
        run("rank", write(tmp_path), "--scale", scale)


def test_censored_scores_need_the_ends(tmp_path):
    """Where the scale is not known, nothing lies beyond it."""
    file = write(tmp_path, low=2, high=4)
    with pytest.raises(BadInput, match=r"where the scale ends is not known.*--scale"):
        run("annotators", file, "--censored")
    assert run("annotators", file, "--censored", "--scale", "1..5")["converged"]


def test_a_report_is_written_on_the_scale(tmp_path):
    """Words below the picture say from 1 to 5."""
    out = tmp_path / "report.html"
    given = ["report", str(write(tmp_path, people=2)), "--scale", "1..5", "--output", str(out)]
    done = CliRunner().invoke(cli, given, standalone_mode=False)
    assert done.exception is None, done.exception
    assert "oints on a scale from 1 to 5" in out.read_text(encoding="utf-8")


def test_assessments_of_wmt_declare_their_scale(shared_data):
    """A format that defines 0 to 100 needs no guess and no sentence."""
    file = next((shared_data / "wmt21-da").glob("*.csv.gz"))
    found = run("rank", file)
    assert found["scale"]["source"] == "declared"
    assert not any("scale" in note for note in found["warnings"])
