"""The sources of a campaign of many systems, with everybody's graphs of each.

Before the reveal the translations of a source are called A, B, C; see `names`.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta, Struct

from tertium.model import Segment
from tertium.stats.tournament.graphs import Graphs
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.study import GraphStudy, study_of
from tertium.web.manage.visit import Visit
from tertium.web.openapi import Endpoint

PAGE = 20


class SourcesQuery(Struct, frozen=True):
    """What part of the list to show."""

    page: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    kind: Literal["", "contradictory", "open"] = ""
    segment: str = ""


class GraphLine(Struct, frozen=True):
    """One annotator's graph of a source.

    `answers` counts comparisons, `unrelated` the pairs of translations that no answers relate.
    """

    annotator: str
    pass_: str
    condition: str
    translations: int
    answers: int
    unrelated: int
    contradictory: bool


class SourceLine(Struct, frozen=True):
    """One source with its graphs."""

    segment: str
    domain: str
    source: str
    language: str
    graphs: tuple[GraphLine, ...]


class SourcesPage(Struct, frozen=True):
    """Sources that somebody has judged, those with a contradiction first."""

    head: Head
    sources: tuple[SourceLine, ...]
    graphs: int
    contradictory: int
    total: int
    page: int
    pages: int
    kind: str
    segment: str


def lines_of(study: GraphStudy, wanted: Sequence[int]) -> list[tuple[str, GraphLine]]:
    """Return some graphs with their segments."""
    graphs, placed = study.graphs, study.placed
    answers = np.bincount(graphs.graph, minlength=len(graphs))
    unrelated = np.bincount(graphs.owner[placed.unrelated[:, 0]], minlength=len(graphs))
    wrong = _contradictory(study)
    found = []
    for graph in wanted:
        segment, annotator, pass_, condition = graphs.about(graph)
        line = GraphLine(
            annotator=annotator,
            pass_=pass_ or "",
            condition=condition or "",
            translations=int(graphs.size[graph]),
            answers=int(answers[graph]),
            unrelated=int(unrelated[graph]),
            contradictory=bool(wrong[graph]),
        )
        found.append((segment, line))
    return found


def sources_page(visit: Visit) -> SourcesPage:
    """GET …/sources."""
    name = visit.path["campaign"]
    head = head_of(visit.store, name)
    wanted: SourcesQuery = visit.query
    study = study_of(visit.request.app.state, visit.store, name)
    segments = visit.store.campaigns.get(name).segments
    chosen = _chosen(study, segments, wanted)
    pages = max(1, -(-len(chosen) // PAGE))
    page = min(wanted.page, pages)
    shown = chosen[(page - 1) * PAGE : page * PAGE]
    return SourcesPage(
        head=head,
        sources=tuple(_source(study, segment) for segment in shown),
        graphs=len(study.graphs),
        contradictory=study.consistency.contradictory,
        total=len(chosen),
        page=page,
        pages=pages,
        kind=wanted.kind,
        segment=wanted.segment,
    )


def _chosen(study: GraphStudy, segments: Sequence[Segment], wanted: SourcesQuery) -> list[Segment]:
    """Return the sources to list: contradictory ones first, else in the order of the texts."""
    graphs = study.graphs
    wrong = _names(graphs, _contradictory(study))
    open_ = _names(graphs, np.isin(np.arange(len(graphs)), graphs.owner[study.placed.unrelated]))
    judged = {"": set(graphs.segment.names), "contradictory": wrong, "open": open_}[wanted.kind]
    found = [
        segment
        for segment in segments
        if segment.id in judged and wanted.segment in ("", segment.id)
    ]
    return sorted(found, key=lambda segment: segment.id not in wrong)


def _contradictory(study: GraphStudy) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return which graphs hold a contradiction."""
    wrong = np.zeros(len(study.graphs), dtype=bool)
    wrong[study.graphs.owner[study.placed.contradicted]] = True
    return wrong


def _names(graphs: Graphs, which: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> set[str]:
    """Return the segments of some graphs."""
    return {graphs.segment.names[code] for code in np.unique(graphs.segment.codes[which])}


def _source(study: GraphStudy, segment: Segment) -> SourceLine:
    code = study.graphs.segment.names.index(segment.id)
    own = np.flatnonzero(study.graphs.segment.codes == code).tolist()
    return SourceLine(
        segment=segment.id,
        domain=segment.domain,
        source=segment.source,
        language=segment.source_language,
        graphs=tuple(line for _, line in lines_of(study, own)),
    )


endpoints = (
    Endpoint(
        "GET",
        "/manage/campaigns/{campaign}/sources",
        "The sources of a campaign of many systems, with the graphs of all annotators",
        sources_page,
        query=SourcesQuery,
        gives=SourcesPage,
        template="manage/sources.html",
    ),
)
