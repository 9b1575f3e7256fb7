"""Campaigns that leave the list or begin in it: archived, deleted, brought back, copied."""

import re
import shutil
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct
from starlette.datastructures import State

from tertium.exceptions import BadInput, Conflict, Forbidden, NotFound
from tertium.formats.campaign import CAMPAIGN_FILE, checked_name
from tertium.store import Store
from tertium.store.backup import backup
from tertium.web.manage.drafts import add_draft, building, drafts
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.visit import Done, DoneBody, Visit
from tertium.web.openapi import Endpoint

_HERE = "/manage/campaigns/{campaign}"
BACKUPS = "backups"
KEPT = timedelta(days=30)
_NAME_LINE = re.compile(r'^name\s*=\s*"[^"]*"', re.M)
_DEADLINE_LINE = re.compile(r"^(\s*deadline\s*=)", re.M)


class DeletePage(Struct, frozen=True):
    """What deleting means, before the act."""

    head: Head
    until: datetime
    backup: str


class TypedName(Struct, frozen=True):
    """The name of a campaign: typed by hand, that it is meant; or the one that a copy gets."""

    name: Annotated[str, Meta(max_length=200)] = ""


def _folder_of(state: State, store: Store, campaign: str) -> Path:
    """Return the folder of a campaign's files, else that of its server or database."""
    files: dict[str, Path] = getattr(state, "campaign_files", {})
    served: Path | None = state.folder
    if campaign in files:
        return files[campaign].parent
    if served is not None:
        return served / campaign if (served / campaign).is_dir() else served
    return Path(store.database.where).parent if store.database.sqlite else Path()


def _backup_file(state: State, store: Store, campaign: str, now: datetime) -> Path:
    folder: Path = state.folder or _folder_of(state, store, campaign)
    return folder / BACKUPS / f"{campaign}-{now:%Y%m%d-%H%M%S}.db"


def delete_page(visit: Visit) -> DeletePage:
    """GET …/delete: the consequences, before the act."""
    name = visit.path["campaign"]
    file = _backup_file(visit.request.app.state, visit.store, name, visit.now)
    return DeletePage(head_of(visit.store, name), visit.now + KEPT, str(Path(BACKUPS) / file.name))


def delete(visit: Visit) -> Done:
    """POST …/delete: no page, link or command shows the campaign; a backup is written.

    First the campaign stops taking answers, then the backup is made, so that it has everything
    that was acknowledged. If it cannot be written, the campaign comes back.
    """
    name, store = visit.path["campaign"], visit.store
    if visit.body.name != name:
        raise BadInput(
            "this is not the name of the campaign",
            where="the form",
            fix=f"Type {name} to delete it; nothing was changed.",
        )
    file = _backup_file(visit.request.app.state, store, name, visit.now)
    store.campaigns.delete(name, by=visit.manager, at=visit.now)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        url = store.database.url
        source = store.database.where if store.database.sqlite else str(
            url.render_as_string(hide_password=False)
        )  # fmt: skip
        backup(source, file)
    except BaseException as error:
        store.campaigns.restore(name, by=visit.manager, at=visit.now)
        if isinstance(error, OSError):
            raise BadInput(
                f"the backup cannot be written ({(error.strerror or '').lower()})",
                where=str(Path(BACKUPS) / file.name),
                fix="Make room for it; the campaign was not deleted.",
            ) from None
        raise
    return Done("deleted", "/manage")


def restore(visit: Visit) -> Done:
    """POST /manage/deleted/{deleted}/restore: bring a campaign back, links and all."""
    name = visit.path["deleted"]
    state = {one.name: one for one in visit.store.campaigns.all(deleted=True)}.get(name)
    if state is None or state.deleted_at is None:
        raise NotFound(
            f"there is no deleted campaign {name!r}", fix="Look at the list of campaigns."
        )
    if visit.now - state.deleted_at > KEPT:
        raise Conflict(
            f"campaign {name!r} was deleted more than {KEPT.days} days ago",
            fix=f"Its answers are in the folder {BACKUPS!r}: open the backup with tertium export.",
        )
    visit.store.campaigns.restore(name, by=visit.manager, at=visit.now)
    return Done("restored", f"/manage/campaigns/{name}")


