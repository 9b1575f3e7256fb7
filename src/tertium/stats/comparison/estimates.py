"""The improvement ratio and the impact of some judgements, each with its interval.

The *value* follows the paper and counts segments; the *interval* comes from the
evaluators, because they are what a new campaign would draw anew. Which interval
is chosen when none is named: for the ratio the hierarchical one; for impact the
hierarchical one with up to five evaluators, beyond that Student's t over
evaluators, or the two-way one when they share segments. One evaluator has an
interval of his or her own, which speaks of nobody else.
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tertium.stats import intervals, resampling
from tertium.stats.result import Estimate

__all__ = [
    "FEW",
    "INTERVALS",
    "Choices",
    "Estimated",
    "Interval",
    "Votes",
    "estimate_impact",
    "estimate_ratio",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Interval = Literal[
    "auto", "naive", "segment", "evaluator", "two-way", "two-way-t", "t", "hierarchical"
]
INTERVALS: tuple[Interval, ...] = get_args(Interval)
_NEED_TWO = ("auto", "t", "evaluator", "two-way-t", "hierarchical")  # evaluators, that is
FEW = 5  # up to this many evaluators τ is partly taken from past campaigns


@dataclass(frozen=True, slots=True)
class Choices:
    """How intervals are made: which, for what level, with what prior and random numbers."""

    interval: Interval = "auto"
    prior: float = intervals.RATIO_SCALE
    level: float = 0.95
    resamples: int = 2000
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Votes:
    """Judgements as numbers: who, about which segment, +1 advanced, −1 baseline, 0 neither.

    `weight` corrects for domains that were sampled more than others; it only
    matters for impact.
    """

    evaluator: Ints
    segment: Ints
    value: Floats
    weight: Floats

    def __len__(self) -> int:
        return len(self.value)

    def take(self, rows: NDArray[np.bool_]) -> "Votes":
        """Keep some judgements."""
        return Votes(self.evaluator[rows], self.segment[rows], self.value[rows], self.weight[rows])

    @property
    def evaluators(self) -> int:
        """How many people judged."""
        return len(np.unique(self.evaluator))

    @property
    def shared(self) -> bool:
        """Whether any segment was judged more than once."""
        return len(np.unique(self.segment)) < len(self.segment)


@dataclass(frozen=True, slots=True)
class Estimated:
    """An estimate, how its interval was made, and what stands beside it.

    `median` is the posterior median (hierarchical intervals only), `others` the
    interval widened for people other than the one evaluator, `evaluators` how many
    people the interval rests on. `pooled` is the ratio of single judgements, which
    the interval is about: a majority vote over shared segments sharpens the value.
    """

    estimate: Estimate
    method: str
    median: float | None = None
    others: Estimate | None = None
    evaluators: int = 0
    pooled: float | None = None
    warnings: tuple[str, ...] = ()


def estimate_ratio(votes: Votes, advanced: int, baseline: int, choices: Choices) -> Estimated:
    """Return the improvement ratio: segments won by the advanced system per segment lost.

    `advanced` and `baseline` are numbers of segments with these labels. Evaluators who
    preferred neither system even once say nothing about the ratio and are left out
    of its interval. Without a segment won by the baseline the ratio has no value;
    without a single judgement for it the interval has no upper end, but its lower
    end still says how sure the preference is.
    """
    decided = votes.value != 0
    people = np.unique(votes.evaluator[decided])
    if not len(people):
        note = "No judgement prefers either system, so there is no improvement ratio."
        return Estimated(Estimate(None), "none", warnings=(note,))
    value = advanced / baseline if baseline else None
    wins, losses = int((votes.value > 0).sum()), int((votes.value < 0).sum())
    pooled = wins / losses if losses else None
    if len(np.unique(votes.segment)) < 2:
        note = "One segment cannot tell how much segments differ, so the ratio has no interval."
        notes = (note, *_no_losses(advanced, baseline))
        return Estimated(
            Estimate(value), "none", evaluators=len(people), pooled=pooled, warnings=notes
        )
    known = votes.take(np.isin(votes.evaluator, people))
    method = _ratio_method(choices.interval, len(people))
    low, high, median, others = _ratio_bounds(known, method, choices)
    bounds = Estimate(value, low if wins else 0.0, high if losses else None)
    notes = (*_no_losses(advanced, baseline), *_outside("improvement ratio", bounds, votes))
    named = f"{method}-HN({choices.prior:g})" if method == "hierarchical" else method
    return Estimated(bounds, named, median, others, len(people), pooled, notes)


def _ratio_method(interval: Interval, people: int) -> str:
    if people == 1 and interval in _NEED_TWO:
        return "one-evaluator"
    return "hierarchical" if interval == "auto" else interval


def _ratio_bounds(
    votes: Votes, method: str, choices: Choices
) -> tuple[float, float, float | None, Estimate | None]:
    """Return low and high of the ratio, the posterior median and the widened interval."""
    level = choices.level
    wins, losses = (votes.value > 0).astype(float), (votes.value < 0).astype(float)
    others = None
    if votes.evaluators == 1:
        y, s2 = intervals.log_ratios(wins.sum(), losses.sum())
        wide = s2 + _shared_by_segments(votes, wins, losses) + intervals.WIDENING**2
        low, high = _ratios(intervals.normal_interval(y, wide, level=level))
        others = Estimate(float(np.exp(y)), low, high)
    if method in resampling.UNITS:
        totals = resampling.replicates(
            method,
            votes.evaluator,
            votes.segment,
            np.stack([wins, losses], axis=1),
            resamples=choices.resamples,
            seed=choices.seed,
        )
        drawn = np.log((totals[:, 0] + 0.5) / (totals[:, 1] + 0.5))
        low, high = _ratios(resampling.percentile(drawn, level=level))
        return low, high, None, others
    if method == "two-way-t":
        total_a, total_b = max(wins.sum(), 0.5), max(losses.sum(), 0.5)
        parts = intervals.two_way(wins / total_a - losses / total_b, votes.evaluator, votes.segment)
        pooled, _ = intervals.log_ratios(wins.sum(), losses.sum())
        low, high = _ratios(intervals.two_way_interval(float(pooled), parts, level=level))
        return low, high, None, None
    y, s2 = intervals.log_ratios(_by(votes.evaluator, wins), _by(votes.evaluator, losses))
    if method == "t":
        low, high = _ratios(intervals.t_interval(y, level=level))
        return low, high, None, None
    shared = _shared_by_segments(votes, wins, losses)
    if method == "one-evaluator":
        low, high = _ratios(intervals.normal_interval(y[0], s2[0] + shared, level=level))
        return low, high, None, others
    low, median, high = _ratios(
        intervals.hierarchical(y, s2, scale=choices.prior, shared=shared, level=level)
    )
    return low, high, median, None


def _ratios(logs: ArrayLike) -> list[float]:
    """Return ratios of log ratios; two evaluators and a high level reach beyond all numbers."""
    return [float(ratio) for ratio in np.exp(np.clip(logs, -700, 700))]


def _shared_by_segments(votes: Votes, wins: Floats, losses: Floats) -> float:
    """Return the variance of the log ratio that segments judged several times add."""
    if not votes.shared:
        return 0.0
    by_segment = _by(votes.segment, wins), _by(votes.segment, losses)
    return float(intervals.shared_ratio_variance(*by_segment))


def estimate_impact(
    votes: Votes, preference: float | None, changed: float, choices: Choices
) -> Estimated:
    """Return the impact: the share of outputs that became better, less that which became worse.

    `preference` is (advanced − baseline) / segments, `changed` the share of outputs
    that differ; their product is the impact. The interval is one of the evaluators'
    mean preferences, times `changed`.
    """
    if preference is None:
        return Estimated(Estimate(None), "none")
    value = preference * changed
    if len(np.unique(votes.segment)) < 2:
        note = "One segment cannot tell how much segments differ, so impact has no interval."
        return Estimated(Estimate(value), "none", warnings=(note,))
    method = _impact_method(choices.interval, votes)
    low, high, median = _preference_bounds(votes, method, choices)
    # nobody can prefer more outputs than differ
    bounds = Estimate(value, max(low, -1.0) * changed, min(high, 1.0) * changed)
    named = (
        f"hierarchical-HN({intervals.PREFERENCE_SCALE:g})" if method == "hierarchical" else method
    )
    return Estimated(
        bounds,
        named,
        None if median is None else median * changed,
        warnings=_outside("impact", bounds, votes),
    )


def _impact_method(interval: Interval, votes: Votes) -> str:
    if votes.evaluators == 1 and interval in _NEED_TWO:
        return "one-evaluator"
    if interval != "auto":
        return interval
    if votes.evaluators <= FEW:
        return "hierarchical"
    return "two-way-t" if votes.shared else "t"


def _preference_bounds(
    votes: Votes, method: str, choices: Choices
) -> tuple[float, float, float | None]:
    """Return low and high of the mean preference, and the posterior median."""
    level = choices.level
    total = votes.weight.sum()
    pooled = float((votes.weight * votes.value).sum() / total)
    if method in resampling.UNITS:
        totals = resampling.replicates(
            method,
            votes.evaluator,
            votes.segment,
            np.stack([votes.weight * votes.value, votes.weight], axis=1),
            resamples=choices.resamples,
            seed=choices.seed,
        )
        # A two-way draw can leave no judgement at all; it says nothing.
        totals = totals[totals[:, 1] > 0]
        low, high = resampling.percentile(totals[:, 0] / totals[:, 1], level=level)
        return low, high, None
    influence = votes.weight * (votes.value - pooled) / total
    if method == "two-way-t":
        parts = intervals.two_way(influence, votes.evaluator, votes.segment)
        return *intervals.two_way_interval(pooled, parts, level=level), None
    y, s2 = _evaluator_preferences(votes)
    if method == "t":
        low, high = intervals.t_interval(y, level=level)
        return float(low), float(high), None
    shared = 0.0
    if votes.shared:
        between = intervals.clustered_variance(influence, votes.segment)
        shared = max(0.0, between - intervals.clustered_variance(influence))
    if method == "one-evaluator":
        low, high = intervals.normal_interval(y[0], s2[0] + shared, level=level)
        return float(low), float(high), None
    low, median, high = intervals.hierarchical(
        y, s2, scale=intervals.PREFERENCE_SCALE, shared=shared, level=level
    )
    return float(low), float(high), float(median)


def _evaluator_preferences(votes: Votes) -> tuple[Floats, Floats]:
    """Return each evaluator's weighted mean preference and its variance.

    Unequal weights count as fewer judgements (Kish, 1965).
    """
    total = _by(votes.evaluator, votes.weight)
    number = total**2 / _by(votes.evaluator, votes.weight**2)
    wins = _by(votes.evaluator, votes.weight * (votes.value > 0)) / total * number
    losses = _by(votes.evaluator, votes.weight * (votes.value < 0)) / total * number
    return intervals.mean_preferences(wins, losses, number)


def _by(unit: Ints, values: Floats) -> Floats:
    """Sum values by unit, units in ascending order."""
    _, codes = np.unique(unit, return_inverse=True)
    return np.asarray(np.bincount(codes, weights=values), dtype=float)


def _no_losses(advanced: int, baseline: int) -> tuple[str, ...]:
    if baseline:
        return ()
    if not advanced:
        return ("No segment prefers either system, so the improvement ratio has no value.",)
    return ("The baseline won no segment, so the improvement ratio has no value.",)


def _outside(name: str, bounds: Estimate, votes: Votes) -> tuple[str, ...]:
    if bounds.value is None or bounds.low is None or bounds.high is None:
        return ()
    if bounds.low <= bounds.value <= bounds.high:
        return ()
    if votes.shared:
        why = "it counts segments by majority vote, the interval single judgements"
    else:
        why = "it counts all segments alike, the interval all evaluators"
    return (f"The {name} {bounds.value:.2f} lies outside its interval: {why}.",)
