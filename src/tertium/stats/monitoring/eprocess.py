"""What the two e-processes share: the best null, averages of likelihoods, and bounds.

An *e-process* compares how well two explanations foretold the judgements: "one system is
better in the population of annotators", averaged over how much better it may be, against
the best explanation without a difference, in which annotators may still differ from each
other with an sd τ up to a `bound`. Without a difference its expectation is at most 1 at
every moment, so it ever reaches 20 in at most one campaign of twenty (Ville, 1939),
however often and for whatever reason somebody looks. For the mixture over alternatives
see Robbins (1970); for the largest null likelihood in the denominator Wasserman, Ramdas and
Balakrishnan (2020).
"""

from collections.abc import Callable

import numpy as np

from tertium.stats.arrays import Floats

_ALTERNATIVES = 7  # values of τ that the numerator averages over
_NULLS = 13  # values of τ among which the largest null likelihood is looked for
_HALVINGS = 40


def alternatives(bound: float) -> Floats:
    """Return the values of τ that a true difference may come with."""
    return np.linspace(0.0, bound, _ALTERNATIVES)


def nulls(bound: float) -> Floats:
    """Return the values of τ that the null hypothesis allows, equally spaced."""
    return np.linspace(0.0, bound, _NULLS)


def largest(values: Floats) -> Floats:
    """Return the largest value along the last axis, between its equally spaced places too.

    A parabola through the best place and its neighbours gives the height of the top; a top
    that is missed by the grid would make the evidence look stronger than it is.
    """
    best = values.argmax(-1)[..., None]
    inner = np.clip(best, 1, values.shape[-1] - 2)
    before, here, after = (
        np.take_along_axis(values, inner + step, -1)[..., 0] for step in (-1, 0, 1)
    )
    bend = 2 * here - before - after
    with np.errstate(divide="ignore", invalid="ignore"):
        top = here + (after - before) ** 2 / (8 * bend)
    # Beside a likelihood of 0 there is no parabola.
    peaked = (best[..., 0] == inner[..., 0]) & np.isfinite(top)
    return np.where(peaked, top, values.max(-1))


def log_mean_exp(logs: Floats) -> Floats:
    """Return the log of the mean of exponentials along the last axis."""
    top = logs.max(-1, keepdims=True)
    return np.asarray(top[..., 0] + np.log(np.exp(logs - top).mean(-1)))


def ends(
    log_null: Callable[[Floats], Floats], least: Floats, middle: Floats, reach: float
) -> tuple[Floats, Floats]:
    """Return between which differences the null likelihood stays above `least`.

    A difference outside would have been rejected at some moment: these are the ends of an
    interval that holds at every look (a confidence sequence, Darling and Robbins, 1967).
    `log_null` takes one difference for each entry of `least`; `middle` is a difference that
    is not rejected and `reach` how far from it to look. An end is infinite if all that far is
    still inside.
    """
    found = []
    for side in (-1.0, 1.0):
        inside, outside = middle.copy(), middle + side * reach
        unbounded = log_null(outside) >= least
        for _ in range(_HALVINGS):
            half = (inside + outside) / 2
            kept = log_null(half) >= least
            inside, outside = np.where(kept, half, inside), np.where(kept, outside, half)
        found.append(np.where(unbounded, side * np.inf, inside))
    return found[0], found[1]
