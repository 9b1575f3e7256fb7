"""Words marked in reviews (QRev; Popović 2020) as published: a text file for each reading.

`R1_en-hr_amazon_adequacy-issue-types_e1.txt` holds what evaluator e1 marked in Amazon's output for
adequacy, a segment on each line; the source is in `R1_en-hr_amazon_adequacy-issue-types.en.txt`,
names of segments in a file `*.id`. Tokens are those of a table of QRev. Evaluators' files may be
split into words differently: marks are carried over to the text of the first of them.
"""

import re
from pathlib import Path
from typing import Any

from tertium.formats.about import About
from tertium.formats.carried import same_but_blanks
from tertium.formats.format import Format
from tertium.formats.given import GivenFile
from tertium.formats.plain import split_lines
from tertium.formats.qrev import read_tokens, reading_rows, text_of
from tertium.table import JudgementTable

_NAME = re.compile(
    r"(?:.*_)?([a-z]{2,3})-([a-z]{2,3})_([^_]+)_([a-z]+)[^_]*_(e\d+)\.txt(?:\.gz)?", re.I
)
_FIX = "Keep the files of one reading together: line n of each is the same segment."


def qrev_file_table(file: GivenFile) -> JudgementTable:
    """Return the judgements of one evaluator; texts and names come from the files beside."""
    named = _NAME.fullmatch(file.path.name)
    assert named is not None  # by that it was recognised
    source_language, target_language, system, criterion, evaluator = named.groups()
    lines = split_lines(file.text)
    beside = _Beside(file.path, source_language, len(lines))
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(lines, start=1):
        tokens = read_tokens(line, file.place(number))
        text = text_of(tokens)
        if beside.texts and same_but_blanks(text, beside.texts[number - 1]):
            text = beside.texts[number - 1]
        name = beside.names[number - 1] if beside.names else str(number)
        about = {
            "judgement": f"{system}-{criterion}-{evaluator}-{number}",
            "campaign": criterion,
            "annotator": evaluator,
            "source_language": source_language,
            "target_language": target_language,
            "document": name.rpartition("_")[0] or None,
            "segment": name,
            "system": system,
        }
        if beside.sources:
            rows.append(about | {"aspect": "source", "text": beside.sources[number - 1] or None})
        rows += reading_rows(about, tokens, text)
    return JudgementTable.from_rows(rows)


class _Beside:
    """The files beside a reading: its source, the first evaluator's text, names of segments."""

    def __init__(self, path: Path, language: str, lines: int) -> None:
        stem = re.sub(r"_e\d+\.txt(\.gz)?$", "", path.name)
        first = min(path.parent.glob(f"{stem}_e*.txt*"), default=path)
        self._lines = lines
        self.texts = self._tokens(first) if first != path else []
        self.sources = self._tokens(path.with_name(f"{stem}.{language}.txt"))
        names = sorted(path.parent.glob("*.id"))
        self.names = self._read(names[0]) if len(names) == 1 else []

    def _tokens(self, path: Path) -> list[str]:
        where = GivenFile(path)
        lines = self._read(path)
        return [
            text_of(read_tokens(line, where.place(number)))
            for number, line in enumerate(lines, start=1)
        ]

    def _read(self, path: Path) -> list[str]:
        if not path.is_file():
            return []
        file = GivenFile(path)
        found = split_lines(file.text)
        if len(found) != self._lines:
            raise file.wrong(
                f"this file has {len(found)} lines, the reading beside it {self._lines}", _FIX
            )
        return found


def _is_reading(file: GivenFile) -> bool:
    first = file.beginning.split(b"\n", 1)[0].split()
    return bool(_NAME.fullmatch(file.path.name)) and all(token.count(b"|") > 1 for token in first)


QREV_FILES = Format(
    "QRev text files",
    qrev_file_table,
    (".txt",),
    recognises=_is_reading,
    beside=("*.id", "*.??.txt"),
    about=About("2020", published="QRev en-hr, first round"),
)
