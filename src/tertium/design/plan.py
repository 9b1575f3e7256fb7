"""The plan: every assignment that a campaign's file and seed determine.

Per language pair, segments are dealt to the annotators of that pair:

- *common-unique*: a common set that everyone judges (with two passes: once at the
  beginning and once more at the end, other work between), and a unique set dealt
  out so that each segment is judged once.
- *by-two*, *by-three*: every segment by two or three annotators, loads equal and
  pairs of annotators mixed.

Domains are in proportion in every set. A later version of a plan keeps every
assignment of the earlier one and adds to it.
"""

from collections.abc import Iterator

from tertium.design.chance import opaque, sides, stream
from tertium.design.dealing import Desk, deal_common_and_unique, deal_shared
from tertium.design.people import annotators_of
from tertium.design.select import Selection, select, systems_compared
from tertium.errors import BadInput
from tertium.model import Annotator, Assignment, Campaign, Plan

__all__ = ["build_plan", "extend_plan", "present"]

_JUDGES = {"by-two": 2, "by-three": 3}


def build_plan(campaign: Campaign) -> Plan:
    """Return who judges what, in which order, with which translation on which side."""
    return extend_plan(Plan((), ()), campaign)


def extend_plan(old: Plan, campaign: Campaign) -> Plan:
    """Return the next version of a plan: all of the old one, and what is new.

    New annotators get the common set and their share of what nobody has been given
    yet; new texts are dealt to everyone; a new system is compared on all texts.
    New work comes after the work a person already has.
    """
    selection = select(campaign)
    if not selection.asked:
        raise _nothing_to_ask(selection)
    pairs = {segment.pair: segment.target_language for segment in selection.asked}
    people = annotators_of(campaign, pairs, old.annotators)
    desks = _desks(old, campaign, people)
    for pair in pairs:
        asked = [segment for segment in selection.asked if segment.pair == pair]
        group = [desks[person.id] for person in people if person.group == pair]
        if campaign.design.kind == "common-unique":
            deal_common_and_unique(campaign, pair, asked, group)
        else:
            deal_shared(campaign, pair, asked, group, judges=_JUDGES[campaign.design.kind])
    added = [made for desk in desks.values() for made in _assignments(campaign, desk)]
    if not old.assignments and not added:
        raise BadInput(
            "nobody is given any work",
            where="[design]",
            fix="Write how many segments everyone judges (common) or gets alone (unique).",
        )
    return Plan(
        annotators=people,
        assignments=(*old.assignments, *added),
        identical=selection.identical,
        near_identical=selection.near_identical,
    )


def _nothing_to_ask(selection: Selection) -> BadInput:
    if any(row.within_segments for row in selection.identical):
        return BadInput(
            "there is nothing to ask: no outputs differ within the length bounds",
            where="[[texts]]",
            fix="Check that the outputs come from two different systems.",
        )
    return BadInput(
        "no segment lies within the length bounds",
        where="[design]",
        fix="Change min_words and max_words, or add texts.",
    )


def _desks(old: Plan, campaign: Campaign, people: tuple[Annotator, ...]) -> dict[str, Desk]:
    """Lay the assignments of the old plan on the desks; those of other systems only take room."""
    systems = [system.name for system in systems_compared(campaign)]
    desks = {person.id: Desk(person) for person in people}
    for assignment in old.assignments:
        desk = desks[assignment.annotator]
        desk.taken += 1
        if set(assignment.slots) == set(systems):
            desk.ahead += 1 if assignment.slots[0] == systems[0] else -1
            (desk.common if assignment.set == "common" else desk.single).add(assignment.segment)
    return desks


def _assignments(campaign: Campaign, desk: Desk) -> Iterator[Assignment]:
    """Turn what was added to a desk into assignments, sides drawn anew for each."""
    first, second = (system.name for system in systems_compared(campaign))
    batch = campaign.design.batch
    person = desk.person
    drawn = sides(
        len(desk.added),
        batch,
        stream(campaign.seed, "sides", person.id, desk.taken),
        start=desk.taken,
        ahead=desk.ahead,
    )
    for order, (task, left) in enumerate(zip(desk.added, drawn, strict=True), start=desk.taken):
        yield present(
            campaign,
            person,
            segment=task.segment,
            slots=(first, second) if left else (second, first),
            order=order,
            pass_=task.pass_,
            set_=task.set,
        )


def present(
    campaign: Campaign,
    annotator: Annotator,
    *,
    segment: str,
    slots: tuple[str, ...],
    order: int,
    pass_: str,
    set_: str,
) -> Assignment:
    """Return one presentation of a segment to somebody.

    Its id follows from the outputs in the order they are shown: when a campaign is
    edited while a page is open, an answer to the old page names an assignment that
    is gone, and is refused instead of being read with its sides turned.
    """
    shown = [campaign.text(segment, slot) for slot in slots]
    return Assignment(
        id=opaque(campaign.seed, campaign.name, annotator.id, segment, pass_, *slots, *shown),
        annotator=annotator.id,
        segment=segment,
        slots=slots,
        batch=order // campaign.design.batch,
        order=order,
        pass_=pass_,
        group=annotator.group,
        set=set_,
    )
