"""Several translations of the same segments, with or without given alignments.

A table with a row per translation has the columns `annotator, segment, source, edited` (the
narrow file of post-editing) and may have `system, mt, alignment, revised`, and what it cost:
`seconds`, `keystrokes`, `revision_seconds` or any other indicator. Any other file of texts
(a column per translator, XLIFF, TMX) is read as it is. `alignment` holds links such as
`0-0 1-2` between words separated by spaces; without it an aligner finds them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tertium.exceptions import BadInput, NotFound
from tertium.formats.delimited import read_records
from tertium.formats.files import plain_suffix
from tertium.formats.recognise import read_texts
from tertium.table_views import INDICATORS
from tertium.text.align import Links, read_links

__all__ = ["COSTS", "Versions", "read_translations"]

NEEDED = ("annotator", "segment", "source", "edited")
COSTS = ("seconds", "keystrokes", "revision_seconds", *INDICATORS)


@dataclass(frozen=True, slots=True)
class Versions:
    """Translations as they were read, one after the other; `links` is None where not given."""

    segment: list[str] = field(default_factory=list)
    translator: list[str] = field(default_factory=list)
    source: list[str] = field(default_factory=list)
    target: list[str] = field(default_factory=list)
    machine: list[str | None] = field(default_factory=list)
    revised: list[str | None] = field(default_factory=list)
    links: list[Links | None] = field(default_factory=list)
    costs: list[dict[str, float]] = field(default_factory=list)
    where: list[str] = field(default_factory=list)

    def add(self, segment: str, translator: str, source: str, target: str, where: str) -> None:
        """Add a translation of which nothing else is known."""
        for column, value in zip(
            (self.segment, self.translator, self.source, self.target, self.where),
            (segment, translator, source, target, where),
            strict=True,
        ):
            column.append(value)
        self.machine.append(None)
        self.revised.append(None)
        self.links.append(None)
        self.costs.append({})


def read_translations(path: Path, *, system: str | None = None) -> Versions:
    """Return the translations of a file; of a narrow one, those of one system if asked."""
    if plain_suffix(path) in (".csv", ".tsv", ".tab"):
        header, rows = read_records(path)
        if "edited" in header:
            return _narrow(path, header, rows, system)
    texts = read_texts(path)
    found = Versions()
    for number, entry in enumerate(texts.entries, start=1):
        for translator, target in entry.outputs.items():
            where = f"{path}:{entry.line}"
            found.add(entry.segment or str(number), translator, entry.source, target, where)
    return _not_empty(found, path)


def _narrow(
    path: Path, header: list[str], rows: Sequence[tuple[int, list[str]]], system: str | None
) -> Versions:
    for name in NEEDED:
        if name not in header:
            raise NotFound.among("column", name, header, where=f"{path}:1")
    records = [(line, dict(zip(header, fields, strict=True))) for line, fields in rows]
    if system is not None:
        systems = {row.get("system", "") for _, row in records}
        if system not in systems:
            raise NotFound.among("system", system, systems - {""}, where=str(path))
        records = [(line, row) for line, row in records if row["system"] == system]
    found = Versions()
    for line, row in records:
        where = f"{path}:{line}"
        found.add(row["segment"], row["annotator"], row["source"], row["edited"], where)
        found.machine[-1] = row.get("mt")
        found.revised[-1] = row.get("revised")
        if "alignment" in row:
            sizes = len(row["source"].split()), len(row["edited"].split())
            found.links[-1] = read_links(row["alignment"], *sizes, where=where)
        for name in COSTS:
            if name in row:
                found.costs[-1][name] = _cost(row[name], name, where)
    return _not_empty(found, path)


def _cost(text: str, name: str, where: str) -> float:
    try:
        value = float(text) if text.strip() else math.nan
    except ValueError:
        value = -1.0
    if value < 0 or math.isinf(value):
        raise BadInput(
            f"column {name!r} has {text!r}, which is not a cost",
            where=where,
            fix="Write a number of 0 or more, or nothing.",
        )
    return value


def _not_empty(found: Versions, path: Path) -> Versions:
    if not found.segment:
        raise BadInput(
            "there are no translations", where=str(path), fix="Add one row per translation."
        )
    return found
