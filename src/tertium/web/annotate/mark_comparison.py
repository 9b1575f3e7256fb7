"""Marks of several people on their way to a common result: what annotators and managers see.

Annotators know each other as "you" and "other 1", "other 2"; managers know the ids of their
annotators. Nobody learns which system translated.
"""

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal
from weakref import WeakKeyDictionary

from msgspec import UNSET, Meta, Struct, UnsetType

from tertium import protocols
from tertium.exceptions import NotFound
from tertium.model import Campaign, Decision
from tertium.protocols import Protocol
from tertium.protocols.consolidation import (
    Item,
    ItemStatus,
    Opinion,
    ReadOutput,
    by_item,
    is_marked,
    outputs_of,
    settle,
)
from tertium.store import Store
from tertium.typology import Typology
from tertium.web.annotate.schemas import TaskText
from tertium.web.annotate.texts import text_in

MAX_MESSAGE = 1_000
Status = Literal["open", "discussed", "settled"]
DecisionId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{8,64}$")]
Name = Callable[[str], str]  # what somebody is called, by their id; "" is a manager


class MarkShown(Struct, frozen=True):
    """A mark: where it stands, what it quotes, its category and severity."""

    slot: int
    side: Literal["target", "source"]
    start: int
    end: int
    quote: str
    category: str
    severity: str


class MarkInput(Struct, frozen=True, forbid_unknown_fields=True):
    """A mark as it should be; the passage is quoted, so that it cannot slip."""

    start: Annotated[int, Meta(ge=0)]
    end: Annotated[int, Meta(ge=0)]
    quote: Annotated[str, Meta(max_length=40_000)]
    severity: Annotated[str, Meta(max_length=200)]
    category: Annotated[str, Meta(max_length=200)] = ""
    slot: Annotated[int, Meta(ge=1, le=20)] = 1
    side: Literal["target", "source"] = "target"


class MarkNote(Struct, frozen=True):
    """What somebody noted when they marked."""

    who: str
    text: str


class Message(Struct, frozen=True):
    """One line of a discussion."""

    who: str
    text: str
    at: datetime


class OpinionShown(Struct, frozen=True):
    """What somebody holds about a mark: `keep`, `drop`, `edit`, or `merge` with other items.

    `decision` is empty where somebody has only marked it.
    """

    who: str
    act: Literal["keep", "drop", "edit", "merge"]
    items: tuple[str, ...]
    mark: MarkShown | None
    decision: str


class ComparedItem(Struct, frozen=True):
    """One mark by one or several people, and where it stands.

    `own` are the reader's decisions about it that count; a new one replaces them.
    """

    id: str
    mark: MarkShown
    who: tuple[str, ...]
    notes: tuple[MarkNote, ...]
    status: Status
    held: tuple[OpinionShown, ...]
    own: tuple[str, ...]
    result: MarkShown | None
    messages: tuple[Message, ...]


class ComparedOutput(Struct, frozen=True, kw_only=True):
    """A text with everybody's marks."""

    id: str
    source: TaskText | UnsetType = UNSET
    texts: tuple[TaskText, ...]
    items: tuple[ComparedItem, ...]
    status: Status


class Option(Struct, frozen=True):
    """A category or a severity to choose."""

    id: str
    name: str
    depth: int = 0


def options_of(typology: Typology | None) -> tuple[tuple[Option, ...], tuple[Option, ...]]:
    """Return the categories and the severities of a typology."""
    if typology is None:
        return (), ()
    return (
        tuple(Option(one.id, one.name, typology.depth(one)) for one in typology.nodes),
        tuple(Option(one.id, one.name) for one in typology.severities),
    )


_gathered: WeakKeyDictionary[Store, dict[str, tuple[int, list[ReadOutput]]]] = WeakKeyDictionary()


def outputs_in(store: Store, name: str) -> Sequence[ReadOutput]:
    """Return what was read in a campaign; gathered anew only when somebody has judged."""
    newest = store.judgements.last_sequence(name)
    known = _gathered.setdefault(store, {})
    kept = known.get(name)
    if kept is None or kept[0] != newest:
        readings = []
        for person in store.annotators.all(name):
            answered = store.assignments.answered(name, person.id)
            work = store.assignments.of(name, person.id) if answered else ()
            readings += [(one, answered[one.id]) for one in work if one.id in answered]
        kept = known[name] = (newest, outputs_of(readings, name, store.secret()))
    return kept[1]


def others_of(store: Store, campaign: str, reader: str) -> dict[str, int]:
    """Return the numbers by which a reader knows the others, the same on all pages.

    They follow from the database's secret, not from anybody's name.
    """

    def drawn(other: str) -> bytes:
        told = "\x1f".join(("other", campaign, reader, other)).encode()
        return hmac.new(store.secret(), told, hashlib.sha256).digest()

    people = [one.id for one in store.annotators.all(campaign) if one.id != reader]
    return {name: place for place, name in enumerate(sorted(people, key=drawn), 1)}


def _text(output: ReadOutput) -> tuple[str, tuple[str, ...]]:
    return output.assignment.segment, output.assignment.slots


