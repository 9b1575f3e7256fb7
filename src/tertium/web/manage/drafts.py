"""Uploads that are not open yet: campaign folders in `.drafts`, beside the open ones.

A draft is built in a folder of its own and moved in one step. If something about it can only be
said by a person, it is kept without a campaign file, and `.upload.json` in it says what is asked
and what was answered so far. Opening moves it beside the other campaigns.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import mkdtemp
from time import time
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from tertium.design import build_plan
from tertium.exceptions import BadInput, Conflict, NotFound, OpenQuestion, TertiumError
from tertium.formats.campaign import CAMPAIGN_FILE, read_campaign
from tertium.formats.new import new_campaign
from tertium.model import Campaign, Plan
from tertium.store import Store
from tertium.store.locate import FILE, locate
from tertium.store.storable import check_campaign_text
from tertium.web.manage.language_codes import language_code

DRAFTS = ".drafts"
BUILDING = ".building-"  # not a draft yet, or no longer one
UPLOAD = ".upload.json"


class Answers(Struct, frozen=True):
    """What is told about texts; a zip with a campaign.toml tells everything itself."""

    title: Annotated[str, Meta(max_length=200)] = ""
    name: Annotated[str, Meta(max_length=60)] = ""
    source_language: Annotated[str, Meta(max_length=60)] = ""
    target_language: Annotated[str, Meta(max_length=60)] = ""
    annotators: Annotated[int, Meta(ge=1, le=500)] | None = None
    baseline: Annotated[str, Meta(max_length=100)] = ""  # system names, if files do not tell
    advanced: Annotated[str, Meta(max_length=100)] = ""
    protocol: str = ""
    sheet: str = ""
    source_column: str = ""
    source_file: str = ""
    systems: tuple[str, ...] = ()


class Question(Struct, frozen=True):
    """What stands in the way of a draft: a fault, or something that it `asks`."""

    what: str
    where: str
    fix: str
    asks: str = ""
    choices: tuple[str, ...] = ()

    @classmethod
    def of(cls, error: TertiumError) -> "Question":
        """Return what an error asks."""
        fix = "" if "--" in error.fix else error.fix  # an option of the command line
        if isinstance(error, OpenQuestion):
            return cls(error.what, error.where, fix, error.asks, error.choices)
        return cls(error.what, error.where, fix)


class Upload(Struct, frozen=True):
    """How a draft came to be: what was answered, what is open, and what was left out."""

    answers: Answers = Answers()
    question: Question | None = None
    notes: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()  # those that the files have


def drafts(folder: Path) -> list[Path]:
    """Return the folders of all drafts, sorted by name."""
    found = {
        file.parent
        for kept in (CAMPAIGN_FILE, UPLOAD)
        for file in (folder / DRAFTS).glob(f"*/{kept}")
    }
    return sorted(place for place in found if not place.name.startswith("."))


def draft_named(folder: Path, name: str) -> Path:
    """Return the folder of a draft, or say which drafts there are."""
    known = {draft.name: draft for draft in drafts(folder)}
    if name not in known:
        raise NotFound.among("draft", name, known)
    return known[name]


@contextmanager
def reading(folder: Path, name: str) -> Iterator[Path]:
    """Give the folder of a draft; if it is opened or discarded meanwhile, say that it is gone."""
    try:
        yield draft_named(folder, name)
    except FileNotFoundError:
        draft_named(folder, name)
        raise


def upload_of(draft: Path) -> Upload:
    """Return how a draft came to be."""
    try:
        return msgspec.json.decode((draft / UPLOAD).read_bytes(), type=Upload)
    except FileNotFoundError:
        return Upload()


def files_of(draft: Path) -> tuple[str, ...]:
    """Return the names of the files of a draft, without its campaign file."""
    return tuple(
        sorted(
            path.relative_to(draft).as_posix()
            for path in draft.rglob("*")
            if path.is_file() and path.name != CAMPAIGN_FILE and not path.name.startswith(".")
        )
    )


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


def add_draft(
    folder: Path,
    store: Store,
    built: Path,
    answers: Answers | None = None,
    usual: str = "",
    *,
    keep: bool = False,
) -> str:
    """Describe the texts in `built` and move them among the drafts; return the draft's name.

    `usual` is how the campaign is called if nobody said it. With `keep`, texts that cannot be
    described stay as well, with what is asked about them.
    """
    answers = answers or Answers()
    question: Question | None = None
    notes: list[str] = []
    found = upload_of(built).systems
    given = (built / CAMPAIGN_FILE).exists()
    try:
        campaign = _described(folder, store, built, answers, usual, notes)
        name = campaign.name
        found = tuple(dict.fromkeys((*found, *(one.name for one in campaign.systems))))
    except TertiumError as error:
        if not keep:
            raise
        if not given:
            (built / CAMPAIGN_FILE).unlink(missing_ok=True)
        question, name = Question.of(error), _free(folder, store, answers.name or usual)
    upload = Upload(answers, question, tuple(notes), found)
    (built / UPLOAD).write_bytes(msgspec.json.encode(upload))
    try:
        built.rename(folder / DRAFTS / name)
    except OSError as error:  # too long, or sent twice at the same time
        _refuse_taken(folder, store, name)
        raise Conflict(
            f"the campaign cannot be kept as {name[:60]!r} ({(error.strerror or '').lower()})",
            fix="Choose another name.",
        ) from None
    return name


def _described(
    folder: Path, store: Store, built: Path, answers: Answers, usual: str, notes: list[str]
) -> Campaign:
    """Write the campaign file unless the texts bring their own; return the campaign."""
    with relative(built):
        if not (built / CAMPAIGN_FILE).exists():
            new_campaign(
                built,
                name=answers.name or usual,
                title=answers.title or None,
                source_language=language_code(answers.source_language, "source_language") or None,
                target_language=language_code(answers.target_language, "target_language") or None,
                annotators=answers.annotators,
                protocol=answers.protocol or None,
                baseline=answers.baseline or None,
                advanced=answers.advanced or None,
                sheet=answers.sheet,
                source_column=answers.source_column,
                source_file=answers.source_file,
                systems=answers.systems,
                note=notes.append,
            )
    if locate(built) != built / FILE:
        raise BadInput(
            "the campaign names a database of its own",
            where=CAMPAIGN_FILE,
            fix="Take the line 'database' out: this server keeps the judgements.",
        )
    campaign = DraftCampaign(built).campaign
    _refuse_taken(folder, store, campaign.name)
    return campaign


def _refuse_taken(folder: Path, store: Store, name: str) -> None:
    if name in _taken(folder, store):
        raise OpenQuestion(
            f"there is a campaign {name!r} already", asks="name", fix="Choose another name."
        )


def _taken(folder: Path, store: Store) -> set[str]:
    return (
        {state.name for state in store.campaigns.all(deleted=None)}
        | {draft.name for draft in drafts(folder)}
        | {path.name for path in folder.iterdir() if not path.name.startswith(".")}
    )


def _free(folder: Path, store: Store, wanted: str) -> str:
    """Return a name for a draft that is not described yet."""
    letters = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in wanted)
    plain = "-".join(part for part in letters.split("-") if part)[:50] or "draft"
    taken = _taken(folder, store)
    numbered = (f"{plain}-{number}" for number in range(2, 10_000))
    return plain if plain not in taken else next(one for one in numbered if one not in taken)


@contextmanager
def changing(folder: Path, name: str) -> Iterator[Path]:
    """Take a draft from its place to change it; it comes back unless it got another one."""
    draft = draft_named(folder, name)
    with building(folder) as place:
        try:
            draft.rename(place)  # an empty folder is replaced
        except OSError:
            raise Conflict(
                f"the draft {name!r} is being changed at this moment", fix="Look at the list."
            ) from None
        try:
            yield place
        finally:
            if place.exists() and not draft.exists():
                place.rename(draft)


def open_draft(folder: Path, store: Store, name: str, *, now: datetime) -> str:
    """Move a draft beside the open campaigns and store it."""
    draft = draft_named(folder, name)
    if not (draft / CAMPAIGN_FILE).exists():
        raise Conflict(f"a question about {name!r} is open", fix="Answer it first.")
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
    (target / UPLOAD).unlink(missing_ok=True)
    return described.campaign.name


def discard_draft(folder: Path, name: str) -> None:
    """Delete a draft, whole or not at all; nothing was judged with it."""
    with reading(folder, name) as draft, building(folder) as place:
        draft.rename(place)
