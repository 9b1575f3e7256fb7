"""Work for a crowd: the pool of items, and HITs that are drawn when somebody claims one.

An *item* is what nobody judges twice: a source where two outputs are compared, one output
elsewhere. What a HIT holds follows from the campaign's seed and the number of the claim.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium import protocols
from tertium.design.chance import opaque, sides, stream
from tertium.design.documents import late_documents
from tertium.design.hits.build import claimed_hit, copies_for_all
from tertium.design.pairing import present
from tertium.design.select import select, systems_compared
from tertium.model import CROWD, DEGRADED, Annotator, Assignment, Campaign, Gold, Output, parts_of

Slots = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PoolItem:
    """A segment with the outputs that are shown, in the order of names; its language pair."""

    segment: str
    slots: Slots
    group: str


def pool_of(campaign: Campaign) -> list[PoolItem]:
    """Return everything a crowd can be asked about, in text order; gold items are no part of it."""
    selection = select(campaign)
    compared = not protocols.get(campaign.protocol).many
    together = tuple(sorted(one.name for one in systems_compared(campaign))) if compared else ()
    gold = {(one.segment, name) for one in campaign.crowd.qualification.known for name in one.slots}
    return [
        PoolItem(segment.id, slots, segment.pair)
        for segment in selection.asked
        for slots in ([together] if compared else _alone(selection.vertices[segment.id]))
        if not any((segment.id, part) in gold for slot in slots for part in parts_of(slot))
    ]


def _alone(vertices: Sequence[str]) -> Iterator[Slots]:
    yield from ((vertex,) for vertex in vertices)


def crowd_texts(campaign: Campaign) -> tuple[Output, ...]:
    """Return the degraded copies of all outputs that a claimed HIT may show."""
    if campaign.design.kind != "hits" or not campaign.design.degraded:
        return ()
    return copies_for_all(campaign, [(one.segment, one.slots) for one in pool_of(campaign)])


def drawn_items(
    seed: int, claim: int, numbers: Sequence[int], held: Sequence[int], wanted: int
) -> list[int]:
    """Return the numbers of the items of a claim: those with the fewest places held, by chance.

    So all items grow together, and towards the end many different items are open, not a few of
    which everyone has had some.
    """
    draw = stream(seed, "claim", claim)
    order = np.lexsort((draw.random(len(numbers)), np.asarray(held, dtype=np.int64)))
    return [numbers[at] for at in order[:wanted]]


def hit_for(
    campaign: Campaign,
    person: Annotator,
    items: Sequence[PoolItem],
    *,
    gold: Sequence[Gold] = (),
    claim: int,
    order: int,
    batch: int,
    set_: str = CROWD,
) -> tuple[Assignment, ...]:
    """Return a HIT: these items, with the control items of the design and gold items among them.

    It comes after the work that the annotator has: `order` and `batch` are the next ones.
    """
    known = {(one.segment, *sorted(one.slots)) for one in gold}
    asked = [*items, *(PoolItem(one.segment, one.slots, person.group) for one in gold)]
    draw = stream(campaign.seed, "crowd", person.id, claim, set_)
    if campaign.design.kind == "hits":
        texts = [
            Output(one.segment, slot + DEGRADED, campaign.outputs[one.segment, slot + DEGRADED])
            for one in items
            for slot in one.slots
            if (one.segment, slot + DEGRADED) in campaign.outputs
        ]
        made = claimed_hit(
            campaign,
            person,
            [(one.segment, one.slots) for one in items],
            [(one.segment, one.slots) for one in gold],
            texts,
            draw,
            batch=batch,
        )
    elif campaign.design.kind == "documents":
        made = _rated(campaign, person, asked, draw)
    else:
        made = _compared(campaign, person, asked, draw)
    first = min((one.batch for one in made), default=0)
    return tuple(
        _placed(
            one,
            order=order + place,
            batch=batch + one.batch - first,
            set_=set_,
            gold=(one.segment, *sorted(one.slots)) in known,
        )
        for place, one in enumerate(made)
    )


def _placed(one: Assignment, *, order: int, batch: int, set_: str, gold: bool) -> Assignment:
    placed = replace(one, order=order, batch=batch, set=set_)
    if not gold or one.role not in ("real", "gold"):
        return placed
    # Gold may come again in a later HIT, so its name says in which.
    return replace(placed, role="gold", id=opaque("gold", one.id, batch))


def _compared(
    campaign: Campaign, person: Annotator, items: Sequence[PoolItem], draw: np.random.Generator
) -> list[Assignment]:
    """Show two outputs side by side, each as often on the left as on the right."""
    shuffled = [items[at] for at in draw.permutation(len(items))]
    lefts = sides(len(shuffled), max(len(shuffled), 1), draw)
    return [
        present(
            campaign,
            person,
            segment=one.segment,
            slots=one.slots if left else one.slots[::-1],
            order=order,
            batch=0,
            pass_="",
            set_=CROWD,
        )
        for order, (one, left) in enumerate(zip(shuffled, lefts, strict=True))
    ]


def _rated(
    campaign: Campaign, person: Annotator, items: Sequence[PoolItem], draw: np.random.Generator
) -> list[Assignment]:
    """Ask about single outputs in all steps of the protocol, one block after the other."""
    work = [
        Assignment("", person.id, one.segment, one.slots, group=one.group, set="shared")
        for one in (items[at] for at in draw.permutation(len(items)))
    ]
    return list(late_documents(campaign, person, work))
