"""The headline of agreement: what was measured, how sure it is, or why it cannot be measured."""

from tertium.stats.agreement.answers import Answers
from tertium.stats.agreement.coefficients import SKEWED
from tertium.stats.agreement.kappa import fitting_word
from tertium.stats.result import Estimate
from tertium.stats.told import coefficient, confidence, count, percent

__all__ = [
    "NOTHING_SHARED",
    "all_equal_sentence",
    "headline_sentence",
    "measurable",
    "measured_sentence",
]

NOTHING_SHARED = "There is no agreement to measure: no item was rated twice."
FEWEST_OTHERS = 5  # items with another answer than the most frequent, below which κ is refused
FEW_OTHERS = 15  # below which their number is said
WIDEST = 1.0  # of an interval that still measures something


def measurable(estimate: Estimate, answers: Answers | None) -> bool:
    """Tell whether the data measure a coefficient at all, or leave it open."""
    if estimate.value is None or answers is None:
        return False
    wide = (
        estimate.low is not None
        and estimate.high is not None
        and estimate.high - estimate.low > WIDEST
    )
    return answers.others >= FEWEST_OTHERS and not wide


def all_equal_sentence(answers: Answers, ac1: Estimate) -> str:
    """Say that nobody gave any other answer."""
    least = "" if ac1.low is None else f", at least {coefficient(ac1.low)}"
    return (
        f"All {answers.ratings:,} ratings are the same answer. Annotators agree completely "
        f"(AC1 {coefficient(ac1.value or 1.0)}{least}); whether beyond chance cannot be "
        "determined, because no other answer was given."
    )


def headline_sentence(
    what: str, name: str, estimate: Estimate, answers: Answers, ac1: Estimate, level: float,
    percent_equal: float | None,
) -> str:  # fmt: skip
    """Say `what` agreement was measured by which coefficient (`name`), or why it was not."""
    interval = confidence(estimate.low, estimate.high, level)
    beside = _beside(ac1, percent_equal, level)
    if not measurable(estimate, answers):
        return " ".join((*_refusal(what, name, estimate, answers, interval), beside)).rstrip()
    value = _value(name, estimate, level)
    skewed = answers.share > SKEWED
    if skewed and answers.others < FEW_OTHERS:
        others = count(answers.others, "item")
        return (
            f"{what}: {value}; only {others} had another answer than {_words(answers)}, and "
            f"annotators agreed on {answers.agreed} of them. {beside}"
        ).rstrip()
    told = measured_sentence(what, name, estimate, level)
    return f"{told} {beside}" if skewed and beside else told


def measured_sentence(what: str, name: str, estimate: Estimate, level: float) -> str:
    """Say the value with its interval, and the word of Landis and Koch where the interval fits."""
    if estimate.value is None:
        return f"{what} is not estimable."
    word, value = fitting_word(estimate), _value(name, estimate, level)
    return f"{what} is {word}: {value}." if word else f"{what}: {value}."


def _value(name: str, estimate: Estimate, level: float) -> str:
    interval = confidence(estimate.low, estimate.high, level)
    return f"{name} {coefficient(estimate.value or 0.0)}{f' ({interval})' if interval else ''}"


def _refusal(
    what: str, name: str, estimate: Estimate, answers: Answers, interval: str
) -> tuple[str, ...]:
    open_ = f" ({interval})" if interval else ""
    if answers.others < FEWEST_OTHERS:
        return (
            f"Only {answers.others} of {count(answers.items, 'item')} had any other answer than "
            f"{_words(answers)}.",
            f"{name[-1]} cannot be measured on so few{open_}.",
        )
    return (f"{what} cannot be measured: the interval of {name} is too wide{open_}.",)


def _beside(ac1: Estimate, percent_equal: float | None, level: float) -> str:
    told = []
    if percent_equal is not None:
        told.append(f"Equal answers: {percent(percent_equal)}")
    if ac1.value is not None:
        interval = confidence(ac1.low, ac1.high, level)
        told.append(f"AC1 {coefficient(ac1.value)}{f' ({interval})' if interval else ''}")
    return f"{'; '.join(told)}." if told else ""


def _words(answers: Answers) -> str:
    return f"“{answers.most_frequent.replace('_', ' ')}”"
