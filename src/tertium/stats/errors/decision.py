"""Pass, fail, or undetermined: what a sample allows to say about the text it was taken from.

A text passes if it costs no more than the limit allows. A sample shows that only with some
risk: the *consumer's*, that a text at the limit or worse passes, and the *producer's*, that one
at the limit or better fails. Errors come one by one and cost different points, so their sum
is compound Poisson; its exact interval is that of Fay and Feuer (1997), which is Garwood's for
equal points. Errors that come in clumps are fewer pieces of evidence: the interval is widened by
how much more the units (documents, or segments) differ than single errors would make them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammainc, gammaincc, gammaincinv, ndtri, stdtrit

from tertium.errors import BadInput

__all__ = [
    "Sample",
    "Verdict",
    "bounds",
    "check_risks",
    "decide",
    "decision_bounds",
    "decisions",
    "dispersion",
    "more_needed",
    "risks",
]

Floats = NDArray[np.float64]
Verdict = Literal["pass", "fail", "undetermined"]
_FARTHEST = 1e4  # a sample so many times as large is no answer to "how much more"


@dataclass(frozen=True, slots=True)
class Sample:
    """What a sample costs: points, their squares, the largest possible ones, and its size.

    `clumped` is how many times the variance is that of single errors, 1 or more. All but
    `clumped` may be arrays, one number per sample.
    """

    points: Floats | float
    squares: Floats | float
    largest: float
    exposure: Floats | float
    clumped: Floats | float = 1.0


def dispersion(
    points: Floats, exposure: Floats, squares: Floats | float, *, risk: float = 0.05
) -> Floats:
    """Return how many times the variance of the total is that of single errors, at least 1.

    `points` and `exposure` belong to units that vary (the last axis); `squares` is the sum of the
    squared points of all errors, the variance if each came by itself. As few units say little
    about their own variance, it is enlarged by (t/z)² of Student's and the normal quantile for
    the risk.
    """
    units = points.shape[-1]
    if units < 2:
        return np.ones(points.shape[:-1])
    rate = points.sum(-1, keepdims=True) / exposure.sum(-1, keepdims=True)
    between = units / (units - 1) * ((points - rate * exposure) ** 2).sum(-1)
    doubt = (float(stdtrit(units - 1, 1 - risk)) / float(ndtri(1 - risk))) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.where(np.asarray(squares) > 0, between / squares * doubt, 1.0)
    return np.asarray(np.maximum(1.0, found))


def _lower(sample: Sample) -> tuple[Floats, Floats]:
    """Return shape and scale of the gamma distribution whose quantiles are lower bounds."""
    points = np.asarray(sample.points, dtype=float)
    squares = np.asarray(sample.squares) * sample.clumped
    with np.errstate(divide="ignore", invalid="ignore"):
        return points**2 / squares, squares / points


def _upper(sample: Sample) -> tuple[Floats, Floats]:
    """Return shape and scale of the gamma distribution whose quantiles are upper bounds."""
    clump = sample.largest * np.asarray(sample.clumped)
    points = np.asarray(sample.points, dtype=float) + clump
    squares = np.asarray(sample.squares) * sample.clumped + clump**2
    return points**2 / squares, squares / points


def bounds(sample: Sample, low: float, high: float) -> tuple[Floats, Floats]:
    """Return the rate's lower bound with risk `low` and its upper bound with risk `high`.

    Fay and Feuer: with y points and v squared points, the lower bound is the `low` quantile of a
    gamma distribution with mean y and variance v, the upper bound the 1 − `high` quantile of the
    one with mean y + w and variance v + w², w being the largest points of an error.
    """
    shape, scale = _lower(sample)
    below = np.where(
        np.asarray(sample.points) > 0, gammaincinv(np.nan_to_num(shape, nan=1.0), low) * scale, 0.0
    )
    shape, scale = _upper(sample)
    return below / sample.exposure, gammaincinv(shape, 1 - high) * scale / sample.exposure


def _at(limit: Floats | float, sample: Sample) -> Sample:
    """Return the sample with the clumping that a text just at the limit would have.

    What clumping adds to the variance grows with the square of the rate, what single errors add
    with the rate itself; so where few errors came, little clumping was seen. Where more errors
    came than the limit allows, the clumping is left as it was seen.
    """
    points = np.asarray(sample.points, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        times = np.where(points > 0, limit * np.asarray(sample.exposure) / points, 0.0)
    return replace(sample, clumped=1 + (np.asarray(sample.clumped) - 1) * np.maximum(1.0, times))


def risks(sample: Sample, limit: float) -> tuple[float, float]:
    """Return the consumer's risk of letting this sample pass, and the producer's of failing it.

    Each is the smallest stated risk with which the decision would be that.
    """
    allowed = limit * float(sample.exposure)
    sample = _at(limit, sample)
    shape, scale = _upper(sample)
    consumer = float(gammaincc(shape, allowed / scale))
    if not sample.points:
        return consumer, 1.0
    shape, scale = _lower(sample)
    return consumer, float(gammainc(shape, allowed / scale))


def decide(sample: Sample, limit: float, *, consumer: float, producer: float) -> Verdict:
    """Say what the sample shows: the rate is at most the limit, above it, or neither.

    A text passes if its upper bound with the consumer's risk does not exceed the limit, and
    fails if its lower bound with the producer's risk does.
    """
    check_risks(consumer, producer)
    passes, fails = decisions(sample, limit, consumer=consumer, producer=producer)
    return "pass" if passes else "fail" if fails else "undetermined"


def decisions(
    sample: Sample, limit: Floats | float, *, consumer: float, producer: float
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell of each of many samples whether it passes and whether it fails."""
    below, above = decision_bounds(sample, limit, consumer=consumer, producer=producer)
    return np.asarray(above <= limit), np.asarray(below > limit)


def decision_bounds(
    sample: Sample, limit: Floats | float, *, consumer: float, producer: float
) -> tuple[Floats, Floats]:
    """Return the bounds that decide: the sample can tell if the limit lies outside them."""
    return bounds(_at(limit, sample), producer, consumer)


def check_risks(consumer: float, producer: float) -> None:
    """Refuse risks that are no small probabilities."""
    for name, risk in (("consumer", consumer), ("producer", producer)):
        if not 0 < risk < 0.5:
            raise BadInput(
                f"the {name}'s risk {risk:g} is not between 0 and 0.5",
                where=f"{name} risk",
                fix="Write 0.05 for 5%.",
            )


def more_needed(
    sample: Sample, limit: Callable[[float], float], *, consumer: float, producer: float
) -> float | None:
    """Return how many more words (or segments) decide, if errors go on as they came.

    None if even a very large sample would not: the rate is too near to the limit.
    """
    exposure = float(sample.exposure)

    def decided(times: float) -> bool:
        larger = Sample(
            sample.points * times,
            sample.squares * times,
            sample.largest,
            exposure * times,
            sample.clumped,
        )
        verdict = decide(larger, limit(exposure * times), consumer=consumer, producer=producer)
        return verdict != "undetermined"

    low, high = 1.0, 1.0
    while not decided(high):
        low, high = high, high * 1.25
        if high > _FARTHEST:
            return None
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (low, middle) if decided(middle) else (middle, high)
    return float(np.ceil((high - 1) * exposure))
