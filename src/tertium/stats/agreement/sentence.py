"""The headline of agreement: what was measured, how sure it is, or why it cannot be measured."""

from dataclasses import dataclass

from tertium.stats.agreement.answers import Answers
from tertium.stats.agreement.coefficients import SKEWED
from tertium.stats.agreement.cohen import Cohen
from tertium.stats.agreement.kappa import fitting_word
from tertium.stats.agreement.ratings import Ratings
from tertium.stats.result import Estimate
from tertium.stats.told import coefficient, confidence, count, percent
from tertium.wording import join, say, term

FEWEST_OTHERS = 5  # items with another answer than the most frequent, below which κ is refused
FEW_OTHERS = 15  # below which their number is said
WIDEST = 1.0  # of an interval that still measures something


@dataclass(frozen=True, slots=True)
class Headline:
    """The coefficient of the headline: whose agreement, its name, and its value."""

    what: str
    name: str
    estimate: Estimate


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


def _all_equal(answers: Answers, ac1: Estimate) -> str:
    """Say that nobody gave any other answer."""
    agree = say(
        "Annotators agree completely (AC1 {ac1}{least}); whether beyond chance cannot be "
        "determined, because no other answer was given.",
        ac1=coefficient(ac1.value or 1.0),
        least="" if ac1.low is None else say(", at least {low}", low=coefficient(ac1.low)),
    )
    return join((say("All {n:,} ratings are the same answer.", n=answers.ratings), agree))


def _headline(
    headed: Headline,
    answers: Answers,
    ac1: Estimate,
    level: float,
    percent_equal: float | None,
) -> str:
    """Say what agreement was measured by which coefficient, or why it was not."""
    what, name, estimate = headed.what, headed.name, headed.estimate
    interval = confidence(estimate.low, estimate.high, level)
    beside = _beside(ac1, percent_equal, level)
    if not measurable(estimate, answers):
        return join((*_refusal(what, name, answers, interval), beside))
    skewed = answers.share > SKEWED
    if skewed and answers.others < FEW_OTHERS:
        told = say(
            "{what}: {value}; only {others} had another answer than {words}, and annotators agreed "
            "on {agreed} of them.",
            what=say(what),
            value=_value(name, estimate, level),
            others=count(answers.others, "item"),
            words=_words(answers),
            agreed=answers.agreed,
        )
        return join((told, beside))
    return join((_measured(headed, level), beside if skewed else ""))


def _measured(headed: Headline, level: float) -> str:
    """Say the value with its interval, and the word of Landis and Koch where the interval fits."""
    if headed.estimate.value is None:
        return say("{what} is not estimable.", what=say(headed.what))
    word = fitting_word(headed.estimate)
    return say(
        "{what} is {word}: {value}." if word else "{what}: {value}.",
        what=say(headed.what),
        word=say(word),
        value=_value(headed.name, headed.estimate, level),
    )


def _value(name: str, estimate: Estimate, level: float) -> str:
    return say(
        "{name} {value}{within}",
        name=say(name),
        value=coefficient(estimate.value or 0.0),
        within=_within(confidence(estimate.low, estimate.high, level)),
    )


def _within(interval: str) -> str:
    return say(" ({interval})", interval=interval) if interval else ""


def _refusal(what: str, name: str, answers: Answers, interval: str) -> tuple[str, ...]:
    open_ = _within(interval)
    if answers.others < FEWEST_OTHERS:
        return (
            say(
                "Only {others} of {items} had any other answer than {words}.",
                others=answers.others,
                items=count(answers.items, "item"),
                words=_words(answers),
            ),
            say("{name} cannot be measured on so few{within}.", name=name[-1], within=open_),
        )
    return (
        say(
            "{what} cannot be measured: the interval of {name} is too wide{within}.",
            what=say(what),
            name=say(name),
            within=open_,
        ),
    )


def _beside(ac1: Estimate, percent_equal: float | None, level: float) -> str:
    equal = "" if percent_equal is None else percent(percent_equal)
    chance = "" if ac1.value is None else say(
        "AC1 {ac1}{within}",
        ac1=coefficient(ac1.value),
        within=_within(confidence(ac1.low, ac1.high, level)),
    )  # fmt: skip
    if equal and chance:
        return say("Equal answers: {equal}; {ac1}.", equal=equal, ac1=chance)
    if equal:
        return say("Equal answers: {equal}.", equal=equal)
    return say("{ac1}.", ac1=chance) if chance else ""


def _words(answers: Answers) -> str:
    return say("“{answer}”", answer=term(answers.most_frequent.replace("_", " ")))


def headed_by(cohen: Cohen, alpha: Estimate) -> Headline:
    """Choose the mean κ of different people, else of people with themselves, else α."""
    between, within = "Inter-annotator agreement", "Intra-annotator agreement"
    for what, found in ((between, cohen.between), (within, cohen.within)):
        if found.mean is not None:
            name = "Cohen’s κ" if len(found.pairs) == 1 else "mean Cohen’s κ"
            return Headline(what, name, Estimate(found.mean, found.low, found.high))
    what = within if cohen.within.pairs and not cohen.between.pairs else between
    return Headline(what, "Krippendorff’s α", alpha)


def agreement_sentence(
    ratings: Ratings,
    headed: Headline,
    answers: Answers | None,
    ac1: Estimate,
    equal: float | None,
    level: float,
) -> str:
    """Say how far annotators agree, or why that cannot be measured."""
    if not ratings.shared.any():
        return say("There is no agreement to measure: no item was rated twice.")
    if answers is None:  # too many different scores to list
        return _measured(headed, level)
    if answers.all_equal:
        return _all_equal(answers, ac1)
    return _headline(headed, answers, ac1, level, equal)
