"""`tertium new --from`: part of a delivery, chosen so that anybody can choose it again."""

import csv
import tomllib

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.formats.campaign import read_campaign

WORDS = " ".join(["word"] * 50)


@pytest.fixture
def delivery(tmp_path, monkeypatch):
    """Twelve documents of five segments: ana translated eight of them, ben four."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "delivery").mkdir()
    with (tmp_path / "delivery" / "texts.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["segment", "document", "source", "ana", "ben"])
        for n in range(60):
            ana, ben = ("Text, mit Komma", "") if n < 40 else ("", "„Text“ 中文")
            table.writerow([f"s{n}", f"d{n // 5}", f"{WORDS} {n}", ana, ben])
    return tmp_path


def new(*words):
    given = ["new", *words, "--source-language", "en", "--target-language", "de"]
    return CliRunner().invoke(cli, given, standalone_mode=False)


def selection(folder):
    return tomllib.loads((folder / "selection.toml").read_text(encoding="utf-8"))


def test_a_sample_is_drawn_and_written_down(delivery):
    """About the words that were wanted, ana and ben in proportion; the delivery stays."""
    done = new("review", "--from", "delivery", "--sample-words", "900", "--seed", "4")
    assert done.exception is None, done.output
    campaign = read_campaign(delivery / "review" / "campaign.toml")
    written = selection(delivery / "review")
    assert [one.id for one in campaign.segments] == written["segments"]
    assert written["words"] == 51 * len(written["segments"]) >= 900
    assert f"Drew {written['words']:,} words" in done.output
    assert {system.name for system in campaign.systems} == {"ana", "ben"}
    outputs = {key: text for key, text in campaign.outputs.items() if text}
    assert all((system == "ana") == (int(segment[1:]) < 40) for segment, system in outputs)
    text = (delivery / "review" / "selection.toml").read_text(encoding="utf-8")
    assert "# ana: " in text
    assert "of 2,040 words" in text
    again = new("again", "--from", "delivery", "--sample-words", "900", "--seed", "4")
    assert again.exception is None
    assert selection(delivery / "again") == written
    assert [path.name for path in (delivery / "delivery").iterdir()] == ["texts.csv"]


def test_whole_documents(delivery):
    """Five segments of each."""
    done = new("r", "--from", "delivery", "--sample-words", "300", "--whole-documents")
    assert done.exception is None, done.output
    assert len(selection(delivery / "r")["segments"]) % 5 == 0


def test_near_misses_are_taken(delivery):
    """In the band, the best first, and only these outputs."""
    rows = "".join(f"s{n},ana,{n * 2}\n" for n in range(40))
    (delivery / "scores.csv").write_text("segment,system,score\n" + rows, encoding="utf-8")
    asked = ("--near-misses", "scores.csv", "--band", "50..70", "--most", "4")
    done = new("marking", "--from", "delivery", *asked, "--protocol", "slider")
    assert done.exception is None, done.output
    assert "Chose 4 of 11 outputs in the band; 4 are above it, 25 below." in done.output
    written = selection(delivery / "marking")
    assert written["outputs"] == ["s35\tana", "s34\tana", "s33\tana", "s32\tana"]
    campaign = read_campaign(delivery / "marking" / "campaign.toml")
    assert {one.id for one in campaign.segments} == {"s32", "s33", "s34", "s35"}


def test_scores_may_be_judgements(delivery):
    """The mean of what people said of an output."""
    rows = "a,s1,ana,60\nb,s1,ana,80\na,s2,ana,20\n"
    (delivery / "j.csv").write_text("annotator,segment,system,score\n" + rows, encoding="utf-8")
    done = new("m", "--from", "delivery", "--near-misses", "j.csv", "--band", "66..90")
    assert done.exception is None, done.output
    assert selection(delivery / "m")["outputs"] == ["s1\tana"]


@pytest.mark.parametrize(
    ("scores", "band", "what"),
    [
        ("s1,ana,good", "66..90", "the score 'good' is not a number"),
        ("s1,ana,10", "66..90", "no score lies from 66 to 90"),
        ("s1,ana,70", "66-90", "'66-90' is no band of scores"),
        ("s1,cleo,70", "66..90", "no output of 'cleo' for segment 's1'"),
    ],
)
def test_bad_scores_are_told(delivery, scores, band, what):
    """And nothing is written."""
    (delivery / "scores.csv").write_text(f"segment,system,score\n{scores}\n", encoding="utf-8")
    done = new("m", "--from", "delivery", "--near-misses", "scores.csv", "--band", band)
    assert what in str(done.exception)
    assert not (delivery / "m").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("--from", "delivery"),
        ("--sample-words", "9"),
        ("--from", "delivery", "--sample-words", "9", "--band", "1..2"),
        ("--from", "delivery", "--near-misses", "delivery/texts.csv"),
        ("--from", "delivery", "--after", "delivery", "--sample-words", "9"),
        ("--from", "delivery", "--near-misses", "delivery/texts.csv", "--band", "1..2",
         "--whole-documents"),
        ("--from", "delivery", "--near-misses", "delivery/texts.csv", "--sample-words", "9"),
    ],
)  # fmt: skip
def test_options_that_do_not_go_together_are_refused(delivery, words):
    """As mistyped."""
    assert CliRunner().invoke(cli, ["new", "m", *words]).exit_code == 2


def test_a_folder_with_something_in_it_is_refused(delivery):
    """Nothing is mixed with what lies there."""
    done = new("delivery", "--from", "delivery", "--sample-words", "9")
    assert "the folder is not empty" in str(done.exception)
