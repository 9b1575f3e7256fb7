"""A table with any header, and a small file that says once which of its columns is what.

    file = "lqa/*.xlsx"          # one table, or several with the same columns

    [columns]                    # ours = theirs; columns that are not named are left out
    annotator = "Reviewer"
    category = "Error type"

    [always]                     # what is the same in every row
    system = "MT"

    [values.severity]            # theirs = ours
    "Kritisch" = "critical"

Such a file is named `NAME.mapping.toml` and read by every command in place of the tables, which it
names relative to itself. Without a column of segments, rows are numbered; of several tables, each
is a document.
"""

import tomllib
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from tertium.exceptions import NotFound
from tertium.formats.about import OWN, About
from tertium.formats.format import Format
from tertium.formats.given import GivenFile
from tertium.formats.records import Records
from tertium.formats.shapes import EDITS, SPANS, Shape
from tertium.formats.sheets import rows_of
from tertium.table import JudgementTable

MAPPING_ENDING = ".mapping.toml"
_PARTS = ("file", "sheet", "columns", "always", "values")
_FIX = (
    "Write file, [columns], [always] and [values.…]; tertium convert --suggest writes a first one."
)
# A column by which a table of errors or edits is known; what it needs besides may be empty.
_PURPOSE: Mapping[str, Shape] = {"category": SPANS, "severity": SPANS, "edited": EDITS}


def mapping_table(file: GivenFile) -> JudgementTable:
    """Return the judgements of the tables that a mapping names."""
    said = _read(file)
    columns, always = said["columns"], said["always"]
    tables = _tables(file, said)
    names = tuple(dict.fromkeys((*columns, *always, "segment")))
    if len(tables) > 1 and "document" not in names:
        names = (*names, "document")
    purpose = next((_PURPOSE[name] for name in _PURPOSE if name in names), None)
    if purpose is not None:
        names = (*names, *(name for name in purpose.may_be_empty if name not in names))
    rows = [(table, row) for table in tables for row in _rows(table, said, len(tables) > 1)]
    if not rows:
        raise tables[0].wrong("there are no rows below the header", "Name a table with rows.")
    return _Mapped(file, names, rows).table()


class _Mapped(Records):
    """Rows of several tables, each with its own place."""

    def __init__(
        self,
        file: GivenFile,
        columns: tuple[str, ...],
        rows: list[tuple[GivenFile, tuple[int, dict[str, str | None]]]],
    ) -> None:
        super().__init__(file, columns, [row for _, row in rows])
        self._tables = [table for table, _ in rows]
        self.notes = tuple(dict.fromkeys(note for table in self._tables for note in table.notes))

    def place(self, row: int, name: str) -> str:
        """Return the line of a row in its own table."""
        return str(self._tables[row].place(self.line(row)))


def _read(file: GivenFile) -> dict[str, Any]:
    try:
        said = tomllib.loads(file.text)
    except tomllib.TOMLDecodeError as error:
        raise file.wrong(f"the mapping is not TOML ({error})", _FIX) from None
    for name in said:
        if name not in _PARTS:
            raise NotFound.among("part of a mapping", name, _PARTS, where=file.place())
    said = {"file": "", "sheet": "", "columns": {}, "always": {}, "values": {}} | said
    texts = (said["file"], said["sheet"], *_texts(said["columns"]), *_texts(said["always"]))
    replaced = [_texts(one) for one in _texts(said["values"])]
    if not said["file"] or not all(
        isinstance(one, str) for one in (*texts, *chain.from_iterable(replaced))
    ):
        raise file.wrong("the mapping names no file, or gives something else than text", _FIX)
    return said


def _texts(part: Any) -> list[Any]:
    """Return what a part of a mapping holds; what is no part holds something that is no text."""
    return list(part.values()) if isinstance(part, dict) else [None]


def _tables(file: GivenFile, said: Mapping[str, Any]) -> list[GivenFile]:
    folder, pattern = file.path.parent, said["file"]
    paths = [folder / pattern] if (folder / pattern).is_file() else []
    if not paths and not Path(pattern).is_absolute():
        paths = sorted(path for path in folder.glob(pattern) if path.is_file())
    if not paths:
        near = [path.name for path in folder.iterdir()]
        raise NotFound.among("file", pattern, near, where=file.place())
    tables = [GivenFile(path, sheet=said["sheet"]) for path in paths]
    for table in tables:
        for theirs in said["columns"].values():
            if theirs not in table.header:
                raise NotFound.among("column", theirs, table.header, where=table.place(1))
    return tables


def _rows(
    table: GivenFile, said: Mapping[str, Any], several: bool
) -> Iterator[tuple[int, dict[str, str | None]]]:
    columns, always, values = said["columns"], said["always"], said["values"]
    stem = table.path.name.split(".")[0]
    for number, row in enumerate(rows_of(table), start=1):
        found: dict[str, str | None] = dict(always)
        for ours, theirs in columns.items():
            given = row[theirs]
            found[ours] = values.get(ours, {}).get(given, given) or None
        if several:
            found["document"] = found.get("document") or stem
        if not found.get("segment"):
            found["segment"] = f"{stem}/{number}" if several else str(number)
        yield row.line, found


MAPPING = Format(
    "mapping of a table",
    mapping_table,
    recognises=lambda file: file.path.name.endswith(MAPPING_ENDING),
    about=About(OWN, written="--suggest"),
)
