"""Plain text, one segment per line.

UTF-8 with or without byte-order mark; lines end in LF or CRLF (or CR CR LF) and nothing else,
so that a line separator inside a segment (U+2028, form feed) does not shift the
lines that follow. Empty lines are segments too: they keep the files parallel.
"""

import gzip
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from tertium.formats.entries import Entry, Texts
from tertium.formats.files import GZIP, Place, decoded, read_bytes, read_text


def split_lines(text: str) -> list[str]:
    """Return the lines of a text without their ends; a final line break starts no new line."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.rstrip("\r") for line in lines]


def read_lines(path: Path) -> list[str]:
    """Return the lines of a text file."""
    return split_lines(read_text(path))


def stream_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a text file one after the other, so that it need not fit into memory."""
    try:
        with path.open("rb") as plain:
            packed = plain.read(len(GZIP)) == GZIP
        with gzip.open(path) if packed else path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                try:
                    text = line.decode("utf-8-sig" if number == 1 else "utf-8")
                except UnicodeDecodeError:
                    decoded(read_bytes(path), str(path))  # tells the place
                    raise
                yield text.rstrip("\n").rstrip("\r")
    except (OSError, EOFError, zlib.error):
        read_bytes(path)  # tells what is wrong
        raise


def parallel(source: Path, outputs: Mapping[str, Path]) -> Texts:
    """Return the segments of a source file with the outputs of parallel files, by system."""
    lines = read_lines(source)
    columns = {system: read_lines(path) for system, path in outputs.items()}
    for system, column in columns.items():
        if len(column) != len(lines):
            output = outputs[system]
            shorter, length = (
                (output, len(column))
                if len(column) < len(lines)
                else (
                    source,
                    len(lines),
                )
            )
            raise Place(f"{shorter}:{length + 1}").wrong(
                f"{source.name} has {len(lines)} lines and {output.name} has {len(column)}; "
                f"line {length + 1} of {shorter.name} is missing",
                "Make line n of every file the same segment; an empty line stands for "
                "an empty output.",
            )
    entries = tuple(
        Entry(number, text, {system: column[number - 1] for system, column in columns.items()})
        for number, text in enumerate(lines, start=1)
    )
    return Texts(str(source), entries, systems=tuple(outputs))
