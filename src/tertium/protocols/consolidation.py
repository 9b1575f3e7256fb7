"""Consolidation: people who marked the same text look at all marks and settle each.

The same mark by several people is one *item*; whoever marked it holds that it stands. An item
is *settled* when everyone who read the text holds the same about it, *discussed* while two hold
different things, and *open* while somebody has not said. A manager's word settles it. What was
marked before stays as it is: the settled marks are a layer of their own.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

import msgspec

from tertium.exceptions import BadInput, NotFound
from tertium.model import Assignment, Campaign, Decision, Judgement
from tertium.protocols.marking import ERRORS
from tertium.protocols.protocol import Protocol
from tertium.protocols.spans import Spans, check_marks, check_step
from tertium.text.spans import text_hash

Act = Literal["agree", "keep", "drop", "edit", "merge"]
ACTS: tuple[Act, ...] = ("agree", "keep", "drop", "edit", "merge")
Status = Literal["open", "discussed", "settled"]
PLACED = ("slot", "side", "start", "end", "quote", "category", "severity")
Mark = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reading:
    """One person's answer about one output."""

    assignment: Assignment
    judgement: Judgement

    @property
    def marks(self) -> Sequence[Mark]:
        """What was marked."""
        found: Sequence[Mark] = self.judgement.answer[ERRORS]["marks"]
        return found


@dataclass(frozen=True, slots=True)
class Item:
    """A mark, by one or several people, under a name that tells nothing."""

    key: str
    mark: Mark
    authors: tuple[str, ...]
    notes: tuple[tuple[str, str], ...] = ()  # annotator and note


@dataclass(frozen=True, slots=True)
class ReadOutput:
    """An output with everyone who read it, and all marks in reading order."""

    key: str
    readings: tuple[Reading, ...]
    items: tuple[Item, ...]

    @property
    def assignment(self) -> Assignment:
        """What everyone was shown; the assignment of the first reader."""
        return self.readings[0].assignment

    @property
    def readers(self) -> tuple[str, ...]:
        """Who read it."""
        return tuple(one.assignment.annotator for one in self.readings)

    def item(self, key: str) -> Item:
        """Return the item of a name."""
        for item in self.items:
            if item.key == key:
                return item
        raise _no_item()


@dataclass(frozen=True, slots=True)
class Opinion:
    """What somebody holds about items: one mark in their place, or none."""

    items: tuple[str, ...]
    mark: str | None  # canonical, so that equal words are equal

    @property
    def content(self) -> Mark | None:
        """The mark itself."""
        found: Mark | None = None if self.mark is None else msgspec.json.decode(self.mark)
        return found


@dataclass(frozen=True, slots=True)
class ItemStatus:
    """Where an item stands: what each reader holds, and the word that counts once settled."""

    item: Item
    status: Status
    words: Mapping[str, Opinion]
    decisions: Mapping[str, Decision]  # by reader, and "" for managers
    word: Opinion | None = None
    at: datetime | None = None
    by: tuple[str, ...] = field(default=())


def placed(mark: Mark) -> tuple[Any, ...]:
    """Return what makes two marks the same: where they stand and what they say, but no note."""
    return tuple(mark[name] for name in PLACED)


def is_marked(protocol: Protocol) -> bool:
    """Tell whether a protocol asks for marked passages."""
    return any(isinstance(ask, Spans) for ask in protocol.asks)


def spans_ask(protocol: Protocol) -> Spans:
    """Return the question that marks answer."""
    return next(ask for ask in protocol.asks if isinstance(ask, Spans))


# Gathering ----------------------------------------------------------------------------------


