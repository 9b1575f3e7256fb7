"""How far, how fast and when: the figures of a running campaign that need no statistics.

A *plan* counts what is still asked: everything assigned to people who may work,
and what the others have answered already.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from math import ceil
from statistics import median, quantiles

from msgspec import Struct

from tertium.design.more import draws_more
from tertium.model import Campaign
from tertium.store import AnnotatorState, CampaignState
from tertium.web.manage.tally import CountedAnswer, Tally

DAYS_SHOWN = 9
PACE_DAYS = 7
BIN_SECONDS = 5
BINS = 13  # 0–5, 5–10, … 55–60, and longer


class Part(Struct, frozen=True):
    """Progress in one domain."""

    domain: str
    done: int
    planned: int


class Cost(Struct, frozen=True):
    """What the answers so far cost, and what all of them will."""

    so_far: float
    planned: float
    currency: str


class Progress(Struct, frozen=True):
    """Answers of the present round, of those that are planned or were drawn so far.

    With `more`, further questions are drawn as answers arrive. `pilot` answers were given in a
    pilot round and are left out.
    """

    done: int
    planned: int
    parts: tuple[Part, ...]
    cost: Cost | None
    more: bool = False
    pilot: int = 0


class Day(Struct, frozen=True):
    """Answers on one day, in UTC."""

    day: date
    count: int


class Pace(Struct, frozen=True):
    """Answers per day, and the day on which all will be there.

    `per_day` is the mean of the last seven days (or of all days, if fewer);
    before a whole day has passed there is no pace to speak of.
    `planned_per_day` follows from the deadline.
    """

    days: tuple[Day, ...]
    per_day: float | None
    planned_per_day: float | None
    done_on: date | None


class Timing(Struct, frozen=True):
    """Active seconds per answer: half of them lie between `low` and `high`.

    `counts` has one entry per five seconds; the last one is everything from a minute.
    `left` is the work that remains, in seconds at the median.
    """

    measured: int
    median: float | None
    low: float | None
    high: float | None
    planned: float
    counts: tuple[int, ...]
    left: float | None


def planned_by_domain(people: Sequence[AnnotatorState], tally: Tally) -> dict[str, int]:
    """Return how many answers are planned in each domain."""
    working = {person.id for person in people if person.state == "active"}
    counts: dict[str, int] = {}
    for (annotator, domain), number in tally.planned.items():
        counts.setdefault(domain, 0)
        if annotator in working:
            counts[domain] += number
    for answer in list(tally.answers.values()):
        if answer.annotator not in working:
            counts[answer.domain] = counts.get(answer.domain, 0) + 1
    return {domain: number for domain, number in sorted(counts.items()) if number}


def progress_of(
    campaign: Campaign,
    people: Sequence[AnnotatorState],
    tally: Tally,
    price: float | None,
    currency: str,
    *,
    open_places: int = 0,
) -> Progress:
    """Count what is done and planned, by domain, and what it costs at a price.

    `open_places` are judgements that nobody of a crowd has claimed yet.
    """
    done: dict[str, int] = {}
    for answer in list(tally.answers.values()):
        done[answer.domain] = done.get(answer.domain, 0) + 1
    planned = planned_by_domain(people, tally)
    total, asked = sum(done.values()), sum(planned.values()) + open_places
    tried = tally.left_out  # paid all the same
    cost = Cost((total + tried) * price, (asked + tried) * price, currency) if price else None
    parts = tuple(Part(domain, done.get(domain, 0), n) for domain, n in planned.items())
    return Progress(total, asked, parts, cost, more=draws_more(campaign), pilot=tried)


def pace_of(
    state: CampaignState, progress: Progress, by_day: Mapping[date, int], *, now: datetime
) -> Pace:
    """Return answers per day for the last days, and what follows from them."""
    today = now.astimezone(UTC).date()
    days = tuple(
        Day(day, by_day.get(day, 0))
        for day in (today - timedelta(days=back) for back in range(DAYS_SHOWN - 1, -1, -1))
    )
    planned_per_day = None
    if state.deadline is not None:
        length = max(1.0, (state.deadline - state.created_at) / timedelta(days=1))
        planned_per_day = progress.planned / length
    per_day, done_on = None, None
    if by_day and (elapsed := (today - min(by_day)).days) >= 1:
        whole = min(elapsed, PACE_DAYS)  # today is not over yet
        per_day = sum(by_day.get(today - timedelta(days=k), 0) for k in range(1, whole + 1)) / whole
        left = progress.planned - progress.done
        if per_day and left > 0:
            wait = ceil(left / per_day)
            done_on = today + timedelta(days=wait) if wait < 3650 else None
    return Pace(days, per_day, planned_per_day, done_on)


def timing_of(campaign: Campaign, progress: Progress, answers: Sequence[CountedAnswer]) -> Timing:
    """Return how long answers take, against what was planned."""
    seconds = sorted(answer.seconds for answer in answers if answer.seconds is not None)
    counts = [0] * BINS
    for value in seconds:
        counts[min(int(value // BIN_SECONDS), BINS - 1)] += 1
    planned = campaign.prices.seconds_per_task
    if len(seconds) < 2:
        return Timing(len(seconds), None, None, None, planned, tuple(counts), None)
    low, middle, high = quantiles(seconds, n=4, method="inclusive")
    left = max(0, progress.planned - progress.done) * median(seconds)
    return Timing(len(seconds), middle, low, high, planned, tuple(counts), left)
