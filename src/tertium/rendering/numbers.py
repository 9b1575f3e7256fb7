"""How numbers are written for people: few digits, true minus signs, intervals in words.

Files for machines keep all digits; nothing here is used there.
"""

import math
from datetime import date, datetime

from tertium.rendering.shapes import Cell, Kind, Measure
from tertium.stats.result import Estimate
from tertium.text.natural import natural
from tertium.wording import listed, number, say

__all__ = [
    "NOT_ESTIMABLE",
    "interval",
    "listed",
    "natural",
    "spelled",
    "with_level",
    "within",
    "written",
]

NOT_ESTIMABLE = say("not estimable")
_SMALL = (
    "no", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def written(cell: Cell, kind: Kind = "auto") -> str:
    """Write one cell; an estimate with its interval, such as `1.87 (1.45–2.46)`.

    >>> written(Estimate(1.871, 1.449, 2.46), "ratio")
    '1.87 (1.45–2.46)'
    >>> written(0.244, "share"), written(-0.031, "points"), written(None)
    ('24.4%', '−3.1', '')
    """
    match cell:
        case None:
            return ""
        case bool():
            return say("yes") if cell else say("no")
        case str():
            return cell
        case datetime():
            return say("{day} {time:%H:%M}", day=_day(cell), time=cell)
        case date():
            return _day(cell)
        case Measure():
            return written(cell.value, cell.kind)
        case Estimate(value=None):
            return interval(cell, kind) or NOT_ESTIMABLE
        case Estimate():
            around = interval(cell, kind)
            value = _number(cell.value, kind)
            return say("{value} ({around})", value=value, around=around) if around else value
        case _:
            return _number(cell, kind)


def interval(estimate: Estimate, kind: Kind = "auto") -> str:
    """Write an interval: `1.45–2.46`, and with words where a minus sign could be misread.

    An open end, which a ratio has when one side never wins, is said in words too.
    """
    low, high = _finite(estimate.low), _finite(estimate.high)
    if low is None and high is None:
        return ""
    if low is None:
        return say("up to {high}", high=_number(high, kind))
    if high is None:
        return say("{low} or more", low=_number(low, kind))
    ends = {"low": _number(low, kind), "high": _number(high, kind)}
    return say("{low} to {high}" if low < 0 or kind == "points" else "{low}–{high}", **ends)


def within(estimate: Estimate, kind: Kind, level: float) -> str:
    """Write an interval in brackets, to follow its estimate: ` (95% CI 1.45–2.46)`."""
    ends = interval(estimate, kind)
    return say(" ({level:g}% CI {ends})", level=100 * level, ends=ends) if ends else ""


def with_level(measure: str, level: float) -> str:
    """Write what stands over numbers with intervals: `dominance, 95% CI`."""
    return say("{measure}, {level:g}% CI", measure=say(measure), level=100 * level)


def spelled(whole: int) -> str:
    """Write small numbers as words, as running text does."""
    return say(_SMALL[whole]) if 0 <= whole < len(_SMALL) else number(f"{whole:,}")


def _day(at: date) -> str:
    return say("{year:04d}-{month:02d}-{day:02d}", year=at.year, month=at.month, day=at.day)


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None


def _number(value: float | None, kind: Kind) -> str:
    if value is not None and kind in ("share", "points"):
        value = 100 * value
    finite = _finite(value)
    if finite is None:
        return NOT_ESTIMABLE
    match kind:
        case "ratio":
            text = f"{finite:,.2f}" if abs(finite) < 100 else f"{finite:,.0f}"
        case "share":
            text = f"{finite:.1f}%"
        case "points":
            text = f"{finite:+.1f}"
        case "coefficient":
            text = _without_zero(f"{finite:.2f}")
        case "thousandths":
            text = _without_zero(f"{finite:.3f}")
        case "standard":
            text = f"{finite:.3f}"
        case "seconds" | "tenths":
            text = f"{finite:,.1f}"
        case "p":
            text = "< .001" if finite < 0.001 else _without_zero(f"{finite:.3f}")
        case _:
            text = _by_size(finite)
    return number(_no_minus_zero(text).replace("-", "−"))


def _without_zero(text: str) -> str:
    """Write .57 and −.57 for what cannot exceed 1; 1.00 stays."""
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def _by_size(number: float) -> str:
    """Keep three significant digits of a fraction, without zeros that say nothing."""
    if number == int(number) and abs(number) < 1e15:
        return f"{int(number):,}"
    if abs(number) >= 100:
        return f"{number:,.0f}"
    digits = max(0, 2 - math.floor(math.log10(abs(number))))
    return f"{number:.{min(digits, 6)}f}".rstrip("0").rstrip(".")


def _no_minus_zero(text: str) -> str:
    return text.lstrip("-+") if not any(digit in text for digit in "123456789") else text
