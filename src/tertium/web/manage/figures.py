"""All figures of the live page, computed together from one tally."""

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from statistics import median
from typing import Literal

from msgspec import Struct
from starlette.datastructures import State

from tertium import protocols
from tertium.stats.ranking.result import Ranking
from tertium.store import AnnotatorState, CampaignState, Store
from tertium.web.manage.agreement import (
    AgreementNow,
    AnnotatorAgreement,
    agreement_now,
    agreement_on_marks,
)
from tertium.web.manage.attention import RECENT, disagreeing, is_idle, unusual_speed
from tertium.web.manage.codes import Coder
from tertium.web.manage.findings import looked_at, ratings_now, scales_now
from tertium.web.manage.head import present_round, ranks_systems, rounds_now, scores_outputs
from tertium.web.manage.monitoring import MonitoringNow
from tertium.web.manage.needs import Need, needs_of
from tertium.web.manage.payments import price_of
from tertium.web.manage.progress import Pace, Progress, Timing, pace_of, progress_of, timing_of
from tertium.web.manage.raters import ScaleNow
from tertium.web.manage.recent_values import RecentValue
from tertium.web.manage.scorers import ScaleUse, ScoresNow
from tertium.web.manage.study import GraphConsistency, GraphsNow, graphs_now, study_of
from tertium.web.manage.tally import CountedAnswer, kept_tally

TREND = 8  # points of the small curve of seconds
Standing = Literal["idle", "fast", "slow", "finished", "working", "waiting", "paused", "revoked"]


class AnnotatorRow(Struct, frozen=True):
    """One annotator on the live page.

    `trend` has the median seconds of eight stretches of their work, `now` of the
    last 20 answers. `steady` tells whether their answers about a source fit together.
    """

    annotator: str
    done: int
    assigned: int
    last_at: datetime | None
    trend: tuple[float, ...]
    now: float | None
    agreement: AnnotatorAgreement | None
    steady: GraphConsistency | None
    standing: Standing


class LiveFigures(Struct, frozen=True):
    """Everything that moves on the live page.

    `monitoring` tells whether the evidence is enough, None while that is being computed. Where
    many systems are ranked, `graphs` tells how well answers fit together, and `systems`,
    after the reveal, what they say. Where outputs are scored, `scores` tells how, and `scales`
    how everybody uses the scale, None where there are too many scores to find that here. `ratings`
    tells which categories of rating scales annotators choose, None while that is being computed.
    """

    sequence: int
    progress: Progress
    pace: Pace
    timing: Timing
    agreement: AgreementNow | None
    monitoring: MonitoringNow | None
    scores: ScoresNow | None
    scales: dict[str, ScaleUse] | None
    ratings: tuple[ScaleNow, ...] | None
    graphs: GraphsNow | None
    systems: Ranking | None
    needs: tuple[Need, ...]
    annotators: tuple[AnnotatorRow, ...]


def figures_of(state: State, store: Store, campaign: str, *, now: datetime) -> LiveFigures:
    """Compute the figures of a campaign as it stands now."""
    tally = kept_tally(state, store, campaign)
    described, standing = store.campaigns.get(campaign), store.campaigns.state(campaign)
    people = present_round(store, campaign)
    progress = progress_of(described, people, tally, *price_of(store, campaign))
    pace = pace_of(standing, progress, tally.by_day(), now=now)
    answers = tally.by_annotator()
    graphs, systems, agreement = None, None, None
    if ranks_systems(described):
        study = study_of(state, store, campaign)
        agreement = study.agreement
        graphs = graphs_now(study, Coder(store, campaign, study.conflicts).to_code)
        systems = study.ranking
    elif not scores_outputs(described):
        agreement = _agreement(state, store, campaign, tally.sequence)
    looked = looked_at(state, store, campaign)
    return LiveFigures(
        sequence=tally.sequence,
        progress=progress,
        pace=pace,
        timing=timing_of(described, progress, list(tally.answers.values())),
        agreement=agreement,
        monitoring=looked.monitoring if looked else None,
        scores=looked.scores if looked else None,
        scales=scales_now(state, store, campaign, looked),
        ratings=ratings_now(state, store, campaign),
        graphs=graphs,
        systems=systems,
        needs=needs_of(
            standing,
            people,
            answers,
            progress,
            pace,
            disagree=disagreeing(agreement, looked.scores if looked else None),
            to_code=graphs.to_code if graphs else 0,
            now=now,
        ),
        annotators=_rows(standing, people, answers, agreement, graphs, now=now),
    )


def _agreement(state: State, store: Store, campaign: str, sequence: int) -> AgreementNow | None:
    """Return the agreement on answers or marks for the newest state of the log, or a recent one."""
    if not hasattr(state, "agreements"):
        state.agreements = {}
    agreements: dict[str, RecentValue[tuple[AgreementNow | None]]] = state.agreements
    kept = agreements.setdefault(campaign, RecentValue())
    described = store.campaigns.get(campaign)

    def measured() -> tuple[AgreementNow | None]:
        table = store.table(campaign, rounds=rounds_now(store, campaign))
        if protocols.get(described.protocol).marks:
            return (agreement_on_marks(table, described),)
        return (agreement_now(table),)

    return kept.get(sequence, measured)[0]


def _rows(
    state: CampaignState,
    people: Sequence[AnnotatorState],
    answers: dict[str, list[CountedAnswer]],
    found: AgreementNow | None,
    graphs: GraphsNow | None,
    *,
    now: datetime,
) -> tuple[AnnotatorRow, ...]:
    agreement = {a.annotator: a for a in (found.people if found else ())}
    steady = {one.annotator: one for one in (graphs.people if graphs else ())}
    unusual = unusual_speed(answers)
    rows = []
    for person in people:
        own = answers.get(person.id, [])
        seconds = [answer.seconds for answer in own if answer.seconds is not None]
        rows.append(
            AnnotatorRow(
                annotator=person.id,
                done=len(own),
                assigned=person.assigned,
                last_at=max((answer.at for answer in own), default=None),
                trend=_trend(seconds),
                now=median(seconds[-RECENT:]) if seconds else None,
                agreement=agreement.get(person.id),
                steady=steady.get(person.id),
                standing=_standing(
                    person, len(own), unusual.get(person.id), idle=is_idle(person, state, now)
                ),
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
    person: AnnotatorState, done: int, unusual: tuple[float, float] | None, *, idle: bool
) -> Standing:
    if person.state != "active":
        return person.state
    if person.assigned and done >= person.assigned:
        return "finished"
    if idle:
        return "idle"
    if unusual:
        return "fast" if unusual[0] < unusual[1] else "slow"
    return "working" if done else "waiting"
