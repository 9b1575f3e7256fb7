"""The sentence for customers: which release is preferred, and how sure that is.

It never says more than the interval: an interval that contains 1 shows no preference, and one
annotator or one document speaks for itself.
"""

from collections.abc import Callable
from functools import partial

from tertium.stats.comparison.estimates import Estimated
from tertium.stats.contrasts.limitations import FEW
from tertium.stats.result import Estimate
from tertium.stats.told import count
from tertium.wording import Text, join, number, say

_PARTLY_ASSUMED = say(
    "With so few annotators, how much they differ is partly assumed from earlier campaigns."
)


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
        return say(
            "There are no judgements of {advanced} and {baseline} yet.",
            advanced=advanced,
            baseline=baseline,
        )
    if estimated.annotators == 0:
        return say(
            "No judgement prefers {advanced} or {baseline}.", advanced=advanced, baseline=baseline
        )
    ratio, others = estimated.estimate, estimated.others
    if (ratio.value is not None and ratio.value < 1) or not wins:  # told from the winner's side
        ratio = _inverted(ratio)
        others = None if others is None else _inverted(others)
        baseline, advanced, wins = advanced, baseline, losses
    told = _preference(ratio, wins, level, annotators)(
        who=say("This annotator prefers") if annotators == 1 else say("Annotators prefer"),
        advanced=advanced,
        baseline=baseline,
        where=say(" in this document") if documents == 1 else "",
    )
    if ratio.value is not None and (ratio.low is None or ratio.high is None):
        return told
    few = 1 < annotators <= FEW and estimated.method == "crossed"
    return join((told, _beyond(others, annotators, documents), _PARTLY_ASSUMED if few else ""))


def _preference(ratio: Estimate, wins: int, level: float, annotators: int) -> Callable[..., Text]:
    """Return the sentence about a ratio, without the names that fill it."""
    around = {"level": level * 100, "people": count(annotators, "annotator")}
    if ratio.value is None:
        least = "" if ratio.low is None else say(
            " ({level:g}% CI at least {low} to 1, {people})", low=_number(ratio.low, 1), **around
        )  # fmt: skip
        all_of_them = say("the one judgement") if wins == 1 else say("all {n:,} judgements", n=wins)
        return partial(
            say,
            "{who} {advanced} to {baseline} in {all}, ties excluded{where}{least}.",
            all=all_of_them,
            least=least,
        )
    if ratio.low is None or ratio.high is None:
        return partial(
            say,
            "{who} {advanced} to {baseline} by {value} to 1, ties excluded{where}; there are too "
            "few segments for a confidence interval.",
            value=_number(ratio.value, _digits(ratio.value)),
        )
    digits = _digits(ratio.value, ratio.low, ratio.high)
    template = (
        "{who} {advanced} to {baseline} by {value} to 1, ties excluded{where} ({level:g}% CI "
        "{low}–{high}, {people})."
        if ratio.low > 1
        else "No significant preference between {advanced} and {baseline}{where}: {value} to 1 for "
        "{advanced}, ties excluded ({level:g}% CI {low}–{high}, {people})."
    )
    value, low, high = (_number(one, digits) for one in (ratio.value, ratio.low, ratio.high))
    return partial(say, template, value=value, low=low, high=high, **around)


def _beyond(others: Estimate | None, annotators: int, documents: int | None) -> str:
    """Say what holds for other annotators or documents, where one was seen."""
    if others is None or others.low is None or others.high is None:
        return ""
    templates = {
        (True, False): "Other annotators may differ: {low}–{high}.",
        (False, True): "Other documents may differ: {low}–{high}.",
        (True, True): "Other annotators and documents may differ: {low}–{high}.",
    }
    low, high = _number(others.low, 2), _number(others.high, 2)
    return say(templates[annotators == 1, documents == 1], low=low, high=high)


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


def _number(value: float, digits: int) -> str:
    return number(f"{value:.{digits}f}")
