"""Steering a campaign: pause, close, reopen, the deadline, and revealing names.

Whatever cannot be taken back in the minds of people asks first: closing and
revealing have a page of their own, which the browser may show as a dialogue.
"""

from datetime import date
from typing import Literal

from msgspec import Struct

from tertium.exceptions import Conflict
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.visit import Done, DoneBody, Visit
from tertium.web.manage.zones import end_of_day
from tertium.web.openapi import Endpoint

_HERE = "/manage/campaigns/{campaign}"
_DONE = {"open": "opened", "paused": "paused", "closed": "closed"}


class NewState(Struct, frozen=True):
    """What a campaign should be from now on."""

    state: Literal["open", "paused", "closed"]


class Deadline(Struct, frozen=True):
    """The last day on which answers are expected, in a time zone; without a day there is none."""

    last_day: date | None = None
    zone: str = ""


class Confirmation(Struct, frozen=True):
    """That the consequences were read."""

    sure: Literal["yes"]


class AskPage(Struct, frozen=True):
    """A question before something that cannot be undone."""

    head: Head


def _here(visit: Visit) -> str:
    return f"/manage/campaigns/{visit.path['campaign']}"


def ask_page(visit: Visit) -> AskPage:
    """GET …/close and …/reveal: the consequences, before the act."""
    return AskPage(head_of(visit.store, visit.path["campaign"]))


def set_state(visit: Visit) -> Done:
    """POST …/state: open, pause or close."""
    state = visit.body.state
    visit.store.campaigns.set_state(visit.path["campaign"], state, by=visit.manager, at=visit.now)
    return Done(_DONE[state], _here(visit))


def set_deadline(visit: Visit) -> Done:
    """POST …/deadline: what annotators see as the last day."""
    name, last_day = visit.path["campaign"], visit.body.last_day
    zone = visit.body.zone or visit.store.campaigns.state(name).zone
    ends = end_of_day(last_day, zone) if last_day else None
    visit.store.campaigns.set_deadline(name, ends, zone=zone, by=visit.manager, at=visit.now)
    return Done("deadline", _here(visit))


def reveal(visit: Visit) -> Done:
    """POST …/reveal: show system names and the direction from now on, and log who asked."""
    campaign = visit.path["campaign"]
    if not visit.store.campaigns.reveal(campaign, by=visit.manager, at=visit.now):
        raise Conflict("names were revealed already", fix="Open the report.")
    return Done("revealed", f"{_here(visit)}/report")


endpoints = (
    Endpoint(
        "GET",
        f"{_HERE}/close",
        "What closing means",
        ask_page,
        gives=AskPage,
        template="manage/close.html",
    ),
    Endpoint(
        "GET",
        f"{_HERE}/reveal",
        "What revealing means",
        ask_page,
        gives=AskPage,
        template="manage/reveal.html",
    ),
    Endpoint(
        "POST",
        f"{_HERE}/state",
        "Open, pause or close a campaign",
        set_state,
        takes=NewState,
        gives=DoneBody,
    ),
    Endpoint(
        "POST",
        f"{_HERE}/deadline",
        "Set or remove the deadline",
        set_deadline,
        takes=Deadline,
        gives=DoneBody,
    ),
    Endpoint(
        "POST",
        f"{_HERE}/reveal",
        "Reveal system names; this is logged",
        reveal,
        takes=Confirmation,
        gives=DoneBody,
    ),
)
