"""Adequate or not, with few questions: the second stage for one source.

The translation that dominates most is asked about first ("adequate?"). If it is
inadequate, so is everything it dominates; a reference is adequate, and so is everything
that dominates it or ties with it. What follows from an answer is *inferred*: it carries the path of
translations that leads there and is never counted as an observation.

Adequacy is an interval from 0 to 1 for every translation: a chain from v down to w says
that v is at least as good, so w's lower end lifts v's, and v's upper end lowers w's. Where
the lower end comes to lie above the upper one, answers contradict the comparisons, and
somebody has to look; nothing is averaged.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Self

import numpy as np

from tertium.exceptions import NotFound
from tertium.model import parts_of
from tertium.stats.arrays import Bools
from tertium.stats.tournament.orders import Orders, order

# What an expert may find to be the cause of a conflict: translations that were never compared,
# a change of the annotator's criterion, a slip.
CODES = ("topological", "criterion", "slip")
By = Literal["asked", "reference", "propagation", "conflict", "open"]


@dataclass(frozen=True, slots=True)
class Graph:
    """The comparisons of one source: translations, the outputs they are, and their order.

    `outputs[i]` is the name under which `systems[i]` is shown, `a+b` if merged;
    `arcs[v, w]` says that v was called at least as good as w.
    """

    systems: tuple[str, ...]
    outputs: tuple[str, ...]
    arcs: Bools
    found: Orders

    @classmethod
    def of(cls, answers: Iterable[tuple[str, str, float]], outputs: Iterable[str] = ()) -> Self:
        """Draw (system, versus, value) as a graph; `outputs` may name more than were compared."""
        listed = [answer for answer in answers if not np.isnan(answer[2])]
        names = {name for one, two, _ in listed for name in (one, two)} | set(outputs)
        shown: dict[str, str] = {}
        for name in sorted(names, key=lambda name: (len(parts_of(name)), name)):
            shown |= dict.fromkeys(parts_of(name), name)
        systems = tuple(sorted(shown))
        at = {system: position for position, system in enumerate(systems)}
        better, tied = np.zeros((2, len(systems), len(systems)), dtype=bool)
        for name in names:
            first, *others = (at[part] for part in parts_of(name))
            for other in others:
                tied[first, other] = tied[other, first] = True
        for one, two, value in listed:
            v, w = at[parts_of(one)[0]], at[parts_of(two)[0]]
            if value == 0:
                tied[v, w] = tied[w, v] = True
            else:
                better[(v, w) if value > 0 else (w, v)] = True
        return cls(
            systems, tuple(shown[name] for name in systems), better | tied,
            order(better[None], tied[None]),
        )  # fmt: skip

    @property
    def reach(self) -> Bools:
        """Where directed paths lead."""
        return np.asarray(self.found.reach[0])

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of every translation."""
        return tuple(self.found.rank[0].tolist())

    @property
    def vertices(self) -> list[list[int]]:
        """Translations that ties or contradictions make one, those that dominate most first."""
        groups: dict[int, list[int]] = {}
        for position, first in enumerate(self.found.component[0].tolist()):
            groups.setdefault(first, []).append(position)
        below = self.found.below[0]
        return sorted(groups.values(), key=lambda group: (-below[group[0]], group[0]))


@dataclass(frozen=True, slots=True)
class Label:
    """Whether a translation is adequate, and how that is known.

    `adequate` and `layer` are None while nothing is known; a conflict leaves `adequate`
    open. `path` leads from the answered translation (or the reference) to this one; it
    is empty where this one was asked about. `by` says which rule gave the label.
    """

    system: str
    adequate: bool | None
    layer: Literal["observed", "inferred"] | None
    by: By
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clash:
    """An inadequate translation above an adequate one.

    kind "order": a path of answers (`path`) leads from the inadequate one to the adequate
    one, so that answers contradict each other; "rank": no path relates them, only their
    ranks disagree.
    """

    inadequate: str
    adequate: str
    kind: Literal["order", "rank"]
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PropagatedLabels:
    """The labels of one source, system by system, and what contradicts what."""

    labels: tuple[Label, ...]
    clashes: tuple[Clash, ...]


@dataclass(frozen=True, slots=True)
class Effort:
    """How many translations needed an answer of their own.

    `collapsed` are those that share a vertex with another one, `unique` the vertices, which are
    labelled `by_reference`, `by_propagation`, because they were `asked`, or still `open`
    (in conflict, too); `automatic` is the sum of the first two. Shares are those of Table 2 of
    Pighin, Formiga and Màrquez (2012): `collapsed` of all translations, automatic labels of
    unique vertices. `saved` is the share of translations that nobody has to be asked about.
    """

    translations: int
    collapsed: int
    collapsed_share: float | None
    unique: int
    automatic: int
    automatic_share: float | None
    by_reference: int
    by_reference_share: float | None
    by_propagation: int
    by_propagation_share: float | None
    asked: int
    open: int
    saved: float | None


