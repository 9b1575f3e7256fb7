"""The TSV of MQM in which Google and Marot keep errors: a line for each error, marked in the text.

Its columns are system, document, number of the segment in the document and in all, rater,
source, target, category, severity and metadata (JSON). The wrong passage stands between `<v>`
and `</v>` in the source or the target; a text without errors has one line whose category and
severity are `No-error`. Older files have other names for some columns and no metadata; some were
written as CSV with tabs, their texts in quotation marks.
"""

from collections.abc import Sequence

import duckdb

from tertium.formats.about import About
from tertium.formats.faults import Fault
from tertium.formats.places import Places
from tertium.formats.queries import scoped
from tertium.formats.shapes import Shape
from tertium.table import COLUMNS, JudgementTable

NO_ERROR = "No-error"
_ALSO = {
    "doc_seg_id": "docSegId",
    "doc_id": "docSegId",
    "global_seg_id": "globalSegId",
    "seg_id": "globalSegId",
}
MQM_COLUMNS = (
    *("system", "doc", "docSegId", "globalSegId", "rater", "source", "target"),
    *("category", "severity", "metadata"),
)
_BESIDE = ("comment", "side", "timestamp_ms", "time_ms", "marked_text")
# What can be wrong with a line.
_TAGS = "array_to_string(regexp_extract_all(\"{0}\", '</?v>'), '')"
_NONE = f"(lower(\"{{}}\") = '{NO_ERROR.lower()}')"
# One mark with a beginning and an end is the rule, and quickly seen.
_ONE = "(\"{0}\" LIKE '%<v>%</v>%' AND \"{0}\" NOT LIKE '%v>%v>%v>%')"
_UNMATCHED = (
    f"contains(\"{{0}}\", 'v>') AND NOT {_ONE} "
    f"AND NOT regexp_full_match({_TAGS}, '(<v></v>)*(<v>)?')"
)
_WHOLE = "TRY_CAST({0} AS BIGINT) IS NULL AND {0} IS NOT NULL"
_FAULTS = (
    *(
        Fault(
            side,
            _UNMATCHED.format(side),
            "the marks <v> and </v> do not match",
            "Put <v> before each wrong passage and </v> behind it, one after the other.",
        )
        for side in ("target", "source")
    ),
    Fault(
        "severity",
        f"{_NONE.format('category')} <> {_NONE.format('severity')}",
        "only one of category and severity says that there is no error",
        f"Write {NO_ERROR} in both, or in neither.",
    ),
    Fault(
        "category",
        f"{_NONE.format('category')} AND (contains(\"target\", '<v>') "
        "OR contains(\"source\", '<v>'))",
        "a passage is marked, but there is no error",
        "Remove the marks, or say what is wrong.",
    ),
    Fault(
        "metadata",
        "\"metadata\" IS NOT NULL AND (CASE WHEN json_valid(\"metadata\") THEN "
        "json_type(\"metadata\") ELSE '' END) <> 'OBJECT'",
        "the metadata are not a JSON object",
        "Write them in braces, or leave the field empty.",
    ),
    Fault(
        "timestamp_ms",
        _WHOLE.format('"timestamp_ms"'),
        "the time is not a whole number",
        "Write milliseconds since 1970, or leave the field empty.",
    ),
    Fault(
        "time_ms",
        _WHOLE.format('"time_ms"'),
        "the time is not a whole number",
        "Write milliseconds, or leave the field empty.",
    ),
)  # fmt: skip


def mqm_columns(first: Sequence[str]) -> tuple[str, ...] | None:
    """Return the names of the columns if a first line is one of such a file, with header or not.

    Names that older files use become the present ones; a last name that is a remark
    (`# Documentation: …`) has no column below it.
    """
    if len(first) == len(MQM_COLUMNS) and first[-1].startswith("{") and first[-1].endswith("}"):
        return MQM_COLUMNS
    named = first[:-1] if first[-1].startswith("#") else first
    names = tuple(_ALSO.get(name, name) for name in named)
    return names if {"rater", "globalSegId", "category"} <= set(names) else None


def unquote(database: duckdb.DuckDBPyConnection, header: Sequence[str]) -> None:
    """Take off quotation marks where a TSV was written as CSV: around a text, doubled inside.

    A file is written so if all its texts with quotation marks are, and some are doubled; in the
    others a quotation mark is an ordinary character.
    """
    texts = [name for name in ("source", "target", "comment") if name in header]
    inside = "substr({0}, 2, length({0}) - 2)"
    doubled = f"replace({inside}, '\"\"', '')"
    quoted = f"({{0}} LIKE '\"%\"' AND length({{0}}) > 1 AND NOT contains({doubled}, '\"'))"
    none = "NOT contains(coalesce({0}, ''), '\"')"
    found = database.execute(
        "SELECT "
        + " AND ".join(f"bool_and({none} OR {quoted})".format(f'"{name}"') for name in texts)
        + " AND ("
        + " OR ".join(f"bool_or(contains({inside}, '\"\"'))".format(f'"{name}"') for name in texts)
        + ") FROM raw"
    ).fetchone()
    if found and found[0]:
        for name in texts:
            database.execute(
                f"UPDATE raw SET {{0}} = replace({inside}, '\"\"', '\"') WHERE {quoted}".format(
                    f'"{name}"'
                )
            )


