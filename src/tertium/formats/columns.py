"""Texts in a table (CSV, TSV or a sheet of XLSX): a row per segment, a column per system.

The columns `source` and, if there are any, `segment`, `document` and `domain`
have their own meaning; every other column is the output of the system it names.
"""

from tertium.exceptions import NotFound, OpenQuestion
from tertium.formats.entries import Entry, Texts
from tertium.formats.given import GivenFile
from tertium.formats.sheets import rows_of

_ABOUT = ("segment", "document", "domain")
# What the columns are called in files that people make; any case.
_ALSO = {
    "source": ("src", "source text", "quelle", "ausgangstext", "fuente", "texte source"),
    "segment": ("id", "segment id", "segment_id", "#"),
}


def read_columns(file: GivenFile, *, source: str = "") -> Texts:
    """Return the segments of a table; `source` is the column of the source, if not called so."""
    rows = list(rows_of(file, strip=False))
    called = _called(file, source)
    if not rows:
        raise file.wrong(
            "there are no segments below the header", "Add one row per segment.", line=1
        )
    systems = tuple(name for name in file.header if name not in called.values())
    entries = (
        Entry(
            file.row(row.line),
            row[called["source"]],
            {system: row[system] for system in systems},
            **{name: row[called[name]].strip() for name in _ABOUT if name in called},
        )
        for row in rows
    )
    return Texts(str(file), tuple(entries), systems=systems, notes=file.notes)


def _called(file: GivenFile, source: str) -> dict[str, str]:
    """Return what the columns with a meaning of their own are called in this file."""
    called = {name: name for name in ("source", *_ABOUT) if name in file.header}
    if source:
        if source not in file.header:
            raise NotFound.among("column", source, file.header, where=file.place(1))
        called["source"] = source
    for name in ("source", *_ABOUT):
        if name not in called:
            near = [one for one in file.header if one.lower() in (name, *_ALSO.get(name, ()))]
            if len(near) == 1 and near[0] not in called.values():
                called[name] = near[0]
    if "source" not in called:
        raise OpenQuestion(
            "no column 'source'",
            asks="source_column",
            choices=file.header,
            where=file.place(1),
            fix="Say which column holds the source with --source-column, or call it source. "
            "Each of the others is a system, except segment, document and domain.",
        )
    return called
