"""Authors: who made which output in an earlier campaign, in a table, in and out."""

import csv
from collections.abc import Collection, Iterable
from dataclasses import astuple
from pathlib import Path

from tertium.exceptions import BadInput
from tertium.formats.delimited import read_records
from tertium.model import Author

__all__ = ["read_authors", "write_authors"]

_COLUMNS = ("segment", "system", "annotator")
_CONDITION = "condition"  # a column that may be missing


def read_authors(path: Path, outputs: Collection[tuple[str, str]]) -> tuple[Author, ...]:
    """Return the authors of a file; each made one of these outputs."""
    header, rows = read_records(path)
    for name in _COLUMNS:
        if name not in header:
            raise BadInput(
                f"no column {name!r}",
                where=f"{path}:1",
                fix=f"Write the columns {', '.join(_COLUMNS)}.",
            )
    names = (*_COLUMNS, *([_CONDITION] if _CONDITION in header else []))
    places = [header.index(name) for name in names]
    found = []
    for line, fields in rows:
        author = Author(*(fields[place] for place in places))
        if (author.segment, author.system) not in outputs:
            raise BadInput(
                f"there is no output of {author.system!r} for segment {author.segment!r}",
                where=f"{path}:{line}",
                fix="Name segments and systems as in the texts of this campaign.",
            )
        found.append(author)
    return tuple(found)


def write_authors(path: Path, authors: Iterable[Author]) -> None:
    """Write who made which output, and how."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow((*_COLUMNS, _CONDITION))
        table.writerows(astuple(one) for one in authors)
