"""Marks that a campaign begins with: any file of marked errors, such as that of a judge."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tertium.exceptions import BadInput, TertiumError
from tertium.formats.campaign_texts import inside
from tertium.formats.judgements import read_judgements
from tertium.formats.settings import Table
from tertium.model import Segment
from tertium.protocols import Protocol, Spans
from tertium.protocols.prefilling import PREFILLED
from tertium.text.spans import check_passage, cuts_character
from tertium.typology import Typology

_LAYERS = ("computed", "observed", "prefilled")


def read_prefilled(
    options: Mapping[str, Any],
    folder: Path,
    table: Table,
    protocol: Protocol,
    segments: Iterable[Segment],
    outputs: Mapping[tuple[str, str], str],
) -> dict[str, Any]:
    """Return the options with marks in place of the name of their file.

    Outputs that were read without finding anything are kept too; those of other campaigns are left
    out. Categories and severities must be those of the campaign's typology.
    """
    given = options.get(PREFILLED, "")
    if not isinstance(given, str) or not given:
        return dict(options)
    typology = next((ask.typology for ask in protocol.asks if isinstance(ask, Spans)), None)
    spans = read_judgements(inside(folder, table, "options", given)).spans(layers=_LAYERS)
    sources = {one.id: one.source for one in segments}
    own = spans.outputs
    names = list(zip(own.segment.values(), own.system.values(), strict=True))
    found: dict[tuple[str, str], list[dict[str, Any]]] = {
        name: [] for name in names if name in outputs and name[0] in sources
    }
    if not found:
        raise table.bad(
            "options",
            f"{given} has marks of none of these outputs",
            "Mark the texts of this campaign, with its names of segments and systems.",
        )
    columns = zip(
        spans.output.tolist(), spans.side.values(), spans.start, spans.end,
        spans.category.values(), spans.severity.values(), strict=True,
    )  # fmt: skip
    for row, side, start, end, category, severity in columns:
        name = names[row]
        if name not in found or np.isnan(start + end):
            continue
        text = sources[name[0]] if side == "source" else outputs[name]
        where = f"{given}, segment {name[0]}, {name[1]}"
        mark = {"side": side or "target", "start": int(start), "end": int(end)}
        found[name].append(_checked(mark, text, category, severity, typology, where))
    listed = [[segment, system, marks] for (segment, system), marks in found.items()]
    return {**options, PREFILLED: {"outputs": listed}}


def _checked(
    mark: dict[str, Any],
    text: str,
    category: str,
    severity: str,
    typology: Typology | None,
    where: str,
) -> dict[str, Any]:
    """Return a mark as the page keeps it."""
    start, end = mark["start"], mark["end"]
    try:
        check_passage(text, start, end)
        if cuts_character(text, start) or cuts_character(text, end):
            raise BadInput("a mark cuts a character in two", fix="Mark whole characters.")
        if typology is not None:
            severity = typology.severity(severity).id
            category = typology.category(category).id if typology.nodes else ""
    except TertiumError as error:
        error.where = where
        raise
    return {**mark, "quote": text[start:end], "category": category, "severity": severity}
