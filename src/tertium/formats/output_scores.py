"""One score for each output: `segment,system,score`, or any file of judgements with scores."""

import csv
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean

from tertium.formats.delimited import TABLE_ENDINGS
from tertium.formats.files import replacing
from tertium.formats.given import GivenFile
from tertium.formats.judgements import read_judgements
from tertium.formats.metric_scores import SCORE_COLUMNS
from tertium.formats.sheets import Row, Sheet


def read_output_scores(path: Path) -> dict[tuple[str, str], float]:
    """Return the score of each output, (segment, system); the mean where several were given.

    Of judgements, what people said of the whole output counts, where it was shown as it is.
    """
    file = GivenFile(path)
    table = file.suffix in TABLE_ENDINGS
    if table and set(SCORE_COLUMNS) <= set(file.header) and "annotator" not in file.header:
        scores = _SCORES.rows(file)
    else:
        scores = [
            ((row["segment"], row["system"]), row["value"])
            for row in read_judgements(file).select(aspect="overall").rows()
            if row["value"] is not None and row["role"] == "real" and row["layer"] == "observed"
        ]
    if not scores:
        raise file.wrong("there are no scores", f"Write {','.join(SCORE_COLUMNS)}.")
    given: dict[tuple[str, str], list[float]] = defaultdict(list)
    for output, score in scores:
        given[output].append(score)
    return {output: fmean(found) for output, found in given.items()}


def _score(row: Row) -> tuple[tuple[str, str], float]:
    try:
        return (row["segment"], row["system"]), float(row["score"])
    except ValueError:
        raise row.where.wrong(
            f"the score {row['score']!r} is not a number", "Write a number, or leave the row out."
        ) from None


_SCORES = Sheet("scores", SCORE_COLUMNS, _score, may_be_empty=True)


def write_output_scores(
    path: Path, columns: Sequence[str], rows: Iterable[Sequence[str | float]]
) -> int:
    """Write `segment,system,score` and further columns as CSV; return how many rows there are."""
    number = 0
    with replacing(path) as beside, beside.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow((*SCORE_COLUMNS, *columns))
        for row in rows:
            writer.writerow(row)
            number += 1
    return number
