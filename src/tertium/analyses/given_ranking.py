"""A ranking that effort is held against: scores or ranks of systems, by segment or not."""

import math
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tertium.stats.effort.reference import ReferenceJudgements

_SHAPE = "system,score or system,rank, with a column segment for outputs"


def read_given(path: Path) -> "ReferenceJudgements":
    """Read a ranking: higher scores are better, rank 1 is best; or comparisons people made."""
    from tertium.formats.given import GivenFile
    from tertium.formats.judgements import read_judgements
    from tertium.formats.sheets import as_number, rows_of
    from tertium.stats.effort.reference import ReferenceJudgements

    file = GivenFile(path)
    number = next((name for name in ("score", "rank") if name in file.header), None)
    if "system" not in file.header or number is None or "annotator" in file.header:
        compared = read_judgements(file).comparisons()
        if len(compared):
            return ReferenceJudgements.of_comparisons(compared)
        raise file.wrong(
            "this is no ranking of systems",
            f"Give the columns {_SHAPE}, or a file of comparisons.",
            line=1,
        )
    sign = 1.0 if number == "score" else -1.0
    found: dict[tuple[str, str], float] = {}
    for row in rows_of(file):
        key = (row.get("segment", ""), row["system"])
        if key in found:
            raise row.where.wrong(
                f"system {key[1]!r} is ranked twice" + (f" for segment {key[0]!r}" * bool(key[0])),
                "Remove one of the rows.",
            )
        value = as_number(row[number])
        if not math.isfinite(value):
            raise row.where.wrong(f"{row[number]!r} is not a number", "Write for example 0.42.")
        found[key] = sign * value
    if "segment" in file.header:
        return ReferenceJudgements.of_segments(found)
    return ReferenceJudgements({system: score for (_, system), score in found.items()})
