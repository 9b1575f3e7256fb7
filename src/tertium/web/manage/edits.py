"""One edited text: what changed, how it was typed, and what that took.

The system is not named: what is shown is the text as the editor found it.
"""

from typing import Any

from msgspec import Struct
from starlette.responses import Response

from tertium.exceptions import NotFound
from tertium.model import Judgement
from tertium.protocols.conditions import SCRATCH
from tertium.protocols.editing import EDITED, RATING
from tertium.rendering.pictures.timeline import timeline_svg
from tertium.text.changes import Piece, changes
from tertium.text.events import IDLE, indicators
from tertium.text.ter import ter
from tertium.web.languages import language_of, translator
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.visit import Visit
from tertium.web.openapi import Endpoint


class Effort(Struct, frozen=True):
    """What the log says, in seconds, keys and characters; nothing where it cannot be relied on."""

    seconds: float
    active: float
    first_key: float | None
    keystrokes: int
    inserted: int
    deleted: int
    pauses: int


class EditPage(Struct, frozen=True):
    """One edited text with its log. `between` stands between the pieces of a text."""

    head: Head
    annotator: str
    assignment: str
    segment: str
    domain: str
    scratch: bool
    source: str
    source_language: str
    target_language: str
    start: str
    text: str
    before: tuple[Piece, ...]
    after: tuple[Piece, ...]
    between: str
    moves: int
    hter: float | None
    edits: int
    rating: str
    flags: tuple[str, ...]
    effort: Effort | None
    events: tuple[dict[str, Any], ...]
    plays: bool  # whether the log holds the characters
    earlier: str  # assignments with edited texts before and after this one
    later: str


def edit_page(visit: Visit) -> EditPage | Response:
    """GET …/annotators/{annotator}/edits/{assignment}."""
    name, annotator = visit.path["campaign"], visit.path["annotator"]
    campaign = visit.store.campaigns.get(name)
    assignments = visit.store.assignments.of(name, annotator)
    answered = visit.store.assignments.answered(name, annotator)
    edited = [one for one in assignments if one.id in answered and _is_edit(answered[one.id])]
    ids = [one.id for one in edited]
    if visit.path["assignment"] not in ids:
        raise NotFound("no edited text under this address", fix="Look for it among the answers.")
    at = ids.index(visit.path["assignment"])
    assignment, judgement = edited[at], answered[ids[at]]
    segment = next(one for one in campaign.segments if one.id == assignment.segment)
    edit = judgement.answer[EDITED]
    start, text, events = edit["start"], edit["text"], edit["events"]
    flags = tuple(edit.get("flags", ()))
    scratch = assignment.slots[0] == SCRATCH
    rate = None if scratch else ter(start, text)
    told = changes(start, text, segment.target_language)
    page = EditPage(
        head=head_of(visit.store, name),
        annotator=annotator,
        assignment=assignment.id,
        segment=segment.id,
        domain=segment.domain,
        scratch=scratch,
        source=segment.source,
        source_language=segment.source_language,
        target_language=segment.target_language,
        start=start,
        text=text,
        before=told.before,
        after=told.after,
        between=told.between,
        moves=told.moves,
        hter=rate.score if rate else None,
        edits=rate.edits if rate else 0,
        rating=str(judgement.answer.get(RATING.name, "")),
        flags=flags,
        effort=None if flags else _effort(events, float(campaign.options.get("idle", IDLE))),
        events=tuple(events),
        plays=not flags and all("r" in one for one in events if one["k"] == "input"),
        earlier=ids[at - 1] if at else "",
        later=ids[at + 1] if at + 1 < len(ids) else "",
    )
    if visit.request.url.path.endswith(".json"):
        return page
    t = translator(language_of(visit.request))
    picture = timeline_svg(
        events,
        names={
            "typing": t("manage.edit.lane.typing"),
            "erasing": t("manage.edit.lane.erasing"),
            "moving": t("manage.edit.lane.moving"),
            "whole": t("manage.edit.lane.whole"),
        },
        title=t("manage.edit.timeline"),
        away=t("manage.edit.away"),
    )
    return visit.show("manage/edit.html", page, picture=picture)


def _is_edit(judgement: Judgement) -> bool:
    return isinstance(judgement.answer.get(EDITED), dict)


def _effort(events: list[dict[str, Any]], idle: float) -> Effort:
    found = indicators(events, idle=idle)
    return Effort(
        seconds=found.seconds,
        active=found.active,
        first_key=found.first_key,
        keystrokes=found.keystrokes,
        inserted=found.inserted,
        deleted=found.deleted,
        pauses=found.pauses,
    )


endpoints = (
    Endpoint(
        "GET",
        "/manage/campaigns/{campaign}/annotators/{annotator}/edits/{assignment}",
        "One edited text: what changed, and how it was typed",
        edit_page,
        gives=EditPage,
        template="manage/edit.html",
    ),
)
