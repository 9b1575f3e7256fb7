from dataclasses import replace

import numpy as np
import pytest

from tertium.rendering import facts, figures, headline, methods, page, tables
from tertium.rendering.public import without_people
from tertium.stats.annotators.model import annotators
from tests.rendering.every_format import tell
from tests.stats.assessment.scored import scored


def drawn(levels=(70.0, 45.0), *, segments=30, people=8, each=4, seed=1):
    """Return scores of which the last annotator gives the same one to everything."""
    random = np.random.default_rng(seed)
    strict = random.normal(0, 6, people)
    rows = []
    for segment in range(segments):
        who = [(segment + at) % people for at in range(each)]
        for number, level in enumerate(levels):
            quality = level + random.normal(0, 12)
            for person in who:
                value = quality + strict[person] + random.normal(0, 6)
                value = 66.0 if person == people - 1 else float(np.clip(value, 0, 100))
                rows.append((f"ann-{person}", f"s{segment}", f"system-{'ABCDEF'[number]}", value))
    return scored(rows)


@pytest.fixture(scope="module")
def clear():
    """Return the model of a campaign with one constant annotator."""
    return annotators(drawn())


def test_json_has_the_fields_that_were_asked_for(clear):
    """Items, annotators and systems are lists of records; the rest says whether to trust them."""
    said = tell(clear)["json"]
    assert {"items", "annotators", "systems", "converged", "components", "signature"} <= set(said)
    assert {"segment", "system", "mean", "sd", "score", "low", "high", "n"} <= set(said["items"][0])
    fields = {"offset", "precision", "sd_offset", "sd_precision", "control_p", "repeat_p", "flags"}
    assert fields | {"annotator", "n"} <= set(said["annotators"][0])


@pytest.mark.parametrize(
    ("engine", "variant"), [("ep", "paper"), ("gibbs", "paper"), ("gibbs", "slope")]
)
def test_every_variant_is_told_in_every_format(engine, variant):
    """The methods paragraph names the model, the variant and the engine."""
    result = annotators(drawn(segments=12), engine=engine, variant=variant)
    tell(result)
    about = methods(result)
    assert "Mathur, Baldwin and Cohn" in about
    assert ("slope with which" in about) == (variant == "slope")
    assert ("expectation propagation" in about) == (engine == "ep")
    assert result.reason in about


def test_headline_names_the_best_system_and_on_whom_it_rests(clear):
    """It has the difference in points with its interval, and on how few people it rests."""
    (one,) = clear.contrasts
    assert headline(clear).startswith(
        f"system-A is better than system-B by {one.difference:.2f} points (95% CI {one.low:.2f}–"
    )
    assert "for annotators like these 8 and segments like these." in headline(clear)
    assert headline(clear).endswith("of 8 annotators carry half of the information.")
    equal = annotators(drawn((60.0, 60.0)))
    assert headline(equal).startswith("No significant difference between system-")


def test_of_three_systems_those_that_share_the_lead_are_named():
    """By all pairs together, as `rank` says it."""
    result = annotators(drawn((70.0, 69.5, 30.0)))
    first, second, _ = (one.system for one in result.systems)
    assert headline(result).startswith(f"{first} and {second} of 3 systems share the lead")


def test_systems_look_as_in_a_ranking(clear):
    """The tables of systems and contrasts are those of `rank`, and so is the picture."""
    names = [table.title for table in tables(clear)]
    assert names[:2] == ["Ranking of systems", "Neighbours in the ranking"]
    assert "All contrasts" in names
    assert figures(clear)[0].caption.startswith("Mean score, best first. Lines separate clusters")


def test_who_gives_one_score_to_everything_is_in_doubt_and_weighs_nothing(clear):
    """The flag is explained, and precision without slope does not count as information."""
    assert dict(facts(clear))["In doubt"] == "1"
    people = next(table for table in tables(clear) if table.title == "Annotators")
    weight = [column.name for column in people.columns].index("weight")
    shares = {row[0]: row[weight] for row in people.rows}
    assert sum(shares.values()) == pytest.approx(1)
    assert shares["ann-7"] < 0.02
    flags = next(table for table in tables(clear) if table.title == "Flags")
    assert ("constant", "gives nearly the same score to everything", 1) in flags.rows


