"""The proof that HITs are as the design wants them, from the plan alone."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from tertium.design.hits.controls import share
from tertium.design.hits.found import batches_of, originals_of
from tertium.model import DEGRADED, Assignment, Campaign, Plan, parts_of
from tertium.protocols.conditions import DOCUMENT
from tertium.text import identical

_ODD = 0.25  # an annotator sees a system so much more or less often than others do
_FEW = 2  # but no more than this makes no difference


@dataclass(frozen=True, slots=True)
class HitLine:
    """What one person's HIT holds. `batch` is its number in the table, from 0.

    Items count segments that are shown, by role; questions about whole documents come on top.
    `nearest` is the smallest number of places between a control item and its original,
    `unpaired` how many control items have none. `fewest` and `most` tell how often the
    systems occur among the real outputs, `judges` how many people have the same HIT.
    """

    annotator: str
    pair: str
    batch: int
    items: int
    real: int
    degraded: int
    references: int
    repeats: int
    anchors: int
    documents: int
    segments: int
    nearest: int | None
    unpaired: int
    fewest: int
    most: int
    judges: int


@dataclass(frozen=True, slots=True)
class SystemMix:
    """An annotator who sees a system more or less often than the others do."""

    annotator: str
    system: str
    outputs: int
    expected: float


@dataclass(frozen=True, slots=True)
class HitReport:
    """Every HIT of a plan, and how far all of them keep what the design promises.

    `as_wanted` counts the HITs of full size with all their control items at the wanted
    distance. `unchanged` counts degraded texts that are empty or equal to their original.
    `components` are groups of annotators between whom no chain of shared outputs leads;
    `split` are documents of which nobody judges all systems that were dealt.
    """

    hits: tuple[HitLine, ...]
    as_wanted: int
    smaller: int
    nearer: int
    unpaired: int
    unchanged: int
    components: int
    split: int
    mixes: tuple[SystemMix, ...]


def hit_report(campaign: Campaign, plan: Plan, *, blind: bool = False) -> HitReport:
    """Look at every HIT of a plan, and at what the annotators have in common.

    A `blind` report names no system.
    """
    design = campaign.design
    batches = batches_of(plan.assignments)
    contents = {name: _content(batch) for name, batch in batches.items()}
    alike = Counter(contents.values())
    systems = _systems(plan.assignments)
    lines = tuple(
        _line(name[1], batch, systems[batch[0].group], alike[contents[name]])
        for name, batch in batches.items()
    )
    smaller = [line for line in lines if line.real < design.real]
    nearer = [line for line in lines if line.nearest is not None and line.nearest < design.apart]
    full = (design.degraded, design.references, design.repeats)
    return HitReport(
        hits=lines,
        as_wanted=sum(
            line not in smaller
            and line not in nearer
            and not line.unpaired
            and (line.degraded, line.references, line.repeats) == full
            for line in lines
        ),
        smaller=len(smaller),
        nearer=len(nearer),
        unpaired=sum(line.unpaired for line in lines),
        unchanged=_unchanged(campaign, plan),
        components=sum(_components(group) for group in _groups(plan.assignments).values()),
        split=_split(campaign, plan),
        mixes=tuple(
            replace(mix, system="") if blind else mix
            for group in _groups(plan.assignments).values()
            for mix in _mixes(group)
        ),
    )


def short_of(line: HitLine, campaign: Campaign) -> dict[str, int]:
    """Return how many control items a HIT of this size lacks, by role."""
    design = campaign.design
    wanted = {
        "degraded": (design.degraded, line.degraded),
        "reference": (design.references, line.references),
        "repeat": (design.repeats, line.repeats),
    }
    missing = {
        role: share(number, line.real, design.real) - there
        for role, (number, there) in wanted.items()
    }
    return {role: number for role, number in missing.items() if number > 0}


def _line(number: int, batch: Sequence[Assignment], systems: Iterable[str], judges: int) -> HitLine:
    segments = [one for one in batch if one.condition != DOCUMENT]
    roles = Counter(one.role for one in segments)
    met = Counter(dict.fromkeys(systems, 0))
    met.update(_names(one for one in segments if one.role == "real"))
    apart, unpaired = [], 0
    for one in batch:
        if one.role in ("degraded", "reference", "repeat"):
            found = originals_of(one, batch)
            # A reference belongs to one of the outputs of its segment, and is far from that.
            apart += [max(abs(one.order - other.order) for other in found)] if found else []
            unpaired += not found
    return HitLine(
        annotator=batch[0].annotator,
        pair=batch[0].group,
        batch=number,
        items=len(segments),
        real=roles["real"],
        degraded=roles["degraded"],
        references=roles["reference"],
        repeats=roles["repeat"],
        anchors=roles["anchor"],
        documents=len(batch) - len(segments),
        segments=len({one.segment for one in segments}),
        nearest=min(apart, default=None),
        unpaired=unpaired,
        fewest=min(met.values()),
        most=max(met.values()),
        judges=judges,
    )


def _content(batch: Sequence[Assignment]) -> frozenset[tuple[str, ...]]:
    """Return what a HIT shows, whatever its order."""
    return frozenset((one.segment, one.condition, one.role, *sorted(one.slots)) for one in batch)


def _names(work: Iterable[Assignment]) -> Iterable[str]:
    return (name for one in work for slot in one.slots for name in parts_of(slot))


def _systems(work: Iterable[Assignment]) -> Mapping[str, set[str]]:
    """Return the systems that are judged in each language pair."""
    found: dict[str, set[str]] = {}
    for one in work:
        if one.role == "real":
            found.setdefault(one.group, set()).update(_names([one]))
    return found


def _groups(work: Iterable[Assignment]) -> dict[str, list[Assignment]]:
    """Return the real items of each language pair, documents as a whole aside."""
    found: dict[str, list[Assignment]] = {}
    for one in work:
        if one.role == "real" and one.condition != DOCUMENT:
            found.setdefault(one.group, []).append(one)
    return found


def _unchanged(campaign: Campaign, plan: Plan) -> int:
    shown = campaign.with_texts(plan.texts)
    return sum(
        not text.text.strip()
        or identical(text.text, shown.text(text.segment, text.system.removesuffix(DEGRADED)))
        for text in plan.texts
    )


def _components(work: Sequence[Assignment]) -> int:
    """Count the groups of annotators that no chain of outputs judged by several connects."""
    people = {name: at for at, name in enumerate(sorted({one.annotator for one in work}))}
    outputs: dict[tuple[str, str], int] = {}
    rows, columns = [], []
    for one in work:
        for name in _names([one]):
            rows.append(people[one.annotator])
            columns.append(len(people) + outputs.setdefault((one.segment, name), len(outputs)))
    size = len(people) + len(outputs)
    links = coo_array((np.ones(len(rows)), (rows, columns)), shape=(size, size))
    return int(connected_components(links, directed=False)[0])


def _split(campaign: Campaign, plan: Plan) -> int:
    """Count the documents of which nobody judges everything that is judged of them."""
    home = {one.id: (one.pair, one.domain, one.document or one.id) for one in campaign.segments}
    judged: dict[tuple[str, str, str], dict[str, set[tuple[str, str]]]] = {}
    for group in _groups(plan.assignments).values():
        for one in group:
            mine = judged.setdefault(home[one.segment], {}).setdefault(one.annotator, set())
            mine.update((one.segment, name) for name in _names([one]))
    return sum(
        max(len(mine) for mine in people.values()) < len(set().union(*people.values()))
        for people in judged.values()
    )


def _mixes(work: Sequence[Assignment]) -> list[SystemMix]:
    """Return who sees which system oddly often, compared with what everyone sees."""
    counts = Counter((one.annotator, name) for one in work for name in _names([one]))
    people, systems = Counter[str](), Counter[str]()
    for (annotator, system), number in counts.items():
        people[annotator] += number
        systems[system] += number
    total = sum(people.values())
    found = []
    for annotator, mine in people.items():
        for system, everywhere in systems.items():
            expected, number = mine * everywhere / total, counts[annotator, system]
            if abs(number - expected) > max(_FEW, _ODD * expected):
                found.append(SystemMix(annotator, system, number, expected))
    return found
