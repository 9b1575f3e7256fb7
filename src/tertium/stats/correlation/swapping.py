"""Is one metric better than another? Permutation (PERM-BOTH), and Williams' test.

PERM-BOTH (Deutsch, Dror and Roth, 2021) puts both metrics on one scale (z-scores), swaps their
scores at random, and asks how often the difference becomes as large as it is. As published every
output is swapped by itself. Outputs of one document are not independent, so here all outputs of a
system in a document are swapped together, unless the published recipe is asked for.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr

from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import add_up
from tertium.stats.correlation.output_level import OutputLevel
from tertium.stats.correlation.panel import Block
from tertium.stats.correlation.rows import pearson_of
from tertium.stats.correlation.soft import flipped_p, normal_p
from tertium.stats.correlation.system_level import MEASURES, SystemLevel
from tertium.stats.correlation.ties import credited, gather_pairs

PERMUTATIONS = 1000
_BITS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).astype(float)
_AT_ONCE = 2_000_000  # scores held while they are swapped


@dataclass(frozen=True, slots=True)
class Swaps:
    """How scores are swapped: how often, in which units, and how p is counted.

    As `published`, p = #{Δ* ≥ Δ} / k, one-sided and by single outputs; else the data count as one
    more permutation, both directions count, and documents are swapped whole.
    """

    permutations: int = PERMUTATIONS
    seed: int = 0
    published: bool = False

    def drawing(self, block: Block) -> np.random.Generator:
        """Return what swaps of a block are drawn with; blocks are independent of each other."""
        return np.random.default_rng([self.seed, block.number])

    def p(self, seen: float, drawn: Floats) -> float:
        """Return p of a difference, from differences after swaps."""
        nothing = 1e-12 * max(1.0, abs(seen))
        if self.published:
            return float((drawn >= seen - nothing).mean())
        return float((1 + (np.abs(drawn) >= abs(seen) - nothing).sum()) / (1 + len(drawn)))


def williams(r12: float, r13: float, r23: float, n: int) -> float:
    """Return the one-sided p of r12 > r13, two correlations that share a variable.

    Williams' t (1959) with n − 3 degrees of freedom; NaN where it is not defined.

    >>> round(williams(0.9, 0.8, 0.7, 20), 10)
    0.0938983394
    """
    if n < 4:
        return float("nan")
    k = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    below = 2 * k * (n - 1) / (n - 3) + ((r12 + r13) / 2) ** 2 * (1 - r23) ** 3
    if below <= 0:
        return float("nan")
    t = (r12 - r13) * ((n - 1) * (1 + r23) / below) ** 0.5
    return float(stdtr(n - 3, -t))


def swapped_sums(
    apart: Floats, permutations: int, rng: np.random.Generator, *, together: bool = False
) -> Floats:
    """Return sums over random halves of the units of each column (permutations × columns).

    With `together` a unit is swapped in all columns or in none. The sums of eight units are looked
    up by a random byte, which draws eight swaps at once.
    """
    units, columns = apart.shape
    blocks = -(-units // 8)
    padded = np.zeros((blocks * 8, columns))
    padded[:units] = apart
    table = np.einsum("vb,ubc->cuv", _BITS, padded.reshape(blocks, 8, columns))
    flat = table.reshape(columns, -1)
    place = 256 * np.arange(blocks)
    found = np.empty((permutations, columns))
    step = max(1, _AT_ONCE // blocks)
    for start in range(0, permutations, step):
        rows = slice(start, min(start + step, permutations))
        shape = rows.stop - rows.start, blocks
        for column in range(columns):
            if column == 0 or not together:
                drawn = np.frombuffer(rng.bytes(shape[0] * blocks), dtype=np.uint8)
                drawn = drawn.reshape(shape) + place
            found[rows, column] = flat[column].take(drawn).sum(1)
    return found


def _standardised(table: Floats) -> Floats:
    known = table[~np.isnan(table)]
    sd = known.std()
    return np.asarray((table - known.mean()) / (sd if sd > 0 else 1.0), dtype=float)


# Systems --------------------------------------------------------------------------------------


def system_swaps(level: SystemLevel, a: str, b: str, swaps: Swaps) -> dict[str, Floats]:
    """Return differences of all measures of systems after swaps, by measure."""
    rng = swaps.drawing(level.block)
    one, two = swapped_means(level, a, b, swaps, rng)
    human = np.broadcast_to(level.means(), one.shape)
    once = np.ones(one.shape)
    found = {
        name: measure(human, one, once) - measure(human, two, once)
        for name, measure in MEASURES.items()
    }
    if all(level.block.metrics[name].ndim == 2 for name in (a, b)) and level.complete.sum() > 1:
        found["soft-accuracy"] = _soft_swaps(level, a, b, swaps, rng)
    return found


def swapped_means(
    level: SystemLevel, a: str, b: str, swaps: Swaps, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return the standardised means of systems after swaps, of either metric."""
    tables = [_standardised(level.block.table(name)[level.kept]) for name in (a, b)]
    if any(table.ndim == 1 for table in tables):  # whole systems are swapped
        flat = [table if table.ndim == 1 else np.nanmean(table, axis=1) for table in tables]
        swapped = rng.random((swaps.permutations, level.size)) < 0.5
        return np.where(swapped, flat[1], flat[0]), np.where(swapped, flat[0], flat[1])
    unit = _units(level.block.unit, swaps)
    size = int(unit.max()) + 1
    known = ~np.isnan(tables[0])
    sums = [
        np.stack(
            [
                add_up(np.where(k, row, 0.0), unit, size)
                for row, k in zip(table, known, strict=True)
            ],
            axis=1,
        )
        for table in tables
    ]
    number = known.sum(1)
    moved = swapped_sums(sums[1] - sums[0], swaps.permutations, rng)
    return (sums[0].sum(0) + moved) / number, (sums[1].sum(0) - moved) / number


