"""Campaigns of many systems, and people who answer as a test wants."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from tertium.cli.simulate import fill
from tertium.design import build_plan
from tertium.model import Campaign, Design, Judgement, Segment, System
from tertium.store import Store
from tertium.testing import People

NAMES = ("SYSQQ-ash", "SYSQQ-beech", "SYSQQ-cedar", "SYSQQ-date", "SYSQQ-human")
WORDS = ("fährt ab", "geht los", "startet", "verlässt den Bahnhof", "bricht auf")


def many_campaign(protocol: str = "tournament@1", **changes: Any) -> Campaign:
    """Return eight sources with five outputs each, two of them equal in the first source."""
    segments = tuple(
        Segment(
            id=f"trains-{k:02d}",
            source=f"The number {k} train leaves the old station at noon today.",
            domain="trains",
            source_language="en",
            target_language="de",
        )
        for k in range(8)
    )
    outputs = {
        (segment.id, name): f"Zug {place} {words} heute um zwölf."
        for place, segment in enumerate(segments)
        for name, words in zip(NAMES, WORDS, strict=True)
    }
    outputs[segments[0].id, NAMES[1]] = outputs[segments[0].id, NAMES[0]].upper()
    options = {"adequacy": True} if protocol.startswith("tournament") else {}
    made = Campaign(
        name="forest",
        title="Trains and stations",
        protocol=protocol,
        options=options,
        seed=7,
        systems=(*(System(name, "system") for name in NAMES[:4]), System(NAMES[4], "reference")),
        segments=segments,
        outputs=outputs,
        design=Design(annotators=2, common=3, unique="all", batch=20),
    )
    return replace(made, **changes)


def put(store: Store, campaign: Campaign, *, at: datetime) -> None:
    """Store a campaign with its plan."""
    store.campaigns.put(campaign, build_plan(campaign), at=at)


def judge(store: Store, campaign: Campaign, *, at: datetime, share: float = 1.0) -> None:
    """Let simulated people who contradict themselves now and then answer everything."""
    plan = build_plan(campaign)
    store.campaigns.put(campaign, plan, at=at)
    people = People(range=1.0, look_sd=1.6, problems=0.0)
    fill(store, campaign, plan, people=people, share=share, start=at, seed=4)


def answer(
    store: Store, campaign: str, assignment: Any, said: Mapping[str, Any], *, at: datetime
) -> Judgement:
    """Answer one assignment, or correct it."""
    before = store.assignments.answered(campaign, assignment.annotator).get(assignment.id)
    given = Judgement(
        id=f"{assignment.id}-{at.timestamp():.0f}",
        campaign=campaign,
        assignment=assignment.id,
        annotator=assignment.annotator,
        answer=said,
        submitted_at=at,
        seconds=9.0,
        replaces=before.id if before else None,
    )
    store.judgements.append([given], received_at=at)
    return given


def three_systems(**changes: Any) -> Campaign:
    """Return a campaign whose sources are each asked as a triangle, so that circles are easy."""
    whole = many_campaign(**changes)
    kept = NAMES[1:4]
    return replace(
        whole,
        systems=tuple(System(name, "system") for name in kept),
        outputs={key: text for key, text in whole.outputs.items() if key[1] in kept},
        design=replace(whole.design, common=8, unique=0, follow_up=0),
    )


def say(
    store: Store,
    campaign: str,
    annotator: str,
    segment: str,
    order: Mapping[tuple[str, str], str],
    *,
    at: datetime,
) -> list[Judgement]:
    """Answer all comparisons of a source: `>` or `=` by pair of systems."""
    given = []
    for one in store.assignments.of(campaign, annotator):
        if one.segment != segment or len(one.slots) != 2:
            continue
        left, right = one.slots
        sign = order.get((left, right))
        turned = order.get((right, left))
        better = "tie" if "=" in (sign, turned) else "left" if sign else "right"
        assert sign or turned, (left, right)
        given.append(answer(store, campaign, one, {"better": better}, at=at))
    return given
