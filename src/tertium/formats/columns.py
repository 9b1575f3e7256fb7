"""Texts in a table (CSV or TSV): a row per segment, a column per system.

The columns `source` and, if there are any, `segment`, `document` and `domain`
have their own meaning; every other column is the output of the system it names.
"""

from tertium.formats.entries import Entry, Texts
from tertium.formats.given import GivenFile
from tertium.formats.sheets import rows_of

_ABOUT = ("segment", "document", "domain")


def read_columns(file: GivenFile) -> Texts:
    """Return the segments of a CSV or TSV file."""
    rows = list(rows_of(file, strip=False))
    if "source" not in file.header:
        raise file.wrong(
            "no column 'source'",
            "The first line names the columns: source, one per system, and, if you like, "
            "segment, document and domain.",
            line=1,
        )
    if not rows:
        raise file.wrong(
            "there are no segments below the header", "Add one row per segment.", line=1
        )
    systems = tuple(name for name in file.header if name not in ("source", *_ABOUT))
    entries = (
        Entry(
            row.line,
            row["source"],
            {system: row[system] for system in systems},
            **{name: row.get(name, "").strip() for name in _ABOUT},
        )
        for row in rows
    )
    return Texts(str(file), tuple(entries), systems=systems)
