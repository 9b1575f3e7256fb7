"""Reading judgements: any known file, widened into the one table.

DuckDB reads and checks all rows at once. When something is wrong, the place is
looked up again in the file, so that the message can name line and column.
"""

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import duckdb

from tertium.exceptions import BadInput, NotFound
from tertium.formats.appraise import APPRAISE, appraise_columns
from tertium.formats.archive import is_archive, unpacked
from tertium.formats.assessments import ASSESSMENTS
from tertium.formats.checks import check_one_text, check_repeated, check_rows
from tertium.formats.format import read_other_format
from tertium.formats.given import GivenFile, opened
from tertium.formats.known_formats import FORMATS
from tertium.formats.mqm_tsv import MQM, mqm_columns, unquote
from tertium.formats.places import JsonPlaces, Places, TablePlaces
from tertium.formats.queries import listed, one_row, quoted, text
from tertium.formats.ranking_xml import RANKING_ROOT, RankingXml
from tertium.formats.rankings import ranking_shapes
from tertium.formats.scale_files import with_named_scales
from tertium.formats.shapes import SHAPES, Shape
from tertium.memory_database import scratch
from tertium.scale import HUNDRED
from tertium.table import COLUMNS, JudgementTable
from tertium.text import FORMULA

_PARQUET = b"PAR1"
# Texts are kept as they are; everything else is read without surrounding blanks.
_TEXTS = ("text", "comment", "source", "target", "mt", "edited", "note")
_MAX_LINE = 50_000_000


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
    known = next((one for one in FORMATS if one.fits(file)), None)
    if known is not None:
        return known.read(file)
    try:
        return _read(lambda database: _load(database, file), tag)
    except BadInput:
        other = read_other_format(file)
        if other is None:
            raise
        return other


def read_frame(frame: Any, *, tag: str | None = None) -> JudgementTable:
    """Return the judgements of a frame: pandas, or what gives its rows as an Arrow stream.

    Its columns are those of a file. What is wrong is told with its row and column.
    """
    return _read(lambda database: _load_frame(database, frame), tag)


def _read(
    load: Callable[[duckdb.DuckDBPyConnection], tuple[Places, Shape]], tag: str | None
) -> JudgementTable:
    """Check what was loaded, and widen it into the table."""
    database = scratch()
    database.execute("SET TimeZone = 'UTC'")
    places, shape = load(database)
    shape = _checked(shape, places, tag)
    _view(database, shape, places.header)
    check_rows(database, shape, places)
    table = (shape.read or _widen)(database, shape, places)
    database.execute("DROP VIEW given")
    database.execute("DROP TABLE raw")
    for aspect in ("overall", "document") if shape.bounded else ():
        table = table.on_scale(HUNDRED, aspect)
    return with_named_scales(table).noted(*places.notes)


def _widen(database: duckdb.DuckDBPyConnection, shape: Shape, places: Places) -> JudgementTable:
    """Make every row of the file into rows of the table, by itself."""
    check_repeated(database, shape, places)
    if shape.one_text:
        check_one_text(database, shape, places)
    return JudgementTable.from_query(database, _widened(shape), tags=shape.tags)


# From the file into the table `raw`: text columns, one row per record -------------


