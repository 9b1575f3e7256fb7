"""What translations are good for, in every format and with its pictures."""

import numpy as np
import pytest

from tertium.formats.usefulness import ScoredDocument
from tertium.rendering import facts, figures, headline, tables
from tertium.stats.utility.accuracy import measure, measure_scored, utility
from tertium.stats.utility.thresholds import Answer, thresholds
from tests.rendering.every_format import tell

ACCURACIES = [0.53, *(0.55 + 0.05 * at for at in range(10)), 1.0]


def scored(systems, edits=(5, 30, 50, 12)):
    """Return documents of several systems."""
    return measure_scored(
        [
            ScoredDocument(f"d{at}", system, number + 3 * place, 100, 90.0)
            for place, system in enumerate(systems)
            for at, number in enumerate(edits)
        ]
    )


def answered(people=6, seed=1, uses=("triage", "gist", "edit")):
    """Let simulated users answer."""
    rng = np.random.default_rng(seed)
    at = {"triage": 0.58, "gist": 0.72, "edit": 0.86}
    return [
        Answer(f"u{who}", f"{number:02d}", use, bool(a + rng.normal(0, 0.06) > at[use]), a)
        for who in range(people)
        for number, a in enumerate(ACCURACIES)
        for use in uses
    ]


@pytest.mark.parametrize(
    "data",
    [scored([""]), scored(["a", "b", "c"]), scored(["x"], edits=(3,)), measure(["a"], [""]),
     measure(["a b"], ["a c"])],
    ids=["one", "several", "one document", "no words", "no source"],
)  # fmt: skip
def test_every_format_tells_accuracy(data):
    """It parses, fits, and no picture stands without its table."""
    found = utility(data)
    said = tell(found)
    assert [one["system"] for one in said["json"]["systems"]] == [o.system for o in found.systems]


def test_the_headline_says_what_it_is_good_for():
    """Accuracy, interval, use, and what the interval leaves open."""
    (one,) = utility(scored([""])).systems
    told = headline(utility(scored([""])))
    assert told.startswith("The translation is accurate to 75.8% (95% CI")
    assert "good for gisting" in told
    assert one.surely == "none"
    assert told.endswith("also holds accuracies that are good for none of the uses.")
    assert "between a and b in accuracy" in headline(utility(scored(["a", "b"])))


def test_the_pictures_hold_what_the_tables_say():
    """A line per system; a bar per system that adds up to one."""
    found = utility(scored(["a", "b"]))
    accuracy, levels = figures(found)
    rows = accuracy.spec["layer"][0]["data"]["values"]
    assert [row["value"] for row in rows] == [one.accuracy.value for one in found.systems]
    pieces = levels.spec["layer"][0]["data"]["values"]
    assert max(piece["end"] for piece in pieces) == pytest.approx(1)
    assert levels.title == "Good for editing: 2 of 4 documents, most of all those of a."


@pytest.mark.parametrize(
    "answers",
    [answered(), answered(1), answered(uses=("gist",)),
     [Answer("u", "1", "gist", True, 0.5)],
     [Answer("u", "1", "own", False, 0.5), Answer("u", "2", "own", True, 0.9)]],
    ids=["users", "one user", "one use", "one answer", "separated"],
)  # fmt: skip
def test_every_format_tells_thresholds(answers):
    """Also where nothing can be estimated."""
    found = thresholds(answers)
    said = tell(found)
    assert len(said["json"]["uses"]) == len(found.uses)


def test_thresholds_stand_beside_those_of_the_study():
    """In the table, in the picture, and in its title."""
    found = thresholds(answered(12))
    shares, estimates = figures(found)
    assert len(shares.spec["layer"][0]["data"]["values"]) == 36
    assert estimates.title.startswith(("No threshold of 2014", "The thresholds of 2014"))
    assert [column.name for column in tables(found)[0].columns][5] == "published"
    assert dict(facts(found))["Answers"] == "432"
    assert headline(found).startswith("Half of the answers are yes to triage from")
    none = thresholds([Answer("u", "1", "gist", True, 0.5)])
    assert headline(none).startswith("From which accuracy users say yes cannot be estimated")
