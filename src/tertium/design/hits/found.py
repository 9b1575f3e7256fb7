"""HITs as they lie in somebody's work: assignments read back as pieces and partners."""

from collections.abc import Iterable, Mapping, Sequence

from tertium.design.hits.blocks import Block, Screen
from tertium.design.hits.controls import Piece
from tertium.model import DEGRADED, Assignment, Campaign
from tertium.protocols.conditions import DOCUMENT, SEGMENT

HitName = tuple[str, int]  # whose, and the batch
_Place = tuple[int, int]  # a block, and a screen in it


def batches_of(work: Iterable[Assignment]) -> dict[HitName, list[Assignment]]:
    """Return assignments by HIT, in the order in which they come."""
    found: dict[HitName, list[Assignment]] = {}
    for one in sorted(work, key=lambda one: (one.annotator, one.order)):
        found.setdefault((one.annotator, one.batch), []).append(one)
    return found


def originals_of(control: Assignment, batch: Iterable[Assignment]) -> list[Assignment]:
    """Return the items of a HIT that a control item may belong to.

    A copy belongs to what shows the same outputs of the segment; a reference belongs to
    any output of it.
    """
    shown = {slot.removesuffix(DEGRADED) for slot in control.slots}
    return [
        one
        for one in batch
        if one.role == "real"
        and one.segment == control.of
        and one.condition == control.condition
        and (control.role == "reference" or set(one.slots) == shown)
    ]


def hits_in(campaign: Campaign, work: Iterable[Assignment]) -> dict[HitName, list[Piece]]:
    """Return the HITs of some work; a control item without its original is left out."""
    documents = {segment.id: (segment.domain, segment.document) for segment in campaign.segments}
    return {name: _pieces(batch, documents) for name, batch in batches_of(work).items()}


def _pieces(batch: Sequence[Assignment], documents: Mapping[str, tuple[str, str]]) -> list[Piece]:
    """Cut a batch into blocks: single screens, or documents as far as they are there."""
    real: list[list[Assignment]] = []
    for one in batch:
        if one.role == "real":
            if real and _follows(one, real[-1][-1], documents):
                real[-1].append(one)
            else:
                real.append([one])
    place = {one.id: (at, k) for at, block in enumerate(real) for k, one in enumerate(block)}
    controls: list[tuple[list[Assignment], list[_Place]]] = []  # with places of the last one
    for one in batch:
        if one.role in ("real", "anchor") or not (
            ends := [place[o.id] for o in originals_of(one, batch)]
        ):
            continue
        copies, before = controls[-1] if controls else ([], [])
        going_on = [(at, k) for at, k in ends if (at, k - 1) in before]
        if going_on and _follows(one, copies[-1], documents):
            controls[-1] = ([*copies, one], going_on)
        else:
            controls.append(([one], ends))
    pieces = [Piece(_block(block)) for block in real]
    pieces += [Piece(_block([one]), "anchor") for one in batch if one.role == "anchor"]
    for copies, ends in controls:
        at, end = max(ends, key=lambda end: abs(real[end[0]][end[1]].order - copies[-1].order))
        pieces.append(Piece(_block(copies), copies[0].role, at, end - len(copies) + 1))
    return pieces


def _follows(one: Assignment, before: Assignment, documents: Mapping[str, tuple[str, str]]) -> bool:
    """Tell whether an item goes on with the same document by the same systems."""
    return (
        one.order == before.order + 1
        and one.role == before.role
        and before.condition == SEGMENT
        and one.condition in (SEGMENT, DOCUMENT)
        and documents[one.segment] == documents[before.segment]
        and bool({*one.slots} & {*before.slots})
    )


def _block(work: Sequence[Assignment]) -> Block:
    return Block(
        tuple(Screen(one.segment, tuple(sorted(one.slots)), one.condition) for one in work)
    )
