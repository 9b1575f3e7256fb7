"""The human ceiling: how well people agree with each other, by the measures of metrics.

A metric is compared with judgements that are themselves uncertain, so no metric can reach 1; a
metric that reaches what one annotator reaches is as good as one annotator (Perrella et al., 2025).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from tertium.choices import Grouping, MetaLevel
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.correlation.measured import CONSTANT, Named
from tertium.stats.correlation.output_level import CALIBRATED
from tertium.stats.correlation.panel import Block
from tertium.stats.correlation.rows import averaged
from tertium.stats.correlation.system_level import FEWEST, MEASURES, pairs_in
from tertium.stats.correlation.ties import calibrate

SPLITS = 50
_FEWEST_SPLITS = 5
_MANY = 200_000  # judgements; of more, fewer splits say the same
_FEW = 10  # outputs that an annotator must share with others
ONCE = "each output was judged once"
Measure = Callable[[Floats, Floats], float]


@dataclass(frozen=True, slots=True)
class Reached:
    """What one annotator, or one half, reaches in one block; `annotator` is empty for halves."""

    named: Named
    annotator: str
    value: float
    weight: float
    n: int
    reason: str = ""


def _systems(human: Floats, other: Floats) -> tuple[Floats, Floats]:
    """Return the means of systems over the outputs that both judged."""
    both = ~(np.isnan(human) | np.isnan(other))
    number = both.sum(1)
    kept = number > 0
    means = [np.where(both, one, 0.0).sum(1)[kept] / number[kept] for one in (human, other)]
    return means[0], means[1]


def _system_measure(name: str) -> Measure:
    def measure(human: Floats, other: Floats) -> float:
        h, m = (one[None] for one in _systems(human, other))
        if name != "accuracy" and h.shape[1] < FEWEST:
            return float("nan")
        return float(MEASURES[name](h, m, np.ones_like(h))[0])

    return measure


def _row_measure(name: str, grouping: Grouping) -> Measure:
    return lambda human, other: averaged(human, other, name, grouping)


def _calibrated(human: Floats, other: Floats) -> float:
    return calibrate(human.T, other.T).accuracy


def measures_at(level: MetaLevel) -> dict[Named, Measure]:
    """Return the measures of the ceiling at a level, as functions of two tables."""
    if level == "system":
        return {
            Named(level, name): _system_measure(name)
            for name in ("pearson", "spearman", "kendall-b", "accuracy")
        }
    return {
        Named(level, "pearson"): _row_measure("pearson", "none"),
        Named(level, "kendall-b", "item"): _row_measure("kendall-b", "item"),
        Named(level, CALIBRATED, "item"): _calibrated,
    }


def reached(
    block: Block, level: MetaLevel, *, seed: int, splits: int = SPLITS
) -> Iterator[Reached]:
    """Yield what annotators and halves reach in one block."""
    cells = _Cells.of(block)
    measures = measures_at(level)
    for code, annotator in enumerate(block.rows.annotator.names):
        mine = block.rows.annotator.codes == code
        if mine.any():
            own, others = cells.means(mine), cells.means(~mine)
            shared = int((~(np.isnan(own) | np.isnan(others))).sum())
            if shared >= _FEW:
                yield from _all(measures, annotator, others, own, shared)
    yield from _halves(cells, block, measures, seed, splits)


def _all(
    measures: dict[Named, Measure], annotator: str, human: Floats, other: Floats, n: int
) -> Iterator[Reached]:
    for named, measure in measures.items():
        value = measure(human, other)
        weight = _weight(named, human, other)
        yield Reached(named, annotator, value, weight, n, CONSTANT if np.isnan(value) else "")


def _weight(named: Named, human: Floats, other: Floats) -> float:
    if named.measure != "accuracy":
        return 1.0
    h, m = (one[None] for one in _systems(human, other))
    return float(pairs_in(h, m, np.ones_like(h)).number()[0])


def _halves(
    cells: "_Cells", block: Block, measures: dict[Named, Measure], seed: int, splits: int
) -> Iterator[Reached]:
    rng = np.random.default_rng([seed, block.number])
    twice = cells.twice()
    number = splits if len(cells.value) <= _MANY else _FEWEST_SPLITS
    of_systems = next(iter(measures)).level == "system"
    if twice.any():
        split, n = cells.random_half, len(np.unique(cells.cell[twice]))
    elif of_systems and block.unit.max(initial=0) > 0:
        units = block.unit[block.rows.segment.codes]
        split, n = (lambda rng: _half_of(units, rng)), int(block.unit.max()) + 1
    else:
        for named in measures:
            yield Reached(named, "", float("nan"), 1.0, 0, ONCE)
        return
    found: dict[Named, list[tuple[float, float]]] = {named: [] for named in measures}
    for _ in range(number):
        half = split(rng)
        one, two = cells.means(half == 0), cells.means(half == 1)
        if not twice.any():  # halves of documents share no output: systems are compared
            one, two = _flat(one), _flat(two)
        for named, measure in measures.items():
            found[named].append((measure(one, two), _weight(named, one, two)))
    for named, values in found.items():
        known = np.array([value for value in values if not np.isnan(value[0])])
        value = float(known[:, 0].mean()) if len(known) else float("nan")
        weight = float(known[:, 1].mean()) if len(known) else 0.0
        yield Reached(named, "", value, weight, n, "" if len(known) else CONSTANT)


def _half_of(units: Ints, rng: np.random.Generator) -> Ints:
    """Put half of the units into each half, whole."""
    order = rng.permutation(int(units.max()) + 1)
    return np.asarray((order % 2)[units], dtype=np.int64)


def _flat(table: Floats) -> Floats:
    """Return the mean of each system, as a table of one column."""
    known = ~np.isnan(table)
    with np.errstate(invalid="ignore"):
        means = np.where(known, table, 0.0).sum(1) / known.sum(1)
    return np.asarray(means[:, None], dtype=float)


@dataclass(frozen=True, slots=True)
class _Cells:
    """Judgements by output: `cell` is system × segments + segment."""

    cell: Ints
    value: Floats
    shape: tuple[int, int]

    @classmethod
    def of(cls, block: Block) -> "_Cells":
        rows = block.rows
        shape = len(block.systems), len(block.segments)
        return cls(rows.system.codes * shape[1] + rows.segment.codes, rows.value, shape)

    def means(self, rows: Bools) -> Floats:
        """Return the mean of the chosen judgements of each output."""
        size = self.shape[0] * self.shape[1]
        number = np.bincount(self.cell[rows], minlength=size)
        with np.errstate(invalid="ignore"):
            found = np.bincount(self.cell[rows], self.value[rows], size) / number
        return found.reshape(self.shape)

    def twice(self) -> Bools:
        """Tell which judgements are of outputs that were judged twice or more."""
        found: Bools = np.bincount(self.cell)[self.cell] > 1
        return found

    def random_half(self, rng: np.random.Generator) -> Ints:
        """Put half of the judgements of each output into each half; single ones into neither."""
        order = np.lexsort((rng.random(len(self.cell)), self.cell))
        cell = self.cell[order]
        first = np.r_[True, cell[1:] != cell[:-1]]
        start = np.maximum.accumulate(np.where(first, np.arange(len(cell)), 0))
        half = np.empty(len(cell), dtype=np.int64)
        half[order] = (np.arange(len(cell)) - start) % 2
        half[~self.twice()] = -1
        return half
