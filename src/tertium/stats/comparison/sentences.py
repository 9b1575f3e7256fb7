"""The sentence for customers: which release is preferred, and how sure that is.

It never says more than the interval: an interval that contains 1 is told as such,
and one evaluator speaks for one evaluator.
"""

from tertium.stats.comparison.estimates import FEW, Estimated
from tertium.stats.result import Estimate

__all__ = ["preference_sentence"]


def preference_sentence(
    estimated: Estimated,
    *,
    baseline: str,
    advanced: str,
    evaluators: int,
    wins: int,
    losses: int,
    level: float,
) -> str:
    """Return the finding in words a customer understands.

    `wins` and `losses` are the segments won by the advanced system and the baseline.
    Where a majority vote over shared segments takes their ratio out of the interval,
    the ratio of single judgements is told: it is what the interval is about, and
    what one more post-editor would do.
    """
    if evaluators == 0:
        return f"There are no judgements of {advanced} and {baseline} yet."
    if estimated.evaluators == 0:
        return f"No segment shows a preference between {advanced} and {baseline}."
    ratio = _told(estimated)
    others = estimated.others
    if ratio.value is not None and ratio.value < 1:  # told from the winner's side
        ratio = _inverted(ratio)
        others = None if others is None else _inverted(others)
        baseline, advanced, wins = advanced, baseline, losses
    if evaluators == 1 and others is not None:
        return _one_evaluator(ratio, others, baseline, advanced, wins)
    share = f"{level * 100:g}%"
    clause = ""
    if 1 < evaluators <= FEW and estimated.method.startswith("hierarchical"):
        clause = (
            f"; {evaluators} evaluators, differences between evaluators partly taken "
            "from past campaigns"
        )
    if ratio.value is None:
        told = f"{advanced} won {_all(wins)} with a preference over {baseline}"
        if ratio.low is None:
            return f"Excluding ties, {told}."
        return (
            f"Excluding ties, {told}; the preference is likely to be at least "
            f"{_number(ratio.low, 1)} to 1 ({share} interval{clause})."
        )
    if ratio.low is None or ratio.high is None:
        digits = _digits(ratio.value)
        return (
            f"Excluding ties, {advanced} was preferred to {baseline} "
            f"{_number(ratio.value, digits)} to 1; there are too few segments for an interval."
        )
    digits = _digits(ratio.value, ratio.low, ratio.high)
    value = _number(ratio.value, digits)
    span = f"({share} interval {_number(ratio.low, digits)}–{_number(ratio.high, digits)}{clause})"
    if ratio.low > 1:
        return (
            f"Excluding ties, post-editors are likely to prefer the outputs of {advanced} "
            f"over those of {baseline} {value} to 1 {span}."
        )
    return (
        f"Excluding ties, {advanced} was preferred to {baseline} {value} to 1 {span}; "
        "the judgements do not show which of the two post-editors prefer."
    )


def _told(estimated: Estimated) -> Estimate:
    """Return the ratio that goes with the interval."""
    ratio = estimated.estimate
    if ratio.value is None:
        inside = False
    else:
        above = ratio.low is None or ratio.low <= ratio.value
        inside = above and (ratio.high is None or ratio.value <= ratio.high)
    return ratio if inside else Estimate(estimated.pooled, ratio.low, ratio.high)


def _one_evaluator(own: Estimate, others: Estimate, baseline: str, advanced: str, wins: int) -> str:
    wide = f"{_number(others.low or 0.0, 2)}–{_number(others.high or 0.0, 2)}"
    rest = (
        "Other evaluators may differ: with the differences seen in past campaigns the value "
        f"for evaluators in general is within {wide}."
    )
    if own.value is None or own.low is None or own.high is None:
        least = (
            "" if own.low is None else f" (at least {_number(own.low, 2)} to 1 for this evaluator)"
        )
        return (
            f"One evaluator preferred {advanced} to {baseline} in {_all(wins)} with a "
            f"preference{least}. {rest}"
        )
    doubt = "" if own.low > 1 else ", so no preference is possible too"
    span = f"({_number(own.low, 2)}–{_number(own.high, 2)} for this evaluator{doubt})"
    return (
        f"One evaluator preferred {advanced} to {baseline} "
        f"{_number(own.value, 2)} to 1 {span}. {rest}"
    )


def _inverted(ratio: Estimate) -> Estimate:
    """Return the same estimate told from the other side."""

    def turned(number: float | None) -> float | None:
        return 1 / number if number else None

    return Estimate(turned(ratio.value), turned(ratio.high), turned(ratio.low))


def _digits(*numbers: float) -> int:
    """Return one decimal, or as many as it takes not to print a number as 1.0 that is not 1."""
    for digits in (1, 2):
        if all(number == 1 or round(number, digits) != 1 for number in numbers):
            return digits
    return 3


def _all(segments: int) -> str:
    return "the one segment" if segments == 1 else f"all {segments} segments"


def _number(value: float, digits: int) -> str:
    return f"{value:.{digits}f}"
