"""The cumulative link model of ordered categories, with severity and spread of annotators.

Annotator j puts an output of system s into category k or below with probability

    P(y ≤ k) = F((θ_k − β_s − b_j) / e^{γ_j}),

so that a large β_s means high categories (McCullagh, 1980). −b_j is the *severity* of an annotator,
e^{γ_j} the *spread*: who has a large one uses both ends of the scale more and follows quality less.
All depends on the data through a table of counts, annotator × system × category, so a million
judgements are fitted as fast as a thousand. The maximum is found by Newton's method; annotators'
own parameters are eliminated one by one, so that thousands of them are no burden.
"""

from dataclasses import dataclass, replace

import numpy as np

from tertium.stats.arrays import Floats
from tertium.stats.ratings.links import Link

_STEPS = 200
_HALVINGS = 40
_CLOSE = 1e-10  # of the last step, in units of the latent scale


@dataclass(frozen=True, slots=True)
class Latent:
    """Places on the latent scale: thresholds, systems, and annotators' shift and log spread."""

    thresholds: Floats
    systems: Floats
    shift: Floats
    log_spread: Floats

    def moved(self, step: "Latent", part: float) -> "Latent":
        """Return the place after a part of a step."""
        return Latent(
            self.thresholds + part * step.thresholds,
            self.systems + part * step.systems,
            self.shift + part * step.shift,
            self.log_spread + part * step.log_spread,
        )

    @property
    def largest(self) -> float:
        """The largest of its numbers."""
        parts = (self.thresholds, self.systems, self.shift, self.log_spread)
        return max(float(np.abs(part).max(initial=0.0)) for part in parts)


@dataclass(frozen=True, slots=True)
class Precision:
    """Precisions of normal priors on systems, shifts and log spreads; 0 for none.

    None fixes shifts or log spreads at 0.
    """

    systems: float = 0.0
    shift: float | None = None
    log_spread: float | None = None


