"""The picture of who beats whom: a square of shares of wins, row against column."""

from collections.abc import Mapping, Sequence

from tertium.rendering.pictures.axes import grid, shown, text
from tertium.rendering.pictures.theme import Spec, layer, token, view

_WIDEST = 620  # pixels; more systems get smaller squares
_STEPS = (30.0, 46.0)  # pixels of a square: the smallest with a number, and the largest
_MOST = 24  # systems; more of them carry no numbers
_FULL = 0.3  # from one half: shares farther away have the full colour
_LONGEST = 20  # letters of a name


def draw_matrix(names: Sequence[str], shares: Mapping[tuple[str, str], float]) -> Spec:
    """Draw for every pair how often the system of the row won against that of the column.

    `shares` holds wins / (wins + losses) of (row, column) for both orders of a pair. A pair
    without a decided comparison is a dash without a square: not known is not even. Blue
    grows above one half and orange below it; the numbers tell the same without
    colour, and those above one half are bold.
    """
    small = len(names) > _MOST
    step = min(_STEPS[1], max(14.0 if small else _STEPS[0], _WIDEST / max(1, len(names))))
    cells = [
        {
            "row": row,
            "column": column,
            "heat": round(min(1.0, abs(share - 0.5) / _FULL), 3),
            "side": token("heat") if share >= 0.5 else token("heat-2"),
            "text": f"{100 * share:.0f}",
            "won": share > 0.5,
        }
        for row in names
        for column in names
        if row != column and (share := shares.get((row, column))) is not None
    ]
    empty = [
        {"row": row, "column": column, "text": "–"}
        for row in names
        for column in names
        if row != column and (row, column) not in shares
    ]
    above = {"labelAngle": -40, "labelAlign": "left"}
    place = grid(names, 0.05, {"labelLimit": 8 * _LONGEST}, above)
    diagonal = [{"row": name, "column": name} for name in names]
    layers = [
        layer("rect", diagonal, place, fill=token("line"), cornerRadius=4),
        layer(
            "rect",
            cells,
            {
                **place,
                "fill": shown("side"),
                "fillOpacity": {"field": "heat", "type": "quantitative", "scale": None},
            },
            cornerRadius=4,
            stroke=token("line"),  # an even pair is still seen to be known
            strokeWidth=1,
        ),
    ]
    if not small:
        bold = {"expr": "datum.won ? 700 : 400"}
        layers.append(text(cells, place, color=token("ink"), fontWeight=bold))
        layers.append(text(empty, place, color=token("ink-3")))
    side = step * len(names)
    return view(layers, width=side, height=side)
