"""Which segments are asked about, and what becomes of the others.

Asked are segments whose source has the right length and whose outputs differ.
Identical outputs are counted instead, within the length bounds and over all
lengths, because the impact of a release needs their share (Simard et al., 2015).
"""

from collections.abc import Callable
from dataclasses import dataclass

from tertium.errors import BadInput
from tertium.model import Campaign, Identical, Segment, System
from tertium.text import identical, near_identical, within_bounds

__all__ = ["Selection", "select", "systems_compared"]


@dataclass(frozen=True, slots=True)
class Selection:
    """What is asked, and what is left out for which reason; segments by id, in text order."""

    asked: tuple[Segment, ...]
    identical: tuple[Identical, ...]
    near_identical: tuple[str, ...]  # asked or not, as the design says
    too_short_or_long: tuple[str, ...]
    empty_sources: tuple[str, ...]
    empty_outputs: tuple[tuple[str, str], ...]  # (segment, system), among those asked


def systems_compared(campaign: Campaign) -> tuple[System, System]:
    """Return the two systems that annotators compare now, in the order of their parts."""
    active = [system for system in campaign.systems if system.part and not system.withdrawn]
    if len(active) != 2:
        names = ", ".join(repr(system.name) for system in active) or "none"
        raise BadInput(
            f"a comparison needs two systems, this campaign has {len(active)} ({names})",
            where="[systems]",
            fix="Name a baseline and an advanced system that are not withdrawn.",
        )
    return active[0], active[1]


def select(campaign: Campaign) -> Selection:
    """Return what is asked, with counts of identical outputs per language pair and domain."""
    first, second = systems_compared(campaign)
    design = campaign.design
    groups: dict[tuple[str, str], list[_Look]] = {}
    empty_sources = []
    for segment in campaign.segments:
        if not segment.source.strip():
            empty_sources.append(segment.id)
            continue
        a = campaign.outputs[segment.id, first.name]
        b = campaign.outputs[segment.id, second.name]
        same = identical(a, b)
        look = _Look(
            segment,
            within=within_bounds(
                segment.source, segment.source_language, design.min_words, design.max_words
            ),
            same=same,
            near=not same and near_identical(a, b),
            empty=tuple(s.name for s, text in ((first, a), (second, b)) if not text.strip()),
        )
        groups.setdefault((segment.pair, segment.domain), []).append(look)
    looks = [look for group in groups.values() for look in group]
    order = {segment.id: place for place, segment in enumerate(campaign.segments)}
    looks.sort(key=lambda look: order[look.segment.id])
    near = [look.segment.id for look in looks if look.near and look.within]
    left_out = set(near) if design.near_identical == "leave-out" else set()
    asked = [
        look for look in looks if look.within and not look.same and look.segment.id not in left_out
    ]
    return Selection(
        asked=tuple(look.segment for look in asked),
        identical=tuple(
            _counted(pair, domain, groups[pair, domain]) for pair, domain in sorted(groups)
        ),
        near_identical=tuple(near),
        too_short_or_long=tuple(look.segment.id for look in looks if not look.within),
        empty_sources=tuple(empty_sources),
        empty_outputs=tuple((look.segment.id, system) for look in asked for system in look.empty),
    )


@dataclass(frozen=True, slots=True)
class _Look:
    """What was seen at one segment."""

    segment: Segment
    within: bool
    same: bool
    near: bool
    empty: tuple[str, ...]


def _counted(pair: str, domain: str, looks: list[_Look]) -> Identical:
    def count(test: Callable[[_Look], bool]) -> int:
        return sum(1 for look in looks if test(look))

    return Identical(
        pair=pair,
        domain=domain,
        within=count(lambda look: look.within and look.same),
        within_segments=count(lambda look: look.within),
        overall=count(lambda look: look.same),
        overall_segments=len(looks),
        near=count(lambda look: look.within and look.near),
    )
