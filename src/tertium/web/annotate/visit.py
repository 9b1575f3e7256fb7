"""Who is at the door: a personal link, the campaign behind it, and how far the person has come.

A link that leads nowhere now (unknown, ended, paused, closed) is answered with a
page in the visitor's language that says so and what to do.
"""

from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tertium import protocols
from tertium.design.more import draws_more
from tertium.exceptions import BadInput, Forbidden, NotFound, Unavailable
from tertium.model import Campaign
from tertium.protocols import Protocol
from tertium.store import Store
from tertium.store.crowd_values import PREFIX, Member
from tertium.store.values import CampaignState, Visitor
from tertium.web.annotate.schemas import OwnProgress, Preferences, Stage, StopPage, StopReason
from tertium.web.annotate.wording import (
    date_in_words,
    duration_in_words,
    moment_in_words,
    words_for_scripts,
)
from tertium.web.guard import FRAMES
from tertium.web.languages import (
    DEFAULT,
    LANGUAGES,
    language_of,
    languages_of,
    messages,
    translator,
)
from tertium.web.pages import log_trouble, show_page, wants_json

NOT_DRAWN = "questions not drawn"  # in the log

_encoder = msgspec.json.Encoder()
_STATUS: dict[StopReason, int] = {"unknown": 404, "busy": 429, "unavailable": 503}


