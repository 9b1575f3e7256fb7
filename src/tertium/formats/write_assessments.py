"""Writing scores: our own narrow file, and the CSV without header that Appraise exports."""

from pathlib import Path
from typing import Literal

import duckdb

from tertium.formats.appraise import ITEM_TYPES
from tertium.formats.given import Place
from tertium.formats.queries import one_row, refuse, text
from tertium.formats.shapes import SCORES
from tertium.formats.writing import copy_out, narrow_query
from tertium.table import USUAL

ScoreFile = Literal["scores", "appraise"]
_SCORED = "aspect NOT IN ('preference', 'error') AND value IS NOT NULL"
_TYPES = {role: kind for kind, role in ITEM_TYPES.items()} | {"tutorial": "TGT"}


def scores_query(
    database: duckdb.DuckDBPyConnection, shape: ScoreFile, path: Path, *, logins: bool = False
) -> str:
    """Return the query for a file of scores, made from the table `rows`.

    With `logins` an export of Appraise has the columns that published ones were given.
    """
    scored = f"rows WHERE {_SCORED}"
    (scores,) = one_row(database, f"SELECT count(*) FROM {scored}")
    if not scores:
        raise Place(path).wrong("there are no scores to write", "Write the long table.")
    if shape == "appraise":
        return _appraise(database, path, logins)
    return narrow_query(
        database,
        SCORES,
        {"score": "value"},
        scored,
        rows=scored,
        usual=USUAL | {"aspect": "overall"},
    )


def write_appraise(database: duckdb.DuckDBPyConnection, path: Path, beside: Path) -> int:
    """Write the table `rows` as Appraise exports it; without a score, as in MQM, it is 0.

    Where one person had several logins, there is a header as published exports have it.
    """
    database.execute("BEGIN")
    database.execute("UPDATE rows SET value = coalesce(value, 0) WHERE aspect = 'overall'")
    (logins,) = one_row(database, 'SELECT count("group") > 0 AND count(batch) = 0 FROM rows')
    query = scores_query(database, "appraise", path, logins=logins)
    rows = copy_out(database, query, path, beside, headed=logins, guarded=False)
    database.execute("ROLLBACK")  # whoever compares the file with the rows sees them as they were
    return rows


def _appraise(database: duckdb.DuckDBPyConnection, path: Path, logins: bool) -> str:
    """Return the query for an export of Appraise: with documents and batches if there are any.

    Where it is not known when a score was given, it starts at 0 and lasts as long as it did.
    """
    _check_words(database, path)
    documents, batches = one_row(
        database,
        "SELECT count(document) > 0 OR count(*) FILTER (WHERE aspect IN ('document', 'error')) > 0,"
        ' count(batch) > 0 OR count("group") > 0 FROM rows',
    )
    roles = " ".join(f"WHEN '{role}' THEN '{kind}'" for role, kind in _TYPES.items())
    end = "coalesce(epoch(submitted_at), seconds, 0.0)"
    columns = [
        "annotator",
        *(['"group" AS login'] if logins else []),
        "system",
        "CASE WHEN starts_with(segment, document || '/') "
        "THEN substr(segment, length(document) + 2) ELSE segment END AS item",
        f"CASE role {roles} END AS type",
        "coalesce(source_language, 'und') AS src",
        "coalesce(target_language, 'und') AS tgt",
        "CASE WHEN value = floor(value) THEN CAST(CAST(value AS BIGINT) AS VARCHAR) "
        "ELSE CAST(value AS VARCHAR) END AS score",
    ]
    if documents:
        columns += [
            "coalesce(document, '') AS document",
            "CASE aspect WHEN 'document' THEN 'True' ELSE 'False' END AS is_document_score",
            "coalesce(marked, '[]') AS spans_json",
        ]
    columns += [
        f"printf('%.3f', CASE WHEN submitted_at IS NULL THEN 0.0 ELSE {end} - "
        "coalesce(seconds, 0.0) END) AS start_time",
        f"printf('%.3f', {end}) AS end_time",
    ]
    if batches and not logins:
        # Appraise numbers its HITs; those with a name are counted.
        columns += [
            'coalesce(batch, dense_rank() OVER (ORDER BY "group") - 1) AS batch',
            "row_number() OVER (ORDER BY number) AS item_key",
        ]
    return (
        f"SELECT {', '.join(columns)} FROM (SELECT rowid AS number, * FROM rows) AS rows "
        f"LEFT JOIN ({_MARKED}) AS marks USING (judgement, annotator, segment, system) "
        f"WHERE {_SCORED} AND aspect IN ('overall', 'document') ORDER BY number"
    )


# Appraise counts the last character of a span in; an omission may stand nowhere.
_MARK = """
    'start_i', coalesce(to_json("start"), '"missing"'::JSON),
    'end_i', coalesce(to_json("end" - 1), '"missing"'::JSON),
    'severity', severity,
    'error_type', CASE WHEN "start" IS NULL AND category = 'omission' THEN NULL
        WHEN contains(category, '/') THEN to_json(string_split(category, '/'))
        ELSE to_json(category) END"""
_OWN = """json_merge_patch('{}', json_object('side', nullif(side, 'target'),
    'comment', comment, 'value', value))"""
_MARKED = f"""
    SELECT judgement, annotator, segment, system, to_json(list(
        CASE WHEN side = 'source' OR comment IS NOT NULL OR value IS NOT NULL
        THEN json_object({_MARK}, 'tertium', {_OWN}) ELSE json_object({_MARK}) END
    ORDER BY rowid)) AS marked
    FROM rows WHERE aspect = 'error' GROUP BY judgement, annotator, segment, system"""


def _check_words(database: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Refuse what Appraise has no word for."""
    known = ", ".join(text(role) for role in _TYPES)
    refuse(
        database,
        path,
        f"SELECT role, aspect FROM rows WHERE {_SCORED} AND (role NOT IN ({known}) "
        "OR aspect NOT IN ('overall', 'document') OR (role = 'tutorial' AND NOT contains("
        "lower(concat_ws(' ', system, document)), 'tutorial')))",
        "Appraise has no word for a score of role {0!r} and aspect {1!r}",
        "Write the long table, or our own file of scores.",
    )
