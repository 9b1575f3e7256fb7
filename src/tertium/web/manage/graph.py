"""One annotator's graph of one source: the picture, with the texts beside it."""

from msgspec import Struct
from starlette.responses import Response

from tertium.exceptions import NotFound
from tertium.model import Campaign, parts_of
from tertium.rendering.names import short_names
from tertium.rendering.sources import source_svg
from tertium.stats.tournament.dominance import SourceGraph, dominance
from tertium.web.manage.conflicts import sayings
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.names import Names, names_in
from tertium.web.manage.sources import GraphLine, lines_of
from tertium.web.manage.study import GraphStudy, study_of
from tertium.web.manage.visit import Visit
from tertium.web.openapi import Endpoint


class GraphQuery(Struct, frozen=True):
    """Which graph: of a source by an annotator, the first unless pass or condition are given."""

    segment: str
    annotator: str
    pass_: str = ""
    condition: str = ""


class Translation(Struct, frozen=True):
    """A translation with its place in the graph; `names` has several if their output is the same.

    `place_low` and `place_high` bound the places that the answers leave open.
    """

    names: tuple[str, ...]
    text: str
    rank: int
    dominance: int
    place_low: int
    place_high: int


class Answer(Struct, frozen=True):
    """One comparison: `one` is better than `two` (`>`), or as good as it (`=`)."""

    judgement: str
    assignment: str
    one: str
    sign: str
    two: str


class GraphPage(Struct, frozen=True):
    """One graph: its texts, best first, what was answered, and the other graphs of the source."""

    head: Head
    segment: str
    domain: str
    source: str
    source_language: str
    target_language: str
    graph: GraphLine
    translations: tuple[Translation, ...]
    answers: tuple[Answer, ...]
    unrelated: tuple[tuple[str, str], ...]
    others: tuple[GraphLine, ...]


def graph_page(visit: Visit) -> GraphPage | Response:
    """GET …/sources/graph."""
    name = visit.path["campaign"]
    head = head_of(visit.store, name)
    campaign = visit.store.campaigns.get(name)
    study = study_of(visit.request.app.state, visit.store, name)
    drawn, line, others = _found(study, visit.query)
    segment = next(one for one in campaign.segments if one.id == drawn.segment)
    revealed = head.revealed_at is not None
    names = names_in(visit.store, campaign, segment.id, revealed=revealed)
    shown = names.graph(drawn)
    page = GraphPage(
        head=head,
        segment=segment.id,
        domain=segment.domain,
        source=segment.source,
        source_language=segment.source_language,
        target_language=segment.target_language,
        graph=line,
        translations=_translations(campaign, names, drawn),
        answers=_answers(visit, study, names, drawn),
        unrelated=shown.unrelated,
        others=others,
    )
    if visit.request.url.path.endswith(".json"):
        return page
    picture = source_svg(shown, names=short_names(list(shown.ranks)))
    return visit.show("manage/graph.html", page, picture=picture)


def _answers(
    visit: Visit, study: GraphStudy, names: Names, drawn: SourceGraph
) -> tuple[Answer, ...]:
    """Return what was said, with the assignments in which it was."""
    graphs = study.graphs
    about = (drawn.segment, drawn.annotator, drawn.pass_, drawn.condition)
    code = graphs.segment.names.index(drawn.segment)
    (graph,) = (
        one for one in (graphs.segment.codes == code).nonzero()[0] if graphs.about(one) == about
    )
    answered = visit.store.assignments.answered(visit.path["campaign"], drawn.annotator)
    asked = {judgement.id: assignment for assignment, judgement in answered.items()}
    found = (
        Answer(
            one.judgement,
            asked.get(one.judgement, ""),
            *names.answer(one.one, one.sign, one.two),
        )
        for one in sayings(graphs.rows.take(graphs.graph == graph))
    )
    return tuple(sorted(found, key=lambda one: (one.one, one.two, one.judgement)))


def _found(
    study: GraphStudy, wanted: GraphQuery
) -> tuple[SourceGraph, GraphLine, tuple[GraphLine, ...]]:
    """Return the graph that is asked for, and the lines of all graphs of its source."""
    rows = study.graphs.rows
    if wanted.segment not in rows.segment.names:
        raise NotFound.among("source with answers", wanted.segment, rows.segment.names)
    code = rows.segment.names.index(wanted.segment)
    own = (study.graphs.segment.codes == code).nonzero()[0].tolist()
    lines = [line for _, line in lines_of(study, own)]
    drawn = dominance(rows.take(rows.segment.codes == code)).segments
    for source, line in zip(drawn, lines, strict=True):
        same = (
            line.annotator == wanted.annotator
            and wanted.pass_ in ("", line.pass_)
            and wanted.condition in ("", line.condition)
        )
        if same:
            return source, line, tuple(lines)
    raise NotFound.among(
        "graph of this source by", wanted.annotator, {line.annotator for line in lines}
    )


def _translations(campaign: Campaign, names: Names, drawn: SourceGraph) -> tuple[Translation, ...]:
    """Return the texts of a graph, best first, those that were shown as one together."""
    vertices = {part: part for part in drawn.ranks}
    for one, _, two in drawn.answers:
        for vertex in (one, two):
            vertices |= dict.fromkeys(parts_of(vertex), vertex)
    found = [
        Translation(
            names=tuple(names.of(vertex).split("+")),
            text=campaign.text(drawn.segment, vertex),
            rank=drawn.ranks[parts_of(vertex)[0]],
            dominance=drawn.dominance[parts_of(vertex)[0]],
            place_low=drawn.rank_low[parts_of(vertex)[0]],
            place_high=drawn.rank_high[parts_of(vertex)[0]],
        )
        for vertex in set(vertices.values())
    ]
    return tuple(sorted(found, key=lambda one: (one.rank, -one.dominance, one.names)))


endpoints = (
    Endpoint(
        "GET",
        "/manage/campaigns/{campaign}/sources/graph",
        "One annotator's graph of one source",
        graph_page,
        query=GraphQuery,
        gives=GraphPage,
        template="manage/graph.html",
    ),
)
