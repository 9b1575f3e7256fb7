"""What a campaign of marked errors collected, as a table for files of others.

Such files have a row for each reading of an output with its texts. The campaign knows the texts,
and what was read in two steps becomes one reading; one whose second step is open is left out.
"""

from typing import Any

from tertium import protocols
from tertium.formats.readings import read_rows
from tertium.model import Campaign
from tertium.protocols import Slider
from tertium.protocols.conditions import ACCEPTABILITY, ADEQUACY
from tertium.table import JudgementTable

_READING = ("annotator", "segment", "system", "pass")
_PLACE = ("judgement", "submitted_at", "batch", "order", "set")


def marked_table(
    table: JudgementTable, campaign: Campaign, *, layer: str = "observed"
) -> JudgementTable:
    """Return the marks of a layer, each output with its source and its text.

    Where nobody gave a score, the sum of points is none; it follows from the marks.
    """
    scored = any(isinstance(ask, Slider) for ask in protocols.get(campaign.protocol).asks)
    rows = [
        row if scored or row["aspect"] == "error" else row | {"value": None}
        for row in read_rows(table)
        if row["aspect"] in ("overall", "error") and row["layer"] == layer
    ]
    sources = {segment.id: segment.source for segment in campaign.segments}
    found: list[dict[str, Any]] = []
    for row in sorted(_as_one(rows), key=_place):
        found.append(row)
        if row["aspect"] == "overall":
            texts = sources.get(row["segment"]), _output(campaign, row)
            for aspect, text in zip(("source", "target"), texts, strict=True):
                if text is not None:
                    found.append(_bare(row) | {"aspect": aspect, "text": text})
    return JudgementTable.from_rows(found)


def _output(campaign: Campaign, row: dict[str, Any]) -> str | None:
    return campaign.outputs.get((row["segment"], row["system"]))


def _bare(row: dict[str, Any]) -> dict[str, Any]:
    """Return what a row says of a reading as a whole."""
    return {name: value for name, value in row.items() if name not in ("value", "label", "comment")}


def _as_one(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Put the two steps of a reading together, at the place and the time of the first."""
    first, second = (
        {_key(row): row for row in rows if row["aspect"] == "overall" and row["condition"] == step}
        for step in (ACCEPTABILITY, ADEQUACY)
    )
    found = []
    for row in rows:
        if row["condition"] not in (ACCEPTABILITY, ADEQUACY):
            found.append(row)
            continue
        whole, other = first.get(_key(row)), second.get(_key(row))
        if whole is None or other is None or row is other:
            continue
        seconds = [step["seconds"] for step in (whole, other) if step["seconds"] is not None]
        said = {name: whole[name] for name in _PLACE}
        found.append(row | said | {"condition": None, "seconds": round(sum(seconds), 3) or None})
    return found


def _place(row: dict[str, Any]) -> tuple[int, str, int]:
    """Return where a row stands: files of batches hold each in one piece."""
    return row["batch"] or 0, row["annotator"] or "", row["order"] or 0


def _key(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[name] for name in _READING)
