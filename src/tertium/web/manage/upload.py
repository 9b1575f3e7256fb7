"""A new campaign from uploaded texts: send, look at the dry run, open."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from tertium import protocols
from tertium.design import Check, check
from tertium.exceptions import Forbidden, TertiumError
from tertium.model import Identical
from tertium.web.manage.drafts import (
    DraftCampaign,
    add_draft,
    building,
    discard_draft,
    draft_named,
    open_draft,
)
from tertium.web.manage.received import save_texts
from tertium.web.manage.visit import Done, DoneBody, Visit
from tertium.web.openapi import Endpoint
from tertium.web.pages import wants_json

if TYPE_CHECKING:
    Way = str
else:  # whatever is installed; none: the usual one
    Way = Literal[("", *protocols.names())]
Language = Annotated[str, Meta(pattern=r"^([A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*)?$")]


class NewCampaign(Struct, frozen=True):
    """What is told about the texts; a zip with a campaign.toml tells everything itself.

    Without a protocol two systems are compared side by side, more in a tournament.
    """

    title: Annotated[str, Meta(max_length=200)] = ""
    name: Annotated[str, Meta(max_length=60, pattern=r"^([A-Za-z0-9][A-Za-z0-9._-]*)?$")] = ""
    source_language: Language = ""
    target_language: Language = ""
    annotators: Annotated[int, Meta(ge=1, le=500)] | None = None
    present: Annotated[str, Meta(max_length=100)] = ""  # system names, if a file does not tell
    new: Annotated[str, Meta(max_length=100)] = ""
    protocol: Way = ""


class NewPage(Struct, frozen=True):
    """The upload form; `usual` compares two releases, or more of them as they come."""

    upload: bool
    given: NewCampaign
    usual: str
    ways: tuple[str, ...]

    @classmethod
    def about(cls, given: NewCampaign, *, upload: bool = True) -> "NewPage":
        """Return the form with what was filled in."""
        usual, *others = protocols.in_order()
        return cls(upload, given, usual.name, tuple(one.name for one in others))


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


def _folder(visit: Visit) -> Path:
    folder: Path | None = visit.request.app.state.folder
    if folder is None:
        raise Forbidden(
            "this server serves one campaign folder and takes no uploads",
            fix="Serve a folder of campaign folders: tertium serve FOLDER.",
        )
    return folder


def new_page(visit: Visit) -> NewPage:
    """GET /manage/new."""
    return NewPage.about(NewCampaign(), upload=visit.request.app.state.folder is not None)


def receive(visit: Visit) -> Done | Response:
    """POST /manage/new: build a draft from what was sent, or say what is wrong with it."""
    sent: NewCampaign = visit.body
    folder = _folder(visit)
    try:
        with building(folder) as place:
            many = bool(sent.protocol) and protocols.get(sent.protocol).many
            named = {"baseline": sent.present, "advanced": sent.new}
            systems = {part: name for part, name in named.items() if name and not many}
            systems |= save_texts(visit.files, place, many=many)
            name = add_draft(
                folder,
                visit.store,
                place,
                name=sent.name or _slug(sent.title, visit.now),
                title=sent.title or None,
                source_language=sent.source_language or None,
                target_language=sent.target_language or None,
                annotators=sent.annotators,
                protocol=sent.protocol or None,
                **systems,
            )
    except TertiumError as error:
        error.fix = _in_fields(error.fix)
        if wants_json(visit.request):
            raise
        page = NewPage.about(sent)
        return visit.show("manage/new.html", page, status=422, error=error)
    visit.store.history.add("campaign uploaded", campaign=name, actor=visit.manager, at=visit.now)
    return Done("uploaded", f"/manage/drafts/{name}")


def _in_fields(fix: str) -> str:
    """Say a remedy of the command line in terms of the form."""
    if "-language" in fix:
        return "Fill in both languages and send the files again."
    if "--protocol tournament" in fix:
        return "Choose a way of asking for several systems, or name two of them below the file."
    if "--protocol ab" in fix:
        return "Leave their names out, or compare two releases side by side."
    if "--baseline" in fix:
        return "Name the present and the new release below the file and send it again."
    return fix


def _slug(title: str, now: datetime) -> str:
    """Return a name for addresses, made from the title."""
    letters = "".join(c if c.isascii() and c.isalnum() else "-" for c in title.lower())
    words = "-".join(word for word in letters.split("-") if word)[:50].strip("-")
    return words or f"campaign-{now:%Y%m%d-%H%M%S}"


def draft_page(visit: Visit) -> DraftPage:
    """GET /manage/drafts/{draft}."""
    described = DraftCampaign(draft_named(_folder(visit), visit.path["draft"]))
    found: Check = check(described.campaign, described.plan, now=visit.now, blind=True)
    collapsed = found.collapsed
    return DraftPage(
        name=visit.path["draft"],
        title=found.title,
        protocol=protocols.get(described.campaign.protocol).name,
        pairs=tuple(dict.fromkeys(segment.pair for segment in described.campaign.segments)),
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
        deadline=described.campaign.wording.deadline,
    )


def open_campaign(visit: Visit) -> Done:
    """POST /manage/drafts/{draft}/open: from now on the links work."""
    name = open_draft(_folder(visit), visit.store, visit.path["draft"], now=visit.now)
    visit.store.history.add("campaign opened", campaign=name, actor=visit.manager, at=visit.now)
    return Done("campaign_opened", f"/manage/campaigns/{name}/annotators")


def discard(visit: Visit) -> Done:
    """POST /manage/drafts/{draft}/discard: forget an upload that was not opened."""
    name = visit.path["draft"]
    discard_draft(_folder(visit), name)
    visit.store.history.add("campaign discarded", campaign=name, actor=visit.manager, at=visit.now)
    return Done("discarded", "/manage")


endpoints = (
    Endpoint(
        "GET",
        "/manage/new",
        "Upload texts",
        new_page,
        gives=NewPage,
        template="manage/new.html",
    ),
    Endpoint(
        "POST",
        "/manage/new",
        "Make a draft from uploaded texts",
        receive,
        takes=NewCampaign,
        gives=DoneBody,
        files=("source", "baseline", "advanced", "texts"),
        several=("outputs",),
    ),
    Endpoint(
        "GET",
        "/manage/drafts/{draft}",
        "The dry run of an uploaded campaign",
        draft_page,
        gives=DraftPage,
        template="manage/draft.html",
    ),
    Endpoint(
        "POST",
        "/manage/drafts/{draft}/open",
        "Open an uploaded campaign",
        open_campaign,
        gives=DoneBody,
    ),
    Endpoint(
        "POST",
        "/manage/drafts/{draft}/discard",
        "Discard an uploaded campaign",
        discard,
        gives=DoneBody,
    ),
)
