"""Writing the TSV of MQM: a line for each error, with the passage between marks."""

from pathlib import Path

import duckdb

from tertium.formats.mqm_tsv import MQM_COLUMNS, NO_ERROR, counted_segments
from tertium.formats.queries import listed, refuse
from tertium.formats.readings import OUTPUT
from tertium.formats.writing import copy_out, same_output


def write_mqm(database: duckdb.DuckDBPyConnection, path: Path, beside: Path) -> int:
    """Write the table `rows` and return the number of lines; `beside` becomes `path`."""
    _load_outputs(database)
    _check_texts(database, path)
    _load_lines(database)
    _check_fields(database, path)
    query = f"SELECT {listed(MQM_COLUMNS)} FROM lines ORDER BY number, row"
    return copy_out(database, query, path, beside, guarded=False)


def _load_outputs(database: duckdb.DuckDBPyConnection) -> None:
    names = listed(OUTPUT)
    database.execute(
        f"""
        CREATE TEMP TABLE outputs AS
        SELECT *, row_number() OVER (ORDER BY first) AS number FROM (
            SELECT {names}, min(rowid) AS first, any_value(document) AS document,
                coalesce(any_value(text) FILTER (WHERE aspect = 'source'), '') AS source,
                coalesce(any_value(text) FILTER (WHERE aspect = 'target'), '') AS target,
                any_value(label) FILTER (WHERE aspect = 'overall') AS label,
                any_value(comment) FILTER (WHERE aspect = 'overall') AS comment,
                any_value(seconds) FILTER (WHERE aspect = 'overall') AS seconds,
                any_value(submitted_at) FILTER (WHERE aspect = 'overall') AS submitted_at,
                bool_or(aspect = 'error') AS wrong,
                coalesce(sum(seconds) FILTER (WHERE aspect = 'error'), -1) AS spent
            FROM rows GROUP BY {names}
            HAVING bool_or(aspect IN ('overall', 'error'))
        )"""
    )


# A label that is a JSON object holds the metadata that have no column.
_META = "CASE WHEN json_valid({0}) AND json_type({0}) = 'OBJECT' THEN CAST({0} AS JSON) END"
_NOTED = """
    CASE WHEN (m->>'note') IS NOT DISTINCT FROM note AND (m->>'timestamp') IS NOT DISTINCT FROM ms
            AND (spent_ms IS NULL OR (m->'time_ms') IS NOT NULL OR (m->'timing') IS NOT NULL)
        THEN m
        ELSE json_merge_patch(coalesce(m, '{}'), json_merge_patch('{}', json_object(
            'timestamp', CAST(ms AS BIGINT), 'note', note, 'time_ms', spent_ms))) END"""


def _load_lines(database: duckdb.DuckDBPyConnection) -> None:
    """Make `lines`: one for each error and check, one for each output without errors."""
    database.execute(
        f"""
        CREATE TEMP TABLE lines AS
        SELECT number, row, system, coalesce(c.document, '') AS doc,
            coalesce(place, '') AS "docSegId",
            CASE WHEN starts_with(s.segment, c.document || '/')
                THEN substr(s.segment, length(c.document) + 2) ELSE s.segment END AS "globalSegId",
            annotator AS rater, {_marked("source")} AS source, {_marked("target")} AS target,
            category, severity,
            coalesce(CAST(nullif(json_merge_patch(coalesce({_NOTED}, '{{}}'),
                '{{"marks": null, "docSegId": null}}'), '{{}}') AS VARCHAR), '') AS metadata
        FROM (
            SELECT o.number, t.rowid AS row, o.annotator, o.system, o.segment,
                o.source AS whole_source, o.target AS whole_target,
                t.side, t."start", t."end", coalesce(t.category, '') AS category,
                coalesce(t.severity, '') AS severity, {_META.format("t.label")} AS m,
                t.comment AS note, CAST(epoch_ms(t.submitted_at) AS VARCHAR) AS ms,
                CASE WHEN t.aspect = 'check' OR abs(o.spent - o.seconds) < 0.0005
                    THEN CAST(round(t.seconds * 1000) AS BIGINT)
                    WHEN t.rowid = min(t.rowid) FILTER (WHERE t.aspect = 'error')
                        OVER (PARTITION BY o.number)
                    THEN CAST(round(o.seconds * 1000) AS BIGINT) END AS spent_ms
            FROM rows t JOIN outputs o ON {same_output("o", "t")}
            WHERE t.aspect IN ('error', 'check')
            UNION ALL BY NAME
            SELECT number, -1 AS row, annotator, system, segment,
                source AS whole_source, target AS whole_target,
                '{NO_ERROR}' AS category, '{NO_ERROR}' AS severity,
                {_META.format("label")} AS m, comment AS note,
                CAST(epoch_ms(submitted_at) AS VARCHAR) AS ms,
                CAST(round(seconds * 1000) AS BIGINT) AS spent_ms
            FROM outputs WHERE NOT wrong
        ) AS s LEFT JOIN (
            SELECT number AS output, outputs.document,
                coalesce(({_META.format("label")})->>'docSegId',
                CASE WHEN outputs.document IS NOT NULL THEN place END) AS place
            FROM outputs JOIN ({counted_segments("outputs", "document")}) AS counted
                USING (segment) WHERE counted.document IS NOT DISTINCT FROM outputs.document
        ) AS c ON c.output = s.number"""
    )


