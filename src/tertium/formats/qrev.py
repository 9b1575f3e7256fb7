"""Words marked in reviews (QRev; Popović 2020): a line for each text that somebody read.

Its columns are system, criterion, evaluator (e1, e2), line, segment_id and tokens. Tokens are
`word|issue|severity` with blanks between them, `None` where nothing is marked; `XXX` stands
where something is missing, and is no part of the text. The second part of `segment_id`, after a
tab, names both people; the last number of the first part counts the segments of a review.

Comprehensibility and adequacy were read for on their own: each is a campaign. Neighbouring words
with the same issue and severity are one error. Issues were named in a further pass; a word with an
issue that this person did not mark has the aspect `issue` and is no error of theirs. Blanks differ
between people: the text is the one in the first line about an output, and the marks of others
are carried over to it; where words differ, they keep their own.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from tertium.formats.about import About
from tertium.formats.carried import carried, same_but_blanks
from tertium.formats.delimited import TABLE_ENDINGS
from tertium.formats.format import Format
from tertium.formats.given import GivenFile, Place
from tertium.formats.sheets import rows_of
from tertium.table import JudgementTable

_COLUMNS = ("system", "criterion", "evaluator", "segment_id", "tokens")
_NONE = "None"
Token = tuple[str, str | None, str | None]  # word, issue, severity
_GAP = "XXX"
_FIX = 'Write "word|issue|severity" with blanks between them, None where nothing is marked.'


def qrev_table(file: GivenFile) -> JudgementTable:
    """Return the judgements of a file, one for each line."""
    texts: dict[tuple[str, str], str] = {}
    rows: list[dict[str, Any]] = []
    for line in rows_of(file, strip=False):
        segment, _, people = line["segment_id"].partition("\t")
        tokens = read_tokens(line["tokens"], line.where)
        own = text_of(tokens)
        text = texts.setdefault((line["system"], segment), own)
        if not same_but_blanks(own, text):
            text = own
        about = {
            "judgement": f"line-{line.line - 1}",
            "campaign": line["criterion"],
            "annotator": _person(line["evaluator"], people),
            "document": segment.rpartition("_")[0] or None,
            "segment": segment,
            "system": line["system"],
        }
        rows += reading_rows(about, tokens, text)
    return JudgementTable.from_rows(rows)


def read_tokens(line: str, where: Place) -> list[Token]:
    """Return the words of a line, each with its issue and severity, if it is marked."""
    return [_token(one, where) for one in line.split()]


def text_of(tokens: list[Token]) -> str:
    """Return the text that the words of a line make."""
    return " ".join(word for word, _, _ in tokens if word != _GAP)


def reading_rows(about: dict[str, Any], tokens: list[Token], text: str) -> list[dict[str, Any]]:
    """Return the rows of one person's reading of one output."""
    return [
        about | {"aspect": "overall"},
        about | {"aspect": "target", "text": text or None},
        *(about | mark for mark in _marks(tokens, text)),
    ]


def _token(text: str, where: Place) -> Token:
    parts = text.rsplit("|", 2)
    if len(parts) != 3:
        raise where.wrong(f"the token {text!r} has no issue and severity", _FIX)
    word, issue, severity = parts
    return word, None if issue == _NONE else issue, None if severity == _NONE else severity


def _person(evaluator: str, people: str) -> str:
    """Return who e1 or e2 was, where the line names both."""
    named = people.split()
    place = int(evaluator[1:]) - 1 if evaluator[:1] == "e" and evaluator[1:].isdecimal() else -1
    return named[place] if 0 <= place < len(named) else evaluator


def _marks(tokens: list[Token], text: str) -> Iterator[dict[str, Any]]:
    before = ""
    for (issue, severity, gap), run in groupby(tokens, key=lambda one: (*one[1:], one[0] == _GAP)):
        passage = "" if gap else " ".join(word for word, _, _ in run)
        if issue is not None or severity is not None:
            start, end = carried(text, before, passage)
            yield {
                "aspect": "issue" if severity is None else "error",
                "side": "target",
                "start": start,
                "end": end,
                "category": issue,
                "severity": severity,
                "text": text[start:end] or None,
            }
        before += " " + passage


QREV = Format(
    "QRev table",
    qrev_table,
    TABLE_ENDINGS,
    columns=_COLUMNS,
    about=About("2020", published="QRev en-hr, second round"),
)
