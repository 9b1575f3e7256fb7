"""Rebuttal and arbitration for managers: who answers, what they said, and the last word.

Whose texts a link is about is known once names are revealed; before that, links for translators
are made by `tertium links`, so that nobody learns on this page who translated what.
"""

from typing import Annotated, Literal
from uuid import uuid4

from msgspec import Meta, Struct

from tertium.exceptions import Forbidden
from tertium.web.annotate.mark_comparison import Option, options_of
from tertium.web.error_replies import ErrorCounts, ErrorReply, Errors, ErrorShown, part_of
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.visit import Done, DoneBody, Visit, base_url
from tertium.web.openapi import Endpoint
from tertium.web.rebut import rebuttal_address

PAGE = 10
_CAMPAIGN = "/manage/campaigns/{campaign}"
_HERE = f"{_CAMPAIGN}/rebuttal"
Part = Literal["contested", "decided", "unanswered", "accepted", "all"]
PARTS: tuple[Part, ...] = ("contested", "decided", "unanswered", "accepted", "all")


class RebuttalQuery(Struct, frozen=True):
    """Which errors to show, by where they stand."""

    page: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    part: Literal["", Part] = ""


class NewRebuttalLink(Struct, frozen=True):
    """Somebody who answers for a system's texts, or decides."""

    role: Literal["translator", "arbiter"]
    system: Annotated[str, Meta(max_length=400)] = ""


class RebuttalLinkShown(Struct, frozen=True):
    """A link; `system` is empty until names are revealed, `link` when it was withdrawn."""

    id: str
    role: Literal["translator", "arbiter"]
    system: str
    link: str


class RebuttalPage(Struct, frozen=True):
    """Errors with what was answered and decided, and the links of those who do."""

    head: Head
    counts: ErrorCounts
    parties: tuple[RebuttalLinkShown, ...]
    parts: tuple[Part, ...]
    part: Part
    errors: tuple[ErrorShown, ...]
    categories: tuple[Option, ...]
    severities: tuple[Option, ...]
    page: int
    pages: int


def rebuttal_page(visit: Visit) -> RebuttalPage:
    """GET …/rebuttal."""
    name = visit.path["campaign"]
    wanted: RebuttalQuery = visit.query
    head = head_of(visit.store, name)
    errors = Errors.of(visit.store, name)
    part, chosen = part_of(errors, wanted.part, PARTS)
    pages = max(1, -(-len(chosen) // PAGE))
    page = min(wanted.page, pages)
    categories, severities = options_of(errors.typology)
    base = base_url(visit.request)
    return RebuttalPage(
        head=head,
        counts=errors.counts(),
        parties=tuple(
            RebuttalLinkShown(
                one.id,
                one.role,
                one.system if head.revealed_at is not None else "",
                "" if one.revoked_at else rebuttal_address(base, one.token),
            )
            for one in visit.store.rebuttal_links.all(name)
        ),
        parts=PARTS,
        part=part,
        errors=tuple(
            errors.shown(one, arbitrates=True, id_for=uuid4().hex)
            for one in chosen[(page - 1) * PAGE : page * PAGE]
        ),
        categories=categories,
        severities=severities,
        page=page,
        pages=pages,
    )


def decide(visit: Visit) -> Done:
    """POST …/rebuttal/{item}: decide about an error; the log keeps who did it."""
    name, key = visit.path["campaign"], visit.path["item"]
    sent: ErrorReply = visit.body
    decision = Errors.of(visit.store, name).ruled(
        key, sent, by=visit.manager, role="manager", at=visit.now
    )
    visit.store.decisions.add([decision], received_at=visit.now)
    return Done("decided", f"{_HERE.format(campaign=name)}?part=decided#e-{key}")


def add_link(visit: Visit) -> Done:
    """POST …/parties: make a link, or a new one in place of a translator's former one."""
    name = visit.path["campaign"]
    sent: NewRebuttalLink = visit.body
    if sent.role == "translator" and visit.store.campaigns.state(name).revealed_at is None:
        raise Forbidden(
            "who translated what is not revealed",
            fix="Reveal the names first, or use tertium links --role translator.",
        )
    made = visit.store.rebuttal_links.add(name, sent.role, system=sent.system, at=visit.now)
    visit.store.history.add(
        "party added",
        campaign=name,
        actor=visit.manager,
        detail={"party": made.id, "role": made.role},
        at=visit.now,
    )
    return Done("party_added", _HERE.format(campaign=name))


def revoke_link(visit: Visit) -> Done:
    """POST …/parties/{party}/revoke: make a link stop working; what was said stays."""
    name, party = visit.path["campaign"], visit.path["party"]
    visit.store.rebuttal_links.revoke(name, party, at=visit.now)
    visit.store.history.add(
        "party revoked", campaign=name, actor=visit.manager, detail={"party": party}, at=visit.now
    )
    return Done("party_revoked", _HERE.format(campaign=name))


endpoints = (
    Endpoint(
        "GET",
        _HERE,
        "Errors with what translators answered and what was decided",
        rebuttal_page,
        query=RebuttalQuery,
        gives=RebuttalPage,
        template="manage/rebuttal.html",
    ),
    Endpoint(
        "POST",
        f"{_HERE}/{{item}}",
        "Decide about an error; the log keeps who did it",
        decide,
        takes=ErrorReply,
        gives=DoneBody,
    ),
    Endpoint(
        "POST",
        f"{_CAMPAIGN}/parties",
        "Make a link for a translator or an arbiter",
        add_link,
        takes=NewRebuttalLink,
        gives=DoneBody,
    ),
    Endpoint(
        "POST",
        f"{_CAMPAIGN}/parties/{{party}}/revoke",
        "Withdraw the link of a translator or an arbiter",
        revoke_link,
        gives=DoneBody,
    ),
)
