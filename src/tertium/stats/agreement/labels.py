"""Consensus labels of ratings: what `tertium.stats.consensus` finds, with the names of items."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.choices import ConsensusMethod
from tertium.exceptions import BadInput, NotFound
from tertium.stats.agreement.ratings import Ratings
from tertium.stats.arrays import Ints
from tertium.stats.consensus.consensus import Consensus, Item, find_consensus
from tertium.stats.consensus.gold import Gold
from tertium.stats.consensus.votes import Votes

_MOST = 50  # categories; a scale of many numbers has a mean, not a consensus label


@dataclass(frozen=True, slots=True)
class GoldLabel:
    """The label that an output is known to have; without a system, that of the only one.

    `where` it was read.
    """

    segment: str
    system: str
    label: str
    where: str


def label_items(
    ratings: Ratings,
    method: ConsensusMethod,
    *,
    aspect: str,
    gold: Sequence[GoldLabel] = (),
    level: float,
    seed: int,
) -> Consensus:
    """Give every item one label; everybody counts once per item, with the first pass."""
    _check(ratings, method)
    first = ratings.take(ratings.first_passes())
    rated, item = np.unique(first.item, return_inverse=True)
    people, person = np.unique([name for name, _ in first.raters], return_inverse=True)
    votes = Votes(
        item.astype(np.int64),
        person[first.rater].astype(np.int64),
        first.category,
        len(rated),
        len(people),
        len(ratings.categories),
    )
    segments = ratings.segment.take(rated).values()
    systems = ratings.system.take(rated).values() if ratings.system else [""] * len(rated)
    items = [Item(*names, aspect) for names in zip(segments, systems, strict=True)]
    return find_consensus(
        votes,
        method,
        items,
        [str(name) for name in people],
        ratings.categories,
        gold=_placed(gold, items, ratings, rated) if gold else None,
        level=level,
        seed=seed,
    )


def _check(ratings: Ratings, method: ConsensusMethod) -> None:
    if ratings.kind not in ("score", "label"):
        raise BadInput(
            "consensus labels need labels or scores of single outputs",
            where="--consensus",
            fix="Use tertium compare or tertium rank for comparisons.",
        )
    if len(ratings.categories) > _MOST:
        raise BadInput(
            f"{len(ratings.categories):,} different scores are too many for consensus labels",
            where="--consensus",
            fix="Use tertium annotators for scores, or a file of labels.",
        )
    if not ratings.named and method != "majority":
        raise BadInput(
            f"the file does not name annotators, and {method} needs to know them",
            where="--consensus",
            fix="Use --consensus majority.",
        )
    if method == "ordinal" and np.isnan(ratings.values).any():
        raise BadInput(
            "these labels have no order that is known",
            where="--consensus ordinal",
            fix="Name a scale with these labels with --scale, or use dawid-skene or mace.",
        )


def _placed(
    gold: Sequence[GoldLabel], items: Sequence[Item], ratings: Ratings, rated: Ints
) -> Gold:
    """Find the items and categories of gold labels."""
    place = {(item.segment, item.system): at for at, item in enumerate(items)}
    systems = sorted({item.system for item in items})
    segments = {item.segment for item in items}
    found: dict[int, int] = {}
    for one in gold:
        if one.segment not in segments:
            raise NotFound.among("segment", one.segment, segments, where=one.where)
        if not one.system and len(systems) > 1:
            raise BadInput(
                f"{len(systems):,} systems were labelled, and the gold label names none",
                where=one.where,
                fix="Add a column `system`.",
            )
        system = one.system or systems[0]
        if (one.segment, system) not in place:
            raise NotFound.among("system", system, systems, where=one.where)
        if one.label not in ratings.categories:
            raise NotFound.among("label", one.label, ratings.categories, where=one.where)
        at = place[one.segment, system]
        if at in found:
            raise BadInput(
                f"segment {one.segment!r} has two gold labels",
                where=one.where,
                fix="Keep one of them.",
            )
        found[at] = ratings.categories.index(one.label)
    item = np.array(list(found), dtype=np.int64)
    label = np.array(list(found.values()), dtype=np.int64)
    unit, kind = ratings.units()
    return Gold(item, label, unit[rated[item]] if kind == "document" else None)