def propagate(
    graph: Graph,
    answers: Mapping[str, bool] | Iterable[tuple[str, bool]],
    references: Sequence[str] = (),
) -> PropagatedLabels:
    """Return what the answers ("adequate?" by system or output) and references imply.

    The order of answers does not matter. An answer for `a+b` is one for both; answers
    for one translation that differ are a conflict like any other.
    """
    given = list(answers.items() if isinstance(answers, Mapping) else answers)
    yes, no, reference = np.zeros((3, len(graph.systems)), dtype=bool)
    for name, adequate in given:
        for part in parts_of(name):
            if part not in graph.systems:
                raise NotFound.among("translation", part, graph.systems, where="adequate")
            (yes if adequate else no)[graph.systems.index(part)] = True
    for name in references:
        if name in graph.systems:
            reference[graph.systems.index(name)] = True
    from_yes = _paths(graph.arcs.T, yes)
    from_reference = _paths(graph.arcs.T, reference)
    from_no = _paths(graph.arcs, no)
    labels = []
    for v, system in enumerate(graph.systems):
        fine, bad = from_reference[v] or from_yes[v], from_no[v]
        if yes[v] or no[v]:
            both = bool(yes[v] and no[v])
            labels.append(Label(system, None if both else bool(yes[v]), "observed", "asked"))
        elif fine and bad:
            labels.append(Label(system, None, "inferred", "conflict"))
        elif fine or bad:
            by: By = "reference" if from_reference[v] else "propagation"
            path = tuple(graph.systems[w] for w in fine or bad)
            labels.append(Label(system, bool(fine), "inferred", by, path))
        else:
            labels.append(Label(system, None, None, "open"))
    return PropagatedLabels(
        tuple(labels), (*_order_clashes(graph, yes | reference, no), *_rank_clashes(graph, labels))
    )


def next_question(
    graph: Graph,
    answers: Mapping[str, bool] | Iterable[tuple[str, bool]],
    references: Sequence[str] = (),
) -> str | None:
    """Return the output to ask about next, None if every label is known or in conflict."""
    labels = propagate(graph, answers, references).labels
    for vertex in graph.vertices:
        if labels[vertex[0]].by == "open":
            return graph.outputs[vertex[0]]
    return None


def measure_effort(graph: Graph, labels: Sequence[Label]) -> Effort:
    """Count for one source how its vertices got their labels."""
    counts = dict.fromkeys(("reference", "propagation", "asked", "left"), 0)
    vertices = graph.vertices
    for vertex in vertices:
        ways = {labels[v].by for v in vertex}
        way = next((way for way in ("asked", "reference", "propagation") if way in ways), "left")
        counts[way] += 1
    return _effort(len(graph.systems), len(vertices), **counts)


def total_effort(efforts: Iterable[Effort]) -> Effort:
    """Add the effort of several sources."""
    names = ("translations", "unique", "by_reference", "by_propagation", "asked", "open")
    sums = dict.fromkeys(names, 0)
    for effort in efforts:
        for name in names:
            sums[name] += getattr(effort, name)
    return _effort(*sums.values())


def _effort(
    translations: int, unique: int, reference: int, propagation: int, asked: int, left: int
) -> Effort:
    def share(number: int, of: int) -> float | None:
        return number / of if of else None

    collapsed, automatic = translations - unique, reference + propagation
    return Effort(
        translations=translations,
        collapsed=collapsed,
        collapsed_share=share(collapsed, translations),
        unique=unique,
        automatic=automatic,
        automatic_share=share(automatic, unique),
        by_reference=reference,
        by_reference_share=share(reference, unique),
        by_propagation=propagation,
        by_propagation_share=share(propagation, unique),
        asked=asked,
        open=left,
        saved=share(translations - asked - left, translations),
    )


def _paths(arcs: Bools, sources: Bools) -> list[tuple[int, ...]]:
    """Return a shortest path from a source to every vertex, empty where none leads."""
    found: list[tuple[int, ...]] = [() for _ in arcs]
    newest = [int(v) for v in np.flatnonzero(sources)]
    for v in newest:
        found[v] = (v,)
    while newest:
        reached = []
        for v in newest:
            for w in np.flatnonzero(arcs[v]).tolist():
                if not found[w]:
                    found[w] = (*found[v], w)
                    reached.append(w)
        newest = reached
    return found


def _order_clashes(graph: Graph, yes: Bools, no: Bools) -> list[Clash]:
    """List inadequate answers that lead down to adequate ones, each pair of outputs once."""
    clashes: dict[tuple[str, str], Clash] = {}
    for v in np.flatnonzero(no):
        if not (graph.reach[v] & yes).any():
            continue
        paths = _paths(graph.arcs, np.arange(len(no)) == v)
        for w in np.flatnonzero(graph.reach[v] & yes):
            pair = graph.outputs[v], graph.outputs[w]
            path = tuple(graph.systems[x] for x in paths[w])
            clashes.setdefault(pair, Clash(*pair, "order", path))
    return list(clashes.values())


def _rank_clashes(graph: Graph, labels: Sequence[Label]) -> list[Clash]:
    """List vertices labelled inadequate that rank above adequate ones without a path."""
    ranks = graph.ranks
    first = [vertex[0] for vertex in graph.vertices]
    return [
        Clash(graph.outputs[v], graph.outputs[w], "rank")
        for v in first
        for w in first
        if labels[v].adequate is False
        and labels[w].adequate
        and ranks[v] < ranks[w]
        and not graph.reach[v, w]
    ]
