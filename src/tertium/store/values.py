"""What the store hands out: frozen values about campaigns, people, links and receipts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from tertium.exceptions import Conflict, NotFound
from tertium.model import Judgement

State = Literal["open", "paused", "closed"]
Step = Literal["consented", "profile", "instructed", "tutored"]


@dataclass(frozen=True, slots=True)
class CampaignState:
    """Where a campaign stands. The plan is frozen by the first judgement."""

    name: str
    title: str
    protocol: str
    version: int
    hash: str
    state: State
    created_at: datetime
    frozen_at: datetime | None = None
    deadline: datetime | None = None  # in its own time zone
    revealed_at: datetime | None = None
    moves: int = 0  # how often work changed hands
    pilot: int | None = None  # the move that began the pilot round, while it runs
    zone: str = "UTC"  # in which the deadline's day ends
    price: float | None = None  # of a task, if set while the campaign runs
    currency: str | None = None
    archived_at: datetime | None = None
    deleted_at: datetime | None = None

    @property
    def work(self) -> str:
        """What everybody's work follows from: the plan, and what changed hands since."""
        return f"{self.hash}:{self.moves}"


@dataclass(frozen=True, slots=True)
class AnnotatorState:
    """One annotator of a campaign as its manager sees them."""

    id: str
    group: str
    state: Literal["active", "paused", "revoked"]
    token: str
    expires_at: datetime | None
    name: str
    mail: str
    consented_at: datetime | None
    profile: Mapping[str, Any] | None
    instructed_at: datetime | None
    tutored_at: datetime | None
    preferences: Mapping[str, Any]
    assigned: int
    done: int
    first_at: datetime | None
    last_at: datetime | None
    bonus: float
    days: int  # on which they answered
    longest_pause: timedelta  # between two of these days
    median_seconds: float | None


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever holds a valid link: which annotator, and how far they have come."""

    token: str
    campaign: str
    annotator: str
    group: str
    state: Literal["active", "paused"]
    consented_at: datetime | None
    profiled_at: datetime | None
    instructed_at: datetime | None
    tutored_at: datetime | None
    preferences: Mapping[str, Any]
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """The judgement is on disk. `duplicate`: it was there already."""

    id: str
    received_at: datetime
    duplicate: bool = False


@dataclass(frozen=True, slots=True)
class StoredJudgement:
    """A judgement with its place in the order of arrival."""

    sequence: int
    judgement: Judgement
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log: who did what to which campaign."""

    sequence: int
    event: str
    campaign: str
    actor: str
    detail: Mapping[str, Any]
    at: datetime


def not_theirs(campaign: str, annotator: str, assignment: str) -> NotFound:
    """Return the error for an assignment that is unknown or somebody else's."""
    return NotFound(
        f"assignment {assignment!r} is not one of {annotator!r}",
        where=campaign,
        fix="Load the page again; the campaign may have been edited.",
    )


class StaleJudgement(Conflict):
    """The assignment was answered meanwhile; `current` is the judgement that counts."""

    def __init__(
        self, what: str, *, where: str = "", fix: str, current: Judgement | None = None
    ) -> None:
        super().__init__(what, where=where, fix=fix)
        self.current = current
