"""How many judgements, and how many annotators, would have been enough?

Whether a study shows which system is better is decided by the rule of the headline: its
confidence interval excludes no difference. How often a study of another size, by some of these
annotators, would have shown it follows from the parts of the variance: the part of annotators
grows as fewer of them take part, that of single judgements as there are fewer. Where the study at
hand does not show it, nothing is said about smaller ones.

Beside it stand the curves of Simard, Kuhn and Rémillard (2015, section 4.2): campaigns are drawn
from the judgements at hand, annotators without and their segments with replacement, each segment
judged once, and those that have a ratio of 1 or less are counted (the report prints "I ≤ 0").
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from scipy.special import ndtr

from tertium.exceptions import BadInput
from tertium.stats.codes import filled
from tertium.stats.contrasts.crossed import CrossedEstimates, Prior, as_seen, crossed, squares
from tertium.stats.contrasts.layout import Layout
from tertium.stats.contrasts.ratio import log_ratios_of
from tertium.stats.labels import LabelledJudgements, choose_systems, label_judgements
from tertium.stats.result import Result, formerly, signature
from tertium.table import Comparisons, JudgementTable

_MANY = 10  # with fewer annotators the curves speak of these annotators only


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The probabilities for one number of annotators and judgements.

    `missed` is how often such a study would not show which system is better, by the rule of the
    headline; None where the study at hand does not show it. The others are those of the paper.
    """

    annotators: int = field(metadata=formerly("evaluators"))
    judgements: int
    ratio_at_most_1: float
    impact_at_most_0: float
    impact_at_most_threshold: float
    missed: float | None = None


@dataclass(frozen=True, slots=True)
class EnoughAt:
    """From which size on a study shows the direction in 80% and 95%; None where not reached."""

    annotators: int = field(metadata=formerly("evaluators"))
    at_80: int | None
    at_95: int | None


@dataclass(frozen=True, slots=True)
class Enough(Result):
    """Probability curves: a point per number of annotators and judgements.

    `for_these_annotators` is true with fewer than ten of them: other people would
    differ by more than a drawing from these can show. `shown` tells whether the study at hand,
    of so many `judgements`, shows which system is better, and `again` how often one like it
    would; None where only shares are known.
    """

    title: str
    shown: bool | None
    judgements: int
    again: float | None
    for_these_annotators: bool = field(metadata=formerly("for_these_evaluators"))
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
    annotators: Sequence[int] | None = None,
    replicates: int = 1000,
    level: float = 0.95,
    seed: int = 0,
) -> Enough:
    """See how often studies of other sizes would have shown which system is better.

    `level` is that of the headline's confidence interval, `threshold` the impact the third curve
    asks for, `identical` the share of outputs that do not differ.
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
        annotators=annotators,
        replicates=replicates,
        seed=seed,
    )
    power = _power(labelled, level)
    shown = power is not None and power.shown
    drawn = replace(
        drawn,
        shown=shown,
        judgements=len(labelled),
        warnings=(*notes, *drawn.warnings),
    )
    if power is None or not shown:
        return drawn
    return replace(
        drawn,
        again=1 - power.missed(power.annotators, len(labelled)),
        points=tuple(
            replace(point, missed=power.missed(point.annotators, point.judgements))
            for point in drawn.points
        ),
        enough=tuple(
            EnoughAt(number, power.reaches(number, 0.8), power.reaches(number, 0.95))
            for number in sorted({point.annotators for point in drawn.points})
        ),
    )


@dataclass(frozen=True, slots=True)
class _Power:
    """The crossed estimate of a study, from which others of other sizes are imagined."""

    found: CrossedEstimates
    judgements: int
    annotators: int
    level: float

    @property
    def shown(self) -> bool:
        """Whether the confidence interval excludes no difference."""
        return bool(abs(self.found.estimate[0]) > self.found.reach(self.level)[0])

    def missed(self, annotators: int, judgements: int) -> float:
        """Return how often the interval of such a study would include no difference.

        The documents stay. If the truth is as it looks, the estimate of a smaller study scatters
        around it by its own judgements, and by which of the annotators take part.
        """
        people, texts, rest = (
            float(part[0]) for part in (self.found.people, self.found.texts, self.found.rest)
        )
        fewer = self.annotators / annotators
        rest_of_it = rest * self.judgements / judgements
        part = (people * fewer + texts + rest_of_it) / (people + texts + rest)
        reach = float(self.found.scaled(part).reach(self.level)[0])
        scatter = (rest_of_it + people * (fewer - 1)) ** 0.5
        return float(ndtr((reach - abs(float(self.found.estimate[0]))) / scatter))

    def reaches(self, annotators: int, power: float) -> int | None:
        """Return from how many judgements on such studies show it so often; None if none do."""
        low, high = annotators, 100 * self.judgements
        if 1 - self.missed(annotators, high) < power:
            return None
        while high - low > 1:
            middle = (low + high) // 2
            enough = 1 - self.missed(annotators, middle) >= power
            low, high = (low, middle) if enough else (middle, high)
        return high


def _power(data: LabelledJudgements, level: float) -> _Power | None:
    """Return the estimate of the headline; None where nothing varies."""
    decided = data.take(data.value != 0)
    rows = decided.rows
    if not len(decided):
        return None
    segment = filled(rows.segment.codes, np.arange(len(decided)))
    layout = Layout.of(np.ones(len(decided)), rows.annotator.codes, segment, rows.document.codes)
    layout, prior = as_seen(layout, Prior())
    value = log_ratios_of((decided.value > 0).astype(float))
    found = crossed(layout, squares(layout, value[:, None]), prior=prior)
    if np.isnan(found.weight).any():
        return None
    return _Power(found, len(data), layout.annotators, level)


def enough_from_shares(
    advanced: Sequence[float],
    baseline: Sequence[float],
    *,
    identical: float = 0.0,
    threshold: float = 0.04,
    sizes: Sequence[int] | None = None,
    annotators: Sequence[int] | None = None,
    replicates: int = 1000,
    seed: int = 0,
) -> Enough:
    """Return the curves from each annotator's shares of advanced and baseline labels.

    Drawing judgements with replacement is drawing their numbers from a multinomial
    with the mean shares of the chosen annotators, so one draw makes a whole campaign.
    """
    wins, losses = np.asarray(advanced, dtype=float), np.asarray(baseline, dtype=float)
    people = len(wins)
    chosen_sizes = np.array(sorted(sizes or _sizes(1000)), dtype=np.int64)
    numbers = tuple(annotators or _numbers(people))
    for asked in numbers:
        if not 1 <= asked <= people:
            raise BadInput(
                f"curves for {asked} annotators were asked for, but {people} judged",
                where="annotators",
                fix=f"Ask for 1 to {people}.",
            )
    rng = np.random.default_rng(seed)
    points: list[CurvePoint] = []
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
    these = people < _MANY
    scope = " for these annotators" if these else ""
    return Enough(
        title=f"Probability that a campaign of this size would show no improvement{scope}",
        shown=None,
        judgements=0,
        again=None,
        for_these_annotators=these,
        threshold=threshold,
        replicates=replicates,
        sizes=tuple(int(size) for size in chosen_sizes),
        points=tuple(points),
        enough=(),
        signature=signature(
            "enough",
            annotators="without-replacement",
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
    """Return up to four numbers of annotators, the largest being all of them."""
    steps = (1, 2, 3) if people <= 5 else (1, 2, 5)
    return sorted({min(step, people) for step in steps} | {people})
