"""Reading judgements: any known file, widened into the one table.

DuckDB reads and checks all rows at once. When something is wrong, the place is
looked up again in the file, so that the message can name line and column.
"""

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import duckdb

from tertium.exceptions import BadInput
from tertium.formats.appraise import APPRAISE, appraise_columns, read_appraise
from tertium.formats.archive import is_archive, unpacked
from tertium.formats.assessments import ASSESSMENTS, check_scored_once
from tertium.formats.delimited import one_line_end
from tertium.formats.faults import Fault, faults
from tertium.formats.files import decoded, plain_suffix, read_bytes
from tertium.formats.format import read_other_format
from tertium.formats.marked_files import read_marked
from tertium.formats.mqm_tsv import MQM, mqm_columns, read_mqm, unquote
from tertium.formats.pet import is_pet, pet_table
from tertium.formats.places import JsonPlaces, Places, RowPlaces, TablePlaces
from tertium.formats.ranking_xml import RankingXml, is_ranking_xml
from tertium.formats.rankings import ranking_shapes, read_rankings
from tertium.formats.shapes import SHAPES, SPANS, Shape
from tertium.formats.span_faults import check_one_text
from tertium.memory_database import scratch
from tertium.scales import HUNDRED
from tertium.table import COLUMNS, JudgementTable
from tertium.text import FORMULA

__all__ = ["copy_frame", "read_frame", "read_judgements"]

_PARQUET = b"PAR1"
# Texts are kept as they are; everything else is read without surrounding blanks.
_TEXTS = ("text", "comment", "source", "target", "mt", "edited", "note")
_MAX_LINE = 50_000_000


def read_judgements(path: Path) -> JudgementTable:
    """Return the judgements of a file, whatever its known format, gzipped or not.

    A tar archive with one file in it is read as that file.

    CSV, TSV, JSON lines and Parquet are recognised by content; the columns tell
    whether it is one of the narrow files, a file of rankings or of direct assessment, or the
    long table itself. A result of PET is one too, and so is MQM in TSV.
    The first thing that is wrong is told with its line and column.
    """
    if is_archive(path):
        with unpacked(path) as inside:
            return read_judgements(inside)
    if is_pet(path):
        return pet_table(path)
    marked = read_marked(path)
    if marked is not None:
        return marked
    try:
        return _read(lambda database: _load(database, path))
    except BadInput:
        other = read_other_format(path)
        if other is None:
            raise
        return other


def read_frame(frame: Any) -> JudgementTable:
    """Return the judgements of a frame: pandas, or what gives its rows as an Arrow stream.

    Its columns are those of a file. What is wrong is told with its row and column.
    """
    return _read(lambda database: _load_frame(database, frame))


def _read(
    load: Callable[[duckdb.DuckDBPyConnection], tuple[Places, Shape]],
) -> JudgementTable:
    """Check what was loaded, and widen it into the table."""
    database = scratch()
    database.execute("SET TimeZone = 'UTC'")
    places, shape = load(database)
    _view(database, shape, places.header)
    _check_rows(database, shape, places)
    _check_ids(database, places)
    if shape.ranks:
        table = read_rankings(database, shape, places)
    elif shape is APPRAISE:
        table = read_appraise(database, shape, places)
    elif shape is MQM:
        table = read_mqm(database, places)
    else:
        if shape in ASSESSMENTS:
            check_scored_once(database, shape, places)
        else:
            _check_repeated(database, shape, places)
        if shape is SPANS:
            check_one_text(database, shape, places)
        table = JudgementTable.from_query(database, _widened(shape))
    database.execute("DROP VIEW given")
    database.execute("DROP TABLE raw")
    for aspect in ("overall", "document") if shape.bounded else ():
        table = table.on_scale(HUNDRED, aspect)
    return table.noted(*places.notes)


# From the file into the table `raw`: text columns, one row per record -------------


def _load(database: duckdb.DuckDBPyConnection, path: Path) -> tuple[Places, Shape]:
    if is_ranking_xml(path):
        rankings = RankingXml(path)
        rankings.load(database)
        return rankings, _shape(rankings)
    content = read_bytes(path)
    if content.startswith(_PARQUET):
        return _load_parquet(database, path)
    # One kind of line end, so that the reader and we count the same lines.
    text = one_line_end(decoded(content, str(path)))
    with _scratch(text) as file:
        if text.lstrip().startswith("{"):
            return _load_json(database, path, text, file)
        if plain_suffix(path) == ".json":
            raise BadInput(
                "this is not JSON lines",
                where=str(path),
                fix="Write one JSON object per line, without a list around them.",
            )
        return _load_delimited(database, path, text, file)


