"""A campaign that rates with a checklist, from its texts to rates of errors by category."""

import csv
import json
from dataclasses import replace

import openpyxl
import pytest
from click.testing import CliRunner

from tertium.analyses.campaigns import open_store
from tertium.cli.main import cli
from tertium.exceptions import TertiumError
from tertium.formats.campaign import read_campaign
from tertium.formats.codebook import codebook, codebook_rows
from tertium.web.manage.export import offered_files

LANGUAGES = ("--source-language", "en", "--target-language", "de")


def run(*words):
    result = CliRunner().invoke(cli, [str(word) for word in words], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.stdout


def texts_in(folder):
    """Write six sources with two translations each."""
    lines = "".join(f"Text {n} of two lines\tText {n} A\tText {n} B\n" for n in range(6))
    (folder / "texts.tsv").write_text(f"source\tacme\tbolt\n{lines}", "utf-8")


def edit(folder, old, new):
    file = folder / "campaign.toml"
    assert old in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def rated(tmp_path_factory):
    """Return a simulated campaign with a scale called `overall` in the step without the source."""
    folder = tmp_path_factory.mktemp("rated")
    texts_in(folder)
    (folder / "own.yaml").write_text(
        "name: overall\nversion: 1\nkind: answers\nagainst: none\nanswers:\n"
        "  - {value: 2, label: good}\n  - {value: 1, label: bad}\n",
        "utf-8",
    )
    run("new", folder, "--protocol", "rating", "--scale", "own.yaml", "--scale", "mos",
        "--typology", "list-20", "--annotators", 2, *LANGUAGES)  # fmt: skip
    edit(folder, 'checklist = "list-20"', 'checklist = "list-20"\ncounted = true')
    run("simulate", "campaign", folder)
    return folder


def test_errors_are_counted_by_category_over_all_that_was_read(rated):
    with open_store(rated) as store:
        rows = store.table(read_campaign(rated).name).rows()
    errors = [row for row in rows if row["aspect"] == "error"]
    told = json.loads(run("errors", rated, "--format", "json"))
    assert sum(one["errors"] for one in told["systems"]) == len(errors) > 0
    # Every output once for each annotator: the answers of `overall` are no further readings.
    assert {(one["outputs"], one["readings"]) for one in told["systems"]} == {(6, 12)}
    assert sum(row["aspect"] == "read" for row in rows) == 6 * 2 * 2
    assert {row["category"] for row in errors} == {one["category"] for one in told["categories"]}
    assert {row["severity"] for row in errors} == {"minor"}
    assert "typology:list-20@1" in told["signature"]


def test_ratings_are_analysed_as_without_a_checklist(rated):
    told = json.loads(run("ratings", rated, "--format", "json"))
    assert {one["aspect"] for one in told["aspects"]} == {"mos", "overall"}
    for asked in ((), ("--aspect", "mos"), ("--aspect", "overall")):
        assert "Agreement on errors" not in run("agree", rated, *asked)
    assert "Agreement on errors" in run("agree", rated, "--aspect", "error")
    assert "standard score" in run("rank", rated, "--aspect", "overall")


def test_errors_are_exported_with_the_outputs_that_have_none(rated, tmp_path):
    run("export", rated, tmp_path / "errors.csv", "--what", "errors")
    with (tmp_path / "errors.csv").open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert len({(one["annotator"], one["segment"], one["system"]) for one in lines}) == 24
    assert any(not one["category"] for one in lines)
    ours, theirs = (
        json.loads(run("errors", place, "--format", "json", "--typology", "list-20"))
        for place in (rated, tmp_path / "errors.csv")
    )
    assert [one["score"] for one in ours["systems"]] == [one["score"] for one in theirs["systems"]]


def test_the_codebook_lists_the_categories(rated):
    page = codebook(read_campaign(rated))
    assert "## Checklist list-20@1: Twenty issues" in page
    assert "Annotators count the errors" in page
    assert "of severity minor" in page
    assert "| accuracy/omission | 1 | Omission. Something of the source is missing" in page


def test_managers_get_files_of_errors(rated, tmp_path):
    campaign = read_campaign(rated)
    assert {"errors.csv", "errors.tsv"} <= {*offered_files(campaign, described=True)}
    plain = replace(campaign, options=campaign.options | {"checklist": "", "counted": False})
    assert {"errors.csv", "errors.tsv"}.isdisjoint(offered_files(plain, described=True))
    assert len(codebook_rows(campaign)) - len(codebook_rows(plain)) == 20
    run("export", rated, tmp_path / "all.xlsx", "--what", "all")
    sheets = openpyxl.load_workbook(tmp_path / "all.xlsx", read_only=True)
    assert "Errors" in sheets.sheetnames


def test_a_checklist_is_frozen_with_the_first_rating(rated):
    for old, new in (('"list-20"', '"four"'), ("counted = true", "counted = false")):
        edit(rated, old, new)
        try:
            with pytest.raises(TertiumError, match=r"checklist of campaign .* was changed after"):
                run("simulate", "campaign", rated)
            if "list" in old:
                assert "was changed after annotation began" in run("errors", rated)
        finally:
            edit(rated, new, old)


def test_a_checklist_of_ones_own_is_kept_with_the_campaign(tmp_path):
    texts_in(tmp_path)
    (tmp_path / "own.yaml").write_text(
        "name: mine\nseverities: [{id: bad, weight: 2}]\n"
        "nodes: [{id: wrong, name: Wrong, shortcut: '1'}]\n",
        "utf-8",
    )
    run("new", tmp_path, "--protocol", "rating", "--typology", "own.yaml", *LANGUAGES)
    campaign = read_campaign(tmp_path)
    assert campaign.options["checklist"]["nodes"][0]["id"] == "wrong"


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('checklist = "list20"', "no typology named 'list20'.*campaign.toml|Did you mean"),
        ("checklist = 3", "checklist = 3 is not a name"),
        ('checklist = "gone.yaml"', "gone.yaml"),
        ('checklist = "esa"', "no categories to tick"),
    ],
)
def test_a_checklist_that_is_none_is_said(tmp_path, line, what):
    texts_in(tmp_path)
    run("new", tmp_path, "--protocol", "rating", "--typology", "four", *LANGUAGES)
    edit(tmp_path, 'checklist = "four"', line)
    with pytest.raises(TertiumError, match=what):
        read_campaign(tmp_path)
