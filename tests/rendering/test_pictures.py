import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.rendering.pictures.bars import Part, Stack, draw_bars, draw_stacks
from tertium.rendering.pictures.curves import Curve, draw_curves
from tertium.rendering.pictures.heat import draw_heat
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.stats.result import Estimate

positive = st.floats(min_value=1e-4, max_value=1e4)


def marks(spec, kind):
    """Return the rows of all layers with one kind of mark."""
    return [
        row
        for layer in spec["layer"]
        if layer["mark"]["type"] == kind
        for row in layer["data"]["values"]
    ]


@st.composite
def estimates(draw):
    """Draw estimates, with and without value or ends."""
    low, value, high = sorted(draw(st.tuples(positive, positive, positive)))
    kept = draw(st.tuples(st.booleans(), st.booleans(), st.booleans()))
    numbers = [
        number if keep else None for number, keep in zip((value, low, high), kept, strict=True)
    ]
    return Estimate(*numbers)


@given(st.lists(estimates(), min_size=1, max_size=12))
def test_nothing_is_drawn_outside_and_what_is_cut_has_an_arrow(found):
    """Every end lies in the picture; one that does not is cut and marked as such."""
    lines = [Line(f"part {at}", estimate) for at, estimate in enumerate(found)]
    spec = draw_intervals(lines, scale="log", kind="ratio", equal=1.0)
    json.dumps(spec, allow_nan=False)
    low, high = spec["layer"][0]["encoding"]["x"]["scale"]["domain"]
    assert low < 1 < high
    for row in marks(spec, "rule"):
        assert low <= row.get("low", 1) <= row.get("high", 1) <= high
    for row, estimate in zip(marks(spec, "text")[: len(found)], found, strict=True):
        assert row["before"] == (estimate.low is not None and estimate.low < low)
        ends_beyond = estimate.high is None or estimate.high > high
        assert row["after"] == (estimate.low is not None and ends_beyond)


def test_groups_are_set_apart():
    """Lines of one group stand closer than lines of two."""
    lines = [Line("all", Estimate(2.0), "all"), *(Line(n, Estimate(2.0), "d") for n in "ab")]
    y = [row["y"] for row in marks(draw_intervals(lines, scale="log", kind="ratio"), "point")]
    assert y[1] - y[0] > y[2] - y[1] > 0


def test_a_name_is_data_and_never_an_expression():
    """A label with quotes and brackets reaches the axis as it is."""
    name = """x'"] || alert(1) ["</script>"""
    spec = draw_intervals([Line(name, Estimate(2.0))], scale="log", kind="ratio", equal=1.0)
    expression = spec["layer"][0]["encoding"]["y"]["axis"]["labelExpr"]
    assert json.loads(expression.removesuffix("[datum.value]")) == {"16": name}


def test_an_unknown_pair_stays_empty():
    """What is not known is not drawn as zero, and a negative κ has no colour."""
    spec = draw_heat(["1", "2", "3"], {("1", "2"): 0.35, ("3", "1"): -0.1, ("2", "3"): None})
    cells = {(row["row"], row["column"]): row for row in marks(spec, "text")}
    assert set(cells) == {("1", "2"), ("2", "1"), ("1", "3"), ("3", "1")}
    assert cells["1", "2"]["heat"] == pytest.approx(0.5)
    assert cells["1", "3"]["heat"] == 0
    assert cells["1", "3"]["text"] == "−.10"


def test_many_people_get_smaller_squares_without_numbers():
    """Twenty annotators still fit into a column."""
    names = [str(number) for number in range(20)]
    spec = draw_heat(names, {(a, a): 0.5 for a in names})
    assert spec["width"] <= 330
    assert marks(spec, "text") == []


def test_stacks_fill_the_whole_bar_in_the_given_order():
    """Shares follow each other without gap, and small ones carry no number."""
    parts = [Part(name, "var(--c1)", "var(--ink)") for name in ("new", "equal", "old")]
    spec = draw_stacks(parts, [Stack("Ann", (0.6, 0.35, 0.05))])
    pieces = marks(spec, "bar")
    assert [piece["part"] for piece in pieces] == ["new", "equal", "old"]
    assert [piece["start"] for piece in pieces[1:]] == [piece["end"] for piece in pieces[:-1]]
    assert math.isclose(pieces[-1]["end"], 1)
    assert [piece["text"] for piece in pieces] == ["60%", "35%", ""]


def test_bars_begin_at_zero():
    """The longest bar fills the picture; none is cut at its foot."""
    spec = draw_bars([("context", 31), ("source", 2)])
    assert spec["layer"][0]["encoding"]["x"]["scale"]["domain"] == [0, 31]


@pytest.mark.parametrize(("end", "above"), [(0.01, True), (0.9, False)])
def test_the_key_stands_where_no_curve_is(end, above):
    """Curves that fall leave the upper corner free, curves that stay high the lower one."""
    curves = [Curve(f"{n} annotators", ((10, 0.95), (400, end))) for n in (2, 3, 5)]
    spec = draw_curves(curves, across="judgements")
    key = spec["layer"][2]["encoding"]["y"]["value"]
    line = spec["height"] * (1 - end)
    assert (key + 2 * 24 < line) is above
    assert (key > line) is not above


def test_the_key_stands_on_no_line_between_points():
    """Few points far apart: what lies between them counts too; a curve without points does not."""
    rising = ((1, 0.3), (2, 0.55), (3, 0.79), (4, 1.0))
    spec = draw_curves([Curve("known", rising), Curve("nothing", ())], across="annotators")
    key = spec["layer"][2]["encoding"]["y"]["value"]
    lowest = 0.55 + 0.4 * (0.79 - 0.55)  # where the end side begins, at 2.4 annotators
    assert key > spec["height"] * (1 - lowest)


def test_curves_differ_by_more_than_colour():
    """Dash and marker tell curves apart as well."""
    curves = [Curve(f"{n} annotators", ((10, 0.5), (20, 0.1))) for n in (2, 3, 5)]
    spec = draw_curves(curves, across="judgements", threshold=0.05)
    dashes = spec["layer"][0]["encoding"]["strokeDash"]["scale"]["range"]
    shapes = spec["layer"][1]["encoding"]["shape"]["scale"]["range"]
    assert len({tuple(dash) for dash in dashes}) == len(set(shapes)) == 3


def test_pictures_are_made_of_tokens():
    """No colour is written but through a variable of the style sheet."""
    spec = draw_intervals(
        [Line("all", Estimate(2.0, 1.5, 3.0))], scale="log", kind="ratio", equal=1.0
    )
    text = json.dumps(spec)
    assert "var(--c1)" in text
    assert "#" not in text.replace("$schema", "")


def test_a_narrow_picture_of_intervals_has_few_ticks_and_no_word_without_room():
    """On a phone numbers under the axis and words over it would stand on each other."""
    spec = draw_intervals(
        [Line("a", Estimate(-0.09, -0.13, -0.05)), Line("b", Estimate(0.02, -0.1, 0.1))],
        scale="linear", kind="points", equal=0.08, below="less", above="more",
    )  # fmt: skip
    axis = spec["layer"][0]["encoding"]["x"]["axis"]
    assert axis["tickCount"] == {"expr": "clamp(floor(width / 60), 1, 6)"}
    assert axis["labelExpr"] == "format(100 * datum.value, '~r')"  # points, as beside the lines
    said = [one["mark"].get("opacity") for one in spec["layer"] if one["mark"]["type"] == "text"]
    rooms = [one["expr"].split(" < ")[0] for one in said if isinstance(one, dict)]
    assert rooms == [
        "width * 0.8561",
        "width * 0.1439",
    ]
