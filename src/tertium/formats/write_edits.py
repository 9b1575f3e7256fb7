"""Edited outputs as the narrow file that `tertium effort` and others read."""

from pathlib import Path

import numpy as np

from tertium.formats.writing import write_csv
from tertium.table import Edits
from tertium.table_views import INDICATORS
from tertium.text.cells import guarded


def write_edits(edits: Edits, path: Path) -> int:
    """Write one row per edited output, with every indicator that was measured; say how many."""
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
    rows = zip(*columns.values(), strict=True)
    write_csv(path, columns, ([_cell(value) for value in row] for row in rows))
    return len(edits)


def _cell(value: str | float | None) -> str:
    """Return a value as text; what is not known is empty."""
    if value is None or isinstance(value, str):
        return guarded(value or "")
    if np.isnan(value):
        return ""
    return str(int(value)) if float(value).is_integer() else repr(float(value))
