"""What contradicts what in a campaign of many systems: for somebody to look at and code.

A *conflict* is a circle of comparisons that holds a preference, or an inadequate
translation above an adequate one. It is known by what it is about (source, annotator,
translations), so that it keeps its code while further answers arrive; whether the same
answers still form it is told beside.
"""

import hashlib
import hmac
from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium.model import parts_of
from tertium.stats.tournament.adequacy import Conflict as Clash
from tertium.stats.tournament.adequacy import adequacy
from tertium.stats.tournament.consistency import find_circles
from tertium.stats.tournament.graphs import Graphs
from tertium.stats.tournament.orders import VertexRanks
from tertium.table import Comparisons, Scores

Kind = Literal["contradiction", "order", "rank"]
Sign = Literal[">", "=", "yes", "no"]
Source = tuple[str, str]  # segment, annotator


@dataclass(frozen=True, slots=True)
class ConflictingAnswer:
    """One answer: `one` is better than or equal to `two`, or adequate (`yes`, `no`)."""

    judgement: str
    one: str
    sign: Sign
    two: str = ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Answers that do not fit together, by kind.

    contradiction: comparisons in a circle. order: comparisons (along `path`) put an
    inadequate translation above an adequate one. rank: no comparison does, only their
    ranks. `translations` are systems, those with the same output one by one.
    """

    kind: Kind
    segment: str
    annotator: str
    pass_: str
    condition: str
    translations: tuple[str, ...]
    answers: tuple[ConflictingAnswer, ...]
    inadequate: str = ""
    adequate: str = ""
    path: tuple[str, ...] = ()

    @property
    def judgements(self) -> tuple[str, ...]:
        """The judgements that form it, each once."""
        return tuple(sorted({answer.judgement for answer in self.answers}))


def key_of(secret: bytes, campaign: str, conflict: Conflict) -> str:
    """Return the opaque name of a conflict; whoever has no secret learns nothing from it."""
    about = (
        conflict.kind,
        campaign,
        conflict.segment,
        conflict.annotator,
        conflict.pass_,
        conflict.condition,
        *conflict.translations,
        conflict.inadequate,
    )
    told = "\x1f".join(about).encode()
    return hmac.new(secret, b"conflict\x1f" + told, hashlib.sha256).hexdigest()[:20]


def find_conflicts(
    graphs: Graphs, placed: VertexRanks, labels: Scores, references: Sequence[str]
) -> tuple[Conflict, ...]:
    """Return all conflicts: of comparisons with each other, and with adequacy."""
    found = [_circle(graphs, rows) for rows in find_circles(graphs, placed)]
    if len(labels):
        told = adequacy(graphs.rows, labels, references=references)
        found += _clashes(told.conflicts, graphs.rows, labels)
    return tuple(found)


def sayings(rows: Comparisons) -> list[ConflictingAnswer]:
    """Read comparisons, the better translation first."""
    return [
        ConflictingAnswer(judgement, versus, ">", system)
        if value < 0
        else ConflictingAnswer(judgement, system, ">" if value else "=", versus)
        for judgement, system, versus, value in zip(
            rows.judgement.values(),
            rows.system.values(),
            rows.versus.values(),
            rows.value.tolist(),
            strict=True,
        )
    ]


def _circle(graphs: Graphs, rows: NDArray[np.int64]) -> Conflict:
    segment, annotator, pass_, condition = graphs.about(graphs.graph[rows[0]])
    answers = tuple(sayings(graphs.rows.take(rows)))
    names = {part for one in answers for name in (one.one, one.two) for part in parts_of(name)}
    return Conflict(
        "contradiction",
        segment,
        annotator,
        pass_ or "",
        condition or "",
        translations=tuple(sorted(names)),
        answers=answers,
    )


def _clashes(clashes: Sequence[Clash], rows: Comparisons, labels: Scores) -> list[Conflict]:
    """Find the answers behind what is inadequate and yet above something adequate."""
    sources = {(clash.segment, clash.annotator) for clash in clashes}
    compared = _by_source(rows, sources)
    asked = _asked(labels, sources)
    found: dict[Clash, Conflict] = {}
    for clash in clashes:
        source = clash.segment, clash.annotator
        parts = {*parts_of(clash.inadequate), *parts_of(clash.adequate)}
        along = [
            one
            for step in pairwise(clash.path)
            for one in compared.get(source, ())
            if _leads(one, *step)
        ]
        # Who was not asked about has a label that follows from other answers.
        about = [one for one in asked.get(source, ()) if parts & {*parts_of(one.one)}]
        found[clash] = Conflict(
            clash.kind,
            *source,
            pass_="",
            condition="",
            translations=tuple(sorted(parts | {*clash.path})),
            answers=tuple(dict.fromkeys((*along, *about))),
            inadequate=clash.inadequate,
            adequate=clash.adequate,
            path=clash.path,
        )
    return list(found.values())


def _asked(labels: Scores, sources: Container[Source]) -> dict[Source, list[ConflictingAnswer]]:
    """Return the answers to "adequate?" about some sources."""
    found: dict[Source, list[ConflictingAnswer]] = {}
    for segment, annotator, judgement, system, value in zip(
        labels.segment.values(),
        labels.annotator.values(),
        labels.judgement.values(),
        labels.system.values(),
        labels.value.tolist(),
        strict=True,
    ):
        if (segment, annotator) in sources:
            answer = ConflictingAnswer(judgement, system, "yes" if value == 1 else "no")
            found.setdefault((segment, annotator), []).append(answer)
    return found


def _leads(answer: ConflictingAnswer, one: str, two: str) -> bool:
    """Tell whether an answer says that `one` is at least as good as `two`."""
    better, worse = parts_of(answer.one), parts_of(answer.two)
    return (one in better and two in worse) or (
        answer.sign == "=" and one in worse and two in better
    )


def _by_source(
    rows: Comparisons, sources: Container[Source]
) -> dict[Source, list[ConflictingAnswer]]:
    """Return the comparisons of some sources."""
    found: dict[Source, list[ConflictingAnswer]] = {}
    about = list(zip(rows.segment.values(), rows.annotator.values(), strict=True))
    wanted = np.array([source in sources for source in about], dtype=bool)
    kept = [source for source in about if source in sources]
    for source, answer in zip(kept, sayings(rows.take(wanted)), strict=True):
        found.setdefault(source, []).append(answer)
    return found
