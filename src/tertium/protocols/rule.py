"""The rule by which a text passes: a scoring, a pass mark and a tolerance, agreed beforehand.

Six ways of scoring are known (`tertium.stats.errors.formulas` has their formulas). Scores in
percent pass from the pass mark on; J2450 (points per word) and WMT-MQM (points per segment) are
costs and pass up to it. What a text may cost is agreed for 1,000 words (calibrated), or for a
short and a long text (non-linear). A cautious rule takes the documents of a text to differ
by all of their mean instead of half of it.
"""

from collections.abc import Mapping
from typing import Any, get_args

from tertium.choices import Scoring
from tertium.exceptions import BadInput, NotFound

__all__ = [
    "OWN",
    "PASS_MARK",
    "RULE",
    "SCORINGS",
    "TOLERANCE",
    "TOLERANCES",
    "Scoring",
    "Tolerances",
    "check_pass_mark",
    "check_tolerance",
    "read_rule",
    "read_tolerance",
]

Tolerances = tuple[tuple[float, float], tuple[float, float]]  # words, points; twice
SCORINGS: tuple[Scoring, ...] = get_args(Scoring)
OWN = ("j2450", "lisa", "wmt-mqm")  # scorings that belong to the typology of the same name
PASS_MARK = 90.0  # of scores in percent, unless another one is agreed
TOLERANCE = 10.0  # points that 1,000 words may cost, unless another number is agreed
TOLERANCES: Tolerances = ((250.0, 4.0), (1000.0, 10.0))  # what readers bear in short and long
RULE = ("scoring", "pass_mark", "tolerance", "cautious")  # what a campaign may say about it
_COSTS = {"j2450": "points per word, such as 0.02", "wmt-mqm": "points per segment, such as 1.5"}
_TAKES = (
    "Calibrated scores take points in 1,000 words (10), non-linear ones those of two lengths "
    '("250=4,1000=10"), all others none.'
)


def read_rule(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rule that the options of a campaign state; by default calibrated, 90 and 10.

    The result holds `scoring`, `pass_mark`, `cautious` and, where the scoring takes one,
    `tolerance` (points in 1,000 words) or `tolerances` (words and points of two lengths).
    """
    scoring = options.get("scoring", "calibrated")
    if scoring not in SCORINGS:
        raise NotFound.among("scoring", str(scoring), SCORINGS, where="[options]")
    mark = options.get("pass_mark", None if scoring in _COSTS else PASS_MARK)
    if isinstance(mark, bool) or not isinstance(mark, int | float):
        said = "there is no pass_mark" if mark is None else f"pass_mark = {mark!r} is not a number"
        raise BadInput(
            f"{said} for {scoring} scores",
            where="[options]",
            fix=f"Write pass_mark in {_COSTS.get(scoring, 'percent, such as 95')}.",
        )
    check_pass_mark(scoring, float(mark), where="[options]")
    cautious = options.get("cautious", False)
    if not isinstance(cautious, bool):
        raise BadInput(
            f"cautious = {cautious!r} is neither true nor false",
            where="[options]",
            fix="Write cautious = true where documents may differ strongly.",
        )
    rule: dict[str, Any] = {"scoring": scoring, "pass_mark": float(mark), "cautious": cautious}
    if "tolerance" in options:
        return rule | read_tolerance(options["tolerance"], scoring, where="[options]")
    if scoring == "calibrated":
        rule["tolerance"] = TOLERANCE
    elif scoring == "non-linear":
        rule["tolerances"] = TOLERANCES
    return rule


def read_tolerance(given: Any, scoring: str, *, where: str) -> dict[str, Any]:
    """Return what `10` (points in 1,000 words) or `250=4,1000=10` (points by length) means."""
    text = f"{given:g}" if isinstance(given, int | float) else str(given)
    try:
        if "=" in text:
            first, second = (part.split("=") for part in text.split(","))
            points: Any = tuple((float(words), float(number)) for words, number in (first, second))
        else:
            points = float(text)
    except ValueError:
        raise BadInput(f"{text!r} is not a tolerance", where=where, fix=_TAKES) from None
    by_length = isinstance(points, tuple)
    if scoring != ("non-linear" if by_length else "calibrated"):
        raise BadInput(
            f"the tolerance {text!r} does not go with {scoring} scores", where=where, fix=_TAKES
        )
    check_tolerance(points, where=where)
    return {"tolerances" if by_length else "tolerance": points}


def check_pass_mark(scoring: str, mark: float, *, where: str = "pass mark") -> None:
    """Refuse a pass mark that nobody or everybody reaches."""
    highest = float("inf") if scoring in _COSTS else 100.0
    if not 0 < mark < highest:
        allowed = "above 0" if scoring in _COSTS else "above 0 and below 100"
        raise BadInput(
            f"the pass mark {mark:g} is not possible",
            where=where,
            fix=f"With {scoring} scores it lies {allowed}.",
        )


def check_tolerance(given: float | Tolerances, *, where: str = "tolerance") -> None:
    """Refuse points that are none, and two lengths through which no curve goes."""
    if not isinstance(given, tuple):
        if not 0 < given < float("inf"):
            raise BadInput(
                f"the tolerance {given:g} is not possible",
                where=where,
                fix="Say how many points 1,000 words may cost, such as 10.",
            )
        return
    (x1, e1), (x2, e2) = sorted(given)
    if not (0 < x1 < x2 < float("inf") and e1 > 0 and 1 < e2 / e1 < x2 / x1):
        raise BadInput(
            f"no curve goes through {e1:g} points in {x1:g} words and {e2:g} in {x2:g}",
            where=where,
            fix="The longer text may cost more points, but fewer per word, such as 250=4,1000=10.",
        )
