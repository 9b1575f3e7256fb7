"""Pass, fail, or not yet decided: what a sample allows to say about the text it was taken from.

A text passes if it costs no more penalty points than its threshold. A sample shows that only with
some risk: the *consumer's*, that a text at the threshold passes, and the *producer's*, that it
fails. Errors come one by one and cost different points, so their sum is compound Poisson (Fay and
Feuer 1997; Garwood 1936 for equal points); documents differ, so the rate of each is that of the
text times a gamma factor. The ratio of the two has an F distribution.

How much the documents of a text *at the threshold* differ cannot be seen in a better or worse
text: past campaigns say it (`SPREAD`, a coefficient of variation), and the sample can only raise
it, by statistics that never fall when errors are added. So removing an error never makes a
verdict worse.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, exp, inf, log
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import fdtr, fdtrc, gammainc, gammaincc, ndtri, stdtrit

from tertium.exceptions import BadInput
from tertium.stats.arrays import Bools, Floats

Verdict = Literal["pass", "fail", "not yet decided"]
SPREAD = 0.5  # by how much of their mean documents differ, in past campaigns
CAUTIOUS = 1.0  # the same where they may differ strongly
_BETTER, _WORSE = 0.7, 1.5  # parts of the threshold beyond which documents count as different
_DOUBT = 0.95  # the level of Student's t by which few documents' variance is enlarged
_STEP = 1.5  # the largest factor from one cap of an error's points to the next
_SMALLEST_RISK = 0.005  # below, removing an error may raise the consumer's p
_FARTHEST = 20.0  # a sample so many times as large is no answer to "how much more"


@dataclass(frozen=True, slots=True)
class Sample:
    """What a sample costs, as a verdict needs it; arrays may hold many samples at once.

    `points` are means over the annotators of a text, `squares` the squared points of single errors,
    `together` the same but larger where errors of one segment come together, and `next_error`
    is what one more may cost: `largest`, the most that is agreed, or as much as the worst
    segment. `capped` holds points and squares with each error's points cut at each of the `caps`
    (last axis). `allowed` are the points that the threshold allows, `above` and `below` the squared
    coefficients of variation of documents that the sample shows to those who would pass or fail it.
    `shares` is Σ(words of a document / all words)², by which such a variance reaches the total,
    and `unseen` what is left of it if those documents are part of the text.
    """

    points: Floats
    squares: Floats
    together: Floats
    next_error: Floats
    capped: tuple[Floats, Floats]
    allowed: Floats
    above: Floats
    below: Floats
    unseen: Floats
    shares: Floats
    largest: float


def caps(costs: Sequence[float]) -> Floats:
    """Return the agreed costs of errors, with geometric steps between them.

    >>> caps([1, 5]).round(2).tolist()
    [1.0, 1.5, 2.24, 3.34, 5.0]
    """
    agreed = sorted({float(cost) for cost in costs if cost > 0})
    between = [
        np.geomspace(low, high, ceil(log(high / low) / log(_STEP) - 1e-9) + 1)[1:]
        for low, high in pairwise(agreed)
    ]
    return np.concatenate([agreed[:1], *between])


def sample_of(
    points: ArrayLike,
    squares: ArrayLike,
    words: ArrayLike,
    *,
    capped: tuple[ArrayLike, ArrayLike],
    threshold: ArrayLike,
    largest: float,
    documents: float = inf,
) -> Sample:
    """Return the sample made of segments: the last axes are documents and their segments.

    Documents of unequal length are filled up with segments of no words. `threshold` is in points
    per word, `documents` the number of documents in the whole text, if it is known.
    """
    x, u, e = (np.asarray(one, dtype=float) for one in (points, squares, words))
    limit = np.asarray(threshold, dtype=float)[..., None]
    of_document, length = x.sum(-1), np.broadcast_to(e, x.shape).sum(-1)
    total, number = length.sum(-1), x.shape[-2]
    u_all = u.sum((-2, -1))
    above, below = _differences(of_document, limit * length, u_all)
    shares = ((length / total[..., None]) ** 2).sum(-1)
    return Sample(
        points=of_document.sum(-1),
        squares=u_all,
        together=np.maximum(u, x * (x - limit[..., None] * e)).sum((-2, -1)),
        next_error=np.maximum(largest, x.max((-2, -1))),
        capped=(np.asarray(capped[0], dtype=float), np.asarray(capped[1], dtype=float)),
        allowed=limit[..., 0] * total,
        above=above,
        below=below,
        unseen=max(0.0, 1 - number / documents) * shares,
        shares=shares,
        largest=largest,
    )


def _differences(points: Floats, allowed: Floats, squares: Floats) -> tuple[Floats, Floats]:
    """Return the squared variation of documents that cost more, and less, than they should.

    Only what lies beyond .7 of the threshold speaks against passing, and only what stays below
    1.5 of it against failing; below three documents nothing is seen. As few documents say
    little about their variance, it is enlarged by (t/z)².
    """
    number = points.shape[-1]
    if number < 3:
        return np.zeros(points.shape[:-1]), np.zeros(points.shape[:-1])
    doubt = (float(stdtrit(number - 1, _DOUBT)) / float(ndtri(_DOUBT))) ** 2
    twice = 2 * number / (number - 1)
    good, bad = _BETTER * allowed, _WORSE * allowed
    over = twice * (np.maximum(points - good, 0) ** 2).sum(-1) - squares
    under = twice * (np.maximum(bad - points, 0) ** 2).sum(-1) - squares / 2
    return doubt * over / (good**2).sum(-1), doubt * under / (bad**2).sum(-1)


def p_values(
    sample: Sample,
    *,
    spread: float = SPREAD,
    times: ArrayLike = 1.0,
    allowed: ArrayLike | None = None,
    new_documents: bool = True,
) -> tuple[Floats, Floats]:
    """Return the consumer's and the producer's p.

    The consumer's is how often a text at the threshold looks as good as this or better, the
    producer's how often it looks as bad as this or worse; documents differ by `spread`, or by
    more if the sample says so. With `times`, that of a sample so many times as large, in which
    errors go on as they came, from new documents of the same size or from the same.
    """
    factor = np.asarray(times, dtype=float)
    may = factor * sample.allowed if allowed is None else np.asarray(allowed, dtype=float)
    unseen = sample.unseen / (factor if new_documents else 1.0)
    prior = unseen * spread**2
    w = sample.next_error
    cost = factor * sample.points + w
    shape = cost**2 / (factor * sample.together + w**2)
    consumer = np.maximum.reduce(
        [
            _exceeds(shape, prior, may / cost),
            _exceeds(shape, unseen * np.maximum(spread**2, sample.above), may / cost),
            _without_errors(may / sample.largest, prior),
        ]
    )
    producer = np.ones_like(consumer)
    worse = unseen * np.maximum(spread**2, sample.below)
    for points, squares in zip(*(np.moveaxis(one, -1, 0) for one in sample.capped), strict=True):
        some = np.where(points > 0, points, 1.0)
        shape = factor * some**2 / np.where(points > 0, squares, 1.0)
        ratio = may / (factor * some)
        p = np.maximum(_stays_below(shape, prior, ratio), _stays_below(shape, worse, ratio))
        producer = np.where(points > 0, np.minimum(producer, p), producer)
    return consumer, producer


def _exceeds(shape: Floats, variance: Floats, ratio: Floats) -> Floats:
    """Return P(F > ratio), F a gamma variable over one of this variance, both with mean 1."""
    certain = variance <= 0
    other = 2 / np.where(certain, 1.0, variance)
    found: Floats = np.where(
        certain, gammaincc(shape, shape * ratio), fdtrc(2 * shape, other, ratio)
    )
    return found


def _stays_below(shape: Floats, variance: Floats, ratio: Floats) -> Floats:
    certain = variance <= 0
    other = 2 / np.where(certain, 1.0, variance)
    found: Floats = np.where(certain, gammainc(shape, shape * ratio), fdtr(2 * shape, other, ratio))
    return found


def _without_errors(errors: Floats, variance: Floats) -> Floats:
    """Return how often no error comes where so many are expected."""
    certain = variance <= 0
    safe = np.where(certain, 1.0, variance)
    return np.where(certain, np.exp(-errors), (1 + safe * errors) ** (-1 / safe))


def clean_points(largest: float, risk: float, *, unseen: float, spread: float = SPREAD) -> float:
    """Return the points that the threshold must allow so that a sample without errors passes.

    `unseen` is Σ(words of a document / all words)², or 0 where the text is what was read.
    """
    variance = unseen * spread**2
    if variance <= 0:
        return largest * -log(risk)
    return largest * (exp(-variance * log(risk)) - 1) / variance


def verdict_of(p_pass: float, p_fail: float, *, consumer: float, producer: float) -> Verdict:
    """Say what the p-values show at the stated risks."""
    return "pass" if p_pass <= consumer else "fail" if p_fail <= producer else "not yet decided"


def check_risks(consumer: float, producer: float) -> None:
    """Refuse risks that are no small probabilities, or smaller than the rule can keep."""
    for name, risk in (("consumer", consumer), ("producer", producer)):
        if not _SMALLEST_RISK <= risk < 0.5:
            raise BadInput(
                f"the {name}'s risk {risk:g} is not from {_SMALLEST_RISK:g} to below 0.5",
                where=f"{name} risk",
                fix="Write 0.05 for 5%.",
            )


def more_needed(
    sample: Sample,
    allowed: Callable[[float], float],
    *,
    consumer: float = 0.05,
    producer: float = 0.05,
    spread: float = SPREAD,
    new_documents: bool = True,
) -> float | None:
    """Return how many times as large a sample decides, if errors go on as they came.

    `allowed` tells what a sample so many times as large may cost. None if 20 times is not
    enough: the rate is too near to the threshold, or only other documents could tell.
    """

    def decided(times: Floats) -> Bools:
        may = np.array([allowed(float(one)) for one in times])
        p_pass, p_fail = p_values(
            sample, spread=spread, times=times, allowed=may, new_documents=new_documents
        )
        return np.asarray((p_pass <= consumer) | (p_fail <= producer))

    steps = np.geomspace(1.0, _FARTHEST, 200)
    found = np.flatnonzero(decided(steps))
    if not len(found):
        return None
    high = float(steps[found[0]])
    low = float(steps[max(0, found[0] - 1)])
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if decided(np.array([middle]))[0] else (middle, high)
    return high
