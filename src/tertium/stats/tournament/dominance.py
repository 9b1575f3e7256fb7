"""Rankings of one source, and of systems, from the graphs of comparisons.

Translations of one source are ranked by their dominance f, the number of translations they
dominate less the number that dominate them (see `orders`); systems by the mean of f over
graphs (Pighin, Formiga and Màrquez, 2012). Two translations that no chain of answers relates
are *unrelated*, which is not the same as tied: beside each rank stands the interval of places
that the answers leave open.
"""

from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Literal, get_args

import numpy as np

from tertium.choices import Contradictions
from tertium.exceptions import NotFound
from tertium.stats.arrays import Bools
from tertium.stats.codes import together
from tertium.stats.contrasts.answer import answer
from tertium.stats.contrasts.crossed import ANNOTATORS
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.contrasts.record import Answer, Contrast, Estimand, Standing
from tertium.stats.intervals import check_level
from tertium.stats.result import Result, signature
from tertium.stats.told import some_of
from tertium.stats.tournament.consistency import (
    Consistency,
    Contradiction,
    DroppedAnswer,
    find_circles,
    list_contradictions,
    list_dropped,
    measure_consistency,
    resolve,
)
from tertium.stats.tournament.feedback import MOST
from tertium.stats.tournament.graphs import Graphs
from tertium.stats.tournament.orders import VertexRanks, place
from tertium.table import Comparisons, JudgementTable


