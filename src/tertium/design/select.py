"""Which segments are asked about, and what becomes of the others.

Asked are segments whose source has the right length and whose outputs differ.
Identical outputs are counted instead, within the length bounds and over all
lengths, because the impact of a release needs their share (Simard et al., 2015).

Where many systems are compared, outputs that are equal up to letter case are one
*vertex*, called after all of them (`a+b`); a system without an output is in none.

Where each output gets a score of its own, everything with an output is asked about, and
only identical outputs are one vertex; in a document, and where outputs are edited or marked,
every system keeps its own. References are no vertices there, but control items.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb

from tertium import protocols
from tertium.design.tournament import merge_equal
from tertium.exceptions import BadInput
from tertium.model import Campaign, Identical, Segment, System, joined, parts_of
from tertium.text import identical, near_identical, within_bounds

_SINGLE = ("hits", "one-only", "documents")  # outputs are shown one by one


@dataclass(frozen=True, slots=True)
class Selection:
    """What is asked, and what is left out for which reason; segments by id, in text order."""

    asked: tuple[Segment, ...]
    identical: tuple[Identical, ...]
    near_identical: tuple[str, ...]  # asked or not, as the design says
    too_short_or_long: tuple[str, ...]
    empty_sources: tuple[str, ...]
    empty_outputs: tuple[tuple[str, str], ...]  # (segment, system), among those asked
    # What can be compared in each segment asked about: two systems, or any number of vertices.
    vertices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    missing: tuple[tuple[str, str], ...] = ()  # (segment, system), among those asked
    too_few: tuple[str, ...] = ()  # of the right length, with fewer outputs than are needed
    near_pairs: int = 0  # two vertices that are nearly identical, among those asked
    repeated: tuple[str, ...] = ()  # of the right length, with a source that was asked about before


def systems_compared(campaign: Campaign) -> tuple[System, ...]:
    """Return the systems that annotators compare or score now, in the order of their parts."""
    protocol = protocols.get(campaign.protocol)
    many = protocol.many
    active = [system for system in campaign.systems if system.part and not system.withdrawn]
    if campaign.design.kind in _SINGLE:
        human = protocol.planning.references
        return tuple(system for system in active if human or system.part == "system")
    if len(active) < 2 or (len(active) > 2 and not many):
        names = ", ".join(repr(system.name) for system in active) or "none"
        needed = "at least two systems" if many else "a baseline and an advanced system"
        raise BadInput(
            f"a comparison needs two systems, this campaign has {len(active)} ({names})",
            where="[systems]",
            fix=f"Name {needed} that are not withdrawn.",
        )
    return tuple(active)


def vertices_of(campaign: Campaign, segment: str, systems: Sequence[System]) -> tuple[str, ...]:
    """Return what can be compared in a segment of many systems, in the order of names."""
    given = _given(campaign, segment, systems)
    names = list(given)
    if campaign.design.kind not in _SINGLE:
        groups = merge_equal(list(given.values()))
    elif campaign.design.kind != "hits" or campaign.options.get("document"):
        groups = [[at] for at in range(len(names))]
    else:
        groups = _merge_identical(list(given.values()))
    return tuple(sorted(joined(names[at] for at in group) for group in groups))


def select(campaign: Campaign) -> Selection:
    """Return what is asked, with counts of identical outputs per language pair and domain."""
    anchors = {anchor.segment for anchor in campaign.anchors}
    segments = [segment for segment in campaign.segments if segment.id not in anchors]
    looks = _look_at_all(campaign, [one for one in segments if one.source.strip()])
    groups: dict[tuple[str, str], list[_SegmentLook]] = {}
    for look in looks:
        groups.setdefault((look.segment.pair, look.segment.domain), []).append(look)
    near = [look.segment.id for look in looks if look.near and look.within]
    left_out = set(near) if campaign.design.near_identical == "leave-out" else set()
    asked = [look for look in looks if look.can_be_asked and look.segment.id not in left_out]
    repeated = _repeated(asked) if campaign.design.distinct else set()
    asked = [look for look in asked if look.segment.id not in repeated]
    return Selection(
        asked=tuple(look.segment for look in asked),
        identical=tuple(
            _counted(pair, domain, groups[pair, domain]) for pair, domain in sorted(groups)
        ),
        near_identical=tuple(near),
        too_short_or_long=tuple(look.segment.id for look in looks if not look.within),
        empty_sources=tuple(one.id for one in segments if not one.source.strip()),
        empty_outputs=tuple((look.segment.id, system) for look in asked for system in look.empty),
        vertices={look.segment.id: look.vertices for look in asked},
        missing=tuple((look.segment.id, system) for look in asked for system in look.missing),
        too_few=tuple(look.segment.id for look in looks if look.too_few and look.within),
        near_pairs=sum(look.near_pairs for look in asked),
        repeated=tuple(look.segment.id for look in looks if look.segment.id in repeated),
    )


def _repeated(looks: Sequence["_SegmentLook"]) -> set[str]:
    """Return the segments whose source occurs before, in the same language pair."""
    first: dict[tuple[str, str], str] = {}
    for look in looks:
        segment = look.segment
        first.setdefault((segment.pair, " ".join(segment.source.split())), segment.id)
    kept = set(first.values())
    return {look.segment.id for look in looks} - kept


@dataclass(frozen=True, slots=True)
class _SegmentLook:
    """What was seen at one segment."""

    segment: Segment
    within: bool
    vertices: tuple[str, ...]
    same: bool
    near: bool  # nothing but quotes or spacing differs
    near_pairs: int
    empty: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    too_few: bool = False

    @property
    def can_be_asked(self) -> bool:
        """Whether it is neither too short or long, nor without a difference or enough outputs."""
        return self.within and not self.same and not self.too_few


def _look_at_all(campaign: Campaign, segments: Sequence[Segment]) -> list[_SegmentLook]:
    """Look at each segment in the way of the campaign's design."""
    systems = systems_compared(campaign)
    if campaign.design.kind in _SINGLE:
        look_at = _look_at_each
    else:
        look_at = _look_at_many if protocols.get(campaign.protocol).many else _look_at_two
    return [look_at(campaign, segment, systems) for segment in segments]


