"""The plan: every assignment that a campaign's file and seed determine.

Per language pair, segments are dealt to the annotators of that pair:

- *common-unique*: a common set that everyone judges (with two passes: once at the
  beginning and once more at the end, other work between), and a unique set dealt
  out so that each segment is judged once.
- *by-two*, *by-three*: every segment by two or three annotators, loads equal and
  pairs of annotators mixed.
- *hits*: outputs that are scored one by one, with control items among them (`hits`).
- *one-only*: outputs that are edited one by one, nobody meeting a source twice (`one_only`).
- *documents*: whole documents that are marked, all their versions by the same people
  (`documents`).

Domains are in proportion in every set. What is dealt becomes assignments: one for
every segment where two systems are compared, several for those of many systems
(`pairing`). A later version of a plan keeps every assignment of the earlier one and
adds to it.
"""

from collections import Counter
from collections.abc import Iterator

from tertium import protocols
from tertium.design.chance import sides, stream
from tertium.design.dealing import Task, Worklist, deal_common_and_unique, deal_shared
from tertium.design.documents import deal_documents
from tertium.design.hits import deal_hits
from tertium.design.one_only import deal_one_only
from tertium.design.pairing import Pairing, begins_with_ranking, present, questions_in
from tertium.design.people import annotators_of
from tertium.design.select import Selection, select, systems_compared
from tertium.exceptions import BadInput
from tertium.model import Annotator, Assignment, Campaign, Output, Plan
from tertium.protocols.conditions import COMPARING

__all__ = ["build_plan", "extend_plan", "present"]

_JUDGES = {"by-two": 2, "by-three": 3}
# Outputs are shown one by one.
_SINGLE = {"hits": deal_hits, "one-only": deal_one_only, "documents": deal_documents}


def build_plan(campaign: Campaign) -> Plan:
    """Return who judges what, in which order, with which translation on which side."""
    return extend_plan(Plan((), ()), campaign)


def extend_plan(old: Plan, campaign: Campaign) -> Plan:
    """Return the next version of a plan: all of the old one, and what is new.

    New annotators get the common set and their share of what nobody has been given
    yet; new texts are dealt to everyone; a new system is compared on all texts,
    among many systems by whoever has compared the others there.
    New work comes after the work a person already has.
    """
    many = protocols.get(campaign.protocol).many
    selection = select(campaign)
    if not selection.asked:
        raise _nothing_to_ask(selection)
    pairs = {segment.pair: segment.target_language for segment in selection.asked}
    people = annotators_of(campaign, pairs, old.annotators)
    if campaign.design.kind in _SINGLE:
        made, texts = _SINGLE[campaign.design.kind](old, campaign, selection, people)
        texts = _with_copies(campaign, texts)
        return Plan(people, (*old.assignments, *made), selection.identical, texts=texts)
    worklists = (_worklists_of_many if many else _worklists)(old, campaign, people)
    for pair in pairs:
        asked = [segment for segment in selection.asked if segment.pair == pair]
        group = [worklists[person.id] for person in people if person.group == pair]
        if not group and campaign.crowd.public:
            continue
        if campaign.design.kind == "common-unique":
            deal_common_and_unique(campaign, pair, asked, group)
        else:
            deal_shared(campaign, pair, asked, group, judges=_JUDGES[campaign.design.kind])
    if many:
        pairing = Pairing(campaign, selection.vertices, questions_in(old.assignments))
        added = [made for worklist in worklists.values() for made in pairing.assignments(worklist)]
    else:
        added = [
            made for worklist in worklists.values() for made in _assignments(campaign, worklist)
        ]
    if not old.assignments and not added and not campaign.crowd.public:
        raise BadInput(
            "no annotator is given any work",
            where="[design]",
            fix="Write how many segments everyone judges (common) or gets alone (unique).",
        )
    return Plan(
        annotators=people,
        assignments=(*old.assignments, *added),
        identical=selection.identical,
        near_identical=selection.near_identical,
    )


