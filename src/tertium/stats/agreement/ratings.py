"""Judgements as ratings: who put which item into which category.

An *item* is what two people can agree about: a segment with a pair of systems, or
one system's output. A *rater* is an annotator in one pass, since a person who
judges twice can be compared with him- or herself.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from tertium.model import UNNAMED
from tertium.scale import Scale
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.codes import together
from tertium.stats.labels import DECIDED, LABELS, LabelledJudgements, label_answers, refuse_repeats
from tertium.table import Codes, Comparisons, Scores

if TYPE_CHECKING:
    from tertium.stats.chunks.judged import JudgedChunks

# advanced, baseline, then neutral; `other` has no place on the scale
_LABEL_VALUES = (1.0, -1.0, 0.0, 0.0, 0.0, 0.0, np.nan)
# Among many systems the sides of a comparison have no names that last from item to item.
ONE_SIDE, OTHER_SIDE = "one_side", "other_side"
Unit = Literal["item", "segment", "document"]
MOST_STEPS = 20  # of a scale whose steps are categories


@dataclass(frozen=True, slots=True)
class Ratings:
    """One rating per row. `values` places categories on a scale, NaN where they have no place.

    Items are numbered from 0; `segment`, `document` and `system` tell what each of them is about.
    `sides` are the two categories that have no lasting names: a preference for one or the other
    output. There are so many `options` to answer with, used or not; 0 where nobody knows. Values
    are `ordinal` where they tell an order and no distances.
    """

    item: Ints
    rater: Ints
    category: Ints
    raters: tuple[tuple[str, str], ...]  # annotator, pass ("" for none)
    categories: tuple[str, ...]
    values: Floats
    kind: Literal["preference", "score", "chunk", "label"]
    segment: Codes  # by item
    document: Codes  # by item
    sides: tuple[int, int] | None = None
    system: Codes | None = None  # by item; comparisons have two
    options: int = 0
    ordinal: bool = False

    def __len__(self) -> int:
        return len(self.item)

    def take(self, rows: Bools) -> "Ratings":
        """Keep some ratings."""
        return replace(
            self, item=self.item[rows], rater=self.rater[rows], category=self.category[rows]
        )

    @property
    def named(self) -> bool:
        """Whether it is known who gave which rating; a file may hold scores without names."""
        return not all(name.startswith(UNNAMED) for name, _ in self.raters) or not self.raters

    @property
    def shared(self) -> Bools:
        """Which items were rated at least twice."""
        return np.asarray(np.bincount(self.item, minlength=len(self.segment)) > 1)

    def units(self) -> tuple[Ints, Unit]:
        """Return what the jackknife leaves out, by item, and what it is.

        Documents where several are known (a segment without one is its own), otherwise the
        segments of preferences and chunks, of which there may be several, or the items.
        """
        shared, documents = self.shared, self.document.codes
        if len(np.unique(documents[shared & (documents >= 0)])) > 1:
            alone = len(self.document.names) + self.segment.codes + 1
            return np.where(documents >= 0, documents, alone), "document"
        several = len(self.segment) > len(np.unique(self.segment.codes))
        if self.kind in ("preference", "chunk") and several:
            return self.segment.codes + 1, "segment"
        return np.arange(len(self.segment)), "item"

    def folded(self) -> "Ratings":
        """Return the ratings with both sides as one category: which of two has no meaning."""
        if self.sides is None:
            return self
        one, two = self.sides
        values = np.where(np.isin(np.arange(len(self.values)), self.sides), np.nan, self.values)
        return replace(
            self, category=np.where(self.category == two, one, self.category), values=values
        )

    def first_passes(self) -> Bools:
        """Return which ratings are the first of their annotator for the item."""
        people, person_of = np.unique([name for name, _ in self.raters], return_inverse=True)
        key = self.item * len(people) + person_of[self.rater]
        order = np.lexsort((self.rater, key))  # raters of a person are sorted by pass
        first = np.zeros(len(key), dtype=bool)
        _, start = np.unique(key[order], return_index=True)
        first[order[start]] = True
        return first

    def merged(self) -> "Ratings":
        """Return the ratings with categories of equal value as one, without those of no value."""
        scale = np.unique(self.values[~np.isnan(self.values)])
        rated = self.take(~np.isnan(self.values[self.category]))
        place = np.searchsorted(scale, rated.values[rated.category])
        return replace(
            rated,
            category=place.astype(np.int64),
            categories=tuple(f"{value:g}" for value in scale),
            values=scale,
            sides=None if self.sides is None else (0, len(scale) - 1),
        )


def label_ratings(data: LabelledJudgements) -> Ratings:
    """Return the labels of a release comparison as ratings."""
    rows = data.rows
    item, first = _together(rows.segment.codes, rows.condition.codes)
    refuse_repeats(rows.annotator, item, rows.segment.take(first).values(), rows.pass_)
    raters, rater = _raters(rows.annotator, rows.pass_)
    return Ratings(
        item,
        rater,
        data.label,
        raters,
        LABELS,
        np.array(_LABEL_VALUES),
        "preference",
        rows.segment.take(first),
        rows.document.take(first),
    )


def preference_ratings(data: Comparisons) -> Ratings:
    """Return preferences between any systems as ratings of (segment, pair of systems).

    With two systems the categories carry their names; with more, a preference for either
    output of a pair has no lasting name (`sides`). What was asked in two
    ways (conditions) is two items: people are compared with each other where they
    were asked alike.
    """
    names, pair, answer = _answers(data)
    item, rows = _together(pair, data.condition.codes)
    refuse_repeats(data.annotator, item, data.segment.take(rows).values(), data.pass_)
    raters, rater = _raters(data.annotator, data.pass_)
    return Ratings(
        item,
        rater,
        answer,
        raters,
        names,
        np.array(_LABEL_VALUES),
        "preference",
        data.segment.take(rows),
        data.document.take(rows),
        _sides(names),
    )


def method_ratings(data: Comparisons, one: str, two: str) -> Ratings:
    """Return the preferences of people who were asked the same in two ways.

    The item is one person's pair of outputs, the rater is the way of asking
    (condition); of several passes the first counts.
    """
    ways = (data.condition.code(one), data.condition.code(two))
    asked = data.take(np.isin(data.condition.codes, ways))
    names, pair, answer = _answers(asked)
    item, rows = _together(pair, asked.annotator.codes)
    way = (asked.condition.codes == ways[1]).astype(np.int64)
    order = np.lexsort((asked.pass_.codes, way, item))
    _, first = np.unique((item * 2 + way)[order], return_index=True)
    kept = order[first]
    return Ratings(
        item[kept],
        way[kept],
        answer[kept],
        ((one, ""), (two, "")),
        names,
        np.array(_LABEL_VALUES),
        "preference",
        asked.segment.take(rows),
        asked.document.take(rows),
        _sides(names),
    )


def _answers(data: Comparisons) -> tuple[tuple[str, ...], Ints, Ints]:
    """Return the names of categories, and of each row the segment with its pair and the answer."""
    names = tuple(sorted({*data.system.names, *data.versus.names}))
    place = {name: code for code, name in enumerate(names)}
    one = np.array([place[name] for name in data.system.names] or [0])[data.system.codes]
    two = np.array([place[name] for name in data.versus.names] or [0])[data.versus.codes]
    first, second = np.minimum(one, two), np.maximum(one, two)
    # `label_answers` calls the system with value +1 the advanced one: here the first.
    answer = label_answers(data.label, np.where(one == first, data.value, -data.value))
    pair, _ = _together(data.segment.codes, first * len(names) + second)
    called = names if len(names) == 2 else (ONE_SIDE, OTHER_SIDE)
    return (*called, *LABELS[len(DECIDED) :]), pair, answer


def _sides(names: tuple[str, ...]) -> tuple[int, int] | None:
    return (0, 1) if names[:2] == (ONE_SIDE, OTHER_SIDE) else None


def score_ratings(data: Scores) -> Ratings:
    """Return scores as ratings of (segment, system).

    Categories are the steps of the scale, also those nobody used; where it has too many, every
    distinct score is one. A repeated item counts as another pass over the item it repeats.
    """
    given = data.take(~np.isnan(data.value))
    scale = data.read_on
    steps = _steps(scale)
    places, category = np.unique(given.value, return_inverse=True)
    if not np.isin(places, list(steps)).all() or not steps:
        names = tuple(f"{value:g}" for value in places)
        return _of_outputs(given, category.astype(np.int64), names, places, "score")
    values = np.array(list(steps))
    category = np.searchsorted(values, given.value).astype(np.int64)
    named, names = bool(scale.labels), tuple(steps.values())
    return _of_outputs(given, category, names, values, "score", len(steps), ordinal=named)


def answer_ratings(data: Scores) -> Ratings:
    """Return answers in words (labels without a number) as ratings of (segment, system).

    They have places where the scale has these labels.
    """
    given = data.take(data.label.codes >= 0)
    names = given.label.names
    if data.scale is not None and names and set(names) <= set(data.scale.labels):
        steps = _steps(data.scale)
        labels, values = tuple(steps.values()), np.array(list(steps))
        place = np.array([labels.index(name) for name in names], dtype=np.int64)
        category = place[given.label.codes]
        return _of_outputs(given, category, labels, values, "score", len(steps), ordinal=True)
    nowhere = np.full(len(names), np.nan)
    return _of_outputs(given, given.label.codes, names, nowhere, "label")


def _steps(scale: Scale) -> dict[float, str]:
    """Return the steps of a scale that is known and has few, by place: the best is the highest."""
    steps = scale.named
    if not steps:
        if scale.source == "observed" or not scale.step or scale.width / scale.step > MOST_STEPS:
            return {}
        number = round(scale.width / scale.step) + 1
        return {v: f"{v:g}" for v in np.linspace(scale.lowest, scale.highest, number).tolist()}
    return dict(sorted((value, name) for name, value in scale.numbers.items()))


def _of_outputs(
    given: Scores,
    category: Ints,
    names: tuple[str, ...],
    values: Floats,
    kind: Literal["score", "label"],
    options: int = 0,
    *,
    ordinal: bool = False,
) -> Ratings:
    segments, pass_ = given.segment, given.pass_
    if given.of.names:
        pairs = zip(given.of.values(), segments.values(), strict=True)
        segments = Codes.of(of or segment for of, segment in pairs)
    if "repeat" in given.role.names:
        rows = zip(given.role.values(), pass_.values(), strict=True)
        pass_ = Codes.of("repeat" if role == "repeat" and not p else p for role, p in rows)
    item, first = _together(segments.codes, given.system.codes)
    refuse_repeats(given.annotator, item, segments.take(first).values(), pass_)
    raters, rater = _raters(given.annotator, pass_)
    return Ratings(
        item,
        rater,
        category,
        raters,
        names,
        values,
        kind,
        segments.take(first),
        given.document.take(first),
        system=given.system.take(first),
        options=options,
        ordinal=ordinal,
    )


def _raters(annotator: Codes, pass_: Codes) -> tuple[tuple[tuple[str, str], ...], Ints]:
    """Return every (annotator, pass) in order, and who made each rating."""
    rater, first = _together(annotator.codes, pass_.codes)
    people, passes = annotator.take(first).values(), pass_.take(first).values()
    return tuple(zip(people, passes, strict=True)), rater


def _together(one: Ints, two: Ints) -> tuple[Ints, Ints]:
    """Return a number for each distinct pair of two codes, and one row of each pair."""
    if not len(one):
        return one, one
    key = (one + 1) * (int(two.max()) + 2) + two + 1
    _, first, numbers = np.unique(key, return_index=True, return_inverse=True)
    return numbers.astype(np.int64), first.astype(np.int64)


def chunk_ratings(judged: "JudgedChunks") -> Ratings:
    """Return the answers as ratings, for agreement: a chunk is an item of its segment."""
    chunk = judged.chunk
    _, first = np.unique(chunk, return_index=True)
    people = together(judged.annotator.codes, judged.pass_.codes)
    _, one = np.unique(people, return_index=True)
    annotator, pass_ = judged.annotator.values(), judged.pass_.values()
    return Ratings(
        item=chunk,
        rater=people,
        category=judged.label,
        raters=tuple((annotator[at], pass_[at]) for at in one),
        categories=judged.scheme,
        values=np.full(len(judged.scheme), np.nan),
        kind="chunk",
        segment=judged.segment.take(first),
        document=judged.document.take(first),
    )
