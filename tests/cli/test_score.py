"""`tertium score`: texts from folders and files, all formats, conditions, bad input."""

import csv
import gzip
import json

import pytest
from click.testing import CliRunner

import tertium as tt
from tertium.analyses.judgements import Judgements
from tertium.cli.examples import EXAMPLES
from tertium.cli.main import cli, main
from tertium.exceptions import BadInput, GateNotMet, NotFound

ALL = "bleu,chrf,chrf++,ter,nist,wer,per,meteor"
KEYS = ("bleu", "chrf", "chrfpp", "ter", "nist", "wer", "per", "meteor")


def run(*words):
    """Run `tertium score`."""
    done = CliRunner().invoke(cli, ["score", *map(str, words)], standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return done.stdout


def score(*words):
    """Return the result as JSON gives it."""
    return json.loads(run(*words, "--format", "json"))


@pytest.fixture
def files(tmp_path):
    """Return parallel files: a reference, a source and two systems."""
    lines = {
        "source.txt": ["der Hund", "die Katze schläft heute", "ein Haus", "viel Glück"],
        "ref.txt": [
            "the dog barks at night",
            "the cat sleeps today",
            "a house",
            "good luck to you",
        ],
        "new.txt": ["the dog barks at night", "the cat sleeps now", "a house", "good luck you"],
        "old.txt": ["dog bark night the", "a cat is sleeping", "house", ""],
    }
    for name, texts in lines.items():
        (tmp_path / name).write_text("\n".join(texts) + "\n", encoding="utf-8")
    packed = gzip.compress((tmp_path / "old.txt").read_bytes())
    (tmp_path / "old.txt.gz").write_bytes(packed)
    return tmp_path


def options(files, old="old.txt"):
    """Return the options that name them."""
    return (
        "--source", files / "source.txt", "--reference", files / "ref.txt",
        "--system", f"new={files / 'new.txt'}", "--system", f"old={files / old}",
    )  # fmt: skip


def test_json_has_the_agreed_names(files):
    """Plain numbers with low and high for every metric."""
    found = score(*options(files), "--metrics", ALL)
    for row in found["systems"]:
        assert next(iter(row)) == "system"
        for key in KEYS:
            assert isinstance(row[key], float)
            assert row[f"{key}_low"] <= row[key] <= row[f"{key}_high"]
    assert [row["system"] for row in found["systems"]] == ["new", "old"]
    assert {one["metric"] for one in found["contrasts"]} == set(KEYS)
    assert found["references"] == [{"reference": "ref.txt", "segments": 4, "missing": 0}]
    assert set(found["signatures"]) == set(KEYS)
    assert found["documents"] == []
    assert "Empty outputs of old, scored as they are: 1." in " ".join(found["warnings"])


def test_packed_files_and_python_give_the_same(files):
    """And the frame of systems has a column for each metric."""
    plain = score(*options(files))
    assert score(*options(files, "old.txt.gz")) == plain
    found = tt.score(
        reference=[str(files / "ref.txt")],
        system=[f"new={files / 'new.txt'}", f"old={files / 'old.txt'}"],
    )
    assert json.loads(found.to_json()) == plain
    assert found.systems[0]["bleu"] == plain["systems"][0]["bleu"]


@pytest.mark.parametrize("fmt", ["text", "csv", "latex", "html"])
def test_every_format_has_the_systems(files, fmt):
    """LaTeX is a booktabs table with a column for each metric."""
    shown = run(*options(files), "--format", fmt)
    assert "new" in shown
    assert "BLEU" in shown or fmt == "csv"
    if fmt == "latex":
        assert r"System & BLEU & chrF & TER \\" in shown


def test_a_condition_decides_the_exit_code(files, monkeypatch):
    """3 where it does not hold; contrasts are those of the first metric."""
    run(*options(files), "--require", "systems.new.bleu > 30")
    with pytest.raises(GateNotMet, match=r"systems\.old\.bleu"):
        run(*options(files), "--require", "systems.old.bleu > 30")
    with pytest.raises(NotFound, match=r"no field in systems\.new named 'bleus'"):
        run(*options(files), "--require", "systems.new.bleus > 30")
    run(*options(files), "--require", "contrast(new, old) > 10")
    words = ["tertium", "score", *map(str, options(files)), "--require", "systems.new.ter < 1"]
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 3


def test_a_folder_is_read_as_for_a_new_campaign(tmp_path):
    """References are found by their names; with a campaign they are those it names."""
    found = score(EXAMPLES / "notices")
    assert [row["system"] for row in found["systems"]] == ["canal", "ferry"]
    assert found["references"][0]["reference"] == "human"
    assert {row["document"] for row in found["documents"]} == {"walk", "grinder", "library"}
    folder = tmp_path / "notices"
    folder.mkdir()
    (folder / "texts.tsv").write_bytes((EXAMPLES / "notices" / "texts.tsv").read_bytes())
    CliRunner().invoke(
        cli,
        ["new", str(folder), "--protocol", "slider", "--source-language", "en",
         "--target-language", "de"],
        standalone_mode=False, catch_exceptions=False,
    )  # fmt: skip
    campaign = score(folder)
    assert campaign["systems"] == found["systems"]
    assert "languages:en-de" in campaign["signature"]
    other = score(folder, "--reference", "canal")
    assert {row["system"] for row in other["systems"]} == {"ferry", "human"}


def test_chinese_is_cut_into_characters(tmp_path):
    """The tokeniser is that of the language, TER's too, and both are said."""
    (tmp_path / "ref").write_text("我爱苹果。\n", encoding="utf-8")
    (tmp_path / "out").write_text("我喜欢苹果。\n", encoding="utf-8")
    words = ("--reference", tmp_path / "ref", "--system", f"a={tmp_path / 'out'}")
    found = score(*words, "--language-pair", "en-zh")
    assert "|tok:zh|" in found["signatures"]["bleu"]
    assert "|asian:yes|" in found["signatures"]["ter"]
    assert found["systems"][0]["ter"] == pytest.approx(40)
    assert score(*words)["systems"][0]["bleu"] == 0  # 13a takes it for one word


def test_japanese_without_its_analyser_is_said(tmp_path):
    """Characters, in the signature, and a note that names what to install."""
    (tmp_path / "ref").write_text("今日は雨\n", encoding="utf-8")
    words = ("--reference", tmp_path / "ref", "--system", f"a={tmp_path / 'ref'}")
    found = score(*words, "--language-pair", "en-ja")
    if "tok:char" in found["signatures"]["bleu"]:
        assert "pip install mecab-python3 ipadic" in " ".join(found["warnings"])


def test_scores_made_elsewhere_stand_beside(files):
    """By the names of files; a system too many and a missing score are said."""
    scores = {
        str(files / "new.txt"): [{"COMET": 0.9}, {"COMET": 0.8}, {"COMET": 0.7}, {"COMET": 0.6}],
        "elsewhere/old.txt": [{"COMET": 0.5}, {"COMET": 0.4}, {"COMET": 0.3}],
        "third.txt": [{"COMET": 0.1}],
    }
    (files / "comet.json").write_text(json.dumps(scores), encoding="utf-8")
    found = score(*options(files), "--scores", files / "comet.json", "--metrics", "chrf")
    comet = {row["system"]: row["comet"] for row in found["systems"]}
    assert comet == pytest.approx({"new": 0.75, "old": 0.4})
    told = " ".join(found["warnings"])
    assert "comet has scores of systems without texts, left out: third.txt." in told
    assert "Outputs without a score of comet, left out of its means: 1 of 8." in told
    assert found["signatures"]["comet"].startswith("comet|scores:comet|file:comet.json|")
    alone = score(*options(files), "--scores", files / "comet.json", "--metrics", "none")
    assert list(alone["signatures"]) == ["comet"]


def test_segments_and_rows_are_written(files):
    """What reads segment scores reads them, and `rank` ranks by a metric that is named."""
    run(*options(files), "--segments", files / "out.csv", "--table", files / "rows.csv")
    with (files / "out.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["segment", "system", "score", "bleu", "chrf", "ter"]
    assert len(rows) == 8
    assert all(row["score"] == row["bleu"] for row in rows)
    ranked = tt.rank(files / "rows.csv", aspect="ter", method="raw")
    assert [one.system for one in ranked.systems] == ["new", "old"]
    with pytest.raises(BadInput, match="there are scores on 3 aspects"):
        tt.rank(files / "rows.csv")


def test_agreement_never_sees_a_metric(files):
    """Its rows are of the layer `computed`, which no annotator gave."""
    run(*options(files), "--metrics", "bleu", "--table", files / "rows.csv")
    assert (tt.agree(files / "rows.csv").items, tt.agree(files / "rows.csv").annotators) == (0, 0)
    with pytest.raises(BadInput):
        tt.annotators(files / "rows.csv")
    human = files / "human.csv"
    people = "annotator,segment,system,score\np1,1,new,80\np1,1,old,20\np2,1,new,90\np2,1,old,30\n"
    human.write_text(people, encoding="utf-8")
    before = tt.annotators(human).to_json()
    table = tt.read(human).table
    joined = tt.read(human).table.rows() + tt.read(files / "rows.csv").table.rows()
    both = Judgements(type(table).from_rows(joined))
    assert json.loads(tt.annotators(both).to_json())["systems"] == json.loads(before)["systems"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--metrics", "blue"], "no metric named 'blue'. Did you mean 'bleu'"),
        (["--metrics", "none"], "no metric named 'none'"),
        (["--baseline", "third"], "no system named 'third'"),
        (["--unit", "document"], "the document of a segment is not known"),
        (["--level", "2"], "the level 2 is not between 0 and 1"),
    ],
)
def test_options_that_do_not_fit_are_refused(files, words, message):
    """By name, with what to do."""
    with pytest.raises((BadInput, NotFound), match=message):
        run(*options(files), *words)


def test_files_that_do_not_fit_are_told(files):
    """Which line is missing where, what is no text, what is not there."""
    (files / "short.txt").write_text("one\n", encoding="utf-8")
    words = ("--reference", files / "ref.txt", "--system", f"a={files / 'short.txt'}")
    with pytest.raises(BadInput, match=r"short.txt:2: ref.txt has 4 lines and short.txt has 1"):
        run(*words)
    (files / "short.txt").write_bytes(b"one\n\xff\n3\n4\n")
    with pytest.raises(BadInput, match=r"short.txt:2:1: byte 0xFF is not UTF-8"):
        run(*words)
    (files / "short.gz").write_bytes(gzip.compress(b"a\nb\n")[:-4])
    with pytest.raises(BadInput, match="gzip archive is damaged"):
        run("--reference", files / "ref.txt", "--system", f"a={files / 'short.gz'}")
    with pytest.raises(NotFound, match="no file named"):
        run("--reference", files / "ref.txt", "--system", f"a={files / 'nowhere.txt'}")


def test_references_may_be_missing_for_some_segments(files):
    """An empty line says so; the segment is left out and counted."""
    (files / "some.txt").write_text("the dog barks at night\n\na house\n\n", encoding="utf-8")
    found = score("--reference", files / "some.txt", "--system", f"new={files / 'new.txt'}")
    assert found["segments"] == 2
    assert "Segments without any reference, left out: 2." in " ".join(found["warnings"])
    both = score(*options(files), "--reference", files / "some.txt")
    assert both["segments"] == 4
    assert "nrefs:var" in both["signatures"]["chrf"]


@pytest.mark.parametrize(
    "words",
    [
        ["--metrics", "bleu"],
        ["--system", "a"],
        ["--system", "a=x", "--system", "a=y"],
        [str(EXAMPLES), "--system", "a=x"],
    ],
)
def test_a_mistyped_command_exits_with_2(words, monkeypatch, capsys):
    """And says how to write it."""
    monkeypatch.setattr("sys.argv", ["tertium", "score", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "Error" in capsys.readouterr().err


def test_references_are_studied(tmp_path):
    """From the command line, in every format, with renderings."""
    files = (EXAMPLES / "translations.csv", "--renderings", EXAMPLES / "phrases.csv")
    found = score(
        "references",
        *files,
        "--best",
        "1,3",
        "--worst",
        "3",
        "--metrics",
        "bleu,ter",
        "--resamples",
        "100",
    )
    assert [(one["setup"], one["metric"]) for one in found["setups"]] == [
        ("best-1", "bleu"), ("best-1", "ter"), ("best-3", "bleu"), ("best-3", "ter"),
        ("worst-3", "bleu"), ("worst-3", "ter"),
    ]  # fmt: skip
    assert all(one["credited"] <= one["valid"] for one in found["renderings"])
    for fmt in ("text", "html"):
        assert "best-1" in run("references", *files, "--format", fmt, "--resamples", "100")
    with pytest.raises(BadInput, match="'0' is not a list of numbers"):
        run("references", *files, "--best", "0")
