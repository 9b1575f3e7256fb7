"""People read texts and marked nothing: that is a result, and differs from a text nobody read."""

import json
import math
from datetime import UTC, datetime

import openpyxl
import pytest
from click.testing import CliRunner

from tertium.analyses.campaigns import open_store
from tertium.cli.main import cli
from tertium.cli.simulate import fill
from tertium.design import build_plan
from tertium.exceptions import TertiumError
from tertium.formats.campaign import read_campaign
from tertium.formats.judgements import read_judgements
from tertium.testing import People

HEADER = "annotator,segment,system,side,start,end,category,severity"


def tertium(*words):
    """Run a command here and return what it printed."""
    result = CliRunner().invoke(cli, [str(word) for word in words], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.stdout


def printed(*words):
    """Run a command and read its JSON."""
    return json.loads(tertium(*words, "--format", "json"))


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    """Return the folder of a campaign whose people read and scored everything and marked nothing.

    Their scores must not be taken for those of people who were not asked to mark.
    """
    folder = tmp_path_factory.mktemp("read")
    texts = "".join(f"Text {n} of two lines\tText {n} A\tText {n} B\n" for n in range(3))
    (folder / "texts.tsv").write_text(f"source\tacme\tbolt\n{texts}", "utf-8")
    languages = ("--source-language", "en", "--target-language", "de")
    tertium("new", folder, "--protocol", "esa", *languages)
    campaign = read_campaign(folder)
    plan = build_plan(campaign)
    start = datetime(2026, 11, 2, 9, tzinfo=UTC)
    with open_store(folder) as store:
        store.campaigns.put(campaign, plan, at=start)
        fill(store, campaign, plan, people=People(finding=0.0), share=1.0, start=start, seed=0)
    return folder


def test_a_campaign_without_marks_is_scored(read):
    """No points, no category; the interval is wider than that of errors alone."""
    found = printed("errors", read)
    assert [one["score"] for one in found["systems"]] == [100, 100]
    assert [one["errors"] for one in found["systems"]] == [0, 0]
    assert all(one["clean"] == 1 for one in (*found["systems"], *found["annotators"]))
    assert (found["categories"], found["severities"], found["examples"]) == ([], [], [])
    for one in found["systems"]:  # 5: the most that an error costs which is not critical
        alone = 100 * (1 + math.log(0.025) * 5 / one["words"])
        assert one["low"] < alone
        assert one["high"] == 100


@pytest.mark.parametrize("fmt", ["text", "csv", "latex", "html"])
def test_it_is_told_in_every_format(read, fmt):
    """Nothing is missing that could be drawn."""
    assert "acme" in tertium("errors", read, "--format", fmt)


def test_nobody_is_called_the_best(read):
    """Systems without errors are equal."""
    told = tertium("errors", read)
    assert "No error is marked" in told
    assert "highest" not in told


def test_scorecards_agreement_and_report(read):
    """Every page that shows errors can show that there are none."""
    verdict = ("--scoring", "calibrated")
    for ending in ("html", "xlsx"):
        tertium("errors", read, *verdict, "--scorecard", read / f"card.{ending}")
    assert "No errors were marked" in (read / "card.html").read_text("utf-8")
    book = openpyxl.load_workbook(read / "card.xlsx")
    assert book["Outputs"].max_row > 1
    assert book["Errors"].max_row == book["Review"].max_row == 1
    assert printed("errors", read / "card.xlsx", "--scoring", "calibrated")["categories"] == []
    agreed = printed("agree", read)
    assert agreed["errors"] == 0
    assert agreed["kappa"]["value"] is None
    (said,) = (one for one in agreed["warnings"] if "No error was marked" in one)
    assert said.count(".") == 1
    assert "No error was marked" in tertium("agree", read)
    tertium("agree", read, "--format", "html")
    tertium("report", read, "--output", read / "report.html")
    assert "No error is marked" in (read / "report.html").read_text("utf-8")


def test_what_is_written_is_read_as_what_it_was(read, tmp_path):
    """Also in files, scored or not, of our own shape, as the long table and for others."""
    before = printed("errors", read, "--scoring", "wmt-mqm")["systems"]
    kinds = (("errors", "e.csv"), ("table", "t.csv"), ("errors-wmt", "w.jsonl"))
    for what, name in kinds:
        tertium("export", read, tmp_path / name, "--what", what)
        after = printed("errors", tmp_path / name, "--scoring", "wmt-mqm")["systems"]
        for one, two in zip(before, after, strict=True):
            assert (one["system"], one["outputs"], one["score"]) == (
                two["system"], two["outputs"], two["score"])  # fmt: skip


def test_a_file_says_read_and_nothing_marked_by_empty_columns(tmp_path):
    """With a score or without; the same scores without these columns are no marks."""
    path = tmp_path / "read.csv"
    path.write_text(f"{HEADER},score,source\nana,1,x,,,,,,80,Two words\nana,2,x,,,,,,,One\n")
    (system,) = printed("errors", path)["systems"]
    assert (system["score"], system["outputs"], system["words"]) == (100, 2, 3)
    assert printed("agree", path)["errors"] == 0
    again = tmp_path / "again.csv"
    tertium("convert", path, again, "--errors", "narrow")
    assert read_judgements(again) == read_judgements(path)
    path.write_text("annotator,segment,system,score\nana,1,x,80\n")
    with pytest.raises(TertiumError, match="no error is marked"):
        tertium("errors", path)


def test_one_system_without_errors_has_an_interval_beside_one_with(tmp_path):
    """Nothing varies in it, which is no proof that the next text is as good."""
    rows = "".join(
        f"{who},{n},x,,,,,,Two words\n{who},{n},y,target,0,1,style,minor,Two words\n"
        for who in ("ana", "ben")
        for n in range(4)
    )
    path = tmp_path / "e.csv"
    path.write_text(f"{HEADER},source\n{rows}")
    found = {one["system"]: one for one in printed("errors", path)["systems"]}
    assert found["x"]["low"] < found["x"]["high"] == 100
    assert found["y"]["low"] < found["y"]["score"] < found["y"]["high"]
