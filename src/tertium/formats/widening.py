"""From rows as they stand in a file (the table `raw`) into the one table.

Whatever a file is like, its reader puts its rows into `raw`, columns of text, and says where they
stand. Here the shape is found that fits the columns; rows are checked, and widened by it.
"""

from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

import duckdb

from tertium.exceptions import BadInput, NotFound
from tertium.formats.appraise import APPRAISE
from tertium.formats.assessments import ASSESSMENTS
from tertium.formats.checks import check_one_text, check_repeated, check_rows
from tertium.formats.mqm_tsv import MQM
from tertium.formats.places import Places
from tertium.formats.queries import listed
from tertium.formats.rankings import ranking_shapes
from tertium.formats.scale_files import with_named_scales
from tertium.formats.shapes import SHAPES, Shape
from tertium.memory_database import scratch
from tertium.scale import HUNDRED
from tertium.table import COLUMNS, JudgementTable
from tertium.table_columns import quoted

# Texts are kept as they are; everything else is read without surrounding blanks.
_TEXTS = ("text", "comment", "source", "target", "mt", "edited", "note")
_NEAR = 0.5  # the share of a shape's columns by which a file is taken for one with a slip in it
_UNKNOWN = (
    "tertium convert --list shows the formats. For a table with other columns, write a mapping "
    "once: tertium convert FILE FILE.mapping.toml --suggest."
)


def widened(
    load: Callable[[duckdb.DuckDBPyConnection], tuple[Places, Shape]], tag: str | None = None
) -> JudgementTable:
    """Check what was loaded, and widen it into the table; `tag` is a further column to keep."""
    database = scratch()
    database.execute("SET TimeZone = 'UTC'")
    places, shape = load(database)
    shape = _checked(shape, places, tag)
    _view(database, shape, places.header)
    check_rows(database, shape, places)
    table = (shape.read or _widen)(database, shape, places)
    database.execute("DROP VIEW given")
    database.execute("DROP TABLE raw")
    for aspect in ("overall", "document") if shape.bounded else ():
        table = table.on_scale(HUNDRED, aspect)
    return with_named_scales(table).noted(*places.notes)


def _widen(database: duckdb.DuckDBPyConnection, shape: Shape, places: Places) -> JudgementTable:
    """Make every row of the file into rows of the table, by itself."""
    check_repeated(database, shape, places)
    if shape.one_text:
        check_one_text(database, shape, places)
    return JudgementTable.from_query(database, _widened(shape), tags=shape.tags)


# Which shape, and are its columns in order? ----------------------------------------


def shapes_for(header: tuple[str, ...]) -> tuple[Shape, ...]:
    """Return all shapes that a table may have; how many outputs a ranking has, its header tells."""
    return (*SHAPES, *ranking_shapes(header), *ASSESSMENTS, APPRAISE, MQM)


def fitting(header: tuple[str, ...]) -> Shape | None:
    """Return the shape that fits the columns of a file, if any does."""
    return next((shape for shape in shapes_for(header) if shape.fits(header)), None)


def shape_of(places: Places) -> Shape:
    """Return the shape of a file by its header."""
    header = places.header
    shape = fitting(header)
    if shape is not None:
        return shape
    nearest = max(shapes_for(header), key=lambda shape: _overlap(shape, header))
    missing = next(name for name in nearest.required if name not in header)
    unknown = [name for name in header if name not in nearest.known]
    close = get_close_matches(missing, unknown, n=1)
    if not close and _overlap(nearest, header) < _NEAR:
        raise BadInput(
            "these are no judgements in a known format", where=places.head(), fix=_UNKNOWN
        )
    guess = f"Is {close[0]!r} meant? " if close else ""
    raise BadInput(
        f"no column {missing!r}",
        where=places.column_place(close[0]) if close else places.head(),
        fix=f"{guess}A file of {nearest.name} has the columns {', '.join(nearest.required)}.",
    )


def _overlap(shape: Shape, header: tuple[str, ...]) -> float:
    return len(set(shape.required) & set(header)) / len(shape.required)


def _checked(shape: Shape, places: Places, tag: str | None) -> Shape:
    """Refuse columns without a meaning; return the shape, with the tag that was asked for.

    Whoever names a column of their own has others too, so only those are refused then that look
    like a mistyped one.
    """
    own = tag is not None and tag not in (*shape.known, *COLUMNS)
    if own and tag not in places.header:
        raise NotFound.among("column", str(tag), places.header, where="--by")
    for name in places.header:
        if name in shape.filled:
            raise BadInput(
                f"column {name!r} does not go with {shape.required[-1]!r}",
                where=places.column_place(name),
                fix=f"Remove or rename it: in a file of {shape.name} it follows from the others.",
            )
        if name not in shape.known and name != tag:
            close = get_close_matches(name.casefold(), shape.known, n=1)
            if tag is not None and not close:
                continue
            guess = f"Did you mean {close[0]!r}? " if close else ""
            raise BadInput(
                f"unknown column {name!r}",
                where=places.column_place(name),
                fix=f"{guess}Known: {', '.join(shape.known)}. Other columns are read by analyses "
                "that name one as --by.",
            )
    return replace(shape, tags=(str(tag),)) if own else shape


def _view(database: duckdb.DuckDBPyConnection, shape: Shape, header: tuple[str, ...]) -> None:
    """Make `given`: every column the shape may use, without blanks, null where it is absent."""
    parts = ["rowid AS row"]
    for name in dict.fromkeys((*shape.known, *COLUMNS)):
        if name not in header:
            value = "CAST(NULL AS VARCHAR)"
        elif name in _TEXTS:
            value = f"nullif({quoted(name)}, '')"
        else:
            value = f"nullif(trim({quoted(name)}, ' \t\u00a0'), '')"
        parts.append(f"{value} AS {quoted(name)}")
    left, right = ("left", "right") if "left" in shape.required else ("system", "versus")
    parts.append(f'least("{left}", "{right}") || chr(31) || greatest("{left}", "{right}") AS pair')
    database.execute(f"CREATE TEMP VIEW given AS SELECT {', '.join(parts)} FROM raw")


# Into the table ----------------------------------------------------------------------


def _widened(shape: Shape) -> str:
    """Return the query that makes rows of the table from `given`."""
    # Marks of one person on one output are one judgement; elsewhere a row is one.
    number = f"min(row) OVER (PARTITION BY {listed(shape.key)})" if shape.joins else "row"
    selects = []
    for part, (filled, when) in enumerate(zip(shape.rows, shape.when, strict=True)):
        values: dict[str, Any] = {
            name: quoted(name) for name in (*COLUMNS, *shape.tags) if name in shape.known
        } | dict(filled)
        if "judgement" not in filled:
            values["judgement"] = "coalesce(\"judgement\", 'row-' || (number + 1))"
        values["submitted_at"] = 'CAST("submitted_at" AS TIMESTAMPTZ)::TIMESTAMP'
        columns = ", ".join(f"{value} AS {quoted(name)}" for name, value in values.items())
        # Numbered before rows are left out, so that all parts of a judgement have one number.
        numbered = f"(SELECT *, {number} AS number FROM given)"
        selects.append(f"SELECT row, {part} AS part, {columns} FROM {numbered} WHERE {when}")
    return (
        "SELECT * EXCLUDE (row, part) FROM (SELECT * FROM ("
        + " UNION ALL BY NAME ".join(selects)
        + ") ORDER BY row, part)"
    )
