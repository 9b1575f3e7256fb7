"""Ranks that respect what was called adequate: no inadequate translation above an adequate one.

Ranks come from comparisons, adequacy from a second question, and where no chain of answers
relates two translations the two may disagree. Harmonising changes the ranks as little as
its rule allows; how much they changed tells how well both stages agree.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from tertium.exceptions import BadInput, NotFound
from tertium.stats.pearson import mean_ranks

Method = Literal["stable", "isotonic"]


@dataclass(frozen=True, slots=True)
class Harmonisation:
    """How far harmonised ranks are from the original ones, per source and averaged.

    `changed` is the share of sources with another rank. `*_sd` are standard deviations
    over sources; Spearman's correlation is not defined where all ranks are equal, so it
    rests on `correlated` sources only.
    """

    sources: int
    changed: float | None
    spearman: float | None
    spearman_sd: float | None
    correlated: int
    mae: float | None
    mae_sd: float | None
    rmse: float | None
    rmse_sd: float | None


def harmonise(
    ranks: Sequence[int],
    adequate: Sequence[bool],
    *,
    method: Method = "stable",
    weights: Sequence[float] | None = None,
) -> tuple[int, ...]:
    """Return new ranks in which every adequate translation stands above the inadequate ones.

    "stable" sorts by rank and then, stably, by adequacy. Adequate translations are
    numbered 1, 2, … by distinct rank. The first inadequate one takes the last number used
    if its original rank was not worse than that of the last adequate one, otherwise the
    next; then every further distinct rank is one more. (Pighin, Formiga and Màrquez, 2012; their
    pseudo-code contradicts their example, this rule gives the example.)

    "isotonic" keeps the scale of the given ranks and changes them as little as possible
    in total: weighted L1 isotonic regression in the same order. Ranks of one group may
    become equal, but never change places; `weights` say what a change of each costs.
    """
    _check(ranks, adequate, weights, method)
    if method == "isotonic":
        return _least_change(ranks, adequate, weights)
    good = sorted({rank for rank, fine in zip(ranks, adequate, strict=True) if fine})
    bad = sorted({rank for rank, fine in zip(ranks, adequate, strict=True) if not fine})
    new = {(True, rank): number for number, rank in enumerate(good, start=1)}
    begin = len(good) + 1
    if good and bad and bad[0] <= good[-1]:
        begin = len(good)
    new |= {(False, rank): number for number, rank in enumerate(bad, start=begin)}
    return tuple(new[bool(fine), rank] for rank, fine in zip(ranks, adequate, strict=True))


def _check(
    ranks: Sequence[int],
    adequate: Sequence[bool],
    weights: Sequence[float] | None,
    method: str,
) -> None:
    if method not in get_args(Method):
        raise NotFound.among("harmonisation", method, get_args(Method))
    if len(ranks) != len(adequate) or (weights is not None and len(weights) != len(ranks)):
        raise BadInput(
            f"{len(ranks)} ranks do not fit {len(adequate)} answers",
            where="harmonise",
            fix="Give one answer (and one weight, if any) for each rank.",
        )
    if any(fine is None for fine in adequate):
        raise BadInput(
            "a translation is neither adequate nor inadequate",
            where="harmonise",
            fix="Harmonise sources whose translations all have a label.",
        )
    if weights is not None and not all(weight > 0 for weight in weights):
        raise BadInput("a weight is not above 0", where="harmonise", fix="Write numbers above 0.")


def _least_change(
    ranks: Sequence[int], adequate: Sequence[bool], weights: Sequence[float] | None
) -> tuple[int, ...]:
    """Pool neighbours that stand in the wrong order, each pool at its lower weighted median."""
    costs = [1.0] * len(ranks) if weights is None else list(weights)
    order = sorted(range(len(ranks)), key=lambda k: (not adequate[k], ranks[k]))
    pools: list[list[int]] = []
    for k in order:
        pools.append([k])
        while len(pools) > 1 and _median(pools[-2], ranks, costs) >= _median(
            pools[-1], ranks, costs
        ):
            last = pools.pop()
            pools[-1] += last
    new = {k: _median(pool, ranks, costs) for pool in pools for k in pool}
    return tuple(new[k] for k in range(len(ranks)))


def _median(pool: list[int], ranks: Sequence[int], costs: Sequence[float]) -> int:
    """Return the lower weighted median of the ranks in a pool."""
    half, passed = sum(costs[k] for k in pool) / 2, 0.0
    for k in sorted(pool, key=lambda k: ranks[k]):
        passed += costs[k]
        if passed >= half:
            return ranks[k]
    raise AssertionError("half of a pool lies below its end")


def measure_harmonisation(
    pairs: Iterable[tuple[Sequence[int], Sequence[int]]],
) -> Harmonisation:
    """Compare original with harmonised ranks, source by source."""
    absolute, squared, correlations, changed = [], [], [], []
    for before, after in pairs:
        apart = np.subtract(after, before, dtype=float)
        absolute.append(np.abs(apart).mean())
        squared.append((apart**2).mean() ** 0.5)
        changed.append(bool(apart.any()))
        if len(set(before)) > 1 and len(set(after)) > 1:
            correlations.append(np.corrcoef(mean_ranks(before), mean_ranks(after))[0, 1])
    spearman, spearman_sd = _mean_and_sd(correlations)
    mae, mae_sd = _mean_and_sd(absolute)
    rmse, rmse_sd = _mean_and_sd(squared)
    return Harmonisation(
        sources=len(changed),
        changed=float(np.mean(changed)) if changed else None,
        spearman=spearman,
        spearman_sd=spearman_sd,
        correlated=len(correlations),
        mae=mae,
        mae_sd=mae_sd,
        rmse=rmse,
        rmse_sd=rmse_sd,
    )


def _mean_and_sd(values: Sequence[float]) -> tuple[float | None, float | None]:
    if not values:
        return None, None
    return float(np.mean(values)), float(np.std(values, ddof=1)) if len(values) > 1 else None
