"""Scores exported by Appraise: CSV without a header, a row for each score.

Its columns are user, system, item, type of item, source and target language, score, then
for tasks with documents the document, whether the score is of the whole document and the
marked errors, then start and end in seconds since 1970, and in an export with batches the
number of the batch (a HIT) and of the item.
"""

import re
from collections.abc import Sequence

import duckdb

from tertium.formats.about import About
from tertium.formats.appraise_spans import MARK_COLUMNS, check_marks
from tertium.formats.assessments import BESIDE, FILLED, pass_letter
from tertium.formats.places import Places
from tertium.formats.queries import listed, one_row, scoped
from tertium.formats.shapes import Shape
from tertium.model import MERGED
from tertium.table import JudgementTable
from tertium.text.told import count

ITEM_TYPES = {"TGT": "real", "CHK": "repeat", "REF": "reference", "BAD": "degraded"}
_ABOUT = ("user", "system", "itemID", "itemType", "src", "tgt", "score")
_DOCUMENT = ("docID", "isCompleteDocument")
_TIMES = ("start_time", "end_time")
_BATCH = ("batchNo", "itemPK")


# A header that published exports were given, where one person had several logins.
_NAMED = {
    "annotator": "user",
    "item": "itemID",
    "type": "itemType",
    "document": "docID",
    "is_document_score": "isCompleteDocument",
    "spans_json": "mqm",
}
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_]\w+)?")


def appraise_columns(first: Sequence[str]) -> tuple[str, ...] | None:
    """Return the names of the columns if a first line is a score exported by Appraise, or names.

    Tasks with documents have two or three columns more, and an export with batches two.
    """
    if {"annotator", "login", "item", "type"} <= set(first):
        return tuple(_NAMED.get(name, name) for name in first)
    if len(first) < len(_ABOUT) + 2 or first[3] not in ITEM_TYPES:
        return None
    if not all(_LANGUAGE.fullmatch(code) for code in first[4:6]):
        return None
    documents = first[8] in ("True", "False")
    begins = (*_ABOUT, *(_DOCUMENT if documents else ()))
    for between in ((), ("mqm",)) if documents else ((),):
        for ends in ((), _BATCH):
            names = (*begins, *between, *_TIMES, *ends)
            if len(names) == len(first):
                return names
    return None


# What stands after # tells how a document was used: #bad1, #dup, #incomplete, or a system.
_PLAIN = "string_split(\"docID\", '#')[1]"
INCOMPLETE = "#incomplete"
_DOCUMENT_NAME = (
    f"{_PLAIN} || CASE WHEN contains(\"docID\", '{INCOMPLETE}') THEN '{INCOMPLETE}' ELSE '' END"
)
_TIMELESS = 'CAST("start_time" AS DOUBLE) = 0'  # nobody scored anything in 1970
_TUTORIAL = (
    "(contains(lower(\"system\"), 'tutorial') OR contains(lower(coalesce(\"docID\", '')), "
    "'tutorial'))"
)


