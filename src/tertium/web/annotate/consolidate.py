"""Consolidation for annotators: the marks of all who read a text, to settle one by one.

Somebody sees the other marks of a text once their own marking of it is complete and they have
asked for them; from then on what they had marked stays as it is, so that agreement speaks of
what people saw by themselves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

from tertium.exceptions import BadInput, Conflict, NotFound
from tertium.model import Decision
from tertium.protocols.consolidation import ReadOutput, checked_mark, is_marked, read_act
from tertium.store import Store
from tertium.web.annotate.forms import read_json, read_number
from tertium.web.annotate.mark_comparison import (
    MAX_MESSAGE,
    ComparedOutput,
    DecisionId,
    MarkComparison,
    MarkInput,
    others_of,
)
from tertium.web.annotate.marks import marking_of
from tertium.web.annotate.schemas import MarkingSettings, SavedAnswer
from tertium.web.annotate.visit import Visit, json_of

PAGE = 50
_SEEN = "open"


class DecisionInput(Struct, frozen=True, forbid_unknown_fields=True):
    """One decision about marks, or a message about one.

    `act` is `agree` (with the decision `upon`, or with the mark), `keep`, `drop`, `edit` or
    `merge`; the last two bring a mark. `replaces` are the own decisions that it takes the place
    of. A message has `say` instead.
    """

    id: DecisionId
    items: Annotated[tuple[str, ...], Meta(min_length=1, max_length=20)]
    submitted_at: Annotated[datetime, Meta(tz=True)]
    act: Annotated[str, Meta(max_length=20)] = ""
    mark: MarkInput | None = None
    note: Annotated[str, Meta(max_length=2_000)] = ""
    upon: Annotated[str, Meta(max_length=64)] = ""
    replaces: Annotated[tuple[DecisionId, ...], Meta(max_length=20)] = ()
    say: Annotated[str, Meta(max_length=MAX_MESSAGE)] = ""


class DecisionsInput(Struct, frozen=True, forbid_unknown_fields=True):
    """One or several decisions, oldest first."""

    decisions: Annotated[tuple[DecisionInput, ...], Meta(min_length=1, max_length=100)]


class RefusedDecision(Struct, frozen=True):
    """This decision was not stored, and why."""

    id: str
    what: str
    fix: str


class DecisionOutcome(Struct, frozen=True):
    """What became of each decision."""

    saved: list[SavedAnswer]
    refused: list[RefusedDecision]


class ConsolidationPage(Struct, frozen=True):
    """Texts that several people have marked.

    `closed` counts those whose other marks can be shown but were not asked for yet; `settled`,
    `open` and `discussed` count marks of the others. Whoever asks again with the last `state`
    gets nothing where nothing has changed.
    """

    title: str
    marking: MarkingSettings | None
    closed: int
    outputs: list[ComparedOutput]
    open: int
    discussed: int
    settled: int
    page: int
    pages: int
    state: str


@dataclass(frozen=True, slots=True)
class _OwnTexts:
    """What one annotator may compare."""

    comparing: MarkComparison
    reader: str
    opened: set[str]
    others: Mapping[str, int]

    @classmethod
    def of(cls, store: Store, campaign: str, reader: str) -> "_OwnTexts":
        comparing = MarkComparison.of(store, campaign, reader=reader)
        others = others_of(store, campaign, reader)
        return cls(comparing, reader, comparing.opened(reader), others)

    def name(self, who: str) -> str:
        """Return what somebody is called on this reader's pages."""
        if who == self.reader:
            return "you"
        return f"other-{self.others[who]}" if who else "manager"

    def assignment(self, output: ReadOutput) -> str:
        """Return the reader's own name for a text."""
        return next(
            one.assignment.id for one in output.readings if one.assignment.annotator == self.reader
        )

    @property
    def visible(self) -> list[ReadOutput]:
        """The texts whose other marks were asked for, in the reader's order."""
        found = [one for one in self.comparing.outputs if self.assignment(one) in self.opened]
        return sorted(found, key=self._order)

    def _order(self, output: ReadOutput) -> int:
        own = (one.assignment for one in output.readings)
        return next(one.order for one in own if one.annotator == self.reader)

    @property
    def closed(self) -> list[str]:
        """The texts whose other marks were not asked for yet."""
        names = [self.assignment(one) for one in self.comparing.outputs]
        return [name for name in names if name not in self.opened]


def to_compare(visit: Visit) -> bool:
    """Tell whether there is anything for this annotator to compare."""
    if not is_marked(visit.protocol):
        return False
    found = MarkComparison.of(visit.store, visit.visitor.campaign, reader=visit.visitor.annotator)
    return bool(found.outputs)


def has_compared(store: Store, campaign: str, annotator: str, assignment: str) -> bool:
    """Tell whether somebody has seen the other marks of a text."""
    return any(
        one.by == annotator and _SEEN in one.content and assignment in one.items
        for one in store.decisions.all(campaign, "consolidation")
    )


