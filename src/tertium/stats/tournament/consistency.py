"""How consistent annotators are, and which of their answers contradict each other.

Answers contradict each other if they lead in a circle that holds a preference: a better than
b, b better than c, c as good as a. Llorà et al. (2005) and Formiga et al. (2010) take the
share of such graphs, and of translations in them, as a measure of an annotator's consistency.
"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Bools, Ints
from tertium.stats.tournament.feedback import MOST, ContradictingJudgements, violated
from tertium.stats.tournament.graphs import Graphs
from tertium.stats.tournament.orders import VertexRanks

_NONE = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class AnnotatorConsistency:
    """How many graphs an annotator made, and how many contradict themselves.

    `consistency` is the share without contradiction, `translations` that of translations
    in no contradiction.
    """

    annotator: str
    graphs: int
    contradictory: int
    consistency: float
    translations: float


@dataclass(frozen=True, slots=True)
class Consistency:
    """The share of graphs without contradiction, and of translations in none."""

    graphs: float | None
    translations: float | None
    contradictory: int
    by_annotator: tuple[AnnotatorConsistency, ...]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Systems that an annotator's answers put in a circle, and these answers, one by one.

    `judgements[i]` is the judgement that says `answers[i]`, such as `a > b` or `b = c`.
    """

    segment: str
    annotator: str
    pass_: str | None
    condition: str | None
    systems: tuple[str, ...]
    judgements: tuple[str, ...]
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DroppedAnswer:
    """An answer that was left out to resolve a contradiction."""

    segment: str
    annotator: str
    pass_: str | None
    condition: str | None
    judgement: str
    answer: str


def measure_consistency(graphs: Graphs, placed: VertexRanks) -> Consistency:
    """Count contradictions, of everybody and by annotator."""
    if not len(graphs):
        return Consistency(None, None, 0, ())
    wrong = np.zeros(len(graphs), dtype=bool)
    wrong[graphs.owner[placed.contradicted]] = True
    who = graphs.annotator.codes + 1
    made = np.bincount(who)
    circular = np.bincount(who, weights=wrong)
    given = np.bincount(who[graphs.owner])
    inside = np.bincount(who[graphs.owner], weights=placed.contradicted)
    names = ("", *graphs.annotator.names)
    return Consistency(
        graphs=float(1 - wrong.mean()),
        translations=float(1 - placed.contradicted.mean()),
        contradictory=int(wrong.sum()),
        by_annotator=tuple(
            AnnotatorConsistency(
                annotator=names[code],
                graphs=int(made[code]),
                contradictory=int(circular[code]),
                consistency=float(1 - circular[code] / made[code]),
                translations=float(1 - inside[code] / given[code]),
            )
            for code in np.flatnonzero(made)
        ),
    )


def find_circles(graphs: Graphs, placed: VertexRanks) -> list[Ints]:
    """Return for every contradiction the rows that lie in it, in a fixed order."""
    component = placed.component[graphs.first]
    inside = (component == placed.component[graphs.second]) & placed.contradicted[graphs.first]
    rows = np.flatnonzero(inside)
    if not len(rows):
        return []
    rows = rows[np.lexsort([key[rows] for key in (*_row_order(graphs), component)])]
    return np.split(rows, np.flatnonzero(np.diff(component[rows])) + 1)


def list_contradictions(
    graphs: Graphs, placed: VertexRanks, circles: list[Ints]
) -> tuple[Contradiction, ...]:
    """Write contradictions down with the answers that form them."""
    found = []
    judgements, answers = _said(graphs, np.concatenate([_NONE, *circles]))
    begin = 0
    for rows in circles:
        end = begin + len(rows)
        members = _members(graphs, placed, rows)
        found.append(
            Contradiction(
                *graphs.about(graphs.graph[rows[0]]),
                systems=tuple(graphs.systems[code] for code in graphs.system[members]),
                judgements=tuple(judgements[begin:end]),
                answers=tuple(answers[begin:end]),
            )
        )
        begin = end
    return tuple(found)


def resolve(graphs: Graphs, placed: VertexRanks, circles: list[Ints]) -> tuple[Bools, int]:
    """Return which rows to drop, and how many contradictions were too large to resolve."""
    dropped = np.zeros(len(graphs.rows), dtype=bool)
    too_large = 0
    for rows in circles:
        members = _members(graphs, placed, rows)
        if len(members) > MOST:
            too_large += 1
            continue
        between = ContradictingJudgements(
            number=len(members),
            first=np.searchsorted(members, graphs.first[rows]),
            second=np.searchsorted(members, graphs.second[rows]),
            value=np.sign(graphs.rows.value[rows]).astype(np.int64),
            same=_same_outputs(graphs, members),
        )
        dropped[rows[violated(between)]] = True
    return dropped, too_large


def list_dropped(graphs: Graphs, dropped: Bools) -> tuple[DroppedAnswer, ...]:
    """Write down the answers that were left out, graph by graph."""
    rows = np.flatnonzero(dropped)
    rows = rows[np.lexsort([key[rows] for key in _row_order(graphs)])]
    return tuple(
        DroppedAnswer(*graphs.about(graphs.graph[row]), judgement, answer)
        for row, judgement, answer in zip(rows, *_said(graphs, rows), strict=True)
    )


def _row_order(graphs: Graphs) -> tuple[Ints, ...]:
    """Return keys (the last one first) that sort rows in whatever order they came."""
    judgement = graphs.rows.judgement.codes
    value = np.sign(graphs.rows.value).astype(np.int64)
    return value, graphs.second, graphs.first, judgement, graphs.graph


def _members(graphs: Graphs, placed: VertexRanks, rows: Ints) -> Ints:
    """Return the vertices of the contradiction in which rows lie."""
    graph = graphs.graph[rows[0]]
    vertices = graphs.start[graph] + np.arange(graphs.size[graph])
    same = placed.component[vertices] == placed.component[graphs.first[rows[0]]]
    return np.asarray(vertices[same])


def _same_outputs(graphs: Graphs, members: Ints) -> Ints:
    """Return pairs of positions among members whose outputs are the same."""
    low, high = np.searchsorted(graphs.same[:, 0], (members[0], members[-1] + 1))
    pairs = graphs.same[low:high]
    if len(pairs):  # of other components, too
        pairs = pairs[np.isin(pairs[:, 0], members)]
    return np.searchsorted(members, pairs)


def _said(graphs: Graphs, rows: Ints) -> tuple[list[str], list[str]]:
    """Return the judgements of rows, and what each says: `better > worse` or `one = other`."""
    answers = []
    for system, versus, value in zip(
        graphs.rows.system.take(rows).values(),
        graphs.rows.versus.take(rows).values(),
        graphs.rows.value[rows],
        strict=True,
    ):
        one, two = (versus, system) if value < 0 else (system, versus)
        answers.append(f"{one} {'>' if value else '='} {two}")
    return graphs.rows.judgement.take(rows).values(), answers
