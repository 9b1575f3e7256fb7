"""`tertium rank --measure`: one answer for whatever was collected."""

import json

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import BadInput, GateNotMet, NotFound

SYSTEM = {"system", "score", "low", "high", "rank", "rank_range", "rank_range_simultaneous",
          "cluster", "component"}  # fmt: skip
CONTRAST = {"a", "b", "difference", "low", "high", "p", "p_adjusted", "reason"}


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    """Return the folder of the example files."""
    folder = tmp_path_factory.mktemp("examples")
    CliRunner().invoke(cli, ["examples", str(folder)], standalone_mode=False)
    return folder


def ran(*words):
    """Return what a command prints."""
    result = CliRunner().invoke(cli, list(map(str, words)), standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.stdout


@pytest.mark.parametrize(
    ("file", "measure"),
    [
        ("museum.csv", "preferences"),
        ("scores.csv", "scores"),
        ("errors.csv", "errors"),
        ("chunks.csv", "chunks"),
    ],
)
def test_every_measure_answers_with_the_same_fields(examples, file, measure):
    """Named or not, since each file holds one."""
    told = json.loads(ran("rank", examples / file, "--format", "json"))
    assert told == json.loads(
        ran("rank", examples / file, "--measure", measure, "--format", "json")
    )
    assert told["sentence"].endswith(".")
    assert all(set(one) >= SYSTEM for one in told["systems"])
    assert all(set(one) >= CONTRAST for one in told["contrasts"])
    assert set(told["estimand"]) == {"quantity", "scale", "annotators", "texts", "units"}
    number = len(told["systems"])
    assert len(told["contrasts"]) == number * (number - 1) / 2
    for one in told["contrasts"]:
        assert one["low"] <= one["difference"] <= one["high"]


def test_the_errors_command_and_the_ranking_say_the_same(examples):
    """One number in headline, table and JSON."""
    ranked = json.loads(ran("rank", examples / "errors.csv", "--format", "json"))
    scored = json.loads(ran("errors", examples / "errors.csv", "--format", "json"))
    assert ranked["contrasts"] == scored["contrasts"]
    for one, other in zip(ranked["systems"], scored["systems"], strict=True):
        assert {name: one[name] for name in SYSTEM} == {name: other[name] for name in SYSTEM}


def test_every_kind_of_effort_ranks(examples):
    """Time, keystrokes and HTER each have their own data; less is better."""
    assert "ranked by time or hter: --measure time" in " ".join(
        ran("rank", examples / "edits.csv").split()
    )
    for measure in ("time", "keys", "hter"):
        told = json.loads(
            ran("rank", examples / "edits.csv", "--measure", measure, "--format", "json")
        )
        assert told["measure"] == measure
        scores = [one["score"] for one in told["systems"]]
        assert scores == sorted(scores)
        assert all(one["difference"] <= 0 for one in told["contrasts"])


def test_contrasts_with_one_system_only(examples):
    """The baseline is always the second; signs follow."""
    scores = examples / "scores.csv"
    told = json.loads(ran("rank", scores, "--baseline", "maple", "--format", "json"))
    assert [(one["a"], one["b"]) for one in told["contrasts"]] == [
        ("oak", "maple"),
        ("pine", "maple"),
    ]
    assert all(one["difference"] < 0 for one in told["contrasts"])
    with pytest.raises(NotFound, match="Did you mean 'maple'"):
        ran("rank", scores, "--baseline", "mapel")


def test_a_contrast_is_a_gate(examples):
    """In the order in which the two systems are named."""
    scores = examples / "scores.csv"
    ran("rank", scores, "--require", "contrast(maple, pine).low > 0")
    ran("rank", scores, "--require", "contrast(pine,maple).high < 0")
    with pytest.raises(GateNotMet, match=r"contrast\(pine, maple\).low is"):
        ran("rank", scores, "--require", "contrast(pine, maple).low > 0")
    with pytest.raises(GateNotMet):
        ran("errors", examples / "errors.csv", "--require", "contrast(bolt, acme).low > 0")
    with pytest.raises(NotFound, match="system"):
        ran("rank", scores, "--require", "contrast(maple, elm).low > 0")
    with pytest.raises(BadInput, match="not two systems"):
        ran("rank", scores, "--require", "contrast(maple, maple).low > 0")
    with pytest.raises(BadInput, match="no contrasts"):
        ran("compare", examples / "judgements.csv", "--require", "contrast(a, b).low > 0")


def test_what_a_file_does_not_hold_is_refused(examples):
    """With the measure's own sentence, and methods that do not belong together."""
    with pytest.raises(BadInput, match="no error is marked"):
        ran("rank", examples / "scores.csv", "--measure", "errors")
    with pytest.raises(BadInput, match="no judged chunks"):
        ran("rank", examples / "scores.csv", "--measure", "chunks")
    with pytest.raises(BadInput, match="this command needs comparisons"):
        ran("rank", examples / "errors.csv", "--measure", "preferences")
    with pytest.raises(Exception, match="does not rank by errors"):
        ran("rank", examples / "errors.csv", "--measure", "errors", "--method", "wmt-z")


def test_published_errors_rank_as_they_are_scored(shared_data):
    """A file of WMT is scored by segments with the weights of WMT."""
    file = shared_data / "mqm-sxs23-ende" / "sxs_mqm_ende.tsv.gz"
    told = json.loads(ran("rank", file, "--format", "json"))
    assert told["estimand"]["quantity"] == "points per segment (WMT MQM)"
    assert sum(one["p"] < 0.05 for one in told["contrasts"]) == 36
