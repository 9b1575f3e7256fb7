"""How each annotator uses the scale, told by outputs whose earlier score is known.

Annotator j gives an anchor with expected earlier score w the score a_j + b_j (w − centre),
with noise of an own size. Intercepts and slopes vary around those of the group, so that who
scored few anchors is drawn towards the others (random coefficients; Laird and Ware, 1982).
"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Floats, Ints

# What past campaigns say, as much as so many annotators would: the sds between annotators of
# the level, in points of 100, and of the slope. A group's slope is 1, give or take a half:
# where anchors hardly tell it, a slope near 0 would put systems anywhere.
_LEVEL_SD, _SLOPE_SD, _WORTH = 11.0, 0.3, 3.0
_GROUP_SLOPE_SD = 0.5
_NOISE_WORTH = 10.0  # anchors: so much does the noise of all count for that of each
_ROUNDS, _STILL = 500, 1e-7


@dataclass(frozen=True, slots=True)
class Link:
    """Intercepts and slopes at `centre`, of the group and of everybody.

    `held` is the inverse of the spread between annotators, `known` the posterior
    covariance of each annotator's two numbers given those of the group, and `group_cov` the
    inverse of what the anchors say about the group.
    """

    centre: float
    spread: float  # sd of the expected scores of anchors
    group: Floats  # intercept, slope
    own: Floats  # annotators × 2
    noise: Floats  # variance of each annotator's scores around the line
    held: Floats
    known: Floats  # annotators × 2 × 2
    group_cov: Floats

    @property
    def level(self) -> Floats:
        """What each annotator gives an output of the middle quality."""
        return self.own[:, 0]

    @property
    def slope(self) -> Floats:
        """How much each annotator's score grows with a point of quality."""
        return self.own[:, 1]

    @property
    def weight(self) -> Floats:
        """The share of everybody's differences that quality explains; 0 for the wrong way."""
        signal = np.maximum(self.slope, 0.0) ** 2 * self.spread**2
        return np.asarray(signal / (signal + self.noise))


def link_annotators(
    expected: Floats, value: Floats, person: Ints, people: int, *, point: float = 1.0
) -> Link:
    """Fit lines for the group and for everybody; `point` is a hundredth of the scale.

    Means by expectation and maximisation, which is slow but cannot fail; a prior worth
    three annotators keeps the spread between annotators away from zero.
    """
    centre = float(expected.mean())
    z = np.stack([np.ones(len(expected)), expected - centre], axis=1)
    squares = _by_person(z[:, :, None] * z[:, None, :], person, people)
    products = _by_person(z * value[:, None], person, people)
    number = np.bincount(person, minlength=people)
    guess = np.diag([(_LEVEL_SD * point) ** 2, _SLOPE_SD**2])
    prior = np.diag([0.0, 1 / _GROUP_SLOPE_SD**2])
    group, spread = np.array([value.mean(), 1.0]), guess
    noise = np.full(people, max(float(((value - z @ group) ** 2).mean()), (0.1 * point) ** 2))
    linked = (number > 0).sum()
    for _ in range(_ROUNDS):
        held = np.linalg.inv(spread)
        told = squares / noise[:, None, None]
        known = np.linalg.inv(told + held)
        score = products / noise[:, None]
        # The information on the group: what is told, less what the spread leaves open.
        each = told - told @ known @ told
        total = each.sum(0) + prior
        heard = (score - np.einsum("jab,jbc,jc->ja", told, known, score)).sum(0)
        before, group = group, np.linalg.solve(total, heard + prior @ np.array([0.0, 1.0]))
        own = np.einsum("jab,jb->ja", known, score + held @ group)
        off = own - group
        between = known + off[:, :, None] * off[:, None, :]
        spread = (between[number > 0].sum(0) + _WORTH * guess) / (linked + _WORTH)
        left = np.bincount(person, (value - (z * own[person]).sum(1)) ** 2, people)
        left += np.einsum("jab,jba->j", squares, known)
        pooled = max(left.sum() / len(value), (0.1 * point) ** 2)
        noise = (left + _NOISE_WORTH * pooled) / (number + _NOISE_WORTH)
        if np.abs((group - before) / (point, 0.01)).max() < _STILL:
            break
    return Link(
        centre,
        float(expected.std()),
        group,
        own,
        noise,
        held,
        known,
        np.linalg.inv(total),
    )


def _by_person(values: Floats, person: Ints, people: int) -> Floats:
    """Add up rows by person."""
    found = np.zeros((people, *values.shape[1:]))
    np.add.at(found, person, values)
    return found
