"""Errors that were found, on their way to a translator's answer and an arbiter's decision.

A translator sees the errors of their own texts: category, severity and note, but no reviewer.
An arbiter sees answers as well, but neither reviewer nor translator nor system.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from tertium import protocols
from tertium.exceptions import Conflict, NotFound
from tertium.model import Campaign, Decision, parts_of
from tertium.protocols.consolidation import (
    ReadOutput,
    by_item,
    is_marked,
    settle,
    spans_ask,
)
from tertium.protocols.rebuttal import (
    Answers,
    ReviewedError,
    found_in,
    read_answer,
    read_ruling,
    reviews_of,
)
from tertium.store import Store
from tertium.typology import Typology
from tertium.web.annotate.mark_comparison import DecisionId, MarkShown, outputs_in, placed
from tertium.web.annotate.schemas import TaskText
from tertium.web.annotate.texts import text_in

Standing = Literal["unanswered", "accepted", "contested", "decided"]
P = TypeVar("P", bound=str)


class TranslatorAnswer(Struct, frozen=True):
    """What a translator answered."""

    act: Literal["accept", "contest", "propose"]
    reason: str
    category: str
    severity: str
    at: datetime


class Ruling(Struct, frozen=True):
    """What was decided."""

    act: Literal["stands", "changed", "struck"]
    note: str
    category: str
    severity: str
    at: datetime


class ErrorShown(Struct, frozen=True, kw_only=True):
    """An error in its text.

    `names` are category and severity as people read them; `own` are the reader's own decisions
    about it that count, and `id_for` is an id for the next one.
    """

    id: str
    source: TaskText | UnsetType = UNSET
    text: TaskText
    mark: MarkShown
    names: tuple[str, str]
    note: str
    standing: Standing
    answer: TranslatorAnswer | None
    ruling: Ruling | None
    own: tuple[str, ...]
    id_for: str


class ErrorReply(Struct, frozen=True):
    """An answer to an error, or a decision about it, in words and with a reason.

    A translator's `act` is accept, contest or propose; an arbiter's stands, changed or struck.
    """

    act: Annotated[str, Meta(max_length=20)]
    id: DecisionId
    reason: Annotated[str, Meta(max_length=2_000)] = ""
    category: Annotated[str, Meta(max_length=200)] = ""
    severity: Annotated[str, Meta(max_length=200)] = ""
    replaces: Annotated[str, Meta(max_length=64)] = ""


class ErrorCounts(Struct, frozen=True):
    """How many errors stand where."""

    found: int
    unanswered: int
    accepted: int
    contested: int
    decided: int


@dataclass(frozen=True, slots=True)
class _Error:
    output: ReadOutput
    found: ReviewedError


@dataclass(frozen=True, slots=True)
class Errors:
    """The errors of a campaign, or of one system's texts, with everything said about them."""

    campaign: Campaign
    typology: Typology | None
    hidden: tuple[str, ...]
    errors: Sequence[_Error]
    said: Answers

    @classmethod
    def of(cls, store: Store, name: str, *, system: str = "") -> "Errors":
        """Gather what was found, in the order of the texts."""
        campaign = store.campaigns.get(name)
        protocol = protocols.get(campaign.protocol, campaign.options)
        decisions = store.decisions.all(name)
        said = Answers.of(decisions)
        if not is_marked(protocol):
            return cls(campaign, None, (), (), said)
        consolidating = [one for one in decisions if one.stage == "consolidation"]
        counted = by_item(consolidating)
        place = {one.id: number for number, one in enumerate(campaign.segments)}
        outputs = list(outputs_in(store, name))
        # Within a segment by a key that tells nothing about systems.
        outputs.sort(key=lambda one: (place[one.assignment.segment], one.key))
        errors = []
        for output in outputs:
            if consolidating and len(output.readers) > 1:
                reviews = reviews_of(output, settle(output, counted))
            else:
                reviews = reviews_of(output)
            for found in found_in(reviews):
                slot = output.assignment.slots[found.mark["slot"] - 1]
                if not system or system in parts_of(slot):
                    errors.append(_Error(output, found))
        hidden = tuple(protocol.settings.get("hidden", ()))
        return cls(campaign, spans_ask(protocol).typology, hidden, errors, said)

    def standing(self, key: str) -> Standing:
        """Tell where an error stands."""
        if key in self.said.rulings:
            return "decided"
        answer = self.said.answers.get(key)
        if answer is None:
            return "unanswered"
        return "accepted" if answer.content["act"] == "accept" else "contested"

    def counts(self) -> ErrorCounts:
        """Count the errors by where they stand."""
        found = [self.standing(one.found.key) for one in self.errors]
        return ErrorCounts(
            len(found),
            *(found.count(one) for one in ErrorCounts.__struct_fields__[1:]),  # type: ignore[arg-type]
        )

    def find(self, key: str) -> ReviewedError:
        """Return an error that is among these."""
        for one in self.errors:
            if one.found.key == key:
                return one.found
        raise NotFound("there is no such error", fix="Load the page again; it may have changed.")

    def shown(self, one: _Error, *, arbitrates: bool, id_for: str) -> ErrorShown:
        """Return an error as a translator or an arbiter sees it."""
        key, mark = one.found.key, one.found.mark
        assignment = one.output.assignment
        segment = next(s for s in self.campaign.segments if s.id == assignment.segment)
        answer, ruling = self.said.answers.get(key), self.said.rulings.get(key)
        own = ruling if arbitrates else answer
        text = self.campaign.text(segment.id, assignment.slots[mark["slot"] - 1])
        source = text_in(segment.source_language, segment.source)
        return ErrorShown(
            id=key,
            source=UNSET if assignment.condition in self.hidden else source,
            text=text_in(segment.target_language, text),
            mark=placed(mark),
            names=self.names(mark["category"], mark["severity"]),
            note=mark.get("note", ""),
            standing=self.standing(key),
            answer=_given(answer) if answer else None,
            ruling=_ruled(ruling) if ruling else None,
            own=(own.id,) if own else (),
            id_for=id_for,
        )

    def names(self, category: str, severity: str) -> tuple[str, str]:
        """Return category and severity as people read them."""
        if self.typology is None:
            return category, severity
        node = self.typology.node(category) if category else None
        return node.name if node else category, self.typology.severity(severity).name

    def answered(self, key: str, sent: ErrorReply, *, by: str, at: datetime) -> Decision:
        """Return a translator's answer, if the error is theirs and nobody has decided yet."""
        mark = self.find(key).mark
        if key in self.said.rulings:
            raise Conflict(
                "this error was decided already", fix="Ask the sender of the link to check it."
            )
        content = read_answer(
            sent.act, mark, self.typology, reason=sent.reason, category=sent.category,
            severity=sent.severity,
        )  # fmt: skip
        return self._decision(key, sent, content, "rebuttal", "translator", by, at)

    def ruled(
        self,
        key: str,
        sent: ErrorReply,
        *,
        by: str,
        role: Literal["arbiter", "manager"],
        at: datetime,
    ) -> Decision:
        """Return an arbiter's or a manager's decision."""
        content = read_ruling(
            sent.act, self.find(key).mark, self.typology, note=sent.reason,
            category=sent.category, severity=sent.severity,
        )  # fmt: skip
        return self._decision(key, sent, content, "arbitration", role, by, at)

    def _decision(
        self, key: str, sent: ErrorReply, content: dict[str, Any], stage: Any, role: Any, by: str,
        at: datetime,
    ) -> Decision:  # fmt: skip
        return Decision(
            id=sent.id,
            campaign=self.campaign.name,
            stage=stage,
            role=role,
            by=by,
            items=(key,),
            content=content,
            submitted_at=at.astimezone(UTC),
            replaces=(sent.replaces,) if sent.replaces else (),
        )


def part_of(errors: Errors, asked: str, parts: Sequence[P]) -> tuple[P, list[_Error]]:
    """Return the part of the errors that is asked for, else the first with anything in it."""
    standing = [(errors.standing(one.found.key), one) for one in errors.errors]
    found = {part: [one for at, one in standing if part in ("all", at)] for part in parts}
    given = [part for part in parts if part == asked]
    chosen = next(iter([*given, *(part for part in parts if found[part])]), parts[0])
    return chosen, found[chosen]


def _given(decision: Decision) -> TranslatorAnswer:
    said = decision.content
    return TranslatorAnswer(
        said["act"],
        said.get("reason", ""),
        said.get("category", ""),
        said.get("severity", ""),
        decision.submitted_at,
    )


def _ruled(decision: Decision) -> Ruling:
    said = decision.content
    return Ruling(
        said["act"],
        said.get("note", ""),
        said.get("category", ""),
        said.get("severity", ""),
        decision.submitted_at,
    )
