"""The errors that Appraise marks in a text: a list in JSON, in one field of a score.

`{"start_i": 206, "end_i": 252, "severity": "major", "error_type": null}`: the last character
counts in; a mark whose start is "missing" says that something is missing, nowhere in
particular. The type is a name or a path. What Appraise has no key for (the side of a mark, a
note, its points) stands under a key of our own.
"""

from pathlib import Path

import duckdb

from tertium.exceptions import BadInput
from tertium.formats.places import Places
from tertium.formats.write_assessments import scores_query

__all__ = ["MARK_COLUMNS", "check_marks", "write_appraise"]

# Columns of the table from one `mark`.
MARK_COLUMNS = """
    coalesce(mark->>'$.tertium.side', 'target') AS side, mark->>'severity' AS severity,
    TRY_CAST(mark->>'start_i' AS BIGINT) AS "start",
    TRY_CAST(mark->>'end_i' AS BIGINT) + 1 AS "end",
    mark->>'$.tertium.comment' AS comment,
    CAST(mark->>'$.tertium.value' AS DOUBLE) AS value,
    CASE WHEN json_type(mark, '$.error_type') = 'ARRAY'
        THEN array_to_string(from_json(mark->'error_type', '["VARCHAR"]'), '/')
        ELSE coalesce(mark->>'error_type', CASE WHEN (mark->>'start_i') = 'missing'
        THEN 'omission' END) END AS category"""


def check_marks(database: duckdb.DuckDBPyConnection, places: Places) -> None:
    """Refuse marks without a place and such that run backwards."""
    start, end = (f"TRY_CAST(mark->>'{name}' AS BIGINT)" for name in ("start_i", "end_i"))
    missing = "coalesce((mark->>'start_i') = 'missing' AND (mark->>'end_i') = 'missing', false)"
    odd = database.execute(
        'SELECT row, mark FROM (SELECT row, unnest(from_json("mqm", \'["JSON"]\')) AS mark '
        "FROM given WHERE json_type(\"mqm\") = 'ARRAY') "
        f"WHERE NOT {missing} AND ({start} IS NULL OR {end} IS NULL OR {start} < 0 "
        f"OR {end} < {start} - 1) ORDER BY row LIMIT 1"
    ).fetchone()
    if odd is not None:
        raise BadInput(
            f"the mark {odd[1]} has no place in a text",
            where=places.place(odd[0], "mqm"),
            fix='Count characters from 0, the last one of the mark in, or write "missing" twice.',
        )


def write_appraise(database: duckdb.DuckDBPyConnection, path: Path, beside: Path) -> int:
    """Write the table `rows` as Appraise exports it; without a score, as in MQM, it is 0.

    Where one person had several logins, there is a header as published exports have it.
    """
    database.execute("BEGIN")
    database.execute("UPDATE rows SET value = coalesce(value, 0) WHERE aspect = 'overall'")
    found = database.execute('SELECT count("group") > 0 AND count(batch) = 0 FROM rows').fetchone()
    logins = bool(found and found[0])
    query = scores_query(database, "appraise", path, logins=logins)
    target = str(beside).replace("'", "''")
    gzipped = ", COMPRESSION gzip" if path.name.lower().endswith(".gz") else ""
    written = database.execute(
        f"COPY ({query}) TO '{target}' (FORMAT csv, HEADER {str(logins).lower()}{gzipped})"
    ).fetchone()
    database.execute("ROLLBACK")  # whoever compares the file with the rows sees them as they were
    return int(written[0]) if written else 0
