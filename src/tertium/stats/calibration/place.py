"""Systems on the earlier scale, and what each score has to do with their place.

The quality Q of a system is that for which its scores lie on the lines of their annotators:
Σ weight · (score − a_j − b_j (Q − centre)) = 0. An annotator's weight is b_j over the
variance of a score, as least squares have it, so that who does not react to quality counts
little, and nobody's slope is divided by.
"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Floats, Ints
from tertium.stats.calibration.link import Link
from tertium.stats.codes import add_up


@dataclass(frozen=True, slots=True)
class InfluencedValue:
    """A number with its influences: how much it moves with the weight of each part.

    By annotator, the whole work of whom is a unit; and by single scores of outputs and of
    anchors. `levers` tell how much it moves with the score of an anchor itself.
    """

    value: float
    people: Floats
    outputs: Floats
    anchors: Floats
    levers: Floats


@dataclass(frozen=True, slots=True)
class AnchorScores:
    """Scores of anchors: whose, how good the anchor is expected to be, and the score."""

    person: Ints
    expected: Floats
    value: Floats


def place(
    link: Link, anchors: AnchorScores, value: Floats, person: Ints, weight: Floats
) -> InfluencedValue | None:
    """Place a system by scores with weights that sum to 1; None if nobody reacts to quality."""
    slope = np.maximum(link.slope, 0.0)
    each = slope / (slope**2 * link.spread**2 + link.noise)
    counts = weight * each[person]
    total = float(counts @ link.slope[person])
    if total <= 0:
        return None
    off = float(counts @ (value - link.level[person])) / total
    left = counts * (value - link.level[person] - link.slope[person] * off) / total
    people = len(link.own)
    share = np.bincount(person, counts, people) / total
    # How the place moves with everybody's intercept and slope.
    moves = -np.stack([share, share * off], axis=1)
    by_person = add_up(left, person, people)
    return _through_link(link, anchors, link.centre + off, moves, by_person, left)


def place_group(link: Link, anchors: AnchorScores, which: int) -> InfluencedValue:
    """Place the group's own intercept (0) or slope (1), with what it rests on."""
    towards = np.zeros(2)
    towards[which] = 1.0
    none = np.zeros(0)
    moved = _moved(link, towards)
    return InfluencedValue(
        float(link.group[which]),
        (link.own - link.group) @ moved,
        none,
        *_of_anchors(link, anchors, np.zeros_like(link.own), moved),
    )


def _through_link(
    link: Link,
    anchors: AnchorScores,
    value: float,
    moves: Floats,
    by_person: Floats,
    outputs: Floats,
) -> InfluencedValue:
    """Add what comes by way of the lines, given how the value moves with each of them."""
    towards = np.einsum("ja,jab,bc->c", moves, link.known, link.held)
    moved = _moved(link, towards)
    people = by_person + (link.own - link.group) @ moved
    return InfluencedValue(value, people, outputs, *_of_anchors(link, anchors, moves, moved))


def _moved(link: Link, towards: Floats) -> Floats:
    """Return how much a value moves with the distance of an annotator from the group.

    What an annotator says about the group is held · (own − group).
    """
    return np.asarray(link.held @ link.group_cov @ towards)


def _of_anchors(
    link: Link, anchors: AnchorScores, moves: Floats, moved: Floats
) -> tuple[Floats, Floats]:
    """Return the influence of every score of an anchor, and its lever."""
    z = np.stack([np.ones(len(anchors.value)), anchors.expected - link.centre], axis=1)
    person = anchors.person
    # A score moves its annotator's line, and by way of it the group's.
    gain = np.einsum("ja,jab->jb", moves + moved, link.known) / link.noise[:, None]
    levers = (gain[person] * z).sum(1)
    left = anchors.value - (link.own[person] * z).sum(1)
    return levers * left, levers
