"""From which accuracy users say yes: thresholds of use, estimated from yes and no.

The *threshold* of a use is the accuracy at which half of the answers are yes. A logistic curve
over accuracy gives it, with the interval of Fieller (1954), which is open where the answers
hardly rise with accuracy. Annotators are what was sampled: the variance of the curve lets
their thresholds differ (sandwich over annotators, Student's t). Where every no lies below
every yes there is no such curve, only the gap in which the threshold lies. Beside it stands the
mean of the annotators' own thresholds, each found by isotonic regression, which assumes
nothing but that more accuracy means more yes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import isotonic_regression
from scipy.special import expit, ndtri, stdtrit

from tertium.exceptions import BadInput
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.codes import coded
from tertium.stats.intervals import check_level, t_interval
from tertium.stats.result import Estimate, Result, signature
from tertium.stats.utility.levels import LEVELS

FEW = 5  # annotators; below this an interval over annotators is wide
_STEPS, _SETTLED = 100, 1e-10
_PUBLISHED = {one.name: one.at for one in LEVELS}


@dataclass(frozen=True, slots=True)
class Answer:
    """What one annotator says of one document and one use."""

    annotator: str
    document: str
    use: str
    yes: bool
    accuracy: float


@dataclass(frozen=True, slots=True)
class Threshold:
    """The accuracy from which a use is possible.

    `threshold` is where the curve crosses one half, `isotonic` the same without a curve, and
    `own` the mean of the thresholds that each annotator has without a curve.
    `all_no_below` and `all_yes_above` are the accuracies below which everybody says no and
    above which everybody says yes, None where there are none. `rise` is how much the log odds
    of yes rise with 10 points of accuracy; `separated` tells that no curve can be fitted
    because every no lies below every yes. `published` is the threshold of the study of 2014.
    """

    use: str
    answers: int
    yes: int
    annotators: int
    threshold: Estimate
    own: Estimate
    isotonic: float | None
    rise: float | None
    all_no_below: float | None
    all_yes_above: float | None
    separated: bool
    published: float | None


@dataclass(frozen=True, slots=True)
class Answers:
    """How many said yes to one use of one document."""

    document: str
    use: str
    accuracy: float
    yes: int
    answers: int
    share: float


@dataclass(frozen=True, slots=True)
class Thresholds(Result):
    """The thresholds of all uses, and what they rest on."""

    uses: tuple[Threshold, ...]
    documents: tuple[Answers, ...]
    annotators: int
    level: float


def thresholds(answers: Sequence[Answer], *, level: float = 0.95, words: str = "") -> Thresholds:
    """Estimate from which accuracy documents are of use; `words` names its denominator."""
    check_level(level)
    if not answers:
        raise BadInput("there are no answers yet", fix="Fill in yes or no, then run it again.")
    known = [*_PUBLISHED, *sorted({one.use for one in answers} - set(_PUBLISHED))]
    told: list[str] = []
    uses = []
    for use in known:
        own = [one for one in answers if one.use == use]
        if own:
            uses.append(_threshold(use, own, level, told))
    people = len({one.annotator for one in answers})
    if people == 1:
        told.append("One annotator: the confidence intervals hold for this annotator only.")
    elif people < FEW:
        told.append(f"{people} annotators are few; intervals over annotators are wide.")
    return Thresholds(
        uses=tuple(uses),
        documents=tuple(_by_document(answers, known)),
        annotators=people,
        level=level,
        signature=signature(
            "thresholds",
            curve="logistic",
            ci="fieller-annotators-t" if people > 1 else "fieller",
            level=f"{level:g}",
            **({"words": words} if words else {}),
        ),
        warnings=tuple(told),
    )


def _threshold(use: str, answers: list[Answer], level: float, told: list[str]) -> Threshold:
    accuracy = np.array([one.accuracy for one in answers]).round(9)  # 1 − 6/20 is 0.7
    yes = np.array([one.yes for one in answers])
    person, people = coded([one.annotator for one in answers])
    lowest_yes = float(accuracy[yes].min()) if yes.any() else None
    highest_no = float(accuracy[~yes].max()) if not yes.all() else None
    separated = lowest_yes is not None and highest_no is not None and highest_no <= lowest_yes
    found, rise = Estimate(None), None
    if lowest_yes is None or highest_no is None:
        said, side = ("yes", "at or below") if yes.all() else ("no", "above")
        edge = float(accuracy.min() if yes.all() else accuracy.max())
        found = Estimate(None, None, edge) if yes.all() else Estimate(None, edge, None)
        told.append(
            f"The threshold of {use} cannot be estimated: every answer is {said}, so it lies "
            f"{side} {edge:.1%}, the {'lowest' if yes.all() else 'highest'} accuracy shown."
        )
    elif separated:
        found = Estimate(None, highest_no, lowest_yes)
        told.append(
            f"The threshold of {use} cannot be estimated by a curve: every no lies below every "
            f"yes, so it lies between {highest_no:.1%} and {lowest_yes:.1%}; this range is no "
            "interval of any level."
        )
    elif not (accuracy - accuracy.mean()) @ yes > 0:  # the best curve would fall, or be flat
        told.append(
            f"The threshold of {use} cannot be estimated: yes does not become more frequent "
            "with accuracy."
        )
    else:
        curve = _fitted(accuracy, yes)
        rise = float(curve[1]) / 10
        found = _fieller(curve, *_variance(curve, accuracy, yes, person, len(people)), level)
        if found.low is None or found.high is None:
            told.append(
                f"The confidence interval of {use} has an open end: the rise of the curve is not "
                "significant."
            )
    return Threshold(
        use=use,
        answers=len(answers),
        yes=int(yes.sum()),
        annotators=len(people),
        threshold=found,
        own=_own(accuracy, yes, person, len(people), level),
        isotonic=_crossing(accuracy, yes),
        rise=rise,
        all_no_below=lowest_yes,
        all_yes_above=highest_no,
        separated=separated,
        published=_PUBLISHED.get(use),
    )


def _fitted(accuracy: Floats, yes: Bools) -> Floats:
    """Return intercept and slope of the logistic curve, by Newton's method."""
    design = np.stack([np.ones_like(accuracy), accuracy], axis=1)
    curve = np.zeros(2)
    for _ in range(_STEPS):
        chance = expit(design @ curve)
        weight = chance * (1 - chance)
        step = np.linalg.solve((design.T * weight) @ design, design.T @ (yes - chance))
        # Half steps, where a whole one would overshoot: the likelihood has one peak.
        while _log_likelihood(curve + step, design, yes) < _log_likelihood(curve, design, yes):
            if np.abs(step).max() < _SETTLED:
                break
            step = step / 2
        curve = curve + step
        if np.abs(step).max() < _SETTLED:
            break
    return curve