def read_mqm(database: duckdb.DuckDBPyConnection, _: Shape, places: Places) -> JudgementTable:
    """Return the table of a file of MQM errors (the view `given`).

    All lines of one rater about one output are one judgement. Where a line has several marks,
    the first is the place of the error, and all of them are kept in its `label` with what else
    the metadata say. Lines that tell whether the rater found an error planted there (severity
    HOTW-test) have the aspect `check`. A mark that is not closed goes to the end of the text.
    """
    _load_lines(database, places.header)
    _refuse_contradictions(database, places)
    _load_outputs(database)
    about = "'output-' || number AS judgement, rater AS annotator, system, segment, doc AS document"
    table = JudgementTable.from_query(
        database,
        f"""
        SELECT * EXCLUDE (number, part, row) FROM (
            SELECT number, 0 AS part, 0 AS row, {about}, 'overall' AS aspect, seconds,
                submitted_at, comment, label FROM outputs
            UNION ALL BY NAME
            SELECT number, 1 AS part, 0 AS row, {about}, 'source' AS aspect, source AS text
                FROM outputs WHERE source IS NOT NULL
            UNION ALL BY NAME
            SELECT number, 2 AS part, 0 AS row, {about}, 'target' AS aspect, target AS text
                FROM outputs WHERE target IS NOT NULL
            UNION ALL BY NAME
            SELECT number, 3 AS part, row, {about}, kind AS aspect, seconds, submitted_at,
                comment, label, category, severity, side, length(before) AS "start",
                length(before) + length(passage) AS "end", nullif(passage, '') AS text
                FROM lines WHERE kind <> 'none'
        ) ORDER BY number, part, row""",
    )
    for name in ("lines", "outputs"):
        database.execute(f"DROP TABLE {name}")
    return table


# Lines ------------------------------------------------------------------------------------


def _metadata(header: Sequence[str]) -> str:
    """Return SQL for the metadata; what stands in columns of its own is put with it."""
    own = {
        "timestamp": 'CAST("timestamp_ms" AS BIGINT)',
        "time_ms": 'CAST("time_ms" AS BIGINT)',
        "note": '"comment"',
        "side": '"side"',
        "marked_text": '"marked_text"',
    }
    columns = {"timestamp": "timestamp_ms", "note": "comment"}
    given = [f"'{key}', {sql}" for key, sql in own.items() if columns.get(key, key) in header]
    made = f"json_object({', '.join(given)})" if given else ""
    if "metadata" not in header:
        # A key whose value is null is one that was left empty.
        return f"json_merge_patch('{{}}', {made})" if made else "CAST(NULL AS JSON)"
    kept = 'CAST("metadata" AS JSON)'
    return f"json_merge_patch(coalesce({kept}, '{{}}'), {made})" if made else kept


def _load_lines(database: duckdb.DuckDBPyConnection, header: Sequence[str]) -> None:
    """Make `lines`: who said what about which output, with the marks taken out of the texts.

    `passage` is the first marked one, `before` what stands before it in its text.
    """
    segment = scoped(database, '"globalSegId"', ['"doc"'])
    bare = "replace(replace({0}, '<v>', ''), '</v>', '')"
    database.execute(
        f"""
        CREATE TEMP TABLE lines AS
        SELECT * EXCLUDE (metadata, first, given_target, given_source),
            dense_rank() OVER (ORDER BY first) AS number,
            {bare.format("given_source")} AS source, {bare.format("given_target")} AS target,
            CASE side WHEN 'target' THEN given_target WHEN 'source' THEN given_source END AS marked,
            split_part(marked, '<v>', 1) AS before,
            split_part(split_part(marked, '<v>', 2), '</v>', 1) AS passage,
            metadata->>'note' AS comment,
            make_timestamp_ms(TRY_CAST(metadata->>'timestamp' AS BIGINT)) AS submitted_at,
            coalesce(TRY_CAST(metadata->>'time_ms' AS DOUBLE),
                CASE WHEN contains(CAST(metadata AS VARCHAR), '"timing"') THEN list_sum(CAST(
                metadata->'$.timing.*.timeMS' AS DOUBLE[])) END) / 1000 AS seconds,
            CASE WHEN NOT list_has_all(['timestamp', 'note'], json_keys(metadata))
                OR (submitted_at IS NULL AND contains(CAST(metadata AS VARCHAR), '"timestamp"'))
                THEN CAST(metadata AS VARCHAR) END AS label,
            {_ALL_MARKS} AS marks
        FROM (
            SELECT row, "rater" AS rater, "system" AS system, "doc" AS doc,
                "docSegId" AS doc_segment, {segment} AS segment, "category" AS category,
                "severity" AS severity, "target" AS given_target, "source" AS given_source,
                {_metadata(header)} AS metadata,
                CASE WHEN {_NONE.format("category")} THEN 'none'
                    WHEN lower("severity") = 'hotw-test' THEN 'check' ELSE 'error' END AS kind,
                CASE WHEN contains("target", '<v>') THEN 'target'
                    WHEN contains("source", '<v>') THEN 'source' END AS side,
                min(row) OVER (PARTITION BY "rater", "system", "globalSegId", "doc") AS first
            FROM given
        )"""
    )
    database.execute(
        "UPDATE lines SET label = json_merge_patch(coalesce(label, '{}'), "
        "json_object('marks', marks)) WHERE marks IS NOT NULL"
    )


