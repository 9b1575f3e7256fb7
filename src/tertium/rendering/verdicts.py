"""How verdicts are told: who passes, at which threshold, with which risk, or what is missing."""

from collections.abc import Sequence
from math import log

from tertium.rendering.numbers import spelled, within, written
from tertium.stats.errors.analyse import ErrorScores
from tertium.stats.errors.decision import SPREAD
from tertium.stats.errors.verdicts import TOO_LITTLE, Decision
from tertium.stats.told import count
from tertium.wording import capital, listed, say

_TOLD = {
    "pass": ("passes", "pass"),
    "fail": ("fails", "fail"),
    "not yet decided": ("is not yet decided", "are not yet decided"),
}
_UNITS = {True: "penalty points per 1,000 words", False: "penalty points per segment"}
_LISTED = 4  # systems that a headline names


def verdicts_told(verdicts: Sequence[str]) -> str:
    """Return how many pass, fail and are not yet decided."""
    numbers = [(verdicts.count(verdict), *words) for verdict, words in _TOLD.items()]
    return listed([count(number, one, many) for number, one, many in numbers if number])


def verdict_headline(decisions: Sequence[Decision], result: ErrorScores) -> str:
    """Return who passes, with rates and threshold, the best first."""
    told: dict[str, str] = {
        "unit": say(_UNITS[result.per == "words"]),
        "limit": _range([one.limit for one in decisions]),
    }
    if len(decisions) == 1:
        (one,) = decisions
        return say(
            "{a} {verdict}{why}: {x} {unit}{within}; at most {limit} are allowed.",
            **told,
            a=_name(one.system),
            verdict=say(_TOLD[one.verdict][0]),
            why=say(" (critical error)") if one.reason == "critical error" else "",
            x=written(one.rate.value, "number"),
            within=within(one.rate, "number", result.level),
        )
    number, few = len(decisions), len(decisions) <= _LISTED
    if len({one.verdict for one in decisions}) == 1:
        values: list[str] = [
            say("{x} ({a})", x=written(one.rate.value, "number"), a=_name(one.system))
            for one in decisions
        ]
        return say(
            "{all} {verdict}: {values} {unit}; at most {limit} are allowed.",
            **told,
            all=say("Both systems")
            if number == 2
            else say("All {number} systems", number=spelled(number)),
            verdict=say(_TOLD[decisions[0].verdict][1]),
            values=listed(values) if few else _rates(decisions),
        )
    if not few:
        return say(
            "{verdicts}: {values} {unit}; at most {limit} are allowed.",
            **told,
            verdicts=capital(verdicts_told([one.verdict for one in decisions])),
            values=_rates(decisions),
        )
    units = (say(" {unit}", unit=told.pop("unit")), *[""] * number)
    each: list[str] = [
        say(
            "{a} {verdict} ({x}{unit})",
            a=_name(one.system),
            verdict=say(_TOLD[one.verdict][0]),
            x=written(one.rate.value, "number"),
            unit=unit,
        )
        for one, unit in zip(decisions, units, strict=False)
    ]
    return say("{each}; at most {limit} are allowed.", **told, each=listed(each))


def verdict_sentences(one: Decision, result: ErrorScores) -> str:
    """Return what a verdict rests on, or what would decide."""
    told = []
    if one.reason == "critical error":
        (own,) = (system for system in result.systems if system.system == one.system)
        told.append(f"It fails: {count(own.critical, 'critical error')}.")
    elif one.verdict == "not yet decided":
        told.append(_missing(one, result))
    else:
        good = one.verdict == "pass"
        risk = one.consumer_risk if good else one.producer_risk
        told.append(
            f"It {_TOLD[one.verdict][0]}: a text at the threshold would look this "
            f"{'good' if good else 'bad'} in {_of_100(risk)} samples{_assumed(one, result)}."
        )
    if result.text_documents == one.documents == 1:
        like = "" if one.clean_like is None else (
            f" For others like it at least {one.clean_like:,.0f} clean {result.per} are needed."
        )  # fmt: skip
        told.append(f"This holds for this document only.{like}")
    if one.verdict == "pass" and result.critical_rule:
        most = -log(result.consumer)
        per = 1000 * most / one.read if result.per == "words" else most / one.read
        told.append(
            f"No critical error was found; up to {per:.2g} per {_per(result)} ({most:.2g} in the "
            f"{one.read:,.0f} {result.per} read) cannot be excluded."
        )
    return " ".join(told)


def _missing(one: Decision, result: ErrorScores) -> str:
    """Return why nothing is decided yet, and what would help."""
    read = f"{one.read:,.0f} {result.per}"
    if one.reason == TOO_LITTLE:
        many = f"{spelled(one.documents)} document{'' if one.documents == 1 else 's'}"
        can = "" if one.clean is None else f"; {one.clean:,.0f} from {many} can"
        return f"{read} cannot show that a text keeps this threshold, even without an error{can}."
    better = (one.rate.value or 0.0) <= one.limit
    risk = one.consumer_risk if better else one.producer_risk
    told = (
        f"Not yet decided: {written(one.points, 'number')} points in {read} may come from a text "
        f"at the threshold ({risk:.0%})."
    )
    if one.more is not None:
        other = "" if result.text_documents == one.documents else ", from other documents,"
        same = " More of the same documents would not." if one.new_documents else ""
        return (
            f"{told} About {one.more:,.0f} more {result.per}{other} would decide if errors go on "
            f"like this.{same}"
        )
    if one.worst:
        return (
            f"{told} Most points come from document {one.worst}; review further documents to see "
            "whether they are like it."
        )
    return f"{told} It is too near to the threshold: 20 times as much would not decide."


def _assumed(one: Decision, result: ErrorScores) -> str:
    if result.text_documents == one.documents:
        return ""
    why = "as in past campaigns" if result.spread == SPREAD else "the cautious setting"
    return f" (documents taken to differ by {result.spread:.0%}, {why})"


def _of_100(risk: float) -> str:
    return "fewer than 0.1 of 100" if risk < 0.001 else f"at most {100 * risk:.1f} of 100"


def _per(result: ErrorScores) -> str:
    return "1,000 words" if result.per == "words" else "segment"


def _rates(decisions: Sequence[Decision]) -> str:
    return _range([one.rate.value or 0.0 for one in decisions])


def _range(values: Sequence[float]) -> str:
    """Return the smallest and the largest value, as they are written."""
    low, high = (written(end, "number") for end in (min(values), max(values)))
    return low if low == high else say("{low} to {high}", low=low, high=high)


def _name(system: str) -> str:
    return system or say("The translation")
