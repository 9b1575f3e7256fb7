"""Settings of a running campaign: title, price, deadline, contact and instructions.

Who judges what stays as it is. Two managers who change settings at the same time do not overwrite
each other: the second sees what was changed, and keeps what they typed.
"""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from msgspec import Struct
from starlette.responses import Response

from tertium import protocols
from tertium.exceptions import Conflict, TertiumError
from tertium.formats.campaign import with_wording
from tertium.formats.campaign_edit import edited
from tertium.formats.files import replacing
from tertium.store.running_settings import CHANGED
from tertium.web.manage.export import campaign_file
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.setting_fields import (
    RUNNING,
    SettingField,
    read_fields,
    setting_fields,
    shown_value,
)
from tertium.web.manage.visit import Done, DoneBody, Visit
from tertium.web.manage.zones import end_of_day
from tertium.web.openapi import Endpoint
from tertium.web.pages import wants_json

_HERE = "/manage/campaigns/{campaign}/settings"
SINCE = "since"


class SettingChange(Struct, frozen=True):
    """What was changed, by whom and when."""

    key: str
    label: str
    before: str
    after: str
    by: str
    at: datetime


class SettingsPage(Struct, frozen=True):
    """The settings that may change while people work, and how they changed so far.

    `since` is sent back with a change; if there is a newer one then, nothing is overwritten.
    """

    head: Head
    settings: tuple[SettingField, ...]
    changes: tuple[SettingChange, ...]
    since: int


def settings_page(visit: Visit) -> SettingsPage:
    """GET …/settings."""
    name = visit.path["campaign"]
    fields = _fields(visit, name)
    return SettingsPage(
        head_of(visit.store, name),
        tuple(fields),
        _changes(visit, name, fields),
        visit.store.settings.last(name),
    )


def _fields(visit: Visit, name: str) -> list[SettingField]:
    campaign = visit.store.campaigns.get(name)
    every = setting_fields(_data(visit, name), protocols.get(campaign.protocol, campaign.options))
    return [one for one in every if one.table in RUNNING and one.key != "seed"]


def _data(visit: Visit, name: str) -> dict[str, Any]:
    """Return what a campaign file would say now."""
    campaign, state = visit.store.campaigns.get(name), visit.store.campaigns.state(name)
    prices, wording = asdict(campaign.prices), asdict(campaign.wording)
    if state.price is not None:
        prices |= {"per_task": state.price, "currency": state.currency or prices["currency"]}
    del wording["tutorial"]
    ends = state.deadline  # a day in its own time zone
    day = ends is not None and (ends.hour, ends.minute, ends.second) == (23, 59, 59)
    wording["deadline"] = ends.date() if ends and day else ends and ends.astimezone(UTC)
    filled = {key: value for key, value in wording.items() if value is not None}
    return {"title": state.title, "prices": prices, "wording": filled}


def _changes(visit: Visit, name: str, fields: list[SettingField]) -> tuple[SettingChange, ...]:
    """Return all changes so far, newest first."""
    labels = {one.key: one.label for one in fields}
    return tuple(
        SettingChange(key, labels.get(key, key), before, after, event.actor, event.at)
        for event in reversed(visit.store.history.events(name))
        if event.event == CHANGED
        for key, before, after in event.detail["changes"]
    )


def change_settings(visit: Visit) -> Done | Response:
    """POST …/settings: change what annotators read from their next page on."""
    name, sent = visit.path["campaign"], dict(visit.body)
    since = int(sent.pop(SINCE, "0")) if sent.get(SINCE, "0").isdecimal() else 0
    try:
        _change(visit, name, sent, since)
    except Conflict as error:
        return _asked_again(visit, name, sent, since, error)
    except TertiumError as error:
        if wants_json(visit.request):
            raise
        return visit.show(
            "manage/settings.html", settings_page(visit), status=422, error=error, sent=sent
        )
    return Done("settings", _HERE.format(campaign=name))


def _change(visit: Visit, name: str, sent: Mapping[str, str], since: int) -> None:
    store, fields = visit.store, _fields(visit, name)
    if store.settings.last(name) != since:
        raise Conflict(
            "the settings were changed since you opened this page",
            fix="Look at what is there now, and save again.",
        )
    changes = read_fields(fields, sent)
    if not changes:
        return
    data = _data(visit, name)
    for path, value in changes.items():
        around = data if len(path) == 1 else data[path[0]]
        if value is None:
            around.pop(path[-1], None)
        else:
            around[path[-1]] = value
    ends = data["wording"].get("deadline")
    if isinstance(ends, date) and not isinstance(ends, datetime):
        data["wording"]["deadline"] = end_of_day(ends, store.campaigns.state(name).zone)
    after = with_wording(store.campaigns.get(name), data)
    by_key = {one.path: one for one in fields}
    told = [
        (by_key[path].key, by_key[path].value, shown_value(value))
        for path, value in changes.items()
    ]
    file = campaign_file(visit.request.app.state, name)
    text = edited(file.read_text(encoding="utf-8"), changes) if file else ""
    store.settings.change(
        after,
        told,
        since=since,
        by=visit.manager,
        at=visit.now,
        beside=lambda: _write(file, text),
    )


def _write(file: Path | None, text: str) -> None:
    if file is not None:
        with replacing(file) as beside:
            beside.write_text(text, encoding="utf-8")


def _asked_again(
    visit: Visit, name: str, sent: dict[str, str], since: int, error: Conflict
) -> Response:
    """Show what another manager changed; a field that this one left alone has the new value."""
    if wants_json(visit.request):
        raise error
    page = settings_page(visit)
    newer = [
        change
        for event in visit.store.history.events(name)
        if event.event == CHANGED and event.sequence > since
        for change in event.detail["changes"]
    ]
    now = {one.key: one.value for one in page.settings}
    for key, before, _ in newer:
        if sent.get(key, "") == before:
            sent[key] = now[key]
    count = len(newer)
    recent = page.changes[:count]
    return visit.show(
        "manage/settings.html", page, status=409, error=error, sent=sent, recent=recent
    )


endpoints = (
    Endpoint(
        "GET",
        _HERE,
        "The settings that may change while a campaign runs",
        settings_page,
        gives=SettingsPage,
        template="manage/settings.html",
    ),
    Endpoint(
        "POST",
        _HERE,
        "Change title, price, deadline or wording of a running campaign",
        change_settings,
        takes=dict[str, str],
        gives=DoneBody,
    ),
)
