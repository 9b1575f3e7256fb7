"""Several translations of the same segments, with or without given alignments.

A table with a row per translation has the columns `annotator, segment, source, edited` (the
narrow file of post-editing) and may have `system, mt, alignment, revised`, and what it cost:
`seconds`, `keystrokes`, `revision_seconds` or any other indicator. Any other file of texts
(a column per translator, XLIFF, TMX) is read as it is. `alignment` holds links such as
`0-0 1-2` between words separated by spaces; without it an aligner finds them.
"""

import math
from dataclasses import dataclass, field
from pathlib import Path

from tertium.exceptions import NotFound
from tertium.formats.delimited import TABLE_ENDINGS
from tertium.formats.given import GivenFile
from tertium.formats.recognise import read_texts
from tertium.formats.sheets import Row, rows_of
from tertium.table_views import INDICATORS
from tertium.text.align import Links, read_links

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
    file = GivenFile(path)
    if file.suffix in TABLE_ENDINGS and "edited" in file.header:
        found = _narrow(file, system)
    else:
        found = Versions()
        for number, entry in enumerate(read_texts(file).entries, start=1):
            for translator, target in entry.outputs.items():
                segment, where = entry.segment or str(number), file.place(entry.line)
                found.add(segment, translator, entry.source, target, where)
    if not found.segment:
        raise file.wrong("there are no translations", "Add one row per translation.")
    return found


def _narrow(file: GivenFile, system: str | None) -> Versions:
    rows = list(rows_of(file, strip=False))
    for name in NEEDED:
        if name not in file.header:
            raise NotFound.among("column", name, file.header, where=file.place(1))
    if system is not None:
        systems = {row.get("system", "") for row in rows}
        if system not in systems:
            raise NotFound.among("system", system, systems - {""}, where=str(file))
        rows = [row for row in rows if row["system"] == system]
    found = Versions()
    for row in rows:
        found.add(row["segment"], row["annotator"], row["source"], row["edited"], row.where)
        found.machine[-1] = row.get("mt")
        found.revised[-1] = row.get("revised")
        if "alignment" in row:
            sizes = len(row["source"].split()), len(row["edited"].split())
            found.links[-1] = read_links(row["alignment"], *sizes, where=row.where)
        found.costs[-1].update({name: _cost(row, name) for name in COSTS if name in row})
    return found


def _cost(row: Row, name: str) -> float:
    try:
        value = float(row[name]) if row[name].strip() else math.nan
    except ValueError:
        value = -1.0
    if value < 0 or math.isinf(value):
        raise row.where.wrong(
            f"column {name!r} has {row[name]!r}, which is not a cost",
            "Write a number of 0 or more, or nothing.",
        )
    return value
