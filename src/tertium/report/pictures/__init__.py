"""Pictures as plain data: Vega-Lite specs made of tokens, one file per kind of picture.

The graph of one source is SVG of our own.
"""

from tertium.report.pictures.bars import Part, Stack, draw_bars, draw_stacks
from tertium.report.pictures.curves import Curve, draw_curves
from tertium.report.pictures.funnel import draw_funnel
from tertium.report.pictures.graph import Answer, Vertex, draw_graph, graph_alt, graph_svg
from tertium.report.pictures.growth import Mark, Series, draw_growth
from tertium.report.pictures.heat import draw_heat
from tertium.report.pictures.intervals import Line, draw_intervals
from tertium.report.pictures.matrix import draw_matrix
from tertium.report.pictures.points import Point, draw_points
from tertium.report.pictures.sentence import SentenceWord, draw_sentence
from tertium.report.pictures.shares import draw_shares
from tertium.report.pictures.spreads import Spread, draw_spreads
from tertium.report.pictures.strips import Strip, draw_strips, strip_range
from tertium.report.pictures.theme import token

__all__ = [
    "Answer",
    "Curve",
    "Line",
    "Mark",
    "Part",
    "Point",
    "SentenceWord",
    "Series",
    "Spread",
    "Stack",
    "Strip",
    "Vertex",
    "draw_bars",
    "draw_curves",
    "draw_funnel",
    "draw_graph",
    "draw_growth",
    "draw_heat",
    "draw_intervals",
    "draw_matrix",
    "draw_points",
    "draw_sentence",
    "draw_shares",
    "draw_spreads",
    "draw_stacks",
    "draw_strips",
    "graph_alt",
    "graph_svg",
    "strip_range",
    "token",
]
