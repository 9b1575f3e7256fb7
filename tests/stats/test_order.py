"""What comes first does not depend on rounding, nor any number on how rows came in."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.report.plain import plain
from tertium.stats.agreement.agree import agree
from tertium.stats.annotators.model import annotators
from tertium.stats.assessment.assess import assess
from tertium.stats.calibration.calibrate import calibrate
from tertium.stats.comparison.compare import compare
from tertium.stats.effort.analyse import effort
from tertium.stats.errors.analyse import score_errors
from tertium.stats.grading.grade import grade
from tertium.stats.order import NOTHING, by_value, tied_ranks
from tertium.stats.ranking.rank import METHODS, rank
from tertium.stats.span_agreement.agreement import agree_spans
from tertium.stats.tournament.dominance import dominance
from tertium.table import JudgementTable

SYSTEMS, PEOPLE, SEGMENTS = ("ash", "elm", "oak"), ("ann", "bob", "cy"), 12
VALUES = (10.1, 20.2, 30.3, 40.7, 51.1, 62.3)  # none is exact in binary
COSTS = (0.1, 0.2, 0.3, 0.7, 1.1, 2.3)
SOURCE = "one two three four five six seven"

some = st.lists(st.floats(-1e6, 1e6), max_size=8)


def turned(system, segment):
    """Return a value: every system has all of them, each on another segment."""
    return VALUES[(segment + 2 * SYSTEMS.index(system)) % len(VALUES)]


def outputs():
    """Yield who judged what: everybody every system, on every segment."""
    for segment in range(SEGMENTS):
        for person in PEOPLE:
            for system in SYSTEMS:
                yield {
                    "judgement": f"{person}-{segment}-{system}",
                    "annotator": person,
                    "document": f"d{segment % 2}",
                    "segment": f"s{segment}",
                    "system": system,
                }


def scores():
    """Return scores by which all systems are equally good."""
    return [
        one
        | {
            "aspect": "overall",
            "value": turned(one["system"], int(one["segment"][1:]))
            + PEOPLE.index(one["annotator"]),
        }
        for one in outputs()
    ]


def preferences():
    """Return preferences that go round in a circle."""
    pairs = ((0, 1), (1, 2), (2, 0))
    return [
        {
            "judgement": f"{person}-{segment}",
            "annotator": person,
            "segment": f"s{segment}",
            "system": SYSTEMS[one],
            "versus": SYSTEMS[two],
            "aspect": "preference",
            "value": 1.0 if segment < 6 or (segment + at) % 2 else 0.0,
            "slot": 1 + (segment + at) % 2,
        }
        for segment in range(SEGMENTS)
        for at, person in enumerate(PEOPLE)
        for one, two in (pairs[(segment + at) % 3],)
    ]


def marks():
    """Return errors that cost every system the same in all."""
    found = []
    for one in outputs():
        number, at = int(one["segment"][1:]), SYSTEMS.index(one["system"])
        cost = COSTS[(number + 2 * at) % 6]
        place = 4 * ((number + 2 * at) % 3)
        found += [
            one | {"aspect": "overall", "value": 50.0},
            one | {"aspect": "source", "text": SOURCE},
            one | {"aspect": "target", "text": SOURCE},
            one
            | {
                "aspect": "error",
                "value": -cost,
                "start": place,
                "end": place + 3,
                "side": "target",
            }
            | {"category": "Accuracy/Omission", "severity": "minor"},
        ]
    return found


def graded():
    """Return the same marks with what graders say: how much a mark takes away."""
    levels = {-cost: f"minus-{at}" for at, cost in enumerate(COSTS, start=1)}
    return [
        one
        | ({"severity": levels[one["value"]], "value": None} if one["aspect"] == "error" else {})
        for one in marks()
    ]


def edits():
    """Return edited texts that took the same time for every system in all."""
    found = []
    for one in outputs():
        took = turned(one["system"], int(one["segment"][1:]))
        found += [
            one | {"aspect": aspect, "text": text}
            for aspect, text in (("source", SOURCE), ("mt", SOURCE), ("edited", f"{SOURCE} eight"))
        ] + [one | {"aspect": "seconds", "value": took}]
    return found


def anchored():
    """Return scores with anchors among them, and what is known of the anchors."""
    return scores() + [
        {
            "judgement": f"{person}-anchor-{number}",
            "annotator": person,
            "segment": f"k{number}",
            "of": f"k{number}",
            "system": "known",
            "role": "anchor",
            "aspect": "overall",
            "value": value + PEOPLE.index(person) / 7,
        }
        for person in PEOPLE
        for number, value in enumerate(VALUES)
    ]


KNOWN = {(f"k{number}", "known"): value for number, value in enumerate(VALUES)}
ANALYSES = {
    "assess": (scores, lambda table: assess(table.scores())),
    "annotators": (scores, lambda table: annotators(table.scores())),
    "calibrate": (
        anchored,
        lambda table: calibrate(table.scores(roles=("real", "anchor")), KNOWN),
    ),
    "agree on scores": (scores, lambda table: agree(table.scores())),
    "agree": (preferences, lambda table: agree(table.comparisons())),
    "agree on marks": (marks, lambda table: agree_spans(table.spans())),
    "dominance": (preferences, lambda table: dominance(table.comparisons())),
    "compare": (
        preferences,
        lambda table: compare(table.comparisons(), baseline="ash", advanced="elm"),
    ),
    "score errors": (marks, lambda table: score_errors(table.spans())),
    "grade": (graded, lambda table: grade(table.spans())),
    "effort": (edits, lambda table: effort(table.edits())),
} | {
    f"rank by {method}": (
        preferences,
        lambda table, method=method: rank(table.comparisons(), method=method, runs=20),
    )
    for method in METHODS
}
DRAWN = ("annotators", "rank by trueskill")  # at random, so that nothing is quite tied


@given(some)
def test_ranks_follow_values_and_ties_share_one(values):
    """The ranks of whole numbers are those of a slow count."""
    whole = [round(value) for value in values]
    different = sorted(set(whole))
    assert tied_ranks(whole).tolist() == [different.index(value) for value in whole]


@given(some, st.randoms(use_true_random=False))
def test_rounding_does_not_change_a_rank(values, random):
    """A hair more or less, as adding up in another order leaves, is nothing."""
    whole = np.array([round(value) for value in values], dtype=float)
    hair = np.array([random.uniform(-1, 1) for _ in values]) * NOTHING / 4
    near = whole + hair * max(1.0, np.abs(whole).max(initial=0.0))
    assert tied_ranks(near).tolist() == tied_ranks(whole).tolist()


def test_what_is_not_known_is_last_and_infinity_has_its_place():
    """NaN shares the last rank; an infinite score is a score."""
    values = [np.nan, np.inf, 1.0, -np.inf, np.nan, np.inf]
    assert tied_ranks(values).tolist() == [3, 2, 1, 0, 3, 2]
    assert by_value([1, None, 2], lambda x: x) == [2, 1, None]
    assert by_value([1, None, 2], lambda x: x, lowest_first=True) == [1, 2, None]
    assert tied_ranks([]).tolist() == []


@pytest.mark.parametrize("name", ANALYSES)
@settings(max_examples=4)
@given(random=st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_no_byte(name, random):
    """Every analysis gives the same digits for the same rows, however they came in."""
    made, analyse = ANALYSES[name]
    rows = made()
    table = JudgementTable.from_rows(rows)
    random.shuffle(rows)
    assert plain(analyse(JudgementTable.from_rows(rows))) == plain(analyse(table))


@pytest.mark.parametrize("name", [name for name in ANALYSES if name not in DRAWN])
def test_what_is_tied_stands_by_name(name):
    """Rows in any order, each added up as it stands: what is equally good does not change places.

    A view in time keeps the order of its rows, so sums differ in their last digits.
    """
    made, analyse = ANALYSES[name]
    rows, random = made(), Random(name)
    for _ in range(4):
        random.shuffle(rows)
        found = analyse(JudgementTable.from_rows(rows).in_time())
        listed = [one.system for one in getattr(found, "systems", ()) if hasattr(one, "system")]
        assert listed == list(SYSTEMS) * (len(listed) // len(SYSTEMS))
        for one in getattr(found, "systems", ()):
            assert getattr(one, "rank", None) in (None, 1)
