"""The quality square as a way of asking."""

from datetime import UTC, datetime

import pytest

from tertium import protocols
from tertium.design import build_plan
from tertium.exceptions import BadInput
from tertium.formats.campaign import read_campaign
from tertium.formats.new import new_campaign
from tertium.formats.square_model import read_model
from tertium.model import Assignment, Judgement
from tertium.protocols.square import COUNTS, RATINGS
from tertium.stats.square.square import results
from tertium.store import Store

TEXTS = """document\tsegment\tsource\talpha\tbeta
d1\t1\tThe cat sat on the mat.\tDie Katze saß auf der Matte.\tDie Katze sass auf die Matte.
d1\t2\tIt was 3.5 metres wide.\tSie war 3,5 Meter breit.\tSie war 35 Meter breit.
d2\t3\tPress the red button.\tDrücken Sie den roten Knopf.\tDrücke rote Taste.
"""


@pytest.fixture
def reviewed(tmp_path):
    """Return a campaign of two texts by two systems."""
    (tmp_path / "texts.tsv").write_text(TEXTS, encoding="utf-8")
    languages = {"source_language": "en", "target_language": "de"}
    return read_campaign(new_campaign(tmp_path, protocol="square", **languages))


def test_the_page_asks_what_the_light_model_has():
    """Every criterion once, and nothing else; readability first, before the source is seen."""
    assert {*RATINGS, *COUNTS} == set(read_model("light").criteria)
    square = protocols.get("square")
    first, second = (square.asks_for(step) for step in ("readability", "adequacy"))
    assert [ask.name for ask in first] == ["readability"]
    assert [ask.name for ask in second] == ["adequacy", *COUNTS]
    assert square.settings["hidden"] == ("readability",)
    assert square.asks_for("") == (*first, *second)  # plans from before there were steps


def test_a_whole_text_is_reviewed_twice_without_and_with_its_source(reviewed, tmp_path):
    """One review per text, version and step; the words of a text are those of all its segments."""
    campaign = reviewed
    plan = build_plan(campaign)
    mine = [one for one in plan.assignments if one.annotator == plan.annotators[0].id]
    assert [one.condition for one in mine] == [
        *["readability"] * 2, *["adequacy"] * 2, *["readability"] * 2, *["adequacy"] * 2
    ]  # fmt: skip
    assert {one.segment for one in mine} == {"2", "3"}  # the last of each text
    judgements = [
        Judgement(
            f"j{n}", campaign.name, one.id, one.annotator, answer, datetime(2026, 5, 1, tzinfo=UTC)
        )
        for n, one in enumerate(mine)
        for answer in [
            {"readability": [80]}
            if one.condition == "readability"
            else {"adequacy": [90], **{name: [1] for name in COUNTS}}
        ]
    ]
    with Store.open(tmp_path / "tertium.db") as store:
        store.campaigns.put(campaign, plan, at=datetime(2026, 5, 1, tzinfo=UTC))
        store.judgements.append(judgements, received_at=datetime(2026, 5, 1, tzinfo=UTC))
        (found,) = results(store.table(campaign.name), campaign, level=0.95, seed=1)
    assert {(one.document, one.words) for one in found.texts} == {("d1", 11.0), ("d2", 4.0)}
    assert all(one.adequacy.value == 90 and one.readability.value == 80 for one in found.texts)


def test_the_full_model_and_ones_own_ask_their_criteria():
    """Errors of the full model are marked elsewhere."""
    full = protocols.get("square", {"model": "full"})
    assert [ask.name for ask in full.asks] == ["readability", "adequacy"]
    own = protocols.get("square", {"criteria": ["adequacy", "style"]})
    assert [ask.name for ask in own.asks] == ["adequacy", "style"]


def test_numbers_become_rows_by_criterion():
    """A rating or a count is the value of its aspect."""
    square = protocols.get("square", {"model": "full"})
    answer = square.read({"adequacy": [70], "readability": [0]})
    judgement = Judgement("j", "c", "a", "p", answer, datetime(2026, 5, 1, tzinfo=UTC))
    rows = list(square.observations(judgement, Assignment("a", "p", "s", ("acme",))))
    assert [(row.aspect, row.value, row.system) for row in rows] == [
        ("readability", 0.0, "acme"),
        ("adequacy", 70.0, "acme"),
    ]


@pytest.mark.parametrize("criteria", [["a", "a"], ["comment"], ["two words"], [1]])
def test_criteria_that_cannot_be_asked_are_refused(criteria):
    """With an example."""
    with pytest.raises(BadInput, match="cannot be asked"):
        protocols.get("square", {"criteria": criteria})
