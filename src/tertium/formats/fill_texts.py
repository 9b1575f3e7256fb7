"""Texts from another file, for judgements whose own file does not hold them.

An output is found again by its document, the number of its segment there, its system and its
role (a damaged copy has a text of its own), and by its batch: where the judgements only tell which
of them were made together (`group`), it is the one batch that has all of these.
"""

from collections import defaultdict
from typing import Any

from tertium.exceptions import BadInput
from tertium.formats.readings import OUTPUT
from tertium.table import JudgementTable

_SIDES = ("source", "target")
# Texts by output, batch and side; several where it is not clear which one is meant.
Known = dict[tuple[Any, ...], dict[Any, dict[str, set[str]]]]


def fill_texts(
    table: JudgementTable, texts: JudgementTable, *, where: str = ""
) -> tuple[JudgementTable, int]:
    """Return the table with the texts that were found, and how many outputs have none.

    Marks get the passage that they mark. One that goes past the end of its text is refused: then
    it is another text. Where several texts may be meant, none is taken.
    """
    known = _by_output(texts)
    rows = table.rows()
    batch_of = _batches(known, rows)
    held = {(_output(row), row["aspect"]) for row in rows if row["aspect"] in _SIDES}
    found: list[dict[str, Any]] = []
    unknown = 0
    for row in rows:
        if row["aspect"] not in ("overall", "error"):
            found.append(row)
            continue
        text = {
            side: one
            for side, one in _texts(known, row, batch_of).items()
            if (_output(row), side) not in held
        }
        if row["aspect"] == "overall":
            unknown += "target" not in text and (_output(row), "target") not in held
            found.append(row)
            found += [_about(row) | {"aspect": side, "text": one} for side, one in text.items()]
        else:
            found.append(_quoted(row, text.get(row["side"] or "target"), where))
    return JudgementTable.from_rows(found), unknown


def _output(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[name] for name in OUTPUT)


def _key(row: dict[str, Any]) -> tuple[Any, ...]:
    return row["document"], str(row["segment"]).rsplit("/", 1)[-1], row["system"], row["role"]


def _by_output(texts: JudgementTable) -> Known:
    """Return the texts of each output by batch and side."""
    known: Known = {}
    for row in texts.rows():
        if row["aspect"] in _SIDES:
            of_batch = known.setdefault(_key(row), {}).setdefault(row["batch"], defaultdict(set))
            of_batch[row["aspect"]].add(row["text"] or "")
    return known


def _sitting(row: dict[str, Any]) -> tuple[Any, ...]:
    return row["annotator"], row["group"], row["batch"]


def _batches(known: Known, rows: list[dict[str, Any]]) -> dict[tuple[Any, ...], set[Any]]:
    """Return for each group of judgements the batches that hold all of its outputs."""
    found: dict[tuple[Any, ...], set[Any]] = {}
    for row in rows:
        batches = known.get(_key(row))
        if row["aspect"] == "overall" and batches:
            held = {row["batch"]} & set(batches) or set(batches)
            found[_sitting(row)] = found.get(_sitting(row), held) & held
    return found


def _texts(
    known: Known, row: dict[str, Any], batch_of: dict[tuple[Any, ...], set[Any]]
) -> dict[str, str]:
    batches = known.get(_key(row), {})
    one = batch_of.get(_sitting(row), set()) & set(batches)
    asked = [batches[name] for name in (one or batches)]
    found = {}
    for side in _SIDES:
        several = set().union(*(batch.get(side, set()) for batch in asked))
        if len(several) == 1:
            (found[side],) = several
    return found


def _about(row: dict[str, Any]) -> dict[str, Any]:
    own = ("value", "label", "comment")
    return {name: value for name, value in row.items() if name not in own}


def _quoted(row: dict[str, Any], text: str | None, where: str) -> dict[str, Any]:
    if text is None or row["start"] is None or row["end"] is None:
        return row
    if row["end"] > len(text):
        raise BadInput(
            f"a mark of {row['annotator']!r} in {row['segment']!r} goes to {row['end']} in a text "
            f"of {len(text)} characters",
            where=where,
            fix="Give the texts in which the errors were marked.",
        )
    return row | {"text": row["text"] or text[row["start"] : row["end"]] or None}