def _places(side: str, text: str) -> str:
    """Return SQL for the marks of one text: side, start and end of each."""
    parts = f"string_split_regex({text}, '</?v>')"
    before = f"list_sum(list_transform({parts}[1:k - 1], lambda part: length(part)))"
    return (
        f"list_transform(generate_series(2, len({parts}), 2), lambda k: json_array('{side}', "
        f"CAST({before} AS BIGINT), CAST({before} + length({parts}[k]) AS BIGINT)))"
    )


_ALL_MARKS = (
    "CASE WHEN given_target LIKE '%<v>%<v>%' OR given_source LIKE '%<v>%<v>%' "
    "OR (contains(given_target, '<v>') AND contains(given_source, '<v>')) THEN "
    f"list_concat({_places('target', 'given_target')}, {_places('source', 'given_source')}) END"
)


# Outputs ----------------------------------------------------------------------------------


def _refuse_contradictions(database: duckdb.DuckDBPyConnection, places: Places) -> None:
    """Refuse an output with and without errors, given twice, or with several texts."""
    places.refuse(
        database,
        "category",
        "SELECT max(row) FILTER (WHERE kind = 'none') FROM lines GROUP BY number HAVING "
        "count(*) FILTER (WHERE kind = 'none') > 1 OR (bool_or(kind = 'none') AND "
        "bool_or(kind = 'error')) ORDER BY 1 LIMIT 1",
        f"{NO_ERROR} is said of an output that the same annotator has another line about",
        "Keep one line without error, or the lines with errors.",
    )
    for side in ("source", "target"):
        # A mark at the end may bring a blank with it that the text does not have elsewhere.
        differs = (
            f"SELECT number FROM lines GROUP BY number HAVING min(rtrim({side})) <> "
            f"max(rtrim({side}))"
        )
        places.refuse(
            database,
            side,
            f"SELECT min(l.row) FROM lines l JOIN (SELECT number, arg_min(rtrim({side}), row) AS "
            f"first FROM lines WHERE number IN ({differs}) GROUP BY number) USING (number) "
            f"WHERE rtrim(l.{side}) <> first",
            f"the {side} differs from the one in an earlier line about the same output",
            f"Give all lines of one annotator about one output the same {side}.",
        )


def _load_outputs(database: duckdb.DuckDBPyConnection) -> None:
    """Make `outputs`: what belongs to the whole.

    The number of a segment in its document is kept only where counting would not find it.
    """
    database.execute(
        """
        CREATE TEMP TABLE outputs AS
        SELECT number, any_value(rater) AS rater, any_value(system) AS system,
            any_value(segment) AS segment, any_value(doc) AS doc,
            arg_max(source, length(source)) AS source, arg_max(target, length(target)) AS target,
            round(sum(seconds) FILTER (WHERE kind <> 'check'), 3) AS seconds,
            max(submitted_at) FILTER (WHERE kind <> 'check') AS submitted_at,
            any_value(comment) FILTER (WHERE kind = 'none') AS comment,
            any_value(label) FILTER (WHERE kind = 'none') AS label,
            arg_min(doc_segment, row) AS doc_segment
        FROM lines GROUP BY number"""
    )
    database.execute(
        f"""
        UPDATE outputs SET label = json_merge_patch(coalesce(label, '{{}}'),
            json_object('docSegId', outputs.doc_segment))
        FROM ({counted_segments("outputs", "doc")}) AS counted
        WHERE counted.doc = outputs.doc AND counted.segment = outputs.segment
            AND counted.place <> outputs.doc_segment"""
    )


def counted_segments(outputs: str, document: str) -> str:
    """Return SQL that counts the segments of each document, as they come."""
    return (
        f"SELECT {document}, segment, CAST(row_number() OVER (PARTITION BY {document} ORDER BY "
        f"min(number)) AS VARCHAR) AS place FROM {outputs} GROUP BY {document}, segment"
    )


MQM = Shape(
    name="MQM errors",
    required=tuple(name for name in MQM_COLUMNS if name not in ("docSegId", "metadata")),
    optional=("docSegId", "metadata", *_BESIDE),
    filled=tuple(name for name in COLUMNS if name not in (*MQM_COLUMNS, *_BESIDE)),
    key=(),
    rows=({},),
    faults=_FAULTS,
    may_be_empty=("doc", "source", "target"),
    loose=True,
    read=read_mqm,
    about=About(
        "2020–2024, Marot",
        written="--errors mqm",
        published="TED, newstest2020, general 2023 side by side",
    ),
)