def _marked(side: str) -> str:
    """Return SQL that puts the marks into a text: all of them where there are several.

    Those of one line do not overlap, so that they can be put in from the last to the first.
    """
    whole = f"whole_{side}"
    put = (
        "substr({0}, 1, {1}) || '<v>' || substr({0}, {1} + 1, {2} - {1}) || '</v>' "
        "|| substr({0}, {2} + 1)"
    )
    own = f"list_filter(CAST(m->'marks' AS JSON[]), lambda one: (one->>0) = '{side}')"
    single = put.format(whole, '"start"', '"end"')
    several = put.format("t", "CAST(one->>1 AS BIGINT)", "CAST(one->>2 AS BIGINT)")
    return (
        f"CASE WHEN (m->'marks') IS NOT NULL THEN list_reduce(list_reverse({own}), "
        f"lambda t, one: {several}, {whole}) "
        f"WHEN side = '{side}' AND \"start\" IS NOT NULL "
        f"THEN {single} ELSE {whole} END"
    )


def _check_texts(database: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Refuse marks in texts that are not known, and texts that already hold marks."""
    refuse(
        database,
        path,
        f"SELECT o.annotator, o.segment, o.system FROM rows t "
        f"JOIN outputs o ON {same_output('o', 't')} "
        "WHERE t.aspect = 'error' AND t.\"end\" > length(CASE t.side WHEN 'source' THEN o.source "
        "ELSE o.target END)",
        "the text in which {0!r} marked segment {1!r} of {2!r} is not known or too short",
        "This file marks errors inside the text: add the columns source and target.",
    )
    refuse(
        database,
        path,
        "SELECT segment, system FROM outputs WHERE regexp_matches(source, '</?v>') "
        "OR regexp_matches(target, '</?v>')",
        "the text of segment {0!r} of {1!r} holds <v> or </v> itself",
        "Write another kind of file: here these signs mark errors.",
    )
    refuse(
        database,
        path,
        "SELECT annotator, segment, system FROM outputs GROUP BY ALL HAVING count(*) > 1",
        "{0!r} read segment {1!r} of {2!r} several times",
        "This format has one pass: write one pass or layer, or another kind.",
    )


def _check_fields(database: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Refuse what TSV cannot hold; nothing is replaced silently."""
    for name in ("category", "severity"):
        refuse(
            database,
            path,
            f'SELECT "globalSegId", system FROM lines WHERE "{name}" = \'\'',
            f"an error in segment {{0!r}} of {{1!r}} has no {name}",
            "This file needs one: name it, or write another kind of file.",
        )
    for name in MQM_COLUMNS:
        refuse(
            database,
            path,
            f'SELECT "{name}"[:40] FROM lines WHERE regexp_matches("{name}", \'[\\t\\n\\r]\')',
            f"the {name} holds a tab or a line break ({{0!r}})",
            "TSV cannot hold them; write another kind of file.",
        )
