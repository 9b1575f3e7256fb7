"""A small campaign, and judgements about it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tertium.model import (
    Annotator,
    Assignment,
    Campaign,
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
    store.put_campaign(made.campaign, made.plan, at=START)
    return made
