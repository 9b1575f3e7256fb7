"""Tables as CSV or TSV: records with the line they begin on.

CSV follows RFC 4180: a field in double quotes may hold separators, line breaks
and doubled quotes; the separator is a comma or a semicolon, as the header shows.
TSV knows no quoting: a quotation mark is an ordinary character, and a field
cannot hold a tab or a line break.
"""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

from tertium.formats.files import plain_suffix

TABLE_ENDINGS = (".tsv", ".tab", ".csv", ".xlsx")  # of a workbook, a sheet is read as CSV
_LIMIT = 50_000_000  # characters in one field; Python's own limit of 131,072 is too small
csv.field_size_limit(_LIMIT)


def one_line_end(text: str) -> str:
    """Return a text whose lines end in LF; CR CR LF, as some published files have it, is one."""
    return re.sub(r"\r*\n|\r", "\n", text)


def separator(path: Path, first_line: str) -> str:
    """Return the character between fields: a tab in TSV, else what the header uses most."""
    if plain_suffix(path) in (".tsv", ".tab"):
        return "\t"
    return max(",;\t", key=first_line.count)


def records(text: str, delimiter: str, *, strict: bool = False) -> Iterator[tuple[int, list[str]]]:
    """Yield every record with the line it begins on; empty lines are skipped.

    With `strict`, quotation marks that do not match raise `csv.Error`.
    """
    if delimiter == "\t":
        # Line by line: whoever wants the header only should not wait for the rest.
        for number, line in enumerate(io.StringIO(text, newline="\n"), start=1):
            content = line.removesuffix("\n")
            if content:
                yield number, content.split("\t")
        return
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=strict
    )
    begins = 1
    for fields in reader:
        if fields:
            yield begins, fields
        begins = reader.line_num + 1


def field_place(text: str, delimiter: str, line: int, field: int) -> tuple[int, int]:
    """Return line and column (in characters, from 1) where a field of a record begins.

    `line` is where the record begins, `field` counts from 0.
    """
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    number, column, seen = line, 1, 0
    quoted, opens = False, True  # a quotation mark opens a field only at its beginning
    for character in text[start:]:
        if seen == field:
            break
        if quoted:
            quoted = character != '"'  # a doubled one closes and opens again
        elif character == '"' and delimiter != "\t" and opens:
            quoted = True
        elif character == delimiter:
            seen += 1
        opens = (
            (character == delimiter and not quoted)
            or (opens and character == " ")
            or (character == '"' and not quoted)
        )
        column += 1
        if character == "\n":
            number, column = number + 1, 1
    return number, column
