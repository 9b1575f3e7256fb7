"""How rankings from graphs look: systems, consistency, contradictions, and graphs themselves."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from scipy.special import ndtri

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.contrasts import (
    MeasureWords,
    answer_sentence,
    contrast_table,
    ranked_lines,
    ranks,
)
from tertium.rendering.names import short_names
from tertium.rendering.numbers import natural, with_level, written
from tertium.rendering.pictures.intervals import draw_intervals
from tertium.rendering.pictures.shares import draw_shares
from tertium.rendering.shapes import Column, Figure, Inner, Table, columns, estimate
from tertium.rendering.sources import source_figure
from tertium.stats.result import Estimate
from tertium.stats.told import count
from tertium.stats.tournament.consistency import AnnotatorConsistency
from tertium.stats.tournament.dominance import Dominance, SourceGraph
from tertium.wording import join, listed, say

_MEASURED = MeasureWords("mean dominance", "ratio", "ratio")
_PEOPLE = 40  # more annotators are told by the table alone
_GRAPHS, _FEWEST = 12, 4  # graphs drawn at most; so many even where none contradicts itself
_LISTED = 8  # rows of single graphs that still fit on a screen
_PHONE = 560  # pixels that the numbers beside a picture need


class _About(Protocol):
    """What tells two graphs apart."""

    @property
    def segment(self) -> str: ...
    @property
    def annotator(self) -> str: ...
    @property
    def pass_(self) -> str | None: ...
    @property
    def condition(self) -> str | None: ...


@headline.register
def dominance_headline(result: Dominance) -> str:
    """Say which system leads, by its contrasts, and how consistent the answers are."""
    if not result.segments:
        return say("There are no comparisons to rank translations by.")
    if len(result.segments) == 1:
        found = (
            say("The answers about this one source contradict each other.")
            if result.consistency.contradictory
            else say("The answers about this one source fit together.")
        )
        return join((_one_source(result), found))
    free = written(result.consistency.graphs, "share")
    graphs = count(len(result.segments), "graph")
    free = say("In {free} of {graphs} the answers hold no contradiction.", free=free, graphs=graphs)
    return join((_order(result), free))


def _one_source(result: Dominance) -> str:
    """Say which translation of a single source stands highest."""
    best, first = _best(result), result.systems[0]
    if len(best) == len(result.systems):
        return say("No translation is ahead of another.")
    if len(best) > 1:
        return say("{names} share the highest dominance.", names=listed(best))
    return say(
        "{a} stands highest: it beats {n} more translations of the same source than beat it.",
        a=best[0],
        n=_plainly(first.score),
    )


@facts.register
def dominance_facts(result: Dominance) -> tuple[tuple[str, str], ...]:
    return (
        ("Systems", f"{len(result.systems):,}"),
        ("Graphs", f"{len(result.segments):,}"),
        ("Without contradiction", written(result.consistency.graphs, "share") or "not known"),
        ("Pairs left open", written(result.unrelated, "share") or "not known"),
    )


@tables.register
def dominance_tables(result: Dominance) -> tuple[Table, ...]:
    return (
        _systems(result),
        contrast_table(
            "Contrasts of systems",
            result.contrasts if len(result.segments) > 1 else (),
            "ratio",
            detail=len(result.contrasts) > _LISTED,
        ),
        _consistency(result),
        _contradictions(result),
        _dropped(result),
        _ranks(result),
    )


@methods.register
def dominance_methods(result: Dominance) -> str:
    resolved = (
        " Contradictions were resolved by leaving out as few answers as possible."
        if result.resolved
        else " Translations in a contradiction count as one."
    )
    return (
        "All comparisons of one source by one annotator form a graph. A translation dominates "
        "another if a path of preferences and ties leads to it and none leads back; its dominance "
        "is the number of translations it dominates less the number that dominate it, and systems "
        f"are ordered by the mean over graphs (Pighin, Formiga and Màrquez, 2012).{resolved} The "
        f"{100 * result.level:g}% confidence intervals allow for differences between annotators, "
        "documents and segments; ranges over all pairs are corrected for their number (Holm, 1979)."
    )


@figures.register
def dominance_figures(result: Dominance) -> Iterator[Figure]:
    if len(result.systems) > 1:
        yield _forest(result)
    people = result.consistency.by_annotator
    if 0 < len(people) <= _PEOPLE:
        yield _steadiness(result)
    short = short_names([one.system for one in result.systems])
    left_out: dict[tuple[str | None, ...], set[str]] = {}
    for one in result.dropped:
        left_out.setdefault(_about(one), set()).add(one.answer)
    for number, source in enumerate(_drawn(result.segments), start=1):
        yield source_figure(
            source,
            name=f"graph-{number}",
            dropped=left_out.get(_about(source), ()),
            names=short,
            explained=number == 1,
        )


def _drawn(sources: Sequence[SourceGraph]) -> list[SourceGraph]:
    """Choose the graphs to draw: those with a contradiction, else a few of the usual size."""
    wrong = [source for source in sources if source.contradictory][:_GRAPHS]
    right = [source for source in sources if not source.contradictory]
    sizes = Counter(len(source.ranks) for source in right)
    usual = max(sizes, key=lambda size: (sizes[size], size), default=0)
    right.sort(key=lambda source: len(source.ranks) != usual)
    return wrong + right[: max(0, _FEWEST - len(wrong))]


def _forest(result: Dominance) -> Figure:
    lines = ranked_lines(result.systems)
    return Figure(
        name="dominance",
        title=_order(result) if len(result.segments) > 1 else _one_source(result),
        spec=draw_intervals(
            lines,
            kind="ratio",
            equal=0.0,
            below="behind more",
            above="ahead of more",
            heading=with_level("dominance", result.level),
            beside="ranks",
            ruled=True,
        ),
        table=_systems(result),
        caption="Mean dominance: how many translations of the same source a system is ahead of, "
        "less how many are ahead of it. Lines separate clusters, tested pair by pair; the "
        "right-hand column gives each system’s rank range.",
        alt=f"Mean dominance with intervals, best first: "
        f"{listed([f'{line.label} {_plainly(line.estimate.value or 0)}' for line in lines[:5]])}.",
        narrowest=_PHONE,
    )


def _steadiness(result: Dominance) -> Figure:
    people = _in_order(result)
    shares = [(one.annotator, _share(one, result.level)) for one in people]
    wrong = [one for one in people if one.contradictory]
    if not wrong:
        title = "No annotator’s answers contradict each other."
    elif len(people) == 1:
        title = f"{written(people[0].consistency, 'share')} of the graphs hold no contradiction."
    else:
        values = [one.consistency for one in people]
        low, high = (written(pick(values), "share") for pick in (min, max))
        title = f"{low} to {high} of an annotator’s graphs hold no contradiction."
        if low == high:
            title = f"Of every annotator’s graphs {low} hold no contradiction."
    return Figure(
        name="consistency",
        title=title,
        spec=draw_shares(shares),
        table=_consistency(result),
        caption=f"The share of each annotator’s graphs without a contradiction, with its "
        f"{100 * result.level:g}% interval (Wilson).",
        annex=True,
        alt=f"One bar per annotator, the share of graphs without contradiction. {title}",
        narrowest=420,
    )


def _systems(result: Dominance) -> Table:
    return Table.of(
        "Mean dominance of systems",
        result.systems,
        Column("System"),
        Column("Dominance", "ratio", "score", of=estimate("score")),
        *ranks(result.systems if len(result.segments) > 1 else ()),
        Column("Graphs", "count"),
    ).without_empty()


def _consistency(result: Dominance) -> Table:
    overall = written(result.consistency.translations, "share")
    return Table.of(
        "Consistency",
        _in_order(result),
        Column("Annotator"),
        *columns("count", "Graphs", "Contradictory"),
        Column("Graphs without", "share", "consistency"),
        Column("Translations in none", "share", "translations"),
        note=f"Over all annotators {overall} of the translations are in no contradiction."
        if overall
        else "",
    )


def _contradictions(result: Dominance) -> Table:
    return _of_graphs(
        "Contradictions",
        result.contradictions,
        Column("Systems", of=lambda one: listed(list(one.systems))),
        Column("Answers", "auto", of=lambda one: "; ".join(one.answers)),
        Column("Judgements", "auto", of=lambda one: ", ".join(one.judgements)),
    )


def _dropped(result: Dominance) -> Table:
    return _of_graphs(
        "Answers left out", result.dropped, Column("Answer"), Column("Judgement", "auto")
    )


def _ranks(result: Dominance) -> Table:
    return _of_graphs(
        "Ranks by source",
        [
            Inner(_Place(system, source.ranks[system]), source)
            for source in result.segments
            for system in sorted(source.ranks, key=lambda name: (source.ranks[name], name))
        ],
        Column("System"),
        Column("Rank", "count"),
        Column("Dominance", "number", of=lambda one: one.dominance[one.system]),
        Column("Best place", "count", "rank_low", of=lambda one: one.rank_low[one.system]),
        Column("Last place", "count", "rank_high", of=lambda one: one.rank_high[one.system]),
        Column("Graph", of=lambda one: "contradictory" if one.contradictory else None),
        note="Ranks are dense, 1, 2, 2, 3. Places count translations: between best and last place "
        "the answers leave it open where a translation stands.",
    )


class _Place(NamedTuple):
    """Where a system stands in one graph."""

    system: str
    rank: int


def _of_graphs(title: str, records: Sequence[object], *further: Column, note: str = "") -> Table:
    """Return a table whose first columns name graphs; passes and conditions only if any."""
    return Table.of(
        title,
        records,
        *columns("words", "Segment", "Annotator"),
        Column("Pass", of=lambda one: one.pass_),
        Column("Condition"),
        *further,
        note=note,
        detail=len(records) > _LISTED,
        annex=True,
    ).without_empty()


def _about(one: _About) -> tuple[str | None, ...]:
    return one.segment, one.annotator, one.pass_, one.condition


def _in_order(result: Dominance) -> list[AnnotatorConsistency]:
    return sorted(result.consistency.by_annotator, key=lambda one: natural(one.annotator))


def _best(result: Dominance) -> list[str]:
    highest = result.systems[0].score
    short = short_names([one.system for one in result.systems])
    return [short[one.system] for one in result.systems if one.score == highest]


def _order(result: Dominance) -> str:
    """Say which system leads, and by how much."""
    if len({one.score for one in result.systems}) == 1:
        return say("No system stands out: all have the same mean dominance.")
    return answer_sentence(result.systems, result.contrasts, _MEASURED, result.level)


def _share(one: AnnotatorConsistency, level: float) -> Estimate:
    """Return a share of graphs with Wilson's interval: segments are drawn, one by one."""
    q = float(ndtri((1 + level) / 2)) ** 2 / one.graphs
    share = one.consistency
    centre, reach = share + q / 2, math.sqrt(share * (1 - share) * q + q**2 / 4)
    low, high = (centre - reach) / (1 + q), (centre + reach) / (1 + q)
    return Estimate(share, max(0.0, low), min(1.0, high))


def _plainly(value: float) -> str:
    return written(value, "ratio" if value != int(value) else "count")
