"""The one table: a row per observation, and narrow typed views of it.

Collecting and analysing meet only here. The rows live in DuckDB, so a table
may be larger than what Python objects would allow; statistics see NumPy only,
through a *view*: a frozen set of arrays with names as integer codes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self, TypeVar

import duckdb
import numpy as np
from numpy.typing import NDArray

from tertium.exceptions import NotFound
from tertium.memory_database import scratch
from tertium.model import PILOT
from tertium.scale import Scale, scale_of
from tertium.table_edits import TEXTS, EditedRows, gather_edits
from tertium.table_spans import JudgedOutputs, Spans, gather_spans
from tertium.table_views import (
    INDICATORS,
    Codes,
    Comparisons,
    Edits,
    Floats,
    Outcomes,
    Scores,
    arranged,
)

__all__ = [
    "COLUMNS",
    "EVIDENCE",
    "INDICATORS",
    "USUAL",
    "Codes",
    "Comparisons",
    "Edits",
    "JudgedOutputs",
    "JudgementTable",
    "Outcomes",
    "Scores",
    "Spans",
]

# Every column with its DuckDB type; null where it does not apply.
COLUMNS: dict[str, str] = {
    # who and when
    "judgement": "VARCHAR",
    "campaign": "VARCHAR",
    "protocol": "VARCHAR",
    "annotator": "VARCHAR",
    "group": "VARCHAR",
    "batch": "BIGINT",
    "order": "BIGINT",
    "pass": "VARCHAR",
    "submitted_at": "TIMESTAMP",
    "seconds": "DOUBLE",
    # what
    "source_language": "VARCHAR",
    "target_language": "VARCHAR",
    "domain": "VARCHAR",
    "document": "VARCHAR",
    "segment": "VARCHAR",
    "unit": "VARCHAR",
    "system": "VARCHAR",
    "versus": "VARCHAR",
    "slot": "BIGINT",
    "condition": "VARCHAR",
    "level": "VARCHAR",
    "set": "VARCHAR",
    "role": "VARCHAR",
    "of": "VARCHAR",
    # said
    "aspect": "VARCHAR",
    "value": "DOUBLE",
    "label": "VARCHAR",
    "scale": "VARCHAR",
    "side": "VARCHAR",
    "start": "BIGINT",
    "end": "BIGINT",
    "category": "VARCHAR",
    "severity": "VARCHAR",
    "text": "VARCHAR",
    "comment": "VARCHAR",
    # how it came about
    "layer": "VARCHAR",
    "propensity": "DOUBLE",
}
USUAL = {"role": "real", "layer": "observed"}
# Inferred rows never enter agreement, tests or annotator statistics.
EVIDENCE = "layer IN ('observed', 'consolidated') AND role IN ('real', 'repeat')"
_COMPARED = f"aspect = 'preference' AND {EVIDENCE}"
_SCORED = "aspect = ? AND versus IS NULL AND layer = 'observed'"  # a number for one output

_PAIR = "coalesce(source_language, '') || '-' || coalesce(target_language, '')"
# The columns in which all rows of one judgement about one output agree.
_JUDGEMENT = "campaign, judgement, annotator, segment, system"
_FEW = 5_000  # rows whose names are read sooner than the database could code them
_ALL = ", ".join(f'"{name}"' for name in COLUMNS)
_NO_SCALES: Mapping[str, Scale] = MappingProxyType({})
_View = TypeVar("_View")
_fresh = count(1)  # names of derived tables inside one database


class JudgementTable:
    """The long table of observations. Immutable: every change is a new table.

    The rows of its views stand in an order that follows from what they say, so no statistic
    depends on how they came in; only the views of a table `in_time` keep its order.
    `notes` are sentences about the file it was read from: what the file holds that is in no row.
    `scales` are the scales that are known, by aspect; `scale` recognises the others. `tags` are
    further columns of text, for analyses by them; they are not written.
    """

    def __init__(
        self,
        database: duckdb.DuckDBPyConnection,
        name: str,
        notes: tuple[str, ...] = (),
        scales: Mapping[str, Scale] = _NO_SCALES,
    ) -> None:
        """Take a database whose table `name` has exactly the columns of COLUMNS."""
        self._database = database
        self._name = name
        self.notes = notes
        self.scales = scales
        self.tags: tuple[str, ...] = ()
        self._timed = False

    @classmethod
    def from_columns(cls, columns: Mapping[str, Sequence[Any] | NDArray[Any]]) -> Self:
        """Build a table from some of its columns; missing ones are null or their default."""
        for name in columns:
            if name not in COLUMNS:
                raise NotFound.among("column", name, COLUMNS)
        database = scratch()
        arrays = {name: _array(values, COLUMNS[name]) for name, values in columns.items()}
        if not arrays:
            arrays = {"judgement": np.array([], dtype=object)}
        database.register("given", arrays)
        table = cls.from_query(database, "SELECT * FROM given")
        database.unregister("given")
        return table

    @classmethod
    def from_rows(cls, rows: Iterable[Mapping[str, Any]]) -> Self:
        """Build a table from records; a record may leave columns out."""
        listed = list(rows)
        names = {name for row in listed for name in row}
        return cls.from_columns(
            {name: [row.get(name) for row in listed] for name in COLUMNS if name in names}
            | {name: [] for name in names - set(COLUMNS)}
        )

    @classmethod
    def from_query(
        cls,
        database: duckdb.DuckDBPyConnection,
        query: str,
        values: Sequence[Any] = (),
        *,
        tags: tuple[str, ...] = (),
    ) -> Self:
        """Build a table from a query that yields some of the columns under their own names."""
        given = {column[0] for column in database.execute(f"DESCRIBE {query}", values).fetchall()}
        for name in given - set(COLUMNS) - set(tags):
            raise NotFound.among("column", name, COLUMNS)
        table = f"judgements_{next(_fresh)}"
        columns = ", ".join((_widen(given), *map(_quoted, tags)))
        database.execute(f"CREATE TEMP TABLE {table} AS SELECT {columns} FROM ({query})", values)
        found = cls(database, table)
        found.tags = tags
        return found

    def __len__(self) -> int:
        return int(self._fetch(f"SELECT count(*) FROM {self._name}")[0][0])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, JudgementTable) and self.rows() == other.rows()

    __hash__ = None  # type: ignore[assignment]  # a table is compared by content, never hashed

    def noted(self, *notes: str) -> Self:
        """Return the same rows with further notes."""
        return self._known(scales=self.scales, notes=(*self.notes, *notes))

    def with_scales(self, scales: Mapping[str, Scale]) -> Self:
        """Return the same rows, whose values stand on these scales."""
        return type(self)(self._database, self._name, self.notes, MappingProxyType(dict(scales)))

    def scale(self, aspect: str = "overall") -> Scale:
        """Return the scale of an aspect: as it is known, or recognised from all its scores."""
        if aspect in self.scales:
            return self.scales[aspect]
        found = self._database.execute(
            f"SELECT DISTINCT value FROM {self._name} WHERE {_SCORED} AND value IS NOT NULL",
            [aspect],
        )
        return scale_of(found.fetchnumpy()["value"].astype(float))

    def on_scale(self, scale: Scale, aspect: str = "overall") -> Self:
        """Return the table with the scores of an aspect read on a scale that is known.

        Where its lowest number is best, answers are kept in `label` and reversed in `value`.
        Answers in words that the scale names get their numbers.
        """
        known = self.scales.get(aspect)
        turned = scale.best != (known.best if known else "highest")
        table = self
        if turned:
            # The answer as it was given, 4 and not 4.0.
            given = "CASE WHEN value % 1 = 0 THEN value::BIGINT::VARCHAR ELSE value::VARCHAR END"
            table = self._derived(
                f"SELECT * REPLACE (CASE WHEN {_SCORED} THEN ? - value ELSE value END AS value, "
                f"CASE WHEN {_SCORED} THEN coalesce(label, {given}) ELSE label END AS label) "
                f"FROM {self._name}",
                [aspect, scale.lowest + scale.highest, aspect],
            )
        if scale.labels:
            table = table._numbered(scale, aspect)
        return table._known(scales={**self.scales, aspect: scale}, notes=self.notes)

    def _numbered(self, scale: Scale, aspect: str) -> Self:
        """Return the table with the numbers of answers that are labels of a scale."""
        unnumbered = f"{_SCORED} AND value IS NULL AND list_contains(?, label)"
        named = [aspect, list(scale.labels)]
        if not self._size(unnumbered, named):
            return self
        steps = scale.numbers
        cases = " ".join("WHEN ? THEN ?" for _ in steps)
        values = [part for step in steps.items() for part in step]
        return self._derived(
            f"SELECT * REPLACE (CASE WHEN {unnumbered} THEN CASE label {cases} END "
            f"ELSE value END AS value) FROM {self._name}",
            [*named, *values],
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return all rows as records, in their stored order."""
        names = list(COLUMNS)
        return [
            dict(zip(names, row, strict=True))
            for row in self._fetch(f"SELECT {_ALL} FROM {self._name}")
        ]

    def relation(self) -> duckdb.DuckDBPyRelation:
        """Return the rows as DuckDB has them, for whoever reads many at once."""
        return self._database.sql(f"SELECT {_ALL} FROM {self._name}")

    def select(self, **equal: str | Sequence[str]) -> Self:
        """Keep the rows whose columns equal the given value (or one of several)."""
        tests, values = [], []
        for name, wanted in equal.items():
            column = name.rstrip("_")
            if column not in COLUMNS:
                raise NotFound.among("column", column, COLUMNS)
            tests.append(f"list_contains(?, {_quoted(column)})")
            values.append([wanted] if isinstance(wanted, str) else list(wanted))
        where = " AND ".join(tests) or "true"
        return self._derived(f"SELECT * FROM {self._name} WHERE {where}", values)

    def tagged(self, column: str, tags: Mapping[str, str]) -> Self:
        """Return the table with a further column: the tag of each row's segment."""
        names = {"tagged": list(tags), column: list(tags.values())}
        self._database.register("tags", {k: np.array(v, dtype=object) for k, v in names.items()})
        name = _quoted(column)
        found = type(self).from_query(
            self._database,
            f"SELECT t.*, tags.{name} FROM {self._name} t LEFT JOIN tags ON segment = tagged "
            "ORDER BY t.rowid",
            tags=(*self.tags, column),
        )
        self._database.unregister("tags")
        return found._known(scales=self.scales, notes=self.notes)

    def one_value(self, of: str, column: str) -> dict[str, str] | None:
        """Return what a column says of each segment, annotator or system; None if it says two."""
        unit, name = _quoted(of), _quoted(column)
        found = self._fetch(
            f"SELECT DISTINCT {unit}, {name} FROM {self._name} "
            f"WHERE {unit} IS NOT NULL AND {name} IS NOT NULL"
        )
        told: dict[str, str] = dict(found)
        return told if len(told) == len(found) else None

    def by_value(self, column: str) -> dict[str, Self]:
        """Return the rows with each value of a column of text, one of `tags` among them, sorted."""
        one = f"SELECT * FROM {self._name} WHERE {_quoted(column)} = ?"
        return {value: self._derived(one, [value]) for value in self.distinct(column)}

    def without_pilot(self) -> Self:
        """Return the rows of the main round; the same table where there was no pilot."""
        main = f"SELECT * FROM {self._name} WHERE \"set\" IS DISTINCT FROM '{PILOT}'"
        return self._derived(main) if self._size(f"\"set\" = '{PILOT}'") else self

    def by_language_pair(self) -> dict[str, Self]:
        """Return the rows of each language pair, such as `de-en`, by its name, sorted.

        Rows that name no language are a pair of their own, `-`. All pairs are read on the
        scales of the whole table.
        """
        found = self._fetch(f"SELECT DISTINCT {_PAIR} FROM {self._name} ORDER BY 1")
        names = [name for (name,) in found]
        if len(names) < 2:
            return dict.fromkeys(names, self)
        scales = {aspect: self.scale(aspect) for aspect in self.distinct("aspect")}
        whole = self._known(scales=scales)
        one = f"SELECT * FROM {self._name} WHERE {_PAIR} = ?"
        return {name: whole._derived(one, [name]) for name in names}

    def pairs_in_segments(self) -> Self:
        """Return all language pairs as one table whose segments say which it is: `de-en s1`."""
        named = f"{_PAIR} || ' ' || segment AS segment"
        return self._derived(f"SELECT * REPLACE ({named}) FROM {self._name}")

    def shuffled(self, seed: int) -> Self:
        """Return the same rows in another order."""
        return self._derived(f"SELECT * FROM {self._name} ORDER BY hash(rowid + ?)", [seed])

    def in_time(self) -> Self:
        """Return the same rows as they came in, by `submitted_at`; rows without it stay last.

        Views of it stand in that order too.
        """
        table = self._derived(f"SELECT * FROM {self._name} ORDER BY submitted_at, rowid")
        table._timed = True
        return table

    def distinct(self, column: str) -> tuple[str, ...]:
        """Return the sorted values of a column, without null."""
        name = _quoted(column)
        known = f"FROM {self._name} WHERE {name} IS NOT NULL"
        found = self._fetch(f"SELECT DISTINCT {name} {known} ORDER BY 1")
        return tuple(str(row[0]) for row in found)

    def write(self, path: Path) -> None:
        """Write all columns as Parquet, CSV or JSON lines, by the file's ending."""
        options = {".parquet": "parquet", ".csv": "csv, HEADER", ".jsonl": "json"}
        if path.suffix not in options:
            raise NotFound.among("table format", path.suffix, options, where=str(path))
        target = str(path).replace("'", "''")
        # Otherwise DuckDB renames a file over what is there, be it a device or a link.
        self._database.execute(
            f"COPY (SELECT {_ALL} FROM {self._name}) TO '{target}' "
            f"(FORMAT {options[path.suffix]}, USE_TMP_FILE false)"
        )

    # Views ---------------------------------------------------------------

    def comparisons(self) -> Comparisons:
        """Return the preferences people gave."""
        return self._arranged(self._view(Comparisons, _COMPARED))

    def scores(
        self, aspect: str = "overall", *, roles: Sequence[str] = ("real", "repeat")
    ) -> Scores:
        """Return the numbers given to single outputs on one aspect, for items of these `roles`.

        What follows from marks that were consolidated later is not asked for again.
        """
        found = self._view(Scores, _scored_as(roles), [aspect])
        return replace(self._arranged(found), scale=self.scale(aspect))

    def has_scores(self, aspect: str = "overall") -> bool:
        """Tell whether `scores` has any row; a large table need not be read for it."""
        return self._size(_scored_as(("real", "repeat")), [aspect]) > 0

    def has_comparisons(self) -> bool:
        """Tell whether `comparisons` has any row."""
        return self._size(_COMPARED) > 0

    def spans(
        self,
        *,
        layers: Sequence[str] = ("observed",),
        roles: Sequence[str] = ("real", "repeat"),
    ) -> Spans:
        """Return the outputs people read for errors, with the errors they marked.

        Consolidated marks are a layer of their own: what was agreed on later says nothing
        about agreement.
        """
        named = ", ".join(f"'{layer}'" for layer in layers)
        played = ", ".join(f"'{role}'" for role in roles)
        condition = f"t.layer IN ({named}) AND t.role IN ({played})"
        return gather_spans(self._database, self._name, condition)

    def edits(self) -> Edits:
        """Return the texts people edited, a row per judgement, with what was measured."""
        about = self._view(EditedRows, f"aspect = 'edited' AND {EVIDENCE}")
        rows = (
            f"SELECT row_number() OVER (ORDER BY rowid) - 1 AS place, {_JUDGEMENT} "
            f"FROM {self._name} WHERE aspect = 'edited' AND {EVIDENCE}"
        )
        same = " AND ".join(f"e.{c} IS NOT DISTINCT FROM t.{c}" for c in _JUDGEMENT.split(", "))
        # One row of the view may have many rows of the table, one per aspect.
        found = self._database.execute(
            f"SELECT place, t.aspect, t.value, t.text FROM ({rows}) e "
            f"JOIN {self._name} t ON {same} "
            f"WHERE {EVIDENCE} AND (t.value IS NOT NULL OR t.aspect IN {TEXTS})"
        ).fetchnumpy()
        return self._arranged(gather_edits(about, **found))

    def outcomes(self) -> Outcomes:
        """Return the questions and goals people passed or failed."""
        return self._arranged(self._view(Outcomes, f"aspect = 'passed' AND {EVIDENCE}"))

    # Machinery -----------------------------------------------------------

    def _derived(self, query: str, values: Sequence[Any] = ()) -> Self:
        """Return what a query makes of the rows; notes stay with the file, scales go along."""
        table = type(self).from_query(self._database, query, values, tags=self.tags)
        table.scales = self.scales
        return table

    def _known(self, *, scales: Mapping[str, Scale], notes: tuple[str, ...] = ()) -> Self:
        """Return the same rows with other scales and notes."""
        table = type(self)(self._database, self._name, notes, scales)
        table.tags = self.tags
        return table

    def _fetch(self, query: str) -> list[tuple[Any, ...]]:
        return self._database.execute(query).fetchall()

    def _size(self, condition: str, values: Sequence[Any] = ()) -> int:
        """Count the rows of which a condition holds."""
        query = f"SELECT count(*) FROM {self._name} WHERE {condition}"
        [(size,)] = self._database.execute(query, list(values)).fetchall()
        return int(size)

    def _arranged(self, view: _View) -> _View:
        return view if self._timed else arranged(view)

    def _view(self, kind: type[_View], condition: str, values: Sequence[Any] = ()) -> _View:
        asked = {
            name: name.rstrip("_")
            for name, annotation in kind.__annotations__.items()
            if annotation in (Codes, Floats)
        }
        coded = {name for name, annotation in kind.__annotations__.items() if annotation is Codes}
        chosen = f"FROM {self._name} WHERE {condition}"
        columns: dict[str, Any] = {}
        if self._size(condition, values) > _FEW:
            columns = {name: self._codes(asked[name], condition, values) for name in coded}
        read = [
            f"{_quoted(column)}::{'VARCHAR' if name in coded else 'DOUBLE'} AS {_quoted(name)}"
            for name, column in asked.items()
            if name not in columns
        ]
        found = self._database.execute(f"SELECT {', '.join(read)} {chosen}", list(values))
        for name, column in found.fetchnumpy().items():
            columns[name] = (
                Codes.of(np.ma.filled(column, ""))
                if name in coded
                else np.ma.filled(column.astype(float), np.nan)
            )
        return kind(**columns)

    def _codes(self, column: str, condition: str, values: Sequence[Any]) -> Codes:
        quoted = _quoted(column)
        names = self._database.execute(
            f"SELECT DISTINCT {quoted} FROM {self._name} "
            f"WHERE {condition} AND {quoted} IS NOT NULL AND {quoted} <> ''",
            list(values),
        ).fetchall()
        ordered = tuple(sorted(name for (name,) in names))
        # A join on the short list of names keeps strings out of Python.
        self._database.register(
            "names",
            {
                "name": np.array(ordered, dtype=object),
                "code": np.arange(len(ordered), dtype=np.int64),
            },
        )
        found = self._database.execute(
            f"SELECT coalesce(code, -1)::BIGINT AS c FROM (SELECT rowid AS r, {quoted} AS x "
            f"FROM {self._name} WHERE {condition}) LEFT JOIN names ON x = name ORDER BY r",
            list(values),
        ).fetchnumpy()["c"]
        self._database.unregister("names")
        return Codes(np.asarray(found, dtype=np.int64), ordered)


def _scored_as(roles: Sequence[str]) -> str:
    """Return the condition of scores on an aspect for items of these roles."""
    listed = ", ".join(f"'{role}'" for role in roles)
    return f"{_SCORED} AND role IN ({listed})"


def _quoted(column: str) -> str:
    return '"' + column.replace('"', '""') + '"'


def _widen(given: Iterable[str]) -> str:
    """Select all columns of the table from the ones that are given."""
    present = set(given)
    parts = []
    for name, kind in COLUMNS.items():
        value = f"CAST({_quoted(name)} AS {kind})" if name in present else f"CAST(NULL AS {kind})"
        if kind == "DOUBLE" and name in present:  # not a number is not a value
            value = f"CASE WHEN isnan({value}) THEN NULL ELSE {value} END"
        if name in USUAL:
            value = f"coalesce({value}, '{USUAL[name]}')"
        parts.append(f"{value} AS {_quoted(name)}")
    return ", ".join(parts)


def _array(values: Sequence[Any] | NDArray[Any], kind: str) -> NDArray[Any]:
    if isinstance(values, np.ndarray):
        return values
    if kind == "DOUBLE":
        return np.array([np.nan if v is None else v for v in values], dtype=float)
    return np.array(values, dtype=object)
