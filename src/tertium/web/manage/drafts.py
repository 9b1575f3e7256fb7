"""Uploads that are not open yet: campaign folders in `.drafts`, beside the open ones.

A draft is built in a folder of its own and moved in one step, so a failed
upload leaves nothing behind. Opening moves it beside the other campaigns.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import mkdtemp
from time import time
from typing import Any

from tertium.design import build_plan
from tertium.exceptions import BadInput, Conflict, NotFound, TertiumError
from tertium.formats.campaign import CAMPAIGN_FILE, read_campaign
from tertium.formats.new import new_campaign
from tertium.model import Campaign, Plan
from tertium.store import Store
from tertium.store.locate import FILE, locate
from tertium.store.storable import check_campaign_text

DRAFTS = ".drafts"
BUILDING = ".building-"  # not a draft yet, or no longer one


def drafts(folder: Path) -> list[Path]:
    """Return the folders of all drafts, sorted by name."""
    found = (file.parent for file in (folder / DRAFTS).glob(f"*/{CAMPAIGN_FILE}"))
    return sorted(place for place in found if not place.name.startswith("."))


def draft_named(folder: Path, name: str) -> Path:
    """Return the folder of a draft, or say which drafts there are."""
    known = {draft.name: draft for draft in drafts(folder)}
    if name not in known:
        raise NotFound.among("draft", name, known)
    return known[name]


@contextmanager
def relative(folder: Path) -> Iterator[None]:
    """Name files as their sender knows them: without the folder they lie in here."""
    try:
        yield
    except TertiumError as error:
        for prefix in (f"{folder}/", f"{folder.resolve()}/", str(folder)):
            error.where = error.where.replace(prefix, "")
            error.what = error.what.replace(prefix, "")
            error.fix = error.fix.replace(prefix, "")
        raise


class DraftCampaign:
    """A campaign folder with everything that follows from it."""

    def __init__(self, folder: Path) -> None:
        with relative(folder):
            self.campaign: Campaign = read_campaign(folder)
            self.plan: Plan = build_plan(self.campaign)
            check_campaign_text(self.campaign, self.plan)


@contextmanager
def building(folder: Path) -> Iterator[Path]:
    """Give a fresh folder in which something is built, and clear it away if that fails.

    What a killed server left behind is cleared away as well, when it is a day old.
    """
    (folder / DRAFTS).mkdir(parents=True, exist_ok=True)
    for left in (folder / DRAFTS).glob(f"{BUILDING}*"):
        if time() - left.stat().st_mtime > 86_400:
            shutil.rmtree(left, ignore_errors=True)
    place = Path(mkdtemp(prefix=BUILDING, dir=folder / DRAFTS))
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def add_draft(folder: Path, store: Store, built: Path, **settings: Any) -> str:
    """Describe the texts in `built` unless they bring their own file, and keep them as a draft."""
    with relative(built):
        if not (built / CAMPAIGN_FILE).exists():
            new_campaign(built, **settings)
    if locate(built) != built / FILE:
        raise BadInput(
            "the campaign names a database of its own",
            where=CAMPAIGN_FILE,
            fix="Take the line 'database' out: this server keeps the judgements.",
        )
    name = DraftCampaign(built).campaign.name
    taken = {state.name for state in store.campaigns.all()} | {
        draft.name for draft in drafts(folder)
    }
    if name in taken or (folder / name).exists():
        raise Conflict(f"there is a campaign {name!r} already", fix="Choose another name.")
    try:
        built.rename(folder / DRAFTS / name)
    except OSError as error:  # too long, or sent twice at the same time
        raise Conflict(
            f"the campaign cannot be kept as {name[:60]!r} ({(error.strerror or '').lower()})",
            fix="Choose another name.",
        ) from None
    return name


def open_draft(folder: Path, store: Store, name: str, *, now: datetime) -> str:
    """Move a draft beside the open campaigns and store it."""
    draft = draft_named(folder, name)
    described = DraftCampaign(draft)
    target = folder / draft.name
    if target.exists():
        raise Conflict(f"there is a folder {draft.name!r} already", fix="Discard this draft.")
    try:
        draft.rename(target)
    except OSError:  # it was opened or discarded at the same moment
        raise Conflict(
            f"there is no draft {draft.name!r} any more", fix="Look at the list."
        ) from None
    try:
        store.campaigns.put(described.campaign, described.plan, at=now)
    except BaseException:
        target.rename(draft)
        raise
    return described.campaign.name


def discard_draft(folder: Path, name: str) -> None:
    """Delete a draft, whole or not at all; nothing was judged with it."""
    draft = draft_named(folder, name)
    with building(folder) as place:
        draft.rename(place)
