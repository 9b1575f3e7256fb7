"""The pictures of the live page: the folded interval as judgements arrive, and the systems."""

import math
from dataclasses import dataclass

from markupsafe import Markup

from tertium.report import figures
from tertium.report.fragment import template
from tertium.stats.ranking import Ranking
from tertium.web.manage.insight import Evidence

__all__ = ["Drawing", "draw_evidence", "draw_systems"]

LEFT, RIGHT, TOP, BOTTOM = 64, 610, 16, 256
_TICKS = (1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32)
_MOST = 32.0  # a ratio beyond this is drawn at the edge


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines and places of the chart, in its own units."""

    ticks: tuple[tuple[float, float], ...]  # value, height
    numbers: tuple[tuple[float, float], ...]  # judgements, place
    band: str
    upper: str
    lower: str
    x: float
    high: float
    low: float


def draw_evidence(evidence: Evidence, planned: int) -> Drawing:
    """Place the interval of every look on a logarithmic scale from 1 upwards."""
    assert evidence.low is not None
    whole = max(planned, evidence.judgements, 1)
    highest = max([1.5, *(point.high or _MOST for point in evidence.points[-6:])])
    top = next((tick for tick in _TICKS if tick >= highest * 1.05), _TICKS[-1])

    def height(value: float | None) -> float:
        share = math.log(min(value or top, top)) / math.log(top)
        return round(BOTTOM - share * (BOTTOM - TOP), 1)

    def place(judgements: float) -> float:
        return round(LEFT + judgements / whole * (RIGHT - LEFT), 1)

    def line(points: list[tuple[float, float]]) -> str:
        return "".join(f"{'L' if k else 'M'}{x:g} {y:g}" for k, (x, y) in enumerate(points))

    upper = [(place(p.judgements), height(p.high)) for p in evidence.points]
    lower = [(place(p.judgements), height(p.low)) for p in evidence.points]
    ticks = [tick for tick in _TICKS if tick <= top]
    if len(ticks) > 6:  # keep the labels apart
        ticks = [tick for tick in ticks if tick in (1, 1.5, 2, 3, 4, 8, 16, 32)]
    return Drawing(
        ticks=tuple((tick, height(tick)) for tick in ticks),
        numbers=tuple((number, place(number)) for number in _round_numbers(whole)),
        band=line(upper + lower[::-1]) + "Z",
        upper=line(upper),
        lower=line(lower),
        x=place(evidence.judgements),
        high=height(evidence.high),
        low=height(evidence.low),
    )


def draw_systems(ranking: Ranking) -> list[Markup]:
    """Return the pictures of a ranking as the report has them: intervals, and who beats whom."""
    figure_of = template("parts.html").module.figure_of
    return [Markup(figure_of(figure)) for figure in figures(ranking)]


def _round_numbers(whole: int) -> list[int]:
    """Return a few round numbers from 0, and the last one, which may be odd."""
    rough = whole / 4
    size = 10 ** math.floor(math.log10(rough)) if rough >= 1 else 1
    step = max(1, int(min((m * size for m in (1, 2, 2.5, 5, 10)), key=lambda s: abs(s - rough))))
    marks = [number for number in range(0, whole, step) if whole - number > step / 2]
    return [*marks, whole]