@contextmanager
def _scratch(text: str) -> Iterator[str]:
    """Give DuckDB a plain file: unpacked, UTF-8, lines ending in LF."""
    with tempfile.TemporaryDirectory(prefix="tertium-") as folder:
        file = Path(folder) / "judgements.txt"
        file.write_text(text, encoding="utf-8", newline="")
        yield str(file).replace("'", "''")


def _load_delimited(
    database: duckdb.DuckDBPyConnection, path: Path, text: str, file: str
) -> tuple[Places, Shape]:
    places = TablePlaces(path, text)
    unnamed = appraise_columns(places.header)
    if unnamed is not None:
        places.name_columns(unnamed, headed="login" in unnamed)
    mqm = mqm_columns(places.header) if places.delimiter == "\t" else None
    if mqm is not None:
        places.name_columns(mqm, headed="rater" in places.header)
    places.check_header()
    shape = _shape(places)
    columns = ", ".join(f"'{name}': 'VARCHAR'" for name in _escaped(places.header))
    quote = "" if places.delimiter == "\t" else '"'
    try:
        database.execute(
            f"CREATE TEMP TABLE raw AS SELECT {'*' if shape is MQM else _unguarded(places.header)} "
            f"FROM read_csv('{file}', columns = {{{columns}}}, "
            f"delim = '{places.delimiter}', quote = '{quote}', escape = '{quote}', "
            f"header = {str(places.headed and shape is not MQM).lower()}, "
            f"skip = {places.first_line - (not (places.headed and shape is MQM))}, "
            f"auto_detect = false, max_line_size = {_MAX_LINE})"
        )
    except duckdb.Error as error:
        raise places.explain(str(error)) from None
    if shape is MQM:
        unquote(database, places.header)
    return places, shape


def _unguarded(header: tuple[str, ...]) -> str:
    """Take off the apostrophe that keeps spreadsheets from computing a text."""
    begins = f"^'({FORMULA})".replace("'", "''")
    columns = []
    for name in header:
        quoted = '"' + name.replace('"', '""') + '"'
        columns.append(
            f"CASE WHEN starts_with({quoted}, chr(39)) "
            f"THEN regexp_replace({quoted}, '{begins}', '\\1') ELSE {quoted} END AS {quoted}"
        )
    return ", ".join(columns)


def _load_json(
    database: duckdb.DuckDBPyConnection, path: Path, text: str, file: str
) -> tuple[Places, Shape]:
    places = JsonPlaces(path, text)
    # A raw control character cannot stand in valid JSON, so it separates nothing.
    try:
        database.execute(
            f"CREATE TEMP TABLE lines AS SELECT * FROM read_csv('{file}', "
            "columns = {'line': 'VARCHAR'}, delim = '\x1f', quote = '', escape = '', "
            f"header = false, auto_detect = false, max_line_size = {_MAX_LINE})"
        )
    except duckdb.Error as error:
        raise places.explain(str(error)) from None
    bad = database.execute(
        "SELECT min(rowid) FROM lines WHERE line IS NOT NULL AND trim(line) <> '' AND "
        "(CASE WHEN json_valid(line) THEN json_type(line) ELSE '' END) <> 'OBJECT'"
    ).fetchone()
    if bad is not None and bad[0] is not None:
        raise places.explain("", line=bad[0] + 1)
    database.execute(
        "CREATE OR REPLACE TEMP TABLE lines AS SELECT line FROM lines "
        "WHERE line IS NOT NULL AND trim(line) <> ''"
    )
    keys = database.execute(
        "SELECT json_keys(line), min(rowid) FROM lines GROUP BY ALL ORDER BY min(rowid)"
    ).fetchall()
    places.header = tuple(dict.fromkeys(name for names, _ in keys for name in names))
    for names, row in keys:
        if len(set(names)) < len(names):
            name = next(name for name in names if names.count(name) > 1)
            raise BadInput(
                f"{name!r} is given twice in one object",
                where=places.place(row, name),
                fix="Remove or rename one of them.",
            )
    shape = _shape(places)
    wanted = json.dumps(dict.fromkeys(places.header, "VARCHAR")).replace("'", "''")
    database.execute(
        "CREATE TEMP TABLE raw AS SELECT unnest(value) FROM "
        f"(SELECT json_transform(line, '{wanted}') AS value FROM lines)"
    )
    database.execute("DROP TABLE lines")
    return places, shape


