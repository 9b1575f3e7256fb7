"""Dealing segments to worklists: the common and the unique set, or every segment to several people.

A *worklist* is the work of one annotator. Dealing looks at what is on the worklists
already, so the same functions make a first plan and add to an existing one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

import numpy as np

from tertium.design.chance import stratified, stream
from tertium.exceptions import BadInput
from tertium.model import Annotator, Campaign, Segment


@dataclass(frozen=True, slots=True)
class Task:
    """One segment to be judged: in which set, in which pass."""

    segment: str
    set: str
    pass_: str = ""


@dataclass(slots=True)
class Worklist:
    """The work of one annotator: what lies there from earlier versions, and what is added."""

    person: Annotator
    taken: int = 0  # assignments of earlier versions
    ahead: int = 0  # how many more of them had the first system left than right
    common: set[str] = field(default_factory=set)  # judged with everyone
    single: set[str] = field(default_factory=set)  # unique or shared with a few
    added: list[Task] = field(default_factory=list)
    # For campaigns of many systems: the outputs that earlier questions showed, by source
    # and condition; the first free batch; what a crossover begins with.
    asked: dict[tuple[Task, str], list[tuple[str, ...]]] = field(default_factory=dict)
    batch: int = 0
    ranking_first: bool = False


def deal_common_and_unique(
    campaign: Campaign, pair: str, asked: list[Segment], worklists: list[Worklist]
) -> None:
    """Give everyone the common set and each of the other segments to one person."""
    design = campaign.design
    common = _common_set(campaign, pair, asked, worklists)
    given = set(common).union(*(worklist.single for worklist in worklists))
    rest = _spread(campaign, "unique", pair, [s for s in asked if s.id not in given])
    limit = len(asked) if design.unique == "all" else design.unique
    for worklist, unique in zip(worklists, _shares(rest, worklists, limit), strict=True):
        draw = stream(campaign.seed, "order", worklist.person.id, worklist.taken)
        new = [segment for segment in common if segment not in worklist.common]
        others = [Task(unique[index], "unique") for index in draw.permutation(len(unique))]
        if design.passes == 1:
            mixed = [Task(segment, "common") for segment in new] + others
            worklist.added = [mixed[index] for index in draw.permutation(len(mixed))]
        else:
            if len(new) == 1 and not others:
                raise BadInput(
                    f"{worklist.person.id!r} has one segment to judge twice and no work between",
                    where="[design] passes",
                    fix="Set passes = 1, or add segments.",
                )
            first, again = two_passes(new, draw)
            worklist.added = first + others + again


def deal_shared(
    campaign: Campaign, pair: str, asked: list[Segment], worklists: list[Worklist], *, judges: int
) -> None:
    """Give every segment to `judges` different people, loads equal, company changing.

    Each segment goes to those with the least work; among equals to those who have
    judged together least. Loads then never differ by more than one.
    """
    if len(worklists) < judges:
        raise BadInput(
            f"{pair} has {len(worklists)} annotators, but every segment needs {judges}",
            where="[design] annotators",
            fix=f"Add annotators, at least {judges} in all.",
        )
    design = campaign.design
    limit = len(asked) if design.unique == "all" else design.unique
    draw = stream(campaign.seed, "shared", pair, sum(worklist.taken for worklist in worklists))
    load = np.array([len(worklist.single) for worklist in worklists])
    together = np.zeros((len(worklists), len(worklists)))
    added: list[list[str]] = [[] for _ in worklists]
    for segment in _spread(campaign, "shared", pair, asked):
        chosen = [i for i, worklist in enumerate(worklists) if segment in worklist.single]
        picked: list[int] = []
        while len(chosen) < judges:
            free = (load < limit) & ~np.isin(np.arange(len(worklists)), chosen)
            if not free.any():
                break
            met = together[chosen].sum(axis=0) if chosen else np.zeros(len(worklists))
            order = np.lexsort((draw.random(len(worklists)), met, load, ~free))
            picked.append(int(order[0]))
            chosen.append(picked[-1])
        if len(chosen) < judges:  # the limit is reached: nobody else has room
            continue
        for i in picked:
            load[i] += 1
            added[i].append(segment)
        for i in chosen:
            together[i, chosen] += 1
    for worklist, segments in zip(worklists, added, strict=True):
        draw = stream(campaign.seed, "order", worklist.person.id, worklist.taken)
        worklist.added = [Task(segments[i], "shared") for i in draw.permutation(len(segments))]


def _spread(campaign: Campaign, purpose: str, pair: str, segments: list[Segment]) -> list[str]:
    """Return ids in a random order in which domains are in proportion everywhere."""
    draw = stream(campaign.seed, purpose, pair)
    ids = [segment.id for segment in segments]
    return stratified(ids, [segment.domain for segment in segments], draw)


def _common_set(
    campaign: Campaign, pair: str, asked: list[Segment], worklists: list[Worklist]
) -> list[str]:
    """Return the common set of a pair: the one in use, and more if the design wants more."""
    used = set[str]().union(*(worklist.common for worklist in worklists))
    taken = used.union(*(worklist.single for worklist in worklists))
    free = [segment for segment in asked if segment.id not in taken]
    more = max(0, campaign.design.common - len(used))
    if more > len(free):
        raise BadInput(
            f"the common set of {pair} needs {campaign.design.common} segments, "
            f"but only {len(used) + len(free)} can be asked about",
            where="[design] common",
            fix=f"Set common = {len(used) + len(free)} or less, or add texts.",
        )
    return [*sorted(used), *_spread(campaign, "common", pair, free)[:more]]


def _shares(rest: Sequence[str], worklists: list[Worklist], limit: int) -> list[Sequence[str]]:
    """Cut a list into one piece per worklist, so that loads become as equal as they can."""
    shares = [0] * len(worklists)
    waiting = [
        (len(worklist.single), i)
        for i, worklist in enumerate(worklists)
        if len(worklist.single) < limit
    ]
    heapify(waiting)
    for _ in rest:
        if not waiting:
            break
        load, i = heappop(waiting)
        shares[i] += 1
        if load + 1 < limit:
            heappush(waiting, (load + 1, i))
    ends = np.cumsum(shares)
    return [rest[end - share : end] for end, share in zip(ends, shares, strict=True)]


def two_passes(segments: list[str], draw: np.random.Generator) -> tuple[list[Task], list[Task]]:
    """Return passes a and b, each in an order of its own.

    Each half is shuffled within itself, so that the first half comes first in both
    passes: between the two presentations of a segment lies at least all the work
    between the passes and half of the common set.
    """
    shuffled = [segments[index] for index in draw.permutation(len(segments))]
    middle = len(shuffled) // 2
    again = [
        half[index]
        for half in (shuffled[:middle], shuffled[middle:])
        for index in draw.permutation(len(half))
    ]
    return (
        [Task(segment, "common", "a") for segment in shuffled],
        [Task(segment, "common", "b") for segment in again],
    )
