"""The shapes a file of judgements may have: narrow ones, and the long table itself.

A narrow file has one row per thing a person did. Each shape says which columns
it needs, which others it knows, and how a row is widened into rows of the table.
Columns of the table may be added to any shape, unless the shape fills them itself.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import duckdb

from tertium.formats.about import OWN, UNTOLD, About
from tertium.formats.faults import Fault, same_system
from tertium.formats.places import Places
from tertium.formats.rebuttals import ANSWERING
from tertium.formats.span_faults import DECIDED_FAULTS, SPAN_FAULTS
from tertium.protocols.preferences import ANSWERS
from tertium.protocols.rebuttal import ANSWERS as ERROR_ANSWERS
from tertium.protocols.rebuttal import RULINGS
from tertium.table import COLUMNS, INDICATORS, JudgementTable

# What may stand for passed and failed, in any letter case.
PASSED = {
    "1": 1.0,
    "0": 0.0,
    "true": 1.0,
    "false": 0.0,
    "yes": 1.0,
    "no": 0.0,
    "pass": 1.0,
    "fail": 0.0,
    "passed": 1.0,
    "failed": 0.0,
}


def _cases(column: str, values: Mapping[str, float | None]) -> str:
    cases = " ".join(
        f"WHEN '{label}' THEN {'NULL' if value is None else value}"
        for label, value in values.items()
    )
    return f'CASE lower("{column}") {cases} END'


@dataclass(frozen=True, slots=True)
class Shape:
    """One kind of file.

    `rows` has one mapping per row of the table that a row of the file yields:
    column → SQL over the file's columns; a row whose `when` is false is left out.
    `key` are the columns that tell one judgement from another; rows that agree in
    all of them are the same judgement given twice (or, where `joins` is set, parts of it).
    `ranks` are the columns that name an output and its rank, for files of rankings: their
    rows are widened by comparing what was ranked together. `bounded` are the columns of
    scores from 0 to 100, `listed` those with a list of values they may have; `faults` is
    what else can be wrong in a row. `one_text` refuses rows about one output that differ in its
    texts or score. What SQL over single rows cannot widen, `read` does.
    """

    name: str
    required: tuple[str, ...]
    optional: tuple[str, ...]
    filled: tuple[str, ...]
    key: tuple[str, ...]
    rows: tuple[Mapping[str, str], ...]
    when: tuple[str, ...] = ("true",)
    may_be_empty: tuple[str, ...] = ()  # required columns that need no value
    joins: bool = False
    ranks: tuple[tuple[str, str], ...] = ()
    bounded: tuple[str, ...] = ()
    listed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    without: tuple[str, ...] = ()  # columns by which a file is of another shape
    faults: tuple[Fault, ...] = ()
    one_text: bool = False
    about: About = UNTOLD  # its line in the manual's table of formats
    loose: bool = False  # whether quotation marks are characters must be found out
    tags: tuple[str, ...] = ()  # columns that only this file has, kept for an analysis by them
    read: "Callable[[duckdb.DuckDBPyConnection, Shape, Places], JudgementTable] | None" = None

    @property
    def known(self) -> tuple[str, ...]:
        """Every column such a file may have."""
        own = (*self.required, *self.optional, *self.tags)
        return (*own, *(name for name in COLUMNS if name not in (*own, *self.filled)))

    def fits(self, header: tuple[str, ...]) -> bool:
        """Tell whether a header has all columns that this shape needs, and none it excludes."""
        return set(self.required) <= set(header) and not set(self.without) & set(header)


COMPARISONS = Shape(
    name="comparisons",
    required=("annotator", "segment", "left", "right", "answer"),
    optional=("pass", "domain", "seconds", "comment"),
    filled=("system", "versus", "slot", "aspect", "value", "label"),
    key=("annotator", "segment", "pass", "condition", "pair", "role", "of", "layer"),
    rows=(
        {
            "aspect": "'preference'",
            "system": '"left"',
            "versus": '"right"',
            "slot": "1",
            "label": '"answer"',
            "value": _cases("answer", ANSWERS),
        },
    ),
    listed={"answer": tuple(ANSWERS)},
    faults=(same_system("left", "right"),),
    about=About(OWN, written="--narrow", lossless=True),
)
SCORES = Shape(
    name="scores",
    required=("annotator", "segment", "system", "score"),
    optional=("aspect", "role", "of", "group", "seconds"),
    filled=("versus", "value"),
    key=(
        *("annotator", "segment", "system", "aspect", "role", "of", "pass", "layer"),
        *("campaign", "group", "batch"),
    ),
    rows=({"aspect": "coalesce(\"aspect\", 'overall')", "value": '"score"'},),
    about=About(OWN, written="--scores narrow", lossless=True),
)
LABELS = Shape(
    name="labels",
    required=("annotator", "segment", "system", "label"),
    optional=SCORES.optional,
    filled=SCORES.filled,
    key=SCORES.key,
    rows=({"aspect": "coalesce(\"aspect\", 'overall')", "value": "NULL"},),
    without=("aspect", "value"),
    about=About(OWN),
)
_NOTHING_MARKED = '"category" IS NULL AND "severity" IS NULL AND "start" IS NULL'
_SPANS_KEY = ("judgement", "annotator", "segment", "system", "role", "of", "pass", "layer")
# Of the rows of one output the first tells what belongs to the whole.
_FIRST = "row IN (SELECT min(row) FROM given GROUP BY {})".format(
    ", ".join(f'"{name}"' for name in _SPANS_KEY)
)
# In a file without a single mark, scores alone would not say that errors were looked for; its
# columns do, so it is taken for error span annotation.
_ASKED = (
    'coalesce("protocol", CASE WHEN "score" IS NOT NULL AND NOT EXISTS '
    f"(FROM given WHERE NOT ({_NOTHING_MARKED})) THEN 'esa' END)"
)
_UNMARKED = dict.fromkeys(("side", "start", "end", "category", "severity", "text"), "NULL") | {
    "protocol": _ASKED
}
SPANS = Shape(
    name="spans",
    one_text=True,
    required=(
        "annotator",
        "segment",
        "system",
        "side",
        "start",
        "end",
        "category",
        "severity",
    ),
    optional=("note", "source", "target", "score", "hash"),
    filled=("versus", "comment"),
    key=_SPANS_KEY,
    rows=(
        {
            **_UNMARKED,
            "aspect": "'overall'",
            "value": '"score"',
            "comment": f'CASE WHEN {_NOTHING_MARKED} THEN "note" END',
            "label": f'CASE WHEN {_NOTHING_MARKED} THEN "label" END',
        },
        {**_UNMARKED, "aspect": "'source'", "value": "NULL", "label": "NULL", "text": '"source"'},
        {**_UNMARKED, "aspect": "'target'", "value": "NULL", "label": "NULL", "text": '"target"'},
        {"aspect": "'error'", "comment": '"note"'},
    ),
    when=(
        _FIRST,
        f'{_FIRST} AND "source" IS NOT NULL',
        f'{_FIRST} AND "target" IS NOT NULL',
        f"NOT ({_NOTHING_MARKED})",
    ),
    may_be_empty=("side", "start", "end", "category", "severity"),
    joins=True,
    without=("aspect",),
    listed={"side": ("target", "source")},
    faults=SPAN_FAULTS,
    about=About(OWN, written="--errors narrow", lossless=True),
)
# The same after a translator answered and an arbiter decided, in further columns.
_STANDS = {
    "value": 'CASE WHEN "decided_category" IS NULL AND "decided_severity" IS NULL THEN "value" END',
    "category": 'coalesce("decided_category", "category")',
    "severity": 'coalesce("decided_severity", "severity")',
    "label": 'coalesce("decision", "label")',
}
_ARBITRATED = {"layer": "'arbitrated'"}
ANSWERED = replace(
    SPANS,
    name="answered spans",
    required=(*SPANS.required, ANSWERING[0]),
    optional=(*SPANS.optional, *ANSWERING[1:]),
    rows=(
        *SPANS.rows,
        *({**row, **_ARBITRATED} for row in ({**SPANS.rows[0], "value": "NULL"}, *SPANS.rows[1:3])),
        {**SPANS.rows[3], **_STANDS, **_ARBITRATED},
        {
            "aspect": "'answer'",
            "label": '"answer"',
            "value": "NULL",
            "comment": '"reason"',
            "layer": "'rebuttal'",
        },
    ),
    when=(
        *SPANS.when,
        *SPANS.when[:3],
        f"{SPANS.when[3]} AND \"decision\" IS DISTINCT FROM 'struck'",
        '"answer" IS NOT NULL',
    ),
    may_be_empty=(*SPANS.may_be_empty, "answer"),
    listed={**SPANS.listed, "answer": ERROR_ANSWERS, "decision": RULINGS},
    faults=(*SPAN_FAULTS, *DECIDED_FAULTS),
    about=About(OWN),
)
EDITS = Shape(
    name="edits",
    required=(
        "annotator",
        "segment",
        "system",
        "source",
        "mt",
        "edited",
        "seconds",
        "keystrokes",
    ),
    optional=("rating", "set", *INDICATORS),
    filled=("versus", "aspect", "value", "text"),
    key=("annotator", "segment", "system", "set", "condition", "role", "of", "pass", "layer"),
    rows=(
        {"aspect": "'edited'", "text": "coalesce(\"edited\", '')"},
        {"aspect": "'mt'", "text": "coalesce(\"mt\", '')"},
        {"aspect": "'source'", "text": "coalesce(\"source\", '')"},
        {"aspect": "'seconds'", "value": '"seconds"'},
        {"aspect": "'keystrokes'", "value": '"keystrokes"'},
        {"aspect": "'overall'", "value": '"rating"'},
        *({"aspect": f"'{name}'", "value": f'"{name}"'} for name in INDICATORS),
    ),
    when=(
        "true",
        "true",
        "true",
        *(f'"{name}" IS NOT NULL' for name in ("seconds", "keystrokes", "rating", *INDICATORS)),
    ),
    may_be_empty=("source", "mt", "edited", "seconds", "keystrokes"),
    listed={"set": ("train", "test")},
    about=About(OWN, written="tertium export --what edits", lossless=True),
)
OUTCOMES = Shape(
    name="outcomes",
    required=("annotator", "unit", "condition", "passed"),
    optional=("document", "level", "group", "kind", "scorer"),
    filled=("aspect", "value", "label", "category", "text"),
    key=("annotator", "unit", "condition", "document", "scorer", "role", "of", "pass"),
    rows=(
        {
            "aspect": "'passed'",
            "value": _cases("passed", PASSED),
            "label": '"passed"',
            "category": '"kind"',
            "text": '"scorer"',
        },
    ),
    listed={"passed": tuple(PASSED)},
    about=About(OWN),
)
LONG = Shape(
    name="table",
    required=("annotator", "aspect"),
    optional=(),
    filled=(),
    key=("annotator", "segment", "pass", "condition", "pair", "role", "of", "layer"),
    rows=({},),
    faults=(
        same_system("system", "versus"),
        Fault(
            "value",
            '"aspect" = \'preference\' AND TRY_CAST("value" AS DOUBLE) NOT IN (-1, 0, 1)',
            "the preference {given!r} is not -1, 0 or 1",
            "Write 1 where system is better than versus, -1 where it is worse, 0 for neither.",
        ),
    ),
    about=About(OWN, written="OUT.csv, .tsv, .jsonl, .parquet, .xlsx", lossless=True),
)
# The first that fits is taken. Spans may have a score, too, so they come before scores.
SHAPES: tuple[Shape, ...] = (
    COMPARISONS,
    EDITS,
    OUTCOMES,
    ANSWERED,
    SPANS,
    SCORES,
    LABELS,
    LONG,
)
