"""The list of campaigns, sorted by what needs somebody, with search."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tertium import protocols
from tertium.store import CampaignState, Store
from tertium.web.languages import language_of
from tertium.web.manage.attention import is_idle, is_late
from tertium.web.manage.drafts import drafts
from tertium.web.manage.head import pairs_of, planned_of, present_round
from tertium.web.manage.keeping import KEPT
from tertium.web.manage.visit import Visit
from tertium.web.manage.words import Words
from tertium.web.openapi import Endpoint

Standing = Literal["overdue", "complete", "idle", "waiting", "paused", "running", "closed"]
_URGENCY: tuple[Standing, ...] = (
    "overdue",
    "complete",
    "idle",
    "waiting",
    "paused",
    "running",
    "closed",
)


class CampaignsQuery(Struct, frozen=True):
    """What to look for: words of title, name, kind or languages; one kind; one state."""

    q: Annotated[str, Meta(max_length=200)] = ""
    kind: str = ""
    standing: Literal[
        "", "overdue", "complete", "idle", "waiting", "paused", "running", "closed"
    ] = ""
    archived: Literal["", "yes"] = ""


class CampaignCard(Struct, frozen=True):
    """One campaign in the list. `idle` annotators are silent, `late` ones not done in time."""

    name: str
    title: str
    protocol: str
    pairs: tuple[str, ...]
    done: int
    planned: int
    standing: Standing
    annotators: int
    idle: int
    late: int
    last_at: datetime | None
    deadline: datetime | None
    archived_at: datetime | None


class DeletedCampaign(Struct, frozen=True):
    """A campaign that can be brought back until a day."""

    name: str
    title: str
    deleted_at: datetime
    until: datetime


class CampaignsPage(Struct, frozen=True):
    """Campaigns, those that need somebody first, and uploads that are not open yet.

    `all` counts the campaigns before they were searched, `kinds` are the protocols among them.
    """

    campaigns: tuple[CampaignCard, ...]
    all: int
    archived: int
    kinds: tuple[str, ...]
    query: CampaignsQuery
    drafts: tuple[str, ...]
    deleted: tuple[DeletedCampaign, ...]
    upload: bool


def _standing(state: CampaignState, done: int, planned: int, idle: int, now: datetime) -> Standing:
    if state.state == "closed":
        return "closed"
    if planned and done >= planned:
        return "complete"
    if state.deadline is not None and state.deadline <= now:
        return "overdue"
    if state.state == "paused":
        return "paused"
    if not done:
        return "waiting"
    return "idle" if idle else "running"


def _card(store: Store, state: CampaignState, now: datetime) -> CampaignCard:
    people = present_round(store, state.name)
    done = sum(person.done for person in people)
    planned = planned_of(people) + store.crowd_counts.open_places(state.name)
    idle = sum(is_idle(person, state, now) for person in people)
    return CampaignCard(
        name=state.name,
        title=state.title,
        protocol=protocols.get(state.protocol).name,
        pairs=pairs_of(store.campaigns.get(state.name)),
        done=done,
        planned=planned,
        standing=_standing(state, done, planned, idle, now),
        annotators=len(people),
        idle=idle,
        late=sum(is_late(person, state, now) for person in people),
        last_at=max((p.last_at for p in people if p.last_at is not None), default=None),
        deadline=state.deadline,
        archived_at=state.archived_at,
    )


def _matches(card: CampaignCard, query: CampaignsQuery, words: Words) -> bool:
    """Tell whether a campaign has all words that are looked for, and the kind and state."""
    told = " ".join(
        (
            card.title,
            card.name,
            card.protocol,
            words.protocol(card.protocol),
            *card.pairs,
            *(words.pair(pair) for pair in card.pairs),
        )
    ).casefold()
    return (
        all(word in told for word in query.q.casefold().split())
        and query.kind in ("", card.protocol)
        and query.standing in ("", card.standing)
    )


def campaigns_page(visit: Visit) -> CampaignsPage:
    """GET /manage."""
    query: CampaignsQuery = visit.query
    states = visit.store.campaigns.all(deleted=None)
    kept = [state for state in states if state.deleted_at is None]
    listed = [
        state for state in kept if (state.archived_at is not None) is (query.archived == "yes")
    ]
    cards = [_card(visit.store, state, visit.now) for state in listed]
    cards.sort(
        key=lambda card: (
            _URGENCY.index(card.standing),
            -(card.last_at.timestamp() if card.last_at else 0.0),
            card.name,
        )
    )
    words = Words(language_of(visit.request), visit.now)
    folder = visit.request.app.state.folder
    return CampaignsPage(
        campaigns=tuple(card for card in cards if _matches(card, query, words)),
        all=len(cards),
        archived=sum(state.archived_at is not None for state in kept),
        kinds=tuple(dict.fromkeys(card.protocol for card in cards)),
        query=query,
        drafts=tuple(draft.name for draft in drafts(folder)) if folder else (),
        deleted=tuple(
            DeletedCampaign(state.name, state.title, state.deleted_at, state.deleted_at + KEPT)
            for state in states
            if state.deleted_at is not None and visit.now - state.deleted_at <= KEPT
        ),
        upload=folder is not None,
    )


endpoints = (
    Endpoint(
        "GET",
        "/manage",
        "Campaigns, searched and sorted by what needs somebody",
        campaigns_page,
        query=CampaignsQuery,
        gives=CampaignsPage,
        template="manage/campaigns.html",
    ),
)
