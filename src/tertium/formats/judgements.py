"""Reading judgements: any known file, widened into the one table.

DuckDB reads and checks all rows at once. When something is wrong, the place is
looked up again in the file, so that the message can name line and column.
"""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import duckdb

from tertium.exceptions import BadInput
from tertium.formats.appraise import appraise_columns
from tertium.formats.archive import is_archive, unpacked
from tertium.formats.decimals import with_full_stops
from tertium.formats.format import Format, other_format
from tertium.formats.given import GivenFile, opened
from tertium.formats.json_records import json_document
from tertium.formats.jsonl import json_lines
from tertium.formats.known_formats import FORMATS
from tertium.formats.mqm_tsv import mqm_columns, unquote
from tertium.formats.places import JsonPlaces, Places, TablePlaces
from tertium.formats.queries import one_row, text
from tertium.formats.shapes import Shape
from tertium.formats.spreadsheet import SHEET_ENDINGS
from tertium.formats.widening import fitting, shape_of, widened
from tertium.memory_database import scratch
from tertium.table import JudgementTable
from tertium.table_columns import quoted
from tertium.text import FORMULA

_PARQUET = b"PAR1"
_MAX_LINE = 50_000_000
_UNTHOUGHT = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
_TOLD = 100  # characters of what Python says


def read_judgements(given: Path | GivenFile, *, tag: str | None = None) -> JudgementTable:
    """Return the judgements of a file, whatever its known format, gzipped or not.

    A tar archive with one file in it is read as that file.

    CSV, TSV, JSON lines and Parquet are recognised by content; the columns tell
    whether it is one of the narrow files, a file of rankings or of direct assessment, or the
    long table itself. A result of PET is one too, and so is MQM in TSV.
    The first thing that is wrong is told with its line and column. `tag` is a further column of
    this file that the table keeps.
    """
    file = opened(given)
    if is_archive(file.path):
        with unpacked(file.path) as inside:
            return read_judgements(inside, tag=tag)
    known = _format_of(file)
    if known is not None:
        table = _read_by(known, file)
        return table.noted(*(() if file.suffix in SHEET_ENDINGS else file.notes))
    try:
        return widened(lambda database: _load(database, file), tag)
    except BadInput:
        other = other_format(file)
        if other is None:
            raise
        return _read_by(other, file)


def kind_of(given: Path | GivenFile) -> Format | Shape | None:
    """Return by which declaration a file would be read, None if no format is known to fit.

    What is wrong further inside the file is not looked for.
    """
    file = opened(given)
    try:
        if is_archive(file.path):
            with unpacked(file.path) as inside:
                return kind_of(inside)
        return _format_of(file) or fitting(_columns_of(file)) or other_format(file)
    except BadInput:
        return None


def _read_by(known: Format, file: GivenFile) -> JudgementTable:
    """Return what a format reads; values that it never thought of are told, not thrown."""
    try:
        return known.read(file)
    except (*_UNTHOUGHT, duckdb.Error) as error:
        told = (str(error).splitlines() or [""])[0][:_TOLD]
        raise file.wrong(
            f"a value in this file is not what {known.name} has there ({told})",
            "Export the file again from the tool that wrote it. If it is as exported, report it.",
        ) from error


def _format_of(file: GivenFile) -> Format | None:
    return next((one for one in FORMATS if one.fits(file)), None)


def _columns_of(file: GivenFile) -> tuple[str, ...]:
    """Return the names of the columns of a table, of JSON lines those of the first line."""
    if file.content.startswith(_PARQUET):
        return _parquet_columns(scratch(), file)
    if file.beginning.startswith(b"{"):
        return tuple(next(json_lines(file)))
    return _table_places(file).header


def read_frame(frame: Any, *, tag: str | None = None) -> JudgementTable:
    """Return the judgements of a frame: pandas, or what gives its rows as an Arrow stream.

    Its columns are those of a file. What is wrong is told with its row and column.
    """
    return widened(lambda database: _load_frame(database, frame), tag)


# From the file into the table `raw`: text columns, one row per record -------------


