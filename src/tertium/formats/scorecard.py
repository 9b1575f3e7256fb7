"""Scorecards in XLSX: a sheet of outputs, a sheet of the errors marked in them, and a summary.

The sheets `Outputs` and `Errors` hold everything and are read again, also after somebody has
changed them in a spreadsheet; `Summary` counts and is not read. A translator may answer the
errors and an arbiter decide about them in further columns of `Errors` (see `rebuttals`).
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from tertium.exceptions import BadInput
from tertium.formats.about import OWN, About
from tertium.formats.format import Format
from tertium.formats.given import GivenFile, Place
from tertium.formats.readings import (
    Mark,
    Reading,
    looked_for_errors,
    others,
    packed,
    restored,
    tabled,
)
from tertium.formats.rebuttals import ANSWERING, ErrorAnswer, arbitrated, read_answered
from tertium.formats.spreadsheet import SHEET_ENDINGS, sheet_names
from tertium.formats.workbook import Worksheet, write_workbook
from tertium.table import COLUMNS, JudgementTable

_OUTPUTS, _ERRORS, _SUMMARY = "Outputs", "Errors", "Summary"
_NUMBER = "output"  # ties an error to its output
_MARK = ("side", "start", "end", "category", "severity", "text", "note", "points", "label", "also")
_CALLED = {"note": "comment", "points": "value"}  # as marks call them
_WHOLE = ("score", "note", "label", "source", "target")
_SHOWN = ("annotator", "segment", "system")  # beside an error, for its reader; not read


# Reading ----------------------------------------------------------------------------------


def scorecard_table(file: GivenFile) -> JudgementTable:
    """Return the readings of a scorecard."""
    sheets = _sheets(file)
    marks: dict[str, list[Mark]] = {}
    answers: dict[str, list[ErrorAnswer]] = {}
    outputs: dict[str, Reading] = {}
    for row in sheets[_OUTPUTS]:
        name = row.text(_NUMBER)
        if not name or name in outputs:
            raise row.wrong(_NUMBER, f"the output {name!r} is empty or given twice",
                            "Number the outputs from 1.")  # fmt: skip
        about = row.about()
        for needed in _SHOWN:
            if needed not in about:
                raise row.wrong(needed, f"the {needed} is empty", f"Write the {needed}.")
        about.setdefault("judgement", f"output-{name}")
        texts = row.text("source"), row.text("target"), row.text("note"), row.text("label")
        outputs[name] = Reading(about, (), row.number("score"), *texts)
    for row in sheets[_ERRORS]:
        name = row.text(_NUMBER) or ""
        if name not in outputs:
            raise row.wrong(_NUMBER, f"there is no output {name!r}",
                            f"Name one of the sheet {_OUTPUTS}.")  # fmt: skip
        marks.setdefault(name, []).append(_mark(row, outputs[name]))
        answers.setdefault(name, []).append(read_answered(row.text, row.wrong))
    if not outputs:
        raise Place(f"{file}: {_OUTPUTS}").wrong("there are no outputs", "Add some rows.")
    read = looked_for_errors(
        replace(one, marks=tuple(marks.get(name, ()))) for name, one in outputs.items()
    )
    answered = (answers.get(name, []) for name in outputs)
    after, said = arbitrated(list(zip(read, answered, strict=True)))
    return tabled([*read, *after], said)


class _Row:
    """One row of a sheet: its cells by the name of their column, and where they stand."""

    def __init__(self, sheet: str, line: int, header: list[str], cells: Any) -> None:
        self._sheet = sheet
        self._line = line
        self._header = header
        self.cells: dict[str, Any] = dict(zip(header, cells, strict=False))

    def wrong(self, name: str, what: str, fix: str) -> BadInput:
        """Return an error that names the cell."""
        column = self._header.index(name) if name in self._header else 0
        letters = ""
        while column >= 0:
            letters, column = chr(65 + column % 26) + letters, column // 26 - 1
        return Place(f"{self._sheet}!{letters}{self._line}").wrong(what, fix)

    def text(self, name: str) -> str | None:
        """Return a cell as text; a whole number has no decimals."""
        value = self.cells.get(name)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        return None if value is None else str(value)

    def number(self, name: str) -> float | None:
        """Return a cell as a number."""
        value = self.text(name)
        if value is None:
            return None
        try:
            return float(value)
        except ValueError:
            raise self.wrong(name, f"{value!r} is not a number", "Write a number.") from None

    def whole(self, name: str) -> int | None:
        """Return a cell as a whole number from 0."""
        value = self.number(name)
        if value is not None and (value < 0 or not value.is_integer()):
            raise self.wrong(name, f"{value:g} is not a place in a text",
                             "Count code points from 0.")  # fmt: skip
        return None if value is None else int(value)

    def about(self) -> dict[str, Any]:
        """Return the columns of the table that stand in this row."""
        found: dict[str, Any] = {}
        for name in self._header:
            if name not in COLUMNS or name in (*_WHOLE, *_MARK):
                continue
            kind = COLUMNS[name]
            number = self.number(name) if kind in ("DOUBLE", "BIGINT") else None
            value = self.text(name) if kind not in ("DOUBLE", "BIGINT") else number
            if value is not None:
                found[name] = int(value) if kind == "BIGINT" else value
        return restored(found)


def _mark(row: _Row, output: Reading) -> Mark:
    side, start, end = row.text("side"), row.whole("start"), row.whole("end")
    if side not in (None, "source", "target"):
        raise row.wrong("side", f"{side!r} is not a known side", "Write source or target.")
    if (start is None) != (end is None):
        raise row.wrong("end", "a passage needs both start and end", "Write both, or none.")
    text = output.source if side == "source" else output.target
    if start is not None and end is not None:
        if end < start:
            raise row.wrong("end", f"the passage ends at {end} before it starts",
                            "The end is the place after the passage.")  # fmt: skip
        if text is not None and end > len(text):
            raise row.wrong("end", f"the passage ends at {end}, the text has {len(text)} signs",
                            "Count code points of the text from 0.")  # fmt: skip
        quote = row.text("text")
        if text is not None and quote is not None and text[start:end] != quote:
            raise row.wrong("text", f"{quote!r} is not what the text says at this place",
                            "Count code points from 0; the end is excluded.")  # fmt: skip
    if row.text("category") is None and row.text("severity") is None:
        raise row.wrong("category", "the error has neither category nor severity",
                        "Say what is wrong, or remove the row.")  # fmt: skip
    also = restored(json.loads(row.text("also") or "{}"))
    return Mark(side, start, end, row.text("category"), row.text("severity"), row.text("text"),
                row.text("note"), row.number("points"), row.text("label"), also)  # fmt: skip


def _sheets(file: GivenFile) -> dict[str, list[_Row]]:
    import openpyxl  # type: ignore[import-untyped]

    try:
        book = openpyxl.load_workbook(BytesIO(file.content), read_only=True, data_only=True)
    except (BadZipFile, KeyError, ValueError, OSError):
        raise file.wrong("the spreadsheet is damaged", "Save it again as XLSX.") from None
    found: dict[str, list[_Row]] = {}
    for name, needed in ((_OUTPUTS, (_NUMBER, *_SHOWN)), (_ERRORS, (_NUMBER, *_MARK[:5]))):
        if name not in book.sheetnames:
            raise file.wrong(
                f"no sheet {name!r}", f"A scorecard has the sheets {_OUTPUTS} and {_ERRORS}."
            )
        lines = book[name].iter_rows(values_only=True)
        header = [str(cell or "").strip() for cell in next(lines, ())]
        for column in needed:
            if column not in header:
                raise Place(f"{file}: {name}!A1").wrong(
                    f"no column {column!r}", f"The sheet {name} has {', '.join(needed)}, …"
                )
        found[name] = [
            _Row(f"{file}: {name}", line, header, cells)
            for line, cells in enumerate(lines, start=2)
            if any(cell is not None for cell in cells)
        ]
    book.close()
    return found


def _is_scorecard(file: GivenFile) -> bool:
    """Tell a scorecard from other workbooks by its sheets."""
    return not {_OUTPUTS, _ERRORS}.isdisjoint(sheet_names(str(file), file.content))


SCORECARD = Format(
    "scorecard (XLSX)",
    scorecard_table,
    endings=SHEET_ENDINGS,
    recognises=_is_scorecard,
    about=About(OWN, written="--errors xlsx", lossless=True),
)


# Writing ----------------------------------------------------------------------------------


def write_scorecard(
    given: list[Reading], path: Path, beside: Path, front: Sequence[Worksheet] = ()
) -> int:
    """Write a scorecard and return the number of errors and of outputs without any.

    Sheets in `front`, which are not read again, come first; without any, a summary does. A card
    with such sheets goes to somebody who answers, so the errors have columns for that.
    """
    said = ("text", "note", *ANSWERING) if front else ()
    outputs, errors = list(_outputs(given)), list(_errors(given))
    write_workbook(
        (
            *(
                front
                or [Worksheet(_SUMMARY, list(_summary(given)), ("system", "outputs", "errors"))]
            ),
            Worksheet(_OUTPUTS, outputs, (_NUMBER, *_SHOWN)),
            Worksheet(_ERRORS, errors, (_NUMBER, *_SHOWN, *_MARK[:5], *said)),
        ),
        path,
        beside,
    )
    return len(errors) + sum(not one.marks for one in given)


def _outputs(given: list[Reading]) -> Iterator[dict[str, Any]]:
    for number, one in enumerate(given, start=1):
        about = others(one.about)
        if about.get("judgement") == f"output-{number}":
            del about["judgement"]
        whole = {"score": one.score, "note": one.comment, "label": one.label}
        texts = {"source": one.source, "target": one.target}
        yield {_NUMBER: number, **about, **others(whole), **others(texts)}


def _errors(given: list[Reading]) -> Iterator[dict[str, Any]]:
    for number, one in enumerate(given, start=1):
        for mark in one.marks:
            own = {name: getattr(mark, _CALLED.get(name, name)) for name in _MARK}
            own["also"] = packed(others(mark.also))
            shown = {name: one.about.get(name) for name in _SHOWN}
            yield {_NUMBER: number, **shown, **others(own)}


def _summary(given: list[Reading]) -> Iterator[Mapping[str, Any]]:
    """Yield for each system how many outputs were read and which errors were found."""
    read = Counter(str(one.about.get("system")) for one in given)
    severities = Counter(
        (str(one.about.get("system")), mark.severity or "") for one in given for mark in one.marks
    )
    names = sorted({severity for _, severity in severities})
    for system, outputs in read.items():
        counts = {name or "no severity": severities[system, name] for name in names}
        yield {"system": system, "outputs": outputs, "errors": sum(counts.values()), **counts}
