"""The sentence a manager reads: stop or go on, why, and what would help."""

from tertium.stats.monitoring.levels import look_sizes
from tertium.stats.monitoring.result import Limits, Look, Monitoring
from tertium.stats.result import Estimate
from tertium.stats.told import count

__all__ = ["limits_sentence", "monitoring_sentence"]

_NARROW = 50.0  # a scale on which tenths say too little


def monitoring_sentence(result: Monitoring, looks: int) -> str:
    """Return what the rule says, and on what it rests.

    `looks` is how many were planned. It never says more than the rule: without a stop no
    system is called better.
    """
    if not result.judgements:
        return f"There are no judgements of {result.advanced} and {result.baseline} yet."
    told = _stop(result) if result.stopped_at else _go_on(result, looks)
    help_ = "" if result.stopped_at else limits_sentence(result.limits)
    return f"{told} {help_}".strip()


def limits_sentence(limits: Limits | None) -> str:
    """Say whether few annotators or few judgements limit the answer, and what would help."""
    if limits is None:
        return ""
    if limits.by == "items":
        return (
            "Few documents or segments limit precision: the rule counts each once, by its first "
            "annotator, so more annotators for the same ones do not help."
        )
    if limits.by == "annotators":
        told = "Few annotators, rather than few judgements, limit the answer"
    elif limits.by == "documents":
        told = "Few documents limit the answer more than few annotators or judgements do"
    else:
        told = "Few judgements limit the answer more than few annotators do"
    more = count(limits.judgements, "more judgement") if limits.judgements else ""
    people = count(limits.annotators, "more annotator") if limits.annotators else ""
    if not more and not people:
        neither = "neither more judgements nor more annotators alone would decide it"
        return f"{told}; as it looks now, {neither}."
    if not more:
        same = "no number of judgements by the same annotators would decide it"
        return f"{told}: as it looks now, {same}, but about {people} would."
    if not people:
        return f"{told}: as it looks now, about {more} by the same annotators would decide it."
    both = f"about {more} by the same annotators, or {people}, would decide it"
    return f"{told}: as it looks now, {both}."


def _stop(result: Monitoring) -> str:
    look = next(look for look in result.looks if look.judgements == result.stopped_at)
    after = f"after {count(look.judgements, 'judgement')} {_units(look)}"
    if result.decision == "stop: no difference worth mentioning":
        sure = _probability(look.no_difference or 0.0)
        return (
            f"Stop (Bayesian rule): {after}, the difference between {result.advanced} and "
            f"{result.baseline} does not matter with a probability of {sure}: it lies within "
            f"{_range(result)}."
        )
    estimate, winner, loser = _from_winner(result)
    better = _better(estimate, winner, loser, result)
    if result.rule == "bayes":
        probability = look.probability or 0.0
        sure = _probability(max(probability, 1 - probability))
        return f"Stop (Bayesian rule): {after}, {better} with a probability of {sure}."
    if result.rule == "anytime-valid":
        reached = f"the evidence reached {_e_value(look.e_value or 0.0)}"
        return f"Stop: {after}, {reached}, and {better}."
    return f"Stop: {after}, {better}."


def _go_on(result: Monitoring, looks: int) -> str:
    look = next((look for look in reversed(result.looks) if look.planned), None)
    if look is None:
        first = look_sizes(result.planned or result.judgements, looks)[0]
        return (
            f"Go on: the first look is due after {count(first, 'judgement')}, and there are "
            f"{result.judgements:,}."
        )
    number = count(look.judgements, "judgement")
    if result.planned and look.judgements < result.planned:
        number = f"{look.judgements:,} of {count(result.planned, 'judgement')}"
    after = f"after {number} {_units(look)}"
    open_ = f"it is open whether {result.advanced} or {result.baseline} is better"
    if result.rule == "anytime-valid":
        e_value = _e_value(result.looks[-1].e_value or 0.0)
        return (
            f"Go on: {after} the evidence is {e_value} and has to reach "
            f"{result.threshold:g}; {open_}{_seen(result)}."
        )
    if result.rule == "bayes":
        probability = result.looks[-1].probability
        if probability is None:
            return f"Go on (Bayesian rule): {after} {open_}."
        likely = result.advanced if probability >= 0.5 else result.baseline
        sure = _probability(max(probability, 1 - probability))
        return (
            f"Go on (Bayesian rule): {after} {likely} is better with a probability of "
            f"{sure}, which is not enough{_seen(result)}."
        )
    if look.judgements >= (result.planned or result.judgements):
        done = "The one look is" if looks == 1 else f"All {looks} looks are"
        return f"{done} done, and {after} {open_}{_seen(result)}."
    return f"Go on: {after} {open_}{_seen(result)}."


def _units(look: Look) -> str:
    """Say how many annotators judged, and documents of how many where that is known."""
    people = f"by {count(look.annotators, 'annotator')}"
    return people if look.documents is None else f"{people} in {count(look.documents, 'document')}"


def _seen(result: Monitoring) -> str:
    """Return the estimate in brackets, where there is one."""
    estimate, winner, _ = _from_winner(result)
    if estimate.value is None:
        return ""
    if result.kind == "preferences":
        told = f"{_number(estimate.value, result)} to 1 for {winner}"
    else:
        told = f"{_number(estimate.value, result)} points for {winner}"
    return f" ({told}, {_interval(estimate, result)})"


def _better(estimate: Estimate, winner: str, loser: str, result: Monitoring) -> str:
    value = _number(estimate.value or 0.0, result)
    span = _interval(estimate, result)
    if result.kind == "preferences":
        return f"annotators prefer {winner} over {loser} {value} to 1 ({span})"
    return f"annotators score {winner} {value} points above {loser} ({span})"


def _from_winner(result: Monitoring) -> tuple[Estimate, str, str]:
    """Return the estimate told from the side of the system that is ahead, ahead and behind."""
    found = result.estimate
    forward = found, result.advanced, result.baseline
    if found.value is None:
        return forward
    if result.kind == "preferences":
        if found.value >= 1:
            return forward
        low, high = (1 / end if end else None for end in (found.high, found.low))
        return Estimate(1 / found.value, low, high), result.baseline, result.advanced
    if found.value >= 0:
        return forward
    low, high = (None if end is None else -end for end in (found.high, found.low))
    return Estimate(-found.value, low, high), result.baseline, result.advanced


def _interval(estimate: Estimate, result: Monitoring) -> str:
    level = next((1 - look.alarm for look in result.looks if look.alarm), result.level)
    name = f"{100 * level:.3g}% CI"
    if result.rule == "anytime-valid":
        name = f"{name} that holds at every look"
    low = "" if estimate.low is None else _number(estimate.low, result)
    high = "" if estimate.high is None else _number(estimate.high, result)
    if not high:
        return f"{name} {low} or more" if low else f"{name} without ends"
    if not low:
        return f"{name} up to {high}"
    return f"{name} {low} to {high}" if low.startswith("−") else f"{name} {low}–{high}"


def _range(result: Monitoring) -> str:
    if result.kind == "preferences":
        return f"{result.rope:.3g} to 1 either way"
    return f"{result.rope:.3g} points either way"


def _number(value: float, result: Monitoring) -> str:
    narrow = result.scale is not None and result.scale.width < _NARROW
    digits = 2 if result.kind == "preferences" or narrow else 1
    return f"{value:.{digits}f}".replace("-", "−")


def _probability(value: float) -> str:
    return f"{100 * value:.1f}%" if value < 0.999 else "more than 99.9%"


def _e_value(value: float) -> str:
    return f"{value:.3g}" if value < 1000 else "more than 1,000"
