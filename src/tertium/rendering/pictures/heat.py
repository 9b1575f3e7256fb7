"""The picture of who agrees with whom: a square of coefficients, the diagonal framed."""

from collections.abc import Mapping, Sequence

from tertium.rendering.numbers import written
from tertium.rendering.pictures.axes import grid, text
from tertium.rendering.pictures.theme import Spec, layer, token, view

_WIDEST = 330  # pixels; more people get smaller squares
_READABLE = 30  # pixels; smaller squares carry no numbers
_SHORT = 4  # letters; longer names over the columns are turned


def draw_heat(
    names: Sequence[str], values: Mapping[tuple[str, str], float | None], *, full: float = 0.7
) -> Spec:
    """Draw a coefficient for every pair of names; the diagonal is each name with itself.

    `values` holds each pair once, in either order; a pair that is missing or
    None stays empty, since "not known" is not zero. Colour grows with the
    coefficient up to `full`; from zero down there is none.
    """
    step = min(62.0, _WIDEST / max(1, len(names)))
    cells = [
        {
            "row": row,
            "column": column,
            "heat": round(min(1.0, max(0.0, value / full)), 3),
            "text": written(value, "coefficient"),
        }
        for row in names
        for column in names
        if (value := values.get((row, column), values.get((column, row)))) is not None
    ]
    turned = max((len(name) for name in names), default=0) > _SHORT
    above = {"labelAngle": -40 if turned else 0, "labelAlign": "left" if turned else "center"}
    place = grid(names, 0.03, {"labelFontWeight": 600, "labelLimit": 96}, above)
    heat = {"field": "heat", "type": "quantitative", "scale": None}
    layers = [
        layer(
            "rect",
            cells,
            {**place, "fillOpacity": heat},
            cornerRadius=4,
            fill=token("heat"),
            stroke=token("line"),  # a pair without agreement is still seen to be known
            strokeWidth=1,
        ),
        layer(
            "rect",
            [cell for cell in cells if cell["row"] == cell["column"]],
            place,
            cornerRadius=3,
            fill="transparent",
            stroke=token("ink"),
            strokeWidth=1.5,
            width={"band": 0.94},
            height={"band": 0.94},
        ),
    ]
    if step >= _READABLE:
        layers.append(text(cells, place, color=token("ink"), fontWeight=600))
    side = step * len(names)
    return view(layers, width=side, height=side)
