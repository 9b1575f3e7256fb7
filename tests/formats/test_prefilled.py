"""Campaigns that begin with marks: the file, the draw, the pages, and the rows."""

import pytest

from tertium.exceptions import BadInput, Conflict, NotFound, TertiumError
from tertium.formats.campaign import read_campaign
from tertium.judges.answers import JudgedAnswer, JudgedError
from tertium.judges.prompts import read_prompt
from tertium.judges.questions import JudgedItem
from tertium.judges.rows import judged_table
from tertium.model import Segment
from tests.formats.test_campaign_marking import folder, made  # noqa: F401  # a fixture

SPANS = """annotator,segment,system,side,start,end,category,severity
m,1,alpha,target,4,9,{category},minor
m,1,beta,,,,,
m,2,beta,source,0,2,{category},major
m,9,gamma,target,0,3,{category},minor
"""
WRONG = "accuracy/mistranslation"


def filled(folder, protocol, spans, extra=""):  # noqa: F811
    """Write a campaign with marks to begin with, and read it."""
    made(folder, protocol)
    (folder / "spans.csv").write_text(spans, "utf-8")
    file = folder / "campaign.toml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("[options]\n", f'[options]\nprefilled = "spans.csv"\n{extra}'))
    (folder / "texts").mkdir(exist_ok=True)
    return read_campaign(folder)


@pytest.mark.parametrize(("protocol", "category"), [("mqm", WRONG), ("esa", "style")])
def test_marks_of_a_file_stand_in_the_campaign(folder, protocol, category):  # noqa: F811
    """Those of its own outputs, with outputs in which nothing was found; ESA has no categories."""
    campaign = filled(folder, protocol, SPANS.format(category=category))
    known = {(s, y): marks for s, y, marks in campaign.options["prefilled"]["outputs"]}
    assert set(known) == {("1", "alpha"), ("1", "beta"), ("2", "beta")}
    assert known["1", "alpha"] == [
        {"side": "target", "start": 4, "end": 9, "quote": "Katze",
         "category": WRONG if protocol == "mqm" else "", "severity": "minor"}
    ]  # fmt: skip
    assert known["1", "beta"] == []
    assert known["2", "beta"][0]["quote"] == "It"


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("4,9", "4,900", "the text has"),
        ("minor", "awful", "no severity"),
        (WRONG, "style/odd", "no "),
        ("alpha", "x", None),
    ],
)
def test_marks_that_do_not_fit_are_refused(folder, old, new, what):  # noqa: F811
    """With file, segment and system; those of other systems are left out."""
    spans = SPANS.format(category=WRONG).replace(old, new, 1)
    if what is None:
        assert len(filled(folder, "mqm", spans).options["prefilled"]["outputs"]) == 2
        return
    with pytest.raises((BadInput, Conflict, NotFound), match=what) as error:
        filled(folder, "mqm", spans)
    assert error.value.where == "spans.csv, segment 1, alpha"


def test_only_protocols_that_mark_freely_begin_with_marks(folder):  # noqa: F811
    """Elsewhere the option is unknown; a share is one; a file is there and fits."""
    with pytest.raises(NotFound, match="no option named 'prefilled'"):
        filled(folder, "two_step", SPANS.format(category=WRONG))
    with pytest.raises(BadInput, match="is no share"):
        filled(folder, "mqm", SPANS.format(category=WRONG), "unfilled = 1.5\n")
    other = "annotator,segment,system,side,start,end,category,severity\nm,7,z,,,,,\n"
    with pytest.raises(TertiumError, match="marks of none of these outputs"):
        filled(folder, "mqm", other)


def test_rows_of_a_judge_can_fill_a_campaign(folder, tmp_path):  # noqa: F811
    """What `tertium judge --prompt esa --judgements` writes."""
    prompt = read_prompt("esa")
    item = JudgedItem(Segment("1", "The cat sat on the mat."), ("alpha",), {})
    error = JudgedError("target", 4, 9, "Katze", "major", "")
    table = judged_table([item], [JudgedAnswer(70.0, (error,))], prompt, annotator="judge|m")
    table.write(tmp_path / "judged.csv")
    campaign = filled(folder, "esa", (tmp_path / "judged.csv").read_text("utf-8"))
    ((segment, system, (one,)),) = campaign.options["prefilled"]["outputs"]
    assert (segment, system, one["quote"], one["severity"]) == ("1", "alpha", "Katze", "major")
