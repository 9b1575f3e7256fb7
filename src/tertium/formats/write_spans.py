"""Writing our own narrow file of marked errors."""

from pathlib import Path

import duckdb

from tertium.formats.files import plain_suffix
from tertium.formats.write import OPTIONS, check_no_tabs, guarded
from tertium.table import COLUMNS

__all__ = ["write_spans"]

_ALWAYS = ("annotator", "segment", "system", "side", "start", "end", "category", "severity")
_OUTPUT = ("campaign", "judgement", "annotator", "segment", "system", "layer")
_SAME = " AND ".join(f"o.{name} IS NOT DISTINCT FROM t.{name}" for name in _OUTPUT)
_DEFAULTS = {"role": "real", "layer": "observed"}


def write_spans(database: duckdb.DuckDBPyConnection, path: Path, beside: Path) -> int:
    """Write `annotator,segment,system,side,start,end,category,severity,…` and count the rows.

    An output without errors has one row, in which nothing is marked.
    """
    suffix = plain_suffix(path)
    listed = [name for name in COLUMNS if name not in (*_ALWAYS, "aspect", "comment", "versus")]
    names = ", ".join(_OUTPUT)
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
        FROM rows t JOIN outputs o ON {_SAME}
        WHERE aspect = 'error' OR (aspect = 'overall' AND NOT o.wrong)"""
    )
    asked = [*listed, "note", "source", "target", "score"]
    holds = ", ".join(
        f'bool_or("{name}" IS DISTINCT FROM '
        + (f"'{_DEFAULTS[name]}')" if name in _DEFAULTS else "NULL)")
        for name in asked
    )
    found = database.execute(f"SELECT {holds} FROM lines").fetchone()
    assert found is not None  # an aggregate always yields one row
    kept = [name for name, held in zip(asked, found, strict=True) if held]
    columns = ", ".join(
        "strftime(submitted_at, '%Y-%m-%dT%H:%M:%S.%fZ') AS submitted_at"
        if name == "submitted_at"
        else f'"{name}"'
        for name in (*_ALWAYS, *kept)
    )
    query = f"SELECT {columns} FROM lines ORDER BY first, row"
    if suffix == ".tsv":
        check_no_tabs(database, query, path)
    if suffix in (".csv", ".tsv"):
        query = guarded(database, query)
    gzipped = ", COMPRESSION gzip" if path.name.lower().endswith(".gz") else ""
    target = str(beside).replace("'", "''")
    written = database.execute(
        f"COPY ({query}) TO '{target}' ({OPTIONS[suffix]}{gzipped})"
    ).fetchone()
    return int(written[0]) if written else 0