def archive(visit: Visit) -> Done:
    """POST …/archive: a closed campaign leaves the list; everything in it stays readable."""
    name = visit.path["campaign"]
    visit.store.campaigns.archive(name, archived=True, by=visit.manager, at=visit.now)
    return Done("archived", "/manage")


def unarchive(visit: Visit) -> Done:
    """POST …/unarchive: the campaign stands in the list again."""
    name = visit.path["campaign"]
    visit.store.campaigns.archive(name, archived=False, by=visit.manager, at=visit.now)
    return Done("unarchived", f"/manage/campaigns/{name}")


def copy(visit: Visit) -> Done:
    """POST …/copy: a draft with the same texts and settings, under a new name.

    A name that is sent is used once, so that a second click makes no second copy.
    """
    name, store = visit.path["campaign"], visit.store
    folder: Path | None = visit.request.app.state.folder
    if folder is None:
        raise Forbidden(
            "this server serves one campaign folder and takes no new campaigns",
            fix="Serve a folder of campaign folders: tertium serve FOLDER.",
        )
    store.campaigns.state(name)
    source = _folder_of(visit.request.app.state, store, name)
    if not (source / CAMPAIGN_FILE).is_file():
        raise NotFound(
            f"the files of campaign {name!r} are not on this server",
            fix="Upload them as a new campaign.",
        )
    new = checked_name(visit.body.name, where="name") if visit.body.name else free_name(visit, name)
    with building(folder) as place:
        ignored = shutil.ignore_patterns(".*", "tertium.db*", BACKUPS)
        shutil.copytree(source, place, ignore=ignored, dirs_exist_ok=True)
        described = (place / CAMPAIGN_FILE).read_text(encoding="utf-8-sig")
        described = _NAME_LINE.sub(f'name = "{new}"', described, count=1)
        described = _DEADLINE_LINE.sub(r"# \1", described)  # it was the former campaign's
        (place / CAMPAIGN_FILE).write_text(described, encoding="utf-8")
        add_draft(folder, store, place)
    detail = {"from": name}
    store.history.add(
        "campaign copied", campaign=new, actor=visit.manager, detail=detail, at=visit.now
    )
    return Done("copied", f"/manage/drafts/{new}")


def free_name(visit: Visit, name: str) -> str:
    """Return the name with the next free number, for a copy; nothing where none can be made."""
    folder: Path | None = visit.request.app.state.folder
    if folder is None:
        return ""
    taken = {one.name for one in visit.store.campaigns.all(deleted=None)}
    taken |= {draft.name for draft in drafts(folder)}
    stem, number = re.sub(r"-\d+$", "", name), 2
    while f"{stem}-{number}" in taken or (folder / f"{stem}-{number}").exists():
        number += 1
    return f"{stem}-{number}"


endpoints = (
    Endpoint(
        "GET",
        f"{_HERE}/delete",
        "What deleting means",
        delete_page,
        gives=DeletePage,
        template="manage/delete.html",
    ),
    Endpoint(
        "POST",
        f"{_HERE}/delete",
        "Delete a campaign, with a backup; it can be brought back for 30 days",
        delete,
        takes=TypedName,
        gives=DoneBody,
    ),
    Endpoint(
        "POST",
        "/manage/deleted/{deleted}/restore",
        "Bring a deleted campaign back",
        restore,
        gives=DoneBody,
    ),
    Endpoint("POST", f"{_HERE}/archive", "Archive a closed campaign", archive, gives=DoneBody),
    Endpoint(
        "POST", f"{_HERE}/unarchive", "Take a campaign out of the archive", unarchive,
        gives=DoneBody,
    ),
    Endpoint(
        "POST", f"{_HERE}/copy", "Make a draft from a campaign's texts and settings", copy,
        takes=TypedName, gives=DoneBody,
    ),
)  # fmt: skip
