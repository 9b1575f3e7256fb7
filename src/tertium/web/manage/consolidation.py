"""Consolidation for managers: how far people have come, and the last word where they differ.

Annotators go by their ids here; no system is named.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Literal
from uuid import uuid4

from msgspec import Meta, Struct

from tertium.exceptions import BadInput, NotFound
from tertium.model import Decision
from tertium.protocols.consolidation import (
    Act,
    Mark,
    ReadOutput,
    checked_mark,
    is_marked,
    read_act,
    spans_ask,
)
from tertium.text import word_spans
from tertium.web.annotate.mark_comparison import (
    ComparedOutput,
    DecisionId,
    MarkComparison,
    Option,
    Status,
    options_of,
)
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.visit import Done, DoneBody, Visit
from tertium.web.openapi import Endpoint

PAGE = 10
MANAGER = "manager"
_HERE = "/manage/campaigns/{campaign}/consolidation"
_Words = Annotated[int, Meta(ge=-99, le=99)]  # how many words later
Shown = Literal["open", "discussed", "settled", "all"]


class ConsolidationQuery(Struct, frozen=True):
    """What part of the texts to show."""

    page: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    status: Shown = "all"


class ManagerDecision(Struct, frozen=True):
    """What shall count of a mark; `replaces` is a manager's earlier decision, if there is one."""

    act: Literal["keep", "drop", "edit"]
    id: DecisionId
    category: Annotated[str, Meta(max_length=200)] = ""
    severity: Annotated[str, Meta(max_length=200)] = ""
    begin: _Words = 0
    end: _Words = 0
    note: Annotated[str, Meta(max_length=2_000)] = ""
    replaces: Annotated[str, Meta(max_length=64)] = ""
    back: Shown = "all"


class MergedMarks(Struct, frozen=True):
    """Marks of one text that become one: at the place of one of them, or from first to last.

    Without a category or severity it has those of that mark, or of the first. `replaces` are the
    managers' earlier decisions about marks of the text; those about these marks matter.
    """

    id: DecisionId
    items: tuple[str, ...] = ()
    extent: Annotated[str, Meta(max_length=64)] = ""
    category: Annotated[str, Meta(max_length=200)] = ""
    severity: Annotated[str, Meta(max_length=200)] = ""
    note: Annotated[str, Meta(max_length=2_000)] = ""
    replaces: tuple[str, ...] = ()
    back: Shown = "all"


class ManagedText(Struct, frozen=True):
    """A text with the marks of all who read it.

    `ids` are for a decision about each mark, and at last for one to merge some; `own` are the
    managers' decisions about each that a new one takes the place of.
    """

    segment: str
    readers: tuple[str, ...]
    output: ComparedOutput
    ids: tuple[str, ...]
    own: tuple[str, ...]


class ConsolidationOverview(Struct, frozen=True):
    """How far consolidation has come, by marks and by texts."""

    head: Head
    marks: dict[Status, int]
    counts: dict[Shown, int]
    texts: tuple[ManagedText, ...]
    categories: tuple[Option, ...]
    severities: tuple[Option, ...]
    status: Shown
    page: int
    pages: int


