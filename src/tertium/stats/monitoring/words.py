"""The sentence a manager reads: stop or go on, why, and what would help."""

from tertium.stats.monitoring.levels import look_sizes
from tertium.stats.monitoring.result import Limits, Look, Monitoring
from tertium.stats.result import Estimate
from tertium.stats.told import count
from tertium.wording import join, number, say

_NARROW = 50.0  # a scale on which tenths say too little


def monitoring_sentence(result: Monitoring, looks: int) -> str:
    """Return what the rule says, and on what it rests.

    `looks` is how many were planned. It never says more than the rule: without a stop no
    system is called better.
    """
    if not result.judgements:
        return say(
            "There are no judgements of {advanced} and {baseline} yet.",
            advanced=result.advanced,
            baseline=result.baseline,
        )
    told = _stop(result) if result.stopped_at else _go_on(result, looks)
    help_ = "" if result.stopped_at else limits_sentence(result.limits)
    return join((told, help_))


def limits_sentence(limits: Limits | None) -> str:
    """Say whether few annotators or few judgements limit the answer, and what would help."""
    if limits is None:
        return ""
    if limits.by == "items":
        return say(
            "Few documents or segments limit precision: the rule counts each once, by its first "
            "annotator, so more annotators for the same ones do not help."
        )
    if limits.by == "annotators":
        told = say("Few annotators, rather than few judgements, limit the answer")
    elif limits.by == "documents":
        told = say("Few documents limit the answer more than few annotators or judgements do")
    else:
        told = say("Few judgements limit the answer more than few annotators do")
    more = count(limits.judgements, "more judgement") if limits.judgements else ""
    people = count(limits.annotators, "more annotator") if limits.annotators else ""
    if not more and not people:
        return say(
            "{told}; as it looks now, neither more judgements nor more annotators alone would "
            "decide it.",
            told=told,
        )
    if not more:
        return say(
            "{told}: as it looks now, no number of judgements by the same annotators would decide "
            "it, but about {people} would.",
            told=told,
            people=people,
        )
    if not people:
        return say(
            "{told}: as it looks now, about {more} by the same annotators would decide it.",
            told=told,
            more=more,
        )
    return say(
        "{told}: as it looks now, about {more} by the same annotators, or {people}, would decide "
        "it.",
        told=told,
        more=more,
        people=people,
    )


def _stop(result: Monitoring) -> str:
    look = next(look for look in result.looks if look.judgements == result.stopped_at)
    after = say(
        "after {judgements} {units}",
        judgements=count(look.judgements, "judgement"),
        units=_units(look),
    )
    if result.decision == "stop: no difference worth mentioning":
        sure = _probability(look.no_difference or 0.0)
        return say(
            "Stop (Bayesian rule): {after}, the difference between {advanced} and {baseline} does "
            "not matter with a probability of {sure}: it lies within {range}.",
            after=after,
            advanced=result.advanced,
            baseline=result.baseline,
            sure=sure,
            range=_range(result),
        )
    estimate, winner, loser = _from_winner(result)
    better = _better(estimate, winner, loser, result)
    if result.rule == "bayes":
        probability = look.probability or 0.0
        sure = _probability(max(probability, 1 - probability))
        return say(
            "Stop (Bayesian rule): {after}, {better} with a probability of {sure}.",
            after=after,
            better=better,
            sure=sure,
        )
    if result.rule == "anytime-valid":
        return say(
            "Stop: {after}, the evidence reached {e_value}, and {better}.",
            after=after,
            e_value=_e_value(look.e_value or 0.0),
            better=better,
        )
    return say("Stop: {after}, {better}.", after=after, better=better)