@dataclass(frozen=True, slots=True)
class CumulativeModel:
    """The likelihood of counts (annotator × system × category), with priors."""

    counts: Floats
    link: Link
    precision: Precision

    # Probabilities -----------------------------------------------------------

    def start(self) -> Latent:
        """Return equal systems and annotators, with the shares of all answers."""
        total = self.counts.sum((0, 1))
        below = np.cumsum(total)[:-1] / total.sum()
        people, systems, _ = self.counts.shape
        return Latent(self.link.quantile(below), np.zeros(systems), *np.zeros((2, people)))

    def cuts(self, at: Latent) -> Floats:
        """Return the arguments of F at each threshold, annotator × system × threshold."""
        middle = at.systems[None, :] + at.shift[:, None]
        scale = np.exp(-at.log_spread)[:, None, None]
        return np.asarray((at.thresholds - middle[:, :, None]) * scale)

    def shares(self, cuts: Floats) -> Floats:
        """Return the probability of each category; not positive where thresholds are crossed."""
        return category_shares(cuts, self.link)

    def value(self, at: Latent) -> float:
        """Return the log likelihood with the log priors (without their constants)."""
        found = self.likelihood(at)
        return found if np.isinf(found) else found - self._penalty(at)

    def likelihood(self, at: Latent) -> float:
        """Return the log likelihood of the counts."""
        share = self.shares(self.cuts(at))
        if (share <= 0).any():
            return -np.inf
        return float((self.counts * np.log(share)).sum())

    def _penalty(self, at: Latent) -> float:
        prior = self.precision
        return 0.5 * float(
            prior.systems * (at.systems**2).sum()
            + (prior.shift or 0.0) * (at.shift**2).sum()
            + (prior.log_spread or 0.0) * (at.log_spread**2).sum()
        )

    # Slopes ------------------------------------------------------------------

    def information(self, at: Latent, *, expected: bool = False) -> "Information":
        """Return the gradient and the information (minus the second derivatives).

        `expected`: that of expected counts, which is positive everywhere.
        """
        cuts = self.cuts(at)
        share, density = self.shares(cuts), self.link.density(cuts)
        slope = self.link.slope(cuts)
        seen = self.counts / share
        surplus = density * (seen[..., :-1] - seen[..., 1:])  # the gradient at each cut
        if expected:
            number = self.counts.sum(2, keepdims=True)
            seen = np.broadcast_to(number, share.shape)
            curved = np.zeros_like(surplus)
        else:
            curved = slope * (seen[..., :-1] - seen[..., 1:])
        weight = seen / share
        of_cuts = density**2 * (weight[..., :-1] + weight[..., 1:]) - curved
        beside = -density[..., :-1] * density[..., 1:] * weight[..., 1:-1]
        own = np.arange(cuts.shape[2])
        among = np.zeros((*cuts.shape, cuts.shape[2]))
        among[:, :, own, own] = of_cuts
        among[:, :, own[1:], own[:-1]] = among[:, :, own[:-1], own[1:]] = beside
        bent = np.zeros_like(surplus) if expected else surplus
        return self._gathered(at, cuts, among, surplus, bent)

    def _gathered(
        self, at: Latent, cuts: Floats, among: Floats, surplus: Floats, bent: Floats
    ) -> "Information":
        """Add up what single annotators with single systems say about all parameters.

        Of each cell the parameters are the thresholds, its middle and the log spread.
        """
        people, systems, number = cuts.shape
        scale = np.exp(-at.log_spread)[:, None]
        turn = np.zeros((people, systems, number, number + 2))
        turn[..., np.arange(number), np.arange(number)] = scale[..., None]
        turn[..., number] = -scale[..., None]
        turn[..., number + 1] = -cuts
        cell = np.swapaxes(turn, 2, 3) @ among @ turn
        cell[..., :number, number + 1] += scale[..., None] * bent
        cell[..., number + 1, :number] += scale[..., None] * bent
        cell[..., number, number + 1] -= scale * bent.sum(2)
        cell[..., number + 1, number] -= scale * bent.sum(2)
        cell[..., number + 1, number + 1] -= (cuts * bent).sum(2)
        gradient = (np.swapaxes(turn, 2, 3) @ surplus[..., None])[..., 0]
        prior = self.precision
        size = number + systems
        fixed, crossed = np.zeros((size, size)), np.zeros((people, size, 2))
        fixed[:number, :number] = cell[..., :number, :number].sum((0, 1))
        by_system = cell[..., :number, number].sum(0)
        fixed[number:, :number], fixed[:number, number:] = by_system, by_system.T
        fixed[number:, number:] = np.diag(cell[..., number, number].sum(0) + prior.systems)
        crossed[:, :number] = cell[..., :number, number:].sum(1)
        crossed[:, number:] = cell[..., number, number:]
        own = cell[..., number:, number:].sum(1)
        common = np.concatenate(
            [
                gradient[..., :number].sum((0, 1)),
                gradient[..., number].sum(0) - prior.systems * at.systems,
            ]
        )
        personal = gradient[..., number:].sum(1)
        for place, (known, given) in enumerate(
            ((prior.shift, at.shift), (prior.log_spread, at.log_spread))
        ):
            if known is None:  # fixed at 0
                crossed[:, :, place] = own[:, place, :] = own[:, :, place] = personal[:, place] = 0
                own[:, place, place] = 1.0
            else:
                own[:, place, place] += known
                personal[:, place] -= known * given
        flat = self._flat(number, systems)
        return Information(number, fixed, crossed, own, common, personal, flat)

    def _flat(self, thresholds: int, systems: int) -> Floats:
        """Return the directions of thresholds and systems in which the likelihood is flat."""
        directions = []
        if not self.precision.systems:
            directions.append(np.ones(thresholds + systems))
        if self.precision.shift == 0.0:
            directions.append(np.r_[np.ones(thresholds), np.zeros(systems)])
        return np.array(directions).reshape(-1, thresholds + systems).T

    # The maximum ---------------------------------------------------------------

    def fit(self, start: Latent | None = None) -> "Fitted":
        """Climb to the maximum by Newton's method, halving steps that would lose height."""
        at = start or self.start()
        height = self.value(at)
        for _ in range(_STEPS):
            slope = self.information(at)
            if not slope.positive:
                slope = self.information(at, expected=True)
            step = slope.solve(slope.common, slope.personal, self.spreads)
            part = 1.0
            for _ in range(_HALVINGS):
                beyond = self.value(at.moved(step, part))
                if beyond >= height - 1e-13 * abs(height):
                    break
                part /= 2
            at, height = at.moved(step, part), beyond
            if part * step.largest < _CLOSE:
                break
        return Fitted(self, self._centred(at))

    @property
    def spreads(self) -> bool:
        """Whether annotators have a spread of their own; their logs then have mean 0."""
        return self.precision.log_spread is not None

    def _centred(self, at: Latent) -> Latent:
        """Let systems and shifts have mean 0, where the likelihood leaves that open."""
        if not self.precision.systems:
            middle = at.systems.mean()
            at = replace(at, systems=at.systems - middle, thresholds=at.thresholds - middle)
        if self.precision.shift == 0.0:
            middle = at.shift.mean()
            at = replace(at, shift=at.shift - middle, thresholds=at.thresholds - middle)
        return at


