"""Post-editing effort in every format, and its pictures."""

from dataclasses import replace

import pytest

from tertium.rendering import figures, headline, tables
from tertium.rendering.public import without_people
from tertium.stats.effort.analyse import effort
from tertium.stats.effort.reference import ReferenceJudgements
from tests.rendering.every_format import tell
from tests.stats.effort.written import campaign, edits_of, row

METHODS = ("as-is", "mean", "log-ridge", "model")


def kit():
    """Return a campaign with segments from scratch, twice as slow as post-editing."""
    paces = (1.0, 2.0, 0.5, 1.4)
    return campaign() + [
        row(f"e{person}", f"n{at}", "scratch", mt="", edited="new", seconds=40.0 * paces[person])
        for person in range(4)
        for at in range(3)
    ]


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """Return an analysis with productivity and a given ranking."""
    edits = edits_of(tmp_path_factory.mktemp("edits"), kit())
    segments = {(f"s{at}", name): -ord(name) for at in range(9) for name in "xyz"}
    return effort(edits, methods=METHODS, given=ReferenceJudgements.of_segments(segments))


@pytest.fixture(scope="module")
def untrained(tmp_path_factory):
    """Return an analysis without a training set."""
    edits = edits_of(tmp_path_factory.mktemp("edits"), campaign(training=0))
    return effort(edits, methods=METHODS)


def test_every_format_tells_it(told, untrained):
    """Text, JSON, CSV, LaTeX and HTML, with the fields that users count on."""
    said = tell(told)["json"]
    assert set(said["systems"][0]) >= {
        "measure", "system", "score", "low", "high", "raw", "rank", "rank_range",
        "rank_range_simultaneous", "cluster", "component", "words_per_hour",
    }  # fmt: skip
    assert set(said["contrasts"][0]) >= {
        "measure", "a", "b", "difference", "low", "high", "p", "p_adjusted", "ratio", "ratio_low",
        "ratio_high", "annotators", "documents", "reason",
    }  # fmt: skip
    assert said["estimand"]["quantity"] == "seconds per source word"
    assert {"sentence", "annotators", "productivity", "methods", "paces"} <= set(said)
    assert said["productivity"][0]["gain"]["value"] > 1
    assert {one["level"] for one in said["correlations"]} == {"system", "segment"}
    assert tell(untrained)["json"]["correlations"] == []


def test_the_headline_names_the_system_and_the_gain(told, untrained):
    """One sentence for systems, one for productivity where somebody translated from scratch."""
    assert headline(told).startswith("Post-editing x takes the least time of three systems: 32%")
    assert " times as fast as translating from scratch" in headline(told)
    assert "scratch" not in headline(untrained)


def test_pictures_show_editors_before_and_after(told):
    """The same systems and range twice; the dots come together."""
    drawn = {figure.name: figure for figure in figures(told)}
    assert set(drawn) == {
        "effort-time", "effort-keys", "effort-hter", "words-per-hour",
        "effort-as-is", "effort-comparable", "productivity-gain",
    }  # fmt: skip
    before, after = (drawn[name].spec["layer"] for name in ("effort-as-is", "effort-comparable"))
    assert before[1]["encoding"]["x"]["scale"] == after[1]["encoding"]["x"]["scale"]
    wide, narrow = (
        [dot["x"] for dot in layers[1]["data"]["values"] if dot["label"] == "x"]
        for layers in (before, after)
    )
    assert len(wide) == len(narrow) == 4
    assert max(narrow) / min(narrow) < 1.2 < 3 < max(wide) / min(wide)
    assert "the slowest editor needs 4.00 times" in drawn["effort-as-is"].title


def test_people_can_be_left_nameless(told):
    """A public page numbers the editors, in tables and pictures."""
    (nameless,) = without_people([told])
    text = " ".join(str(cell) for table in tables(nameless) for line in table.rows for cell in line)
    assert "Annotator 1" in text
    assert "e0" not in text


def test_one_system_is_no_ranking(told):
    """Without two systems there is nothing to compare, and that is said."""
    alone = replace(told, systems=(), productivity=(), profiles=(), correlations=())
    assert headline(alone) == "There are no two systems whose effort could be compared."
    assert figures(alone) == ()
