"""Whole documents: whoever reads one marks all its versions, segment after segment.

So systems are compared within people, and what is wrong in its context only is seen. Everyone
gets the *common set*, on which agreement is measured; each other document goes to `judges`
people, whoever has least to read. Where a protocol asks in steps, a document has all its
versions in the first step before any in the second, because the second shows the source.
Single segments are then asked about in blocks, each in all steps. Questions about a whole text,
if there are any, come with its last segment. Versions may stand side by side.
"""

from collections.abc import Iterator, Mapping, Sequence

from tertium import protocols
from tertium.design.chance import stratified, stream
from tertium.design.pairing import present
from tertium.design.select import Selection
from tertium.model import Annotator, Assignment, Campaign, Output, Plan, Segment
from tertium.text import count_words

COMMON = "common"
_SINGLE = "\0"  # before the id of a segment that is in no document
Key = tuple[str, str]  # domain and document; a segment without a document stands alone


def deal_documents(
    old: Plan, campaign: Campaign, selection: Selection, people: Sequence[Annotator]
) -> tuple[list[Assignment], tuple[Output, ...]]:
    """Return new assignments; what somebody was given before is not given to them again.

    A new version of a document goes to those who have the others, new people get the common set.
    """
    made: list[Assignment] = []
    had: dict[str, list[Assignment]] = {person.id: [] for person in people}
    for one in old.assignments:
        had[one.annotator].append(one)
    for pair in dict.fromkeys(segment.pair for segment in selection.asked):
        group = [person for person in people if person.group == pair]
        documents = _documents(campaign, selection.asked, pair)
        common, holders = _dealt(campaign, documents, group, had)
        for person in group:
            work = {
                key: [
                    (segment, system)
                    for segment in documents[key]
                    for system in selection.vertices[segment.id]
                ]
                for key in documents
                if person.id in holders[key]
            }
            made += _presented(campaign, person, had[person.id], work, common)
    return made, ()


def late_documents(
    campaign: Campaign, annotator: Annotator, work: Sequence[Assignment]
) -> tuple[Assignment, ...]:
    """Return somebody's open work for somebody else, in an order of their own."""
    segments = {segment.id: segment for segment in campaign.segments}
    mine: dict[Key, list[tuple[Segment, str]]] = {}
    common = set[Key]()
    for segment, system, set_ in dict.fromkeys(
        (one.segment, slot, one.set) for one in work for slot in one.slots
    ):
        key = _key(segments[segment])
        mine.setdefault(key, []).append((segments[segment], system))
        if set_ == COMMON:
            common.add(key)
    return tuple(_presented(campaign, annotator, (), mine, common))


def _key(segment: Segment) -> Key:
    return segment.domain, segment.document or f"{_SINGLE}{segment.id}"


def _documents(campaign: Campaign, asked: Sequence[Segment], pair: str) -> dict[Key, list[Segment]]:
    """Return the documents of a language pair in a random order, domains in proportion."""
    found: dict[Key, list[Segment]] = {}
    for segment in asked:
        if segment.pair == pair:
            found.setdefault(_key(segment), []).append(segment)
    draw = stream(campaign.seed, "documents", pair)
    order = stratified(list(found), [domain for domain, _ in found], draw)
    return {key: sorted(found[key], key=lambda segment: segment.position) for key in order}


def _dealt(
    campaign: Campaign,
    documents: Mapping[Key, Sequence[Segment]],
    group: Sequence[Annotator],
    had: Mapping[str, Sequence[Assignment]],
) -> tuple[set[Key], dict[Key, set[str]]]:
    """Return which documents everyone reads, and who reads each."""
    home = {segment.id: key for key, found in documents.items() for segment in found}
    known = [one for person in group for one in had[person.id] if one.segment in home]
    common = {home[one.segment] for one in known if one.set == COMMON}
    holders: dict[Key, set[str]] = {key: set() for key in documents}
    for one in known:
        holders[home[one.segment]].add(one.annotator)
    size = sum(len(documents[key]) for key in common)
    for key, found in documents.items():
        if size < campaign.design.common and not holders[key]:
            common.add(key)
            size += len(found)
    for key in common:
        holders[key] = {person.id for person in group}
    words = {key: sum(_words(one) for one in found) for key, found in documents.items()}
    load = dict.fromkeys((person.id for person in group), 0)
    for key, who in holders.items():
        for person in who:
            load[person] += words[key]
    # The longest first, so that shares come out even.
    for key in sorted(documents, key=lambda key: -words[key]):
        while len(holders[key]) < min(campaign.design.judges, len(group)):
            free = [one.id for one in group if one.id not in holders[key]]
            person = min(free, key=lambda one: load[one])
            holders[key].add(person)
            load[person] += words[key]
    return common, holders


