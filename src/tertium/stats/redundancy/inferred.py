"""Does the model know its annotators? What it infers, against what is measured elsewhere.

Figure 4 of Mathur, Baldwin and Cohn (2018): the paper's model is fitted to a few scores per
output. The others measure how far each annotator lies from the consensus of the rest: the
mean distance is the offset, 1 over its variance the precision. The consensus has noise of
its own, so measured precisions are on the low side.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import chdtri, ndtri, stdtrit

from tertium.stats.annotators.assemble import AnnotatorModel
from tertium.stats.annotators.model import annotators
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.redundancy.cells import Cells, by_person
from tertium.stats.redundancy.curve import Draw
from tertium.stats.result import Estimate

_FEWEST = 10  # distances, before their variance says anything


@dataclass(frozen=True, slots=True)
class InferredAnnotator:
    """Offset and precision of one annotator, inferred by the model and measured apart from it.

    On the standardised scale. Measured: mean and 1 / variance of the distances between the
    annotator's held-out scores and the consensus of the others' held-out scores.
    """

    annotator: str
    offset: Estimate
    measured_offset: Estimate
    precision: Estimate
    measured_precision: Estimate
    n: int


def inferred_annotators(
    cells: Cells, one: Draw, number: int, level: float
) -> tuple[InferredAnnotator, ...]:
    """Fit `number` scores per output, and measure with the judgements that were not drawn."""
    rows = one.first(number)
    model = annotators(cells.drawn(rows), engine="ep")
    standard = (cells.value - model.average) / model.spread
    person, off = _distances(cells, ~rows, standard)
    fitted = {found.annotator: found for found in model.annotators}
    reach = float(ndtri((1 + level) / 2))
    found = []
    for name, rows_of in zip(cells.names, by_person(person, cells.people), strict=True):
        mine = off[rows_of]
        if name not in fitted or len(mine) < _FEWEST or np.ptp(mine) == 0:
            continue
        found.append(_annotator(fitted[name], mine, reach, level))
    return tuple(found)


def _distances(cells: Cells, rows: Bools, standard: Floats) -> tuple[Ints, Floats]:
    """Return distances of scores from the mean of the others, who are freed of their offset."""
    load = np.maximum(np.bincount(cells.person, minlength=cells.people), 1)
    own = np.bincount(cells.person, standard, cells.people) / load
    item, person, value = cells.item[rows], cells.person[rows], standard[rows]
    centred = value - own[person]
    total = np.bincount(item, centred, cells.items)[item] - centred
    others = np.bincount(item, minlength=cells.items)[item] - 1
    shared = others > 0
    return person[shared], value[shared] - total[shared] / others[shared]


def _annotator(
    fitted: AnnotatorModel, off: Floats, reach: float, level: float
) -> InferredAnnotator:
    n, mean, variance = len(off), float(off.mean()), float(off.var(ddof=1))
    t = float(stdtrit(n - 1, (1 + level) / 2)) * (variance / n) ** 0.5
    # The variance of a normal sample is a multiple of a chi-square.
    low, high = (
        float(chdtri(n - 1, share)) / (n - 1) / variance
        for share in ((1 + level) / 2, (1 - level) / 2)
    )
    # A precision is positive, so its interval is one of its logarithm.
    log = reach * fitted.sd_precision / fitted.precision
    return InferredAnnotator(
        fitted.annotator,
        Estimate(
            fitted.offset,
            fitted.offset - reach * fitted.sd_offset,
            fitted.offset + reach * fitted.sd_offset,
        ),
        Estimate(mean, mean - t, mean + t),
        Estimate(
            fitted.precision,
            fitted.precision * float(np.exp(-log)),
            fitted.precision * float(np.exp(log)),
        ),
        Estimate(1 / variance, low, high),
        n,
    )