def show_consolidation(visit: Visit) -> Response:
    """GET consolidate: the texts with all marks; its twin is the same as data."""
    if not is_marked(visit.protocol):
        raise NotFound("nothing is marked here", fix="Open your link again to go on.")
    name = visit.visitor.campaign
    state = (
        f"{visit.store.judgements.last_sequence(name)}-{visit.store.decisions.last_sequence(name)}"
    )
    if visit.request.query_params.get("state") == state:
        return Response(status_code=204)
    own = _OwnTexts.of(visit.store, name, visit.visitor.annotator)
    visible = own.visible
    told = [(one, own.comparing.settled(one)) for one in visible]
    pages = max(1, -(-len(visible) // PAGE))
    number = min(max(read_number(visit.request.query_params.get("page", "1")), 1), pages)
    states = [one.status for _, settled in told for one in settled]
    page = ConsolidationPage(
        title=visit.campaign.title,
        marking=marking_of(visit.protocol, visit.language),
        closed=len(own.closed),
        outputs=[
            own.comparing.compared(
                one, settled, id_=own.assignment(one), seat=own.reader, name=own.name
            )
            for one, settled in told[(number - 1) * PAGE : number * PAGE]
        ],
        open=states.count("open"),
        discussed=states.count("discussed"),
        settled=states.count("settled"),
        page=number,
        pages=pages,
        state=state,
    )
    if visit.request.url.path.endswith(".json"):
        return json_of(page)
    return visit.show("consolidate.html", page)


def open_others(visit: Visit) -> Response:
    """POST consolidate: note that the other marks are seen from now on, then show them."""
    own = _OwnTexts.of(visit.store, visit.visitor.campaign, visit.visitor.annotator)
    visit.store.decisions.add(
        [
            Decision(
                id=f"open-{name}",
                campaign=visit.visitor.campaign,
                stage="consolidation",
                role="annotator",
                by=own.reader,
                items=(name,),
                content={_SEEN: True},
                submitted_at=visit.now,
            )
            for name in own.closed
        ],
        received_at=visit.now,
    )
    return visit.go("consolidate")


_decoder = msgspec.json.Decoder(DecisionsInput)


def decide(visit: Visit) -> Response:
    """POST decisions: store each when it is on disk; one that cannot be stored harms no other."""
    sent = read_json(visit.body, _decoder, one_by_one=True)
    own = _OwnTexts.of(visit.store, visit.visitor.campaign, visit.visitor.annotator)
    outcome = DecisionOutcome([], [])
    for one in sent.decisions:
        try:
            decision = _decision(own, one, visit.visitor.campaign)
            (receipt,) = visit.store.decisions.add([decision], received_at=visit.now)
        except (BadInput, NotFound, Conflict) as error:
            outcome.refused.append(RefusedDecision(one.id, error.what, error.fix))
        else:
            outcome.saved.append(SavedAnswer(receipt.id, receipt.received_at))
    return json_of(outcome)


def _decision(own: _OwnTexts, sent: DecisionInput, campaign: str) -> Decision:
    """Check a decision: its marks must be among those that this reader compares."""
    visible = {item.key: output for output in own.visible for item in output.items}
    outputs = {id(visible[key]): visible[key] for key in sent.items if key in visible}
    if len(outputs) != 1 or any(key not in visible for key in sent.items):
        raise NotFound("there is no such mark", fix="Load the page again; marks may have changed.")
    (output,) = outputs.values()
    items, content = said_about(own.comparing, output, sent)
    try:
        at = sent.submitted_at.astimezone(UTC)
    except OverflowError:
        raise BadInput("this is not a time", where="submitted_at", fix="Set the clock.") from None
    return Decision(
        id=sent.id,
        campaign=campaign,
        stage="consolidation",
        role="annotator",
        by=own.reader,
        items=items,
        content=content,
        submitted_at=at,
        replaces=sent.replaces,
        upon=sent.upon,
    )


def said_about(
    comparing: MarkComparison, output: ReadOutput, sent: DecisionInput
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Return the items that somebody speaks of and what is kept of it."""
    if sent.say.strip():
        if sent.act or sent.upon or len(sent.items) > 1:
            raise BadInput("a message is about one mark", where="say", fix="Send it by itself.")
        return sent.items, {"say": sent.say.strip()}
    about = (one for key in sent.items for one in comparing.counted.get(key, ()))
    agreed = next((one for one in about if one.id == sent.upon), None)
    if sent.upon and (sent.act != "agree" or agreed is None):
        raise Conflict(
            "what this agrees with was changed meanwhile",
            fix="Look at what counts now, and decide once more.",
        )
    mark = None
    if sent.mark is not None and sent.act in ("edit", "merge"):
        given = msgspec.to_builtins(sent.mark)
        mark = checked_mark(given, comparing.protocol, comparing.campaign, output.assignment)
    items, kept = read_act(sent.act, sent.items, mark, output, agreed)  # type: ignore[arg-type]
    content: dict[str, Any] = {"act": sent.act, "mark": None if kept is None else dict(kept)}
    return items, content | ({"note": sent.note.strip()} if sent.note.strip() else {})