def _load(database: duckdb.DuckDBPyConnection, file: GivenFile) -> tuple[Places, Shape]:
    if file.has_root(RANKING_ROOT):
        rankings = RankingXml(file)
        rankings.load(database)
        return rankings, _shape(rankings)
    if file.content.startswith(_PARQUET):
        return _load_parquet(database, file)
    with _scratch(file.table_text) as name:
        if file.table_text.lstrip().startswith("{"):
            return _load_json(database, file, name)
        if file.suffix == ".json":
            raise file.wrong(
                "this is not JSON lines",
                "Write one JSON object per line, without a list around them.",
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
    places = TablePlaces(file)
    unnamed = appraise_columns(places.header)
    if unnamed is not None:
        places.name_columns(unnamed, headed="login" in unnamed)
    mqm = mqm_columns(places.header) if places.delimiter == "\t" else None
    if mqm is not None:
        places.name_columns(mqm, headed="rater" in places.header)
    places.check_header()
    shape = _shape(places)
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
    return places, shape


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
    shape = _shape(places)
    wanted = text(json.dumps(dict.fromkeys(places.header, "VARCHAR")))
    database.execute(
        "CREATE TEMP TABLE raw AS SELECT unnest(value) FROM "
        f"(SELECT json_transform(line, {wanted}) AS value FROM lines)"
    )
    database.execute("DROP TABLE lines")
    return places, shape


def _load_parquet(database: duckdb.DuckDBPyConnection, file: GivenFile) -> tuple[Places, Shape]:
    try:
        header = _load_columns(database, f"read_parquet({text(file)})")
    except duckdb.Error:
        raise file.wrong(
            "the Parquet file is damaged", "Write it again, or give the judgements as CSV."
        ) from None
    places = Places(str(file), header)
    return places, _shape(places)


def _load_frame(database: duckdb.DuckDBPyConnection, frame: Any) -> tuple[Places, Shape]:
    _register(database, frame)
    places = Places("frame", _load_columns(database, "frame"))
    database.unregister("frame")
    return places, _shape(places)


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


# Which shape, and are its columns in order? ----------------------------------------


def _shape(places: Places) -> Shape:
    """Return the shape of a file by its header."""
    header = places.header
    shapes = (*SHAPES, *ranking_shapes(header), *ASSESSMENTS, APPRAISE, MQM)
    for shape in shapes:
        if shape.fits(header):
            return shape
    nearest = max(shapes, key=lambda shape: _overlap(shape, header))
    missing = next(name for name in nearest.required if name not in header)
    unknown = [name for name in header if name not in nearest.known]
    close = get_close_matches(missing, unknown, n=1)
    guess = f"Is {close[0]!r} meant? " if close else ""
    raise BadInput(
        f"no column {missing!r}",
        where=places.column_place(close[0]) if close else places.head(),
        fix=f"{guess}A file of {nearest.name} has the columns {', '.join(nearest.required)}.",
    )


def _overlap(shape: Shape, header: tuple[str, ...]) -> float:
    return len(set(shape.required) & set(header)) / len(shape.required)


def _checked(shape: Shape, places: Places, tag: str | None) -> Shape:
    """Refuse columns without a meaning; return the shape, with the tag that was asked for.

    Whoever names a column of their own has others too, so only those are refused then that look
    like a mistyped one.
    """
    own = tag is not None and tag not in (*shape.known, *COLUMNS)
    if own and tag not in places.header:
        raise NotFound.among("column", str(tag), places.header, where="--by")
    for name in places.header:
        if name in shape.filled:
            raise BadInput(
                f"column {name!r} does not go with {shape.required[-1]!r}",
                where=places.column_place(name),
                fix=f"Remove or rename it: in a file of {shape.name} it follows from the others.",
            )
        if name not in shape.known and name != tag:
            close = get_close_matches(name.casefold(), shape.known, n=1)
            if tag is not None and not close:
                continue
            guess = f"Did you mean {close[0]!r}? " if close else ""
            raise BadInput(
                f"unknown column {name!r}",
                where=places.column_place(name),
                fix=f"{guess}Known: {', '.join(shape.known)}. Other columns are read by analyses "
                "that name one as --by.",
            )
    return replace(shape, tags=(str(tag),)) if own else shape


def _view(database: duckdb.DuckDBPyConnection, shape: Shape, header: tuple[str, ...]) -> None:
    """Make `given`: every column the shape may use, without blanks, null where it is absent."""
    parts = ["rowid AS row"]
    for name in dict.fromkeys((*shape.known, *COLUMNS)):
        if name not in header:
            value = "CAST(NULL AS VARCHAR)"
        elif name in _TEXTS:
            value = f"nullif({quoted(name)}, '')"
        else:
            value = f"nullif(trim({quoted(name)}, ' \t\u00a0'), '')"
        parts.append(f"{value} AS {quoted(name)}")
    left, right = ("left", "right") if "left" in shape.required else ("system", "versus")
    parts.append(f'least("{left}", "{right}") || chr(31) || greatest("{left}", "{right}") AS pair')
    database.execute(f"CREATE TEMP VIEW given AS SELECT {', '.join(parts)} FROM raw")


# Into the table ----------------------------------------------------------------------


def _widened(shape: Shape) -> str:
    """Return the query that makes rows of the table from `given`."""
    # Marks of one person on one output are one judgement; elsewhere a row is one.
    number = f"min(row) OVER (PARTITION BY {listed(shape.key)})" if shape.joins else "row"
    selects = []
    for part, (filled, when) in enumerate(zip(shape.rows, shape.when, strict=True)):
        values: dict[str, Any] = {
            name: quoted(name) for name in (*COLUMNS, *shape.tags) if name in shape.known
        } | dict(filled)
        if "judgement" not in filled:
            values["judgement"] = "coalesce(\"judgement\", 'row-' || (number + 1))"
        values["submitted_at"] = 'CAST("submitted_at" AS TIMESTAMPTZ)::TIMESTAMP'
        columns = ", ".join(f"{value} AS {quoted(name)}" for name, value in values.items())
        # Numbered before rows are left out, so that all parts of a judgement have one number.
        numbered = f"(SELECT *, {number} AS number FROM given)"
        selects.append(f"SELECT row, {part} AS part, {columns} FROM {numbered} WHERE {when}")
    return (
        "SELECT * EXCLUDE (row, part) FROM (SELECT * FROM ("
        + " UNION ALL BY NAME ".join(selects)
        + ") ORDER BY row, part)"
    )
