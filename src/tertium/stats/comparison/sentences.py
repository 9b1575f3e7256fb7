"""The sentence for customers: which release is preferred, and how sure that is.

It never says more than the interval: an interval that contains 1 shows no preference, and one
annotator or one document speaks for itself.
"""

from tertium.stats.comparison.estimates import Estimated
from tertium.stats.contrasts.limitations import FEW
from tertium.stats.result import Estimate

__all__ = ["preference_sentence"]


def preference_sentence(
    estimated: Estimated,
    *,
    baseline: str,
    advanced: str,
    annotators: int,
    documents: int | None,
    wins: int,
    losses: int,
    level: float,
) -> str:
    """Return the finding in words a customer understands.

    `wins` and `losses` are judgements for the advanced system and for the baseline.
    """
    if annotators == 0:
        return f"There are no judgements of {advanced} and {baseline} yet."
    if estimated.annotators == 0:
        return f"No judgement prefers {advanced} or {baseline}."
    ratio, others = estimated.estimate, estimated.others
    if (ratio.value is not None and ratio.value < 1) or not wins:  # told from the winner's side
        ratio = _inverted(ratio)
        others = None if others is None else _inverted(others)
        baseline, advanced, wins = advanced, baseline, losses
    who = "This annotator prefers" if annotators == 1 else "Annotators prefer"
    where = " in this document" if documents == 1 else ""
    share = f"{level * 100:g}% CI"
    rest = _beyond(others, annotators, documents)
    if 1 < annotators <= FEW and estimated.method == "crossed":
        rest += (
            " With so few annotators, how much they differ is partly assumed from earlier "
            "campaigns."
        )
    people = "1 annotator" if annotators == 1 else f"{annotators} annotators"
    if ratio.value is None:
        least = ""
        if ratio.low is not None:
            least = f" ({share} at least {_number(ratio.low, 1)} to 1, {people})"
        return f"{who} {advanced} to {baseline} in {_all(wins)}, ties excluded{where}{least}.{rest}"
    if ratio.low is None or ratio.high is None:
        digits = _digits(ratio.value)
        return (
            f"{who} {advanced} to {baseline} by {_number(ratio.value, digits)} to 1, ties "
            f"excluded{where}; there are too few segments for a confidence interval."
        )
    digits = _digits(ratio.value, ratio.low, ratio.high)
    value = _number(ratio.value, digits)
    span = f"({share} {_number(ratio.low, digits)}–{_number(ratio.high, digits)}, {people})"
    if ratio.low > 1:
        return f"{who} {advanced} to {baseline} by {value} to 1, ties excluded{where} {span}.{rest}"
    return (
        f"No significant preference between {advanced} and {baseline}{where}: {value} to 1 for "
        f"{advanced}, ties excluded {span}.{rest}"
    )


def _beyond(others: Estimate | None, annotators: int, documents: int | None) -> str:
    """Say what holds for other annotators or documents, where one was seen."""
    if others is None or others.low is None or others.high is None:
        return ""
    who = [
        name
        for name, number in (("annotators", annotators), ("documents", documents))
        if number == 1
    ]
    wide = f"{_number(others.low, 2)}–{_number(others.high, 2)}"
    return f" Other {' and '.join(who)} may differ: {wide}."


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


def _all(judgements: int) -> str:
    return "the one judgement" if judgements == 1 else f"all {judgements:,} judgements"


def _number(value: float, digits: int) -> str:
    return f"{value:.{digits}f}"