def _go_on(result: Monitoring, looks: int) -> str:
    look = next((look for look in reversed(result.looks) if look.planned), None)
    if look is None:
        first = look_sizes(result.planned or result.judgements, looks)[0]
        return say(
            "Go on: the first look is due after {judgements}, and there are {n:,}.",
            judgements=count(first, "judgement"),
            n=result.judgements,
        )
    judged = count(look.judgements, "judgement")
    if result.planned and look.judgements < result.planned:
        judged = say(
            "{n:,} of {judgements}",
            n=look.judgements,
            judgements=count(result.planned, "judgement"),
        )
    after = say("after {judgements} {units}", judgements=judged, units=_units(look))
    open_ = say(
        "it is open whether {advanced} or {baseline} is better",
        advanced=result.advanced,
        baseline=result.baseline,
    )
    if result.rule == "anytime-valid":
        e_value = _e_value(result.looks[-1].e_value or 0.0)
        return say(
            "Go on: {after} the evidence is {e_value} and has to reach {threshold:g}; "
            "{open}{seen}.",
            after=after,
            e_value=e_value,
            threshold=result.threshold,
            open=open_,
            seen=_seen(result),
        )
    if result.rule == "bayes":
        probability = result.looks[-1].probability
        if probability is None:
            return say("Go on (Bayesian rule): {after} {open}.", after=after, open=open_)
        likely = result.advanced if probability >= 0.5 else result.baseline
        sure = _probability(max(probability, 1 - probability))
        return say(
            "Go on (Bayesian rule): {after} {likely} is better with a probability of {sure}, "
            "which is not enough{seen}.",
            after=after,
            likely=likely,
            sure=sure,
            seen=_seen(result),
        )
    if look.judgements >= (result.planned or result.judgements):
        return say(
            "The one look is done, and {after} {open}{seen}."
            if looks == 1
            else "All {looks} looks are done, and {after} {open}{seen}.",
            looks=looks,
            after=after,
            open=open_,
            seen=_seen(result),
        )
    return say("Go on: {after} {open}{seen}.", after=after, open=open_, seen=_seen(result))


def _units(look: Look) -> str:
    """Say how many annotators judged, and documents of how many where that is known."""
    people = say("by {annotators}", annotators=count(look.annotators, "annotator"))
    return (
        people
        if look.documents is None
        else say(
            "{people} in {documents}", people=people, documents=count(look.documents, "document")
        )
    )


def _seen(result: Monitoring) -> str:
    """Return the estimate in brackets, where there is one."""
    estimate, winner, _ = _from_winner(result)
    if estimate.value is None:
        return ""
    if result.kind == "preferences":
        told = say(
            "{value} to 1 for {winner}", value=_number(estimate.value, result), winner=winner
        )
    else:
        told = say(
            "{value} points for {winner}", value=_number(estimate.value, result), winner=winner
        )
    return say(" ({told}, {interval})", told=told, interval=_interval(estimate, result))


def _better(estimate: Estimate, winner: str, loser: str, result: Monitoring) -> str:
    value = _number(estimate.value or 0.0, result)
    span = _interval(estimate, result)
    if result.kind == "preferences":
        return say(
            "annotators prefer {winner} over {loser} {value} to 1 ({span})",
            winner=winner,
            loser=loser,
            value=value,
            span=span,
        )
    return say(
        "annotators score {winner} {value} points above {loser} ({span})",
        winner=winner,
        value=value,
        loser=loser,
        span=span,
    )


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
    name = say("{level:.3g}% CI", level=100 * level)
    if result.rule == "anytime-valid":
        name = say("{name} that holds at every look", name=name)
    low = "" if estimate.low is None else _number(estimate.low, result)
    high = "" if estimate.high is None else _number(estimate.high, result)
    if not high:
        return (
            say("{name} {low} or more", name=name, low=low)
            if low
            else say("{name} without ends", name=name)
        )
    if not low:
        return say("{name} up to {high}", name=name, high=high)
    return (
        say("{name} {low} to {high}", name=name, low=low, high=high)
        if low.startswith("−")
        else say("{name} {low}–{high}", name=name, low=low, high=high)
    )


def _range(result: Monitoring) -> str:
    if result.kind == "preferences":
        return say("{rope:.3g} to 1 either way", rope=result.rope)
    return say("{rope:.3g} points either way", rope=result.rope)


def _number(value: float, result: Monitoring) -> str:
    narrow = result.scale is not None and result.scale.width < _NARROW
    digits = 2 if result.kind == "preferences" or narrow else 1
    return number(f"{value:.{digits}f}".replace("-", "−"))


def _probability(value: float) -> str:
    return number(f"{100 * value:.1f}%") if value < 0.999 else say("more than 99.9%")


def _e_value(value: float) -> str:
    return number(f"{value:.3g}") if value < 1000 else say("more than 1,000")