def outputs_of(
    readings: Iterable[tuple[Assignment, Judgement]], campaign: str, secret: bytes
) -> list[ReadOutput]:
    """Gather readings by output; control items and reported problems are nobody's to settle.

    Of somebody's two readings of one output the first counts.
    """
    groups: dict[tuple[str, tuple[str, ...], str], dict[str, Reading]] = {}
    for assignment, judgement in readings:
        if assignment.role == "real" and ERRORS in judgement.answer:
            place = (assignment.segment, assignment.slots, assignment.condition)
            group = groups.setdefault(place, {})
            known = group.get(assignment.annotator)
            if known is None or assignment.order < known.assignment.order:
                group[assignment.annotator] = Reading(assignment, judgement)
    return [
        _output(tuple(group[name] for name in sorted(group)), (campaign, *place), secret)
        for place, group in groups.items()
    ]


def _output(readings: tuple[Reading, ...], place: tuple[Any, ...], secret: bytes) -> ReadOutput:
    found: dict[str, tuple[Mark, dict[str, None], list[tuple[str, str]]]] = {}
    for reading in readings:
        who = reading.assignment.annotator
        for given in reading.marks:
            mark = {name: given[name] for name in PLACED}
            _, authors, notes = found.setdefault(_canonical(mark), (mark, {}, []))
            authors[who] = None
            if given.get("note"):
                notes.append((who, given["note"]))
    items = [
        Item(_name(secret, (*place, text)), mark, tuple(authors), tuple(notes))
        for text, (mark, authors, notes) in found.items()
    ]
    items.sort(key=lambda one: (*_place(one.mark), one.key))
    return ReadOutput(_name(secret, place), readings, tuple(items))


def _place(mark: Mark) -> tuple[Any, ...]:
    return mark["slot"], mark["side"], mark["start"], mark["end"]


def _canonical(mark: Mark) -> str:
    return msgspec.json.encode(mark, order="deterministic").decode()


def _name(secret: bytes, told: tuple[Any, ...]) -> str:
    content = msgspec.json.encode(("mark", told))
    return hmac.new(secret, content, hashlib.sha256).hexdigest()[:20]


# Settling -----------------------------------------------------------------------------------


def counting(decisions: Iterable[Decision]) -> list[Decision]:
    """Return the decisions that no later one replaced."""
    acts = [one for one in decisions if "act" in one.content]
    replaced = {former for one in acts for former in one.replaces}
    return [one for one in acts if one.id not in replaced]


def by_item(decisions: Iterable[Decision]) -> dict[str, list[Decision]]:
    """Return the decisions that count, by the items they are about."""
    found: dict[str, list[Decision]] = {}
    for one in counting(decisions):
        for key in one.items:
            found.setdefault(key, []).append(one)
    return found


def settle(output: ReadOutput, counted: Mapping[str, Sequence[Decision]]) -> list[ItemStatus]:
    """Tell where each item of an output stands, given the decisions `by_item`."""
    own = {item.key for item in output.items}
    decisions = {one.id: one for item in output.items for one in counted.get(item.key, ())}
    readers = set(output.readers)
    managed: dict[str, Decision] = {}
    said: dict[str, dict[str, Decision]] = {key: {} for key in own}
    # A decision about a mark that was taken back meanwhile says nothing any more.
    about = [one for one in decisions.values() if set(one.items) <= own]
    for one in about:
        if one.role == "manager":
            managed |= dict.fromkeys(one.items, one)
    for one in about:
        if one.by in readers and one.role == "annotator" and not set(one.items) & set(managed):
            for key in one.items:
                said[key][one.by] = one
    return [_settled(output, item, said[item.key], managed.get(item.key)) for item in output.items]


