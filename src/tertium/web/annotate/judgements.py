"""Receiving answers. This is the path every submission takes: no page, no query, one commit.

Acknowledged means committed to disk. Sending twice stores once, because the
browser chose the id. An answer that cannot be stored is refused by itself; the
others of the same request are stored.
"""

from collections import deque
from datetime import UTC, datetime, timedelta

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from tertium import protocols
from tertium.exceptions import BadInput, Conflict, NotFound, Unavailable
from tertium.model import Assignment, Campaign, Judgement
from tertium.protocols import Protocol
from tertium.protocols.consolidation import is_marked
from tertium.protocols.editing import EDITED
from tertium.store import Store
from tertium.store.crowd_values import PREFIX
from tertium.store.storable import check_storable
from tertium.store.values import Receipt, StaleJudgement, Visitor
from tertium.web.annotate.chunks import refuse_other_chunks
from tertium.web.annotate.consolidate import has_compared
from tertium.web.annotate.edits import with_log
from tertium.web.annotate.forms import read_json
from tertium.web.annotate.in_order import refuse_out_of_order
from tertium.web.annotate.marks import refuse_misplaced
from tertium.web.annotate.schemas import (
    RefusedAnswer,
    SavedAnswer,
    Submission,
    SubmissionOutcome,
    SubmittedAnswer,
)
from tertium.web.annotate.tasks import answered_as
from tertium.web.annotate.visit import Stopped, enter, json_of, same_site, stop
from tertium.web.pages import log_trouble

_decoder = msgspec.json.Decoder(Submission)


class RateLimiter:
    """Counts answers that changed nothing (refused, or sent before), by link.

    Honest work is never counted, however fast; a browser or program that runs in
    circles is asked to wait.
    """

    def __init__(
        self, *, allowed: int = 600, within: timedelta = timedelta(minutes=1), links: int = 10_000
    ) -> None:
        self._allowed = allowed
        self._within = within
        self._links = links
        self._idle: dict[str, deque[datetime]] = {}

    def spent(self, token: str, now: datetime) -> bool:
        """Tell whether a link has to wait."""
        times = self._idle.get(token)
        if times is None:
            return False
        while times and now - times[0] > self._within:
            times.popleft()
        return len(times) >= self._allowed

    def note(self, token: str, now: datetime, count: int) -> None:
        """Count answers that changed nothing."""
        if count:
            if token not in self._idle and len(self._idle) >= self._links:
                self._idle.clear()
            times = self._idle.setdefault(token, deque(maxlen=self._allowed))
            times.extend([now] * count)


_limiter = RateLimiter()
_protocols: dict[str, tuple[Campaign, Protocol]] = {}


def _protocol(campaign: Campaign) -> Protocol:
    """Return a campaign's protocol; configuring it anew for every answer would be waste."""
    kept = _protocols.get(campaign.name)
    if kept is None or kept[0] is not campaign:
        kept = (campaign, protocols.get(campaign.protocol, campaign.options))
        _protocols[campaign.name] = kept
    return kept[1]


async def receive(request: Request) -> Response:
    """POST judgements: store one answer or several, and say what became of each."""
    store: Store = request.app.state.store
    now: datetime = request.app.state.clock()
    token = request.path_params["token"]
    try:
        visitor = enter(store, token, now)
        if visitor.consented_at is None:
            raise Stopped("consent", visitor)
        if _limiter.spent(token, now):
            raise Stopped("busy", visitor)
    except Stopped as stopped:
        return stop(request, stopped)
    if not request.headers.get("content-type", "").startswith("application/json"):
        return _not_json("answers are sent as JSON", "Send them as application/json.")
    if not same_site(request):
        return _not_json("this was sent from another site", "Open your link again.", status=403)
    body = await request.body()
    try:
        sent = read_json(body, _decoder, one_by_one=True)
    except BadInput:
        _limiter.note(token, now, 1)
        raise
    protocol = _protocol(store.campaigns.get(visitor.campaign))
    outcome = SubmissionOutcome([], [])
    idle = 0
    for judged in sent.judgements:
        try:
            receipt = await _store(store, visitor, protocol, judged, now)
        except Unavailable as error:
            log_trouble(error)
            # The browser keeps all of them and tries again; what is stored stays stored once.
            return stop(request, Stopped("unavailable", visitor))
        except (BadInput, NotFound, Conflict) as error:
            outcome.refused.append(_refusal(judged, error))
            idle += 1
        else:
            outcome.saved.append(SavedAnswer(receipt.id, receipt.received_at))
            idle += receipt.duplicate
    _limiter.note(token, now, idle)
    if outcome.saved and store.campaigns.state(visitor.campaign).moves:
        await _settle_moved(store, visitor, [judged.assignment for judged in sent.judgements])
    return json_of(outcome)


async def _settle_moved(store: Store, visitor: Visitor, answered: list[str]) -> None:
    """Decide about answers to work that was taken away: handed over, or of a lease that ended."""
    if not visitor.annotator.startswith(PREFIX):
        await run_in_threadpool(store.moves.return_answered, visitor.campaign, answered)
    elif not store.assignments.knows(visitor.campaign, visitor.annotator, answered):
        await run_in_threadpool(store.claims.settle, visitor.campaign, visitor.annotator)


