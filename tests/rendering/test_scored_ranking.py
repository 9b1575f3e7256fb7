import re
from dataclasses import replace

import numpy as np
import pytest

from tertium.rendering import facts, figures, headline, methods, tables
from tertium.rendering.public import without_people
from tertium.stats.assessment.ranking import rank_scores
from tertium.stats.assessment.recipes import RECIPES
from tests.rendering.every_format import tell
from tests.stats.assessment.scored import scored


def drawn(levels, *, segments=40, people=8, noise=8.0, seed=1):
    """Return scores of every system on every segment, by people who are more or less strict."""
    random = np.random.default_rng(seed)
    strict = random.normal(0, 8, people)
    return scored(
        [
            (f"ann-{segment % people}", f"s{segment}", system, float(np.clip(value, 0, 100)))
            for segment in range(segments)
            for system, level in levels.items()
            for value in [level + strict[segment % people] + random.normal(0, noise)]
        ]
    )


@pytest.fixture(scope="module")
def clear():
    """Return scores with one system far ahead and two behind."""
    return drawn({"best": 80.0, "second": 55.0, "third": 54.0})


@pytest.mark.parametrize("method", RECIPES)
def test_every_recipe_is_told_in_every_format(clear, method):
    """JSON has score, raw and z, best first; the methods paragraph names recipe and test."""
    result = rank_scores(clear, method=method)
    said = tell(result)
    found = said["json"]["systems"]
    fields = {"system", "score", "low", "high", "rank", "rank_low", "rank_high", "cluster", "raw"}
    assert fields <= set(found[0])
    assert found[0]["system"] == "best"
    assert found[0]["score"] == found[0]["z" if method in ("z", "wmt-z") else "raw"]
    assert "differ significantly" in methods(result)
    assert ("standardised" in methods(result)) == (method in ("z", "wmt-z"))
    if method.startswith("wmt2"):
        assert f"WMT 20{method[3:]}" in methods(result)
    assert [figure.name for figure in figures(result)] == ["ranking"]
    assert "comparison" not in said["text"] + methods(result)


def test_a_leader_is_named_with_its_lead(clear):
    """The headline says one quantity: standard scores where the ranking rests on them."""
    plain = headline(rank_scores(clear, method="raw"))
    assert re.match(r"best is the best of three systems: mean score \d+\.\d\d points, ", plain)
    result = rank_scores(clear, method="wmt-z")
    assert headline(result).startswith("best is the best of three systems: standard score ")
    assert re.search(r"above \w+, the next \(95% CI \d\.\d+–\d\.\d+\)\.$", headline(result))
    assert dict(facts(result))["Scores"] == "120"


def test_both_means_stand_in_files(clear):
    """CSV has raw and z of every system with all digits, and the table shows the other mean."""
    result = rank_scores(clear, method="z")
    rows = tell(result)["csv"]
    for name in ("raw", "z"):
        (value,) = {
            row["value"]
            for row in rows
            if row["table"] == "What was scored" and (row["id"], row["quantity"]) == ("best", name)
        }
        assert float(value) == getattr(result.systems[0], name)
    titles = [column.title for column in tables(result)[0].columns]
    assert "Raw mean" in titles
    assert "Mean z" not in titles
    titles = [column.title for column in tables(rank_scores(clear, method="raw"))[0].columns]
    assert "Mean z" in titles
    assert "Raw mean" not in titles


def test_clusters_are_ruled_off(clear):
    """There is one line between the first system and the other two."""
    (forest,) = figures(rank_scores(clear))
    assert forest.title == "Two clusters; in the first: best."
    rules = [
        row
        for layer in forest.spec["layer"]
        if layer["mark"]["type"] == "rule"
        for row in layer["data"]["values"]
        if set(row) == {"y"}
    ]
    assert len(rules) == 1


def test_equal_systems_are_not_ranked_in_words():
    """Who cannot be told apart has no leader."""
    result = rank_scores(drawn({"a": 60.0, "b": 60.0}, segments=12), method="z")
    assert headline(result).startswith("No significant difference between a and b in standard ")


def test_choices_are_told(clear):
    """Whose scores count and how p was corrected stand in the methods paragraph."""
    result = rank_scores(clear, method="z", test="permutation", correction="bh")
    assert "permutation test over segments" in methods(result)
    assert "Benjamini and Hochberg" in methods(result)
    passed = replace(result, recipe=replace(result.recipe, passing="passed"))
    assert "did not pass their control items were left out" in methods(passed)


@pytest.mark.parametrize("method", RECIPES)
@pytest.mark.parametrize(
    "rows",
    [
        [],
        [("w", "s", "A", 50.0)],
        [("w", "s", "A", 50.0), ("w", "s", "B", 50.0)],
        [("w", "1", "A", 50.0), ("v", "2", "B", 60.0)],  # nothing connects them
    ],
    ids=["none", "one", "equal", "apart"],
)
def test_hard_cases_are_told(method, rows):
    """No scores, one score, equal scores and unconnected systems are said in words."""
    said = tell(rank_scores(scored(rows), method=method))
    if not rows:
        assert said["text"].startswith("There are no scores to rank systems by.")


@pytest.mark.parametrize(
    ("systems", "sentence"),
    [
        ("AB", "Standard score of A and B: 0.707 and −0.707; there is only one segment, so no "),
        ("ABC", "Whether the three systems differ cannot be estimated: there is only one segment."),
    ],
)
def test_one_segment_has_no_interval_and_says_why(systems, sentence):
    """Nothing else is said about intervals that there are not."""
    levels = {"A": 60.0, "B": 50.0, "C": 70.0}
    rows = [(who, "s", one, levels[one]) for one in systems for who in ("v", "w")]
    found = rank_scores(scored(rows), method="z")
    assert headline(found).startswith(sentence)
    assert {one.reason for one in found.contrasts} == {"there is only one segment"}
    assert not any("too narrow" in note or "assumed" in note for note in found.warnings)
    assert "CI )" not in headline(rank_scores(scored(rows), method="wmt-z"))


def test_systems_keep_their_names_in_public(clear):
    """Numbered people leave systems alone."""
    (public,) = without_people([rank_scores(clear)])
    assert public.systems[0].system == "best"
    assert public.contrasts[0].a == "best"


def test_named_steps_of_a_scale_stand_at_the_axis_and_below_the_table(clear):
    """A mean of 3.4 says more where 3 is “fair”."""
    named = tuple(f"step {at}" for at in range(101))
    result = rank_scores(clear, method="raw")
    labelled = replace(result, scale=replace(result.scale, labels=named))
    (forest,) = figures(labelled)
    axis = forest.spec["layer"][0]["encoding"]["x"]["axis"]
    assert axis["values"] == sorted(axis["values"])
    assert '"60": ["60", "step 60"]' in axis["labelExpr"]
    assert tables(labelled)[0].note.startswith("Scale: 0: step 0; 1: step 1")
    assert not tables(result)[0].note