def _look_at_two(campaign: Campaign, segment: Segment, systems: Sequence[System]) -> _SegmentLook:
    """Look at two outputs; case makes a difference, and so does an empty output."""
    texts = {system.name: campaign.outputs[segment.id, system.name] for system in systems}
    same = identical(*texts.values())
    near = not same and near_identical(*texts.values())
    return _SegmentLook(
        segment,
        within=_within(campaign, segment),
        vertices=tuple(texts),
        same=same,
        near=near,
        near_pairs=int(near),
        empty=tuple(name for name, text in texts.items() if not text.strip()),
    )


def _look_at_many(campaign: Campaign, segment: Segment, systems: Sequence[System]) -> _SegmentLook:
    """Look at the outputs there are, equal ones together."""
    given = _given(campaign, segment.id, systems)
    vertices = vertices_of(campaign, segment.id, systems)
    near_pairs = _near_pairs([campaign.text(segment.id, vertex) for vertex in vertices])
    return _SegmentLook(
        segment,
        within=_within(campaign, segment),
        vertices=vertices,
        same=len(given) > 1 and len(vertices) == 1,
        near=near_pairs > 0 and near_pairs == comb(len(vertices), 2),
        near_pairs=near_pairs,
        missing=tuple(system.name for system in systems if system.name not in given),
        too_few=len(given) < 2,
    )


def _look_at_each(campaign: Campaign, segment: Segment, systems: Sequence[System]) -> _SegmentLook:
    """Look at outputs that are scored one by one; a document is never cut for its length."""
    vertices = vertices_of(campaign, segment.id, systems)
    given = {name for vertex in vertices for name in parts_of(vertex)}
    return _SegmentLook(
        segment,
        within=_whole(campaign) or _within(campaign, segment),
        vertices=vertices,
        same=False,
        near=False,
        near_pairs=0,
        missing=tuple(system.name for system in systems if system.name not in given),
        too_few=not vertices,
    )


def _whole(campaign: Campaign) -> bool:
    """Tell whether documents are judged as they are, not segment by segment."""
    if protocols.get(campaign.protocol).rates:
        return campaign.options.get("unit") == "document"
    return campaign.design.kind == "documents" or bool(campaign.options.get("document"))


def _within(campaign: Campaign, segment: Segment) -> bool:
    design = campaign.design
    return within_bounds(
        segment.source, segment.source_language, design.min_words, design.max_words
    )


def _given(campaign: Campaign, segment: str, systems: Sequence[System]) -> dict[str, str]:
    """Return the outputs that are there; an empty one is not."""
    texts = {system.name: campaign.outputs.get((segment, system.name), "") for system in systems}
    return {name: text for name, text in texts.items() if text.strip()}


def _merge_identical(texts: Sequence[str]) -> list[list[int]]:
    """Return the places of texts, identical ones together."""
    groups: list[list[int]] = []
    for place, text in enumerate(texts):
        same = next((group for group in groups if identical(texts[group[0]], text)), None)
        if same is None:
            groups.append([place])
        else:
            same.append(place)
    return groups


def _near_pairs(texts: Sequence[str]) -> int:
    """Count the pairs that differ in quotes or spacing only, case aside.

    Such texts have the same letters, so only those are held against each other.
    """
    alike: dict[str, list[str]] = {}
    for text in (unicodedata.normalize("NFC", text.lower()) for text in texts):
        alike.setdefault("".join(filter(str.isalnum, text)), []).append(text)
    return sum(
        near_identical(one, other)
        for group in alike.values()
        for one, other in combinations(group, 2)
    )


def _counted(pair: str, domain: str, looks: list[_SegmentLook]) -> Identical:
    def count(test: Callable[[_SegmentLook], bool]) -> int:
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
