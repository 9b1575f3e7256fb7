"""Narrow typed views of the table: frozen sets of arrays, with names as integer codes.

Statistics see these and nothing else; `tertium.table` makes them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from tertium.exceptions import NotFound
from tertium.scale import Scale, scale_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Texts = NDArray[np.object_]
_View = TypeVar("_View")

# What may be measured while somebody edits, beside seconds and keystrokes; all are costs.
INDICATORS = (
    *("active", "first_key", "last_key"),  # seconds: active, to the first key, after the last
    *("letters", "digits", "spaces", "symbols", "navigation", "erasing", "commands", "paste"),
    *("inserted", "deleted"),  # characters
    *("pauses", "pauses_300", "bursts", "kdur"),  # kdur: seconds inside bursts
    *("compositions", "undos", "cuts"),
    "hter",
    *("insertions", "deletions", "substitutions", "shifts"),  # edits of words, by type
)


@dataclass(frozen=True, slots=True)
class Codes:
    """Names as integers: `names[codes[i]]` is the name in row i, −1 stands for none.

    Names are sorted, so equal data give equal codes whatever the order of rows.
    """

    codes: Ints
    names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.codes)

    @classmethod
    def of(cls, values: Iterable[str | None]) -> Self:
        """Code plain names; None and the empty string become −1."""
        listed = list(values)
        names = tuple(sorted({value for value in listed if value}))
        index = {name: code for code, name in enumerate(names)}
        return cls(np.array([index.get(v or "", -1) for v in listed], dtype=np.int64), names)

    def code(self, name: str, *, kind: str = "name") -> int:
        """Return the code of `name`, or say which names there are."""
        if name not in self.names:
            raise NotFound.among(kind, name, self.names)
        return self.names.index(name)

    def values(self) -> list[str]:
        """Return the names row by row, the empty string for none."""
        padded = (*self.names, "")
        return [padded[code] for code in self.codes]

    def take(self, rows: NDArray[Any]) -> "Codes":
        """Keep some rows (a mask or positions); the names stay."""
        return Codes(self.codes[rows], self.names)


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Preferences: +1 `system` is better than `versus`, −1 worse, 0 neither, NaN not judged.

    `label` keeps the raw answer (`left`, `both_bad`, …); `slot` tells where `system` was shown.
    """

    judgement: Codes
    annotator: Codes
    segment: Codes
    document: Codes
    domain: Codes
    pass_: Codes
    condition: Codes
    set: Codes
    system: Codes
    versus: Codes
    label: Codes
    value: Floats
    slot: Floats
    seconds: Floats
    order: Floats
    comment: Codes

    def __len__(self) -> int:
        return len(self.value)

    def take(self, rows: NDArray[Any]) -> "Comparisons":
        """Keep some rows (a mask or positions)."""
        return taken(self, rows)


@dataclass(frozen=True, slots=True)
class Scores:
    """Numbers given to one system's output; higher is better.

    `scale` is None where nobody said which it is.
    """

    judgement: Codes
    campaign: Codes
    annotator: Codes
    group: Codes
    batch: Floats
    segment: Codes
    document: Codes
    domain: Codes
    pass_: Codes
    system: Codes
    role: Codes
    of: Codes
    label: Codes
    value: Floats
    seconds: Floats
    order: Floats
    scale: Scale | None = None

    def __len__(self) -> int:
        return len(self.value)

    @property
    def in_words(self) -> bool:
        """Whether outputs were answered for by words (labels) only, and none by a number.

        What a format packs into a label (a JSON object) is no answer.
        """
        words = [name for name in self.label.names if not name.startswith("{")]
        return bool(words) and bool(np.isnan(self.value).all())

    @property
    def read_on(self) -> Scale:
        """The scale of the scores: as it is known, or recognised from them."""
        return self.scale or scale_of(self.value)

    def take(self, rows: NDArray[Any]) -> "Scores":
        """Keep some rows (a mask or positions)."""
        return taken(self, rows)