def _waiting(store: Store, campaign: str, reader: str) -> set[tuple[str, tuple[str, ...]]]:
    """Return the texts that a reader is still asked about, such as in a second step."""
    answered = store.assignments.answered(campaign, reader)
    work = store.assignments.of(campaign, reader)
    return {(one.segment, one.slots) for one in work if one.id not in answered}


@dataclass(frozen=True, slots=True)
class MarkComparison:
    """The marks of a campaign, everything said about them, and where each stands."""

    campaign: Campaign
    protocol: Protocol
    outputs: Sequence[ReadOutput]
    decisions: Sequence[Decision]
    counted: Mapping[str, Sequence[Decision]]

    @classmethod
    def of(cls, store: Store, name: str, *, reader: str = "") -> "MarkComparison":
        """Look at a campaign; with a `reader`, at what they have read to the end."""
        campaign = store.campaigns.get(name)
        protocol = protocols.get(campaign.protocol, campaign.options)
        if not is_marked(protocol):
            return cls(campaign, protocol, (), (), {})
        outputs = outputs_in(store, name)
        waiting = _waiting(store, name, reader) if reader else set()
        kept = [
            one
            for one in outputs
            if len(one.readers) > 1
            and (not reader or reader in one.readers)
            and _text(one) not in waiting
        ]
        decisions = store.decisions.all(name, "consolidation")
        return cls(campaign, protocol, kept, decisions, by_item(decisions))

    def opened(self, reader: str) -> set[str]:
        """Return the assignments whose other marks a reader has seen."""
        return {
            item
            for one in self.decisions
            if one.by == reader and "open" in one.content
            for item in one.items
        }

    def find(self, item: str) -> ReadOutput:
        """Return the output that an item stands in."""
        for output in self.outputs:
            if any(one.key == item for one in output.items):
                return output
        raise NotFound("there is no such mark", fix="Load the page again; marks may have changed.")

    def settled(self, output: ReadOutput) -> list[ItemStatus]:
        """Tell where each mark of an output stands."""
        return settle(output, self.counted)

    def status(self, settled: Sequence[ItemStatus]) -> Status:
        """Tell where an output stands: as far as the mark that is farthest behind."""
        found = {one.status for one in settled}
        return "discussed" if "discussed" in found else "open" if "open" in found else "settled"

    def compared(
        self, output: ReadOutput, settled: Sequence[ItemStatus], *, id_: str, seat: str, name: Name
    ) -> ComparedOutput:
        """Return a text with its marks as somebody sees them, under names of their own."""
        segment = next(s for s in self.campaign.segments if s.id == output.assignment.segment)
        hidden = output.assignment.condition in self.protocol.settings.get("hidden", ())
        source = text_in(segment.source_language, segment.source)
        said = self._messages(output, name)
        return ComparedOutput(
            id=id_,
            source=UNSET if hidden else source,
            texts=tuple(
                text_in(segment.target_language, self.campaign.text(segment.id, slot))
                for slot in output.assignment.slots
            ),
            items=tuple(
                _item(one, seat=seat, name=name, messages=said.get(one.item.key, ()))
                for one in settled
            ),
            status=self.status(settled),
        )

    def _messages(self, output: ReadOutput, name: Name) -> dict[str, tuple[Message, ...]]:
        own = {item.key for item in output.items}
        found: dict[str, tuple[Message, ...]] = {}
        for one in self.decisions:
            if "say" in one.content and one.items[0] in own:
                who = name("" if one.role == "manager" else one.by)
                message = Message(who, one.content["say"], one.submitted_at)
                found[one.items[0]] = (*found.get(one.items[0], ()), message)
        return found


def _item(
    settled: ItemStatus, *, seat: str, name: Name, messages: tuple[Message, ...]
) -> ComparedItem:
    item, decisions = settled.item, settled.decisions
    words: Mapping[str, Opinion] = settled.words
    if "" in decisions and settled.word is not None:
        words = {**words, "": settled.word}
    own = decisions.get(seat)
    held = (_held(item, name(who), word, decisions.get(who)) for who, word in words.items())
    return ComparedItem(
        id=item.key,
        mark=placed(item.mark),
        who=tuple(sorted(name(who) for who in item.authors)),
        notes=tuple(MarkNote(name(who), text) for who, text in item.notes),
        status=settled.status,
        held=tuple(sorted(held, key=lambda one: one.who)),
        own=(own.id,) if own else (),
        result=placed(settled.word.content) if settled.word and settled.word.content else None,
        messages=messages,
    )


def _held(item: Item, who: str, word: Opinion, decision: Decision | None) -> OpinionShown:
    content = word.content
    act: Literal["keep", "drop", "edit", "merge"] = "keep"
    if content is None:
        act = "drop"
    elif len(word.items) > 1:
        act = "merge"
    elif dict(content) != dict(item.mark):
        act = "edit"
    mark = None if content is None else placed(content)
    return OpinionShown(who, act, word.items, mark, decision.id if decision else "")


def placed(mark: Mapping[str, Any]) -> MarkShown:
    """Return a kept mark as pages know it."""
    return MarkShown(**{name: mark[name] for name in MarkShown.__struct_fields__})
