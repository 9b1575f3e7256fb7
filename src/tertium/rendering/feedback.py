"""What a student gets back, as a page that prints and as a workbook; and grades for a register."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tertium.formats.files import replacing
from tertium.formats.workbook import RichText, Worksheet, write_workbook
from tertium.rendering.handout import handout, marked_text
from tertium.rendering.numbers import written
from tertium.stats.grading.grade import Grading, StudentGrade
from tertium.stats.grading.sheets import FeedbackSheet, SheetMark, SheetSegment
from tertium.text import guarded
from tertium.text.pieces import cut_at

_CARET = "\u2038"


def feedback_page(sheet: FeedbackSheet) -> str:
    """Return the sheet of one student as one HTML file."""
    grade, marks = sheet.grade, sheet.marks
    return handout(
        "feedback.html",
        title=f"{grade.student}: {grade.grade}",
        sheet=sheet,
        graders=grade.graders,
        plus=_counted(grade.merits, grade.plus),
        minus=_counted(grade.faults, -grade.minus),
        critical=_critical(grade),
        texts=[
            (one.segment, *(marked_text(text, _placed(one, side)) if text else ""
                            for side, text in (("source", one.source), ("target", one.target))))
            for one in sheet.segments
        ],
        lists=(
            ("Done well", [mark for mark in marks if mark.merit]),
            ("Errors", [mark for mark in marks if not mark.merit]),
        ),
    )  # fmt: skip


def _counted(number: float, points: float) -> str:
    return f"{written(number, 'number')} ({written(points, 'number')})" if number else "0"


def _critical(grade: StudentGrade) -> str:
    if grade.strict < grade.sum and grade.grade != grade.other:
        return "What is done well does not make up for critical errors."
    return "The text has critical errors." if grade.critical else ""


def _look(mark: SheetMark) -> str:
    return "good" if mark.merit else "critical" if mark.critical else "bad"


def _placed(segment: SheetSegment, side: str) -> list[tuple[int, int, str, int]]:
    """Return the marks on one side of a segment that have a place."""
    return [
        (mark.start, mark.end, _look(mark), mark.number)
        for mark in segment.marks
        if mark.side == side and mark.start is not None and mark.end is not None
    ]


# Workbooks ----------------------------------------------------------------------------------


def write_feedback(sheets: Sequence[FeedbackSheet], folder: Path) -> list[Path]:
    """Write for each student a page and a workbook into a folder; return their names."""
    folder.mkdir(parents=True, exist_ok=True)
    several = len({one.grade.document for one in sheets}) > 1
    written_to, taken = [], set[str]()
    for sheet in sheets:
        name = _file_name(sheet.grade, several)
        at = 2
        while name.casefold() in taken:
            name, at = f"{_file_name(sheet.grade, several)}-{at}", at + 1
        taken.add(name.casefold())
        page, book = folder / f"{name}.html", folder / f"{name}.xlsx"
        with replacing(page) as beside:
            beside.write_text(feedback_page(sheet), encoding="utf-8")
        with replacing(book) as beside:
            write_workbook(tuple(_worksheets(sheet)), book, beside)
        written_to += [page, book]
    return written_to


def _file_name(grade: StudentGrade, several: bool) -> str:
    """Return a name that every file system takes: letters and digits of any script."""
    told = f"{grade.student} {grade.document}" if several else grade.student
    plain = re.sub(r"[^\w]+", "-", unicodedata.normalize("NFC", told)).strip("-_")
    return plain[:80] or "student"


def _worksheets(sheet: FeedbackSheet) -> Iterator[Worksheet]:
    grade = sheet.grade
    facts: list[dict[str, Any]] = [
        {"what": name, "value": value}
        for name, value in (
            ("Student", grade.student),
            ("Text", grade.document),
            ("Grade", grade.grade),
            ("Scale", sheet.scale),
            ("Points of what is done well", grade.plus),
            ("Points of errors", -grade.minus),
            ("Points of critical errors", -grade.critical or 0.0),
            ("Sum", grade.sum),
            ("Sum, critical errors not made up for", grade.strict),
            (f"Points in {sheet.per:g} words" if sheet.per else "Points", grade.rated),
            ("Words", grade.words),
            ("Graders", grade.graders),
            *((one.criterion, one.answer) for one in sheet.external),
            *(("Comment", comment) for comment in sheet.comments),
            ("Signature", sheet.signature),
        )
        if value not in ("", None)
    ]
    yield Worksheet("Grade", facts, ("what", "value"), {"what": 34, "value": 60})
    yield Worksheet(
        "Text",
        [
            {"segment": one.segment, "source": _rich(one, "source"), "target": _rich(one, "target")}
            for one in sheet.segments
        ],
        ("segment", "source", "target"),
        {"source": 60, "target": 60},
    )
    yield Worksheet(
        "Marks",
        [
            {"number": mark.number, "segment": one.segment, "kind": _look(mark),
             "passage": mark.passage, "category": mark.category, "points": mark.points,
             "note": mark.note, "side": mark.side}
            | ({"grader": mark.grader} if mark.grader else {})
            for one in sheet.segments
            for mark in one.marks
        ],
        ("number", "segment", "kind", "passage", "category", "points", "note"),
        {"passage": 40, "note": 50},
    )  # fmt: skip
    yield Worksheet(
        "Categories",
        [
            {"category": one.category, "external": "yes" if one.external else "",
             "merits": one.merits, "plus": one.plus, "errors": one.faults, "minus": -one.minus}
            for one in sheet.categories
        ],
        ("category", "merits", "plus", "errors", "minus"),
    )  # fmt: skip


def _rich(segment: SheetSegment, side: str) -> RichText:
    text = segment.source if side == "source" else segment.target
    marks = _placed(segment, side) if text else []
    parts: list[tuple[str, str]] = []
    for piece in cut_at(text, [(start, end) for start, end, _, _ in marks]):
        looks = [marks[at][2] for at in piece.on]
        look = next((one for one in ("critical", "bad", "good") if one in looks), "")
        parts.append((piece.text or (_CARET if piece.on else ""), look))
        if piece.ends:
            parts.append((" ".join(str(marks[at][3]) for at in piece.ends), "number"))
    return RichText(tuple(parts))


# Grades for a register -----------------------------------------------------------------------


def write_grades(grading: Grading, path: Path) -> None:
    """Write the grades of a class: a CSV, or a workbook with grades and who gave them."""
    if path.suffix.lower() == ".xlsx":
        with replacing(path) as beside:
            write_workbook(
                (
                    Worksheet("Grades", [_row(one) for one in grading.students], ("student",)),
                    Worksheet("Class", [{"grade": one.grade, "texts": one.texts}
                                        for one in grading.grades], ("grade", "texts")),
                ),
                path,
                beside,
            )  # fmt: skip
    else:
        with replacing(path) as beside:
            beside.write_text(grades_csv(grading), encoding="utf-8")


def grades_csv(grading: Grading) -> str:
    """Return the grades of a class, a row for each text of each student."""
    rows = [_row(one) for one in grading.students]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(rows[0])
    for row in rows:
        writer.writerow([guarded(v) if isinstance(v, str) else _plain(v) for v in row.values()])
    return out.getvalue()


def _plain(value: float | None) -> str:
    return "" if value is None else f"{value:.10g}"


def _row(one: StudentGrade) -> dict[str, Any]:
    return {
        "student": one.student,
        "text": one.document,
        "grade": one.grade,
        "sum": one.sum,
        "strict": one.strict,
        "rated": one.rated,
        "plus": one.plus,
        "minus": one.minus,
        "critical": one.critical,
        "internal": one.internal,
        "external": one.external,
        "merits": one.merits,
        "faults": one.faults,
        "words": one.words,
        "graders": one.graders,
        "lowest": one.low,
        "highest": one.high,
    }