def _units(unit: Ints, swaps: Swaps) -> Ints:
    return np.arange(len(unit)) if swaps.published else unit


def _soft_swaps(
    level: SystemLevel, a: str, b: str, swaps: Swaps, rng: np.random.Generator
) -> Floats:
    """Swap the scores of complete segments, and compare p's.

    As published p comes from sign flips; else from their normal approximation.
    """
    one, two = (
        _standardised(level.block.table(name)[level.kept])[:, level.complete] for name in (a, b)
    )
    unit = _units(level.block.unit[level.complete], swaps)
    people = level.p(published=True) if swaps.published else level.drawn_p()[0]
    found = []
    step = max(1, _AT_ONCE // one.size)
    for start in range(0, swaps.permutations, step):
        number = min(step, swaps.permutations - start)
        drawn = rng.random((number, len(one), int(unit.max()) + 1)) < 0.5
        swapped = drawn[:, :, unit]
        for table in (np.where(swapped, two, one), np.where(swapped, one, two)):
            found.append(_soft(table, people, level, swaps))
    first, second = np.concatenate(found[::2]), np.concatenate(found[1::2])
    return first - second


def _soft(tables: Floats, people: Floats, level: SystemLevel, swaps: Swaps) -> Floats:
    if swaps.published:
        signs = level.signs
        machine = np.stack([flipped_p(table, signs, published=True) for table in tables])
    else:
        first, second = np.triu_indices(tables.shape[1], 1)
        gram = tables @ tables.transpose(0, 2, 1)
        own = np.einsum("kii->ki", gram)
        total = tables.sum(2)
        squares = own[:, first] + own[:, second] - 2 * gram[:, first, second]
        machine = normal_p(total[:, first] - total[:, second], squares)
    return np.asarray(1 - np.abs(machine - people).mean(1), dtype=float)


# Outputs --------------------------------------------------------------------------------------


def pearson_swaps(level: OutputLevel, a: str, b: str, swaps: Swaps) -> Floats:
    """Return differences of Pearson's r over all outputs after swaps."""
    rng = swaps.drawing(level.block)
    human = _standardised(level.human)
    one, two = (_standardised(level.metric(name)) for name in (a, b))
    known = ~np.isnan(one)
    unit = _units(level.unit, swaps)
    cell = unit[:, None] * one.shape[1] + np.arange(one.shape[1])
    size = int(cell.max()) + 1

    def summed(table: Floats) -> Floats:
        return add_up(table[known], cell[known], size)

    parts = [np.stack([summed(t), summed(t * t), summed(t * human)], axis=1) for t in (one, two)]
    whole = [part.sum(0) for part in parts]
    moved = swapped_sums(parts[1] - parts[0], swaps.permutations, rng, together=True)
    n, h, hh = float(known.sum()), float(summed(human).sum()), float(summed(human**2).sum())
    values = [_r(n, h, hh, whole[0] + moved), _r(n, h, hh, whole[1] - moved)]
    return values[0] - values[1]


def _r(n: float, h: float, hh: float, sums: Floats) -> Floats:
    m, mm, hm = sums.T
    fixed = [np.full(len(m), value) for value in (n, h, hh)]
    return pearson_of(np.stack([fixed[0], fixed[1], m, fixed[2], mm, hm], axis=-1))


def calibrated_swaps(level: OutputLevel, a: str, b: str, swaps: Swaps) -> Floats:
    """Return differences of acc*_eq after swaps of pairwise outcomes, each metric with its own ε.

    Pairs on which both metrics earn the same do not matter, and those of one weight are
    exchangeable: single pairs need a binomial draw for each weight only.
    """
    earned = []
    for name in (a, b):
        metric = level.metric(name)
        pairs = gather_pairs(level.human, metric)
        earned.append(credited(pairs, level.calibration(metric)[0].epsilon))
    weight = 1.0 / (pairs.size[pairs.group] * (pairs.size > 0).sum())
    apart = (earned[0] - earned[1]) * weight
    rng = swaps.drawing(level.block)
    if not swaps.published:
        apart = add_up(apart, level.unit[pairs.group], level.units)
        moved = swapped_sums(apart[:, None], swaps.permutations, rng)[:, 0]
        return np.asarray(apart.sum() - 2 * moved, dtype=float)
    found = np.zeros(swaps.permutations)
    sizes, group = np.unique(np.abs(apart[apart != 0]), return_inverse=True)
    for size, number in zip(sizes, np.bincount(group, minlength=len(sizes)), strict=True):
        found += size * (2 * rng.binomial(number, 0.5, swaps.permutations) - number)
    return found
