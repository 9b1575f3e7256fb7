"""One score for each output: `segment,system,score`, or any file of judgements with scores."""

from collections import defaultdict
from pathlib import Path
from statistics import fmean

from tertium.formats.delimited import TABLE_ENDINGS
from tertium.formats.given import GivenFile
from tertium.formats.judgements import read_judgements
from tertium.formats.sheets import Row, Sheet

SCORE_COLUMNS = ("segment", "system", "score")


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