def _load_parquet(database: duckdb.DuckDBPyConnection, path: Path) -> tuple[Places, Shape]:
    file = str(path).replace("'", "''")
    try:
        header = _load_columns(database, f"read_parquet('{file}')")
    except duckdb.Error:
        raise BadInput(
            "the Parquet file is damaged",
            where=str(path),
            fix="Write it again, or give the judgements as CSV.",
        ) from None
    places = RowPlaces(str(path), header)
    return places, _shape(places)


def _load_frame(database: duckdb.DuckDBPyConnection, frame: Any) -> tuple[Places, Shape]:
    _register(database, frame)
    places = RowPlaces("frame", _load_columns(database, "frame"))
    database.unregister("frame")
    return places, _shape(places)


def copy_frame(frame: Any, path: Path) -> None:
    """Write a frame as CSV."""
    database = scratch()
    _register(database, frame)
    _load_columns(database, "frame")
    target = str(path).replace("'", "''")
    database.execute(f"COPY raw TO '{target}' (FORMAT csv, HEADER)")
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
        quoted = '"' + name.replace('"', '""') + '"'
        text = f"CAST({quoted} AS VARCHAR)"
        if kind in ("DOUBLE", "FLOAT"):
            text = (
                f"CASE WHEN isnan({quoted}) THEN NULL WHEN {quoted} = trunc({quoted}) "
                f"AND abs({quoted}) < 1e15 THEN CAST(CAST({quoted} AS BIGINT) AS VARCHAR) "
                f"ELSE {text} END"
            )
        texts.append(f"{text} AS {quoted}")
    database.execute(f"CREATE TEMP TABLE raw AS SELECT {', '.join(texts)} FROM {table}")
    return tuple(name for name, *_ in columns)


def _escaped(names: tuple[str, ...]) -> list[str]:
    return [name.replace("'", "''").replace('"', '""') for name in names]


# Which shape, and are its columns in order? ----------------------------------------


def _shape(places: Places) -> Shape:
    """Return the shape of a file by its header; every column must have a meaning in it."""
    header = places.header
    shapes = (*SHAPES, *ranking_shapes(header), *ASSESSMENTS, APPRAISE, MQM)
    for shape in shapes:
        if shape.fits(header):
            _check_columns(shape, places)
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


def _check_columns(shape: Shape, places: Places) -> None:
    for name in places.header:
        if name in shape.filled:
            raise BadInput(
                f"column {name!r} does not go with {shape.required[-1]!r}",
                where=places.column_place(name),
                fix=f"Remove or rename it: in a file of {shape.name} it follows from the others.",
            )
        if name not in shape.known:
            close = get_close_matches(name, shape.known, n=1)
            guess = f"Did you mean {close[0]!r}? " if close else ""
            raise BadInput(
                f"unknown column {name!r}",
                where=places.column_place(name),
                fix=f"{guess}Known: {', '.join(shape.known)}.",
            )


# Are the rows in order? -------------------------------------------------------------


def _view(database: duckdb.DuckDBPyConnection, shape: Shape, header: tuple[str, ...]) -> None:
    """Make `given`: every column the shape may use, without blanks, null where it is absent."""
    parts = ["rowid AS row"]
    for name in dict.fromkeys((*shape.known, *COLUMNS)):
        if name not in header:
            value = "CAST(NULL AS VARCHAR)"
        elif name in _TEXTS:
            value = f"nullif(\"{name}\", '')"
        else:
            value = f"nullif(trim(\"{name}\", ' \t\u00a0'), '')"
        parts.append(f'{value} AS "{name}"')
    left, right = ("left", "right") if "left" in shape.required else ("system", "versus")
    parts.append(f'least("{left}", "{right}") || chr(31) || greatest("{left}", "{right}") AS pair')
    database.execute(f"CREATE TEMP VIEW given AS SELECT {', '.join(parts)} FROM raw")


def _check_rows(database: duckdb.DuckDBPyConnection, shape: Shape, places: Places) -> None:
    asked = faults(shape, places.header)
    firsts = ", ".join(f"min(row) FILTER (WHERE {fault.holds})" for fault in asked)
    answer = database.execute(f"SELECT count(*), {firsts} FROM given").fetchone()
    assert answer is not None  # an aggregate always yields one row
    if answer[0] == 0:
        raise BadInput(
            "there are no judgements below the header",
            where=places.head(),
            fix="Add one row per judgement.",
        )
    found = [(row, fault) for row, fault in zip(answer[1:], asked, strict=True) if row is not None]
    if found:
        row, fault = min(found, key=lambda pair: pair[0])
        raise _told(database, fault, row, places)


