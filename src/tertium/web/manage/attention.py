"""Which annotators need attention: idle, late, very fast, slow or disagreeing, by declared rules.

- *Idle*: has open work and has been silent for longer than `patience_with` allows.
- *Late*: at the pace of their own working days so far, the open work ends after the deadline.
- *Very fast*, *slow*: the median of the last 20 answers (at least 10) is below a third, or above
  three times, the median of the other annotators' medians.
- *Disagreeing*: of three or more annotators, one whose agreement with the others lies below what
  the rest reach: by its whole confidence interval, or by .2 and more on 20 shared outputs where
  there is no interval.

A rule is a reason to look. Nothing here removes an answer or an annotator.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from math import ceil
from statistics import median

from msgspec import Struct

from tertium.store import AnnotatorState, CampaignState
from tertium.web.manage.agreement import AgreementNow
from tertium.web.manage.scorers import ScoresNow
from tertium.web.manage.tally import CountedAnswer

RECENT = 20  # answers that tell how somebody works now
FAST_SHARE = 1 / 3
SLOW_SHARE = 3.0
SHORTEST, USUAL, LONGEST = timedelta(days=1), timedelta(days=3), timedelta(days=7)
RHYTHM_DAYS = 3  # working days after which an annotator's own rhythm counts
LOWER = 0.2  # agreement below the others' where no interval is known
SHARED = 20  # outputs, for the same


class Disagreement(Struct, frozen=True):
    """One annotator's agreement with the others, and the median of the other annotators'."""

    value: float
    usual: float


def patience_with(person: AnnotatorState, state: CampaignState) -> timedelta:
    """Return how long an annotator may be silent before the campaign's manager is asked to act.

    Three days, a weekend among them. Who has worked on three days or more may be silent for twice
    their longest pause so far, up to a week. A deadline allows a quarter of the time that was left
    at the last sign of work, but never less than a day.
    """
    allowed = USUAL
    if person.days >= RHYTHM_DAYS:
        allowed = min(LONGEST, max(USUAL, 2 * person.longest_pause))
    if state.deadline is not None:
        left = (state.deadline - (person.last_at or state.created_at)) / 4
        allowed = max(SHORTEST, min(allowed, left))
    return allowed


def is_open(person: AnnotatorState) -> bool:
    """Tell whether an annotator may work and has something left to do."""
    return person.state == "active" and person.done < person.assigned


def is_idle(person: AnnotatorState, state: CampaignState, now: datetime) -> bool:
    """Tell whether an annotator with open work has been silent for too long."""
    if state.state != "open" or not is_open(person):
        return False
    return now - (person.last_at or state.created_at) > patience_with(person, state)


def done_on(person: AnnotatorState, now: datetime) -> date | None:
    """Return the day on which an annotator's open work ends at their pace so far, if it has one.

    The pace is their answers divided by the days since their first one, after a whole day.
    """
    if not is_open(person) or person.first_at is None:
        return None
    days = (now - person.first_at) / timedelta(days=1)
    if days < 1:
        return None
    wait = ceil((person.assigned - person.done) / (person.done / days))
    return now.date() + timedelta(days=wait) if wait < 3650 else None


def is_late(person: AnnotatorState, state: CampaignState, now: datetime) -> bool:
    """Tell whether an annotator will not be done in time at their pace so far."""
    if state.state != "open" or state.deadline is None or state.deadline <= now:
        return False
    ends = done_on(person, now)
    return ends is not None and ends > state.deadline.date()


def unusual_speed(
    answers: Mapping[str, Sequence[CountedAnswer]],
) -> dict[str, tuple[float, float]]:
    """Return who is very fast or slow: their recent median seconds, and what is usual.

    Usual is the median over the other annotators' medians.
    """
    seconds = {
        annotator: [answer.seconds for answer in given if answer.seconds is not None]
        for annotator, given in answers.items()
    }
    medians = {annotator: median(own) for annotator, own in seconds.items() if own}
    found = {}
    for annotator, own in seconds.items():
        others = [value for other, value in medians.items() if other != annotator]
        if len(own) < RECENT // 2 or not others:
            continue
        now, usual = median(own[-RECENT:]), median(others)
        if now < usual * FAST_SHARE or now > usual * SLOW_SHARE:
            found[annotator] = (now, usual)
    return found


def disagreeing(
    agreement: AgreementNow | None, scores: ScoresNow | None
) -> dict[str, Disagreement]:
    """Return whose agreement with the others lies below what the rest reach.

    Agreement is κ where answers or marks are compared, the correlation with the mean of the
    others where outputs are scored.
    """
    ends: dict[str, tuple[float, float | None, int]] = {}
    if agreement is not None:
        ends = {one.annotator: (one.kappa, one.high, one.shared) for one in agreement.people}
    elif scores is not None:
        ends = {
            one.annotator: (one.going.value, one.going.high, one.going.shared)
            for one in scores.scorers
            if one.going is not None
        }
    found: dict[str, Disagreement] = {}
    if len(ends) < 3:  # of two who disagree nobody knows which one to look at
        return found
    for annotator, (value, high, shared) in ends.items():
        usual = median(other for name, (other, _, _) in ends.items() if name != annotator)
        lower = high < usual if high is not None else value < usual - LOWER and shared >= SHARED
        if lower:
            found[annotator] = Disagreement(value, usual)
    return found
