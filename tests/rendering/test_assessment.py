import numpy as np
import pytest

from tertium.rendering import figures, headline, methods, page, tables
from tertium.stats.assessment.assess import assess
from tertium.stats.assessment.ranking import as_ranking
from tertium.stats.assessment.recipes import RECIPES
from tests.rendering.every_format import tell
from tests.stats.assessment.scored import scored


def drawn(people=8, segments=24):
    """Return scores of two systems by people of whom the first is the most lenient."""
    random = np.random.default_rng(3)
    return scored(
        [
            (f"ann-{segment % people}", f"s{segment}", system, float(value))
            for segment in range(segments)
            for system, level in (("A", 70.0), ("B", 45.0))
            for value in [level - segment % people / 2 + random.normal(0, 4)]
        ]
    )


@pytest.mark.parametrize("recipe", RECIPES)
def test_an_assessment_is_told_as_its_ranking_and_more(recipe):
    """Headline and methods are those of the ranking; outputs and people come after it."""
    result = assess(drawn(), recipe=recipe)
    said = tell(result)
    ranking = as_ranking(result)
    assert headline(result) == headline(ranking)
    assert methods(result) == methods(ranking)
    assert len(said["json"]["segments"]) == 48
    titles = [table.title for table in tables(result)]
    assert titles[-2:] == ["How annotators used the scale", "Scores of outputs"]
    assert [figure.name for figure in figures(result)] == ["ranking", "scale-use"]


def test_the_scale_is_drawn_from_lenient_to_severe():
    """Each line has mean and sd of one annotator; the table has the same numbers."""
    result = assess(drawn())
    picture = figures(result)[-1]
    rows = next(
        layer["data"]["values"]
        for layer in picture.spec["layer"]
        if layer["mark"]["type"] == "point"
    )
    means = [row["value"] for row in rows]
    assert means == sorted((one.mean for one in result.scales), reverse=True)
    first = max(result.scales, key=lambda one: one.mean)
    assert (rows[0]["low"], rows[0]["high"]) == pytest.approx(
        (first.mean - first.sd, first.mean + first.sd)
    )


def test_one_score_has_no_sd():
    """A single score of somebody is drawn and listed without a spread."""
    result = assess(scored([("u", "1", "A", 50.0), ("v", "1", "A", 70.0)]))
    tell(result)
    assert "Sd" not in [column.title for column in tables(result)[-2].columns]


def test_many_annotators_are_a_table_in_files_only():
    """A crowd has no line each, neither in text nor in the picture."""
    result = assess(drawn(people=50, segments=100))
    assert [figure.name for figure in figures(result)] == ["ranking"]
    assert "used the scale" not in tell(result)["text"]


def test_in_public_nobody_is_named():
    """Scales of people have numbers instead of names, systems keep theirs."""
    said = page([assess(drawn())], public=True)
    assert "ann-" not in said
    assert "Annotator 8" in said
