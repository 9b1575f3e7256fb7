"""How the ranking of one source looks: its graph, and the answers as a table."""

from collections.abc import Collection, Mapping

from tertium.model import joined, parts_of
from tertium.rendering.numbers import listed
from tertium.rendering.pictures.graph import Answer, Vertex, draw_graph, graph_svg
from tertium.rendering.shapes import Column, Figure, Table
from tertium.stats.told import count
from tertium.stats.tournament.dominance import SourceGraph
from tertium.wording import say

_HALF = 440  # pixels of half a page
_EXPLAINED = (
    " Dominance is the number of translations a translation is ahead of, less the number ahead "
    "of it. Two translations that no arrows relate are not tied; the column of possible "
    "places shows how far apart they may be."
)


def source_svg(
    source: SourceGraph,
    *,
    dropped: Collection[str] = (),
    names: Mapping[str, str] | None = None,
) -> str:
    """Return the graph of one source as an SVG element, for a page that has `report.css`.

    `dropped` are answers, such as `a > b`, that were left out to resolve a
    contradiction; `names` what systems are called in the picture.
    """
    return graph_svg(*_drawn(source, dropped), names=names)


def source_figure(
    source: SourceGraph,
    *,
    name: str,
    dropped: Collection[str] = (),
    names: Mapping[str, str] | None = None,
    explained: bool = True,
) -> Figure:
    """Return the graph of one source under what was found in it.

    The caption says what dominance is where it has to be `explained`.
    """
    vertices, answers = _drawn(source, dropped)
    picture = draw_graph(vertices, answers, names=names)
    about = about_source(source)
    return Figure(
        name=name,
        title=f"{about}: {_finding(source, names or {})}",
        spec={},
        table=_answers(say("Answers. {about}", about=about), source, dropped),
        caption=f"{_open_pairs(source)}{_EXPLAINED if explained else ''}",
        alt=picture.alt,
        half=picture.size[0] <= _HALF,
        svg=picture.svg(),
        annex=True,
    )


def about_source(source: SourceGraph) -> str:
    """Name a graph: its segment, its annotator, and what else tells it apart."""
    about = say(
        "Segment {segment} by {annotator}" if source.annotator else "Segment {segment}",
        segment=source.segment,
        annotator=source.annotator,
    )
    more = ", ".join(part for part in (source.pass_, source.condition) if part)
    return say("{about} ({more})", about=about, more=more) if more else about


def _drawn(source: SourceGraph, dropped: Collection[str]) -> tuple[list[Vertex], list[Answer]]:
    """Turn systems into vertices, those with the same output into one."""
    vertex = {system: joined((system,)) for system in source.ranks}
    for one, _, two in source.answers:
        for name in (one, two):
            together = {vertex[part] for part in parts_of(name)}
            if len(together) > 1:
                whole = joined(part for other in together for part in parts_of(other))
                vertex |= dict.fromkeys(parts_of(whole), whole)
    first = {name: system for system, name in vertex.items()}
    vertices = [
        Vertex(
            name,
            source.dominance[system],
            source.ranks[system],
            source.rank_low[system],
            source.rank_high[system],
        )
        for name, system in first.items()
    ]
    answers = [
        Answer(
            vertex[parts_of(one)[0]],
            vertex[parts_of(two)[0]],
            tie=sign == "=",
            dropped=_left_out(one, sign, two, dropped),
        )
        for one, sign, two in source.answers
    ]
    return vertices, answers


def _finding(source: SourceGraph, names: Mapping[str, str]) -> str:
    if source.contradictory:
        return "the answers contradict each other."
    best = [names.get(system, system) for system, rank in source.ranks.items() if rank == 1]
    if len(best) == len(source.ranks):
        return "no translation is ahead of another."
    if len(best) > 3:
        return f"{len(best)} translations share the first rank."
    return f"{listed(best)} {'comes' if len(best) == 1 else 'come'} first."


def _open_pairs(source: SourceGraph) -> str:
    """Say how much the answers leave open."""
    pairs = len(source.ranks) * (len(source.ranks) - 1) // 2
    asked = count(len(source.answers), "answer")
    if not source.unrelated:
        return f"{asked}; every pair is put in relation."
    number = len(source.unrelated)
    verb = "is" if number == 1 else "are"
    return f"{asked}; {number:,} of {count(pairs, 'pair')} {verb} left open."


def _answers(title: str, source: SourceGraph, dropped: Collection[str]) -> Table:
    said = {">": "better than", "=": "as good as"}
    rows = tuple(
        (one, said[sign], two, "left out" if _left_out(one, sign, two, dropped) else None)
        for one, sign, two in source.answers
    )
    columns = (Column("Translation"), Column("Is"), Column("Other"), Column("Note"))
    return Table(title, columns, rows, detail=True).without_empty()


def _left_out(one: str, sign: str, two: str, dropped: Collection[str]) -> bool:
    """Tell whether an answer was dropped; a tie may be written either way round."""
    return f"{one} {sign} {two}" in dropped or (sign == "=" and f"{two} = {one}" in dropped)
