"""What comes first does not depend on rounding, nor any number on how rows came in."""

from functools import partial
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.rendering.plain import plain
from tertium.stats.agreement.agree import agree
from tertium.stats.annotators.model import annotators
from tertium.stats.assessment.assess import assess
from tertium.stats.calibration.calibrate import calibrate
from tertium.stats.comparison.compare import compare
from tertium.stats.effort.analyse import effort
from tertium.stats.entropy.analyse import translation_entropy
from tertium.stats.entropy.prepare import renderings_of, versions_of
from tertium.stats.error_sets.analyse import sets_of
from tertium.stats.error_sets.found import find_errors
from tertium.stats.errors.analyse import score_errors
from tertium.stats.grading.grade import grade
from tertium.stats.order import NOTHING, by_value, tied_ranks
from tertium.stats.ranking.rank import METHODS, rank
from tertium.stats.span_agreement.agreement import agree_spans
from tertium.stats.tournament.dominance import dominance
from tertium.table import JudgementTable, Spans

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
    """Return errors that cost every system the same in all; one to three people read an output."""
    found = []
    for one in outputs():
        turn = (int(one["segment"][1:]) + 2 * SYSTEMS.index(one["system"])) % 6
        reader = PEOPLE.index(one["annotator"])
        if reader > turn % 3:
            continue
        found += [
            one | {"aspect": "overall", "value": 50.0},
            one | {"aspect": "source", "text": SOURCE},
            one | {"aspect": "target", "text": SOURCE},
        ] + [
            one
            | {"aspect": "error", "value": -COSTS[turn], "side": "target"}
            | {"start": 4 * at, "end": 4 * at + 3}
            | {"category": "Fluency/Punctuation", "severity": "minor"}
            for at in range(1 + (turn + reader) % 4)
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
    "assess": (scores, JudgementTable.scores, assess),
    "annotators": (scores, JudgementTable.scores, annotators),
    "calibrate": (
        anchored,
        lambda table: table.scores(roles=("real", "anchor")),
        lambda view: calibrate(view, KNOWN),
    ),
    "agree on scores": (scores, JudgementTable.scores, agree),
    "agree": (preferences, JudgementTable.comparisons, agree),
    "agree on marks": (marks, JudgementTable.spans, agree_spans),
    "dominance": (preferences, JudgementTable.comparisons, dominance),
    "compare": (
        preferences,
        JudgementTable.comparisons,
        partial(compare, baseline="ash", advanced="elm"),
    ),
    "score errors": (marks, JudgementTable.spans, score_errors),
    "score errors by segment": (
        marks,
        JudgementTable.spans,
        partial(score_errors, scoring="wmt-mqm"),
    ),
    "grade": (graded, JudgementTable.spans, grade),
    "effort": (edits, JudgementTable.edits, effort),
    "entropy": (
        edits,
        JudgementTable.edits,
        lambda view: translation_entropy(renderings_of(versions_of(view, system="ash"))),
    ),
    "error sets": (
        marks,
        JudgementTable.spans,
        lambda view: sets_of(
            find_errors(view, versions={"mt": "ash", "postedited": "elm", "human": "oak"})
        ),
    ),
} | {
    f"rank by {method}": (
        preferences,
        JudgementTable.comparisons,
        partial(rank, method=method, runs=20),
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
    made, view, analyse = ANALYSES[name]
    rows = made()
    before = view(JudgementTable.from_rows(rows))
    random.shuffle(rows)
    assert plain(analyse(view(JudgementTable.from_rows(rows)))) == plain(analyse(before))


@pytest.mark.parametrize("name", [name for name in ANALYSES if name not in DRAWN])
def test_what_is_tied_stands_by_name(name):
    """However the rows of a view stand, what is equally good does not change places."""
    made, view, analyse = ANALYSES[name]
    arranged, random = view(JudgementTable.from_rows(made())), Random(name)
    take, size = arranged.take, len(arranged)
    if isinstance(arranged, Spans):
        take, size = arranged.take_outputs, len(arranged.outputs)
    for _ in range(10):
        found = analyse(take(np.array(random.sample(range(size), size))))
        listed = [one.system for one in getattr(found, "systems", ()) if hasattr(one, "system")]
        assert listed == list(SYSTEMS) * (len(listed) // len(SYSTEMS))
        for one in getattr(found, "systems", ()):
            assert getattr(one, "rank", None) in (None, 1)
