"""`tertium errors` from the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import TertiumError

EXAMPLE = Path(__file__).parents[2] / "src" / "tertium" / "examples" / "errors.csv"


def run(*words):
    result = CliRunner().invoke(cli, ["errors", *map(str, words)], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.stdout


@pytest.mark.parametrize("fmt", ["text", "json", "csv", "latex", "html"])
def test_every_format_is_printed(fmt):
    """The example of the manual, in all of them."""
    assert "bolt" in run(EXAMPLE, "--scoring", "calibrated", "--format", fmt)


def test_json_has_systems_categories_and_people():
    """Names and numbers that other programs rely on."""
    found = json.loads(run(EXAMPLE, "--scoring", "raw", "--format", "json"))
    systems = {one["system"]: one for one in found["systems"]}
    # acme: (5 + 5)/2 + (1 + 0)/2 + (1 + 1)/2 = 6.5 points in 33 words
    assert systems["acme"]["score"] == pytest.approx(100 * (1 - 6.5 / 33))
    assert systems["acme"]["low"] < systems["acme"]["score"] < systems["acme"]["high"]
    assert systems["acme"]["words"] == 33
    assert [one["annotator"] for one in found["annotators"]] == ["ana", "ben"]
    assert {one["category"] for one in found["categories"]} >= {
        "accuracy/omission",
        "style/awkward",
    }
    assert found["decision"] == []
    assert found["warnings"]


@pytest.mark.parametrize(
    ("scoring", "score"),
    [("j2450", (5 + 3) / 2 + (2 + 0) / 2 + (1 + 1) / 2), ("lisa", 6.5), ("wmt-mqm", 6.5 / 4)],
)
def test_errors_marked_in_mqm_can_be_scored_by_other_standards(scoring, score):
    """Major is serious, names that correspond are found, the rest is miscellaneous."""
    found = json.loads(run(EXAMPLE, "--scoring", scoring, "--format", "json"))
    acme = next(one["score"] for one in found["systems"] if one["system"] == "acme")
    expected = {"j2450": score / 33, "lisa": 100 * (1 - score / 33), "wmt-mqm": score}
    assert acme == pytest.approx(expected[scoring])


def test_options_reach_the_analysis(tmp_path):
    """Own typology, tolerances, lengths, pass mark and risks."""
    own = tmp_path / "own.yaml"
    own.write_text(
        "name: own\nseverities:\n  - {id: minor, weight: 2}\n  - {id: major, weight: 2}\n"
        "nodes:\n" + "".join(f"  - {{id: {name}}}\n" for name in (
            "accuracy/mistranslation", "accuracy/omission", "terminology", "style/awkward",
            "linguistic-conventions/punctuation", "linguistic-conventions/grammar"))
    )  # fmt: skip
    lengths = tmp_path / "lengths.csv"
    lengths.write_text("segment,words\n1,100\n2,100\n3,100\n4,100\n")
    found = json.loads(
        run(EXAMPLE, "--typology", own, "--lengths", lengths, "--pass-mark", "99",
            "--consumer-risk", "0.1", "--repeated", "once", "--format", "json")
    )  # fmt: skip
    acme = next(one for one in found["systems"] if one["system"] == "acme")
    assert acme["per_1000"]["value"] == pytest.approx(1000 * (2 + 1 + 2) / 400)
    assert "typology:own@1" in found["signature"]
    assert {one["verdict"] for one in found["decision"]} <= {"pass", "fail", "not yet decided"}
    curved = run(EXAMPLE, "--scoring", "non-linear", "--tolerance", "100=3,1000=12")
    assert "tolerance:100=3,1000=12" in curved


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("--tolerance", "much"), "is not a tolerance"),
        (("--tolerance", "10"), "does not go with raw"),
        (("--scoring", "non-linear", "--tolerance", "10"), "does not go with non-linear"),
        (("--typology", "mqm"), "no typology named 'mqm'"),
        (("--typology", "two-step"), "no severity named|no category named"),
        (("--consumer-risk", "2"), "consumer's risk"),
        (("--layer", "consolidated"), "no error annotation"),
        (("--scoring", "calibrated", "--pass-mark", "120"), "is not possible"),
    ],
)
def test_what_cannot_be_done_is_told(words, what):
    """One sentence with a remedy."""
    with pytest.raises(TertiumError, match=what):
        run(EXAMPLE, *words)


def test_a_file_of_other_judgements_is_refused(tmp_path):
    """Comparisons hold no errors."""
    path = tmp_path / "c.csv"
    path.write_text("annotator,segment,left,right,answer\na,1,x,y,left\n")
    with pytest.raises(TertiumError, match="no error annotation"):
        run(path)
    path.write_text("annotator,segment,system,score\na,1,x,70\n")
    with pytest.raises(TertiumError, match="no error is marked"):
        run(path)