@dataclass(frozen=True, slots=True)
class Edits:
    """One edited output per row: the texts, and what the editing cost.

    A text is None where it is not known, which is not the empty text; a number that is not
    known is NaN. `indicators` holds what was measured beside seconds and keystrokes, by name.
    """

    judgement: Codes
    annotator: Codes
    segment: Codes
    document: Codes
    system: Codes
    condition: Codes
    set: Codes
    source: Texts
    mt: Texts
    edited: Texts
    seconds: Floats
    keystrokes: Floats
    rating: Floats
    order: Floats
    indicators: Mapping[str, Floats]

    def __len__(self) -> int:
        return len(self.seconds)

    def take(self, rows: NDArray[Any]) -> "Edits":
        """Keep some rows (a mask or positions)."""
        return taken(self, rows)

    def with_texts(
        self, sources: Mapping[str, str], outputs: Mapping[tuple[str, str], str]
    ) -> "Edits":
        """Fill in unknown texts: sources by segment, outputs by segment and system."""
        segment, system = self.segment.values(), self.system.values()
        known = [sources.get(name) for name in segment]
        mt = [outputs.get(pair) for pair in zip(segment, system, strict=True)]
        return replace(
            self,
            source=np.where(self.source == np.array(None), np.array(known, object), self.source),
            mt=np.where(self.mt == np.array(None), np.array(mt, object), self.mt),
        )


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Questions or goals passed (1) or failed (0), by condition and level."""

    judgement: Codes
    annotator: Codes
    group: Codes
    document: Codes
    unit: Codes
    condition: Codes
    level: Codes
    value: Floats

    def __len__(self) -> int:
        return len(self.value)


def taken(view: _View, rows: NDArray[Any]) -> _View:
    """Keep some rows of any view (a mask or positions)."""
    kept: dict[str, Any] = {}
    for field in fields(view):  # type: ignore[arg-type]  # every view is a dataclass
        column = getattr(view, field.name)
        if isinstance(column, Codes):
            kept[field.name] = column.take(rows)
        elif isinstance(column, Mapping):
            kept[field.name] = {name: values[rows] for name, values in column.items()}
        elif isinstance(column, np.ndarray):
            kept[field.name] = column[rows]
        else:  # what all rows have in common
            kept[field.name] = column
    return type(view)(**kept)


# Which judgement it was, and what it said, do not tell what a row is about.
_SAID = ("judgement", "label", "comment")


def arranged(view: _View) -> _View:
    """Put the rows of any view in an order that follows from what they are about.

    Rows come in by chance, and the same numbers added up in another order differ in their last
    digits; arranged rows give a statistic the same digits however they came in. Rows about the
    same thing by the same person stand as they were worked on, by `order`, else as they came
    in, which is then all that tells the first from the last.
    """
    columns = {field.name: getattr(view, field.name) for field in fields(view)}  # type: ignore[arg-type]
    keys = _packed(
        column
        for name, column in columns.items()
        if isinstance(column, Codes) and name not in _SAID
    )
    rows = np.lexsort(keys[::-1])
    again = np.all([np.diff(key[rows]) == 0 for key in keys], axis=0)
    tied = np.flatnonzero(np.append(again, False) | np.insert(again, 0, False))
    if "order" in columns and len(tied):
        same = rows[tied]
        by = [columns["order"][same], *(key[same] for key in keys[::-1])]
        rows[tied] = same[np.lexsort(by)]
    return taken(view, rows)


def _packed(columns: Iterable[Codes]) -> list[Ints]:
    """Return as few integers per row as sort it as all the columns do, the first column first."""
    keys: list[Ints] = []
    room = 0  # how many values the last key still has place for
    for column in columns:
        size = len(column.names) + 1
        if room < size:
            keys.append(np.zeros(len(column), dtype=np.int64))
            room = 2**62
        keys[-1] = keys[-1] * size + (column.codes + 1)
        room //= size
    return keys
