"""How many judgements, and how many evaluators, would have been enough?

Campaigns of other sizes are drawn from the judgements at hand: some of the
evaluators (without replacement), and for each judgement one of them and one of his
or her segments (with replacement), so that each segment is judged once. The share
of drawn campaigns that would have failed to show an improvement is the curve
(Simard, Kuhn and Rémillard, 2015, section 4.2; the report prints "I ≤ 0" and means
ratio ≤ 1).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tertium.errors import BadInput
from tertium.stats.comparison.labels import choose_systems, label_judgements
from tertium.stats.result import Result, signature
from tertium.table import Comparisons, JudgementTable

__all__ = ["CurvePoint", "Enough", "EnoughAt", "enough", "enough_from_shares"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_MANY = 10  # with fewer evaluators the curves speak of these evaluators only


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The probabilities for one number of evaluators and judgements."""

    evaluators: int
    judgements: int
    ratio_at_most_1: float
    impact_at_most_0: float
    impact_at_most_threshold: float


@dataclass(frozen=True, slots=True)
class EnoughAt:
    """From which size on the ratio is above 1 with 95% and 99%; None where not reached."""

    evaluators: int
    at_95: int | None
    at_99: int | None


@dataclass(frozen=True, slots=True)
class Enough(Result):
    """Probability curves: a point per number of evaluators and judgements.

    `for_these_evaluators` is true with fewer than ten of them: other people would
    differ by more than a drawing from these can show.
    """

    title: str
    for_these_evaluators: bool
    threshold: float
    replicates: int
    sizes: tuple[int, ...]
    points: tuple[CurvePoint, ...]
    enough: tuple[EnoughAt, ...]


def enough(
    data: JudgementTable | Comparisons,
    *,
    baseline: str | None = None,
    advanced: str | None = None,
    identical: float = 0.0,
    threshold: float = 0.04,
    sizes: Sequence[int] | None = None,
    evaluators: Sequence[int] | None = None,
    replicates: int = 1000,
    seed: int = 0,
) -> Enough:
    """Draw campaigns of other sizes from the judgements and see how often they would mislead.

    `threshold` is the impact the third curve asks for, `identical` the share of
    outputs that do not differ.
    """
    rows = data.comparisons() if isinstance(data, JudgementTable) else data
    names = tuple(sorted({*rows.system.names, *rows.versus.names}))
    old, new, notes = choose_systems(names, baseline, advanced)
    labelled = label_judgements(rows, old, new)
    if not len(labelled):
        raise BadInput(
            f"no judgement compares {old!r} and {new!r}",
            fix="Collect some judgements first; probability curves are drawn from them.",
        )
    _, codes = np.unique(labelled.rows.annotator.codes, return_inverse=True)
    number = np.bincount(codes)
    wins = np.bincount(codes, weights=(labelled.value > 0).astype(float)) / number
    losses = np.bincount(codes, weights=(labelled.value < 0).astype(float)) / number
    chosen = sizes or _sizes(len(labelled))
    drawn = enough_from_shares(
        wins.tolist(),
        losses.tolist(),
        identical=identical,
        threshold=threshold,
        sizes=chosen,
        evaluators=evaluators,
        replicates=replicates,
        seed=seed,
    )
    return replace(drawn, warnings=(*notes, *drawn.warnings))


def enough_from_shares(
    advanced: Sequence[float],
    baseline: Sequence[float],
    *,
    identical: float = 0.0,
    threshold: float = 0.04,
    sizes: Sequence[int] | None = None,
    evaluators: Sequence[int] | None = None,
    replicates: int = 1000,
    seed: int = 0,
) -> Enough:
    """Return the curves from each evaluator's shares of advanced and baseline labels.

    Drawing judgements with replacement is drawing their numbers from a multinomial
    with the mean shares of the chosen evaluators, so one draw makes a whole campaign.
    """
    wins, losses = np.asarray(advanced, dtype=float), np.asarray(baseline, dtype=float)
    people = len(wins)
    chosen_sizes = np.array(sorted(sizes or _sizes(1000)), dtype=np.int64)
    numbers = tuple(evaluators or _numbers(people))
    for asked in numbers:
        if not 1 <= asked <= people:
            raise BadInput(
                f"curves for {asked} evaluators were asked for, but {people} judged",
                where="evaluators",
                fix=f"Ask for 1 to {people}.",
            )
    rng = np.random.default_rng(seed)
    points: list[CurvePoint] = []
    needed: list[EnoughAt] = []
    for number in numbers:
        # The first columns of random permutations: who takes part in each drawn campaign.
        chosen = rng.random((replicates, people)).argsort(axis=1)[:, :number]
        shares = np.stack([wins[chosen].mean(1), losses[chosen].mean(1)], axis=1)
        shares = np.concatenate([shares, 1 - shares.sum(1, keepdims=True)], axis=1).clip(0, 1)
        drawn = rng.multinomial(chosen_sizes[:, None], shares[None, :, :])
        difference = drawn[..., 0] - drawn[..., 1]
        impact = difference / chosen_sizes[:, None] * (1 - identical)
        # Without any win on either side nothing is shown either, so 0 : 0 counts as ≤ 1.
        ratio_low = (difference <= 0).mean(1)
        impact_low, threshold_low = (impact <= 0).mean(1), (impact <= threshold).mean(1)
        points += [
            CurvePoint(number, int(size), float(r), float(i), float(t))
            for size, r, i, t in zip(
                chosen_sizes, ratio_low, impact_low, threshold_low, strict=True
            )
        ]
        needed.append(
            EnoughAt(
                number,
                _reached(chosen_sizes, ratio_low, 0.05),
                _reached(chosen_sizes, ratio_low, 0.01),
            )
        )
    these = people < _MANY
    scope = " for these evaluators" if these else ""
    return Enough(
        title=f"Probability that a campaign of this size would show no improvement{scope}",
        for_these_evaluators=these,
        threshold=threshold,
        replicates=replicates,
        sizes=tuple(int(size) for size in chosen_sizes),
        points=tuple(points),
        enough=tuple(needed),
        signature=signature(
            "enough",
            evaluators="without-replacement",
            segments="with-replacement",
            identical=f"{identical:g}",
            threshold=f"{threshold:g}",
            replicates=replicates,
            seed=seed,
        ),
    )


def _sizes(judgements: int) -> list[int]:
    """Return up to 20 sizes, from 50 to the number of judgements (at least 1,000)."""
    return sorted({int(size) for size in np.linspace(50, max(1000, judgements), 20).round()})


def _numbers(people: int) -> list[int]:
    """Return up to four numbers of evaluators, the largest being all of them."""
    steps = (1, 2, 3) if people <= 5 else (1, 2, 5)
    return sorted({min(step, people) for step in steps} | {people})


def _reached(sizes: Ints, probability: Floats, limit: float) -> int | None:
    """Return the first size from which on the probability stays at or below the limit."""
    above = np.flatnonzero(probability > limit)
    first = int(above[-1]) + 1 if len(above) else 0
    return int(sizes[first]) if first < len(sizes) else None
