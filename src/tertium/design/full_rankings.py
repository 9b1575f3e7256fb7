"""Full rankings among comparisons: judgements that order all the outputs they show."""

from dataclasses import dataclass

import numpy as np

from tertium.exceptions import BadInput
from tertium.model import parts_of
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.table import Codes, Comparisons


@dataclass(frozen=True, slots=True)
class FullRankings:
    """Dense ranks (rankings × outputs, 0 is best) of rankings that are all of one size.

    `sizes` are the systems behind each output, `segment` the code of each ranking's
    segment. Left out are rankings that call everything equal (`all_tied`), complete
    comparisons that are no order (`contradictory`), rankings of more or fewer outputs
    (`other_sizes`), and judgements that do not compare every two of their outputs once
    (`incomplete`).
    """

    ranks: Ints
    sizes: Ints
    segment: Ints
    all_tied: int = 0
    contradictory: int = 0
    other_sizes: int = 0
    incomplete: int = 0

    def take(self, rows: Ints) -> "FullRankings":
        """Keep some of the rankings."""
        left_out = (self.all_tied, self.contradictory, self.other_sizes, self.incomplete)
        return FullRankings(self.ranks[rows], self.sizes[rows], self.segment[rows], *left_out)


@dataclass(frozen=True, slots=True)
class _RankedPairs:
    """Comparisons by ranking: row i is about ranking `unit[i]`, output `one[i]` against `two[i]`.

    Outputs are numbered within their ranking, which shows `size` of them; `systems` lists, ranking
    after ranking, how many systems stand behind each.
    """

    unit: Ints
    one: Ints
    two: Ints
    size: Ints
    systems: Ints


def full_rankings(rows: Comparisons, alternatives: int | None = None) -> FullRankings:
    """Read the rankings of one size: of so many `alternatives`, or of the commonest size.

    The comparisons of a judgement are one ranking; where no judgement holds several,
    those of one annotator about one segment in one pass and condition are.
    """
    rows = rows.take(~np.isnan(rows.value) & (rows.system.codes >= 0) & (rows.versus.codes >= 0))
    shown = _shown(rows)
    complete = _complete(shown)
    n = _choose(shown.size[complete], alternatives)
    chosen = np.flatnonzero(complete & (shown.size == n))
    position = np.full(len(shown.size), -1)
    position[chosen] = np.arange(len(chosen))
    of_chosen = position[shown.unit] >= 0
    ranking, sign = position[shown.unit[of_chosen]], np.sign(rows.value[of_chosen])
    truth = np.zeros((len(chosen), n, n))
    truth[ranking, shown.one[of_chosen], shown.two[of_chosen]] = sign
    truth[ranking, shown.two[of_chosen], shown.one[of_chosen]] = -sign
    # In an order, and only there, a better output wins more often than it loses.
    score = truth.sum(2)
    agrees = (np.sign(score[:, :, None] - score[:, None, :]) == truth).all((1, 2))
    ordered = agrees & (score != 0).any(1)
    if not ordered.any():
        raise BadInput(
            f"none of {len(chosen):,} judgements of {n} outputs puts them in an order",
            fix="Give rankings with at least one preference and without contradictions.",
        )
    kept = chosen[ordered]
    segment = np.full(len(shown.size), -1)
    segment[shown.unit] = rows.segment.codes
    start = np.cumsum(shown.size) - shown.size
    return FullRankings(
        ranks=dense_ranks(score[ordered]),
        sizes=shown.systems[start[kept][:, None] + np.arange(n)],
        segment=segment[kept],
        all_tied=int((agrees & ~ordered).sum()),
        contradictory=int((~agrees).sum()),
        other_sizes=int((complete & (shown.size != n)).sum()),
        incomplete=int((~complete).sum()),
    )


def dense_ranks(scores: Floats) -> Ints:
    """Return ranks from 0 along the last axis, the highest score first, without gaps."""
    best_first = np.argsort(-scores, axis=-1, kind="stable")
    ordered = np.take_along_axis(scores, best_first, -1)
    steps = np.zeros(scores.shape, dtype=np.int64)
    steps[..., 1:] = ordered[..., 1:] != ordered[..., :-1]
    ranks = np.empty(scores.shape, dtype=np.int64)
    np.put_along_axis(ranks, best_first, np.cumsum(steps, axis=-1), -1)
    return ranks


def _shown(rows: Comparisons) -> _RankedPairs:
    """Give the outputs of every ranking a number."""
    names = sorted({*rows.system.names, *rows.versus.names})
    place = {name: code for code, name in enumerate(names)}
    system = np.array([place[name] for name in rows.system.names], dtype=np.int64)
    versus = np.array([place[name] for name in rows.versus.names], dtype=np.int64)
    unit, units = _units(rows)
    width = max(len(names), 1)
    output = np.concatenate([system[rows.system.codes], versus[rows.versus.codes]])
    outputs, number = np.unique(np.concatenate([unit, unit]) * width + output, return_inverse=True)
    size = np.bincount(outputs // width, minlength=units)
    start = np.cumsum(size) - size
    one, two = (half - start[unit] for half in np.split(number, 2))
    behind = np.array([len(parts_of(name)) for name in names], dtype=np.int64)
    return _RankedPairs(unit, one, two, size, behind[outputs % width])


def _units(rows: Comparisons) -> tuple[Ints, int]:
    """Return for every comparison the number of its ranking, and how many there are."""
    columns: tuple[Codes, ...] = (rows.annotator, rows.segment, rows.pass_, rows.condition)
    judgement = rows.judgement.codes
    if (judgement >= 0).all() and np.bincount(judgement).max(initial=0) > 1:
        columns = (rows.judgement,)
    key = np.zeros(len(rows), dtype=np.int64)
    for column in columns:
        key = key * (len(column.names) + 1) + column.codes + 1
    units, unit = np.unique(key, return_inverse=True)
    return unit, len(units)


def _complete(shown: _RankedPairs) -> Bools:
    """Tell which rankings compare every two of their outputs, and none twice."""
    units, width = len(shown.size), int(shown.size.max(initial=1))
    low, high = np.minimum(shown.one, shown.two), np.maximum(shown.one, shown.two)
    pairs = np.unique((shown.unit * width + low) * width + high)
    compared = np.bincount(pairs // width**2, minlength=units)
    rows = np.bincount(shown.unit, minlength=units)
    return np.asarray((compared == shown.size * (shown.size - 1) // 2) & (rows == compared))


def _choose(sizes: Ints, alternatives: int | None) -> int:
    """Return the size asked for, or the commonest one (the larger of two)."""
    found, counts = np.unique(sizes, return_counts=True)
    if alternatives is not None and alternatives in found:
        return alternatives
    if not len(found) or alternatives is not None:
        wanted = "" if alternatives is None else f" of {alternatives} outputs"
        others = f" There are some of {', '.join(map(str, found))}." if len(found) else ""
        raise BadInput(
            f"there are no full rankings{wanted}",
            fix=f"Give judgements that compare every two of the outputs they show.{others}",
        )
    return int(found[counts == counts.max()].max())
