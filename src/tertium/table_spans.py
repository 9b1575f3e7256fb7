"""The view of marked errors: outputs that somebody read, and the errors marked in them.

"Read, and nothing is wrong" is an output without errors; what nobody read is not there.
Positions count code points of the text on the named side, from 0, the end excluded; where
something is missing, start and end are the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from tertium.table_views import Codes, Floats, Ints, Texts, taken

# What makes one judged output; the same text read twice (by two people, in two passes) is two,
# but the two steps of one reading (without the source, then with it) are one.
_OUTPUT = {name: f"t.{name}" for name in ("campaign", "annotator", "segment", "system", "layer")}
_OUTPUT["reading"] = (
    "CASE WHEN t.condition IN ('acceptability', 'adequacy') THEN concat('steps/', t.pass) "
    "ELSE t.judgement END"
)
# An answer of a scale that is called `overall` says nothing about errors.
_WHOLE = "(aspect = 'overall' AND t.scale IS NULL)"
# Rows stand in an order that follows from what they say: no statistic depends on how they came in.
_ORDER = "segment, system, annotator, campaign, layer, pass_, reading"
_SAME = " AND ".join(f"o.{name} IS NOT DISTINCT FROM {said}" for name, said in _OUTPUT.items())


@dataclass(frozen=True, slots=True)
class JudgedOutputs:
    """Outputs that somebody read for errors, a row for each reading.

    `score` is what was given to the whole (NaN where nothing was); texts are None where unknown.
    `protocol` is how people were asked, if that is known.
    """

    judgement: Codes
    campaign: Codes
    protocol: Codes
    annotator: Codes
    segment: Codes
    document: Codes
    system: Codes
    pass_: Codes
    layer: Codes
    target_language: Codes
    score: Floats
    source: Texts
    target: Texts

    def __len__(self) -> int:
        return len(self.score)


@dataclass(frozen=True, slots=True)
class Spans:
    """Marked errors: `output` is the row of `outputs` in which each stands.

    `start` and `end` are NaN where an error has no place, `value` where its points are not
    known; a positive value is a merit. `text` is the quoted passage, `note` what was said.
    """

    outputs: JudgedOutputs
    output: Ints
    side: Codes
    category: Codes
    severity: Codes
    start: Floats
    end: Floats
    value: Floats
    text: Texts
    note: Texts

    def __len__(self) -> int:
        return len(self.output)

    def take(self, rows: NDArray[Any]) -> "Spans":
        """Keep some errors (a mask or positions); all outputs stay."""
        return replace(
            self,
            **{
                name: _part(getattr(self, name), rows)
                for name in self.__slots__
                if name != "outputs"
            },
        )

    def take_outputs(self, rows: NDArray[Any]) -> "Spans":
        """Keep some outputs (a mask or positions) with their errors."""
        kept = np.arange(len(self.outputs))[rows]
        place = np.full(len(self.outputs), -1)
        place[kept] = np.arange(len(kept))
        errors = self.take(place[self.output] >= 0)
        return replace(errors, outputs=taken(self.outputs, kept), output=place[errors.output])

    def with_texts(
        self, sources: Mapping[str, str], outputs: Mapping[tuple[str, str], str]
    ) -> "Spans":
        """Fill in unknown texts: sources by segment, outputs by segment and system."""
        own = self.outputs
        segment, system = own.segment.values(), own.system.values()
        source = [sources.get(name) for name in segment]
        target = [outputs.get(pair) for pair in zip(segment, system, strict=True)]
        return replace(
            self,
            outputs=replace(
                own,
                source=np.where(own.source == np.array(None), np.array(source, object), own.source),
                target=np.where(own.target == np.array(None), np.array(target, object), own.target),
            ),
        )

    def texts(self) -> list[str | None]:
        """Return for each error the whole text on its side, None where it is not known."""
        source = [name == "source" for name in self.side.values()]
        own = self.outputs
        return [
            own.source[at] if of else own.target[at]
            for at, of in zip(self.output, source, strict=True)
        ]

    def quotes(self) -> list[str | None]:
        """Return each marked passage: as it was quoted, else cut from its text."""
        found: list[str | None] = []
        for quoted, whole, start, end in zip(
            self.text, self.texts(), self.start, self.end, strict=True
        ):
            if quoted is None and whole is not None and not np.isnan(start + end):
                quoted = whole[int(start) : int(end)]
            found.append(quoted)
        return found


def _part(column: Any, rows: NDArray[Any]) -> Any:
    return column.take(rows) if isinstance(column, Codes) else column[rows]


def gather_spans(database: duckdb.DuckDBPyConnection, table: str, condition: str) -> Spans:
    """Make the view from the rows `t` of a table that fulfil a condition."""
    names = ", ".join(f"{said} AS {name}" for name, said in _OUTPUT.items())
    read = (
        f"SELECT {names}, min(t.judgement) AS judgement, min(protocol) AS protocol, "
        "min(document) AS document, min(pass) AS pass_, min(target_language) AS target_language, "
        f"sum(value) FILTER (WHERE {_WHOLE}) AS score "
        f"FROM {table} t WHERE (aspect IN ('error', 'read') OR {_WHOLE}) AND {condition} "
        f"GROUP BY {', '.join(_OUTPUT.values())}"
    )
    database.execute(
        "CREATE OR REPLACE TEMP TABLE outputs_read AS SELECT *, "
        f"row_number() OVER (ORDER BY {_ORDER}) - 1 AS place FROM ({read})"
    )
    about = _fetch(database, "SELECT * FROM outputs_read ORDER BY place")
    errors = _fetch(
        database,
        'SELECT place, side, "start", "end", category, severity, value, text, comment '
        f"FROM {table} t JOIN outputs_read o ON {_SAME} "
        f"WHERE aspect = 'error' AND {condition} ORDER BY ALL",
    )
    texts = _fetch(
        database,
        f"SELECT place, aspect, text FROM {table} t JOIN outputs_read o ON {_SAME} "
        f"WHERE aspect IN ('source', 'target') AND {condition}",
    )
    database.execute("DROP TABLE outputs_read")
    return Spans(
        outputs=_outputs(about, texts),
        output=errors["place"].astype(np.int64),
        side=Codes.of(errors["side"]),
        category=Codes.of(errors["category"]),
        severity=Codes.of(errors["severity"]),
        start=_numbers(errors["start"]),
        end=_numbers(errors["end"]),
        value=_numbers(errors["value"]),
        text=errors["text"],
        note=errors["comment"],
    )


def _outputs(about: dict[str, Any], texts: dict[str, Any]) -> JudgedOutputs:
    size = len(about["place"])
    known = {side: np.full(size, None, dtype=object) for side in ("source", "target")}
    for place, side, text in zip(texts["place"], texts["aspect"], texts["text"], strict=True):
        known[side][place] = text or ""
    coded = ("judgement", "campaign", "protocol", "annotator", "segment", "document", "system")
    return JudgedOutputs(
        **{name: Codes.of(about[name]) for name in (*coded, "pass_", "layer", "target_language")},
        score=_numbers(about["score"]),
        source=known["source"],
        target=known["target"],
    )


def _fetch(database: duckdb.DuckDBPyConnection, query: str) -> dict[str, Any]:
    found = database.execute(query).fetchnumpy()
    return {
        name: _objects(column) if column.dtype == object else column
        for name, column in found.items()
    }


def _numbers(column: NDArray[Any]) -> Floats:
    return np.asarray(np.ma.filled(np.ma.asarray(column).astype(float), np.nan))


def _objects(column: NDArray[Any]) -> Texts:
    """Return texts with None where there is none."""
    found = np.array(np.ma.getdata(column), dtype=object)
    found[np.ma.getmaskarray(column)] = None
    return found
