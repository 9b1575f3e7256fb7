"""A ranking that effort is held against: scores or ranks of systems, by segment or not."""

import math
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.exceptions import BadInput

if TYPE_CHECKING:
    from tertium.stats.effort.reference import ReferenceJudgements

__all__ = ["read_given"]

_SHAPE = "system,score or system,rank, with a column segment for outputs"


def read_given(path: Path) -> "ReferenceJudgements":
    """Read a ranking: higher scores are better, rank 1 is best; or comparisons people made."""
    from tertium.formats.delimited import read_records
    from tertium.formats.judgements import read_judgements
    from tertium.stats.effort.reference import ReferenceJudgements

    header, rows = read_records(path)
    number = next((name for name in ("score", "rank") if name in header), None)
    if "system" not in header or number is None or "annotator" in header:
        compared = read_judgements(path).comparisons()
        if len(compared):
            return ReferenceJudgements.of_comparisons(compared)
        raise BadInput(
            "this is no ranking of systems",
            where=f"{path}:1",
            fix=f"Give the columns {_SHAPE}, or a file of comparisons.",
        )
    sign = 1.0 if number == "score" else -1.0
    found: dict[tuple[str, str], float] = {}
    for line, fields in rows:
        row = dict(zip(header, fields, strict=True))
        key = (row.get("segment", "").strip(), row["system"].strip())
        if key in found:
            raise BadInput(
                f"system {key[1]!r} is ranked twice" + (f" for segment {key[0]!r}" * bool(key[0])),
                where=f"{path}:{line}",
                fix="Remove one of the rows.",
            )
        found[key] = sign * _number(row[number], f"{path}:{line}")
    if "segment" in header:
        return ReferenceJudgements.of_segments(found)
    return ReferenceJudgements({system: score for (_, system), score in found.items()})


def _number(text: str, where: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadInput(f"{text!r} is not a number", where=where, fix="Write for example 0.42.")
    return value
