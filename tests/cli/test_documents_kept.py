"""The column `document` of every narrow file is read, analysed, and kept when it is written."""

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.formats.judgements import read_judgements

HEADS = {
    "comparisons": ("annotator,document,segment,left,right,answer", ("--narrow",)),
    "scores": ("annotator,document,segment,system,score", ("--scores", "narrow")),
    "rankings": ("annotator,document,segment,system,rank", ("--rankings", "narrow")),
    "errors": (
        "annotator,document,segment,system,side,start,end,category,severity",
        ("--errors", "narrow"),
    ),
    "labels": ("annotator,document,segment,system,label", ()),
    "edits": ("annotator,document,segment,system,source,mt,edited,seconds,keystrokes", ()),
}
TOLD = {
    "comparisons": ("{who},{text},{text}-{at},A,B,left",),
    "scores": ("{who},{text},{text}-{at},A,7{at}", "{who},{text},{text}-{at},B,6{at}"),
    "rankings": ("{who},{text},{text}-{at},A,1", "{who},{text},{text}-{at},B,2"),
    "errors": ("{who},{text},{text}-{at},A,target,0,3,accuracy,minor",),
    "labels": ("{who},{text},{text}-{at},A,good",),
    "edits": ("{who},{text},{text}-{at},A,a source,some mt,an edit,12,30",),
}


def run(*words):
    """Run a command that must succeed."""
    done = CliRunner().invoke(cli, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.stdout


def documents(path):
    """Return which document each segment of a file comes from."""
    return {
        (row["segment"], row["document"])
        for row in read_judgements(path).rows()
        if row["segment"] is not None
    }


@pytest.mark.parametrize("kind", HEADS)
def test_documents_come_back(tmp_path, kind):
    """From the narrow file, through the long table, into the narrow file again."""
    head, option = HEADS[kind]
    rows = [
        line.format(who=who, text=text, at=at)
        for who in ("p1", "p2")
        for text in ("d1", "d2")
        for at in (1, 2)
        for line in TOLD[kind]
    ]
    given, long, back = (tmp_path / name for name in ("given.csv", "long.parquet", "back.csv"))
    given.write_text("\n".join([head, *rows]), encoding="utf-8")
    expected = {(f"{text}-{at}", text) for text in ("d1", "d2") for at in (1, 2)}
    assert documents(given) == expected
    run("convert", given, long)
    assert documents(long) == expected
    run("convert", long, back, *option)
    assert documents(back) == expected
    if option:
        assert "document" in back.read_text(encoding="utf-8").splitlines()[0].split(",")


def test_an_export_of_a_campaign_names_documents(tmp_path):
    """What the texts say about documents reaches the files and the analyses."""
    lines = [
        f"d{text}\tA source sentence with number {text} {at}\tEin alter Satz {text} {at}"
        f"\tDer neue Satz {text} {at}"
        for text in range(3)
        for at in range(5)
    ]
    head = "document\tsource\tbaseline\tadvanced"
    (tmp_path / "texts.tsv").write_text("\n".join([head, *lines]), encoding="utf-8")
    run("new", tmp_path, "--source-language", "en", "--target-language", "de")
    run("simulate", "campaign", tmp_path)
    out = tmp_path / "out.csv"
    run("export", tmp_path, out, "--what", "comparisons")
    assert {text for _, text in documents(out)} == {"d0", "d1", "d2"}
    assert "in 3 documents" in " ".join(run("monitor", tmp_path).split())
    for command in ("agree", "monitor", "compare"):
        assert "Which document a segment comes from" not in run(command, tmp_path)


@pytest.mark.parametrize("command", ["agree", "monitor", "compare"])
def test_unknown_documents_are_told(tmp_path, command):
    """One sentence, the same in every analysis."""
    lines = [f"p{who},s{at},old,new,{('left', 'right')[at * who % 3 > 1]}"
             for at in range(12) for who in (1, 2, 3)]  # fmt: skip
    given = tmp_path / "given.csv"
    given.write_text("\n".join(["annotator,segment,left,right,answer", *lines]), encoding="utf-8")
    told = " ".join(run(command, given).split())
    assert "Which document a segment comes from is not known." in told
