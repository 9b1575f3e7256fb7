"""Pictures as plain data: Vega-Lite specs made of tokens, one file per kind of picture."""

from tertium.report.pictures.bars import Part, Stack, draw_bars, draw_stacks
from tertium.report.pictures.curves import Curve, draw_curves
from tertium.report.pictures.heat import draw_heat
from tertium.report.pictures.intervals import Line, draw_intervals
from tertium.report.pictures.theme import token

__all__ = [
    "Curve",
    "Line",
    "Part",
    "Stack",
    "draw_bars",
    "draw_curves",
    "draw_heat",
    "draw_intervals",
    "draw_stacks",
    "token",
]