def _not_json(what: str, fix: str, status: int = 415) -> Response:
    return json_of({"what": what, "where": "", "fix": fix}, status=status)


async def _store(
    store: Store, visitor: Visitor, protocol: Protocol, judged: SubmittedAnswer, now: datetime
) -> Receipt:
    """Check one answer and append it; the use of an aid is logged beside it.

    Whether the assignment is this annotator's is asked by the store, on its way to the disk.
    Where it decides which questions were asked, it is looked up before.
    """
    _refuse_no_text(judged)
    assignment = None
    answer = judged.answer
    campaign = store.campaigns.get(visitor.campaign)
    if not protocol.uniform:
        assignment = await run_in_threadpool(
            store.assignments.get, visitor.campaign, visitor.annotator, judged.assignment
        )
    if judged.replaces and is_marked(protocol):
        await run_in_threadpool(_refuse_compared, store, visitor, judged.assignment)
    if assignment is not None and EDITED in answer:
        known = await run_in_threadpool(
            store.assignments.answered, visitor.campaign, visitor.annotator
        )
        answer = with_log(answer, campaign, assignment, known.get(judged.assignment))
    if assignment is not None and protocol.settings.get("hidden"):
        await run_in_threadpool(_check_turn, store, visitor, protocol, assignment, judged)
    judgement = Judgement(
        id=judged.id,
        campaign=visitor.campaign,
        assignment=judged.assignment,
        annotator=visitor.annotator,
        answer=read_answer(protocol, answer, campaign, assignment),
        submitted_at=_in_utc(judged.submitted_at),
        seconds=judged.seconds,
        replaces=judged.replaces,
    )
    receipt = await store.judgements.submit(judgement, received_at=now)
    if judged.aids and not receipt.duplicate:
        detail = {
            "judgement": judged.id,
            "assignment": judged.assignment,
            "aids": list(judged.aids),
        }
        await run_in_threadpool(
            lambda: store.history.add(
                "aid used",
                campaign=visitor.campaign,
                actor=visitor.annotator,
                detail=detail,
                at=now,
            )
        )
    return receipt


def _refuse_no_text(judged: SubmittedAnswer) -> None:
    """Refuse a character that no database keeps, before anything is looked up."""
    try:
        check_storable(
            (judged.id, judged.assignment, judged.replaces, judged.answer, judged.aids), ""
        )
    except BadInput as error:
        raise _InvalidAnswer(error.what, fix=error.fix) from None


def _refuse_compared(store: Store, visitor: Visitor, assignment: str) -> None:
    """Keep what was marked before the other marks were seen: agreement speaks of that."""
    if has_compared(store, visitor.campaign, visitor.annotator, assignment):
        raise _InvalidAnswer(
            "you have seen the other marks of this text, so your own stay as they are",
            fix="Change the mark where you compare them.",
        )


def _check_turn(
    store: Store,
    visitor: Visitor,
    protocol: Protocol,
    assignment: Assignment,
    judged: SubmittedAnswer,
) -> None:
    """Refuse an answer to a step that is not open, or no longer."""
    own = visitor.campaign, visitor.annotator
    work, answered = store.assignments.of(*own), store.assignments.answered(*own)
    try:
        refuse_out_of_order(
            store.campaigns.get(visitor.campaign), protocol, assignment, judged.id, work, answered
        )
    except BadInput as error:
        raise _InvalidAnswer(error.what, fix=error.fix) from None


class _InvalidAnswer(BadInput):
    """The protocol does not accept this answer."""


def read_answer(
    protocol: Protocol,
    answer: dict[str, object],
    campaign: Campaign,
    assignment: Assignment | None,
) -> dict[str, object]:
    """Return an answer in its kept form, or say why the protocol does not accept it."""
    try:
        read = protocol.read(answer, assignment)
        if assignment is not None:
            refuse_misplaced(protocol, campaign, assignment, read)
            refuse_other_chunks(protocol, campaign, assignment, read)
        return read
    except (BadInput, NotFound) as error:
        raise _InvalidAnswer(error.what, fix=error.fix) from None


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:  # the first or the last hours of the calendar
        raise _InvalidAnswer(
            f"{moment.isoformat()!r} is not a time", fix="Set the clock and answer once more."
        ) from None


def _refusal(judged: SubmittedAnswer, error: BadInput | NotFound | Conflict) -> RefusedAnswer:
    """Say why an answer was not stored, in words that name nothing behind the assignment."""
    if isinstance(error, StaleJudgement) and error.current is not None:
        return RefusedAnswer(
            judged.id,
            "stale",
            "this item was answered meanwhile, in another window or on another device",
            "Keep the stored answer, or send yours again as its replacement.",
            answered_as(error.current),
        )
    if isinstance(error, _InvalidAnswer):
        return RefusedAnswer(judged.id, "invalid", error.what, error.fix)
    if isinstance(error, NotFound):
        return RefusedAnswer(
            judged.id,
            "unknown",
            "this item is not part of your work",
            "Load the page again; the campaign may have been edited.",
        )
    return RefusedAnswer(
        judged.id,
        "invalid",
        "this answer does not fit what is stored",
        "Load the page again and answer once more.",
    )