def read_appraise(
    database: duckdb.DuckDBPyConnection, shape: Shape, places: Places
) -> JudgementTable:
    """Return the table of an export of Appraise (the view `given`).

    Several systems behind one output (`a+b`) get a row each, of one judgement. Where
    somebody scores the same item again, the first scores are pass a, the next ones b; a row
    that Appraise saved twice, with the same times, counts once.
    A score of a whole document has the aspect `document`. Marked errors become rows of
    the aspect `error`; Appraise counts the last character in, so ends are one further.
    A control item names in `of` the segment of its original (see `_list_originals`).
    """
    check_marks(database, places)
    roles = " ".join(f"WHEN '{given}' THEN '{role}'" for given, role in ITEM_TYPES.items())
    # The number of a segment, with document and languages where it repeats.
    scopes = (_PLAIN, 'concat_ws(\'-\', "src", "tgt")')
    segment = scoped(database, '"itemID"', scopes, f"NOT {_TUTORIAL}")
    same = listed((*_ABOUT, *_DOCUMENT, "mqm", *_TIMES, *_BATCH))
    beside = listed(
        name
        for name in dict.fromkeys((*places.header, "comment"))
        if name in BESIDE and name not in shape.filled
    )
    database.execute(
        f"""
        CREATE TEMP TABLE scored AS
        SELECT * EXCLUDE (number, ended), CASE WHEN number > 1 OR count(*) OVER same > 1
            THEN {pass_letter("number")} END AS pass
        FROM (
            SELECT *,
                CASE WHEN submitted_at IS NOT NULL THEN dense_rank() OVER (
                    PARTITION BY annotator ORDER BY ended, row) - 1 END AS "order",
                'row-' || dense_rank() OVER (ORDER BY row) AS judgement,
                row_number() OVER (same ORDER BY ended, row) AS number
            FROM (
                SELECT row, "user" AS annotator, unnest(string_split("system", '{MERGED}')) AS
                    system, {segment} AS segment,
                    CASE WHEN {_TUTORIAL} THEN 'tutorial'
                        WHEN "itemType" = 'TGT' AND contains("docID", '#dup') THEN 'repeat'
                        ELSE CASE "itemType" {roles} END END AS role,
                    nullif("src", 'und') AS source_language,
                    nullif("tgt", 'und') AS target_language, {_DOCUMENT_NAME} AS document,
                    CAST("batchNo" AS BIGINT) AS batch, {_score(database)} AS value,
                    CASE "isCompleteDocument" WHEN 'True' THEN 'document' ELSE 'overall' END AS
                        aspect,
                    CASE WHEN NOT {_TIMELESS} THEN make_timestamp(
                        CAST(round(CAST("end_time" AS DOUBLE) * 1e6) AS BIGINT)) END AS
                        submitted_at,
                    CASE WHEN CAST("end_time" AS DOUBLE) > 0 THEN round(CAST("end_time" AS DOUBLE)
                        - CAST("start_time" AS DOUBLE), 3) END AS seconds,
                    CAST("end_time" AS DOUBLE) AS ended,
                    CASE WHEN json_type("mqm") = 'ARRAY' THEN "mqm" ELSE '[]' END AS marked,
                    "login" AS "group", TRY_CAST("itemID" AS BIGINT) AS item, "docID" AS shown,
                    {beside}
                FROM given
                QUALIFY {_TIMELESS} OR row_number() OVER (PARTITION BY {same} ORDER BY row) = 1
            )
            WINDOW same AS (PARTITION BY annotator, segment, system, role, aspect, batch, "group")
        ) WINDOW same AS (PARTITION BY annotator, segment, system, role, aspect, batch, "group")"""
    )
    _list_originals(database)
    table = JudgementTable.from_query(
        database,
        f"""
        SELECT * EXCLUDE (row, part, place, marked, item, shown, original),
            CASE WHEN role IN ('repeat', 'degraded') THEN coalesce(original, segment) END AS "of"
        FROM (
            SELECT *, 0 AS part, 0 AS place FROM scored
            UNION ALL BY NAME
            SELECT * EXCLUDE (mark, value, comment) REPLACE ('error' AS aspect), 1 AS part,
                {MARK_COLUMNS}
            FROM (SELECT *, unnest(from_json(marked, '["JSON"]')) AS mark,
                generate_subscripts(from_json(marked, '["JSON"]'), 1) AS place FROM scored)
        ) LEFT JOIN originals USING (row, system) ORDER BY row, system, part, place""",
    )
    notes = _saved_twice(database, same)
    for name in ("scored", "originals"):
        database.execute(f"DROP TABLE {name}")
    return table.noted(*notes)


