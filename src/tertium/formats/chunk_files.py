"""Chunks as a table (TSV or CSV): one row for each range of a chunk.

Columns: `segment,side,system,chunk,start,end[,text,by]`. Chunks of the source have the side
`source` and no system. Several rows with the same `chunk` are one chunk in parts. `text` is for
the reader, and refused if it is not what the text says; `by` names who corrected the rows: that
person should not judge them.
"""

import csv
import io
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tertium.exceptions import NotFound
from tertium.formats.files import plain_suffix, replacing, write_text
from tertium.formats.sheets import Row, Sheet
from tertium.text import guarded
from tertium.text.chunks import Chunk, check_chunks

Key = tuple[str, str, str]  # segment, side, system ("" for the source)
Whose = Mapping[tuple[Key, str], str]  # by text and name of the chunk: who corrected it
CHUNK_COLUMNS = ("segment", "side", "system", "chunk", "start", "end")
_WHOLE = "Count code points from 0; the end is not part of the chunk."


@dataclass(frozen=True, slots=True)
class ChunkFile:
    """Chunks by text, and who made them by hand: everybody, and whoever made each."""

    chunks: Mapping[Key, tuple[Chunk, ...]]
    by: tuple[str, ...] = ()
    whose: Whose = field(default_factory=dict)


def read_chunks(path: Path, texts: Mapping[Key, str] | None = None) -> ChunkFile:
    """Return the chunks of a file; with texts they are checked against them."""
    found: dict[Key, dict[str, list[tuple[int, int]]]] = {}
    lines: dict[Key, int] = {}
    people: dict[str, None] = {}
    whose: dict[tuple[Key, str], str] = {}

    def add(row: Row) -> Key:
        key, place = _text_of(row), _range(row)
        if texts is not None:
            _check_in_text(row, key, place, texts)
        lines.setdefault(key, row.line)
        name = row.filled("chunk")
        found.setdefault(key, {}).setdefault(name, []).append(place)
        if row.get("by"):
            people[row["by"]] = None
            whose[key, name] = row["by"]
        return key

    Sheet("chunks", CHUNK_COLUMNS, add).rows(path)
    chunks = {
        key: tuple(Chunk(name, tuple(sorted(ranges))) for name, ranges in named.items())
        for key, named in found.items()
    }
    for key, own in chunks.items():
        if texts is not None:
            check_chunks(texts[key], own, f"{path}:{lines[key]}")
    return ChunkFile(chunks, tuple(people), whose)


def _text_of(row: Row) -> Key:
    """Return the text that a row is about."""
    side = row["side"]
    if side not in ("source", "target"):
        raise NotFound.among("side", side, ("source", "target"), where=row.cell_place("side"))
    return row.filled("segment"), side, row["system"] if side == "target" else ""


def _range(row: Row) -> tuple[int, int]:
    start, end = (row.number(name, low=0, high=1e9, fix=_WHOLE) for name in ("start", "end"))
    return int(start), int(end)


def _check_in_text(row: Row, key: Key, place: tuple[int, int], texts: Mapping[Key, str]) -> None:
    """Refuse a chunk of a text that is not judged, and one that says something else."""
    segment, side, _ = key
    if not any(one == side for _, one, _ in texts):
        raise row.wrong(
            "side",
            f"these are chunks of the {side}, and others are judged",
            f'Write side = "{side}" under [options], or take the file away.',
        )
    if key not in texts:
        known = {one for one, _, _ in texts}
        raise NotFound.among("segment", segment, known, where=row.cell_place("segment"))
    start, end = place
    said = texts[key][start:end].strip()
    if row.get("text") and row["text"] not in (said, _shown(said)):
        raise row.wrong(
            "text",
            f"the text from {start} to {end} is {said!r}, not {row['text']!r}",
            "Count code points in the text that is judged.",
        )


def _shown(text: str) -> str:
    """Return what the column `text` says: on one line, and nothing that a spreadsheet computes."""
    return guarded(" ".join(text.split()))


def write_chunks(
    chunks: Mapping[Key, tuple[Chunk, ...]],
    texts: Mapping[Key, str],
    path: Path,
    whose: Whose | None = None,
) -> int:
    """Write chunks as TSV (or CSV, by the ending) and return the number of rows.

    The file is on disk when this returns; whoever reads meanwhile has the former one.
    """
    out = io.StringIO()
    comma = plain_suffix(path) == ".csv"
    writer = csv.writer(out, delimiter="," if comma else "\t", lineterminator="\n",
                        quoting=csv.QUOTE_MINIMAL if comma else csv.QUOTE_NONE,
                        quotechar='"' if comma else None)  # fmt: skip
    writer.writerow((*CHUNK_COLUMNS, "text") if whose is None else (*CHUNK_COLUMNS, "text", "by"))
    rows = 0
    for key, own in chunks.items():
        for chunk in own:
            for start, end in chunk.ranges:
                by = () if whose is None else (whose.get((key, chunk.name), ""),)
                text = _shown(texts[key][start:end])
                writer.writerow((*key, chunk.name, start, end, text, *by))
                rows += 1
    with replacing(path) as beside:
        write_text(beside, out.getvalue())
        _to_disk(beside)
    if os.name == "posix":  # elsewhere folders cannot be opened
        _to_disk(path.parent)
    return rows


@contextmanager
def restoring(path: Path) -> Iterator[None]:
    """Give a file back what it held, if what is done meanwhile fails."""
    before = path.read_bytes() if path.exists() else None
    try:
        yield
    except BaseException:
        if before is None:
            path.unlink(missing_ok=True)
        elif not path.exists() or path.read_bytes() != before:
            with replacing(path) as beside:
                beside.write_bytes(before)
        raise


def _to_disk(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
