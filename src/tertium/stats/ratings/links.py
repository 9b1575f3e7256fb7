"""The links of a cumulative model: how the noise of one judgement is distributed."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import expit, logit, ndtr, ndtri

from tertium.choices import Link as LinkName
from tertium.stats.arrays import Floats


@dataclass(frozen=True, slots=True)
class Link:
    """A symmetric distribution: F, its density f, the slope of f, and the inverse of F.

    `sd` is that of the noise, the unit in which priors are told.
    """

    share: Callable[[Floats], Floats]
    density: Callable[[Floats], Floats]
    slope: Callable[[Floats], Floats]
    quantile: Callable[[Floats], Floats]
    sd: float


def _logistic_density(x: Floats) -> Floats:
    below = expit(x)
    return np.asarray(below * (1 - below))


def _logistic_slope(x: Floats) -> Floats:
    below = expit(x)
    return np.asarray(below * (1 - below) * (1 - 2 * below))


def _normal_density(x: Floats) -> Floats:
    return np.asarray(np.exp(-0.5 * x**2) / np.sqrt(2 * np.pi))


LINKS: dict[LinkName, Link] = {
    "logit": Link(expit, _logistic_density, _logistic_slope, logit, float(np.pi / np.sqrt(3))),
    "probit": Link(ndtr, _normal_density, lambda x: -x * _normal_density(x), ndtri, 1.0),
}
