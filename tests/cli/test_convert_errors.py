"""`tertium convert --errors` as a person types it."""

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.formats.error_files import ERROR_FILES
from tertium.formats.judgements import read_judgements

TEXT = (
    "annotator,segment,system,side,start,end,category,severity,note,text,source,target\n"
    "a,1,x,target,0,5,Accuracy/Addition,Major,hm,Hallo,Hello,Hallo du\n"
    "a,2,x,,,,,,,,Bye,Tschüss\n"
)
ENDINGS = {"narrow": "csv", "mqm": "tsv", "appraise": "csv", "appraise-batches": "json",
           "pearmut": "jsonl", "wmt": "jsonl", "mtme": "jsonl", "its": "xlf",
           "xlsx": "xlsx"}  # fmt: skip


@pytest.mark.parametrize("kind", ERROR_FILES)
def test_errors_are_written_and_what_is_lost_is_told(tmp_path, monkeypatch, kind):
    """Every kind can be asked for, and reads back with the mark in its place."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.csv").write_text(TEXT, encoding="utf-8")
    out = f"o.{ENDINGS[kind]}"
    done = CliRunner().invoke(cli, ["convert", "e.csv", out, "--errors", kind])
    assert done.exit_code == 0, done.output
    assert f"Wrote 2 rows to {out}." in done.stderr
    assert ("does not keep" in done.stderr) == (kind in ("mqm", "appraise"))
    spans = read_judgements(tmp_path / out).spans()  # the layer, too, is as it was
    assert (spans.start.tolist(), spans.end.tolist()) == ([0], [5])
    assert (len(spans.outputs), spans.note.tolist()) == (2, ["hm"])


def test_a_folder_is_converted_as_it_is_exported(tmp_path, monkeypatch):
    """With the texts that the campaign knows."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c").mkdir()
    texts = "source\tx\ty\nHello you\tHallo du\tHallo\nBye\tTschüss\tAde\n"
    (tmp_path / "c" / "texts.tsv").write_text(texts, encoding="utf-8")
    languages = ["--source-language", "en", "--target-language", "de"]
    for words in (["new", "c", "--protocol", "mqm", *languages], ["simulate", "campaign", "c"]):
        assert CliRunner().invoke(cli, words).exit_code == 0
    for kind in ("narrow", "mqm", "pearmut"):
        what = "errors" if kind == "narrow" else f"errors-{kind}"
        out, same = (f"{name}-{kind}.{ENDINGS[kind]}" for name in ("o", "s"))
        done = CliRunner().invoke(cli, ["convert", "c", out, "--errors", kind])
        assert done.exit_code == 0, done.output
        CliRunner().invoke(cli, ["export", "c", same, "--what", what])
        assert read_judgements(tmp_path / out) == read_judgements(tmp_path / same)
        spans = read_judgements(tmp_path / out).spans()
        assert {"Hallo du", "Hallo", "Tschüss", "Ade"} == set(spans.outputs.target)


def test_two_kinds_at_once_are_refused(tmp_path):
    """One file has one kind."""
    asked = ["convert", "e.csv", "o.csv", "--errors", "mqm", "--scores", "narrow"]
    assert CliRunner().invoke(cli, asked).exit_code == 2


@pytest.mark.parametrize(("out", "kind"), [("o.txt", "pearmut"), ("o.xlsx.gz", "xlsx")])
def test_an_ending_that_nobody_would_know_again_is_refused(tmp_path, monkeypatch, out, kind):
    """Before anything is written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.csv").write_text(TEXT, encoding="utf-8")
    done = CliRunner().invoke(cli, ["convert", "e.csv", out, "--errors", kind])
    assert "no ending of" in str(done.exception)


def test_texts_may_be_packed(tmp_path, monkeypatch):
    """A file whose name ends in .gz is gzipped."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.csv").write_text(TEXT, encoding="utf-8")
    for name, kind in (("o.xlf.gz", "its"), ("o.jsonl.gz", "pearmut"), ("o.tsv.gz", "mqm")):
        CliRunner().invoke(cli, ["convert", "e.csv", name, "--errors", kind])
        assert (tmp_path / name).read_bytes()[:2] == b"\x1f\x8b"
        assert len(read_judgements(tmp_path / name).spans()) == 1