class Stopped(Exception):
    """The link does not lead on now; `reason` says why, `opens_at` until when, if that is known."""

    def __init__(
        self,
        reason: StopReason,
        visitor: Visitor | None = None,
        opens_at: datetime | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason: StopReason = reason
        self.visitor = visitor
        self.opens_at = opens_at


@dataclass(frozen=True, slots=True)
class Visit:
    """One request of an annotator, with everything a page needs."""

    request: Request
    store: Store
    now: datetime
    visitor: Visitor
    campaign: Campaign
    protocol: Protocol
    state: CampaignState
    preferences: Preferences
    language: str  # of the interface
    body: bytes = b""

    @property
    def home(self) -> str:
        """The personal address, without a final slash."""
        return f"/a/{self.visitor.token}"

    @property
    def deadline(self) -> datetime | None:
        """When the work should be done, as the manager set it last."""
        return self.state.deadline

    def language_name(self, code: str) -> str:
        """Return what a language calls itself, as its own words say."""
        return str(messages(code, self.protocol.name).get(f"page.language.{code}", code))

    def check_language(self, code: str) -> None:
        """Refuse a language that the pages do not have; none is no choice."""
        known = languages_of(self.protocol.name)
        if code and code not in known:
            raise BadInput(f"no pages in {code!r}", fix=f"Choose one of {', '.join(known)}.")

    def date(self, moment: datetime) -> str:
        """Return a day in words."""
        return date_in_words(self.language, moment)

    def moment(self, moment: datetime) -> str:
        """Return a day and a time of day in words."""
        return moment_in_words(self.language, moment)

    def duration(self, seconds: float) -> str:
        """Return a length of time in words."""
        return duration_in_words(self.language, seconds)

    @property
    def member(self) -> Member | None:
        """What is known of somebody who came by a public link, None for in-house annotators."""
        if not self.crowded:
            return None
        return self.store.crowd.member(self.visitor.campaign, self.visitor.annotator)

    @property
    def crowded(self) -> bool:
        """Whether this is somebody of a crowd who has work that can be given back."""
        return self.campaign.crowd.public and self.visitor.annotator.startswith(PREFIX)

    def own(self) -> OwnProgress:
        """Count the annotator's own work."""
        visitor = self.visitor
        answered = self.store.assignments.answered(visitor.campaign, visitor.annotator)
        return OwnProgress(
            done=len(answered),
            assigned=len(self.store.assignments.of(visitor.campaign, visitor.annotator)),
            seconds=sum(judgement.seconds or 0.0 for judgement in answered.values()),
        )

    def stage(self) -> tuple[Stage, OwnProgress]:
        """Return the step that comes next, and the work so far.

        Who has answered everything may get further questions, drawn from the answers.
        """
        wording, visitor = self.campaign.wording, self.visitor
        own = self.own()
        before: tuple[tuple[Stage, bool], ...] = (
            ("consent", visitor.consented_at is None),
            ("profile", wording.profile and visitor.profiled_at is None),
            ("instructions", visitor.instructed_at is None),
            ("tutorial", self.practises and visitor.tutored_at is None),
        )
        for stage, open_ in before:
            if open_:
                return stage, own
        if self.state.pilot and not own.assigned:
            raise Stopped("pilot", visitor)
        if own.done >= own.assigned and self.draw_more():
            own = self.own()
        if own.done >= own.assigned:
            return "thanks", own
        return "break" if self.opens_at() else "tasks", own

    @property
    def practises(self) -> bool:
        """Whether the campaign has a tutorial."""
        return bool(self.campaign.wording.tutorial)

    @property
    def grows(self) -> bool:
        """Whether more questions may follow from the answers."""
        return self.state.state == "open" and draws_more(self.campaign)

    @property
    def in_turn(self) -> bool:
        """Whether a part of the work is handed out only when the one before is done."""
        return True

    def draw_more(self) -> int:
        """Draw further questions from the answers so far; return how many there are."""
        if self.state.state != "open":
            return 0
        campaign, annotator = self.visitor.campaign, self.visitor.annotator
        if self.crowded:
            return self.store.claims.go_on(campaign, annotator, at=self.now)
        try:
            return self.store.questions.draw_more(campaign, annotator, at=self.now)
        except (BadInput, NotFound) as error:
            # It may name systems, so it is for the managers' log; the annotator is done.
            told = {"what": error.what, "fix": error.fix}
            self.store.history.add(
                NOT_DRAWN, campaign=campaign, actor=annotator, detail=told, at=self.now
            )
            return 0

    def opens_at(self) -> datetime | None:
        """Return when the next part of the work opens, if that is still to come."""
        opens = self.store.questions.opens_at(self.visitor.campaign, self.visitor.annotator)
        return opens if opens is not None and opens > self.now else None

    def show(self, template: str, page: Any, *, status: int = 200, **values: Any) -> Response:
        """Render a page; `page` in the template is what the JSON twin holds."""
        return show_page(
            self.request,
            f"annotate/{template}",
            language=self.language,
            protocol=self.protocol.name,
            status=status,
            visit=self,
            page=page,
            words=words_for_scripts(self.protocol, self.language),
            languages=languages_of(self.protocol.name),
            **values,
        )

    def go(self, step: str) -> Response:
        """Send the browser on."""
        return RedirectResponse(f"{self.home}/{step}" if step else self.home, status_code=303)


def enter(store: Store, token: str, now: datetime, *, closed: bool = False) -> Visitor:
    """Return whoever holds a link that leads on now; otherwise say why it does not.

    Runs for every submission: two look-ups in memory. With `closed`, a closed
    campaign is no reason to stop: people may come back for their code.
    """
    try:
        visitor = store.annotators.visitor(token, now=now)
    except NotFound:
        raise Stopped("unknown") from None
    except Forbidden:
        raise Stopped("ended") from None
    standing = store.campaigns.state(visitor.campaign)
    if standing.deleted_at is not None:
        raise Stopped("deleted", visitor)
    state = standing.state
    if state == "paused" or (state == "closed" and not closed):
        raise Stopped(state, visitor)
    if visitor.state == "paused":
        raise Stopped("resting", visitor)
    return visitor


def knock(request: Request, body: bytes = b"", *, closed: bool = False) -> Visit:
    """Open a link for a page."""
    store: Store = request.app.state.store
    now: datetime = request.app.state.clock()
    visitor = enter(store, request.path_params["token"], now, closed=closed)
    campaign = store.campaigns.get(visitor.campaign)
    if campaign.crowd.public:
        request.scope[FRAMES] = campaign.crowd.frames
    protocol = protocols.get(campaign.protocol, campaign.options)
    preferences = preferences_of(visitor)
    known = languages_of(protocol.name)
    return Visit(
        request=request,
        store=store,
        now=now,
        visitor=visitor,
        campaign=campaign,
        protocol=protocol,
        state=store.campaigns.state(visitor.campaign),
        preferences=preferences,
        language=_language(request, preferences, campaign.wording.language, known),
        body=body,
    )


def preferences_of(visitor: Visitor | None) -> Preferences:
    """Return the kept preferences; a value that another version knew counts as not given."""
    kept: dict[str, Any] = {}
    for name, value in (visitor.preferences if visitor else {}).items():
        with suppress(msgspec.ValidationError):
            msgspec.convert({name: value}, Preferences)
            kept[name] = value
    return msgspec.convert(kept, Preferences)


def _language(
    request: Request,
    preferences: Preferences,
    campaign: str = "",
    known: Collection[str] = LANGUAGES,
) -> str:
    """Return the language to speak: asked for, chosen before, the campaign's, the browser's.

    English is what a campaign says that says nothing, so there the browser decides.
    """
    asked = request.query_params.get("language", "")
    own = campaign if campaign != DEFAULT else ""
    chosen = next((one for one in (asked, preferences.language, own) if one in known), "")
    return chosen or language_of(request, known)


def stop(request: Request, stopped: Stopped) -> Response:
    """Say in the visitor's language why the link does not lead on, and what to do."""
    language = _language(request, preferences_of(stopped.visitor))
    t = translator(language)
    when = {}
    if stopped.opens_at:
        when = {"moment": moment_in_words(language, stopped.opens_at)}
    told = StopPage(
        stopped.reason, t(f"stop.{stopped.reason}.what"), t(f"stop.{stopped.reason}.fix", **when)
    )
    status = _STATUS.get(stopped.reason, 403)
    if wants_json(request):
        response: Response = json_of(told, status=status)
    else:
        response = show_page(
            request, "annotate/stopped.html", language=language, status=status, page=told
        )
    if stopped.reason in ("busy", "unavailable"):
        response.headers["retry-after"] = "30" if stopped.reason == "busy" else "2"
    return response


def json_of(value: Any, *, status: int = 200) -> Response:
    """Return a value as JSON."""
    return Response(_encoder.encode(value), status_code=status, media_type="application/json")


def same_site(request: Request) -> bool:
    """Tell whether a browser sent this from our own pages; programs say nothing and pass."""
    return request.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


Handler = Callable[[Visit], Response]


def page(
    handler: Handler, *, agreed: bool = True, closed: bool = False
) -> Callable[[Request], Awaitable[Response]]:
    """Turn a handler of visits into a route; it runs in a thread, since it may read the disk.

    With `agreed`, somebody who has not consented yet is led to the consent
    first; with `closed`, the page outlives the campaign.
    """

    def answer(request: Request, body: bytes) -> Response:
        visit = knock(request, body, closed=closed)
        if request.method == "POST" and not same_site(request):
            raise Forbidden(
                "this form was sent from another site",
                fix="Open your link again and repeat what you did; nothing was changed.",
            )
        if agreed and visit.visitor.consented_at is None:
            if wants_json(request):
                raise Stopped("consent", visit.visitor)
            return visit.go("consent")
        return handler(visit)

    async def serve(request: Request) -> Response:
        body = await request.body() if request.method == "POST" else b""
        try:
            return await run_in_threadpool(answer, request, body)
        except Stopped as stopped:
            return stop(request, stopped)
        except Unavailable as error:  # what the database says is for the log
            log_trouble(error)
            return stop(request, Stopped("unavailable"))

    serve.__doc__ = handler.__doc__
    return serve
