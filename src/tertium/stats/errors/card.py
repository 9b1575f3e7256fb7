"""A scorecard: what one system's errors cost, one by one, for whoever has to answer for them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from tertium.choices import Repeated
from tertium.stats.arrays import Ints
from tertium.stats.errors.analyse import ErrorScores, SystemErrors, price
from tertium.stats.errors.layers import Place, Reply
from tertium.stats.errors.parts import NONE, around
from tertium.stats.errors.verdicts import Decision
from tertium.stats.errors.weigh import Costs
from tertium.table import Codes, Spans
from tertium.text.natural import natural
from tertium.typology import Typology, canonical

_AROUND = 60  # code points of context on each side


@dataclass(frozen=True, slots=True)
class CardError:
    """One error with what stands around it. Reviewers have numbers, not names.

    `again` tells that the same words were marked the same way before.
    """

    number: int
    document: str
    segment: str
    reviewer: int
    side: str
    category: str
    severity: str
    points: float
    critical: bool
    merit: bool
    again: bool
    before: str
    passage: str
    after: str
    note: str
    reply: Reply


@dataclass(frozen=True, slots=True)
class CardRow:
    """One category: errors by severity, in the order of the card, and points in all."""

    category: str
    name: str
    errors: tuple[int, ...]
    points: float


@dataclass(frozen=True, slots=True)
class Scorecard:
    """The card of one system. Points are means where several reviewers read the same text."""

    job: str
    documents: tuple[str, ...]
    reviewers: int
    scores: ErrorScores
    system: SystemErrors
    decision: Decision | None
    severities: tuple[str, ...]
    rows: tuple[CardRow, ...]
    errors: tuple[CardError, ...]
    repeated: tuple[tuple[str, str, int], ...]  # passage, category, times
    rule: tuple[str, ...]  # severities and categories of which one error fails a text

    @property
    def names(self) -> dict[str, str]:
        """What each category is called."""
        return {row.category: row.name for row in self.rows}

    @property
    def answered(self) -> bool:
        """Whether somebody has answered or decided about an error."""
        return any(one.reply != Reply() for one in self.errors)


def scorecards(
    spans: Spans,
    scores: ErrorScores,
    *,
    typology: Typology | None = None,
    repeated: Repeated = "all",
    job: str = "",
    replies: Mapping[Place, Reply] | None = None,
) -> tuple[Scorecard, ...]:
    """Return the card of every system, in the order of their scores.

    `typology` and `repeated` are those with which the errors were scored.
    """
    costs, used = price(spans, typology, scoring=scores.scoring, repeated=repeated)
    order = {name: at for at, name in enumerate(one.severity for one in scores.severities)}
    severities = tuple(order)
    decisions = {one.system: one for one in scores.decision}
    own = spans.outputs
    of = np.array(own.system.values(), dtype=object)
    found = []
    for system in scores.systems:
        outputs = np.flatnonzero(of == system.system)
        marks = np.flatnonzero(of[spans.output] == system.system)
        errors = tuple(_errors(spans, costs, used, marks, replies or {}))
        found.append(
            Scorecard(
                job=job,
                documents=tuple(
                    sorted({name for name in _named(own.document, outputs) if name}, key=natural)
                ),
                reviewers=len(set(_named(own.annotator, outputs))),
                scores=scores,
                system=system,
                decision=decisions.get(system.system),
                severities=severities,
                rows=tuple(_rows(scores, errors, system.system, severities)),
                errors=errors,
                repeated=tuple(_repeated(errors)),
                rule=used.critical if used else (),
            )
        )
    return tuple(found)


def _named(codes: Codes, rows: Ints) -> list[str]:
    return codes.take(rows).values()


def _errors(
    spans: Spans,
    costs: Costs,
    typology: Typology | None,
    marks: Ints,
    replies: Mapping[Place, Reply],
) -> Iterator[CardError]:
    own = spans.outputs
    at = spans.output[marks]
    document, segment = _named(own.document, at), _named(own.segment, at)
    system, annotator = _named(own.system, at), _named(own.annotator, at)
    people = {name: n for n, name in enumerate(sorted(set(annotator), key=natural), 1)}
    side, severity = _named(spans.side, marks), _named(spans.severity, marks)
    category = [_category(name, typology) for name in _named(spans.category, marks)]
    part = spans.take(marks)
    texts, quotes = part.texts(), part.quotes()
    seen: set[tuple[str, str, str, str, str]] = set()
    order = sorted(range(len(marks)), key=lambda n: (
        natural(document[n]), natural(segment[n]), side[n] == "source",
        np.nan_to_num(spans.start[marks[n]], nan=np.inf)))  # fmt: skip
    for number, n in enumerate(order, 1):
        row = int(marks[n])
        placed = not np.isnan(spans.start[row] + spans.end[row])
        start, end = (int(spans.start[row]), int(spans.end[row])) if placed else (None, None)
        text, before, after = texts[n], "", ""
        if text is not None and start is not None and end is not None:
            before, after = around(text, start, end, most=_AROUND)
        quote = quotes[n] or ""
        key = (annotator[n], document[n], category[n], severity[n], quote.strip().casefold())
        again = bool(quote) and key in seen
        seen.add(key)
        yield CardError(
            number=number,
            document=document[n],
            segment=segment[n],
            reviewer=people[annotator[n]],
            side=side[n] or "target",
            category=category[n],
            severity=canonical(severity[n]) if severity[n] else NONE,
            points=float(costs.points[row]),
            critical=bool(costs.critical[row]),
            merit=bool(costs.merit[row]),
            again=again,
            before=before,
            passage=quote,
            after=after,
            note=spans.note[row] or "",
            reply=replies.get((segment[n], system[n], side[n] or "target", start, end), Reply()),
        )


def _category(name: str, typology: Typology | None) -> str:
    if not name:
        return NONE
    node = typology.node(name) if typology else None
    return node.id if node else canonical(name)


def _rows(
    scores: ErrorScores, errors: tuple[CardError, ...], system: str, severities: tuple[str, ...]
) -> Iterator[CardRow]:
    counted = Counter((one.category, one.severity) for one in errors if not one.merit)
    for one in scores.categories:
        if one.system == system:
            numbers = tuple(counted[one.category, severity] for severity in severities)
            yield CardRow(one.category, one.name, numbers, one.points)


def _repeated(errors: tuple[CardError, ...]) -> list[tuple[str, str, int]]:
    """Return passages that were marked more than once in the same way, the commonest first."""
    times = Counter((one.passage.strip().casefold(), one.category) for one in errors if one.again)
    first = {(one.passage.strip().casefold(), one.category): one.passage for one in errors}
    return sorted(
        ((first[key], key[1], number + 1) for key, number in times.items()),
        key=lambda one: (-one[2], one[0]),
    )
