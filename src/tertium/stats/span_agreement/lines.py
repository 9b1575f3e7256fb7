"""The marks of two annotators on one long line, for γ."""

from collections.abc import Mapping, Sequence

import numpy as np

from tertium.stats.arrays import Floats, Ints
from tertium.stats.span_agreement.gamma import GammaChoices, Layout, Units, gamma_features
from tertium.stats.span_agreement.readings import Reading, SharedOutput

__all__ = ["lay_out_pair"]


def lay_out_pair(
    shared: Sequence[tuple[SharedOutput, Reading, Reading]],
    codes: Mapping[str, int],
    choices: GammaChoices,
    seed: Sequence[int],
) -> tuple[Floats, Ints]:
    """Return the features of γ of two annotators and the unit of each row.

    Outputs that both read stand end to end, the source behind the target where anybody marked
    something in a source. A text that is not known is as long as the marks in it reach; a
    point is one character wide, around its place.
    """
    sides = _sides(shared)
    begins: list[float] = []
    at = 0.0
    marks: tuple[list[_Row], list[_Row]] = ([], [])
    units = sorted({output.unit for output, _, _ in shared})
    place = {unit: row for row, unit in enumerate(units)}
    for output, *readings in shared:
        for side in sides:
            reach = 0
            for own, reading in zip(marks, readings, strict=True):
                for mark in reading.marks:
                    if mark.side == side and mark.placed:
                        half = 0.5 if mark.start == mark.end else 0.0
                        span = (at + mark.start - half, at + mark.end + half)
                        own.append((*span, codes[mark.label], len(begins), place[output.unit]))
                        reach = max(reach, mark.end)
            text = output.text(side)
            begins.append(at)
            at += reach if text is None else len(text)
    layout = Layout(np.array(begins), at)
    one, two = (_units(own) for own in marks)
    found = gamma_features(one, two, layout, len(units), choices, seed)
    return found, np.array(units, dtype=np.int64)


_Row = tuple[float, float, int, int, int]


def _sides(shared: Sequence[tuple[SharedOutput, Reading, Reading]]) -> tuple[str, ...]:
    used = {mark.side for _, *readings in shared for r in readings for mark in r.marks}
    return ("target", "source") if "source" in used else ("target",)


def _units(rows: Sequence[_Row]) -> Units:
    columns = np.array(rows, dtype=float).reshape(-1, 5).T
    label, text, unit = (column.astype(np.int64) for column in columns[2:])
    return Units(columns[0], columns[1], label, text, unit)
