"""Texts in a table (CSV or TSV): a row per segment, a column per system.

The columns `source` and, if there are any, `segment`, `document` and `domain`
have their own meaning; every other column is the output of the system it names.
"""

from pathlib import Path

from tertium.exceptions import BadInput
from tertium.formats.delimited import read_records
from tertium.formats.entries import Entry, Texts

__all__ = ["read_columns"]

_ABOUT = ("segment", "document", "domain")


def read_columns(path: Path) -> Texts:
    """Return the segments of a CSV or TSV file."""
    header, rows = read_records(path)
    if "source" not in header:
        raise BadInput(
            "no column 'source'",
            where=f"{path}:1",
            fix="The first line names the columns: source, one per system, and, if you like, "
            "segment, document and domain.",
        )
    systems = tuple(name for name in header if name not in ("source", *_ABOUT))
    entries = []
    for line, fields in rows:
        row = dict(zip(header, fields, strict=True))
        outputs = {system: row[system] for system in systems}
        about = {name: row.get(name, "").strip() for name in _ABOUT}
        entries.append(Entry(line, row["source"], outputs, **about))
    if not entries:
        raise BadInput(
            "there are no segments below the header",
            where=f"{path}:1",
            fix="Add one row per segment.",
        )
    return Texts(str(path), tuple(entries), systems=systems)
