"""Edited outputs as the narrow file that `tertium effort` and others read."""

import csv
from pathlib import Path

import numpy as np

from tertium.formats.files import replacing
from tertium.table import Edits
from tertium.table_views import INDICATORS
from tertium.text.cells import guarded

__all__ = ["write_edits"]


def write_edits(edits: Edits, path: Path) -> int:
    """Write one row per edited output, with every indicator that was measured; say how many."""
    measured = edits.indicators
    names = [one for one in INDICATORS if one in measured and not np.isnan(measured[one]).all()]
    header = (
        *("annotator", "segment", "document", "system", "condition", "set", "order"),
        *("source", "mt", "edited", "seconds", "keystrokes", "rating", *names),
    )
    said = (
        edits.annotator,
        edits.segment,
        edits.document,
        edits.system,
        edits.condition,
        edits.set,
    )
    columns = (
        *(codes.values() for codes in said),
        edits.order,
        *(edits.source, edits.mt, edits.edited),
        *(edits.seconds, edits.keystrokes, edits.rating),
        *(measured[name] for name in names),
    )
    with replacing(path) as beside, beside.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(header)
        table.writerows([_cell(value) for value in row] for row in zip(*columns, strict=True))
    return len(edits)


def _cell(value: str | float | None) -> str:
    """Return a value as text; what is not known is empty."""
    if value is None or isinstance(value, str):
        return guarded(value or "")
    if np.isnan(value):
        return ""
    return str(int(value)) if float(value).is_integer() else repr(float(value))
