"""Campaigns in which outputs are scored, and people who score as a test wants."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from tertium.cli.simulate import fill
from tertium.design import build_plan
from tertium.model import Assignment, Campaign, Design, Judgement, Plan, Prices, Segment, System
from tertium.protocols.planning import SCORED
from tertium.store import Store
from tertium.testing import People

SYSTEMS = ("SYSQQ-one", "SYSQQ-two")
REFERENCE = "SYSQQ-human"


def scored_campaign(systems: tuple[str, ...] = SYSTEMS, **changes: Any) -> Campaign:
    """Return 40 segments, some outputs and a reference of each, in HITs for two judges."""
    design = {
        "annotators": 4, "judges": 2, "real": 20, "degraded": 6, "references": 4, "repeats": 4,
        "apart": 5,
    } | {key: changes.pop(key) for key in tuple(changes) if hasattr(Design(), key)}  # fmt: skip
    segments = tuple(
        Segment(
            id=f"trains-{k:02d}",
            source=f"The number {k} train leaves the old station at noon today.",
            domain="trains",
            source_language="en",
            target_language="de",
        )
        for k in range(40)
    )
    outputs = {
        (segment.id, name): f"Zug {k} fährt heute um zwölf vom alten Bahnhof ab, {place}."
        for k, segment in enumerate(segments)
        for place, name in enumerate((*systems, REFERENCE))
    }
    made = Campaign(
        name="scores",
        title="Trains, scored",
        protocol="slider@1",
        options={},
        seed=3,
        systems=(*(System(name, "system") for name in systems), System(REFERENCE, "reference")),
        segments=segments,
        outputs=outputs,
        design=replace(SCORED.design, **design),
        prices=Prices(per_task=0.25, currency="EUR", seconds_per_task=20),
    )
    return replace(made, **changes)


def judge(store: Store, campaign: Campaign, *, at: datetime, share: float = 1.0) -> Plan:
    """Let simulated people score."""
    plan = build_plan(campaign)
    store.campaigns.put(campaign, plan, at=at)
    fill(store, campaign, plan, people=People(range=2.0), share=share, start=at, seed=4)
    return plan


def score(
    store: Store,
    campaign: Campaign,
    plan: Plan,
    given: Callable[[Assignment], int | str | None] | Mapping[str, int],
    *,
    at: datetime,
    seconds: float = 12.0,
    question: str = "overall",
) -> None:
    """Score assignments: by a function of each, or by annotator; None leaves it open."""
    judgements = []
    for number, one in enumerate(plan.assignments):
        value = given(one) if callable(given) else given.get(one.annotator)
        if value is not None:
            judgements.append(
                Judgement(
                    id=f"j-{one.id}",
                    campaign=campaign.name,
                    assignment=one.id,
                    annotator=one.annotator,
                    answer={question: [value] * len(one.slots)},
                    submitted_at=at + timedelta(seconds=number),
                    seconds=seconds,
                )
            )
    store.judgements.append(judgements, received_at=at + timedelta(hours=1))
