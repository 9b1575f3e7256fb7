"""Stored campaigns of marked errors: scores, agreement, verdicts and reports by command."""

import json
import re

import openpyxl
import pytest
from click.testing import CliRunner

from tertium import protocols
from tertium.cli.main import cli

TEXTS = protocols.get("mqm").demonstrations[0].file.parent
LANGUAGES = ("--source-language", "en", "--target-language", "de")


def tertium(*words):
    """Run a command here and return what it printed."""
    result = CliRunner().invoke(cli, [str(word) for word in words], standalone_mode=False)
    assert result.exception is None, repr(result.exception)
    return result.stdout


def printed(*words):
    """Run a command and read its JSON."""
    return json.loads(tertium(*words, "--format", "json"))


@pytest.fixture
def marked(tmp_path):
    """Return a function that makes a campaign by some protocol and lets simulated people mark."""

    def make(protocol, **options):
        folder = tmp_path / protocol
        folder.mkdir()
        text = (TEXTS / "en-de-errors.tsv").read_text(encoding="utf-8")
        (folder / "texts.tsv").write_text(text, encoding="utf-8")
        tertium("new", folder, "--protocol", protocol, *LANGUAGES)
        if options:
            file = folder / "campaign.toml"
            before, rest = file.read_text("utf-8").split("[options]\n")
            _, after = rest.split("\n\n", 1)
            lines = "".join(f"{name} = {json.dumps(value)}\n" for name, value in options.items())
            file.write_text(f"{before}[options]\n{lines}\n{after}", "utf-8")
        tertium("simulate", "campaign", folder)
        return folder

    return make


@pytest.mark.parametrize("protocol", ["mqm", "two_step"])
def test_from_texts_to_scores_agreement_and_files(marked, protocol):
    """The better system is found, with the campaign's own typology; a file read again says so."""
    folder = marked(protocol)
    found = printed("errors", folder)
    typology = protocol.replace("_", "-") if protocol == "two_step" else "mqm-core"
    assert found["typology"] == f"{typology}@1"
    # In two steps the human version is marked, too: error sets compare the others with it.
    both = ["human"] * (protocol == "two_step")
    assert [one["system"] for one in found["systems"]] == [*both, "canal", "ferry"]
    assert [one["words"] for one in found["systems"]][-2:] == pytest.approx([162, 162])
    assert [one["annotator"] for one in found["annotators"]] == ["ann-01", "ann-02", "ann-03"]
    agreed = printed("agree", folder)
    assert 0.2 < agreed["kappa"]["value"] < 1
    (line,) = printed("status", folder)["campaigns"]
    assert line["done"] == line["planned"] == (324 if protocol == "two_step" else 108)
    assert line["agreement"] == pytest.approx(agreed["kappa"]["value"])
    steps = printed("status", folder)["steps"]
    expected = [("acceptability", 162), ("adequacy", 162)] if protocol == "two_step" else []
    assert [(one["step"], one["done"]) for one in steps] == expected
    assert all(one["median_seconds"] > 0 for one in steps)
    tertium("export", folder, folder / "errors.tsv", "--what", "errors-mqm")
    tertium("errors", folder, "--scorecard", folder / "card.xlsx")
    read = ("--scoring", "raw", "--typology", typology)
    for file in ("errors.tsv", "card.xlsx"):
        again = printed("errors", folder / file, *read)["systems"]
        for name in ("points", "words", "readings"):
            assert [one[name] for one in again] == pytest.approx(
                [one[name] for one in found["systems"]]
            )


def test_a_scorecard_decides_by_its_own_rule(marked, tmp_path):
    """What was agreed beforehand is what the verdict follows, and the sample is told with it."""
    drawn = ("--from", marked("mqm"), "--sample-words", 80, "--whole-documents")
    card = tmp_path / "card"
    tertium("new", card, *drawn, "--protocol", "scorecard", *LANGUAGES)
    assert 'sample = "selection.toml"' in (card / "campaign.toml").read_text("utf-8")
    tertium("simulate", "campaign", card)
    found = printed("errors", card)
    assert (found["scoring"], found["pass_mark"]) == ("calibrated", 90.0)
    assert "tolerance:10/1000" in found["signature"]
    assert {one["system"] for one in found["decision"]} == {"canal", "ferry"}
    assert any("of the delivery was reviewed" in one for one in found["warnings"])
    delivery = int(re.search(r"^documents = (\d+)$", (card / "selection.toml").read_text("utf-8"),
                             re.M)[1])  # fmt: skip
    assert found["text_documents"] == delivery
    assert found["decision"][0]["documents"] < delivery
    planned = printed("check", card)
    assert planned["clean"]["documents"] == found["decision"][0]["documents"]
    assert planned["clean"]["needed"] == found["decision"][0]["clean"]
    assert any("even without an error" in one for one in planned["warnings"])
    careful = printed("errors", card, "--cautious")
    assert careful["decision"][0]["clean"] > found["decision"][0]["clean"]
    other = printed("errors", card, "--scoring", "raw", "--pass-mark", 80)
    assert (other["scoring"], other["pass_mark"]) == ("raw", 80.0)


@pytest.mark.parametrize(
    ("rule", "agreed"),
    [
        ({"scoring": "raw", "pass_mark": 95}, "at least 95"),
        ({"scoring": "non-linear", "tolerance": "100=3,1000=12"},
         "3 points in 100 words and 12 points in 1,000 words"),
        ({"scoring": "lisa", "pass_mark": 97}, "at least 97"),
        ({"scoring": "j2450", "pass_mark": 0.025}, "at most 0.025"),
        ({"scoring": "wmt-mqm", "pass_mark": 1.5}, "at most 1.5"),
    ],
)  # fmt: skip
def test_every_scoring_can_be_the_rule_of_a_campaign(marked, rule, agreed):
    """It is used by the command and on the cards in both formats."""
    folder = marked("scorecard", **rule)
    found = printed("errors", folder)
    assert found["scoring"] == rule["scoring"]
    assert found["pass_mark"] == rule.get("pass_mark", 90)
    assert len(found["decision"]) == 2
    own = rule["scoring"] if rule["scoring"] in ("lisa", "j2450", "wmt-mqm") else "mqm-core"
    assert found["typology"] == f"{own}@1"
    for ending in ("html", "xlsx"):
        tertium("errors", folder, "--scorecard", folder / f"card.{ending}")
    assert agreed in (folder / "card.html").read_text("utf-8")
    sheet = openpyxl.load_workbook(folder / "card.xlsx")["Scorecard"]
    assert any(agreed in str(cell) for row in sheet.iter_rows(values_only=True) for cell in row)
    if rule["scoring"] == "raw":
        assert printed("errors", folder, "--scoring", "calibrated")["pass_mark"] == 90


def test_a_report_of_a_graded_campaign_begins_with_the_grades(marked):
    """Then come the errors."""
    folder = marked("grading")
    tertium("report", folder, "--output", folder / "report.html")
    page = (folder / "report.html").read_text("utf-8")
    assert page.index("texts are graded") < page.index("raw MQM score")
