"""The errors that Appraise marks in a text: a list in JSON, in one field of a score.

`{"start_i": 206, "end_i": 252, "severity": "major", "error_type": null}`: the last character
counts in; a mark whose start is "missing" says that something is missing, nowhere in
particular. The type is a name or a path. What Appraise has no key for (the side of a mark, a
note, its points) stands under a key of our own.
"""

import duckdb

from tertium.formats.places import Places

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
    places.refuse(
        database,
        "mqm",
        'SELECT row, mark FROM (SELECT row, unnest(from_json("mqm", \'["JSON"]\')) AS mark '
        "FROM given WHERE json_type(\"mqm\") = 'ARRAY') "
        f"WHERE NOT {missing} AND ({start} IS NULL OR {end} IS NULL OR {start} < 0 "
        f"OR {end} < {start} - 1) ORDER BY row LIMIT 1",
        "the mark {1} has no place in a text",
        'Count characters from 0, the last one of the mark in, or write "missing" twice.',
    )
