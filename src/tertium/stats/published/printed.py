"""Judgements that are as a paper counts them: what is printed, as a table that analyses read."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tertium.protocols.preferences import preference
from tertium.table import JudgementTable

__all__ = ["crossed_labels", "preferences"]

Row = dict[str, Any]


def preferences(counts: Mapping[str, int], about: Row, segments: str = "") -> Iterator[Row]:
    """Yield judgements of *advanced* and *baseline*, each of a segment of its own, by answer."""
    for answer, number in counts.items():
        said = preference("advanced", "baseline", answer)
        row = about | {"aspect": said.aspect, "value": said.value, "label": said.label}
        row |= {"system": said.system, "versus": said.versus}
        yield from ({"segment": f"{segments}{answer}-{k}"} | row for k in range(number))


def crossed_labels(
    counts: Sequence[Sequence[int]], labels: Sequence[str], *, passes: bool = False
) -> JudgementTable:
    """Return the answers behind a table of two annotators, or of one annotator in two passes."""
    who: tuple[Row, Row] = ({"annotator": "rows"}, {"annotator": "columns"})
    if passes:
        who = ({"annotator": "e", "pass": "a"}, {"annotator": "e", "pass": "b"})
    rows: list[Row] = []
    for row, line in zip(labels, counts, strict=True):
        for column, number in zip(labels, line, strict=True):
            for k in range(number):
                about = {"segment": f"{row}-{column}-{k}", "system": "any", "aspect": "overall"}
                rows += [about | who[0] | {"label": row}, about | who[1] | {"label": column}]
    return JudgementTable.from_rows(rows)
