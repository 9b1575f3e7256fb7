"""Errors by category, severity, annotator and document, and typical examples of them."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Floats, Ints
from tertium.stats.errors.scale import Scale
from tertium.stats.errors.weigh import Costs, Readings
from tertium.stats.order import tied_ranks
from tertium.table import Codes, Spans
from tertium.typology import Typology, canonical

_MOST = 10  # categories of which examples are shown
_AROUND = 40  # code points of context on each side
NONE = "none"  # the name of errors without a category


@dataclass(frozen=True, slots=True)
class CategoryErrors:
    """One category in one system: errors, their points, and their share of all its points.

    `per_1000` are points in 1,000 words, `errors_per_1000` errors; both are means over
    annotators who read the same output.
    """

    category: str
    name: str
    system: str
    errors: int
    points: float
    share: float | None
    per_1000: float | None
    errors_per_1000: float | None


@dataclass(frozen=True, slots=True)
class SeverityErrors:
    """One severity in one system, with numbers as in `CategoryErrors`."""

    severity: str
    system: str
    errors: int
    points: float
    per_1000: float | None
    errors_per_1000: float | None


@dataclass(frozen=True, slots=True)
class AnnotatorErrors:
    """One annotator: what was read and what was marked in it."""

    annotator: str
    readings: int
    words: float | None
    errors: int
    points: float
    per_reading: float
    per_1000: float | None
    clean: float


@dataclass(frozen=True, slots=True)
class DocumentErrors:
    """One document of one system."""

    document: str
    system: str
    outputs: int
    words: float | None
    errors: int
    points: float
    score: float | None


@dataclass(frozen=True, slots=True)
class Example:
    """A typical error with what stands around it; `before` and `after` are cut to a line."""

    category: str
    severity: str
    system: str
    segment: str
    annotator: str
    side: str
    before: str
    passage: str
    after: str
    note: str


def by_category(
    spans: Spans, costs: Costs, readings: Readings, typology: Typology | None
) -> list[CategoryErrors]:
    """Count the errors of each category and system, in the order of the typology."""
    names, codes = _categories(spans.category, typology)
    titles = {node.id: node.name for node in typology.nodes} if typology else {}
    total = _per_system(readings, readings.points * readings.share)
    return [
        CategoryErrors(
            names[kind],
            titles.get(names[kind], names[kind]),
            readings.names[system],
            number,
            points,
            points / total[system] if total[system] > 0 else None,
            _per_1000(points, readings, system),
            _per_1000(mean, readings, system),
        )
        for kind, system, number, points, mean in _counted(
            codes, len(names), spans, costs, readings
        )
    ]


def _categories(given: Codes, typology: Typology | None) -> tuple[tuple[str, ...], Ints]:
    """Return the names of categories in their order, and the code of each error."""
    found = []
    for name in given.names:
        node = typology.node(name) if typology else None
        found.append(node.id if node else canonical(name))
    found.append(NONE)  # for errors without a category, whose code is −1
    order = [node.id for node in typology.nodes] if typology else []
    rank = {name: at for at, name in enumerate(order)}
    names = tuple(sorted(set(found), key=lambda name: (rank.get(name, len(rank)), name)))
    place = np.array([names.index(name) for name in found], dtype=np.int64)
    return names, place[given.codes]


def by_severity(
    spans: Spans, costs: Costs, readings: Readings, typology: Typology | None
) -> list[SeverityErrors]:
    """Count the errors of each severity and system, the lightest first."""
    found = [canonical(name) for name in spans.severity.names] + [NONE]
    order = {one.id: at for at, one in enumerate(typology.severities)} if typology else {}
    names = tuple(sorted(set(found), key=lambda name: (order.get(name, len(order)), name)))
    codes = np.array([names.index(name) for name in found], dtype=np.int64)[spans.severity.codes]
    return [
        SeverityErrors(
            names[level],
            readings.names[system],
            number,
            points,
            _per_1000(points, readings, system),
            _per_1000(mean, readings, system),
        )
        for level, system, number, points, mean in _counted(
            codes, len(names), spans, costs, readings
        )
    ]


def _counted(
    codes: Ints, kinds: int, spans: Spans, costs: Costs, readings: Readings
) -> Iterator[tuple[int, int, int, float, float]]:
    """Yield kind, system, errors, points and errors of what occurs, the last two as means.

    A mean is that of the annotators who read the same output.
    """
    systems = len(readings.names)
    error = costs.error
    at = (codes * systems + readings.system[spans.output])[error]
    share = readings.share[spans.output][error]
    paid = costs.points[error] * share
    means = np.bincount(at, share, kinds * systems)
    numbers = np.bincount(at, minlength=kinds * systems)
    points = np.bincount(at, paid, kinds * systems)
    for place in np.flatnonzero(numbers):
        kind, system = divmod(int(place), systems)
        yield kind, system, int(numbers[place]), float(points[place]), float(means[place])


def _per_system(readings: Readings, values: Floats) -> Floats:
    return np.bincount(readings.system, values, len(readings.names)).astype(float)


def _per_1000(points: float, readings: Readings, system: int) -> float | None:
    words = float(_per_system(readings, readings.words * readings.share)[system])
    return None if not words > 0 else 1000 * points / words


def by_annotator(spans: Spans, costs: Costs, readings: Readings) -> list[AnnotatorErrors]:
    """Tell how much each annotator read and marked."""
    people = np.unique(spans.outputs.annotator.codes)
    number = np.bincount(spans.output[costs.error], minlength=len(readings.system))
    found = []
    for person, code in enumerate(people):
        own = readings.person == person
        size, points = int(own.sum()), float(readings.points[own].sum())
        words = float(readings.words[own].sum())
        found.append(
            AnnotatorErrors(
                spans.outputs.annotator.names[code] if code >= 0 else "",
                size,
                None if np.isnan(words) else words,
                int(number[own].sum()),
                points,
                points / size,
                1000 * points / words if words > 0 else None,
                float((number[own] == 0).mean()),
            )
        )
    return found


def by_document(
    spans: Spans, costs: Costs, readings: Readings, scale: Scale
) -> list[DocumentErrors]:
    """Score each document of each system, if documents are known."""
    if not readings.by_document:
        return []
    names = spans.outputs.document.values()
    number = np.bincount(spans.output[costs.error], minlength=len(readings.system))
    key = readings.document * len(readings.names) + readings.system
    _, first, of = np.unique(key, return_index=True, return_inverse=True)
    size = len(first)
    exposure = np.bincount(of, readings.exposure * readings.share, size)
    points = np.bincount(of, readings.points * readings.share, size)
    words = np.bincount(of, readings.words * readings.share, size)
    outputs, errors = np.bincount(of, readings.share, size), np.bincount(of, number, size)
    return [
        DocumentErrors(
            names[row],
            readings.names[readings.system[row]],
            round(float(outputs[at])),
            None if np.isnan(words[at]) else float(words[at]),
            int(errors[at]),
            float(points[at]),
            scale.score(float(points[at] / exposure[at]), float(exposure[at])),
        )
        for at, row in enumerate(first)
    ]


def typical(
    spans: Spans, costs: Costs, typology: Typology | None, *, each: int = 2
) -> list[Example]:
    """Return examples of the categories that cost most: usual in severity and in length.

    Only errors whose text is known can be shown; one segment serves a category once.
    """
    names, codes = _categories(spans.category, typology)
    texts, quotes = spans.texts(), spans.quotes()
    length = np.array([np.nan if quote is None else len(quote) for quote in quotes], dtype=float)
    length[np.array([text is None for text in texts], dtype=bool)] = np.nan
    length[np.isnan(spans.start + spans.end)] = np.nan
    shown = costs.error & ~costs.again & ~np.isnan(length)
    paid = np.bincount(codes[costs.error], costs.points[costs.error], len(names))
    found = []
    for kind in np.argsort(tied_ranks(-paid.astype(float)), kind="stable")[:_MOST]:
        rows = np.flatnonzero(shown & (codes == kind))
        if not len(rows):
            continue
        levels = spans.severity.codes[rows]
        usual = np.bincount(levels + 1).argmax() - 1
        far = np.abs(length[rows] - np.median(length[rows]))
        order = rows[np.lexsort((rows, far, levels != usual))]
        used: set[int] = set()
        for row in order:
            segment = int(spans.outputs.segment.codes[spans.output[row]])
            if len(used) < each and segment not in used:
                used.add(segment)
                found.append(_example(spans, int(row), names[kind], str(texts[row])))
    return found


def around(text: str, start: int, end: int, *, most: int) -> tuple[str, str]:
    """Return what stands before and after a passage, `most` code points of it on each side."""
    before, after = text[:start], text[end:]
    if len(before) > most:
        before = "…" + before[-most:]
    if len(after) > most:
        after = after[:most] + "…"
    return before, after


def _example(spans: Spans, row: int, category: str, text: str) -> Example:
    own, at = spans.outputs, int(spans.output[row])
    start, end = int(spans.start[row]), int(spans.end[row])
    before, after = around(text, start, end, most=_AROUND)
    return Example(
        category,
        canonical(_name(spans.severity, row)),
        _name(own.system, at),
        _name(own.segment, at),
        _name(own.annotator, at),
        _name(spans.side, row),
        before,
        text[start:end],
        after,
        spans.note[row] or "",
    )


def _name(codes: Codes, row: int) -> str:
    code = int(codes.codes[row])
    return codes.names[code] if code >= 0 else ""
