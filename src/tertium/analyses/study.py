"""The folder of a study of use: documents to hand out, a sheet for answers, and the key."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.exceptions import BadInput, Conflict

if TYPE_CHECKING:
    from tertium.stats.utility.study import StudyDocument
    from tertium.stats.utility.thresholds import Thresholds

ANSWERS, KEY, QUESTIONS = "answers.csv", "key.csv", "questions.txt"


def is_study(path: Path) -> bool:
    """Tell whether a folder is a study's."""
    return (path / KEY).is_file() and (path / ANSWERS).is_file()


def parallel_lines(*paths: Path | None) -> list[list[str]]:
    """Return the lines of each file, none where there is no file; all have as many as the first."""
    from tertium.formats.plain import read_lines

    found = [[] if path is None else read_lines(path) for path in paths]
    for path, lines in zip(paths, found, strict=True):
        if path is not None and len(lines) != len(found[0]):
            raise BadInput(
                f"this file has {len(lines)} lines, {paths[0]} has {len(found[0])}",
                where=f"{path}:{min(len(lines), len(found[0])) + 1}",
                fix="Make line n of every file the same segment.",
            )
    return found


def write_study(folder: Path, documents: Sequence["StudyDocument"], *, source: bool) -> None:
    """Write what users get, and the key; a folder that holds a study is not overwritten."""
    from tertium.stats.utility.study import USES

    if is_study(folder):
        raise Conflict(
            "this folder holds a study already",
            where=str(folder),
            fix="Choose another folder; answers may have been collected here.",
        )
    (folder / "documents").mkdir(parents=True, exist_ok=True)
    for one in documents:
        text = "\n".join(one.segments) + "\n"
        (folder / "documents" / f"{one.document}.txt").write_text(text, encoding="utf-8")
    asked = [f"{use}: {question}" for use, question in USES.items()]
    (folder / QUESTIONS).write_text(
        "Answer yes or no for each document and each use, in any order you like.\n\n"
        + "\n".join(asked)
        + "\n",
        encoding="utf-8",
    )
    rows = [("", one.document, use, "") for one in documents for use in USES]
    _write(folder / ANSWERS, ("annotator", "document", "use", "answer"), rows)
    columns = ["document", "kind", "edits", "words", "accuracy"]
    keys: list[tuple[object, ...]] = [
        (one.document, one.kind, one.edits, one.words, f"{one.accuracy:.6f}") for one in documents
    ]
    if source:
        columns += ["source_words", "accuracy_source"]
        keys = [
            (*key, one.source_words, f"{one.accuracy_source:.6f}")
            for key, one in zip(keys, documents, strict=True)
        ]
    _write(folder / KEY, columns, keys)


def answered(
    answers: Path, key: Path | None, denominator: str | None, level: float
) -> "Thresholds":
    """Estimate the thresholds from a file of answers."""
    from tertium.formats.given import GivenFile
    from tertium.formats.usefulness import read_answers, read_key
    from tertium.stats.utility.thresholds import Answer, thresholds

    known, words = None, ""
    if key is not None:
        by_source = denominator == "source" or (
            denominator is None and "accuracy_source" in GivenFile(key).header
        )
        known, words = read_key(key, source=by_source), "source" if by_source else "edited"
    given = read_answers(answers, known)
    listed = [Answer(one.annotator, one.document, one.use, one.yes, one.accuracy) for one in given]
    return thresholds(listed, level=level, words=words)


def _write(path: Path, header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    path.write_text(out.getvalue(), encoding="utf-8")
