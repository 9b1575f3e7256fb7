"""The columns of the one table, and how they are written in SQL."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Every column with its DuckDB type; null where it does not apply.
COLUMNS: dict[str, str] = {
    # who and when
    "judgement": "VARCHAR",
    "campaign": "VARCHAR",
    "protocol": "VARCHAR",
    "annotator": "VARCHAR",
    "group": "VARCHAR",
    "batch": "BIGINT",
    "order": "BIGINT",
    "pass": "VARCHAR",
    "session": "VARCHAR",
    "qualified": "BIGINT",
    "surplus": "BIGINT",
    "submitted_at": "TIMESTAMP",
    "seconds": "DOUBLE",
    # what
    "source_language": "VARCHAR",
    "target_language": "VARCHAR",
    "domain": "VARCHAR",
    "document": "VARCHAR",
    "segment": "VARCHAR",
    "unit": "VARCHAR",
    "system": "VARCHAR",
    "versus": "VARCHAR",
    "slot": "BIGINT",
    "condition": "VARCHAR",
    "level": "VARCHAR",
    "set": "VARCHAR",
    "role": "VARCHAR",
    "of": "VARCHAR",
    # said
    "aspect": "VARCHAR",
    "value": "DOUBLE",
    "label": "VARCHAR",
    "scale": "VARCHAR",
    "side": "VARCHAR",
    "start": "BIGINT",
    "end": "BIGINT",
    "category": "VARCHAR",
    "severity": "VARCHAR",
    "text": "VARCHAR",
    "comment": "VARCHAR",
    # how it came about
    "layer": "VARCHAR",
    "propensity": "DOUBLE",
}
USUAL = {"role": "real", "layer": "observed"}


def quoted(column: str) -> str:
    """Return the name of a column as SQL has it."""
    return '"' + column.replace('"', '""') + '"'


def widened(given: Iterable[str]) -> str:
    """Select all columns of the table from the ones that are given."""
    present = set(given)
    parts = []
    for name, kind in COLUMNS.items():
        value = f"CAST({quoted(name)} AS {kind})" if name in present else f"CAST(NULL AS {kind})"
        if kind == "DOUBLE" and name in present:  # not a number is not a value
            value = f"CASE WHEN isnan({value}) THEN NULL ELSE {value} END"
        if name in USUAL:
            value = f"coalesce({value}, '{USUAL[name]}')"
        parts.append(f"{value} AS {quoted(name)}")
    return ", ".join(parts)


def as_array(values: Sequence[Any] | NDArray[Any], kind: str) -> NDArray[Any]:
    """Return values as the database reads them; a number that is missing is not a number."""
    if isinstance(values, np.ndarray):
        return values
    if kind == "DOUBLE":
        return np.array([np.nan if v is None else v for v in values], dtype=float)
    return np.array(values, dtype=object)
