"""Annotators and their links: who works, how far, and the address to send.

Names and mail addresses are kept apart from judgements; these pages are the
only ones that show them.
"""

import csv
import io
from datetime import date, datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from tertium.store import AnnotatorState, Store
from tertium.text import guarded
from tertium.web.manage.handing import Hands
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.visit import Done, DoneBody, Visit, base_url
from tertium.web.manage.zones import end_of_day
from tertium.web.openapi import Endpoint

_HERE = "/manage/campaigns/{campaign}/annotators"


class Person(Struct, frozen=True):
    """One annotator as a manager sees them. `link` is empty when none works."""

    id: str
    group: str
    name: str
    mail: str
    state: Literal["active", "paused", "revoked"]
    link: str
    expires_at: datetime | None
    assigned: int
    done: int
    last_at: datetime | None
    median_seconds: float | None
    consented_at: datetime | None


class AnnotatorsPage(Struct, frozen=True):
    """All annotators of a campaign with their links."""

    head: Head
    people: tuple[Person, ...]
    groups: tuple[str, ...]


class NewAnnotator(Struct, frozen=True):
    """Somebody who joins: the common set, and the open work of somebody else if named.

    Without an id they get the next one in the way the others are called.
    """

    id: Annotated[str, Meta(pattern=r"^([A-Za-z0-9][A-Za-z0-9._-]{0,39})?$")] = ""
    group: str = ""
    name: Annotated[str, Meta(max_length=200)] = ""
    mail: Annotated[str, Meta(max_length=200)] = ""
    takes_over: str = ""
    known: int | None = None  # annotators when the form was opened: a second click adds nobody


class Identity(Struct, frozen=True):
    """Who an annotator is; empty words forget it."""

    name: Annotated[str, Meta(max_length=200)] = ""
    mail: Annotated[str, Meta(max_length=200)] = ""


class Expiry(Struct, frozen=True):
    """The last day on which a link works; without a day it works until it is withdrawn."""

    last_day: date | None = None


class WorkingState(Struct, frozen=True):
    """Whether an annotator may work."""

    state: Literal["active", "paused"]


class NewLink(Struct, frozen=True):
    """An annotator's new link."""

    link: str


def link_of(request_base: str, token: str) -> str:
    """Return the address that an annotator opens."""
    return f"{request_base}/a/{token}"


def person_of(state: AnnotatorState, base: str) -> Person:
    """Return what managers see of an annotator."""
    return Person(
        id=state.id,
        group=state.group,
        name=state.name,
        mail=state.mail,
        state=state.state,
        link="" if state.state == "revoked" else link_of(base, state.token),
        expires_at=state.expires_at,
        assigned=state.assigned,
        done=state.done,
        last_at=state.last_at,
        median_seconds=state.median_seconds,
        consented_at=state.consented_at,
    )


def annotators_page(visit: Visit) -> AnnotatorsPage:
    """GET …/annotators."""
    name = visit.path["campaign"]
    head = head_of(visit.store, name)
    people = visit.store.annotators.all(name)
    base = base_url(visit.request)
    return AnnotatorsPage(
        head=head,
        people=tuple(person_of(person, base) for person in people),
        groups=tuple(sorted({person.group for person in people if person.group})),
    )


