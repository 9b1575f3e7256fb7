"""A value against its threshold, with the uncertainty that reviewers and samples bring.

A rating is the mean of reviewers. It passes only if its lower bound does, and fails only if its
upper bound does: between lies the *guard band*, where the review cannot tell (JCGM 106:2012).
Bounds are Student's; the variance of a reviewer is pooled over texts, and what earlier reviews
had (the model's `guard`) counts like `PRIOR` further degrees of freedom.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from tertium.formats.square_model import Corner, CornerName, Logic
from tertium.stats.arrays import Floats
from tertium.stats.errors.decision import Verdict
from tertium.stats.errors.rates import bounds
from tertium.stats.square.reviews import Amount

PRIOR = 4  # degrees of freedom that a guard band from earlier reviews is worth


@dataclass(frozen=True, slots=True)
class CornerValue:
    """One corner of one text: the mean over reviewers with the bounds that decide.

    Above `low` and below `high` with the stated risk each; None where nothing tells.
    `smallest` and `largest` are what single reviewers said, `sd` is their spread; `highest` is
    the end of the scale of a rating. `by_value`
    is the verdict without uncertainty. Without a value the corner was not looked at, and
    `reason` says why.
    """

    corner: CornerName
    value: float | None
    low: float | None
    high: float | None
    sd: float | None
    smallest: float | None
    largest: float | None
    reviewers: int
    limit: float
    inclusive: bool
    highest: float
    unit: str
    criterion: str
    by_value: bool | None
    verdict: Verdict | None
    reason: str


def combine(verdicts: Sequence[Verdict], logic: Logic) -> Verdict:
    """Put verdicts together: with `all` every one must pass, with `any` one is enough.

    >>> combine(["pass", "not yet decided"], "all"), combine(["pass", "fail"], "any")
    ('not yet decided', 'pass')
    """
    decisive: Verdict = "fail" if logic == "all" else "pass"
    other: Verdict = "pass" if logic == "all" else "fail"
    if decisive in verdicts:
        return decisive
    return other if all(one == other for one in verdicts) else "not yet decided"


def unseen(corner: Corner, reason: str, verdict: Verdict | None = None) -> CornerValue:
    """Return a corner that nobody looked at."""
    return CornerValue(
        corner.name, None, None, None, None, None, None, 0, corner.limit, corner.inclusive,
        corner.highest, corner.unit, "", None, verdict, reason,
    )  # fmt: skip


def judge_rating(
    values: Mapping[str, float],
    corner: Corner,
    criterion: str,
    *,
    squares: float,
    freedom: int,
    risk: float,
) -> CornerValue:
    """Return the mean of reviewers with its bounds and verdict.

    `squares` and `freedom` are those of reviewers around the mean of their text, over all texts.
    """
    given = np.array(list(values.values()))
    mean = float(given.mean())
    degrees = freedom + (PRIOR if corner.guard else 0)
    low = high = None
    verdict: Verdict = "not yet decided"
    reason = "the spread of reviewers is not known"
    if degrees:
        variance = (squares + (PRIOR * corner.guard**2 if corner.guard else 0.0)) / degrees
        reach = float(stdtrit(degrees, 1 - risk)) * np.sqrt(variance / len(given))
        low, high = max(mean - reach, corner.lowest), min(mean + reach, corner.highest)
        if corner.passes(mean - reach):
            verdict, reason = "pass", "above the threshold"
        elif not corner.passes(mean + reach):
            verdict, reason = "fail", "below the threshold"
        else:
            reason = "too near to the threshold"
    return _value(corner, given, (low, high), verdict, reason, criterion)


def judge_count(
    amounts: Mapping[str, Amount], corner: Corner, words: float | None, *, risk: float
) -> CornerValue:
    """Return what reviewers counted, by words or in the whole text, with its verdict.

    In a whole text nothing is sampled: it passes if every reviewer's count does, fails if nobody's
    does, and else the reviewers must talk. By words, the text is a sample, and bounds are those
    of Fay and Feuer (1997) with the risk on either side; reviewers of the same text are not
    further samples of it.
    """
    if corner.per and not words:
        return unseen(corner, "the words are not known", "not yet decided")
    times = corner.per / words if corner.per and words else 1.0
    given = times * np.array([one.points for one in amounts.values()])
    mean = float(given.mean())
    low: float | None = float(given.min())
    high: float | None = float(given.max())
    verdict: Verdict
    if corner.per and words:
        low, high = bounds(
            mean / times,
            float(np.mean([one.squares for one in amounts.values()])),
            max([*(one.largest for one in amounts.values()),
                 *(one.weight for one in corner.criteria)]),
            words / corner.per,
            low=risk,
            high=risk,
        )  # fmt: skip
        passes, fails = high <= corner.limit, low > corner.limit
        verdict = "pass" if passes else "fail" if fails else "not yet decided"
        reasons = ("within the limit", "beyond the limit", "too little was read")
    else:
        good = [corner.passes(float(one)) for one in given]
        verdict = "pass" if all(good) else "not yet decided" if any(good) else "fail"
        reasons = ("within the limit", "beyond the limit", "reviewers do not agree")
    reason = dict(zip(("pass", "fail", "not yet decided"), reasons, strict=True))[verdict]
    return _value(corner, given, (low, high), verdict, reason)


def _value(
    corner: Corner,
    given: Floats,
    bounds: tuple[float | None, float | None],
    verdict: Verdict,
    reason: str,
    criterion: str = "",
) -> CornerValue:
    """Return what reviewers gave a corner, with its bounds and verdict."""
    mean, (low, high) = float(given.mean()), bounds
    return CornerValue(
        corner=corner.name,
        value=mean,
        low=low,
        high=high,
        sd=float(given.std(ddof=1)) if len(given) > 1 else None,
        smallest=float(given.min()),
        largest=float(given.max()),
        reviewers=len(given),
        limit=corner.limit,
        inclusive=corner.inclusive,
        highest=corner.highest,
        unit=corner.unit,
        criterion=criterion,
        by_value=corner.passes(mean),
        verdict=verdict,
        reason=reason,
    )
