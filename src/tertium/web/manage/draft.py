"""A draft of a campaign: its settings and the plan that follows from them, until it is opened."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from msgspec import Struct
from starlette.datastructures import State
from starlette.responses import RedirectResponse, Response

from tertium import protocols
from tertium.design import Check, build_plan, check
from tertium.exceptions import TertiumError
from tertium.formats.campaign import CAMPAIGN_FILE, read_campaign, with_settings
from tertium.formats.campaign_edit import edited
from tertium.formats.files import replacing
from tertium.formats.settings import setting_lines
from tertium.model import Campaign, Identical
from tertium.store.storable import check_campaign_text
from tertium.web.manage.drafts import (
    discard_draft,
    files_of,
    open_draft,
    reading,
    relative,
    upload_of,
)
from tertium.web.manage.setting_fields import Path as SettingPath
from tertium.web.manage.setting_fields import SettingField, read_fields, setting_fields
from tertium.web.manage.upload import draft_folder
from tertium.web.manage.visit import Done, DoneBody, Visit
from tertium.web.openapi import Endpoint
from tertium.web.pages import wants_json

_HERE = "/manage/drafts/{draft}"
_KEPT = 4  # campaigns that are remembered while somebody types


class AnnotatorLoad(Struct, frozen=True):
    """What one annotator will do.

    Of many systems, `sources` counts texts and `later` the questions that will be drawn.
    """

    annotator: str
    pair: str
    tasks: int
    common: int
    again: int
    unique: int
    shared: int
    batches: int
    hours: float
    cost: float
    sources: int
    later: int


class DraftPage(Struct, frozen=True):
    """The dry run: who judges what, how long, at what cost, and what weakens it.

    Of many systems, `translations` are all outputs that are asked about, `vertices` those
    that differ; about `later` questions will be drawn as answers arrive.
    """

    name: str
    title: str
    protocol: str
    pairs: tuple[str, ...]
    sentence: str
    segments: int
    asked: int
    judged: int
    tasks: int
    hours: float
    cost: float
    currency: str
    loads: tuple[AnnotatorLoad, ...]
    identical: int
    near_identical: int
    too_short_or_long: int
    empty: int
    not_dealt: int
    too_few: int
    systems: int
    translations: int
    vertices: int
    later: int
    domains: tuple[Identical, ...]
    warnings: tuple[str, ...]
    signature: str
    deadline: datetime | None
    settings: tuple[SettingField, ...]
    notes: tuple[str, ...]


@contextmanager
def _file(visit: Visit) -> Iterator[Path]:
    with reading(draft_folder(visit), visit.path["draft"]) as draft:
        yield draft / CAMPAIGN_FILE


def draft_page(visit: Visit) -> DraftPage | Response:
    """GET /manage/drafts/{draft}."""
    with _file(visit) as file:
        if file.exists():
            return _page(visit, file, file.read_text(encoding="utf-8"))
    return RedirectResponse(f"/manage/drafts/{visit.path['draft']}/question", status_code=303)


def _page(visit: Visit, file: Path, text: str) -> DraftPage:
    """Return the plan that follows from a text of the campaign file, and its settings."""
    fields = _fields(file, text)
    with _by_label(text, fields), relative(file.parent):
        campaign = _campaign(visit.request.app.state, file, text)
        plan = build_plan(campaign)
        check_campaign_text(campaign, plan)
        found: Check = check(campaign, plan, now=visit.now, blind=True)
    collapsed = found.collapsed
    return DraftPage(
        name=visit.path["draft"],
        title=found.title,
        protocol=protocols.get(campaign.protocol).name,
        pairs=tuple(dict.fromkeys(segment.pair for segment in campaign.segments)),
        sentence=found.sentence,
        segments=found.segments,
        asked=found.asked,
        judged=found.judged,
        tasks=found.tasks,
        hours=found.hours,
        cost=found.cost,
        currency=found.currency,
        loads=tuple(
            AnnotatorLoad(
                annotator=load.annotator,
                pair=load.pair,
                tasks=load.tasks,
                common=load.common,
                again=load.again,
                unique=load.unique,
                shared=load.shared,
                batches=load.batches,
                hours=load.hours,
                cost=load.cost,
                sources=load.sources,
                later=load.later,
            )
            for load in found.annotators
        ),
        identical=found.left_out.identical,
        near_identical=found.left_out.near_identical,
        too_short_or_long=found.left_out.too_short_or_long,
        empty=found.left_out.empty,
        not_dealt=found.left_out.not_dealt,
        too_few=found.left_out.too_few,
        systems=collapsed.systems if collapsed else 2,
        translations=collapsed.translations if collapsed else 0,
        vertices=collapsed.vertices if collapsed else 0,
        later=found.later,
        domains=found.identical,
        warnings=found.warnings,
        signature=found.signature,
        deadline=campaign.wording.deadline,
        settings=tuple(fields),
        notes=upload_of(file.parent).notes,
    )


def _fields(file: Path, text: str) -> list[SettingField]:
    data = tomllib.loads(text)
    texts = str(data.get("texts", ""))
    beside = tuple(name for name in files_of(file.parent) if name not in texts)
    return setting_fields(data, protocols.get(data["protocol"]), beside)


@contextmanager
def _by_label(text: str, fields: list[SettingField]) -> Iterator[None]:
    """Name a setting as its field is called, instead of its line in the file."""
    try:
        yield
    except TertiumError as error:
        line = re.search(r"\.toml:(\d+)", error.where)
        labels = {field.path: field.label for field in fields}
        for path, number in setting_lines(text).items() if line else ():
            if line and number == int(line[1]) and path in labels:
                error.where = labels[path]
        raise


def _campaign(state: State, file: Path, text: str) -> Campaign:
    """Return the campaign that a text of its file describes; its texts are read once.

    What the reader of options does depends on files, so other options are read as from disk.
    """
    kept: dict[tuple[str, int], Campaign] | None = getattr(state, "drafted", None)
    if kept is None:
        kept = state.drafted = {}
    key = (str(file), file.stat().st_mtime_ns)
    if key not in kept:
        for old in list(kept)[: max(0, len(kept) - _KEPT + 1)]:
            kept.pop(old, None)
        kept[key] = read_campaign(file.parent)
    before, after = tomllib.loads(file.read_text(encoding="utf-8")), tomllib.loads(text)
    if before.get("options") != after.get("options"):
        with replacing(file.with_name(".tried.toml")) as beside:
            beside.write_text(text, encoding="utf-8")
            return read_campaign(beside)
    return with_settings(kept[key], text, file)


def _changed(file: Path, sent: Mapping[str, str]) -> tuple[str, dict[SettingPath, object]]:
    """Return the campaign file with what a form says, and what that changes."""
    text = file.read_text(encoding="utf-8")
    changes = read_fields(_fields(file, text), sent)
    return (edited(text, changes) if changes else text), changes


def try_settings(visit: Visit) -> DraftPage | Response:
    """POST …/plan: the plan that other settings would give; nothing is changed."""
    try:
        with _file(visit) as file:
            page = _page(visit, file, _changed(file, visit.body)[0])
    except TertiumError as error:
        if wants_json(visit.request):
            raise
        return visit.show("manage/draft_fault.html", None, error=error)
    if wants_json(visit.request):
        return page
    return visit.show("manage/draft_plan.html", page)


def _save(visit: Visit) -> None:
    """Write what the form says into the campaign file, if a plan follows from it."""
    with _file(visit) as file:
        text, changes = _changed(file, visit.body)
        if not changes:
            return
        _page(visit, file, text)  # refuses what cannot run
        with replacing(file) as beside:
            beside.write_text(text, encoding="utf-8")


def save_settings(visit: Visit) -> Done | Response:
    """POST …/settings: change the campaign file."""
    try:
        _save(visit)
    except TertiumError as error:
        return _refused(visit, error)
    return Done("saved", _HERE.format(draft=visit.path["draft"]))


def open_campaign(visit: Visit) -> Done | Response:
    """POST …/open: from now on the links work; settings in the form are saved first."""
    try:
        if visit.body:
            _save(visit)
    except TertiumError as error:
        return _refused(visit, error)
    name = open_draft(draft_folder(visit), visit.store, visit.path["draft"], now=visit.now)
    visit.store.history.add("campaign opened", campaign=name, actor=visit.manager, at=visit.now)
    return Done("campaign_opened", f"/manage/campaigns/{name}/annotators")


def _refused(visit: Visit, error: TertiumError) -> Response:
    """Show the form again as it was filled in, with what is wrong."""
    if wants_json(visit.request):
        raise error
    with _file(visit) as file:
        page = _page(visit, file, file.read_text(encoding="utf-8"))
    return visit.show("manage/draft.html", page, status=422, error=error, sent=visit.body)


def discard(visit: Visit) -> Done:
    """POST /manage/drafts/{draft}/discard: forget an upload that was not opened."""
    name = visit.path["draft"]
    discard_draft(draft_folder(visit), name)
    visit.store.history.add("campaign discarded", campaign=name, actor=visit.manager, at=visit.now)
    return Done("discarded", "/manage")


def campaign_text(visit: Visit) -> Response:
    """GET …/campaign.toml: the file behind the form."""
    with _file(visit) as file:
        return Response(
            file.read_bytes(),
            media_type="application/toml",
            headers={"content-disposition": f'attachment; filename="{file.parent.name}.toml"'},
        )


endpoints = (
    Endpoint(
        "GET",
        f"{_HERE}/campaign.toml",
        "The campaign file of a draft",
        campaign_text,
        media=("application/toml",),
    ),
    Endpoint(
        "GET",
        _HERE,
        "The settings and the dry run of an uploaded campaign",
        draft_page,
        gives=DraftPage,
        template="manage/draft.html",
    ),
    Endpoint(
        "POST",
        f"{_HERE}/plan",
        "The dry run with other settings; nothing is changed",
        try_settings,
        takes=dict[str, str],
        gives=DraftPage,
    ),
    Endpoint(
        "POST",
        f"{_HERE}/settings",
        "Change settings of an uploaded campaign",
        save_settings,
        takes=dict[str, str],
        gives=DoneBody,
    ),
    Endpoint(
        "POST",
        f"{_HERE}/open",
        "Open an uploaded campaign",
        open_campaign,
        takes=dict[str, str],
        gives=DoneBody,
    ),
    Endpoint(
        "POST",
        f"{_HERE}/discard",
        "Discard an uploaded campaign",
        discard,
        gives=DoneBody,
    ),
)
