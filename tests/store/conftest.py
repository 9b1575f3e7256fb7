"""A small campaign, and judgements about it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tertium.design.plan import build_plan
from tertium.model import (
    Annotator,
    Assignment,
    Campaign,
    Design,
    Identical,
    Judgement,
    Plan,
    Segment,
    System,
)
from tertium.store import Store

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Small:
    """A campaign of two systems, its plan, and ways to speak about it."""

    campaign: Campaign
    plan: Plan
    start: datetime = START

    @property
    def name(self) -> str:
        """The campaign's name."""
        return self.campaign.name

    def assignment(self, place: int = 0, annotator: str = "ann-1") -> Assignment:
        """Return one annotator's assignment by its place."""
        return [a for a in self.plan.assignments if a.annotator == annotator][place]

    def judge(
        self,
        id: str,  # noqa: A002
        place: int = 0,
        answer: str = "left",
        *,
        annotator: str = "ann-1",
        **more: Any,
    ) -> Judgement:
        """Return a judgement of one assignment."""
        return Judgement(
            id=id,
            campaign=self.name,
            assignment=self.assignment(place, annotator).id,
            annotator=annotator,
            answer={"better": answer},
            submitted_at=self.start + timedelta(seconds=place),
            **{"seconds": 4.5, **more},
        )


def build(
    *, annotators: int = 3, segments: int = 4, name: str = "news", seed: int = 7, **changes: Any
) -> Small:
    """Make a campaign in which everyone judges every segment."""
    texts = tuple(
        Segment(f"s-{n}", f"Source {n}.", document="d-1", position=n, domain="news")
        for n in range(segments)
    )
    campaign = Campaign(
        name=name,
        title="Which is better?",
        protocol="ab@1",
        options={"variant": "five"},
        seed=seed,
        systems=(System("base", "baseline"), System("adv", "advanced")),
        segments=texts,
        outputs={(s.id, system): f"{system} {s.id}" for s in texts for system in ("base", "adv")},
        **changes,
    )
    people = tuple(Annotator(f"ann-{n + 1}", "en-de") for n in range(annotators))
    assignments = tuple(
        Assignment(
            id=f"{name}-{seed}-{person.id}-{place}",
            annotator=person.id,
            segment=segment.id,
            slots=("base", "adv") if place % 2 else ("adv", "base"),
            batch=place // 2,
            order=place,
            group=person.group,
            set="common",
        )
        for person in people
        for place, segment in enumerate(texts)
    )
    identical = (Identical("en-de", "news", 1, 10, 2, 12, 0),)
    return Small(campaign, Plan(people, assignments, identical, ("s-0",)))


def build_many(
    *,
    systems: int = 6,
    segments: int = 6,
    protocol: str = "tournament@1",
    options: dict[str, Any] | None = None,
    **design: Any,
) -> Small:
    """Make a campaign of many systems with the plan that follows from it.

    In every third segment the first two systems have the same output.
    """
    names = [f"sys{n}" for n in range(systems)]
    texts = tuple(
        Segment(f"s-{n}", f"One two three four five {n}.", "d-1", n, "news", "en", "de")
        for n in range(segments)
    )
    campaign = Campaign(
        name="many",
        title="Which is better?",
        protocol=protocol,
        options=options or {},
        seed=7,
        systems=tuple(System(name, "system") for name in names),
        segments=texts,
        outputs={
            (s.id, name): f"{names[0] if n % 3 == 0 and name == names[1] else name} {s.id}"
            for n, s in enumerate(texts)
            for name in names
        },
        design=Design(**{"annotators": 2, "common": 1, "batch": 4, **design}),
    )
    return Small(campaign, build_plan(campaign))


@pytest.fixture
def make_many() -> Callable[..., Small]:
    """Make campaigns of many systems."""
    return build_many


@pytest.fixture
def make() -> Callable[..., Small]:
    """Make small campaigns."""
    return build


@pytest.fixture
def at() -> datetime:
    """Return a moment of the campaign."""
    return START


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """Open an empty store, on each kind of database."""
    with Store.open(database) as opened:
        yield opened


@pytest.fixture
def small(store: Store) -> Small:
    """Put a small campaign into the store."""
    made = build()
    store.campaigns.put(made.campaign, made.plan, at=START)
    return made
