"""Which pairs of systems people tell apart: the contrasts of every other analysis."""

import numpy as np

from tertium.stats.arrays import Bools
from tertium.stats.contrasts.answer import answer
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.correlation.panel import Block


def told_apart(block: Block, kept: Bools, *, level: float) -> Bools:
    """Tell of each pair of the kept systems whether people's scores differ significantly."""
    rows = block.rows
    place = np.cumsum(kept) - 1
    mine = kept[rows.system.codes]
    names = tuple(name for name, keeps in zip(block.systems, kept.tolist(), strict=True) if keeps)
    system = place[rows.system.codes[mine]]
    segment = rows.segment.codes[mine]
    cell = system * len(block.segments) + segment
    size = len(names) * len(block.segments)
    per_cell = np.bincount(cell, minlength=size)
    cells = (per_cell.reshape(len(names), -1) > 0).sum(1)
    weight = 1.0 / (per_cell[cell] * cells[system])
    value = rows.value[mine]
    mean = np.bincount(system, weight * value, len(names))
    found = answer(
        Outputs(
            names,
            system,
            np.maximum(rows.annotator.codes[mine], 0),
            segment,
            block.document[segment],
            value,
            weight,
            mean[system],
        ),
        quantity="score",
        unit="points",
        level=level,
    )
    p = {frozenset((one.a, one.b)): one.p for one in found.contrasts}
    first, second = np.triu_indices(len(names), 1)
    values = [p.get(frozenset((names[i], names[j]))) for i, j in zip(first, second, strict=True)]
    return np.array([one is not None and one < 1 - level for one in values], dtype=bool)
