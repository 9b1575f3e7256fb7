"""What weakens the comparison of two campaigns, a sentence each."""

from collections.abc import Iterator

import numpy as np

from tertium.stats.calibration.known import KnownOutputs
from tertium.stats.calibration.link import Link
from tertium.stats.calibration.reading import CampaignScores
from tertium.stats.calibration.result import CalibratedSystem

__all__ = ["ENOUGH_ANCHORS", "find_warnings"]

ENOUGH_ANCHORS = 10  # of an annotator, before they say as much as the others do
_FEW_PEOPLE = 6
_FEW_ITEMS = 20


def find_warnings(
    now: CampaignScores, known: KnownOutputs, link: Link, systems: tuple[CalibratedSystem, ...]
) -> tuple[str, ...]:
    """Return what a reader should know before believing the comparison."""
    return (
        *_of_people(now, known, link),
        *_of_anchors(now, known, systems),
        *_of_texts(now, known),
    )


def _of_people(now: CampaignScores, known: KnownOutputs, link: Link) -> Iterator[str]:
    people = len(now.annotators)
    anchors = np.bincount(now.anchor_person, minlength=people)
    works = np.bincount(now.person, minlength=people) > 0
    none, few = int((works & (anchors == 0)).sum()), int((works & (anchors < ENOUGH_ANCHORS)).sum())
    if works.sum() == 1:
        yield (
            "One annotator: the comparison holds for this annotator only; the confidence "
            "intervals do not allow for differences between annotators."
        )
    elif works.sum() < _FEW_PEOPLE:
        yield (
            f"{works.sum()} annotators: how much they differ is poorly estimated, so the "
            "confidence intervals are wide."
        )
    if 0 < known.people < _FEW_PEOPLE:
        had = "one annotator" if known.people == 1 else f"{known.people} annotators"
        yield f"The earlier campaign had {had}, on whom its scale rests."
    if few:
        without = f", {none:,} of them none" if none else ""
        yield (
            f"{few:,} of {works.sum():,} annotators scored fewer than {ENOUGH_ANCHORS} "
            f"anchors{without}; their use of the scale is mostly estimated from the others."
        )
    turned = int((works & (link.slope <= 0)).sum())
    if turned:
        who = "One annotator does" if turned == 1 else f"{turned:,} annotators do"
        yield f"{who} not score better anchors higher; these scores were left out."


def _of_anchors(
    now: CampaignScores, known: KnownOutputs, systems: tuple[CalibratedSystem, ...]
) -> Iterator[str]:
    items = np.unique(now.anchor_item)
    if now.unmatched:
        lost = "One anchor has" if now.unmatched == 1 else f"{now.unmatched:,} anchors have"
        yield f"{lost} no score in the earlier campaign and cannot help."
    if len(items) < _FEW_ITEMS:
        few = "One anchor links" if len(items) == 1 else f"Only {len(items)} anchors link"
        yield f"{few} the campaigns; {_FEW_ITEMS} or more are needed."
    if known.noise is None:
        yield (
            "No anchor has two earlier scores, so their noise is unknown and they were taken as "
            "exact. If they are not, differences between systems come out too large."
        )
    expected = known.expected[items]
    low, high = float(expected.min()), float(expected.max())
    if low == high:
        yield (
            "All anchors are expected to be equally good, so one point of this campaign was "
            "assumed to be about one point of the earlier scale."
        )
        return
    beyond = [one.system for one in systems if not low <= (one.score.value or low) <= high]
    if beyond:
        yield (
            f"Outside the range of anchors ({low:.0f} to {high:.0f}): "
            f"{', '.join(map(repr, beyond))}. Their scores are extrapolated."
        )


def _of_texts(now: CampaignScores, known: KnownOutputs) -> Iterator[str]:
    both = sorted(set(now.systems) & set(known.systems))
    if both:
        yield (
            f"Scored in both campaigns: {', '.join(map(repr, both))}. If the system is the same, "
            "its difference shows how much easier or harder the texts of this campaign are."
        )
    else:
        yield (
            "The two campaigns have different texts: a difference between systems may come from "
            "the difficulty of the texts. Score one system in both campaigns to separate the two."
        )
