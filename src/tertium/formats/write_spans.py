"""Writing our own narrow file of marked errors."""

from pathlib import Path

import duckdb

from tertium.formats.queries import listed
from tertium.formats.readings import OUTPUT
from tertium.formats.shapes import SPANS
from tertium.formats.writing import copy_out, narrow_query, same_output


def write_spans(database: duckdb.DuckDBPyConnection, path: Path, beside: Path) -> int:
    """Write `annotator,segment,system,side,start,end,category,severity,…` and count the rows.

    An output without errors has one row, in which nothing is marked.
    """
    names = listed(OUTPUT)
    database.execute(
        f"""
        CREATE TEMP TABLE outputs AS SELECT {names}, min(rowid) AS first,
            any_value(text) FILTER (WHERE aspect = 'source') AS source,
            any_value(text) FILTER (WHERE aspect = 'target') AS target,
            any_value(value) FILTER (WHERE aspect = 'overall') AS score,
            bool_or(aspect = 'error') AS wrong
        FROM rows GROUP BY {names} HAVING bool_or(aspect IN ('overall', 'error'))"""
    )
    database.execute(
        f"""
        CREATE TEMP TABLE lines AS
        SELECT t.* EXCLUDE (comment, aspect, value), comment AS note, o.source, o.target, o.score,
            CASE WHEN aspect = 'error' THEN value END AS value, o.first, t.rowid AS row
        FROM rows t JOIN outputs o ON {same_output("o", "t")}
        WHERE aspect = 'error' OR (aspect = 'overall' AND NOT o.wrong)"""
    )
    query = narrow_query(
        database,
        SPANS,
        {},
        "lines ORDER BY first, row",
        rows="lines",
        without=("aspect",),
        also=("note", "source", "target", "score"),
    )
    return copy_out(database, query, path, beside)