def links_csv(store: Store, campaign: str, base: str) -> str:
    """Return one line per annotator: what to put into a mail."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["annotator", "group", "name", "mail", "link", "expires_at"])
    for state in store.annotators.all(campaign):
        person = person_of(state, base)
        expires = person.expires_at.isoformat() if person.expires_at else ""
        line = [person.id, person.group, person.name, person.mail, person.link, expires]
        writer.writerow([guarded(cell) for cell in line])
    return out.getvalue()


def links_file(visit: Visit) -> Response:
    """GET …/links.csv."""
    name = visit.path["campaign"]
    visit.store.campaigns.state(name)
    return Response(
        links_csv(visit.store, name, base_url(visit.request)),
        media_type="text/csv; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}-links.csv"'},
    )


def add(visit: Visit) -> Done:
    """POST …/annotators: somebody joins a running campaign."""
    sent: NewAnnotator = visit.body
    hands = Hands(visit.store, visit.path["campaign"], by=visit.manager, at=visit.now)
    joined = hands.join(
        sent.id,
        group=sent.group,
        name=sent.name,
        mail=sent.mail,
        giver=sent.takes_over,
        known=sent.known,
    )
    return Done("annotator_added", _page(visit, joined))


def _page(visit: Visit, annotator: str = "") -> str:
    person = annotator or visit.path["annotator"]
    return f"/manage/campaigns/{visit.path['campaign']}/annotators/{person}"


def _noted(visit: Visit, event: str, **detail: str) -> None:
    visit.store.history.add(
        event,
        campaign=visit.path["campaign"],
        actor=visit.manager,
        detail={"annotator": visit.path["annotator"], **detail},
        at=visit.now,
    )


def identify(visit: Visit) -> Done:
    """POST …/{annotator}/identity: note who it is, apart from what they judge."""
    sent: Identity = visit.body
    campaign, annotator = visit.path["campaign"], visit.path["annotator"]
    if sent.name or sent.mail:
        visit.store.annotators.set_name(campaign, annotator, name=sent.name, mail=sent.mail)
    else:
        visit.store.annotators.forget_identity(campaign, annotator)
    _noted(visit, "identity changed")  # the log must not keep the name itself
    return Done("identity", _page(visit))


def renew(visit: Visit) -> Done:
    """POST …/{annotator}/link: make a new link; the former one stops working."""
    campaign, annotator = visit.path["campaign"], visit.path["annotator"]
    token = visit.store.annotators.new_link(campaign, annotator, at=visit.now)
    _noted(visit, "link renewed")
    gives = NewLink(link_of(base_url(visit.request), token))
    return Done("link", _page(visit), gives=gives)


def revoke(visit: Visit) -> Done:
    """POST …/{annotator}/revoke: the link stops working; answers stay."""
    visit.store.annotators.revoke_link(
        visit.path["campaign"], visit.path["annotator"], at=visit.now
    )
    _noted(visit, "link revoked")
    return Done("revoked", _page(visit))


def set_working(visit: Visit) -> Done:
    """POST …/{annotator}/state: let somebody rest or go on."""
    sent: WorkingState = visit.body
    paused = sent.state == "paused"
    visit.store.annotators.pause(visit.path["campaign"], visit.path["annotator"], paused=paused)
    _noted(visit, "annotator paused" if paused else "annotator resumed")
    return Done("annotator_paused" if paused else "annotator_resumed", _page(visit))


def set_expiry(visit: Visit) -> Done:
    """POST …/{annotator}/expiry: the link works until the end of a day, or without end."""
    last_day = visit.body.last_day
    zone = visit.store.campaigns.state(visit.path["campaign"]).zone
    ends = end_of_day(last_day, zone) if last_day else None
    visit.store.annotators.set_expiry(visit.path["campaign"], visit.path["annotator"], ends)
    _noted(visit, "expiry set", last_day=str(last_day or ""))
    return Done("expiry", _page(visit))


endpoints = (
    Endpoint(
        "GET",
        _HERE,
        "Annotators and their links",
        annotators_page,
        gives=AnnotatorsPage,
        template="manage/annotators.html",
    ),
    Endpoint(
        "GET",
        "/manage/campaigns/{campaign}/links.csv",
        "The links as a file for a mail programme",
        links_file,
        media=("text/csv",),
    ),
    Endpoint("POST", _HERE, "Add an annotator", add, takes=NewAnnotator, gives=DoneBody),
    Endpoint(
        "POST",
        f"{_HERE}/{{annotator}}/identity",
        "Note or forget who an annotator is",
        identify,
        takes=Identity,
        gives=DoneBody,
    ),
    Endpoint(
        "POST", f"{_HERE}/{{annotator}}/link", "Replace an annotator's link", renew, gives=NewLink
    ),
    Endpoint(
        "POST", f"{_HERE}/{{annotator}}/revoke", "Withdraw an annotator's link", revoke,
        gives=DoneBody,
    ),
    Endpoint(
        "POST",
        f"{_HERE}/{{annotator}}/state",
        "Pause an annotator, or let them go on",
        set_working,
        takes=WorkingState,
        gives=DoneBody,
    ),
    Endpoint(
        "POST",
        f"{_HERE}/{{annotator}}/expiry",
        "Set the last day of an annotator's link",
        set_expiry,
        takes=Expiry,
        gives=DoneBody,
    ),
)  # fmt: skip