def category_shares(cuts: Floats, link: Link) -> Floats:
    """Return the probabilities of categories between cuts; the tails keep all their digits."""
    ends = np.full((*cuts.shape[:-1], 1), np.inf)
    above, below = np.concatenate([cuts, ends], -1), np.concatenate([-ends, cuts], -1)
    upper = below > 0  # F(b) − F(a) = F(−a) − F(−b), without cancellation
    high, low = np.where(upper, -below, above), np.where(upper, -above, below)
    return np.asarray(link.share(high) - link.share(low))


@dataclass(frozen=True, slots=True)
class Information:
    """Information about thresholds and systems (`fixed`), annotators (`own`), and both.

    `common` and `personal` are the gradient. The first of the fixed parameters are `thresholds`.
    """

    thresholds: int
    fixed: Floats
    crossed: Floats
    own: Floats
    common: Floats
    personal: Floats
    flat: Floats

    @property
    def positive(self) -> bool:
        """Whether the likelihood is curved downwards here in every direction."""
        if (np.linalg.eigvalsh(self.own)[:, 0] <= 0).any():
            return False
        return bool(np.linalg.eigvalsh(self.left())[0] > 0)

    def left(self) -> Floats:
        """Return the information about thresholds and systems once annotators are fitted."""
        explained = self.crossed @ np.linalg.solve(self.own, np.swapaxes(self.crossed, 1, 2))
        unit = self.flat / np.sqrt((self.flat**2).sum(0)) if self.flat.size else self.flat
        return np.asarray(self.fixed - explained.sum(0) + unit @ unit.T)

    def solve(self, common: Floats, personal: Floats, centred: bool) -> Latent:
        """Return the information's inverse times a vector; `centred` log spreads sum to 0."""
        found = self._solve(common, personal)
        if not centred:
            return found
        ones = np.zeros_like(personal)
        ones[:, 1] = 1.0
        along = self._solve(np.zeros_like(common), ones)
        part = found.log_spread.sum() / along.log_spread.sum()
        return found.moved(along, -part)

    def annotators(self, centred: bool) -> Floats:
        """Return the covariance of each annotator's shift and log spread."""
        alone = np.linalg.inv(self.own)
        through = alone @ np.swapaxes(self.crossed, 1, 2)
        found = alone + through @ np.linalg.solve(self.left(), np.swapaxes(through, 1, 2))
        if centred:
            ones = np.zeros_like(self.personal)
            ones[:, 1] = 1.0
            along = self._solve(np.zeros_like(self.common), ones)
            step = np.stack([along.shift, along.log_spread], axis=1)
            found = found - step[:, :, None] * step[:, None, :] / along.log_spread.sum()
        return np.asarray(found, dtype=float)

    def _solve(self, common: Floats, personal: Floats) -> Latent:
        alone = np.linalg.solve(self.own, personal[..., None])
        given = common - (self.crossed @ alone)[..., 0].sum(0)
        fixed = np.linalg.solve(self.left(), given)
        behind = np.swapaxes(self.crossed, 1, 2) @ fixed
        rest = np.asarray(
            np.linalg.solve(self.own, (personal - behind)[..., None])[..., 0], dtype=float
        )
        number = self.thresholds
        return Latent(fixed[:number], fixed[number:], rest[:, 0], rest[:, 1])


@dataclass(frozen=True, slots=True)
class Fitted:
    """A model with the place of its maximum."""

    model: CumulativeModel
    at: Latent