def _words(segment: Segment) -> int:
    return max(1, count_words(segment.source, segment.source_language))


def _presented(
    campaign: Campaign,
    person: Annotator,
    mine: Sequence[Assignment],
    work: Mapping[Key, Sequence[tuple[Segment, str]]],
    common: set[Key],
) -> Iterator[Assignment]:
    """Put somebody's new work into an order: documents and their versions by chance.

    A batch holds whole versions, as many as the design says; a step begins one of its own.
    """
    given = {(one.segment, slot) for one in mine for slot in one.slots}
    order = max((one.order + 1 for one in mine), default=0)
    batch = max((one.batch for one in mine), default=-1)
    draw = stream(campaign.seed, "order", person.id, len(mine))
    steps, last, whole = _steps(campaign)
    protocol = protocols.get(campaign.protocol, campaign.options)
    size = campaign.design.batch if protocol.rates and len(steps) > 1 else 1
    free = 0  # places in the batch
    keys = list(work)
    shuffled = [keys[at] for at in draw.permutation(len(keys))]
    for block in _blocks(shuffled, common, size):
        new = [one for key in block for one in work[key] if (one[0].id, one[1]) not in given]
        systems = sorted({system for _, system in new})
        versions = [systems[at] for at in draw.permutation(len(systems))]
        shared = "shared" if campaign.design.judges > 1 else "unique"
        set_ = COMMON if block[0] in common else shared
        for step in steps:
            free = 0 if len(steps) > 1 else free
            for first in range(0, len(versions), protocol.systems):
                together = versions[first : first + protocol.systems]
                shown: dict[str, list[str]] = {}
                for segment, system in new:
                    if system in together:
                        shown.setdefault(segment.id, []).append(system)
                asked = [(segment, step) for segment in shown]
                if step in whole:  # asked once, about the text that ends here
                    asked = asked[-1:]
                if last:
                    asked[-1] = (asked[-1][0], last)
                if free < len(asked):
                    batch += 1
                    free = campaign.design.batch
                free -= len(asked)
                for segment_id, condition in asked:
                    yield present(
                        campaign,
                        person,
                        segment=segment_id,
                        slots=tuple(one for one in together if one in shown[segment_id]),
                        order=order,
                        batch=batch,
                        pass_="",
                        set_=set_,
                        condition=condition,
                    )
                    order += 1


def _blocks(keys: Sequence[Key], common: set[Key], size: int) -> Iterator[list[Key]]:
    """Return documents one by one, and single segments in blocks of a size."""
    open_: dict[bool, list[Key]] = {True: [], False: []}  # those everyone gets, and the others
    for key in keys:
        if not key[1].startswith(_SINGLE):
            yield [key]
            continue
        block = open_[key in common]
        block.append(key)
        if len(block) == size:
            yield block.copy()
            block.clear()
    yield from (block for block in open_.values() if block)


def _steps(campaign: Campaign) -> tuple[tuple[str, ...], str, tuple[str, ...]]:
    """Return the conditions under which outputs are asked about.

    Beside them that of the last segment of a text, and those under which a text is asked about as
    a whole.
    """
    protocol = protocols.get(campaign.protocol, campaign.options)
    last = str(protocol.settings.get("last", ""))
    conditions = dict.fromkeys(condition for ask in protocol.asks for condition in ask.when)
    steps = tuple(one for one in conditions if one not in (last, ""))
    return steps or ("",), last, tuple(protocol.settings.get("whole", ()))
