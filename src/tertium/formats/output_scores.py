"""One score for each output: `segment,system,score`, or any file of judgements with scores."""

from collections import defaultdict
from pathlib import Path
from statistics import fmean

from tertium.exceptions import BadInput
from tertium.formats.delimited import read_records
from tertium.formats.files import plain_suffix
from tertium.formats.judgements import read_judgements

__all__ = ["SCORE_COLUMNS", "read_output_scores"]

SCORE_COLUMNS = ("segment", "system", "score")


def read_output_scores(path: Path) -> dict[tuple[str, str], float]:
    """Return the score of each output, (segment, system); the mean where several were given.

    Of judgements, what people said of the whole output counts, where it was shown as it is.
    """
    given: dict[tuple[str, str], list[float]] = defaultdict(list)
    header: list[str] = []
    if plain_suffix(path) in (".csv", ".tsv", ".tab"):
        header, records = read_records(path)
    if set(SCORE_COLUMNS) <= set(header) and "annotator" not in header:
        places = [header.index(name) for name in SCORE_COLUMNS]
        for number, fields in records:
            segment, system, score = (fields[place].strip() for place in places)
            try:
                given[segment, system].append(float(score))
            except ValueError:
                raise BadInput(
                    f"the score {score!r} is not a number",
                    where=f"{path}:{number}",
                    fix="Write a number, or leave the row out.",
                ) from None
    else:
        rows = read_judgements(path).select(aspect="overall").rows()
        for row in rows:
            if row["value"] is not None and row["role"] == "real" and row["layer"] == "observed":
                given[row["segment"], row["system"]].append(row["value"])
    if not given:
        raise BadInput(
            "there are no scores", where=str(path), fix=f"Write {','.join(SCORE_COLUMNS)}."
        )
    return {output: fmean(scores) for output, scores in given.items()}
