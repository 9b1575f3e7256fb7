"""`tertium utility` on edits, production, scored documents and a study."""

import csv
import json

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import BadInput, Conflict


def run(*words):
    """Run a command and return what it printed."""
    result = CliRunner().invoke(cli, ["utility", *map(str, words)], standalone_mode=False)
    if result.exception:
        raise result.exception
    return result.stdout


@pytest.fixture
def texts(tmp_path):
    """Write the texts of one document; half of its words are wrong."""
    words = [f"w{at}" for at in range(40)]
    lines = [words[at : at + 8] for at in range(0, 40, 8)]
    wrong = [["x"] * 4 + line[4:] for line in lines]
    for name, made in (("mt", wrong), ("edited", lines), ("source", lines)):
        text = "\n".join(" ".join(line) for line in made) + "\n"
        (tmp_path / f"{name}.txt").write_text(text)
    return tmp_path


def test_edits_are_told_as_json(tmp_path):
    """A file of edits, as people or tools write it."""
    file = tmp_path / "edits.csv"
    file.write_text(
        "annotator,segment,system,source,mt,edited,seconds,keystrokes,document\n"
        "a,1,x,q r s t,a b c d,a b c e,5,1,d1\n"
        "a,2,x,q r,a b,a b,5,0,d2\n"
    )
    found = json.loads(run(file, "--format", "json"))
    (one,) = found["systems"]
    assert (one["system"], one["documents"], one["level"]) == ("x", 2, "gist")
    assert one["accuracy"]["value"] == pytest.approx(5 / 6)
    assert one["accuracy_source"]["value"] == pytest.approx(5 / 6)
    assert found["signature"].startswith("utility|levels:utility@1|words:edited|ter:")
    assert found["warnings"]
    assert "words:source" in run(file, "--denominator", "source")


def test_scored_documents_and_production_are_recognised(tmp_path):
    """By their columns."""
    scored = tmp_path / "scored.csv"
    scored.write_text("document,accuracy\n1,0.5\n2,0.9\n")
    assert "accurate to 70.0%" in run("show", scored)
    produced = tmp_path / "p.tsv"
    produced.write_text("mt\tfinal\tdocument\na b\ta c\t1\n")
    assert "accurate to 50.0%" in run(produced)
    assert "good for skim" in run(produced, "--levels", "skim=0.3")


def test_a_study_is_prepared_answered_and_told(texts, tmp_path):
    """Documents under numbers, a sheet for answers, a key; then the thresholds."""
    study = tmp_path / "study"
    prepare = ("prepare", texts / "mt.txt", texts / "edited.txt", study)
    run(*prepare, "--source", texts / "source.txt")
    with (study / "key.csv").open() as file:
        key = list(csv.DictReader(file))
    assert len(key) == len(list((study / "documents").iterdir())) == 12
    assert "accuracy" not in (study / "answers.csv").read_text()
    with pytest.raises(BadInput, match="no answers yet"):
        run(study)
    with (study / "answers.csv").open("w") as file:
        file.write("annotator,document,use,answer\n")
        for who, at in (("u1", 0.62), ("u2", 0.72), ("u3", 0.82)):
            for row in key:
                said = "yes" if float(row["accuracy_source"]) > at else "no"
                file.write(f"{who},{row['document']},gist,{said}\n")
    (found,) = json.loads(run(study, "--format", "json"))["uses"]
    assert found["own"]["value"] == pytest.approx(0.725, abs=0.03)
    assert found["threshold"]["value"] == pytest.approx(0.72, abs=0.05)
    with pytest.raises(Conflict, match="holds a study already"):
        run(*prepare)


def test_a_translation_too_good_for_all_steps_is_told(texts):
    """Fewer documents come out, and a note says why."""
    lines = (texts / "edited.txt").read_text()
    (texts / "mt.txt").write_text(lines.replace("w0 ", "x ").replace("w9 ", "x "))
    words = ["utility", "prepare", *(str(texts / name) for name in ("mt.txt", "edited.txt", "s"))]
    told = CliRunner().invoke(cli, words, standalone_mode=False).stderr
    assert "1 of 10 corrected documents could be made" in told


def test_texts_that_are_not_parallel_are_refused(texts):
    """With the line that is missing."""
    (texts / "short.txt").write_text("one\n")
    with pytest.raises(BadInput, match=r"short.txt:2: this file has 1 lines"):
        run("prepare", texts / "mt.txt", texts / "short.txt", texts / "study")


def test_answers_need_their_accuracies(tmp_path):
    """From a key or a column."""
    file = tmp_path / "answers.csv"
    file.write_text("document,use,answer\n1,gist,yes\n")
    with pytest.raises(BadInput, match="--key"):
        run(file)
    (tmp_path / "key.csv").write_text("document,accuracy\n1,0.6\n")
    assert "every answer is yes" in run(file, "--key", tmp_path / "key.csv")


def test_help_shows_both_commands():
    """A file's name needs no further word, help still does what it says."""
    assert "prepare" in CliRunner().invoke(cli, ["utility", "--help"]).output
