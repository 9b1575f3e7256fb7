"""Writing judgements: the long table, the narrow file of comparisons, rankings or scores."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, get_args

import duckdb

from tertium.exceptions import NotFound
from tertium.formats.files import plain_suffix, replacing
from tertium.formats.queries import one_row, refuse, text
from tertium.formats.shapes import COMPARISONS
from tertium.formats.write_assessments import ScoreFile, scores_query
from tertium.formats.write_rankings import TURNED, RankingFile, rankings_query
from tertium.formats.writing import (
    BINARY,
    ENDINGS,
    copy_out,
    narrow_query,
    rows_found,
    written,
)
from tertium.memory_database import scratch
from tertium.protocols.preferences import ANSWERS
from tertium.table import COLUMNS, JudgementTable
from tertium.table_columns import quoted

ShapeOut = Literal["long", "comparisons", RankingFile, ScoreFile]
SHAPES_OUT: tuple[ShapeOut, ...] = get_args(ShapeOut)
# Columns of the narrow file that stand for columns of the table, as they were shown.
_SHOWN = {
    "left": f"CASE WHEN {TURNED} THEN versus ELSE system END",
    "right": f"CASE WHEN {TURNED} THEN system ELSE versus END",
    "answer": "label",
}


def write_judgements(table: JudgementTable, path: Path, *, shape: ShapeOut = "long") -> int:
    """Write a table by the file's ending: .csv, .tsv, .jsonl (also .gz), .parquet or .xlsx.

    `long` has every column that holds anything; `comparisons` is the narrow file
    `annotator,segment,left,right,answer,…`, for tables that hold A/B answers; `rankings`
    is `annotator,segment,system,rank,…`, and `wmt` and `wmt-pairwise` are the files of the
    WMT organisers; `scores` is `annotator,segment,system,score,…`, and `appraise` the CSV
    without header that Appraise exports. The file appears in one piece or not at all.
    Returns the number of rows.
    """
    suffix = plain_suffix(path)
    gzipped = path.name.lower().endswith(".gz")
    if suffix not in ENDINGS or (gzipped and suffix in BINARY):
        raise NotFound.among("table format", "".join(path.suffixes), ENDINGS, where=str(path))
    with _queried(table, path, shape) as (database, query), replacing(path) as beside:
        headed = shape != "appraise" or suffix != ".csv"
        return copy_out(database, query, path, beside, headed=headed)


def judgement_rows(table: JudgementTable, *, shape: ShapeOut = "long") -> list[dict[str, Any]]:
    """Return the rows that such a file has."""
    with _queried(table, Path(shape), shape) as (database, query):
        return rows_found(database, query)


@contextmanager
def _queried(
    table: JudgementTable, path: Path, shape: ShapeOut
) -> Iterator[tuple[duckdb.DuckDBPyConnection, str]]:
    """Give a database with the table, and the query of a shape; `path` is for messages."""
    with tempfile.TemporaryDirectory(prefix="tertium-") as folder:
        whole = Path(folder) / "table.parquet"
        table.write(whole)
        database = scratch()
        database.execute(f"CREATE TEMP TABLE rows AS SELECT * FROM read_parquet({text(whole)})")
        match shape:
            case "long":
                query = _long(database)
            case "comparisons":
                query = _comparisons(database, path)
            case "scores" | "appraise":
                query = scores_query(database, shape, path)
            case _:
                query = rankings_query(database, shape, path)
        yield database, query


def _long(database: duckdb.DuckDBPyConnection) -> str:
    """Return the query for the table itself, with every column that holds anything."""
    asked = ", ".join(f"count({quoted(name)})" for name in COLUMNS)
    counts = one_row(database, f"SELECT {asked} FROM rows")
    holds = dict(zip(COLUMNS, counts, strict=True))
    kept = [name for name in COLUMNS if holds[name] or name in ("annotator", "aspect")]
    columns = ", ".join(f'{written(name)} AS "{name}"' for name in kept)
    return f"SELECT {columns} FROM rows"


def _comparisons(database: duckdb.DuckDBPyConnection, path: Path) -> str:
    """Return the query for A/B answers; judgements are named where several rows are one."""
    answers = ", ".join(text(answer) for answer in ANSWERS)
    refuse(
        database,
        path,
        "SELECT aspect, label FROM rows WHERE aspect NOT IN ('preference', 'good_enough', "
        f"'problem') OR (aspect = 'preference' AND (label IS NULL OR label NOT IN ({answers})))",
        "a row of aspect {0!r} with label {1!r} is not an A/B answer",
        "Write the long table instead.",
    )
    compared = "rows WHERE aspect = 'preference'"
    (shared,) = one_row(
        database, f"SELECT count(judgement) > count(DISTINCT judgement) FROM {compared}"
    )
    also = ("judgement",) if shared else ()
    return narrow_query(database, COMPARISONS, _SHOWN, compared, also=also)
