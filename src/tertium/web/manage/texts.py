"""The texts of a campaign: what is asked, what is identical, and what people said about them.

Sources only: which system wrote which translation is not for this page.
"""

from collections import Counter
from collections.abc import Container
from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tertium import protocols
from tertium.design.select import vertices_of
from tertium.model import Campaign, Segment
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.tally import kept_tally
from tertium.web.manage.visit import Visit
from tertium.web.openapi import Endpoint

PAGE = 50

Kind = Literal["asked", "identical", "near-identical", "left-out"]


class TextsQuery(Struct, frozen=True):
    """What part of the list to show."""

    page: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    kind: Literal["", "asked", "identical", "near-identical", "left-out"] = ""
    domain: str = ""


class DomainCount(Struct, frozen=True):
    """How the segments of one language pair and domain divide.

    `identical` counts segments inside the length bounds whose outputs do not
    differ; `near` those that differ in quotes or spacing only; `overall` is
    about all lengths.
    """

    pair: str
    domain: str
    segments: int
    asked: int
    identical: int
    identical_overall: int
    near: int


class SegmentLine(Struct, frozen=True):
    """One segment in the list."""

    segment: str
    domain: str
    source: str
    language: str
    kind: Kind
    assigned: int
    answered: int


class Remark(Struct, frozen=True):
    """A reported problem or a comment, with the place to look at it."""

    annotator: str
    assignment: str
    problem: str
    comment: str
    at: datetime


class TextsPage(Struct, frozen=True):
    """Counts by domain, a page of segments, and what people said."""

    head: Head
    domains: tuple[DomainCount, ...]
    lines: tuple[SegmentLine, ...]
    total: int
    page: int
    pages: int
    kind: str
    domain: str
    said: tuple[Remark, ...]


def kind_of(
    segment: Segment, campaign: Campaign, asked: Container[str], near: Container[str]
) -> Kind:
    """Tell why a segment is asked or not."""
    if segment.id in near:
        return "near-identical"
    if segment.id in asked:
        return "asked"
    outputs = [
        campaign.outputs[segment.id, system.name]
        for system in campaign.systems
        if (segment.id, system.name) in campaign.outputs
    ]
    if protocols.get(campaign.protocol).many:  # there, letter case makes no difference
        same = len([text for text in outputs if text.strip()]) > 1 and (
            len(vertices_of(campaign, segment.id, campaign.systems)) == 1
        )
    else:
        same = len(set(outputs)) == 1
    return "identical" if same else "left-out"


def texts_page(visit: Visit) -> TextsPage:
    """GET /manage/campaigns/{campaign}/texts."""
    name = visit.path["campaign"]
    head = head_of(visit.store, name)
    campaign = visit.store.campaigns.get(name)
    tally = kept_tally(visit.request.app.state, visit.store, name)
    assigned: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    for person in visit.store.annotators.all(name):
        for assignment in visit.store.assignments.of(name, person.id):
            assigned[assignment.segment] += 1
            answered[assignment.segment] += assignment.id in tally.every
    near = set(visit.store.campaigns.near_identical(name))
    kinds = {s.id: kind_of(s, campaign, set(assigned), near) for s in campaign.segments}
    wanted: TextsQuery = visit.query
    chosen = [
        segment
        for segment in campaign.segments
        if (not wanted.kind or kinds[segment.id] == wanted.kind)
        and (not wanted.domain or segment.domain == wanted.domain)
    ]
    pages = max(1, -(-len(chosen) // PAGE))
    page = min(wanted.page, pages)
    return TextsPage(
        head=head,
        domains=_by_domain(visit, campaign, assigned),
        lines=tuple(
            SegmentLine(
                segment=segment.id,
                domain=segment.domain,
                source=segment.source,
                language=segment.source_language,
                kind=kinds[segment.id],
                assigned=assigned[segment.id],
                answered=answered[segment.id],
            )
            for segment in chosen[(page - 1) * PAGE : page * PAGE]
        ),
        total=len(chosen),
        page=page,
        pages=pages,
        kind=wanted.kind,
        domain=wanted.domain,
        said=tuple(
            Remark(a.annotator, a.assignment, a.problem or "", a.comment, a.at)
            for a in sorted(tally.every.values(), key=lambda a: a.at, reverse=True)
            if a.problem or a.comment
        ),
    )


def _by_domain(visit: Visit, campaign: Campaign, assigned: Counter[str]) -> tuple[DomainCount, ...]:
    segments: Counter[tuple[str, str]] = Counter()
    asked: Counter[tuple[str, str]] = Counter()
    for segment in campaign.segments:
        segments[segment.pair, segment.domain] += 1
        asked[segment.pair, segment.domain] += segment.id in assigned
    return tuple(
        DomainCount(
            pair=part.pair,
            domain=part.domain,
            segments=segments[part.pair, part.domain],
            asked=asked[part.pair, part.domain],
            identical=part.within,
            identical_overall=part.overall,
            near=part.near,
        )
        for part in visit.store.campaigns.identical(campaign.name)
    )


endpoints = (
    Endpoint(
        "GET",
        "/manage/campaigns/{campaign}/texts",
        "The texts of a campaign, with reports and comments",
        texts_page,
        query=TextsQuery,
        gives=TextsPage,
        template="manage/texts.html",
    ),
)