def _log_likelihood(curve: Floats, design: Floats, yes: Bools) -> float:
    odds = design @ curve
    return float(np.sum(np.where(yes, odds, 0.0) - np.logaddexp(0, odds)))


def _variance(
    curve: Floats, accuracy: Floats, yes: Bools, person: Ints, people: int
) -> tuple[Floats, float]:
    """Return the covariance of the curve, and the degrees of freedom it was found with."""
    design = np.stack([np.ones_like(accuracy), accuracy], axis=1)
    chance = expit(design @ curve)
    inverse = np.linalg.inv((design.T * (chance * (1 - chance))) @ design)
    if people == 1:
        return inverse, np.inf
    pull = design * (yes - chance)[:, None]
    sums = np.stack([np.bincount(person, weights=one) for one in pull.T], axis=1)
    between = people / (people - 1) * (inverse @ (sums.T @ sums) @ inverse)
    # Answers vary around the curve even if people do not differ at all.
    at = np.array([1.0, -curve[0] / curve[1]])  # where the curve crosses one half
    return (between if at @ between @ at > at @ inverse @ at else inverse), people - 1.0


def _fieller(curve: Floats, covariance: Floats, freedom: float, level: float) -> Estimate:
    """Return −intercept / slope with Fieller's interval; an open end is None."""
    value = float(-curve[0] / curve[1])
    q = float(stdtrit(freedom, (1 + level) / 2) if np.isfinite(freedom) else ndtri((1 + level) / 2))
    a = curve[1] ** 2 - q * q * covariance[1, 1]
    b = curve[0] * curve[1] - q * q * covariance[0, 1]
    c = curve[0] ** 2 - q * q * covariance[0, 0]
    root = b * b - a * c
    if a <= 0 or root < 0:
        return Estimate(value)
    low, high = (-b - root**0.5) / a, (-b + root**0.5) / a
    return Estimate(value, float(low), float(high))


def _crossing(accuracy: Floats, yes: Bools) -> float | None:
    """Return where a rising share of yes crosses one half, between documents on a straight line."""
    places, at = np.unique(accuracy, return_inverse=True)
    weight = np.bincount(at).astype(float)
    share = isotonic_regression(np.bincount(at, weights=yes) / weight, weights=weight).x
    above = np.flatnonzero(share >= 0.5)
    if not len(above) or above[0] == 0:
        return None
    after = int(above[0])
    before = after - 1
    part = (0.5 - share[before]) / (share[after] - share[before])
    return float(places[before] + part * (places[after] - places[before]))


def _own(accuracy: Floats, yes: Bools, person: Ints, people: int, level: float) -> Estimate:
    """Return the mean of the annotators' own thresholds; all of them must have one."""
    found = [_crossing(accuracy[person == one], yes[person == one]) for one in range(people)]
    values = np.array([value for value in found if value is not None])
    if len(values) < people:
        return Estimate(None)
    if people == 1 or np.ptp(values) == 0:
        return Estimate(float(values.mean()))
    low, high = t_interval(values, level=level)
    return Estimate(float(values.mean()), float(low), float(high))


def _by_document(answers: Sequence[Answer], uses: Sequence[str]) -> list[Answers]:
    counts: dict[tuple[str, str, float], list[bool]] = {}
    for one in answers:
        counts.setdefault((one.document, one.use, one.accuracy), []).append(one.yes)
    found = [
        Answers(document, use, accuracy, sum(said), len(said), sum(said) / len(said))
        for (document, use, accuracy), said in counts.items()
    ]
    return sorted(found, key=lambda one: (uses.index(one.use), one.accuracy, one.document))
