"""The improvement ratio and the impact of some judgements, each with its confidence interval.

Both are means over judgements: the ratio is wins ÷ losses, the impact the mean of +1, 0, −1 times
the share of outputs that differ. The interval is the crossed one, in which annotators, documents
and segments vary; the value is its middle (of the ratio on the log scale, but for half a win). One
annotator speaks for this annotator, one document for this document; what holds for others stands
beside it.
"""

from dataclasses import dataclass, fields, replace
from typing import get_args

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from tertium.choices import ComparisonInterval as Interval
from tertium.stats import intervals, resampling
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.codes import filled
from tertium.stats.contrasts.crossed import (
    LEVELS,
    CrossedEstimates,
    Prior,
    as_seen,
    crossed,
    document_share,
    squares,
)
from tertium.stats.contrasts.layout import Layout
from tertium.stats.contrasts.limitations import FEW
from tertium.stats.contrasts.ratio import independent_cases, log_ratios_of, unanimous_bound
from tertium.stats.result import Estimate
from tertium.stats.shares import wilson
from tertium.table import Comparisons, JudgementTable, Scores

INTERVALS: tuple[Interval, ...] = get_args(Interval)
_NEED_TWO = ("t", "annotator", "two-way-t", "hierarchical")  # annotators, that is


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

    `document` is −1 where it is not known. `weight` corrects for domains that were sampled
    more than others; it only matters for impact.
    """

    annotator: Ints
    segment: Ints
    document: Ints
    value: Floats
    weight: Floats

    def __len__(self) -> int:
        return len(self.value)

    def take(self, rows: Bools) -> "Votes":
        """Keep some judgements."""
        return Votes(*(getattr(self, field.name)[rows] for field in fields(self)))

    @property
    def annotators(self) -> int:
        """How many people judged."""
        return len(np.unique(self.annotator))

    @property
    def documents(self) -> int | None:
        """How many documents were judged, None where they are not known."""
        return len(np.unique(self.document[self.document >= 0])) or None

    @property
    def shared(self) -> bool:
        """Whether any segment was judged more than once."""
        return len(np.unique(self.segment)) < len(self.segment)


@dataclass(frozen=True, slots=True)
class Estimated:
    """An estimate, how its interval was made, and what stands beside it.

    `others` is the interval for other annotators and documents where one of them was seen.
    `annotators` is how many people the interval rests on, `unlike` which units differ far more
    than in earlier campaigns.
    """

    estimate: Estimate
    method: str
    others: Estimate | None = None
    annotators: int = 0
    warnings: tuple[str, ...] = ()
    unlike: tuple[str, ...] = ()


def estimate_ratio(votes: Votes, choices: Choices) -> Estimated:
    """Return the improvement ratio: judgements for the advanced system per judgement against it.

    Judgements that prefer neither system say nothing about the ratio. Without a judgement for
    the baseline the ratio has no value and its interval no upper end, but the lower end still
    says how sure the preference is.
    """
    decided = votes.value != 0
    people = np.unique(votes.annotator[decided])
    if not len(people):
        note = "No judgement prefers either system, so there is no improvement ratio."
        return Estimated(Estimate(None), "none", warnings=(note,))
    wins, losses = int((votes.value > 0).sum()), int((votes.value < 0).sum())
    value = wins / losses if losses else None
    notes = () if losses else ("No judgement prefers the baseline, so the ratio has no value.",)
    known = votes.take(np.isin(votes.annotator, people))
    if len(np.unique(votes.segment[decided])) < 2:
        note = "With one segment the ratio has no confidence interval."
        return Estimated(Estimate(value), "none", annotators=len(people), warnings=(note, *notes))
    method: str = choices.interval
    if method in ("auto", "crossed"):
        found = _crossed_ratio(votes.take(decided), choices.level)
        return replace(found, annotators=len(people), warnings=notes)
    if len(people) == 1 and method in _NEED_TWO:
        method = "one-annotator"
    low, high, others = _ratio_bounds(known, method, choices)
    bounds = Estimate(value, low if wins else 0.0, high if losses else None)
    notes = (*notes, *_outside("improvement ratio", bounds))
    return Estimated(bounds, method, others, len(people), notes)


def _crossed_ratio(votes: Votes, level: float) -> Estimated:
    """Return the ratio of decided judgements with the crossed interval of its logarithm."""
    won = (votes.value > 0).astype(float)
    wins, losses = float(won.sum()), float(len(won) - won.sum())
    value = wins / losses if losses else None
    if not wins or not losses:
        low, high = _one_sided(votes, wins > 0, level)
        return Estimated(Estimate(value, low, high), "wilson")
    own, others, unlike = _crossed(votes, np.ones(len(won)), log_ratios_of(won), level)
    ratio = Estimate(value, *_ratios(own))
    wide = None if others is None else Estimate(value, *_ratios(others))
    return Estimated(ratio, "crossed", wide, unlike=unlike)


def _crossed(
    votes: Votes, weight: Floats, y: Floats, level: float
) -> tuple[tuple[float, float], tuple[float, float] | None, tuple[str, ...]]:
    """Return the ends for those who were seen, for others where one was seen, and what differs."""
    layout = Layout.of(weight, votes.annotator, votes.segment, votes.document)
    everybody = Prior()
    seen, prior = as_seen(layout, everybody)
    sums = squares(seen, y[:, None])
    found = crossed(seen, sums, prior=prior)
    alone = seen is not layout or prior != everybody
    others = None
    if alone and not (layout.annotators == 1 and layout.documents == 1 and votes.documents):
        others = _ends(crossed(layout, squares(layout, y[:, None]), prior=everybody), level)
    unlike = tuple(
        name
        for name, differ, number in (
            ("annotators", found.unlike_people[0], layout.annotators),
            ("documents", found.unlike_texts[0], layout.documents),
        )
        if differ and 1 < number <= FEW
    )
    return _ends(found, level), others, unlike


def _ends(found: CrossedEstimates, level: float) -> tuple[float, float]:
    reach = float(found.reach(level)[0])
    return float(found.estimate[0]) - reach, float(found.estimate[0]) + reach


def _one_sided(votes: Votes, won: bool, level: float) -> tuple[float | None, float | None]:
    """Return the end of the ratio that is known where all decided judgements say the same."""
    cases = independent_cases(votes.annotator, votes.segment, votes.document)
    ratio = float(np.exp(unanimous_bound(cases, float(ndtri((1 + level) / 2)))))
    return (ratio, None) if won else (0.0, 1 / ratio)


def _ratio_bounds(
    votes: Votes, method: str, choices: Choices
) -> tuple[float, float, Estimate | None]:
    """Return low and high of the ratio, and the interval widened for other annotators."""
    level = choices.level
    wins, losses = (votes.value > 0).astype(float), (votes.value < 0).astype(float)
    others = None
    if votes.annotators == 1:
        y, s2 = intervals.log_ratios(wins.sum(), losses.sum())
        wide = s2 + _shared_by_segments(votes, wins, losses) + intervals.WIDENING**2
        low, high = _ratios(intervals.normal_interval(y, wide, level=level))
        others = Estimate(float(np.exp(y)), low, high)
    if method in resampling.UNITS:
        totals = resampling.replicates(
            method,
            votes.annotator,
            votes.segment,
            np.stack([wins, losses], axis=1),
            resamples=choices.resamples,
            seed=choices.seed,
        )
        drawn = np.log((totals[:, 0] + 0.5) / (totals[:, 1] + 0.5))
        low, high = _ratios(resampling.percentile(drawn, level=level))
        return low, high, others
    if method == "two-way-t":
        total_a, total_b = max(wins.sum(), 0.5), max(losses.sum(), 0.5)
        parts = intervals.two_way(wins / total_a - losses / total_b, votes.annotator, votes.segment)
        pooled, _ = intervals.log_ratios(wins.sum(), losses.sum())
        low, high = _ratios(intervals.two_way_interval(float(pooled), parts, level=level))
        return low, high, None
    y, s2 = intervals.log_ratios(_by(votes.annotator, wins), _by(votes.annotator, losses))
    if method == "t":
        low, high = _ratios(intervals.t_interval(y, level=level))
        return low, high, None
    shared = _shared_by_segments(votes, wins, losses)
    if method == "one-annotator":
        low, high = _ratios(intervals.normal_interval(y[0], s2[0] + shared, level=level))
        return low, high, others
    low, _, high = _ratios(
        intervals.hierarchical(y, s2, scale=choices.prior, shared=shared, level=level)
    )
    return low, high, None


def _ratios(logs: ArrayLike) -> list[float]:
    """Return ratios of log ratios; two annotators and a high level reach beyond all numbers."""
    return [float(ratio) for ratio in np.exp(np.clip(logs, -700, 700))]


def _shared_by_segments(votes: Votes, wins: Floats, losses: Floats) -> float:
    """Return the variance of the log ratio that segments judged several times add."""
    if not votes.shared:
        return 0.0
    by_segment = _by(votes.segment, wins), _by(votes.segment, losses)
    return float(intervals.shared_ratio_variance(*by_segment))


def estimate_impact(votes: Votes, changed: float, choices: Choices) -> Estimated:
    """Return the impact: the share of outputs that became better, less that which became worse.

    The mean preference over judgements times `changed`, the share of outputs that differ.
    """
    if not len(votes):
        return Estimated(Estimate(None), "none")
    mean = float((votes.weight * votes.value).sum() / votes.weight.sum())
    if len(np.unique(votes.segment)) < 2:
        note = "With one segment the impact has no confidence interval."
        return Estimated(Estimate(mean * changed), "none", warnings=(note,))
    method: str = choices.interval
    others = None
    if method in ("auto", "crossed"):
        method = "crossed"
        (low, high), wide, _ = _crossed(votes, votes.weight, votes.value, choices.level)
        if np.isnan(low):
            note = "All judgements say the same, so impact has no interval."
            return Estimated(Estimate(mean * changed), "none", warnings=(note,))
        others = None if wide is None else _scaled(mean, *wide, changed)
    else:
        if votes.annotators == 1 and method in _NEED_TWO:
            method = "one-annotator"
        low, high = _preference_bounds(votes, method, choices)
    bounds = _scaled(mean, low, high, changed)
    return Estimated(bounds, method, others, warnings=_outside("impact", bounds))


def _scaled(mean: float, low: float, high: float, changed: float) -> Estimate:
    """Return impact as a share of all outputs; nobody can prefer more outputs than differ."""
    return Estimate(mean * changed, max(low, -1.0) * changed, min(high, 1.0) * changed)


def _preference_bounds(votes: Votes, method: str, choices: Choices) -> tuple[float, float]:
    """Return low and high of the mean preference."""
    level = choices.level
    total = votes.weight.sum()
    pooled = float((votes.weight * votes.value).sum() / total)
    if method in resampling.UNITS:
        totals = resampling.replicates(
            method,
            votes.annotator,
            votes.segment,
            np.stack([votes.weight * votes.value, votes.weight], axis=1),
            resamples=choices.resamples,
            seed=choices.seed,
        )
        # A two-way draw can leave no judgement at all; it says nothing.
        totals = totals[totals[:, 1] > 0]
        low, high = resampling.percentile(totals[:, 0] / totals[:, 1], level=level)
        return low, high
    influence = votes.weight * (votes.value - pooled) / total
    if method == "two-way-t":
        parts = intervals.two_way(influence, votes.annotator, votes.segment)
        return intervals.two_way_interval(pooled, parts, level=level)
    y, s2 = _annotator_preferences(votes)
    if method == "t":
        low, high = intervals.t_interval(y, level=level)
        return float(low), float(high)
    shared = 0.0
    if votes.shared:
        between = intervals.clustered_variance(influence, votes.segment)
        shared = max(0.0, between - intervals.clustered_variance(influence))
    if method == "one-annotator":
        low, high = intervals.normal_interval(y[0], s2[0] + shared, level=level)
        return float(low), float(high)
    low, _, high = intervals.hierarchical(
        y, s2, scale=intervals.PREFERENCE_SCALE, shared=shared, level=level
    )
    return float(low), float(high)


def _annotator_preferences(votes: Votes) -> tuple[Floats, Floats]:
    """Return each annotator's weighted mean preference and its variance.

    Unequal weights count as fewer judgements (Kish, 1965).
    """
    total = _by(votes.annotator, votes.weight)
    number = total**2 / _by(votes.annotator, votes.weight**2)
    wins = _by(votes.annotator, votes.weight * (votes.value > 0)) / total * number
    losses = _by(votes.annotator, votes.weight * (votes.value < 0)) / total * number
    return intervals.mean_preferences(wins, losses, number)


def _by(unit: Ints, values: Floats) -> Floats:
    """Sum values by unit, units in ascending order."""
    _, codes = np.unique(unit, return_inverse=True)
    return np.asarray(np.bincount(codes, weights=values), dtype=float)


def _outside(name: str, bounds: Estimate) -> tuple[str, ...]:
    if bounds.value is None or bounds.low is None or bounds.high is None:
        return ()
    if bounds.low <= bounds.value <= bounds.high:
        return ()
    return (
        f"The {name} {bounds.value:.2f} lies outside this interval, which weighs all annotators "
        "alike; the default interval has its value in the middle.",
    )


def document_correlation(data: JudgementTable | Comparisons) -> float | None:
    """Return how alike preferences of one document are; None where documents do not tell.

    The intraclass correlation ρ is the part of the variance of decided judgements that documents
    make. With m segments per document, judgements are worth 1/(1 + (m − 1)·ρ) of as many
    independent ones.
    """
    rows = data.comparisons() if isinstance(data, JudgementTable) else data
    rows = rows.take(np.abs(rows.value) > 0)
    if not len(rows):
        return None
    # Which system of a pair is written first is arbitrary: judge from the side of one of them.
    names = np.array(rows.system.names)[rows.system.codes]
    other = np.array(rows.versus.names)[rows.versus.codes]
    won = np.where(names < other, rows.value, -rows.value) > 0
    if won.all() or not won.any():
        return None
    segment = filled(rows.segment.codes, np.arange(len(rows)))
    layout = Layout.of(np.ones(len(rows)), rows.annotator.codes, segment, rows.document.codes)
    if not layout.documents_known or not layout.document_freedom:
        return None
    return document_share(layout, squares(layout, log_ratios_of(won.astype(float))[:, None]))


@dataclass(frozen=True, slots=True)
class GoodEnough:
    """How often at least one translation was good enough to post-edit, over judgements."""

    share: Estimate
    yes: int
    no: int


def good_enough(answers: Scores, *, level: float = 0.95) -> GoodEnough | None:
    """Return how often one was good enough to post-edit; None if nobody was asked.

    Annotators, documents and segments vary. Where all answers are the same, the interval is
    Wilson's with segments as cases.
    """
    answers = answers.take(~np.isnan(answers.value))
    number = len(answers)
    if not number:
        return None
    yes = int(answers.value.sum())
    units = (answers.annotator, answers.segment, answers.document)
    layout = Layout.of(np.full(number, 1 / number), *(unit.codes for unit in units))
    if yes in (0, number):
        trials = layout.segments
        return GoodEnough(wilson(trials if yes else 0, trials, level=level), yes, number - yes)
    layout, prior = as_seen(layout, Prior(LEVELS))
    found = crossed(layout, squares(layout, answers.value[:, None]), prior=prior)
    low, high = (float(end[0]) for end in found.interval(level))
    share = yes / number
    around = () if np.isnan(low) else (max(0.0, low), min(1.0, high))
    return GoodEnough(Estimate(share, *around), yes, number - yes)
