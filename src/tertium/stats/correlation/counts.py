"""Pairs of outputs that two methods order alike, unlike, or not at all; and Kendall's τ of them.

C, D: concordant and discordant pairs; T_h, T_m, T_hm: tied for people only, for the metric only,
for both. Names follow Deutsch, Foster and Freitag (2023), “Ties Matter”.
"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Bools, Floats, Ints

_SMALL = 64  # outputs in a row; pairs of longer rows are counted by sorting


@dataclass(frozen=True, slots=True)
class PairCounts:
    """The pairs of each row, and what its length allows τ-c: `fewest` different values."""

    concordant: Floats
    discordant: Floats
    tied_human: Floats
    tied_metric: Floats
    tied_both: Floats
    outputs: Floats
    fewest: Floats

    @property
    def total(self) -> Floats:
        """All pairs."""
        tied = self.tied_human + self.tied_metric + self.tied_both
        return self.concordant + self.discordant + tied

    def tau_b(self) -> Floats:
        """(C − D) / √((all − tied for people)(all − tied for the metric)), joint ties in both."""
        human = self.total - self.tied_human - self.tied_both
        metric = self.total - self.tied_metric - self.tied_both
        return _divided(self.concordant - self.discordant, np.sqrt(human * metric))

    def tau_c(self) -> Floats:
        """2 (C − D) / (n² (k − 1)/k), k the smaller number of different values."""
        with np.errstate(divide="ignore", invalid="ignore"):
            room = self.outputs**2 * (self.fewest - 1) / self.fewest
        return _divided(2 * (self.concordant - self.discordant), room)

    def tau_23(self) -> Floats:
        """Return τ in which ties of both agree, and ties of one of them disagree."""
        right = self.concordant + self.tied_both
        wrong = self.discordant + self.tied_human + self.tied_metric
        return _divided(right - wrong, self.total)

    def accuracy(self) -> Floats:
        """Return the share of pairs that both order, or tie, alike."""
        return _divided(self.concordant + self.tied_both, self.total)


def count_pairs(human: Floats, metric: Floats) -> PairCounts:
    """Count the pairs of each row of two tables; outputs that one of them lacks are left out."""
    human, metric = np.atleast_2d(human), np.atleast_2d(metric)
    if human.shape[1] <= _SMALL:
        return _short(human, metric)
    columns = [_long(h, m) for h, m in zip(human, metric, strict=True)]
    return PairCounts(*np.array(columns, dtype=float).reshape(-1, 7).T)


def _short(human: Floats, metric: Floats) -> PairCounts:
    """Count pair by pair: few columns, however many rows."""
    known = ~(np.isnan(human) | np.isnan(metric))
    sums = np.zeros((5, len(human)))
    for i in range(human.shape[1]):
        pairs = known[:, i : i + 1] & known[:, i + 1 :]
        with np.errstate(invalid="ignore"):
            people = np.sign(human[:, i : i + 1] - human[:, i + 1 :])
            machine = np.sign(metric[:, i : i + 1] - metric[:, i + 1 :])
        for place, kind in enumerate(_kinds(people, machine)):
            sums[place] += (kind & pairs).sum(1)
    fewest = np.minimum(_different(human, known), _different(metric, known))
    together, apart, human_only, metric_only, both = sums
    outputs = known.sum(1).astype(float)
    return PairCounts(together, apart, human_only, metric_only, both, outputs, fewest)


def _kinds(people: Floats, machine: Floats) -> tuple[Bools, ...]:
    product = people * machine
    level, flat = people == 0, machine == 0
    return product > 0, product < 0, level & ~flat, flat & ~level, level & flat


def _different(values: Floats, known: Bools) -> Floats:
    """Count the different values of each row."""
    ordered = np.sort(np.where(known, values, np.nan), axis=1)
    with np.errstate(invalid="ignore"):
        steps = (ordered[:, 1:] > ordered[:, :-1]).sum(1)
    return np.asarray(steps + known.any(1), dtype=float)


def _long(human: Floats, metric: Floats) -> tuple[float, ...]:
    """Count the pairs of one long row by Knight's algorithm, through SciPy's τ-b."""
    from scipy.stats import kendalltau  # half a second that most commands do not need

    known = ~(np.isnan(human) | np.isnan(metric))
    h, m = human[known], metric[known]
    n = len(h)
    total = n * (n - 1) / 2
    _, place_h, times_h = np.unique(h, return_inverse=True, return_counts=True)
    _, place_m, times_m = np.unique(m, return_inverse=True, return_counts=True)
    all_h, all_m = _pairs_of(times_h), _pairs_of(times_m)
    joint = np.unique(place_h.astype(np.int64) * (len(times_m) + 1) + place_m, return_counts=True)
    both = _pairs_of(joint[1])
    apart = total - all_h - all_m + both
    tau = kendalltau(h, m, variant="b").statistic if apart else 0.0
    less = round(float(tau) * ((total - all_h) * (total - all_m)) ** 0.5) if apart else 0
    fewest = min(len(times_h), len(times_m))
    return ((apart + less) / 2, (apart - less) / 2, all_h - both, all_m - both, both, n, fewest)


def _pairs_of(times: Ints) -> float:
    counted = times.astype(float)
    return float((counted * (counted - 1) / 2).sum())


def _divided(above: Floats, below: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(below > 0, above / below, np.nan)