def _load(database: duckdb.DuckDBPyConnection, file: GivenFile) -> tuple[Places, Shape]:
    if file.content.startswith(_PARQUET):
        return _load_parquet(database, file)
    with _scratch(file.table_text) as name:
        if file.table_text.lstrip().startswith("{"):
            return _load_json(database, file, name)
        if file.suffix == ".json" or file.beginning.startswith(b"[{"):
            json_document(file)  # what is no JSON is told with its place
            raise file.wrong(
                "these are no judgements in a known format of JSON",
                "Write one JSON object per line, without a list around them; tertium convert "
                "--list shows the formats.",
            )
        return _load_delimited(database, file, name)


@contextmanager
def _scratch(content: str) -> Iterator[str]:
    """Give DuckDB a plain file: unpacked, UTF-8, lines ending in LF."""
    with tempfile.TemporaryDirectory(prefix="tertium-") as folder:
        file = Path(folder) / "judgements.txt"
        file.write_text(content, encoding="utf-8", newline="")
        yield text(file)


def _load_delimited(
    database: duckdb.DuckDBPyConnection, file: GivenFile, name: str
) -> tuple[Places, Shape]:
    places = _table_places(file)
    places.check_header()
    shape = shape_of(places)
    columns = ", ".join(
        f"{text(column.replace(chr(34), 2 * chr(34)))}: 'VARCHAR'" for column in places.header
    )
    quote = "" if places.delimiter == "\t" else '"'
    try:
        database.execute(
            f"CREATE TEMP TABLE raw AS SELECT {'*' if shape.loose else _unguarded(places.header)} "
            f"FROM read_csv({name}, columns = {{{columns}}}, "
            f"delim = '{places.delimiter}', quote = '{quote}', escape = '{quote}', "
            f"header = {str(places.headed and not shape.loose).lower()}, "
            f"skip = {places.first_line - (not (places.headed and shape.loose))}, "
            f"auto_detect = false, max_line_size = {_MAX_LINE})"
        )
    except duckdb.Error as error:
        raise places.explain(str(error)) from None
    if shape.loose:
        unquote(database, places.header)
    places.notes = (*places.notes, *with_full_stops(database, places.header))
    return places, shape


def _table_places(file: GivenFile) -> TablePlaces:
    """Return a table with the names of its columns, also where its first line has none."""
    places = TablePlaces(file)
    unnamed = appraise_columns(places.header)
    if unnamed is not None:
        places.name_columns(unnamed, headed="login" in unnamed)
    mqm = mqm_columns(places.header) if places.delimiter == "\t" else None
    if mqm is not None:
        places.name_columns(mqm, headed="rater" in places.header)
    return places


def _unguarded(header: tuple[str, ...]) -> str:
    """Take off the apostrophe that keeps spreadsheets from computing a text."""
    begins = f"^'({FORMULA})".replace("'", "''")
    return ", ".join(
        f"CASE WHEN starts_with({name}, chr(39)) "
        f"THEN regexp_replace({name}, '{begins}', '\\1') ELSE {name} END AS {name}"
        for name in map(quoted, header)
    )


