"""All figures of the live page, computed together from one tally."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from statistics import median
from threading import Lock
from time import monotonic
from typing import Literal

from msgspec import Struct
from starlette.datastructures import State

from tertium.store import AnnotatorState, Store
from tertium.web.manage.insight import AgreementNow, Evidence, Insight, WithOthers, insight_of
from tertium.web.manage.needs import RECENT, Need, needs_of, very_fast
from tertium.web.manage.progress import Pace, Progress, Timing, pace_of, progress_of, timing_of
from tertium.web.manage.tally import Answered, kept_tally

__all__ = ["Figures", "Row", "figures_of"]

TREND = 8  # points of the small curve of seconds
REST = 9  # times as long as the statistics took, before they are computed again


class Row(Struct, frozen=True):
    """One annotator on the live page.

    `trend` has the median seconds of eight stretches of their work, `now` of the
    last 20 answers.
    """

    annotator: str
    done: int
    assigned: int
    last_at: datetime | None
    trend: tuple[float, ...]
    now: float | None
    agreement: WithOthers | None
    standing: Literal["fast", "finished", "working", "waiting", "paused", "revoked"]


class Figures(Struct, frozen=True):
    """Everything that moves on the live page."""

    sequence: int
    progress: Progress
    pace: Pace
    timing: Timing
    agreement: AgreementNow | None
    evidence: Evidence | None
    needs: tuple[Need, ...]
    annotators: tuple[Row, ...]


def figures_of(state: State, store: Store, campaign: str, *, now: datetime) -> Figures:
    """Compute the figures of a campaign as it stands now."""
    tally = kept_tally(state, store, campaign)
    described, standing = store.campaign(campaign), store.state(campaign)
    people = store.annotators(campaign)
    progress = progress_of(described, people, tally)
    pace = pace_of(standing, progress, tally.by_day(), now=now)
    answers = tally.by_annotator()
    insight = _insight(state, store, campaign, tally.sequence)
    return Figures(
        sequence=tally.sequence,
        progress=progress,
        pace=pace,
        timing=timing_of(described, progress, list(tally.answers.values())),
        agreement=insight.agreement,
        evidence=insight.evidence,
        needs=needs_of(standing, people, answers, progress, pace, now=now),
        annotators=_rows(people, answers, insight),
    )


@dataclass(slots=True)
class _Kept:
    """The last insight into a campaign, what it cost, and when it was gained."""

    lock: Lock = field(default_factory=Lock)
    sequence: int = -1
    insight: Insight = field(default_factory=lambda: Insight(None, None))
    at: float = 0.0
    cost: float = 0.0


def _insight(state: State, store: Store, campaign: str, sequence: int) -> Insight:
    """Return the statistics for the newest state of the log, or for a recent one.

    Statistics over many judgements take seconds; they are computed for at most
    a tenth of the time, and one page does not compute what another is computing.
    """
    if not hasattr(state, "insights"):
        state.insights = {}
    insights: dict[str, _Kept] = state.insights
    kept = insights.setdefault(campaign, _Kept())
    with kept.lock:
        started = monotonic()
        rested = started - kept.at >= kept.cost * REST
        if kept.sequence != sequence and (rested or kept.sequence < 0):
            kept.insight = insight_of(store.table(campaign))
            kept.at = monotonic()
            kept.sequence, kept.cost = sequence, kept.at - started
        return kept.insight


def _rows(
    people: Sequence[AnnotatorState],
    answers: dict[str, list[Answered]],
    insight: Insight,
) -> tuple[Row, ...]:
    agreement = {a.annotator: a for a in (insight.agreement.people if insight.agreement else ())}
    fast = very_fast(answers)
    rows = []
    for person in people:
        own = answers.get(person.id, [])
        seconds = [answer.seconds for answer in own if answer.seconds is not None]
        rows.append(
            Row(
                annotator=person.id,
                done=len(own),
                assigned=person.assigned,
                last_at=max((answer.at for answer in own), default=None),
                trend=_trend(seconds),
                now=median(seconds[-RECENT:]) if seconds else None,
                agreement=agreement.get(person.id),
                standing=_standing(person, len(own), person.id in fast),
            )
        )
    return tuple(rows)


def _trend(seconds: Sequence[float]) -> tuple[float, ...]:
    """Return medians of equal stretches, oldest first; nothing before there are 16 answers."""
    if len(seconds) < 2 * TREND:
        return ()
    cuts = [round(k * len(seconds) / TREND) for k in range(TREND + 1)]
    return tuple(median(seconds[a:b]) for a, b in pairwise(cuts))


def _standing(
    person: AnnotatorState, done: int, fast: bool
) -> Literal["fast", "finished", "working", "waiting", "paused", "revoked"]:
    if person.state != "active":
        return person.state
    if person.assigned and done >= person.assigned:
        return "finished"
    if fast:
        return "fast"
    return "working" if done else "waiting"
