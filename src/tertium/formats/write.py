"""Writing judgements: the long table, the narrow file of comparisons, rankings or scores."""

import tempfile
from errno import EIO, ENOSPC
from os import strerror
from pathlib import Path
from typing import Literal, get_args

import duckdb

from tertium.exceptions import BadInput, NotFound
from tertium.formats.files import plain_suffix, replacing
from tertium.formats.write_assessments import ScoreFile, scores_query
from tertium.formats.write_rankings import TURNED, RankingFile, rankings_query
from tertium.memory_database import scratch
from tertium.protocols.preferences import ANSWERS
from tertium.table import COLUMNS, JudgementTable
from tertium.text import FORMULA

__all__ = ["OPTIONS", "SHAPES_OUT", "ShapeOut", "check_no_tabs", "guarded", "write_judgements"]

ShapeOut = Literal["long", "comparisons", RankingFile, ScoreFile]
SHAPES_OUT: tuple[ShapeOut, ...] = get_args(ShapeOut)

OPTIONS = {
    ".csv": "FORMAT csv, HEADER",
    ".tsv": "FORMAT csv, HEADER, DELIMITER '\t', QUOTE '', ESCAPE ''",
    ".jsonl": "FORMAT json",
    ".parquet": "FORMAT parquet",
}
# Columns of the narrow file that stand for columns of the table, as they were shown.
_SHOWN = {
    "left": f"CASE WHEN {TURNED} THEN versus ELSE system END",
    "right": f"CASE WHEN {TURNED} THEN system ELSE versus END",
    "answer": "label",
}
_ALWAYS = ("annotator", "segment", "left", "right", "answer")
_NEVER = ("system", "versus", "slot", "aspect", "value", "label", "judgement")


def write_judgements(table: JudgementTable, path: Path, *, shape: ShapeOut = "long") -> int:
    """Write a table by the file's ending: .csv, .tsv, .jsonl or .parquet (texts also .gz).

    `long` has every column that holds anything; `comparisons` is the narrow file
    `annotator,segment,left,right,answer,…`, for tables that hold A/B answers; `rankings`
    is `annotator,segment,system,rank,…`, and `wmt` and `wmt-pairwise` are the files of the
    WMT organisers; `scores` is `annotator,segment,system,score,…`, and `appraise` the CSV
    without header that Appraise exports. The file appears in one piece or not at all.
    Returns the number of rows.
    """
    suffix = plain_suffix(path)
    gzipped = path.name.lower().endswith(".gz")
    if suffix not in OPTIONS or (gzipped and suffix == ".parquet"):
        raise NotFound.among("table format", "".join(path.suffixes), OPTIONS, where=str(path))
    with tempfile.TemporaryDirectory(prefix="tertium-") as folder, replacing(path) as beside:
        whole = Path(folder) / "table.parquet"
        table.write(whole)
        database = scratch()
        database.execute(
            f"CREATE TEMP TABLE rows AS SELECT * FROM read_parquet('{_quoted(whole)}')"
        )
        if shape == "comparisons":
            _check_comparisons(database, path)
        match shape:
            case "long" | "comparisons":
                query = _query(database, shape)
            case "scores" | "appraise":
                query = scores_query(database, shape, path)
            case _:
                query = rankings_query(database, shape, path)
        if suffix == ".tsv":
            check_no_tabs(database, query, path)
        if suffix in (".csv", ".tsv"):
            query = guarded(database, query)
        options = OPTIONS[suffix]
        if shape == "appraise" and suffix == ".csv":
            options = options.replace("HEADER", "HEADER false")
        compressed = ", COMPRESSION gzip" if gzipped else ""
        try:
            written = database.execute(
                f"COPY ({query}) TO '{_quoted(beside)}' ({options}{compressed})"
            ).fetchone()
        except duckdb.IOException as error:
            full = "No space left" in str(error)
            raise OSError(ENOSPC if full else EIO, strerror(ENOSPC if full else EIO)) from error
    return int(written[0]) if written else 0


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")