def consolidation_page(visit: Visit) -> ConsolidationOverview:
    """GET …/consolidation."""
    name = visit.path["campaign"]
    wanted: ConsolidationQuery = visit.query
    head = head_of(visit.store, name)
    comparing = MarkComparison.of(visit.store, name)
    told = [(one, comparing.settled(one)) for one in comparing.outputs]
    marks = Counter(one.status for _, settled in told for one in settled)
    texts = [(one, settled, comparing.status(settled)) for one, settled in told]
    counts = Counter(status for *_, status in texts)
    chosen = [one for one in texts if wanted.status in ("all", one[2])]
    pages = max(1, -(-len(chosen) // PAGE))
    page = min(wanted.page, pages)
    typology = spans_ask(comparing.protocol).typology if is_marked(comparing.protocol) else None
    categories, severities = options_of(typology)
    states: tuple[Status, ...] = ("open", "discussed", "settled")
    parts: tuple[Shown, ...] = (*states, "all")
    return ConsolidationOverview(
        head=head,
        marks={status: marks[status] for status in states},
        counts={part: len(texts) if part == "all" else counts[part] for part in parts},
        texts=tuple(
            ManagedText(
                segment=one.assignment.segment,
                readers=one.readers,
                output=comparing.compared(
                    one, settled, id_=one.key, seat="", name=lambda who: who or MANAGER
                ),
                ids=tuple(uuid4().hex for _ in range(len(settled) + 1)),
                own=tuple(_managed(comparing, each.item.key) for each in settled),
            )
            for one, settled, _ in chosen[(page - 1) * PAGE : page * PAGE]
        ),
        categories=categories,
        severities=severities,
        status=wanted.status,
        page=page,
        pages=pages,
    )


def _managed(comparing: MarkComparison, key: str) -> str:
    """Return the managers' decision about a mark, also one whose other marks are gone."""
    found = (one.id for one in comparing.counted.get(key, ()) if one.role == "manager")
    return next(found, "")


def decide(visit: Visit) -> Done:
    """POST …/consolidation/{item}: settle a mark; the log keeps who did it and what was before."""
    key = visit.path["item"]
    sent: ManagerDecision = visit.body
    comparing = _comparing(visit)
    output = comparing.find(key)
    mark = None
    if sent.act == "edit":
        if not (sent.category or sent.severity or sent.begin or sent.end):
            raise BadInput(
                "nothing is changed",
                where="severity",
                fix="Choose a category, a severity, another beginning or end.",
            )
        given = dict(output.item(key).mark)
        given |= {"category": sent.category or given["category"]}
        given |= {"severity": sent.severity or given["severity"]}
        if sent.begin or sent.end:
            given |= _stretched(comparing, output, given, sent.begin, sent.end)
        mark = checked_mark(given, comparing.protocol, comparing.campaign, output.assignment)
    items, kept = read_act(sent.act, (key,), mark, output)
    return _settle(visit, sent, sent.act, items, kept, (sent.replaces,) if sent.replaces else ())


def merge(visit: Visit) -> Done:
    """POST …/consolidation: make one mark of several; the log keeps who did it."""
    sent: MergedMarks = visit.body
    comparing = _comparing(visit)
    if len(set(sent.items)) < 2:
        raise BadInput(
            "fewer than two marks were chosen", where="items", fix="Choose two marks or more."
        )
    output = comparing.find(sent.items[0])
    chosen = [item for item in output.items if item.key in sent.items]
    base = dict((output.item(sent.extent) if sent.extent else chosen[0]).mark)
    if sent.extent and sent.extent not in sent.items:
        raise BadInput(
            "the mark is to have the place of one that was not chosen",
            where="extent",
            fix="Choose that mark too, or another extent.",
        )
    if not sent.extent:
        base |= _together(comparing, output, [item.mark for item in chosen])
    base |= {"category": sent.category or base["category"]}
    base |= {"severity": sent.severity or base["severity"]}
    mark = checked_mark(base, comparing.protocol, comparing.campaign, output.assignment)
    items, kept = read_act("merge", sent.items, mark, output)
    about = {one.id for one in comparing.decisions if set(one.items) & set(items)}
    replaces = tuple(one for one in dict.fromkeys(sent.replaces) if one in about)
    return _settle(visit, sent, "merge", items, kept, replaces)


def _comparing(visit: Visit) -> MarkComparison:
    comparing = MarkComparison.of(visit.store, visit.path["campaign"])
    if not is_marked(comparing.protocol):
        raise NotFound("nothing is marked here", fix="Open a campaign in which errors are marked.")
    return comparing


def _settle(
    visit: Visit,
    sent: ManagerDecision | MergedMarks,
    act: Act,
    items: tuple[str, ...],
    mark: Mark | None,
    replaces: tuple[str, ...],
) -> Done:
    name = visit.path["campaign"]
    note = {"note": sent.note} if sent.note else {}
    visit.store.decisions.add(
        [
            Decision(
                id=sent.id,
                campaign=name,
                stage="consolidation",
                role="manager",
                by=visit.manager,
                items=items,
                content={"act": act, "mark": None if mark is None else dict(mark), **note},
                submitted_at=visit.now,
                replaces=replaces,
            )
        ],
        received_at=visit.now,
    )
    return Done("decided", f"{_HERE.format(campaign=name)}?status={sent.back}#i-{items[0]}")


def _text(comparing: MarkComparison, output: ReadOutput, mark: Mark) -> tuple[str, str]:
    """Return the text that a mark stands in, and its language."""
    assignment = output.assignment
    segment = next(one for one in comparing.campaign.segments if one.id == assignment.segment)
    if mark["side"] == "source":
        return segment.source, segment.source_language
    text = comparing.campaign.text(segment.id, assignment.slots[mark["slot"] - 1])
    return text, segment.target_language


def _together(
    comparing: MarkComparison, output: ReadOutput, marks: Sequence[Mark]
) -> dict[str, Any]:
    """Return the passage from the first mark to the last."""
    if len({(mark["slot"], mark["side"]) for mark in marks}) > 1:
        raise BadInput(
            "these marks stand in different texts",
            where="extent",
            fix="Choose the mark whose place the merged one shall have.",
        )
    text, _ = _text(comparing, output, marks[0])
    start, end = min(mark["start"] for mark in marks), max(mark["end"] for mark in marks)
    return {"start": start, "end": end, "quote": text[start:end]}


def _stretched(
    comparing: MarkComparison, output: ReadOutput, mark: Mark, begin: int, end: int
) -> dict[str, Any]:
    """Return a mark's passage when it begins and ends some words later, or earlier."""
    text, language = _text(comparing, output, mark)
    words = word_spans(text, language)
    start = _step([first for first, _ in words], mark["start"], begin)
    stop = _step([last for _, last in words], mark["end"], end)
    if start is None or stop is None or start >= stop:
        raise BadInput(
            "the mark would leave its text, or nothing would be left of it",
            where="begin" if begin else "end",
            fix="Move its beginning or end by fewer words.",
        )
    return {"start": start, "end": stop, "quote": text[start:stop]}


def _step(borders: Sequence[int], at: int, words: int) -> int | None:
    """Return the border some words after a place, or before it; None where there is none."""
    if not words:
        return at
    beyond = [one for one in borders if (one > at if words > 0 else one < at)]
    if len(beyond) < abs(words):
        return None
    return beyond[words - 1] if words > 0 else beyond[words]


endpoints = (
    Endpoint(
        "GET",
        _HERE,
        "Progress of consolidation",
        consolidation_page,
        query=ConsolidationQuery,
        gives=ConsolidationOverview,
        template="manage/consolidation.html",
    ),
    Endpoint(
        "POST",
        _HERE,
        "Make one mark of several; the log keeps who did it",
        merge,
        takes=MergedMarks,
        gives=DoneBody,
    ),
    Endpoint(
        "POST",
        f"{_HERE}/{{item}}",
        "Settle a mark; the log keeps who did it",
        decide,
        takes=ManagerDecision,
        gives=DoneBody,
    ),
)
