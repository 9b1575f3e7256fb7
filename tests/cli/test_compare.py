"""`tertium compare` and `agree` from a file to JSON, with gates and bad input."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import tertium
from tertium.cli.agree import command as agree
from tertium.cli.compare import command as compare
from tertium.exceptions import BadInput, GateNotMet, NotFound
from tertium.stats.comparison.estimates import INTERVALS

ADVANCED, BASELINE = (44, 16, 23, 12, 40), (30, 11, 11, 7, 20)


@pytest.fixture
def judgements(tmp_path):
    """Write the worked example as a narrow file; the first domain holds even segments."""
    lines = ["annotator,segment,left,right,answer,domain"]
    for who, (wins, losses) in enumerate(zip(ADVANCED, BASELINE, strict=True), start=1):
        for k in range(100):
            segment = f"s{who}-{k:03}"
            sides = ("adv", "base") if k % 2 else ("base", "adv")
            won = "adv" if k < wins else "base" if k < wins + losses else None
            answer = "both_bad" if won is None else "left" if sides[0] == won else "right"
            domain = "Health" if k % 2 else "Environment"
            lines.append(f"e{who},{segment},{sides[0]},{sides[1]},{answer},{domain}")
    path = tmp_path / "judgements.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def run(command, *words):
    """Run a command in this process; trouble comes out as its own exception."""
    done = CliRunner().invoke(command, [str(word) for word in words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def test_json_has_the_numbers_of_the_worked_example(judgements):
    """Estimates, counts, parts, agreement, sentence, signature and warnings are there."""
    done = run(
        compare, judgements, "--baseline", "base", "--advanced", "adv", "--identical", "0.226",
        "--format", "json",
    )  # fmt: skip
    found = json.loads(done.stdout)
    assert found["improvement_ratio"] == pytest.approx(
        {"value": 1.709, "low": 1.122, "high": 2.588}, abs=6e-4
    )
    assert found["impact"]["value"] == pytest.approx(0.112 * 0.774, abs=5e-5)
    assert found["counts"]["advanced"] == 135
    assert [part["domain"] for part in found["by_domain"]] == ["Environment", "Health"]
    assert [part["annotator"] for part in found["by_annotator"]] == ["e1", "e2", "e3", "e4", "e5"]
    assert found["agreement"] is None
    assert found["sentence"].startswith("Annotators prefer adv to base by 1.7 to 1, ties excluded")
    assert found["signature"].startswith("compare|answers:five|")
    assert found["warnings"]


def test_identical_shares_go_by_domain(judgements):
    """Each domain has its own share; per cent signs are understood."""
    done = run(
        compare, judgements, "--identical", "Environment=.226,Health=26.2%", "--format", "json"
    )
    found = json.loads(done.stdout)
    assert [part["identical"] for part in found["by_domain"]] == [0.226, 0.262]


@pytest.mark.parametrize(
    ("share", "error", "words"),
    [
        ("Enviroment=.2,Health=.2", NotFound, "Did you mean 'Environment'"),
        ("a fifth", BadInput, "'a fifth' is not a share"),
        ("Environment=.2", BadInput, "no identical share for domain 'Health'"),
        ("1.5", BadInput, "is not between 0 and 1"),
    ],
)
def test_wrong_shares_are_refused(judgements, share, error, words):
    """A mistyped domain or number is told with its remedy."""
    with pytest.raises(error, match=words):
        run(compare, judgements, "--identical", share)


def test_a_gate_decides_after_the_result_was_printed(judgements):
    """The result is there whatever the gate says; all conditions must hold."""
    words = (compare, judgements, "--identical", "0.2", "--format", "json", "--require")
    assert json.loads(run(*words, "improvement_ratio.low > 1").stdout)["counts"]
    done = CliRunner().invoke(
        compare,
        [
            *map(str, words[1:]), "improvement_ratio.low > 1",
            "--require", "by_domain.Health.impact.low > .5",
        ],
    )  # fmt: skip
    assert isinstance(done.exception, GateNotMet)
    assert json.loads(done.stdout)["counts"]


def test_a_condition_that_cannot_be_read_stops_at_once(judgements):
    """A typing error is found before anything is computed or printed."""
    done = CliRunner().invoke(compare, [str(judgements), "--require", "low above 1"])
    assert isinstance(done.exception, BadInput)
    assert done.stdout == ""


def test_every_interval_can_be_named(judgements):
    """Each one that the statistics know runs."""
    signatures = set()
    for name in INTERVALS:
        done = run(
            compare, judgements, "--identical", "0.2", "--interval", name, "--resamples", "50",
            "--format", "json",
        )  # fmt: skip
        signatures.add(json.loads(done.stdout)["signature"])
    assert len(signatures) == len(INTERVALS) - 1  # auto is the hierarchical one here


def test_curves_cost_and_scores_join_the_result(judgements, tmp_path):
    """Options add their parts."""
    scores = tmp_path / "scores.csv"
    lines = ["segment,system,score"]
    lines += [f"s{w}-{k:03},adv,{20 + k % 60}" for w in range(1, 6) for k in range(100)]
    scores.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run(
        compare, judgements, "--identical", "0.2", "--curves", "--price", "0.5", "--currency",
        "CAD", "--scores", scores, "--format", "json",
    )  # fmt: skip
    found = json.loads(done.stdout)
    assert found["curves"]["for_these_annotators"] is True
    assert found["cost"] == {"price": 0.5, "tasks": 500, "total": 250.0, "currency": "CAD"}
    assert found["scores_of_wins"]["wins"] == 135


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("segment,system\ns1,adv\n", "scores.csv:1: no column 'score'"),
        ("segment,system,score\ns1,adv,high\n", "scores.csv:2: 'high' is not a number"),
    ],
)
def test_broken_scores_are_told_with_their_line(judgements, tmp_path, text, words):
    """File and line stand in the message."""
    path = tmp_path / "scores.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as error:
        run(compare, judgements, "--scores", path)
    assert words in str(error.value)


def test_a_result_is_written_to_a_file(judgements, tmp_path):
    """--output writes the same text and says so on standard error."""
    path = tmp_path / "result.json"
    done = run(compare, judgements, "--identical", "0.2", "--format", "json", "-o", path)
    assert done.stdout == ""
    assert json.loads(path.read_text(encoding="utf-8"))["sentence"]


def test_agree_gives_the_contract_s_json(tmp_path):
    """percent, cohen, intra, fleiss, krippendorff, words and signature, from a file with passes."""
    lines = ["annotator,segment,left,right,answer,pass"]
    for who in ("ann", "bob", "cy"):
        for p in "ab":
            for k in range(30):
                same = (k + (who == "cy" and p == "b")) % 3
                answer = ("left", "right", "both_bad")[same]
                lines.append(f"{who},s{k},adv,base,{answer},{p}")
    path = tmp_path / "judgements.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = json.loads(run(agree, path, "--format", "json").stdout)
    assert len(found["cohen"]["pairs"]) == 12
    assert len(found["intra"]["pairs"]) == 3
    pair = found["intra"]["pairs"][0]
    assert {"a", "b", "pass_a", "pass_b", "kappa", "low", "high", "n"} <= set(pair)
    assert (pair["a"], pair["b"], pair["pass_a"], pair["pass_b"]) == ("ann", "ann", "a", "b")
    assert set(found["fleiss"]) == set(found["krippendorff"]) == {"value", "low", "high"}
    assert found["words"]
    assert found["signature"].startswith("agree|")


def test_agree_reads_scores_too(tmp_path):
    """The same command on a file of scores measures their agreement."""
    lines = ["annotator,segment,system,score"]
    lines += [f"{who},s{k},sys,{k * 3 + (who == 'b')}" for who in "abc" for k in range(20)]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = json.loads(run(agree, path, "--format", "json").stdout)
    assert found["krippendorff"]["value"] > 0.99


def test_the_same_judgement_twice_is_told(tmp_path):
    """Annotator and segment are named."""
    path = tmp_path / "judgements.csv"
    path.write_text(
        "annotator,segment,left,right,answer\ne1,s1,adv,base,left\ne1,s1,adv,base,right\n",
        encoding="utf-8",
    )
    with pytest.raises(BadInput) as error:
        run(compare, path)
    assert "e1" in str(error.value)
    assert "s1" in str(error.value)


@pytest.mark.parametrize("command", [compare, agree])
def test_help_has_an_example(command):
    """Every help text shows how it is typed."""
    assert "Example" in run(command, "--help").stdout


def test_a_missing_file_is_a_mistyped_command():
    """The path is checked before anything else."""
    assert CliRunner().invoke(compare, [str(Path("nowhere.csv"))]).exit_code == 2


@pytest.mark.parametrize(
    ("option", "value"),
    [("--resamples", "0"), ("--resamples", "-5"), ("--seed", "-1"), ("--price", "-3"),
     ("--price", "nan")],
)  # fmt: skip
def test_numbers_that_mean_nothing_are_told(tmp_path, option, value):
    """The option is named, with what may be written."""
    path = tmp_path / "j.csv"
    path.write_text("annotator,segment,left,right,answer\na,1,x,y,left\n", encoding="utf-8")
    words = [str(path), "--baseline", "x", "--advanced", "y", "--interval", "segment"]
    with pytest.raises(BadInput) as told:
        CliRunner().invoke(compare, [*words, option, value], catch_exceptions=False)
    assert told.value.where == option.removeprefix("--")


@pytest.mark.parametrize(
    ("file", "kind", "command"),
    [
        ("scores.csv", "scores", "rank"),
        ("marks.csv", "error annotations", "errors"),
        ("edits.csv", "edited texts", "effort"),
    ],
)
def test_files_of_other_kinds_are_refused_with_the_command_that_reads_them(file, kind, command):
    """Two systems that do not exist are not told of."""
    path = Path(tertium.__file__).parent / "examples" / file
    with pytest.raises(BadInput) as refused:
        run(compare, path)
    assert f"this file holds {kind}" in str(refused.value)
    assert f"tertium {command}" in str(refused.value)
