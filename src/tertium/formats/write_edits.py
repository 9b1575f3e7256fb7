"""Edited outputs as the narrow file that `tertium effort` and others read."""

from pathlib import Path
from typing import Any

import numpy as np

from tertium.formats.bundles import write_table
from tertium.formats.workbook import Worksheet
from tertium.table import Edits
from tertium.table_views import INDICATORS

_NOTE = "One row per edited output, with effort indicators."


def edit_rows(edits: Edits) -> list[dict[str, Any]]:
    """Return one row per edited output, with every indicator that was measured."""
    measured = edits.indicators
    columns = {
        "annotator": edits.annotator.values(),
        "segment": edits.segment.values(),
        "document": edits.document.values(),
        "system": edits.system.values(),
        "condition": edits.condition.values(),
        "set": edits.set.values(),
        "order": edits.order,
        "source": edits.source,
        "mt": edits.mt,
        "edited": edits.edited,
        "seconds": edits.seconds,
        "keystrokes": edits.keystrokes,
        "rating": edits.rating,
    } | {
        name: measured[name]
        for name in INDICATORS
        if name in measured and not np.isnan(measured[name]).all()
    }
    return [
        {name: _cell(value) for name, value in zip(columns, row, strict=True)}
        for row in zip(*columns.values(), strict=True)
    ]


def write_edits(edits: Edits, path: Path) -> int:
    """Write the narrow file of edits by its ending; return the number of rows."""
    return write_table(path, Worksheet("Edits", edit_rows(edits), note=_NOTE))


def _cell(value: str | float | None) -> str | float | None:
    """Return a value; what is not known is nothing, and whole numbers are whole."""
    if value is None or isinstance(value, str):
        return value
    if np.isnan(value):
        return None
    return int(value) if float(value).is_integer() else float(value)