def test_many_annotators_stay_out_of_plain_text():
    """A crowd does not fit on a screen; what its flags are does, and files have everybody."""
    result = annotators(drawn(people=60, segments=60, each=3), engine="ep")
    said = tell(result)
    assert "\nAnnotators\n" not in said["text"]
    assert "\nFlags\n" in said["text"]
    assert any(row["id"] == "ann-59" and row["quantity"] == "precision" for row in said["csv"])


@pytest.mark.parametrize(
    "rows",
    [
        [("w", "1", "A", 40.0), ("w", "2", "A", 50.0)],
        [("w", "1", "A", 40.0), ("v", "2", "B", 60.0)],
        [(name, "1", "A", value) for name, value in (("v", 40.0), ("w", 60.0))],
    ],
    ids=["one person", "apart", "two people"],
)
def test_hard_cases_are_told(rows):
    """One or two annotators, and groups that nothing connects, are said in words."""
    tell(annotators(scored(rows)))


def test_in_public_people_have_numbers_and_systems_their_names(clear):
    """Nobody is named: not in the table, and not in the groups that scores connect."""
    (public,) = without_people([clear])
    assert "ann-" not in page([clear], public=True)
    assert public.components[0].annotators[0] == "Annotator 1"
    assert public.contrasts[0].a == "system-A"


def spec_rows(figure, mark):
    """Return the rows of all layers with one kind of mark."""
    return [
        row
        for layer in figure.spec["layer"]
        if layer["mark"]["type"] == mark
        for row in layer["data"]["values"]
    ]


def test_pictures_follow_the_model(clear):
    """Slopes are drawn where they were fitted, systems where there are several."""
    names = [figure.name for figure in figures(clear)]
    assert names == ["systems", "annotators", "slopes", "effort"]
    alone = annotators(drawn((60.0,), segments=20), engine="ep")
    assert [figure.name for figure in figures(alone)] == ["annotators", "effort"]


def test_who_is_in_doubt_is_marked_and_named_with_the_reason(clear):
    """One point per annotator at offset and precision; the constant one is marked."""
    picture = next(figure for figure in figures(clear) if figure.name == "annotators")
    points = spec_rows(picture, "point")
    assert sorted(row["x"] for row in points) == sorted(one.offset for one in clear.annotators)
    (marked,) = [row for row in points if row["marked"]]
    assert marked["y"] == clear.annotators[-1].precision
    texts = [row["name"] for row in spec_rows(picture, "text")]
    assert any(text.startswith("ann-7: constant") for text in texts)
    assert "triangle" in picture.caption


def test_how_sure_outputs_are_is_drawn_by_number_of_scores(clear):
    """Half the width of intervals, the median by number of scores."""
    items = tuple(
        replace(one, n=2 if at % 2 else 9, low=one.score - width, high=one.score + width)
        for at, one in enumerate(clear.items)
        for width in [12.0 if at % 2 else 5.0]
    )
    sure = next(f for f in figures(replace(clear, items=items)) if f.name == "sureness")
    assert sure.title == "With 9 scores an output is known to within ± 5.00 points (95% interval)."
    assert [(row["x"], row["value"]) for row in spec_rows(sure, "point")] == [
        (2, pytest.approx(12)),
        (9, pytest.approx(5)),
    ]


def test_effort_ends_with_everybody(clear):
    """Both curves reach the whole with the last annotator, and never fall."""
    effort = next(figure for figure in figures(clear) if figure.name == "effort")
    assert effort.table.rows[-1][0] == "8"
    assert effort.table.rows[-1][1:] == pytest.approx((1.0, 1.0))
    known = [row[1] for row in effort.table.rows]
    assert known == sorted(known)