def _told(database: duckdb.DuckDBPyConnection, fault: Fault, row: int, places: Places) -> BadInput:
    value = database.execute(f'SELECT "{fault.column}" FROM given WHERE row = ?', [row]).fetchone()
    given = str(value[0]) if value and value[0] is not None else ""
    return BadInput(fault.what(given), where=places.place(row, fault.column), fix=fault.fix(given))


def _check_ids(database: duckdb.DuckDBPyConnection, places: Places) -> None:
    """Refuse a judgement of two annotators: ids that begin anew in files put together."""
    if not {"judgement", "annotator"} <= set(places.header):
        return
    twice = database.execute(
        """
        SELECT row, "judgement", "annotator", before, first FROM (
            SELECT *, first_value("annotator") OVER same AS before, min(row) OVER same AS first
            FROM given WHERE coalesce("layer", 'observed') = 'observed'
            WINDOW same AS (PARTITION BY "campaign", "judgement" ORDER BY row)
        ) WHERE "judgement" IS NOT NULL AND "annotator" <> before ORDER BY row LIMIT 1"""
    ).fetchone()
    if twice is not None:
        row, judgement, here, before, first = twice
        raise BadInput(
            f"judgement {judgement!r} is by two annotators, {before!r} (in "
            f"{places.line_name(first)}) and {here!r}",
            where=places.place(row, "judgement"),
            fix="Give every judgement an id of its own; where files are put together, a column "
            "'campaign' that names the file does it.",
        )


def _check_repeated(database: duckdb.DuckDBPyConnection, shape: Shape, places: Places) -> None:
    """Refuse the same judgement twice, unless the file tells the passes apart."""
    if shape.joins:
        return
    only = "WHERE \"aspect\" = 'preference'" if shape.name == "table" else ""
    key = ", ".join(f'"{name}"' for name in shape.key)
    twice = database.execute(
        f"SELECT first_row, second_row FROM (SELECT min(row) AS first_row, "
        f"min(row, 2)[2] AS second_row FROM given {only} GROUP BY {key} HAVING count(*) > 1) "
        "ORDER BY second_row LIMIT 1"
    ).fetchone()
    if twice is None:
        return
    first, second = twice
    about = "unit" if shape.name == "outcomes" else "segment"
    who = database.execute(
        f'SELECT "annotator", "{about}", "pass" FROM given WHERE row = ?', [second]
    ).fetchone()
    assert who is not None  # the row was just found
    in_pass = f" in pass {who[2]!r}" if who[2] else ""
    remedy = "Remove one of them" if who[2] else "Remove one of them, or add a column 'pass'"
    raise BadInput(
        f"annotator {who[0]!r} judges {about} {who[1]!r} twice{in_pass}, "
        f"first in {places.line_name(first)}",
        where=places.place(second, about),
        fix=f"{remedy} (a, b)." if not who[2] else f"{remedy}.",
    )


# Into the table ----------------------------------------------------------------------


def _widened(shape: Shape) -> str:
    """Return the query that makes rows of the table from `given`."""
    # Marks of one person on one output are one judgement; elsewhere a row is one.
    same = ", ".join(f'"{name}"' for name in shape.key)
    number = f"min(row) OVER (PARTITION BY {same})" if shape.joins else "row"
    selects = []
    for part, (filled, when) in enumerate(zip(shape.rows, shape.when, strict=True)):
        values: dict[str, Any] = {
            name: f'"{name}"' for name in COLUMNS if name in shape.known
        } | dict(filled)
        if "judgement" not in filled:
            values["judgement"] = "coalesce(\"judgement\", 'row-' || (number + 1))"
        values["submitted_at"] = 'CAST("submitted_at" AS TIMESTAMPTZ)::TIMESTAMP'
        listed = ", ".join(f'{value} AS "{name}"' for name, value in values.items())
        # Numbered before rows are left out, so that all parts of a judgement have one number.
        numbered = f"(SELECT *, {number} AS number FROM given)"
        selects.append(f"SELECT row, {part} AS part, {listed} FROM {numbered} WHERE {when}")
    return (
        "SELECT * EXCLUDE (row, part) FROM (SELECT * FROM ("
        + " UNION ALL BY NAME ".join(selects)
        + ") ORDER BY row, part)"
    )
