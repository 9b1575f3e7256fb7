"""What each error costs, and how outputs and systems are made of readings.

A *reading* is one person's judgement of one output. Where several people read the same output,
its points are their mean, and its words count once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium.choices import Merits, Repeated, WordsOf
from tertium.exceptions import BadInput, NotFound
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.codes import together
from tertium.table import Spans
from tertium.text import count_words
from tertium.typology import Typology


@dataclass(frozen=True, slots=True)
class Costs:
    """Points of each mark, from 0 upwards, and what kind it is.

    `again` are errors that repeat an earlier one and cost nothing; `unlisted` those whose
    category the typology does not have. `largest` is what one error can cost that does not fail a
    text by itself, `agreed` are all costs of single errors.
    """

    points: Floats
    merit: Bools
    critical: Bools
    again: Bools
    unlisted: int
    largest: float
    agreed: tuple[float, ...]

    @property
    def error(self) -> Bools:
        """Tell which marks are errors."""
        return ~self.merit


def weigh(
    spans: Spans, typology: Typology | None, *, strict: bool, repeated: Repeated = "all"
) -> Costs:
    """Return what each mark costs: by a typology, or as its own value says.

    With `strict`, a category that the typology does not have is refused; else its severity alone
    decides. A severity it does not have is always refused.
    """
    again = _again(spans) if repeated == "once" else np.zeros(len(spans), dtype=bool)
    if typology is None:
        points, merit = np.abs(spans.value), spans.value > 0
        critical = np.zeros(len(spans), dtype=bool)
        unlisted, largest = 0, float(points[~merit].max(initial=0.0))
        agreed = tuple(np.unique(points[~merit & (points > 0)]).tolist())
    else:
        points, merit, critical, unlisted = _by_typology(spans, typology, strict)
        largest, agreed = typology.largest(), typology.costs()
    points = np.where(again, 0.0, points)
    return Costs(points, merit, critical, again, unlisted, largest, agreed)


def _by_typology(
    spans: Spans, typology: Typology, strict: bool
) -> tuple[Floats, Bools, Bools, int]:
    """Look each pair of category and severity up once."""
    only = typology.severities[0].id if len(typology.severities) == 1 else ""
    pair = spans.category.codes * (len(spans.severity.names) + 1) + spans.severity.codes
    pairs, first, of = np.unique(pair, return_index=True, return_inverse=True)
    points, merit, critical, unlisted = np.zeros((4, len(pairs)))
    category, severity = (*spans.category.names, ""), (*spans.severity.names, only)
    for at, row in enumerate(first):
        kind, level = category[spans.category.codes[row]], severity[spans.severity.codes[row]]
        where = f"judgement {_judgement(spans, int(row))}"
        if not level:
            known = ", ".join(one.id for one in typology.severities)
            raise BadInput("an error has no severity", where=where, fix=f"Known: {known}.")
        try:
            if kind and typology.nodes and typology.node(kind) is None:
                if strict:
                    typology.category(kind)  # tells the nearest one
                unlisted[at] = 1
            points[at] = typology.points(kind, level)
        except NotFound as error:
            error.where = f"{where}, {error.where}"
            raise
        merit[at] = typology.is_merit(kind, level)
        critical[at] = typology.is_critical(kind, level)
    merits = (merit[of] > 0) | (spans.value > 0)
    found = np.where(spans.value > 0, np.nan_to_num(spans.value), points[of])
    return found, merits, (critical[of] > 0) & ~merits, int(unlisted[of].sum())


def _judgement(spans: Spans, row: int) -> str:
    judgement = spans.outputs.judgement
    code = judgement.codes[spans.output[row]]
    return judgement.names[code] if code >= 0 else str(row + 1)


def _again(spans: Spans) -> Bools:
    """Tell which errors repeat an earlier one: same person, system and document, same words.

    An error whose words are not known repeats nothing.
    """
    own = spans.outputs
    quotes = [None if quote is None else quote.strip().casefold() for quote in spans.quotes()]
    again = np.zeros(len(spans), dtype=bool)
    seen = set()
    for row, (at, quote) in enumerate(zip(spans.output, quotes, strict=True)):
        key = (
            own.annotator.codes[at],
            own.system.codes[at],
            own.document.codes[at],
            own.pass_.codes[at],
            spans.category.codes[row],
            quote,
        )
        if quote:
            again[row] = key in seen
            seen.add(key)
    return again


@dataclass(frozen=True, slots=True)
class Readings:
    """Readings as numbers: who read what, how long it is, what it costs.

    `cell` is the output (segment × system), `share` one over the number of its readings, and
    `exposure` its words, or 1 where segments count the same. `words` are NaN where not known,
    documents −1; `by_document` tells that all are known.
    """

    system: Ints
    names: tuple[str, ...]
    person: Ints
    cell: Ints
    share: Floats
    exposure: Floats
    words: Floats
    points: Floats
    document: Ints
    segment: Ints
    by_document: bool


def count_readings(
    spans: Spans,
    costs: Costs,
    *,
    per: Literal["words", "segments"],
    words_of: WordsOf = "source",
    lengths: Mapping[str, float] | None = None,
    merits: Merits = "apart",
) -> Readings:
    """Add up the points of each reading.

    Merits, where they count, pay for errors of the same reading, but never for critical ones.
    """
    own = spans.outputs
    used, system = np.unique(own.system.codes, return_inverse=True)
    names = tuple(own.system.names[code] if code >= 0 else "" for code in used)
    size = len(own)
    error = np.where(costs.error & ~costs.critical, costs.points, 0.0)
    critical = np.where(costs.error & costs.critical, costs.points, 0.0)
    paid = np.where(costs.merit, costs.points, 0.0)
    points = np.bincount(spans.output, error, size).astype(float)
    if merits == "count":
        points = np.maximum(0.0, points - np.bincount(spans.output, paid, size))
    points = points + np.bincount(spans.output, critical, size)
    cell = together(own.campaign.codes, own.segment.codes, own.system.codes)
    words = words_read(spans, words_of, lengths or {})
    if per == "words" and np.isnan(words).any():
        at = int(np.flatnonzero(np.isnan(words))[0])
        raise BadInput(
            f"the words of segment {own.segment.values()[at]!r} are not known",
            fix=f"Add a column {words_of!r} with the texts, give --lengths FILE (segment,words), "
            "or score segments with --scoring wmt-mqm.",
        )
    exposure = np.maximum(words, 1.0) if per == "words" else np.ones(size)
    by_document = bool((own.document.codes >= 0).all())
    segment = together(own.campaign.codes, own.segment.codes)
    document = together(own.campaign.codes, own.document.codes)
    document = np.where(own.document.codes >= 0, document, -1)
    return Readings(
        system,
        names,
        together(own.annotator.codes),
        cell,
        1.0 / np.bincount(cell)[cell],
        exposure,
        words,
        points,
        document,
        segment,
        by_document,
    )


def words_read(spans: Spans, side: WordsOf, lengths: Mapping[str, float]) -> Floats:
    """Count the words of each reading's text; the same text is counted once."""
    own = spans.outputs
    texts = own.source if side == "source" else own.target
    known: dict[str, float] = {}
    found = np.full(len(own), np.nan)
    for at, (segment, text) in enumerate(zip(own.segment.values(), texts, strict=True)):
        if segment in lengths:
            found[at] = lengths[segment]
        elif text is not None:
            if text not in known:
                known[text] = float(count_words(text))
            found[at] = known[text]
    return found
