"""The list of campaigns, sorted by what needs somebody."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from tertium.store import CampaignState, Store
from tertium.web.manage.drafts import drafts
from tertium.web.manage.head import pairs_of, planned_of
from tertium.web.manage.visit import Visit
from tertium.web.openapi import Endpoint

Standing = Literal["overdue", "complete", "waiting", "paused", "running", "closed"]
_URGENCY: tuple[Standing, ...] = (
    "overdue",
    "complete",
    "waiting",
    "paused",
    "running",
    "closed",
)


class CampaignCard(Struct, frozen=True):
    """One campaign in the list."""

    name: str
    title: str
    pairs: tuple[str, ...]
    done: int
    planned: int
    standing: Standing
    annotators: int
    last_at: datetime | None
    deadline: datetime | None


class CampaignsPage(Struct, frozen=True):
    """All campaigns, those that need somebody first, and uploads that are not open yet."""

    campaigns: tuple[CampaignCard, ...]
    drafts: tuple[str, ...]
    upload: bool


def _standing(state: CampaignState, done: int, planned: int, now: datetime) -> Standing:
    if state.state == "closed":
        return "closed"
    if planned and done >= planned:
        return "complete"
    if state.deadline is not None and state.deadline <= now:
        return "overdue"
    if state.state == "paused":
        return "paused"
    return "running" if done else "waiting"


def _card(store: Store, state: CampaignState, now: datetime) -> CampaignCard:
    people = store.annotators.all(state.name)
    done, planned = sum(person.done for person in people), planned_of(people)
    return CampaignCard(
        name=state.name,
        title=state.title,
        pairs=pairs_of(store.campaigns.get(state.name)),
        done=done,
        planned=planned,
        standing=_standing(state, done, planned, now),
        annotators=len(people),
        last_at=max((p.last_at for p in people if p.last_at is not None), default=None),
        deadline=state.deadline,
    )


def campaigns_page(visit: Visit) -> CampaignsPage:
    """GET /manage."""
    cards = [_card(visit.store, state, visit.now) for state in visit.store.campaigns.all()]
    cards.sort(
        key=lambda card: (
            _URGENCY.index(card.standing),
            -(card.last_at.timestamp() if card.last_at else 0.0),
            card.name,
        )
    )
    folder = visit.request.app.state.folder
    return CampaignsPage(
        campaigns=tuple(cards),
        drafts=tuple(draft.name for draft in drafts(folder)) if folder else (),
        upload=folder is not None,
    )


endpoints = (
    Endpoint(
        "GET",
        "/manage",
        "All campaigns",
        campaigns_page,
        gives=CampaignsPage,
        template="manage/campaigns.html",
    ),
)
