from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from tertium.rendering import figures, headline, tables
from tertium.rendering.public import without_people
from tertium.stats.crossover.efficiency import efficiency
from tertium.stats.result import Estimate
from tertium.stats.tournament.graphs import questions
from tests.rendering.every_format import tell
from tests.stats.graph_rows import view

SYSTEMS = ("a", "b", "c", "d", "e")


def timed(*, people=3, segments=8, saved=0.3, ways=("tournament", "ranking"), seed=0):
    """Return judgements with times by tournament and by ranking, and the source lengths."""
    random = np.random.default_rng(seed)
    lengths = {f"s{at}": 5 + 8 * at for at in range(segments)}
    listed, number = [], 0
    for person in range(people):
        for segment, words in lengths.items():
            quality = random.normal(size=len(SYSTEMS)) + np.arange(len(SYSTEMS))
            for way in ways:
                seconds = words * (1 - saved if way == "tournament" else 1.0)
                pairs = list(combinations(range(len(SYSTEMS)), 2))
                acts = pairs[: questions(len(SYSTEMS))] if way == "tournament" else pairs
                for at, (one, two) in enumerate(acts):
                    number += 1
                    alone = way == "tournament"
                    listed.append(
                        {
                            "judgement": f"{person}-{segment}-{way}{at if alone else ''}",
                            "annotator": f"ann-{person}", "segment": segment, "condition": way,
                            "system": SYSTEMS[one], "versus": SYSTEMS[two],
                            "value": float(np.sign(quality[one] - quality[two])),
                            "seconds": seconds / len(acts) if alone else seconds,
                            "order": float(number),
                        }
                    )  # fmt: skip
    return view(listed), lengths


def table_of(result, title):
    """Return one of the tables by its title."""
    return next(one for one in tables(result) if one.title == title)


@pytest.fixture(scope="module")
def saving():
    """Return a study in which the tournament saves 30% of the time."""
    return efficiency(*timed())


def test_the_headline_tells_what_is_saved(saving):
    """A share with its interval, which a customer can check against a bill."""
    assert headline(saving) == "A tournament saves 30.0% of the time of a full ranking."
    some = replace(saving, reduction=Estimate(0.3, 0.1, 0.5))
    assert headline(some).endswith("of a full ranking (95% CI 10.0%–50.0%).")
    open_ = replace(saving, reduction=Estimate(0.3, -0.1, 0.5))
    assert headline(open_).startswith("No significant difference in time")
    said = tell(saving)
    assert said["json"]["reduction"]["value"] == pytest.approx(0.3)


def test_both_ways_are_drawn_by_length(saving):
    """Cumulative lengths across, all sources last; time saved has its intervals."""
    pace, saved = figures(saving)[:2]
    assert pace.title == "A tournament takes 0.70 seconds per source word, a full ranking 1.00."
    rows = [row for layer in pace.spec["layer"] for row in layer["data"]["values"]]
    assert {row["name"] for row in rows if "name" in row} == {"tournament", "ranking"}
    assert '"all"' in str(pace.spec["layer"][0]["encoding"]["x"]["axis"]["labelExpr"])
    assert pace.spec["layer"][0]["encoding"]["y"]["scale"]["domain"][0] <= 0
    assert saved.title == (
        "Up to 10 words the tournament saves 30.0% of the time, over all saves 30.0% of the time."
    )
    assert [row[0] for row in table_of(saving, "Time per source word").rows] == [
        "up to 10", "up to 20", "up to 30", "up to 40", "up to 50", "up to 60", "all",
    ]  # fmt: skip


def test_more_time_is_said_to_be_more():
    """A tournament that takes longer is not called a negative saving."""
    result = efficiency(*timed(saved=-0.2))
    assert headline(result).startswith("A tournament takes 20.0% more time than a full ranking")
    assert "costs 20.0% of the time" in figures(result)[1].title
    tell(result)


@pytest.mark.parametrize(
    ("ways", "sentence"),
    [
        (("tournament",), "A tournament takes 0.70 seconds per source word."),
        (("ranking",), "A full ranking takes 1.00 seconds per source word."),
    ],
)
def test_one_way_alone_saves_nothing(ways, sentence):
    """Without the other way there is a pace and no comparison."""
    result = efficiency(*timed(ways=ways))
    assert headline(result) == sentence
    tell(result)


def test_no_times_are_a_sentence(saving):
    """A study in which nothing was timed has no numbers and no pictures."""
    empty = replace(
        saving,
        tournament=None,
        ranking=None,
        reduction=Estimate(None),
        by_length=(),
        by_annotator=(),
        agreement=(),
    )
    assert headline(empty) == "There are no times to compare."
    assert figures(empty) == ()
    tell(empty)


def test_one_annotator_and_one_segment_are_told():
    """What can be told of a single source is told."""
    tell(efficiency(*timed(people=1, segments=1)))
    tell(efficiency(*timed(people=1, segments=4)))


def test_public_reports_name_no_annotator(saving):
    """Annotators are numbered in the table of people."""
    (public,) = without_people((saving,))
    assert [row[0] for row in table_of(public, "Time by annotator").rows] == [
        "Annotator 1", "Annotator 2", "Annotator 3",
    ]  # fmt: skip
    assert "ann-1" not in tell(public)["html"]
