"""Which open work can go from one annotator to another, and which of it goes first.

An *item* is what nobody should judge twice: a source where outputs are compared or
edited, one output of it where outputs are scored or marked one by one. A *block* is what stays
together: a HIT with its control items, a document, a source with all its questions.
"""

from collections.abc import Callable, Iterable, Sequence

from tertium.model import CROWD, TEST, Assignment, Campaign, parts_of
from tertium.protocols.conditions import ADEQUACY, FOLLOW_UP, QUESTIONNAIRE

Item = tuple[str, ...]
_SINGLE = ("hits", "documents")  # designs in which outputs are shown one by one


def item_of(campaign: Campaign) -> Callable[[Assignment], Item]:
    """Return the function that tells what an assignment asks about."""
    if campaign.design.kind in _SINGLE:
        return lambda one: (one.segment, *sorted(one.slots))
    return lambda one: (one.segment,)


def transferable(
    campaign: Campaign,
    taker: str,
    open_work: Sequence[Assignment],
    *,
    begun: Iterable[Assignment],
    known: Iterable[Assignment],
    stops: bool,
) -> list[Assignment]:
    """Return the open work that another annotator can take.

    Left out is what the taker has or has had (`known`), what they translated themselves, and
    what followed from the giver's answers. What the giver has `begun`, a source with some of its
    questions answered or a segment with its first pass, goes over only if the giver `stops`.
    """
    item = item_of(campaign)
    kept = {item(one) for one in known}
    if not stops:
        kept |= {item(one) for one in begun}
    own = {(one.segment, one.system) for one in campaign.authors if one.annotator == taker}
    return [
        one
        for one in open_work
        if item(one) not in kept
        and one.set not in (FOLLOW_UP, CROWD, TEST)
        and one.condition not in (ADEQUACY, QUESTIONNAIRE)
        and not any((one.segment, part) in own for slot in one.slots for part in parts_of(slot))
    ]


def last_of(campaign: Campaign, work: Sequence[Assignment], number: int) -> list[Assignment]:
    """Return about `number` assignments from the end of somebody's work, in whole blocks.

    The end is farthest from what the annotator has on the screen. A block that would go over the
    number is taken only if it is the first or most of it is wanted.
    """
    block = block_of(campaign)
    blocks: dict[Item, list[Assignment]] = {}
    for one in sorted(work, key=lambda one: one.order):
        blocks.setdefault(block(one), []).append(one)
    taken: list[Assignment] = []
    for together in reversed(blocks.values()):
        over = len(taken) + len(together) - number
        if len(taken) >= number or (taken and over > len(together) / 2):
            break
        taken += together
    return sorted(taken, key=lambda one: one.order)


def block_of(campaign: Campaign) -> Callable[[Assignment], Item]:
    """Return the function that tells which block an assignment belongs to."""
    if campaign.design.kind == "hits":
        return lambda one: (str(one.batch),)
    if campaign.design.kind == "documents":
        documents = {one.id: one.document or one.id for one in campaign.segments}
        return lambda one: (documents[one.segment],)
    return lambda one: (one.segment,)


def with_questionnaires(
    taken: Sequence[Assignment],
    open_work: Sequence[Assignment],
    *,
    begun: Iterable[Assignment],
) -> list[Assignment]:
    """Return the work that goes over, with the questions after batches that go over whole."""
    gone = {one.id for one in taken}
    kept = {one.batch for one in begun} | {
        one.batch for one in open_work if one.id not in gone and one.condition != QUESTIONNAIRE
    }
    asked = [one for one in open_work if one.condition == QUESTIONNAIRE and one.batch not in kept]
    return [*taken, *asked]
