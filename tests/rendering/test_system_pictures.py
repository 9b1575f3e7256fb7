"""Pictures of many systems: growth, shares, funnels, ruled intervals, and names that fit."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.rendering.names import short_names
from tertium.rendering.pictures.funnel import draw_funnel
from tertium.rendering.pictures.growth import Mark, Series, draw_growth
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.pictures.matrix import draw_matrix
from tertium.rendering.pictures.shares import draw_shares
from tertium.stats.result import Estimate

numbers = st.floats(min_value=-5, max_value=5)


def marks(spec, kind):
    """Return the rows of all layers with one kind of mark."""
    return [
        row
        for layer in spec["layer"]
        if layer["mark"]["type"] == kind
        for row in layer["data"]["values"]
    ]


@st.composite
def series(draw):
    """Draw a few lines with and without intervals and gaps."""
    found = []
    for at in range(draw(st.integers(1, 4))):
        points = []
        for x in range(draw(st.integers(1, 6))):
            low, value, high = sorted(draw(st.tuples(numbers, numbers, numbers)))
            around = draw(st.booleans())
            known = draw(st.booleans())
            points.append(
                (
                    float(x),
                    Estimate(
                        value if known else None, low if around else None, high if around else None
                    ),
                )
            )
        found.append(Series(f"line {at}", tuple(points)))
    return found


@given(series())
def test_growth_holds_every_point_interval_and_name(lines):
    """Nothing leaves the scale, what is not known is not drawn, and names do not touch."""
    spec = draw_growth(lines, across="words", kind="number", include=0.0)
    json.dumps(spec, allow_nan=False)
    low, high = spec["layer"][0]["encoding"]["y"]["scale"]["domain"]
    assert low <= 0 <= high
    known = [(one.name, x) for one in lines for x, found in one.points if found.value is not None]
    points = marks(spec, "point")
    assert [(row["name"], row["x"]) for row in points] == known
    for row in points:
        assert low <= row["value"] <= high
    for row in marks(spec, "rule"):
        assert low <= row["low"] <= row["high"] <= high
    places = sorted(row["at"] for row in marks(spec, "text"))
    assert len(places) == len({name for name, _ in known})
    assert all(two - one >= 17.9 for one, two in pairwise(places))


def test_lines_differ_by_more_than_colour():
    """Dash and marker tell lines apart as well, and their intervals stand side by side."""
    lines = [Series(name, ((0, Estimate(1, 0, 2)), (1, Estimate(1, 0, 2)))) for name in "abc"]
    spec = draw_growth(lines, across="x", kind="number")
    dashes = spec["layer"][0]["encoding"]["strokeDash"]["scale"]["range"]
    shapes = next(one for one in spec["layer"] if one["mark"]["type"] == "point")
    assert len({tuple(dash) for dash in dashes}) == 3
    assert len(set(shapes["encoding"]["shape"]["scale"]["range"])) == 3
    assert len({row["x"] for row in marks(spec, "rule")}) == 6


def test_a_bounded_quantity_keeps_its_bounds():
    """A correlation is never drawn above one; the published value is inside."""
    spec = draw_growth(
        [Series("r", ((0, Estimate(0.99, 0.97, 1.0)),))],
        across="follow-ups",
        kind="coefficient",
        marks=[Mark("published", 0.93)],
        at_most=1.0,
    )
    low, high = spec["layer"][0]["encoding"]["y"]["scale"]["domain"]
    assert high == 1
    assert low < 0.93


def test_a_place_may_have_a_word_and_the_word_is_data():
    """The last place says “all”; quotes in it end nothing."""
    spec = draw_growth(
        [Series("r", ((10, Estimate(1)), (20, Estimate(2))))],
        across="words",
        kind="number",
        called={20: """all" ] alert(1)"""},
    )
    expression = spec["layer"][0]["encoding"]["x"]["axis"]["labelExpr"]
    assert json.loads(expression.partition("[datum")[0]) == {"20": """all" ] alert(1)"""}


@pytest.mark.parametrize(
    "steps",
    [[], [("all", 0)], [("all", 10), ("unique", 10), ("asked", 0)], [("all", 3), ("asked", 4)]],
)
def test_a_funnel_of_any_numbers_is_drawn(steps):
    """Nothing, nothing left, and even a step that grows: shares are of the first."""
    spec = draw_funnel(steps)
    json.dumps(spec, allow_nan=False)
    assert [row["left"] for row in marks(spec, "text")] == [left for _, left in steps]
    for row in marks(spec, "bar"):
        assert row["before"] >= row["left"]


def test_shares_have_their_interval_and_bars_begin_at_zero():
    """An unknown share has a sentence instead of a bar."""
    spec = draw_shares([("a", Estimate(0.8, 0.6, 0.9)), ("b", Estimate(None)), ("c", Estimate(1))])
    assert spec["layer"][0]["encoding"]["x"]["scale"]["domain"] == [0, 1]
    assert [row["label"] for row in marks(spec, "rule")] == ["a"]
    assert [row["text"] for row in marks(spec, "text")] == [
        "80.0% (60.0%–90.0%)", "not estimable", "100.0%",
    ]  # fmt: skip


def test_rules_stand_between_groups_only():
    """Three groups have two rules, each between the lines it parts."""
    lines = [
        Line(name, Estimate(1.0), group, beside="1–2")
        for name, group in zip("abcd", "1223", strict=True)
    ]
    spec = draw_intervals(lines, scale="linear", kind="ratio", ruled=True, beside="ranks")
    places = [row["y"] for row in marks(spec, "text")[:4]]
    rules = [row["y"] for row in marks(spec, "rule") if set(row) == {"y"}]
    assert places[0] < rules[0] < places[1] < places[2] < rules[1] < places[3]
    assert [row["text"] for row in marks(spec, "text") if row.get("text") == "ranks"] == ["ranks"]


@given(
    st.dictionaries(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")), st.floats(0, 1))
)
def test_a_square_says_in_numbers_what_it_says_in_colour(shares):
    """Cells above one half are bold and of one colour, those below of the other."""
    spec = draw_matrix("abcd", shares)
    json.dumps(spec, allow_nan=False)
    known = {pair for pair in shares if pair[0] != pair[1]}
    cells = [row for row in marks(spec, "rect") if "heat" in row]
    assert {(row["row"], row["column"]) for row in cells} == known
    for row in cells:
        share = shares[row["row"], row["column"]]
        assert row["won"] == (share > 0.5)
        assert row["side"] == ("var(--heat)" if share >= 0.5 else "var(--heat-2)")
        assert 0 <= row["heat"] <= 1
    dashes = [row for row in marks(spec, "text") if row["text"] == "–"]
    assert len(dashes) == 12 - len(known)


@given(st.lists(st.text(alphabet="ab.- 1+", max_size=30), max_size=6))
def test_short_names_stay_distinct(names):
    """Whatever is cut, no name is lost and no two become one."""
    short = short_names(names)
    assert set(short) == set(names)
    assert len(set(short.values())) == len(set(names))


def test_short_names_lose_whole_words_only():
    """What all share goes; a word that begins alike stays whole."""
    assert short_names(["wmt16.online-A.ro-en", "wmt16.online-AB.ro-en"]) == {
        "wmt16.online-A.ro-en": "A",
        "wmt16.online-AB.ro-en": "AB",
    }
    assert short_names(["short", "shorter"]) == {"short": "short", "shorter": "shorter"}
    assert short_names(["newstest.same.long-name", "newstest"])["newstest"] == "newstest"
