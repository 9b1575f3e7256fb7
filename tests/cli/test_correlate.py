"""`tertium correlate` on the example files: JSON, gates and what is refused."""

import json

import pytest
from click.testing import CliRunner

import tertium as tt
from tertium.cli.examples import EXAMPLES
from tertium.cli.main import cli
from tertium.exceptions import BadInput, GateNotMet, Misused, NotFound

HUMAN, METRICS = str(EXAMPLES / "meta-human.csv"), str(EXAMPLES / "meta-metrics.csv")
QUICK = ("--resamples", "100", "--permutations", "100")


def run(*words):
    """Return what a command prints."""
    words = ("correlate", *words, *QUICK)
    return CliRunner().invoke(cli, words, standalone_mode=False, catch_exceptions=False).stdout


def test_json_has_what_is_promised():
    """Every column of a file of metrics is a metric; levels are those that can be."""
    found = json.loads(run(HUMAN, "--metric", METRICS, "--format", "json"))
    assert {one["metric"] for one in found["correlations"]} == {"lexical", "neural"}
    assert {one["level"] for one in found["correlations"]} == {"system", "document", "segment"}
    assert found["signature"].startswith("correlate|metrics:lexical+neural|")
    assert found["recipe"] is None


def test_one_column_can_be_chosen_and_other_judgements_are_a_metric(tmp_path):
    """NAME=FILE takes the column of that name; judgements are compared as a way of judging."""
    chosen = tt.correlate(HUMAN, metric=f"neural={METRICS}", resamples=50, permutations=100)
    assert [one.metric for one in chosen.metrics] == ["neural"]
    same = tt.correlate(HUMAN, metric=f"again={HUMAN}", resamples=50, permutations=100)
    assert same.metrics[0].kind == "human"
    (r,) = (
        one.value
        for one in same.correlations
        if (one.level, one.measure, one.grouping) == ("segment", "pearson", "none")
    )
    assert r == pytest.approx(1)


def test_a_directory_of_mt_metrics_eval_holds_metrics(tmp_path):
    """Scores of segments come before those of systems; a metric is chosen by its name."""
    folder = tmp_path / "set" / "metric-scores" / "en-de"
    folder.mkdir(parents=True)
    rows = [("A", 0.1), ("A", 0.4), ("B", 0.2), ("B", 0.7), ("C", 0.5), ("C", 0.9)]
    text = "".join(f"{system}\t{score}\n" for system, score in rows)
    (folder / "BLEU-refA.seg.score").write_text(text)
    (folder / "BLEU-refA.sys.score").write_text("A\t9\nB\t8\nC\t7\n")
    (folder / "chrF-refA.seg.score").write_text(text)
    human = tmp_path / "en-de.mqm.seg.score"
    human.write_text("A\t-5\nA\t-1\nB\tNone\nB\t-2\nC\t0\nC\t-3\n")
    both = tt.correlate(human, metric=str(tmp_path / "set"), resamples=50, permutations=100)
    assert [one.metric for one in both.metrics] == ["BLEU-refA", "chrF-refA"]
    assert both.outputs == 5
    one = tt.correlate(human, metric=f"BLEU={tmp_path / 'set'}", resamples=50, permutations=100)
    assert [each.metric for each in one.metrics] == ["BLEU-refA"]
    with pytest.raises(NotFound, match="no metric named 'TER'"):
        tt.correlate(human, metric=f"TER={tmp_path / 'set'}")


def test_a_gate_can_be_set():
    """A pipeline stops where a metric agrees too little."""
    run(HUMAN, "--metric", METRICS, "--require", "outputs >= 192")
    with pytest.raises(GateNotMet):
        run(HUMAN, "--metric", METRICS, "--require", "outputs > 192")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("segment,system,score\n101,amber,high\n", r"bad\.csv:2:11: the score 'high' is not a"),
        ("segment,system,score\n101,amber,inf\n", "'inf' is not a finite number"),
        ("segment,system,score\n101,amber,nan\n", "there are no scores"),
        ("segment,system,score\n1,oak,0.5\n", "segment '101' of system 'amber', the metric"),
    ],
)
def test_bad_scores_are_refused_with_their_place(tmp_path, text, says):
    """What, where, what to do."""
    file = tmp_path / "bad.csv"
    file.write_text(text)
    with pytest.raises(BadInput, match=says):
        run(HUMAN, "--metric", f"bad={file}")


def test_what_does_not_fit_is_refused():
    """No metric, no file, a name that is no metric, one name twice, a domain nobody knows."""
    with pytest.raises(Misused, match="nothing to compare with"):
        tt.correlate(HUMAN)
    with pytest.raises(BadInput, match=r"there is no file 'none\.csv'"):
        run(HUMAN, "--metric", "x=none.csv")
    with pytest.raises(NotFound, match="no metric named 'ter'"):
        run(HUMAN, "--metric", METRICS, "--lower", "ter")
    with pytest.raises(BadInput, match="two metrics are called 'neural'"):
        run(HUMAN, "--metric", METRICS, "--metric", f"neural={METRICS}")
    with pytest.raises(BadInput, match="no domain is known"):
        run(HUMAN, "--metric", METRICS, "--by", "domain")


def test_missing_numbers_and_trained_metrics_are_said(tmp_path):
    """NaN is no score; a metric that saw such judgements is marked."""
    lines = (EXAMPLES / "meta-metrics.csv").read_text().splitlines()
    lines[1] = lines[1].rsplit(",", 1)[0] + ",nan"
    file = tmp_path / "gaps.csv"
    file.write_text("\n".join(lines) + "\n")
    said = " ".join(run(HUMAN, "--metric", f"neural={file}", "--trained", "neural").split())
    assert "neural: 1 score without a number left out." in said
    assert "neural was trained on judgements like these" in said