def _with_copies(campaign: Campaign, texts: tuple[Output, ...]) -> tuple[Output, ...]:
    """Return the texts made for control items with those that a crowd's HITs may show."""
    if not campaign.crowd.public:
        return texts
    from tertium.design.crowd import crowd_texts  # other campaigns need none of it

    known = {(one.segment, one.system) for one in texts}
    copies = (one for one in crowd_texts(campaign) if (one.segment, one.system) not in known)
    return (*texts, *copies)


def _nothing_to_ask(selection: Selection) -> BadInput:
    if selection.too_few and all(not row.within for row in selection.identical):
        return BadInput(
            "there is nothing to ask: the segments within the length bounds have too few outputs",
            where="[[texts]]",
            fix="Check the files of the systems.",
        )
    if any(row.within_segments for row in selection.identical):
        return BadInput(
            "there is nothing to ask: no outputs differ within the length bounds",
            where="[[texts]]",
            fix="Check that the outputs come from different systems.",
        )
    return BadInput(
        "no segment lies within the length bounds",
        where="[design]",
        fix="Change min_words and max_words, or add texts.",
    )


def _worklists(old: Plan, campaign: Campaign, people: tuple[Annotator, ...]) -> dict[str, Worklist]:
    """Return the assignments of the old plan by person; those of other systems only take room."""
    systems = [system.name for system in systems_compared(campaign)]
    worklists = {person.id: Worklist(person) for person in people}
    for assignment in old.assignments:
        worklist = worklists[assignment.annotator]
        worklist.taken += 1
        if set(assignment.slots) == set(systems):
            worklist.ahead += 1 if assignment.slots[0] == systems[0] else -1
            (worklist.common if assignment.set == "common" else worklist.single).add(
                assignment.segment
            )
    return worklists


def _worklists_of_many(
    old: Plan, campaign: Campaign, people: tuple[Annotator, ...]
) -> dict[str, Worklist]:
    """Return the questions of the old plan by person, whatever systems they show."""
    worklists: dict[str, Worklist] = {}
    places: Counter[str] = Counter()
    for person in people:
        first = begins_with_ranking(campaign, person.group, places[person.group])
        worklists[person.id] = Worklist(person, ranking_first=first)
        places[person.group] += 1
    sources: dict[tuple[str, str, str], Task] = {}
    for assignment in old.assignments:
        worklist = worklists[assignment.annotator]
        worklist.taken = max(worklist.taken, assignment.order + 1)
        worklist.batch = max(worklist.batch, assignment.batch + 1)
        if len(assignment.slots) < 2:  # whether a translation is adequate, asked afterwards
            continue
        # A question that was drawn later belongs to the set of its source.
        task = Task(assignment.segment, assignment.set, assignment.pass_)
        task = sources.setdefault((worklist.person.id, task.segment, task.pass_), task)
        (worklist.common if task.set == "common" else worklist.single).add(task.segment)
        worklist.asked.setdefault((task, assignment.condition), []).append(assignment.slots)
        if assignment.condition == COMPARING:
            worklist.ahead += 1 if assignment.slots[0] < assignment.slots[1] else -1
    return worklists


def _assignments(campaign: Campaign, worklist: Worklist) -> Iterator[Assignment]:
    """Turn what was added to a worklist into assignments, sides drawn anew for each."""
    first, second = (system.name for system in systems_compared(campaign))
    batch = campaign.design.batch
    person = worklist.person
    drawn = sides(
        len(worklist.added),
        batch,
        stream(campaign.seed, "sides", person.id, worklist.taken),
        start=worklist.taken,
        ahead=worklist.ahead,
    )
    for order, (task, left) in enumerate(
        zip(worklist.added, drawn, strict=True), start=worklist.taken
    ):
        yield present(
            campaign,
            person,
            segment=task.segment,
            slots=(first, second) if left else (second, first),
            order=order,
            pass_=task.pass_,
            set_=task.set,
        )
