"""Consolidation for managers: how far people have come, and the last word where they differ.

Annotators go by their ids here; no system is named.
"""

from collections import Counter
from typing import Annotated, Literal
from uuid import uuid4

from msgspec import Meta, Struct

from tertium.errors import BadInput, NotFound
from tertium.model import Decision
from tertium.protocols.consolidation import checked_mark, is_marked, read_act, spans_ask
from tertium.web.annotate.settling import (
    ComparedOutput,
    Comparing,
    DecisionId,
    Option,
    Status,
    options_of,
)
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.visit import Done, Finished, Visit
from tertium.web.openapi import Endpoint

__all__ = ["endpoints"]

PAGE = 10
MANAGER = "manager"
_HERE = "/manage/campaigns/{campaign}/consolidation"
Shown = Literal["open", "discussed", "settled", "all"]


class WhichTexts(Struct, frozen=True):
    """What part of the texts to show."""

    page: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    status: Shown = "all"


class LastWord(Struct, frozen=True):
    """What shall count of a mark; `replaces` is a manager's earlier decision, if there is one."""

    act: Literal["keep", "drop", "edit"]
    id: DecisionId
    category: Annotated[str, Meta(max_length=200)] = ""
    severity: Annotated[str, Meta(max_length=200)] = ""
    note: Annotated[str, Meta(max_length=2_000)] = ""
    replaces: Annotated[str, Meta(max_length=64)] = ""
    back: Shown = "all"


class ManagedText(Struct, frozen=True):
    """A text with the marks of all who read it; `ids` are for a decision about each mark."""

    segment: str
    readers: tuple[str, ...]
    output: ComparedOutput
    ids: tuple[str, ...]


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
    wanted: WhichTexts = visit.query
    head = head_of(visit.store, name)
    comparing = Comparing.of(visit.store, name)
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
                ids=tuple(uuid4().hex for _ in settled),
            )
            for one, settled, _ in chosen[(page - 1) * PAGE : page * PAGE]
        ),
        categories=categories,
        severities=severities,
        status=wanted.status,
        page=page,
        pages=pages,
    )


def decide(visit: Visit) -> Done:
    """POST …/consolidation/{item}: settle a mark; the log keeps who did it and what was before."""
    name, key = visit.path["campaign"], visit.path["item"]
    sent: LastWord = visit.body
    comparing = Comparing.of(visit.store, name)
    if not is_marked(comparing.protocol):
        raise NotFound("nothing is marked here", fix="Open a campaign in which errors are marked.")
    output = comparing.find(key)
    mark = None
    if sent.act == "edit":
        if not sent.category and not sent.severity:
            raise BadInput(
                "nothing is changed", where="severity", fix="Choose a category or a severity."
            )
        given = dict(output.item(key).mark)
        given |= {"category": sent.category or given["category"]}
        given |= {"severity": sent.severity or given["severity"]}
        mark = checked_mark(given, comparing.protocol, comparing.campaign, output.assignment)
    items, kept = read_act(sent.act, (key,), mark, output)
    note = {"note": sent.note} if sent.note else {}
    visit.store.decide(
        [
            Decision(
                id=sent.id,
                campaign=name,
                stage="consolidation",
                role="manager",
                by=visit.manager,
                items=items,
                content={"act": sent.act, "mark": None if kept is None else dict(kept), **note},
                submitted_at=visit.now,
                replaces=(sent.replaces,) if sent.replaces else (),
            )
        ],
        received_at=visit.now,
    )
    return Done("decided", f"{_HERE.format(campaign=name)}?status={sent.back}#i-{key}")


endpoints = (
    Endpoint(
        "GET",
        _HERE,
        "How far people have come in settling their marks",
        consolidation_page,
        query=WhichTexts,
        gives=ConsolidationOverview,
        template="manage/consolidation.html",
    ),
    Endpoint(
        "POST",
        f"{_HERE}/{{item}}",
        "Settle a mark; the log keeps who did it",
        decide,
        takes=LastWord,
        gives=Finished,
    ),
)
