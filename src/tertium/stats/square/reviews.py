"""Who said what about which text: ratings and counts, and errors that were marked.

A *text* is a document, or a segment where documents are not known, as one system translated
it. A reviewer's rating of a text is the mean over its segments; counts are added up.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from tertium.exceptions import BadInput
from tertium.formats.square_model import SquareModel
from tertium.formats.typology import read_typology
from tertium.stats.errors.weigh import weigh
from tertium.table import JudgementTable, Spans
from tertium.text import count_words
from tertium.typology import canonical

Text = tuple[str, str]  # document and system
_EVIDENCE = ("real", "repeat")
Ratings = dict[tuple[Text, str], dict[str, float]]


@dataclass(frozen=True, slots=True)
class Amount:
    """What a reviewer counted: points, their squares, and the largest of one error."""

    points: float = 0.0
    squares: float = 0.0
    largest: float = 0.0

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(
            self.points + other.points,
            self.squares + other.squares,
            max(self.largest, other.largest),
        )


Counts = dict[tuple[Text, str], dict[str, Amount]]


@dataclass(frozen=True, slots=True)
class Reviews:
    """By text, criterion and reviewer: ratings and counts; and the words of each text."""

    texts: tuple[Text, ...]
    ratings: Mapping[tuple[Text, str], Mapping[str, float]]
    counts: Mapping[tuple[Text, str], Mapping[str, Amount]]
    words: Mapping[Text, float] = field(default_factory=dict)
    by_document: bool = True


def given_values(reviews: Reviews, name: str) -> Iterator[tuple[Text, Mapping[str, float]]]:
    """Yield for each text what reviewers said by one criterion."""
    for (text, criterion), people in reviews.ratings.items():
        if criterion == name:
            yield text, people
    for (text, criterion), amounts in reviews.counts.items():
        if criterion == name:
            yield text, {who: one.points for who, one in amounts.items()}


def gather_reviews(
    table: JudgementTable,
    model: SquareModel,
    *,
    spans: Spans | None = None,
    lengths: Mapping[str, float] | None = None,
) -> Reviews:
    """Collect what a table says about the criteria of a model, and marked errors.

    Aspects of the table are criteria by name. Where the model names severities of major errors,
    or a typology for technical ones, marks count for the first criterion of that corner.
    """
    rows = [row for row in table.rows() if _counts(row, model)]
    by_document = all(row["document"] for row in rows)
    if spans is not None:
        by_document = by_document and bool((spans.outputs.document.codes >= 0).all())
    told: dict[tuple[Text, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    read: dict[Text, set[str]] = defaultdict(set)
    for row in rows:
        text = (str(row["document"] if by_document else row["segment"] or ""), row["system"] or "")
        _check_value(row, model)
        told[text, row["aspect"]][row["annotator"] or ""].append(float(row["value"]))
        read[text].add(str(row["segment"] or ""))
    ratings, counts = _by_reviewer(told, model)
    words = {text: _length(segments, lengths or {}) for text, segments in read.items()}
    if spans is not None and len(spans.outputs):
        _add_marks(spans, model, by_document, counts, words, lengths or {})
    texts = sorted({text for text, _ in (*ratings, *counts)})
    if not texts:
        known = ", ".join(model.criteria)
        raise BadInput(
            "there is no review by this model",
            fix=f"Give scores with these aspects: {known}.",
        )
    known_words = {text: number for text, number in words.items() if not np.isnan(number)}
    return Reviews(tuple(texts), ratings, counts, known_words, by_document)


def _counts(row: Mapping[str, object], model: SquareModel) -> bool:
    """Tell whether a row of the table is a reviewer's value of a criterion."""
    return (
        row["aspect"] in model.criteria
        and row["value"] is not None
        and row["layer"] == "observed"
        and row["role"] in _EVIDENCE
    )


def _by_reviewer(
    told: Mapping[tuple[Text, str], Mapping[str, list[float]]], model: SquareModel
) -> tuple[Ratings, Counts]:
    """Return the mean rating of each reviewer, and what each counted, by text and criterion."""
    ratings: Ratings = {}
    counts: Counts = {}
    for (text, name), people in told.items():
        corner, criterion = model.criteria[name]
        if corner.rated:
            ratings[text, name] = {who: float(np.mean(v)) for who, v in people.items()}
        else:
            weight = criterion.weight
            counts[text, name] = {
                who: Amount(weight * sum(v), weight**2 * sum(v), weight)
                for who, v in people.items()
            }
    return ratings, counts


def _check_value(row: Mapping[str, object], model: SquareModel) -> None:
    corner, criterion = model.criteria[str(row["aspect"])]
    value = float(str(row["value"]))
    fits = corner.lowest <= value <= corner.highest if corner.rated else value >= 0
    if not fits:
        allowed = (
            f"Rate from {corner.lowest:g} to {corner.highest:g}."
            if corner.rated
            else "Counts begin at 0."
        )
        raise BadInput(
            f"{value:g} is not possible for {criterion.id!r}",
            where=f"judgement {row['judgement']}",
            fix=allowed,
        )


def _length(segments: set[str], lengths: Mapping[str, float]) -> float:
    return float(sum(lengths.get(one, np.nan) for one in segments))


def _add_marks(
    spans: Spans,
    model: SquareModel,
    by_document: bool,
    counts: dict[tuple[Text, str], dict[str, Amount]],
    words: dict[Text, float],
    lengths: Mapping[str, float],
) -> None:
    """Add marked errors: major ones by their severity, all others by what they weigh."""
    major, technical = model.corner("major"), model.corner("technical")
    if not major.severities and not technical.typology:
        return
    own = spans.outputs
    named = own.document if by_document else own.segment
    text = list(zip(named.values(), own.system.values(), strict=True))
    people, segments = own.annotator.values(), own.segment.values()
    length: dict[Text, dict[str, float]] = defaultdict(dict)
    for at, one in enumerate(text):
        source = own.source[at]
        known = np.nan if source is None else float(count_words(source))
        length[one][segments[at]] = lengths.get(segments[at], known)
        for corner in (major, technical):
            mine = counts.setdefault((one, corner.criteria[0].id), {})
            mine.setdefault(people[at], Amount())
    for one, found in length.items():
        words[one] = float(sum(found.values()))
    typology = read_typology(technical.typology or "mqm-core")
    costs = weigh(spans, typology, strict=False)
    severe = {canonical(name) for name in major.severities}
    for row, at in enumerate(spans.output):
        if costs.merit[row]:
            continue
        code = spans.severity.codes[row]
        level = canonical(spans.severity.names[code]) if code >= 0 else ""
        corner = major if level in severe else technical
        weight = corner.criteria[0].weight * (1.0 if corner is major else costs.points[row])
        mine = counts[text[at], corner.criteria[0].id]
        mine[people[at]] += Amount(float(weight), float(weight) ** 2, float(weight))