def _settled(
    output: ReadOutput, item: Item, said: Mapping[str, Decision], managed: Decision | None
) -> ItemStatus:
    stands = Opinion((item.key,), _canonical(item.mark))
    words = dict.fromkeys(item.authors, stands)
    words |= {who: _word(one) for who, one in said.items()}
    decisions = {**said, **({"": managed} if managed else {})}
    if managed is not None:
        return ItemStatus(
            item, "settled", words, decisions, _word(managed), managed.submitted_at, (managed.by,)
        )
    held = set(words.values())
    if len(held) > 1:
        return ItemStatus(item, "discussed", words, decisions)
    (word,) = held
    missing = [reader for reader in output.readers if reader not in words]
    # What its author takes back, and nobody else held, needs no further word.
    if missing and word.mark is not None:
        return ItemStatus(item, "open", words, decisions)
    times = [one.submitted_at for one in said.values()] or [
        reading.judgement.submitted_at
        for reading in output.readings
        if reading.assignment.annotator in item.authors
    ]
    return ItemStatus(item, "settled", words, decisions, word, max(times), tuple(sorted(words)))


def _word(decision: Decision) -> Opinion:
    mark = decision.content["mark"]
    kept = None if mark is None else _canonical({name: mark[name] for name in PLACED})
    return Opinion(tuple(sorted(decision.items)), kept)


def marks_of(settled: Sequence[ItemStatus]) -> Iterator[tuple[dict[str, Any], ItemStatus]]:
    """Yield the marks of an output whose items are all settled, each once, with their notes."""
    notes = {one.item.key: [note for _, note in one.item.notes] for one in settled}
    done: set[Opinion] = set()
    for one in settled:
        if one.word is None or one.word.mark is None or one.word in done:
            continue
        done.add(one.word)
        content = dict(one.word.content or {})
        said = [note for key in one.word.items for note in notes.get(key, ())]
        said += [str(d.content["note"]) for d in one.decisions.values() if d.content.get("note")]
        if said:
            content["note"] = "; ".join(dict.fromkeys(said))
        yield content, one


# Deciding -----------------------------------------------------------------------------------


def checked_mark(
    given: Any, protocol: Protocol, campaign: Campaign, assignment: Assignment
) -> dict[str, Any]:
    """Return an edited mark as it is kept; it must stand in the text like any other."""
    ask = spans_ask(protocol)
    segment = next(one for one in campaign.segments if one.id == assignment.segment)
    hidden = assignment.condition in protocol.settings.get("hidden", ())
    targets = [campaign.text(assignment.segment, slot) for slot in assignment.slots]
    answer = ask.read(
        {
            "marks": [given],
            "source": "" if hidden else text_hash(segment.source),
            "targets": [text_hash(text) for text in targets],
        },
        len(targets),
    )
    check_marks(answer, "" if hidden else segment.source, targets)
    (mark,) = answer["marks"]
    check_step([mark], ask.typology, protocol.settings.get("within", {}).get(assignment.condition))
    return {name: mark[name] for name in PLACED}


def read_act(
    act: Act,
    items: Sequence[str],
    mark: dict[str, Any] | None,
    output: ReadOutput,
    agreed: Decision | None = None,
) -> tuple[tuple[str, ...], Mark | None]:
    """Return the items that a decision is about and the mark that takes their place.

    `keep` and `drop` are about one item as it was marked, `edit` about one and `merge` about
    several with another mark; `agree` takes over what somebody else decided, or else the mark.
    """
    if act not in ACTS:
        raise NotFound.among("act", str(act), ACTS)
    found = [output.item(key) for key in dict.fromkeys(items)]
    if act == "agree" and agreed is not None:
        if not set(items) & set(agreed.items):
            raise _no_item()
        kept: Mark | None = agreed.content["mark"]
        return agreed.items, kept
    if (len(found) < 2) if act == "merge" else (len(found) != 1):
        raise BadInput(
            f"{act!r} is not about {len(found)} marks",
            where="items",
            fix="Merge two marks or more; decide anything else about one mark.",
        )
    keys = tuple(sorted(item.key for item in found))
    if act in ("edit", "merge"):
        if mark is None:
            raise BadInput("there is no mark", where="mark", fix="Send the mark as it should be.")
        return keys, mark
    return keys, None if act == "drop" else found[0].mark


def _no_item() -> NotFound:
    return NotFound("there is no such mark", fix="Load the page again; marks may have changed.")
