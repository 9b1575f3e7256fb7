"""How sure is a place on the earlier scale, when people, texts and anchors vary?

Each campaign has a part for annotators and a part for texts, what both share counted once;
anchors are texts too. Their influences are squared and added, and Student's t has as many
degrees of freedom as the scarcest unit allows (as for differences within a campaign).
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtr, stdtrit

from tertium.stats.arrays import Floats, Ints
from tertium.stats.calibration.known import KnownOutputs
from tertium.stats.calibration.place import InfluencedValue
from tertium.stats.codes import add_up
from tertium.stats.order import NOTHING
from tertium.stats.result import Estimate

_MOST = 0.9  # of a lever: one anchor alone says nothing about its own noise


@dataclass(frozen=True, slots=True)
class VarianceEstimate:
    """A variance, and Σ V²/f of its parts, from which degrees of freedom follow."""

    variance: float = 0.0
    below: float = 0.0

    def __add__(self, other: "VarianceEstimate") -> "VarianceEstimate":
        return VarianceEstimate(self.variance + other.variance, self.below + other.below)

    @property
    def freedom(self) -> float:
        """Degrees of freedom by Satterthwaite (1946)."""
        return self.variance**2 / self.below if self.below > 0 else np.inf

    def interval(self, value: float, level: float) -> Estimate:
        """Return a value with its interval; without a variance nothing is known."""
        if not self.variance > 0:
            return Estimate(value)
        reach = float(stdtrit(self.freedom, (1 + level) / 2)) * self.variance**0.5
        return Estimate(value, value - reach, value + reach)

    def p(self, value: float) -> float | None:
        """Return the two-sided p that the true value is 0."""
        if not self.variance > 0:
            return None
        return float(2 * stdtr(self.freedom, -abs(value) / self.variance**0.5))


@dataclass(frozen=True, slots=True)
class Units:
    """The texts of this campaign's scores, and of its anchors, as numbers from 0.

    `lever` is the share of an anchor in the line through all anchors. A line comes near to what
    pulls at it, so what is left of an anchor is less than its distance; dividing by
    1 − lever makes up for it, as leaving out one anchor after the other would.
    """

    text: Ints
    anchor: Ints
    lever: Floats


def levers(anchor: Ints, expected: Floats) -> Floats:
    """Return the share of each anchor in a line through the scores of all."""
    off = expected - expected.mean()
    whole = float(off @ off)
    each = 1 / len(off) + off**2 / (whole or 1.0)
    return np.minimum(np.bincount(anchor, each), _MOST)


def of_now(placed: InfluencedValue, units: Units) -> VarianceEstimate:
    """Return the doubt that comes with the annotators, texts and anchors of this campaign."""
    texts = np.concatenate(
        [
            np.bincount(units.text, placed.outputs),
            np.bincount(units.anchor, placed.anchors) / (1 - units.lever),
        ]
    )
    cells = np.concatenate([placed.outputs, placed.anchors])
    return _two_way(_squares(placed.people), _squares(texts), _squares(cells))


def of_earlier(
    known: KnownOutputs, system: int | None, item: Ints, pull: Floats
) -> VarianceEstimate:
    """Return the doubt that comes with the earlier campaign.

    `system` is the one compared with, None for none; `pull` tells how much a place moves with
    the expected score of each `item`. That scores of anchors are noisy is seen in this
    campaign already, so here only what annotators have in common over anchors counts.
    """
    direct = np.zeros(len(known.value))
    if system is not None:
        mine = known.system == system
        direct[mine] = -known.weight[mine] * (known.value[mine] - known.mean[system])
    of_item = np.zeros(len(known.expected), dtype=np.int64)
    of_item[known.item] = known.text
    size = int(known.text.max()) + 1
    stretch = known.stretch(item, pull)
    texts = _squares(add_up(direct, known.text, size) + add_up(stretch, of_item, size))
    if not known.people:
        return _two_way((0.0, 0), texts, (0.0, 0))
    moved = np.zeros(len(known.expected))
    np.add.at(moved, item, pull)
    centre = np.bincount(known.item, known.value) / known.counts
    off = known.value - centre[known.item]
    linked = (moved * known.kept / known.counts)[known.item] * off
    people = _squares(add_up(direct + linked, known.person, known.people))
    cells = _squares(direct)[0] + _squares(linked)[0], len(direct)
    return _two_way(people, texts, cells)


def _squares(influence: Floats) -> tuple[float, int]:
    """Return the variance of a sum over units that vary, and how many units there are."""
    size = np.abs(influence)
    number = int((size > NOTHING * size.max(initial=0.0)).sum())  # what rounding left is none
    if number < 2:
        return 0.0, 0
    return number / (number - 1) * float(influence @ influence), number


def _two_way(
    people: tuple[float, int], texts: tuple[float, int], cells: tuple[float, int]
) -> VarianceEstimate:
    (v_people, n_people), (v_text, n_text), (v_cell, _) = people, texts, cells
    crossed = max(v_text - v_cell, 0.0)
    below = (v_people**2 / (n_people - 1) if n_people else 0.0) + (
        (crossed if n_people else v_text) ** 2 / (n_text - 1) if n_text else 0.0
    )
    return VarianceEstimate(max(v_people + v_text - v_cell, v_people, v_text), below)
