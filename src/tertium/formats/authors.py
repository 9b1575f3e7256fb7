"""Authors: who made which output in an earlier campaign, in a table, in and out."""

from collections.abc import Collection, Iterable
from dataclasses import astuple
from pathlib import Path

from tertium.formats.sheets import Row, Sheet
from tertium.formats.writing import write_csv
from tertium.model import Author

_COLUMNS = ("segment", "system", "annotator")
_CONDITION = "condition"  # a column that may be missing


def read_authors(path: Path, outputs: Collection[tuple[str, str]]) -> tuple[Author, ...]:
    """Return the authors of a file; each made one of these outputs."""

    def author(row: Row) -> Author:
        if (row["segment"], row["system"]) not in outputs:
            raise row.where.wrong(
                f"there is no output of {row['system']!r} for segment {row['segment']!r}",
                "Name segments and systems as in the texts of this campaign.",
            )
        return Author(*(row[name] for name in (*_COLUMNS, _CONDITION) if name in row))

    return tuple(
        Sheet(
            "authors",
            _COLUMNS,
            author,
            may_be_empty=True,
            strip=False,
            fix=f"Write the columns {', '.join(_COLUMNS)}.",
        ).rows(path)
    )


def write_authors(path: Path, authors: Iterable[Author]) -> None:
    """Write who made which output, and how."""
    write_csv(path, (*_COLUMNS, _CONDITION), (astuple(one) for one in authors))