@dataclass(frozen=True, slots=True)
class SourceGraph:
    """The ranking of one source by one annotator.

    `ranks` are dense: 1, 2, 2, 3. `rank_low` and `rank_high` count translations: so many
    places are certainly taken by better ones, and no fewer left for worse ones; with 1, 2,
    2, 3 and no doubt, the last stands at place 4. `unrelated` are pairs without a path.
    `answers` are the graph itself: what was said, such as `a > b` in three parts.
    """

    segment: str
    annotator: str
    pass_: str | None
    condition: str | None
    ranks: dict[str, int]
    dominance: dict[str, int]
    rank_low: dict[str, int]
    rank_high: dict[str, int]
    contradictory: bool
    unrelated: tuple[tuple[str, str], ...]
    answers: tuple[tuple[str, Literal[">", "="], str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemDominance(Standing):
    """A system's mean dominance (`score`) over the graphs in which it occurs.

    Ranks, their ranges and clusters follow from contrasts with other systems.
    """

    graphs: int


@dataclass(frozen=True, slots=True)
class Dominance(Result):
    """Every source's ranking, the systems (best first), and how consistent annotators are.

    `unrelated` is the share of pairs of translations that no path relates; `dropped` is
    empty unless contradictions were `resolved` by leaving answers out.
    """

    segments: tuple[SourceGraph, ...]
    systems: tuple[SystemDominance, ...]
    contrasts: tuple[Contrast, ...]
    estimand: Estimand | None
    consistency: Consistency
    contradictions: tuple[Contradiction, ...]
    dropped: tuple[DroppedAnswer, ...]
    unrelated: float | None
    resolved: bool
    annotators: int
    level: float


def dominance(
    data: JudgementTable | Comparisons,
    *,
    contradictions: Contradictions = "collapse",
    level: float = 0.95,
) -> Dominance:
    """Rank the translations of every source, and the systems by their mean dominance.

    With contradictions="feedback" the fewest answers that resolve each contradiction are
    left out and listed; otherwise translations in a contradiction are one vertex, as in
    the paper. Consistency always speaks of all answers. Systems are contrasted as in every
    analysis (`stats.contrasts`): annotators, documents and segments vary, and graphs, not
    answers, are what is drawn.
    """
    check_level(level)
    if contradictions not in get_args(Contradictions):
        raise NotFound.among(
            "way with contradictions", contradictions, get_args(Contradictions), where="dominance"
        )
    rows = data.comparisons() if isinstance(data, JudgementTable) else data
    graphs = Graphs.of(rows)
    given = placed = place(graphs)
    circles = find_circles(graphs, given)
    dropped, too_large = np.zeros(len(graphs.rows), dtype=bool), 0
    if contradictions == "feedback":
        dropped, too_large = resolve(graphs, given, circles)
        placed = place(graphs, dropped=dropped)
    found = _answer(graphs, placed, level)
    pairs = int((graphs.size * (graphs.size - 1) // 2).sum())
    people = len(np.unique(graphs.annotator.codes))
    return Dominance(
        segments=_sources(graphs, placed, given.contradicted),
        systems=_systems(graphs, placed, found),
        contrasts=found.contrasts if found else (),
        estimand=found.estimand if found else None,
        consistency=measure_consistency(graphs, given),
        contradictions=list_contradictions(graphs, given, circles),
        dropped=list_dropped(graphs, dropped),
        unrelated=len(placed.unrelated) / pairs if pairs else None,
        resolved=contradictions == "feedback",
        annotators=people,
        level=level,
        signature=signature(
            "dominance",
            contradictions=contradictions,
            interval="crossed",
            **({"units": found.estimand.sampled} if found else {}),
            level=f"{level:g}",
        ),
        warnings=(*_warnings(graphs, placed, people, too_large), *_limits(found)),
    )


def _sources(graphs: Graphs, placed: VertexRanks, contradicted: Bools) -> tuple[SourceGraph, ...]:
    """Write every graph down; plain lists and slices, because there may be many."""
    names = [graphs.systems[code] for code in graphs.system]
    f, rank, low, high = (
        column.tolist() for column in (placed.f, placed.rank, placed.low, placed.high)
    )
    pairs = [(names[one], names[two]) for one, two in placed.unrelated.tolist()]
    pair_ends = np.cumsum(
        np.bincount(graphs.owner[placed.unrelated[:, 0]], minlength=len(graphs))
    ).tolist()
    ends = np.cumsum(graphs.size).tolist()
    contradictory = np.zeros(len(graphs), dtype=bool)
    contradictory[graphs.owner[contradicted]] = True
    found = []
    begin = pair_begin = 0
    for segment, annotator, pass_, condition, wrong, said, end, pair_end in zip(
        graphs.segment.values(),
        graphs.annotator.values(),
        graphs.pass_.values(),
        graphs.condition.values(),
        contradictory.tolist(),
        _answers(graphs),
        ends,
        pair_ends,
        strict=True,
    ):
        here = names[begin:end]
        found.append(
            SourceGraph(
                segment=segment,
                annotator=annotator,
                pass_=pass_ or None,
                condition=condition or None,
                ranks=dict(zip(here, rank[begin:end], strict=True)),
                dominance=dict(zip(here, f[begin:end], strict=True)),
                rank_low=dict(zip(here, low[begin:end], strict=True)),
                rank_high=dict(zip(here, high[begin:end], strict=True)),
                contradictory=wrong,
                unrelated=tuple(pairs[pair_begin:pair_end]),
                answers=said,
            )
        )
        begin, pair_begin = end, pair_end
    return tuple(found)


def _answers(graphs: Graphs) -> list[tuple[tuple[str, Literal[">", "="], str], ...]]:
    """Return what was said in every graph, in an order that does not depend on its arrival."""
    rows = graphs.rows
    names = sorted({*rows.system.names, *rows.versus.names})
    code = {name: at for at, name in enumerate(names)}
    one, two = (
        np.array([code[name] for name in column.names], dtype=np.int64)[column.codes]
        for column in (rows.system, rows.versus)
    )
    tied = rows.value == 0
    turned = (rows.value < 0) | (tied & (one > two))
    better, worse = np.where(turned, two, one), np.where(turned, one, two)
    kinds, kind = np.unique((better * max(len(names), 1) + worse) * 2 + tied, return_inverse=True)
    told: list[tuple[str, Literal[">", "="], str]] = [
        (names[pair // len(names)], "=" if tie else ">", names[pair % len(names)])
        for pair, tie in zip((kinds // 2).tolist(), (kinds % 2).tolist(), strict=True)
    ]
    order = np.lexsort((kind, graphs.graph))
    listed = [told[at] for at in kind[order].tolist()]
    ends = np.cumsum(np.bincount(graphs.graph, minlength=len(graphs))).tolist()
    return [tuple(listed[begin:end]) for begin, end in pairwise([0, *ends])]


def _answer(graphs: Graphs, placed: VertexRanks, level: float) -> Answer | None:
    """Contrast systems by the dominance of their translations; None without any graph."""
    if not len(graphs):
        return None
    codes, system = np.unique(graphs.system, return_inverse=True)
    number = np.bincount(system)
    value = placed.f.astype(float)
    mean = np.bincount(system, value) / number
    owner = graphs.owner
    document = np.full(len(graphs), -1, dtype=np.int64)
    document[graphs.graph] = graphs.rows.document.codes
    rows = Outputs(
        tuple(graphs.systems[code] for code in codes),
        system.astype(np.int64),
        together(graphs.annotator.codes[owner]),
        together(graphs.segment.codes[owner]),
        document[owner],
        value,
        1 / number[system],
        mean[system],
    )
    return answer(
        rows,
        quantity="mean dominance over graphs",
        unit="translations",
        level=level,
        strictness=ANNOTATORS,  # dominance of one graph sums to 0, so nobody is strict
    )


def _systems(
    graphs: Graphs, placed: VertexRanks, found: Answer | None
) -> tuple[SystemDominance, ...]:
    """Return the systems, best first; no translation dominates more than all others."""
    if found is None:
        return ()
    size = graphs.size[graphs.owner]
    number = np.maximum(np.bincount(graphs.system), 1)
    most = np.bincount(graphs.system, size - 1.0) / number
    mean = np.bincount(graphs.system, placed.f) / number  # whole numbers stay whole
    systems = []
    for one in found.systems:
        code = graphs.systems.index(one.system)
        reach = float(most[code])
        told = {field.name: getattr(one, field.name) for field in fields(one)}
        told["score"] = float(mean[code])
        told["low"] = None if one.low is None else max(one.low, -reach)
        told["high"] = None if one.high is None else min(one.high, reach)
        systems.append(SystemDominance(**told, graphs=one.judgements))
    return tuple(systems)


def _limits(found: Answer | None) -> tuple[str, ...]:
    """Say what limits the contrasts, where there are intervals at all."""
    return found.notes if found and found.estimand.units.segments > 1 else ()


def _warnings(graphs: Graphs, placed: VertexRanks, people: int, too_large: int) -> list[str]:
    """Say, one sentence each, what weakens the ranking."""
    if not len(graphs):
        return ["There are no comparisons yet."]
    notes = []
    if len(np.unique(graphs.segment.codes)) == 1:
        notes.append("With one segment there are no confidence intervals.")
    elif people == 1:
        notes.append("One annotator: the confidence intervals hold for this annotator only.")
    numbers = np.bincount(graphs.system, minlength=len(graphs.systems))
    rare = [
        f"{name} in {number:,}"
        for name, number in zip(graphs.systems, numbers, strict=True)
        if 0 < number < len(graphs)
    ]
    if rare:
        notes.append(
            f"Not every system is in all {len(graphs):,} graphs ({some_of(rare)}): dominance grows "
            "with the number of translations, so means over different graphs compare badly."
        )
    torn = int((~placed.connected).sum())
    if torn:
        notes.append(
            f"{torn:,} of {len(graphs):,} graphs are not connected: their parts were never "
            "compared, and ranks across them mean little."
        )
    if too_large:
        notes.append(
            f"{too_large:,} contradictions of more than {MOST} translations stay one vertex: "
            "for them the fewest answers to drop are not looked for."
        )
    return notes