def _load_json(
    database: duckdb.DuckDBPyConnection, file: GivenFile, name: str
) -> tuple[Places, Shape]:
    places = JsonPlaces(file)
    # A raw control character cannot stand in valid JSON, so it separates nothing.
    try:
        database.execute(
            f"CREATE TEMP TABLE lines AS SELECT * FROM read_csv({name}, "
            "columns = {'line': 'VARCHAR'}, delim = '\x1f', quote = '', escape = '', "
            f"header = false, auto_detect = false, max_line_size = {_MAX_LINE})"
        )
    except duckdb.Error as error:
        raise places.explain(str(error)) from None
    (bad,) = one_row(
        database,
        "SELECT min(rowid) FROM lines WHERE line IS NOT NULL AND trim(line) <> '' AND "
        "(CASE WHEN json_valid(line) THEN json_type(line) ELSE '' END) <> 'OBJECT'",
    )
    if bad is not None:
        raise places.explain("", line=bad + 1)
    database.execute(
        "CREATE OR REPLACE TEMP TABLE lines AS SELECT line FROM lines "
        "WHERE line IS NOT NULL AND trim(line) <> ''"
    )
    keys = database.execute(
        "SELECT json_keys(line), min(rowid) FROM lines GROUP BY ALL ORDER BY min(rowid)"
    ).fetchall()
    places.header = tuple(dict.fromkeys(one for names, _ in keys for one in names))
    for names, row in keys:
        if len(set(names)) < len(names):
            twice = next(one for one in names if names.count(one) > 1)
            raise BadInput(
                f"{twice!r} is given twice in one object",
                where=places.place(row, twice),
                fix="Remove or rename one of them.",
            )
    shape = shape_of(places)
    wanted = text(json.dumps(dict.fromkeys(places.header, "VARCHAR")))
    database.execute(
        "CREATE TEMP TABLE raw AS SELECT unnest(value) FROM "
        f"(SELECT json_transform(line, {wanted}) AS value FROM lines)"
    )
    database.execute("DROP TABLE lines")
    return places, shape


def _load_parquet(database: duckdb.DuckDBPyConnection, file: GivenFile) -> tuple[Places, Shape]:
    _parquet_columns(database, file)
    header = _load_columns(database, f"read_parquet({text(file)})")
    places = Places(str(file), header)
    return places, shape_of(places)


def _parquet_columns(database: duckdb.DuckDBPyConnection, file: GivenFile) -> tuple[str, ...]:
    try:
        columns = database.execute(f"DESCRIBE FROM read_parquet({text(file)})").fetchall()
    except duckdb.Error:
        raise file.wrong(
            "the Parquet file is damaged", "Write it again, or give the judgements as CSV."
        ) from None
    return tuple(name for name, *_ in columns)


def _load_frame(database: duckdb.DuckDBPyConnection, frame: Any) -> tuple[Places, Shape]:
    _register(database, frame)
    places = Places("frame", _load_columns(database, "frame"))
    database.unregister("frame")
    return places, shape_of(places)


def copy_frame(frame: Any, path: Path) -> None:
    """Write a frame as CSV."""
    database = scratch()
    _register(database, frame)
    _load_columns(database, "frame")
    database.execute(f"COPY raw TO {text(path)} (FORMAT csv, HEADER)")
    database.execute("DROP TABLE raw")


def _register(database: duckdb.DuckDBPyConnection, frame: Any) -> None:
    """Make a frame known as `frame`."""
    if not hasattr(frame, "__arrow_c_stream__"):
        raise BadInput(
            f"{type(frame).__name__!r} is neither a file nor a frame",
            fix="Give a file, a campaign's folder, or a frame of pandas, polars or Arrow.",
        )
    # DuckDB reads the arrays of pandas by itself; of others it is to see the stream only, since
    # for those that it knows by name it would ask for pyarrow.
    known = type(frame).__module__.partition(".")[0] == "pandas"
    database.register("frame", frame if known else _Stream(frame))


class _Stream:
    """What DuckDB needs of a frame."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._frame.__arrow_c_stream__(requested_schema)


def _load_columns(database: duckdb.DuckDBPyConnection, table: str) -> tuple[str, ...]:
    """Load typed columns as a CSV file would have them, and return their names.

    A whole number stays one where missing values made it a float, as in pandas.
    """
    columns = database.execute(f"DESCRIBE FROM {table}").fetchall()
    texts = []
    for name, kind, *_ in columns:
        given = quoted(name)
        plain = f"CAST({given} AS VARCHAR)"
        if kind in ("DOUBLE", "FLOAT"):
            plain = (
                f"CASE WHEN isnan({given}) THEN NULL WHEN {given} = trunc({given}) "
                f"AND abs({given}) < 1e15 THEN CAST(CAST({given} AS BIGINT) AS VARCHAR) "
                f"ELSE {plain} END"
            )
        texts.append(f"{plain} AS {given}")
    database.execute(f"CREATE TEMP TABLE raw AS SELECT {', '.join(texts)} FROM {table}")
    return tuple(name for name, *_ in columns)
