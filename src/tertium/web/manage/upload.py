"""A new campaign from uploaded texts: send the files, answer what they do not tell.

What was sent is kept as a draft, also if something about it is open: a page then asks the one
question that is, and the files need not be sent again.
"""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.responses import RedirectResponse, Response

from tertium import protocols
from tertium.exceptions import Forbidden, TertiumError
from tertium.formats.campaign import CAMPAIGN_FILE
from tertium.formats.campaign_edit import edited
from tertium.web.manage.drafts import (
    Answers,
    Question,
    add_draft,
    building,
    changing,
    draft_named,
    files_of,
    reading,
    upload_of,
)
from tertium.web.manage.received import remove_files, save_texts
from tertium.web.manage.visit import Done, DoneBody, Visit
from tertium.web.openapi import Endpoint
from tertium.web.pages import wants_json

if TYPE_CHECKING:
    Way = str
else:  # whatever is installed; none: the usual one
    Way = Literal[("", *protocols.names())]


class NewCampaign(Struct, frozen=True):
    """What is told about the texts; languages by name or code.

    Without a protocol two systems are compared side by side, more in a tournament.
    """

    title: Annotated[str, Meta(max_length=200)] = ""
    name: Annotated[str, Meta(max_length=60, pattern=r"^([A-Za-z0-9][A-Za-z0-9._-]*)?$")] = ""
    source_language: Annotated[str, Meta(max_length=60)] = ""
    target_language: Annotated[str, Meta(max_length=60)] = ""
    annotators: Annotated[int, Meta(ge=1, le=500)] | None = None
    present: Annotated[str, Meta(max_length=100)] = ""  # system names, if a file does not tell
    new: Annotated[str, Meta(max_length=100)] = ""
    protocol: Way = ""


class MoreAnswers(NewCampaign, frozen=True):
    """What a draft was asked; `remove` names files that were sent by mistake."""

    sheet: Annotated[str, Meta(max_length=100)] = ""
    source_column: Annotated[str, Meta(max_length=200)] = ""
    source_file: Annotated[str, Meta(max_length=200)] = ""
    systems: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


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


class QuestionPage(Struct, frozen=True):
    """A draft about which something is open: its files, what was answered, what is asked."""

    name: str
    files: tuple[str, ...]
    given: Answers
    question: Question | None
    systems: tuple[str, ...]
    usual: str
    ways: tuple[str, ...]


def draft_folder(visit: Visit) -> Path:
    """Return the folder into which campaigns are uploaded."""
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
    """POST /manage/new: keep what was sent as a draft, or say why it cannot be kept."""
    sent: NewCampaign = visit.body
    folder = draft_folder(visit)
    answers = _answers(sent)
    try:
        with building(folder) as place:
            many = bool(sent.protocol) and protocols.get(sent.protocol).many
            told = save_texts(visit.files, place, many=many)
            answers = msgspec.structs.replace(answers, **{} if many else told)
            usual = _slug(sent.title, visit.now)
            keep = not wants_json(visit.request)
            name = add_draft(folder, visit.store, place, answers, usual, keep=keep)
    except TertiumError as error:
        if wants_json(visit.request):
            raise
        page = NewPage.about(sent)
        return visit.show("manage/new.html", page, status=422, error=error)
    visit.store.history.add("campaign uploaded", campaign=name, actor=visit.manager, at=visit.now)
    return _leads(folder, name)


def _answers(sent: NewCampaign) -> Answers:
    many = bool(sent.protocol) and protocols.get(sent.protocol).many
    return Answers(
        title=sent.title,
        name=sent.name,
        source_language=sent.source_language,
        target_language=sent.target_language,
        annotators=sent.annotators,
        baseline="" if many else sent.present,
        advanced="" if many else sent.new,
        protocol=sent.protocol,
    )


def _leads(folder: Path, name: str) -> Done:
    """Go on to the plan of a draft, or to what is asked about it."""
    if (draft_named(folder, name) / CAMPAIGN_FILE).exists() and not _open(folder, name):
        return Done("uploaded", f"/manage/drafts/{name}")
    return Done("", f"/manage/drafts/{name}/question")


def _open(folder: Path, name: str) -> bool:
    return upload_of(draft_named(folder, name)).question is not None


def _slug(title: str, now: datetime) -> str:
    """Return a name for addresses, made from the title."""
    letters = "".join(c if c.isascii() and c.isalnum() else "-" for c in title.lower())
    words = "-".join(word for word in letters.split("-") if word)[:50].strip("-")
    return words or f"campaign-{now:%Y%m%d-%H%M%S}"


def question_page(visit: Visit) -> QuestionPage | Response:
    """GET /manage/drafts/{draft}/question."""
    name = visit.path["draft"]
    with reading(draft_folder(visit), name) as draft:
        upload, files = upload_of(draft), files_of(draft)
        if (draft / CAMPAIGN_FILE).exists() and upload.question is None:
            return RedirectResponse(f"/manage/drafts/{name}", status_code=303)
    usual, *others = protocols.in_order()
    return QuestionPage(
        name,
        files,
        upload.answers,
        upload.question,
        upload.systems,
        usual.name,
        tuple(one.name for one in others),
    )


def answer_question(visit: Visit) -> Done | Response:
    """POST /manage/drafts/{draft}/question: try again with answers, or with other files."""
    folder, sent = draft_folder(visit), visit.body
    before = upload_of(draft_named(folder, visit.path["draft"]))
    answers = msgspec.structs.replace(
        _answers(sent),
        sheet=sent.sheet,
        source_column=sent.source_column,
        source_file=sent.source_file,
        systems=sent.systems,
    )
    with changing(folder, visit.path["draft"]) as place:
        file = place / CAMPAIGN_FILE
        if file.exists() and before.question and before.question.asks == "name" and sent.name:
            text = file.read_text(encoding="utf-8")
            file.write_text(edited(text, {("name",): sent.name}), encoding="utf-8")
        remove_files(place, sent.remove)
        if visit.files:
            save_texts(visit.files, place, replace=True)
        usual = visit.path["draft"]
        name = add_draft(folder, visit.store, place, answers, usual, keep=True)
    return _leads(folder, name)


def again(visit: Visit) -> Done:
    """POST /manage/drafts/{draft}/again: describe the same files anew."""
    folder = draft_folder(visit)
    draft = draft_named(folder, visit.path["draft"])
    (draft / CAMPAIGN_FILE).unlink(missing_ok=True)
    return Done("", f"/manage/drafts/{draft.name}/question")


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
        several=("outputs", "files"),
    ),
    Endpoint(
        "GET",
        "/manage/drafts/{draft}/question",
        "What is open about uploaded texts",
        question_page,
        gives=QuestionPage,
        template="manage/question.html",
    ),
    Endpoint(
        "POST",
        "/manage/drafts/{draft}/question",
        "Say what uploaded texts do not tell",
        answer_question,
        takes=MoreAnswers,
        gives=DoneBody,
        files=("texts",),
        several=("files",),
    ),
    Endpoint(
        "POST",
        "/manage/drafts/{draft}/again",
        "Describe uploaded texts anew",
        again,
        gives=DoneBody,
    ),
)