def _query(database: duckdb.DuckDBPyConnection, shape: str) -> str:
    counts = ", ".join(f'count("{name}")' for name in COLUMNS)
    found = database.execute(f"SELECT {counts} FROM rows").fetchone()
    assert found is not None  # an aggregate always yields one row
    holds = [name for name, count in zip(COLUMNS, found, strict=True) if count]
    if shape == "long":
        kept = [name for name in COLUMNS if name in holds or name in ("annotator", "aspect")]
        return f"SELECT {', '.join(_column(name) for name in kept)} FROM rows"
    others = [name for name in holds if name not in (*_NEVER, *_ALWAYS)]
    defaults = {"role": "real", "layer": "observed"}
    others = [
        name for name in others if name not in defaults or not _only(database, name, defaults[name])
    ]
    kept = [*_ALWAYS, *others, *(["judgement"] if _is_shared(database) else [])]
    listed = ", ".join(
        f'{_SHOWN[name]} AS "{name}"' if name in _SHOWN else _column(name) for name in kept
    )
    return f"SELECT {listed} FROM rows WHERE aspect = 'preference'"


def _column(name: str) -> str:
    """Name a column; times are written with their zone."""
    if name == "submitted_at":
        return "strftime(submitted_at, '%Y-%m-%dT%H:%M:%S.%fZ') AS submitted_at"
    return f'"{name}"'


def _only(database: duckdb.DuckDBPyConnection, name: str, value: str) -> bool:
    found = database.execute(f'SELECT bool_and("{name}" = ?) FROM rows', [value]).fetchone()
    return bool(found and found[0])


def _is_shared(database: duckdb.DuckDBPyConnection) -> bool:
    """Tell whether several comparisons are one act of judging, as those of a ranking are."""
    found = database.execute(
        "SELECT count(judgement) > count(DISTINCT judgement) FROM rows WHERE aspect = 'preference'"
    ).fetchone()
    return bool(found and found[0])


def _check_comparisons(database: duckdb.DuckDBPyConnection, path: Path) -> None:
    listed = ", ".join(f"'{answer}'" for answer in ANSWERS)
    odd = database.execute(
        "SELECT aspect, label FROM rows WHERE aspect NOT IN ('preference', 'good_enough', "
        f"'problem') OR (aspect = 'preference' AND (label IS NULL OR label NOT IN ({listed}))) "
        "LIMIT 1"
    ).fetchone()
    if odd is not None:
        raise BadInput(
            f"a row of aspect {odd[0]!r} with label {odd[1]!r} is not an A/B answer",
            where=str(path),
            fix="Write the long table instead.",
        )


def _texts(database: duckdb.DuckDBPyConnection, query: str) -> list[str]:
    columns = database.execute(f"DESCRIBE {query}").fetchall()
    return [column[0] for column in columns if column[1] == "VARCHAR"]


def guarded(database: duckdb.DuckDBPyConnection, query: str) -> str:
    """Put an apostrophe before texts that a spreadsheet would compute; the reader takes it off."""
    begins = FORMULA.replace("'", "''")
    replaced = ", ".join(
        f'CASE WHEN regexp_matches("{name}", \'^{begins}\') THEN chr(39) || "{name}" '
        f'ELSE "{name}" END AS "{name}"'
        for name in _texts(database, query)
    )
    return f"SELECT * REPLACE ({replaced}) FROM ({query})"


def check_no_tabs(database: duckdb.DuckDBPyConnection, query: str, path: Path) -> None:
    """Refuse what TSV cannot hold; nothing is replaced silently."""
    for name in _texts(database, query):
        broken = database.execute(
            f'SELECT "{name}" FROM ({query}) WHERE regexp_matches("{name}", \'[\t\n\r]\') LIMIT 1'
        ).fetchone()
        if broken is not None:
            raise BadInput(
                f"column {name!r} holds a tab or a line break ({broken[0][:40]!r})",
                where=str(path),
                fix="TSV cannot hold them; write CSV or JSON lines.",
            )