def _list_originals(database: duckdb.DuckDBPyConnection) -> None:
    """Make `originals`: the segment that each control item was made from.

    Where a copy has the number of its original, that is it. Where numbers are positions in the
    HIT, as in the campaigns of WMT23, a copy of a document (`doc#system#bad1`) is another run of
    numbers: its n-th item was made from the n-th of the same document (`doc#system`), system and
    login. Only runs of the same length are paired: elsewhere nobody can tell.
    """
    database.execute(
        r"""
        CREATE TEMP TABLE originals AS
        WITH runs AS (
            SELECT *, item - min(item) OVER run AS step, count(*) OVER run AS length
            FROM (
                SELECT *, regexp_replace(shown, '#(bad|dup)[a-z]*\d*', '', 'g') AS plain,
                    item - row_number() OVER (PARTITION BY annotator, "group", batch, system,
                        aspect, role, shown ORDER BY item) AS begins
                FROM (SELECT DISTINCT annotator, "group", batch, system, aspect, role, shown,
                    segment, item FROM scored)
            )
            WINDOW run AS (
                PARTITION BY annotator, "group", batch, system, aspect, role, shown, begins)
        )
        SELECT scored.row, scored.system, min(original.segment) AS original
        FROM scored JOIN runs AS copy ON copy.segment = scored.segment
            AND copy.shown IS NOT DISTINCT FROM scored.shown
            AND (copy.annotator, copy.system, copy.aspect, copy.role)
            = (scored.annotator, scored.system, scored.aspect, scored.role)
            AND copy."group" IS NOT DISTINCT FROM scored."group"
            AND copy.batch IS NOT DISTINCT FROM scored.batch
        JOIN runs AS original ON (original.annotator, original.system, original.aspect)
            = (copy.annotator, copy.system, copy.aspect)
            AND original."group" IS NOT DISTINCT FROM copy."group"
            AND original.batch IS NOT DISTINCT FROM copy.batch
        WHERE scored.role IN ('repeat', 'degraded') AND original.role = 'real'
            AND NOT EXISTS (FROM runs AS same WHERE same.role = 'real'
                AND (same.annotator, same.system, same.aspect, same.segment)
                = (scored.annotator, scored.system, scored.aspect, scored.segment))
            AND original.plain = copy.plain AND original.step = copy.step
            AND original.length = copy.length
        GROUP BY ALL HAVING count(DISTINCT original.segment) = 1"""
    )


def _score(database: duckdb.DuckDBPyConnection) -> str:
    """Return SQL for the score; tasks that ask for typed errors only export 0 throughout."""
    (typed,) = one_row(
        database,
        """
        SELECT bool_and(CAST("score" AS DOUBLE) = 0) AND bool_or(EXISTS (
            FROM (SELECT unnest(from_json("mqm", '["JSON"]')) AS mark)
            WHERE (mark->>'error_type') IS NOT NULL)) FROM given
        WHERE "mqm" IS NULL OR json_type("mqm") = 'ARRAY'""",
    )
    return "CAST(NULL AS DOUBLE)" if typed else 'CAST("score" AS DOUBLE)'


def _saved_twice(database: duckdb.DuckDBPyConnection, same: str) -> tuple[str, ...]:
    (found,) = one_row(
        database,
        f"SELECT coalesce(sum(rows - 1), 0) FROM (SELECT count(*) AS rows FROM given "
        f"WHERE NOT {_TIMELESS} GROUP BY {same} HAVING count(*) > 1)",
    )
    again = int(found)
    if not again:
        return ()
    return (
        f"{count(again, 'row repeats', 'rows repeat')} an earlier one word for word, times "
        f"included, and {'is' if again == 1 else 'are'} not counted again.",
    )


APPRAISE = Shape(
    name="Appraise scores",
    required=(*_ABOUT, *_TIMES),
    optional=(*_DOCUMENT, "mqm", "login", *_BATCH),
    filled=(
        *(name for name in FILLED if name != "system"),
        *("document", "order", "pass", "submitted_at", "source_language", "target_language"),
    ),
    key=(),
    rows=({},),
    bounded=("score",),
    listed={"itemType": tuple(ITEM_TYPES), "isCompleteDocument": ("True", "False")},
    read=read_appraise,
    about=About(
        "exports of all campaigns",
        written="--scores appraise, --errors appraise",
        published="WMT23 ESA and MQM",
    ),
)
