"""Are the rows of a file in order? What a shape refuses is asked of all of them at once.

Only when something is wrong somewhere is the file read again to find the line and the column.
"""

from typing import get_args

import duckdb

from tertium.exceptions import BadInput
from tertium.formats.assessments import ASSESSMENTS
from tertium.formats.faults import (
    FAULTS,
    Fault,
    column_faults,
    empty,
    outside,
    rank_faults,
    unlisted,
)
from tertium.formats.places import Places
from tertium.formats.queries import listed, one_row
from tertium.formats.shapes import Shape
from tertium.model import ROLES, Layer
from tertium.table_columns import quoted


def check_rows(database: duckdb.DuckDBPyConnection, shape: Shape, places: Places) -> None:
    """Refuse the first row (of the view `given`) that is not what the shape says."""
    asked = _faults(shape, places.header)
    firsts = ", ".join(f"min(row) FILTER (WHERE {fault.holds})" for fault in asked)
    count, *rows = one_row(database, f"SELECT count(*), {firsts} FROM given")
    if count == 0:
        raise BadInput(
            "there are no judgements below the header",
            where=places.head(),
            fix="Add one row per judgement.",
        )
    found = [(row, fault) for row, fault in zip(rows, asked, strict=True) if row is not None]
    if found:
        row, fault = min(found, key=lambda pair: pair[0])
        (value,) = one_row(database, f"SELECT {quoted(fault.column)} FROM given WHERE row = {row}")
        what, fix = fault.told("" if value is None else str(value))
        raise BadInput(what, where=places.place(row, fault.column), fix=fix)
    _check_ids(database, places)


def _faults(shape: Shape, header: tuple[str, ...]) -> list[Fault]:
    """Return everything to be asked about the rows of one file."""
    allowed = {"role": ROLES, "layer": get_args(Layer)} | dict(shape.listed)
    asked = (
        *(empty(name) for name in shape.required if name not in shape.may_be_empty),
        *(
            fault
            for name in header
            for fault in column_faults(name, of_table=name not in shape.filled)
        ),
        *(outside(name) for name in shape.bounded),
        *(fault for pair in shape.ranks for fault in rank_faults(*pair)),
        *FAULTS,
        *shape.faults,
        *(unlisted(name, values) for name, values in allowed.items()),
    )
    return [fault for fault in asked if fault.concerns(header)]


def _check_ids(database: duckdb.DuckDBPyConnection, places: Places) -> None:
    """Refuse a judgement of two annotators: ids that begin anew in files put together."""
    if not {"judgement", "annotator"} <= set(places.header):
        return
    twice = database.execute(
        """
        SELECT row, "judgement", "annotator", before, first FROM (
            SELECT *, first_value("annotator") OVER same AS before, min(row) OVER same AS first
            FROM given WHERE coalesce("layer", 'observed') = 'observed'
            WINDOW same AS (PARTITION BY "campaign", "judgement" ORDER BY row)
        ) WHERE "judgement" IS NOT NULL AND "annotator" <> before ORDER BY row LIMIT 1"""
    ).fetchone()
    if twice is not None:
        row, judgement, here, before, first = twice
        raise BadInput(
            f"judgement {judgement!r} is by two annotators, {before!r} (in "
            f"{places.line_name(first)}) and {here!r}",
            where=places.place(row, "judgement"),
            fix="Give every judgement an id of its own; where files are put together, a column "
            "'campaign' that names the file does it.",
        )


def check_repeated(database: duckdb.DuckDBPyConnection, shape: Shape, places: Places) -> None:
    """Refuse the same judgement twice, unless the file tells the passes apart."""
    if shape.joins or not shape.key:
        return
    only = "WHERE \"aspect\" = 'preference'" if shape.name == "table" else ""
    twice = database.execute(
        f"SELECT first_row, second_row FROM (SELECT min(row) AS first_row, "
        f"min(row, 2)[2] AS second_row FROM given {only} GROUP BY {listed(shape.key)} "
        "HAVING count(*) > 1) ORDER BY second_row LIMIT 1"
    ).fetchone()
    if twice is None:
        return
    first, second = twice
    if shape.name in {one.name for one in ASSESSMENTS}:
        raise BadInput(
            f"this score is given twice, first in {places.line_name(first)}",
            where=places.place(second, shape.key[0]),
            fix=f"Remove one of them: rows differ in {', '.join(shape.key)}.",
        )
    about = "unit" if shape.name == "outcomes" else "segment"
    annotator, judged, in_pass = one_row(
        database, f'SELECT "annotator", "{about}", "pass" FROM given WHERE row = {second}'
    )
    told = f" in pass {in_pass!r}" if in_pass else ""
    raise BadInput(
        f"annotator {annotator!r} judges {about} {judged!r} twice{told}, "
        f"first in {places.line_name(first)}",
        where=places.place(second, about),
        fix="Remove one of them."
        if in_pass
        else "Remove one of them, or add a column 'pass' (a, b).",
    )


def check_one_text(database: duckdb.DuckDBPyConnection, shape: Shape, places: Places) -> None:
    """Refuse rows about one output that give it several texts or scores."""
    for name in ("source", "target", "score"):
        if name not in places.header:
            continue
        found = database.execute(
            f'SELECT min(row), arg_min("{name}", row) FROM given WHERE "{name}" IS NOT NULL '
            f'GROUP BY {listed(shape.key)} HAVING count(DISTINCT "{name}") > 1 ORDER BY 1 LIMIT 1'
        ).fetchone()
        if found is None:
            continue
        first, value = found
        row = database.execute(
            f"SELECT min(g.row) FROM given g JOIN given f ON f.row = {first} AND "
            + " AND ".join(f'g."{one}" IS NOT DISTINCT FROM f."{one}"' for one in shape.key)
            + f' WHERE g."{name}" <> ?',
            [value],
        ).fetchone()
        assert row is not None  # there are at least two values
        raise BadInput(
            f"the {name} differs from the one in {places.line_name(first)} for the same output",
            where=places.place(row[0], name),
            fix=f"Give all rows of one output the same {name}.",
        )
