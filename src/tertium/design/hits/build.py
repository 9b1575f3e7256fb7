"""HITs for people: who gets which, in an order of their own.

HITs stand in the order of their documents and are cut into as many runs as there are
people. With `judges` = 1 a run belongs to one person, with 2 also to the next one, and so on
around: everybody has about the same number of HITs, a document stays with the same people
as far as sizes allow, and a chain of shared HITs connects everyone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from tertium.design.chance import stream
from tertium.design.hits.arrange import arrange
from tertium.design.hits.blocks import Block, Screen, bundles
from tertium.design.hits.controls import Controls, Piece
from tertium.design.hits.cut import cut_blocks, cut_documents
from tertium.design.hits.found import hits_in
from tertium.design.pairing import present
from tertium.design.select import Selection
from tertium.exceptions import BadInput
from tertium.model import ANCHOR, Annotator, Assignment, Campaign, Output, Plan, parts_of

Hit = Sequence[Piece]


def deal_hits(
    old: Plan, campaign: Campaign, selection: Selection, people: Sequence[Annotator]
) -> tuple[list[Assignment], tuple[Output, ...]]:
    """Return new assignments, and all texts that were made for control items.

    Outputs that were dealt before are not dealt again, unless the design wants more
    judges than have been given a HIT.
    """
    controls = Controls(campaign, old.texts)
    given: list[tuple[Annotator, Hit]] = []
    for pair in dict.fromkeys(segment.pair for segment in selection.asked):
        group = [person for person in people if person.group == pair]
        if not group and campaign.crowd.public:
            continue
        _check_judges(campaign, pair, group)
        given += _for_more_judges(old, campaign, group)
        given += _new_hits(old, campaign, selection, pair, group, controls)
    shown = campaign.with_texts(controls.texts)
    assignments: list[Assignment] = []
    orders, batches = Counter[str](), Counter[str]()
    for one in old.assignments:
        orders[one.annotator] = max(orders[one.annotator], one.order + 1)
        batches[one.annotator] = max(batches[one.annotator], one.batch + 1)
    for person, hit in given:
        made = list(_presented(shown, person, hit, orders[person.id], batches[person.id]))
        orders[person.id] += len(made)
        batches[person.id] += 1
        assignments += made
    place = {person.id: at for at, person in enumerate(people)}
    return sorted(assignments, key=lambda one: (place[one.annotator], one.order)), controls.texts


def late_hits(
    campaign: Campaign, annotator: Annotator, work: Sequence[Assignment]
) -> tuple[Assignment, ...]:
    """Return somebody's open work for somebody else, in an order of its own.

    A control item whose original is done is left out: it would have no partner.
    """
    found: list[Assignment] = []
    for batch, hit in enumerate(hits_in(campaign, work).values()):
        found += _presented(campaign, annotator, hit, len(found), batch)
    return tuple(found)


def claimed_hit(
    campaign: Campaign,
    annotator: Annotator,
    outputs: Sequence[tuple[str, tuple[str, ...]]],
    gold: Sequence[tuple[str, tuple[str, ...]]],
    texts: Sequence[Output],
    draw: np.random.Generator,
    *,
    batch: int,
) -> list[Assignment]:
    """Return a HIT of chosen outputs with the control items of the design, and gold items.

    `texts` are the degraded copies that were made of these outputs.
    """
    blocks = [Block((Screen(segment, slots),)) for segment, slots in outputs]
    hit = Controls(campaign, texts).added(blocks, draw) if blocks else []
    hit += [Piece(Block((Screen(segment, slots),)), "gold") for segment, slots in gold]
    return list(_presented(campaign, annotator, hit, 0, batch))


def copies_for_all(
    campaign: Campaign, outputs: Sequence[tuple[str, tuple[str, ...]]]
) -> tuple[Output, ...]:
    """Return the degraded copies of chosen outputs, of which a claimed HIT shows some."""
    controls = Controls(campaign)
    for segment, slots in outputs:
        controls.copy_whole(Block((Screen(segment, slots),)))
    return controls.texts


def _check_judges(campaign: Campaign, pair: str, group: Sequence[Annotator]) -> None:
    judges = campaign.design.judges
    if len(group) < judges:
        raise BadInput(
            f"{pair} has {len(group)} annotators, but every HIT needs {judges}",
            where="[design] annotators",
            fix=f"Add annotators, at least {judges} in all.",
        )


def _new_hits(
    old: Plan,
    campaign: Campaign,
    selection: Selection,
    pair: str,
    group: Sequence[Annotator],
    controls: Controls,
) -> Iterator[tuple[Annotator, Hit]]:
    """Build the HITs of a language pair from what nobody has been given, and deal them."""
    seen: dict[str, set[str]] = {}
    for one in old.assignments:
        if one.role == "real":
            names = (name for slot in one.slots for name in parts_of(slot))
            seen.setdefault(one.segment, set()).update(names)
    waiting = bundles(campaign, selection, pair, seen)
    design = campaign.design
    draw = stream(campaign.seed, "hits", pair, len(old.assignments))
    if campaign.options.get("document"):
        cut = cut_documents(waiting, design.real, len(group), draw)
        hits = [(run, blocks) for run, of_run in enumerate(cut) for blocks in of_run]
    else:
        segments = [row for bundle in waiting for row in bundle.rows]
        able = sum(controls.has_reference(row[0].segments[0]) for row in segments)
        each = sum(len(row) for row in segments) / able if able else 0.0
        made = cut_blocks(waiting, design.real, design.references * each, draw)
        hits = [(at * len(group) // len(made), blocks) for at, blocks in enumerate(made)]
    for run, blocks in hits:
        hit = controls.added(blocks, draw)
        for judge in range(design.judges):
            yield group[(run + judge) % len(group)], hit


def _for_more_judges(
    old: Plan, campaign: Campaign, group: Sequence[Annotator]
) -> Iterator[tuple[Annotator, Hit]]:
    """Deal earlier HITs once more where the design now wants more judges for them."""
    names = {person.id for person in group}
    mine = [one for one in old.assignments if one.annotator in names]
    judges: dict[tuple[str, tuple[str, ...]], set[str]] = {}
    for one in mine:
        if one.role == "real":
            judges.setdefault((one.segment, tuple(sorted(one.slots))), set()).add(one.annotator)
    load = Counter({person.id: 0 for person in group})
    load.update(one.annotator for one in mine)
    for hit in hits_in(campaign, mine).values():
        keys = [
            (screen.segment, screen.slots)
            for piece in hit
            if piece.role == "real"
            for screen in piece.block.screens
        ]
        while min(len(judges[key]) for key in keys) < campaign.design.judges:
            busy = set().union(*(judges[key] for key in keys))
            free = [person for person in group if person.id not in busy]
            if not free:
                break
            person = min(free, key=lambda one: load[one.id])
            load[person.id] += sum(len(piece.block) for piece in hit)
            for key in keys:
                judges[key].add(person.id)
            yield person, hit


def _presented(
    campaign: Campaign, person: Annotator, hit: Hit, order: int, batch: int
) -> Iterator[Assignment]:
    """Turn a HIT into assignments: pieces far from their originals, outputs in a random order.

    In a document the outputs keep their places from the first segment to the last.
    """
    draw = stream(campaign.seed, "hit", person.id, order)
    originals = {
        at: (piece.original, piece.offset) for at, piece in enumerate(hit) if piece.original >= 0
    }
    lengths = [len(piece.block) for piece in hit]
    for at in arrange(lengths, originals, campaign.design.apart, draw):
        piece = hit[at]
        slots = piece.block.slots
        places = {slots[there]: place for place, there in enumerate(draw.permutation(len(slots)))}
        for screen in piece.block.screens:
            yield present(
                campaign,
                person,
                segment=screen.segment,
                slots=tuple(sorted(screen.slots, key=lambda slot: places[slot])),
                order=order,
                batch=batch,
                pass_="",
                set_="shared" if campaign.design.judges > 1 else "unique",
                condition=screen.condition,
                role=piece.role,
                of=_of(piece, screen.segment),
            )
            order += 1


def _of(piece: Piece, segment: str) -> str:
    """Return where a control item comes from; of an anchor, the name it had before."""
    if piece.role == "anchor":
        return segment.removeprefix(ANCHOR)
    return segment if piece.original >= 0 else ""
