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
from pathlib import Path
from typing import Any

from tertium.exceptions import BadInput
from tertium.formats.carried import carried, same_but_blanks
from tertium.formats.delimited import read_records
from tertium.formats.files import plain_suffix, read_head
from tertium.table import JudgementTable

__all__ = ["is_qrev", "qrev_table"]

_COLUMNS = ("system", "criterion", "evaluator", "segment_id", "tokens")
_NONE = "None"
_GAP = "XXX"
_FIX = 'Write "word|issue|severity" with blanks between them, None where nothing is marked.'


def is_qrev(path: Path) -> bool:
    """Tell whether a file is of this kind, by its header."""
    if plain_suffix(path) not in (".csv", ".tsv", ".tab"):
        return False
    header = read_head(path).split(b"\n", 1)[0]
    return all(name.encode() in header for name in _COLUMNS)


def qrev_table(path: Path) -> JudgementTable:
    """Return the judgements of a file, one for each line."""
    header, records = read_records(path)
    texts: dict[tuple[str, str], str] = {}
    rows: list[dict[str, Any]] = []
    for number, fields in records:
        where = f"{path}:{number}"
        line = dict(zip(header, fields, strict=True))
        segment, _, people = line["segment_id"].partition("\t")
        tokens = [_token(one, where) for one in line["tokens"].split()]
        own = " ".join(word for word, _, _ in tokens if word != _GAP)
        text = texts.setdefault((line["system"], segment), own)
        if not same_but_blanks(own, text):
            text = own
        about = {
            "judgement": f"line-{number - 1}",
            "campaign": line["criterion"],
            "annotator": _person(line["evaluator"], people),
            "document": segment.rpartition("_")[0] or None,
            "segment": segment,
            "system": line["system"],
        }
        rows += [about | {"aspect": "overall"}, about | {"aspect": "target", "text": text or None}]
        rows += [about | mark for mark in _marks(tokens, text)]
    return JudgementTable.from_rows(rows)


def _token(text: str, where: str) -> tuple[str, str | None, str | None]:
    parts = text.rsplit("|", 2)
    if len(parts) != 3:
        raise BadInput(f"the token {text!r} has no issue and severity", where=where, fix=_FIX)
    word, issue, severity = parts
    return word, None if issue == _NONE else issue, None if severity == _NONE else severity


def _person(evaluator: str, people: str) -> str:
    """Return who e1 or e2 was, where the line names both."""
    named = people.split()
    place = int(evaluator[1:]) - 1 if evaluator[:1] == "e" and evaluator[1:].isdecimal() else -1
    return named[place] if 0 <= place < len(named) else evaluator


def _marks(tokens: list[tuple[str, str | None, str | None]], text: str) -> Iterator[dict[str, Any]]:
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
