"""The pictures of the live page: evidence and pairs on their way to enough, and the systems."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from tertium.rendering import figures
from tertium.rendering.fragment import drawn_figure
from tertium.stats.ranking.result import Ranking
from tertium.web.manage.monitoring import MonitoringNow

LEFT, RIGHT, TOP, BOTTOM = 64, 610, 16, 216
_RATIOS = (1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32)
_POINTS = (5, 10, 15, 20, 30, 40, 60, 80, 100)
_EVIDENCE = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 100_000, 1_000_000)
Rise = Callable[[float], float]
_BARS = 10  # parts of the way, and one more for those that have arrived


@dataclass(frozen=True, slots=True)
class Mark:
    """One look: its place, and the height of the evidence or of both ends of the interval."""

    x: float
    high: float
    low: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines and places of the chart, in its own units; `limit` is the height of enough."""

    ticks: tuple[tuple[float, float], ...]  # value, height
    numbers: tuple[tuple[float, float], ...]  # judgements, place
    due: tuple[float, ...]  # places of looks that are still to come
    line: str
    marks: tuple[Mark, ...]
    limit: float


@dataclass(frozen=True, slots=True)
class Bar:
    """How many pairs are so far on their way; the last bar holds those that have arrived."""

    low: float
    high: float
    count: int
    enough: bool


def draw_looks(now: MonitoringNow) -> Drawing:
    """Place every look: evidence below its limit, or intervals above no difference."""
    whole = max(now.planned or 0, now.judgements, 1)

    def place(judgements: float) -> float:
        return round(LEFT + judgements / whole * (RIGHT - LEFT), 1)

    if now.threshold is not None:
        known = [look for look in now.looks if look.e_value is not None]
        values = [max(1.0, look.e_value or 1.0) for look in known]
        top = min(max([2 * now.threshold, *values]), 50 * now.threshold)
        rise = _logarithmic(top)
        marks = [
            Mark(place(look.judgements), rise(value), rise(value))
            for look, value in zip(known, values, strict=True)
        ]
        ticks, limit = _some(_EVIDENCE, top), rise(now.threshold)
    else:
        known = [look for look in now.looks if look.near is not None]
        highest = max((look.far or math.inf for look in known[-3:]), default=0.0)
        # A wide first look must not flatten the later ones.
        if now.kind == "preferences":
            top = _above(highest, _RATIOS[2:])
            rise, ticks = _logarithmic(top), _some(_RATIOS, top)
        else:
            top = _above(highest, _POINTS)
            rise, ticks = _linear(top), [top * part / 5 for part in range(6)]
        marks = [
            Mark(place(look.judgements), rise(look.far or top), rise(look.near or 0.0))
            for look in known
        ]
        limit = float(BOTTOM)
    line = "".join(f"{'L' if k else 'M'}{mark.x:g} {mark.low:g}" for k, mark in enumerate(marks))
    return Drawing(
        ticks=tuple((tick, rise(tick)) for tick in ticks),
        numbers=tuple((number, place(number)) for number in _round_numbers(whole)),
        due=tuple(place(size) for size in now.due if size > now.judgements),
        line=line if now.threshold is not None else "",
        marks=tuple(marks),
        limit=limit,
    )


def draw_shares(shares: Sequence[float]) -> tuple[Bar, ...]:
    """Count pairs by how far they are; what has arrived stands apart."""
    counts = [0] * (_BARS + 1)
    for share in shares:
        counts[_BARS if share >= 1 else int(share * _BARS)] += 1
    return tuple(
        Bar(k / _BARS, min(1.0, (k + 1) / _BARS), count, k == _BARS)
        for k, count in enumerate(counts)
    )


def _logarithmic(top: float) -> Rise:
    return lambda value: _height(math.log(min(max(value, 1.0), top)) / math.log(top))


def _linear(top: float) -> Rise:
    return lambda value: _height(min(max(value, 0.0), top) / top)


def _height(share: float) -> float:
    return round(BOTTOM - share * (BOTTOM - TOP), 1)


def _above(value: float, steps: Sequence[float]) -> float:
    """Return the first step with some room above a value, or the last."""
    return next((step for step in steps if step >= value * 1.05), steps[-1])


def _some(steps: Sequence[float], top: float) -> list[float]:
    """Return the steps up to the top, so few that their labels stay apart."""
    ticks = [step for step in steps if step <= top]
    return ticks[:: math.ceil(len(ticks) / 6)]


def draw_systems(ranking: Ranking, language: str) -> list[Markup]:
    """Return the pictures of a ranking as the report has them: intervals, and who beats whom."""
    return [drawn_figure(figure, language) for figure in figures(ranking)]


def _round_numbers(whole: int) -> list[int]:
    """Return a few round numbers from 0, and the last one, which may be odd."""
    rough = whole / 4
    size = 10 ** math.floor(math.log10(rough)) if rough >= 1 else 1
    step = max(1, int(min((m * size for m in (1, 2, 2.5, 5, 10)), key=lambda s: abs(s - rough))))
    marks = [number for number in range(0, whole, step) if whole - number > step / 2]
    return [*marks, whole]
