"""Production as arrays: each segment with its edits, its fuzzy match and where it belongs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.choices import Distance, Every
from tertium.exceptions import BadInput
from tertium.formats.production import Unit
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.codes import coded
from tertium.text import count_words
from tertium.text.distance import edit_distance
from tertium.text.fuzzy import Unit as FuzzyUnit
from tertium.text.fuzzy import fuzzy
from tertium.text.natural import natural
from tertium.text.ter import ter_many

# How many characters of a date name a release where no release is named.
EVERY: Mapping[Every, int] = {"year": 4, "month": 7, "day": 10}


@dataclass(frozen=True, slots=True, eq=False)
class Lots:
    """Segments of production. `release` and `document` are numbers; the names stand beside.

    A distance is the sum of `edits` over the sum of `size`. `match` is NaN where the
    memory's match of the source is not known.
    """

    release: Ints
    releases: tuple[str, ...]
    document: Ints
    documents: tuple[str, ...]
    segment: tuple[str, ...]
    edits: Floats
    size: Floats
    fuzzy: Floats
    match: Floats
    words: Floats
    empty: Bools
    date: tuple[str, ...]
    scenario: tuple[str, ...]
    input: tuple[str, ...]
    final: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.edits)

    def take(self, rows: NDArray[Any]) -> "Lots":
        """Keep some segments (positions); the names of releases and documents stay."""

        def some(texts: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(texts[row] for row in rows)

        return Lots(
            self.release[rows],
            self.releases,
            self.document[rows],
            self.documents,
            some(self.segment),
            self.edits[rows],
            self.size[rows],
            self.fuzzy[rows],
            self.match[rows],
            self.words[rows],
            self.empty[rows],
            some(self.date),
            some(self.scenario),
            some(self.input),
            some(self.final),
        )

    @property
    def likeness(self) -> Floats:
        """The match that prices go by: of the memory where it is known everywhere."""
        return self.fuzzy if np.isnan(self.match).any() else self.match


def measure_units(
    units: Sequence[Unit],
    *,
    distance: Distance,
    every: Every,
    unit: FuzzyUnit,
    order: Sequence[str] = (),
) -> Lots:
    """Measure segments; those without a release belong to the year, month or day of their date.

    Releases are ordered by their first date where all have dates, else by name as people
    count; `order` names those that have been ordered already.
    """
    named = [release_of(one, every) for one in units]
    releases = tuple(order) or _ordered(named, units)
    release = {name: at for at, name in enumerate(releases)}
    mt, final = [one.mt for one in units], [one.final for one in units]
    edits, size = _distances(mt, final, distance)
    document, documents = coded([_document(one) for one in units])
    return Lots(
        np.array([release[name] for name in named], dtype=np.int64),
        releases,
        document,
        documents,
        tuple(one.segment or one.source or "" for one in units),
        edits,
        size,
        np.array([fuzzy(a, b, unit=unit) for a, b in zip(mt, final, strict=True)]),
        np.array([np.nan if one.match is None else one.match for one in units]),
        np.array([count_words(text) for text in final], dtype=float),
        np.array([not text.strip() for text in mt]),
        tuple(one.date for one in units),
        tuple(one.scenario for one in units),
        tuple(one.input for one in units),
        tuple(final),
    )


def release_of(unit: Unit, every: Every) -> str:
    """Return the release of a segment, by name or by date."""
    name = unit.release or unit.date[: EVERY[every]]
    if not name:
        raise BadInput(
            "it is not known which release made this segment",
            where=unit.place,
            fix="Add a column release or date, or keep one file per release in a folder.",
        )
    return name


def _ordered(named: Sequence[str], units: Sequence[Unit]) -> tuple[str, ...]:
    first: dict[str, str] = {}
    for name, unit in zip(named, units, strict=True):
        first[name] = min(first.get(name, unit.date), unit.date)
    if all(first.values()):
        return tuple(sorted(first, key=lambda name: (first[name], natural(name))))
    return tuple(sorted(first, key=natural))


def _document(unit: Unit) -> str:
    """Return the document; without one, a segment of the fixed set is the same in all releases."""
    if unit.document:
        return unit.document
    return (unit.segment or unit.source or unit.place) if unit.anchor else unit.place


def _distances(
    mt: Sequence[str], final: Sequence[str], distance: Distance
) -> tuple[Floats, Floats]:
    """Return edits and what they are divided by: final words for TER, else the longer text."""
    if distance == "ter":
        found = ter_many(mt, final)
        return found.edits.astype(float), found.lengths.astype(float)
    edits, size = [], []
    for left, right in zip(mt, final, strict=True):
        a: Sequence[str] = left.split() if distance == "words" else left
        b: Sequence[str] = right.split() if distance == "words" else right
        edits.append(edit_distance(a, b))
        size.append(max(len(a), len(b)))
    return np.array(edits, dtype=float), np.array(size, dtype=float)
