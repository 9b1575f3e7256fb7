"""Severity as a random intercept: how much do annotators differ?

b_j ~ N(0, τ²) is integrated by adaptive Gauss–Hermite quadrature (Pinheiro and Bates, 1995), one
integral per annotator, and the likelihood is maximised over thresholds, systems and τ. The gradient
is the mean of that of the complete data over what is believed about b_j (Fisher's identity).
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.special import logsumexp

from tertium.stats.arrays import Floats
from tertium.stats.ratings.cumulative import CumulativeModel, Latent, Precision
from tertium.stats.ratings.links import Link

_NODES = 15
_STEPS = 200
_HALVINGS = 40
_CLOSE = 1e-9  # of the last step, on the latent scale
_FAR = 2.0  # the longest step
_FARTHEST = 5.0  # log sd
_RAREST = 1e-300  # probability
_LEAST = 1e-4  # sd of annotators below which they are equal, in sds of the noise


@dataclass(frozen=True, slots=True)
class RandomIntercepts:
    """Thresholds and systems with the `sd` between annotators, and the log likelihood."""

    at: Latent
    sd: float
    likelihood: float


def random_intercepts(
    counts: Floats, link: Link, *, systems: float = 0.0, severity: float | None = None
) -> RandomIntercepts:
    """Fit systems, thresholds and the sd between annotators to counts.

    `systems` is the precision of a normal prior on systems. `severity` is the scale of a Rayleigh
    prior on the sd, whose density begins in proportion to it (Chung et al., 2013): with few
    annotators the likelihood alone often says that they are equal, or infinitely different.
    """
    model = CumulativeModel(counts, link, Precision(systems=systems))
    begin = model.fit().at
    if len(counts) < 2:
        return RandomIntercepts(begin, 0.0, model.likelihood(begin))
    quadrature = _Quadrature(model, np.zeros(len(counts)), severity)
    at, sd = quadrature.read(_climb(quadrature, begin))
    middle = at.systems.mean()
    at = replace(at, systems=at.systems - middle, thresholds=at.thresholds - middle)
    return RandomIntercepts(at, sd, quadrature.likelihood(at, sd)[0])


def _climb(quadrature: "_Quadrature", begin: Latent) -> Floats:
    """Find the maximum by BFGS, which begins with the information that severity leaves.

    A step that would lose height, or cross thresholds, is halved.
    """
    model = quadrature.model
    sd = 0.5 * model.link.sd
    given = np.r_[begin.thresholds, begin.systems, np.log(sd)]
    held = replace(model, precision=replace(model.precision, shift=sd**-2))
    inverse = np.zeros((len(given), len(given)))
    inverse[:-1, :-1] = np.linalg.inv(held.information(begin, expected=True).left())
    inverse[-1, -1] = 1 / (2 * len(begin.shift))
    height, slope = quadrature.value(given)
    for _ in range(_STEPS):
        step = inverse @ slope
        step *= min(1.0, _FAR / max(float(np.abs(step).max()), _CLOSE))
        for _ in range(_HALVINGS):
            beyond, new = quadrature.value(given + step)
            if beyond >= height - 1e-13 * abs(height):
                break
            step = step / 2
        else:
            break
        given, height, change = given + step, beyond, slope - new
        slope = new
        if np.abs(step).max() < _CLOSE:
            break
        along = float(step @ change)
        if along > 0:
            turn = np.eye(len(step)) - np.outer(step, change) / along
            inverse = turn @ inverse @ turn.T + np.outer(step, step) / along
    return np.asarray(given, dtype=float)


@dataclass(slots=True)
class _Quadrature:
    """The marginal likelihood; `middle` remembers where annotators were last."""

    model: CumulativeModel
    middle: Floats
    severity: float | None

    def read(self, given: Floats) -> tuple[Latent, float]:
        """Return thresholds, systems and the log sd as places and an sd."""
        cuts = self.model.counts.shape[2] - 1
        sd = max(float(np.exp(min(given[-1], _FARTHEST))), _LEAST * self.model.link.sd)
        return Latent(given[:cuts], given[cuts:-1], *np.zeros((2, len(self.middle)))), sd

    def value(self, given: Floats) -> tuple[float, Floats]:
        """Return the log likelihood with the priors, and its gradient."""
        at, sd = self.read(given)
        if not (np.diff(at.thresholds) > 0).all():
            return -np.inf, given
        value, of_thresholds, of_systems, of_sd = self.likelihood(at, sd)
        prior = self.model.precision.systems
        value -= prior / 2 * float(at.systems @ at.systems)
        of_systems = of_systems - prior * at.systems
        if self.severity is not None:
            part = (sd / self.severity) ** 2
            value, of_sd = value + float(np.log(sd)) - part / 2, of_sd + 1.0 - part
        return (value if np.isfinite(value) else -np.inf), np.r_[of_thresholds, of_systems, of_sd]

    def likelihood(self, at: Latent, sd: float) -> tuple[float, Floats, Floats, float]:
        """Return the log likelihood, and its slopes in thresholds, systems and log sd."""
        middle, spread = self._modes(at, sd)
        nodes, weights = np.polynomial.hermite.hermgauss(_NODES)
        place = middle + np.sqrt(2) * spread * nodes[:, None]  # node × annotator
        cuts = at.thresholds - at.systems[:, None] - place[..., None, None]
        share = np.maximum(self.model.shares(cuts), _RAREST)
        counts = self.model.counts
        told = (counts * np.log(share)).sum((2, 3))
        log = told - 0.5 * (place / sd) ** 2 + (np.log(weights) + nodes**2)[:, None]
        whole = logsumexp(log, axis=0)
        believed = np.exp(log - whole)
        value = float((whole + np.log(spread / sd) - 0.5 * np.log(np.pi)).sum())
        seen = counts / share
        surplus = self.model.link.density(cuts) * (seen[..., :-1] - seen[..., 1:])
        surplus = surplus * believed[..., None, None]
        return (
            value,
            surplus.sum((0, 1, 2)),
            -surplus.sum((0, 1, 3)),
            float((believed * ((place / sd) ** 2 - 1)).sum()),
        )

    def _modes(self, at: Latent, sd: float) -> tuple[Floats, Floats]:
        """Return where each annotator most probably is, and how sure that is."""
        middle, held = self.middle, replace(self.model, precision=Precision(shift=sd**-2))
        for _ in range(_STEPS):
            slope = held.information(replace(at, shift=middle), expected=True)
            step = slope.personal[:, 0] / slope.own[:, 0, 0]
            middle = middle + np.clip(step, -2 * sd - 1, 2 * sd + 1)
            if np.abs(step).max() < _CLOSE:
                break
        self.middle = middle
        slope = held.information(replace(at, shift=middle))
        return middle, 1 / np.sqrt(slope.own[:, 0, 0])
