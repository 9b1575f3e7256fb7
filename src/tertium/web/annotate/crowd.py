"""The public door of a crowd: what the work is, consent, and how a visit ends.

Pages may stand in a frame of another site, so nothing here depends on cookies: who somebody is
stands in the address that the platform opens, and afterwards in a link of their own. Which sites
may show them is declared; their origins go to the headers by way of the request.
"""

import base64
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Literal
from urllib.parse import urlsplit

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tertium import protocols
from tertium.exceptions import BadInput, Forbidden, NotFound, Unavailable
from tertium.model import Annotator, Campaign
from tertium.store import Store
from tertium.store.crowd_values import Member, PublicLink
from tertium.store.values import Visitor
from tertium.web.annotate.forms import read_form
from tertium.web.annotate.schemas import (
    Batch,
    CrowdAct,
    CrowdDecision,
    CrowdPage,
    OwnProgress,
    Preferences,
)
from tertium.web.annotate.steps import completion_code, consent_sentences, instructions_of
from tertium.web.annotate.tasks import page_of, shown_tasks, values_of
from tertium.web.annotate.visit import Stopped, Visit, json_of, same_site, stop
from tertium.web.annotate.wording import words_for_scripts
from tertium.web.guard import FORMS, FRAMES
from tertium.web.languages import language_of, languages_of
from tertium.web.pages import log_trouble, show_page

# Of MTurk: nobody is known while they look; the answer goes back as a form.
ASSIGNMENT, SUBMIT_TO, PREVIEW = "assignmentId", "turkSubmitTo", "ASSIGNMENT_ID_NOT_AVAILABLE"
_EXTERNAL_SUBMIT = "/mturk/externalSubmit"
_KEPT = (ASSIGNMENT, "hitId", SUBMIT_TO)  # beside the declared parameters
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+:|-]{0,99}")
_LONGEST = 300

Outcome = Literal["finished", "retry", "failed", "none", "returned", "stopped"]


class Door(msgspec.Struct, frozen=True):
    """Somebody before the public door, with what the address says about them."""

    link: PublicLink
    campaign: Campaign
    external: str  # the platform's id of the person, empty while it is not known
    session: str
    parameters: Mapping[str, str]
    preview: bool


def door_of(request: Request) -> Door:
    """Read the address of a public link; refuse one that says who somebody is in no way we know."""
    store: Store = request.app.state.store
    link = store.crowd.link(request.path_params["token"])
    campaign = store.campaigns.get(link.campaign)
    request.scope[FRAMES] = campaign.crowd.frames
    standing = store.campaigns.state(link.campaign)
    if standing.deleted_at is not None:
        raise Stopped("deleted")
    if standing.state != "open":
        raise Stopped(standing.state)
    given = _parameters(request, (*campaign.crowd.id_parameters, *_KEPT))
    preview = given.get(ASSIGNMENT) == PREVIEW
    _check_submit_to(given, campaign)
    external = session = ""
    names = campaign.crowd.id_parameters
    if names and not preview and not link.trial:
        external = _external(given, names[0])
        session = given.get(names[1], "") if len(names) > 1 else ""
    return Door(link, campaign, external, session, given, preview)


def _parameters(request: Request, names: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for name in dict.fromkeys(names):
        values = request.query_params.getlist(name)
        if len(values) > 1:
            raise BadInput(
                f"the address gives {name} twice",
                fix="Open the task again from the site where you found it.",
            )
        if values and len(values[0]) > _LONGEST:
            raise BadInput(
                f"the {name} in the address is too long",
                fix="Open the task again from the site where you found it.",
            )
        if values and values[0].strip():
            found[name] = values[0].strip()
    return found


def _external(given: Mapping[str, str], name: str) -> str:
    if name not in given:
        raise BadInput(
            f"the address has no {name}, so nobody can be paid for this work",
            fix="Open the task from the site where you found it, not from a copied address.",
        )
    if not _ID.fullmatch(given[name]):
        raise BadInput(
            f"the {name} in the address cannot be an id",
            fix="Open the task again from the site where you found it.",
        )
    return given[name]


def _check_submit_to(given: Mapping[str, str], campaign: Campaign) -> None:
    """Refuse to send answers to a site that the campaign does not name."""
    if SUBMIT_TO not in given:
        return
    parts = urlsplit(given[SUBMIT_TO])
    if f"{parts.scheme}://{parts.netloc}" not in campaign.crowd.frames:
        raise BadInput(
            f"the address wants the work sent to {parts.netloc!r}, which this campaign does not "
            "name",
            fix="Open the task from the site where you found it.",
        )


def show_door(request: Request) -> Response:
    """GET /crowd/{token}: what the work is, and the consent; those who are known go on."""
    door = door_of(request)
    store: Store = request.app.state.store
    now = request.app.state.clock()
    if door.preview:
        store.crowd.note_preview(door.link)
    elif door.external and not door.link.trial:
        annotator = store.crowd.hash_of(door.external)
        if not store.crowd.may_come(door.link.campaign, annotator):
            return _ended(request, door, "stopped")
        if store.crowd.own_link(door.link, annotator) is not None:
            return _enrolled(request, door, door.external)
        store.crowd.arrive(door.link, annotator, at=now)
    return _shown(request, door, "annotate/crowd.html", _door_page(request, door))


def join(request: Request, body: bytes) -> Response:
    """POST /crowd/{token}: agree and get a link of one's own, or decline and leave nothing."""
    door = door_of(request)
    if not same_site(request):
        raise Forbidden("this form was sent from another site", fix="Open the task again.")
    decision = read_form(body, CrowdDecision)
    if door.preview or door.link.trial:
        return RedirectResponse(f"/crowd/{door.link.token}/tasks", status_code=303)
    if decision.agree == "no":
        return _ended(request, door, "returned")
    store: Store = request.app.state.store
    external = door.external
    if not door.campaign.crowd.id_parameters:
        if decision.code:
            external = _known_code(store, door, decision.code)
        else:
            letters = base64.b32encode(secrets.token_bytes(8)).decode()[:12]
            external = "-".join((letters[:4], letters[4:8], letters[8:]))
            token = _enrol(request, door, external)
            page = _door_page(request, door, code=external, home=f"/a/{token}")
            return _shown(request, door, "annotate/crowd_code.html", page)
    if not store.crowd.may_come(door.link.campaign, store.crowd.hash_of(external)):
        return _ended(request, door, "stopped")
    return _enrolled(request, door, external)


def _known_code(store: Store, door: Door, code: str) -> str:
    if store.crowd.own_link(door.link, store.crowd.hash_of(code)) is None:
        raise NotFound("this code is not known", fix="Check every letter, or begin without a code.")
    return code


def _enrol(request: Request, door: Door, external: str) -> str:
    store: Store = request.app.state.store
    return store.crowd.enrol(
        door.link,
        external,
        session=door.session,
        parameters=door.parameters,
        at=request.app.state.clock(),
    )


def _enrolled(request: Request, door: Door, external: str) -> Response:
    return RedirectResponse(f"/a/{_enrol(request, door, external)}", status_code=303)


def _visit(request: Request, door: Door) -> Visit:
    """Return a visit of nobody yet, for templates."""
    store: Store = request.app.state.store
    campaign = door.campaign
    known = languages_of(protocols.get(campaign.protocol).name)
    asked = request.query_params.get("language", "")
    own = campaign.wording.language if campaign.wording.language != "en" else ""
    chosen = next((one for one in (asked, own) if one in known), "")
    visitor = Visitor(
        "", campaign.name, "trial", door.link.group, "active", None, None, None, None, {}
    )
    return _Looking(
        request=request,
        store=store,
        now=request.app.state.clock(),
        visitor=visitor,
        campaign=campaign,
        protocol=protocols.get(campaign.protocol, campaign.options),
        state=store.campaigns.state(campaign.name),
        preferences=Preferences(),
        language=chosen or language_of(request, known),
    )


class _Looking(Visit):
    """Somebody who looks and of whom nothing is kept."""

    @property
    def home(self) -> str:
        return str(self.request.url.path).removesuffix("/tasks").removesuffix("/tasks.json")

    @property
    def grows(self) -> bool:
        return False


def _door_page(request: Request, door: Door, *, code: str = "", home: str = "") -> CrowdPage:
    visit, crowd = _visit(request, door), door.campaign.crowd
    query = request.url.query
    return CrowdPage(
        title=door.campaign.title,
        sentences=consent_sentences(visit),
        items=crowd.items,
        reward=crowd.reward,
        currency=door.campaign.prices.currency,
        tested=crowd.qualification.items if crowd.qualification.tests else 0,
        preview=door.preview,
        trial=door.link.trial,
        coded=not crowd.id_parameters,
        action=f"{request.url.path}?{query}" if query else request.url.path,
        contact=door.campaign.wording.contact,
        code=code,
        home=home,
    )


def _shown(request: Request, door: Door, template: str, page: CrowdPage) -> Response:
    visit = _visit(request, door)
    return show_page(
        request,
        template,
        language=visit.language,
        protocol=visit.protocol.name,
        visit=visit,
        page=page,
        instructions=instructions_of(visit),
        words=words_for_scripts(visit.protocol, visit.language),
        languages=languages_of(visit.protocol.name),
    )


def _ended(request: Request, door: Door, outcome: Outcome) -> Response:
    crowd = door.campaign.crowd
    back = crowd.returned if outcome == "returned" else crowd.screened_out
    visit = _visit(request, door)
    return visit.show(
        "crowd_end.html",
        _end_page(door.campaign, outcome, back=back),
        submit="",
        code="",
    )


class EndPage(msgspec.Struct, frozen=True):
    """How a visit ended, and where it leads now."""

    title: str
    outcome: Outcome
    back: str  # the address to return to, if there is one
    another: bool
    right: int
    of: int
    wrong: tuple[str, ...]  # sources of gold items that were answered otherwise
    contact: str


def _end_page(
    campaign: Campaign,
    outcome: Outcome,
    *,
    back: str = "",
    another: bool = False,
    right: int = 0,
    of: int = 0,
    wrong: tuple[str, ...] = (),
) -> EndPage:
    return EndPage(
        campaign.title, outcome, back, another, right, of, wrong, campaign.wording.contact
    )


def end_of_visit(visit: Visit, member: Member) -> Response:
    """Show somebody of a crowd how their visit ended: paid work, a test, or nothing to do."""
    store, campaign, crowd = visit.store, visit.campaign, visit.campaign.crowd
    ending = store.claims.finish(campaign.name, member.annotator, at=visit.now)
    outcome = _outcome(member, ending, tested=crowd.qualification.tests)
    right = of = 0
    wrong: tuple[str, ...] = ()
    if outcome in ("retry", "failed"):
        graded = store.claims.graded(campaign.name, member.annotator)
        right, of = sum(graded.values()), len(graded)
        if crowd.qualification.feedback:
            sources = {one.id: one.source for one in campaign.segments}
            wrong = tuple(sources[segment] for (segment, _), good in graded.items() if not good)
    addresses = {"finished": crowd.completion, "failed": crowd.failed, "none": crowd.screened_out}
    back = addresses.get(outcome, crowd.returned if outcome == "returned" else "")
    another = outcome == "finished" and store.claims.may_have_another(
        campaign.name, member.annotator
    )
    page = _end_page(campaign, outcome, back=back, another=another, right=right, of=of, wrong=wrong)
    submit = _submit_to(member) if outcome in ("finished", "failed", "returned") else ""
    if submit:
        visit.request.scope[FORMS] = tuple(crowd.frames)
    code = completion_code(store.secret(), campaign.name, member.annotator)
    return visit.show(
        "crowd_end.html",
        page,
        submit=submit,
        assignment=member.parameters.get(ASSIGNMENT, ""),
        code=code if outcome == "finished" else "",
    )


def _outcome(member: Member, ending: str, *, tested: bool) -> Outcome:
    if member.excluded_at is not None:
        return "stopped"
    if tested and member.qualified_at is None:
        return "failed" if member.failed_at is not None else "retry"
    if ending == "finished":
        return "finished"
    return "returned" if ending == "returned" else "none"


def _submit_to(member: Member) -> str:
    """Return where MTurk waits for the form, nothing elsewhere."""
    if ASSIGNMENT not in member.parameters or SUBMIT_TO not in member.parameters:
        return ""
    return member.parameters[SUBMIT_TO].rstrip("/") + _EXTERNAL_SUBMIT


def show_leave(visit: Visit) -> Response:
    """GET /a/{token}/leave: give back what is open, or withdraw the consent."""
    return visit.show("crowd_leave.html", _end_page(visit.campaign, "returned"))


def act(visit: Visit) -> Response:
    """POST /a/{token}/crowd: one more HIT, one more test, stop here, or withdraw consent."""
    wanted = read_form(visit.body, CrowdAct).act
    name, annotator = visit.visitor.campaign, visit.visitor.annotator
    if visit.store.crowd.member(name, annotator) is None:
        raise NotFound("this link belongs to no crowd", fix="Open your link again.")
    if wanted == "another":
        visit.store.claims.another(name, annotator, at=visit.now)
    elif wanted == "test":
        visit.store.claims.go_on(name, annotator, again=True, at=visit.now)
    elif wanted == "stop":
        visit.store.claims.finish(name, annotator, stops=True, at=visit.now)
        return visit.go("thanks")
    else:
        visit.store.crowd.withdraw(name, annotator, by=annotator, at=visit.now)
        page = _end_page(visit.campaign, "returned", back=visit.campaign.crowd.returned)
        return visit.show("crowd_end.html", page, submit="", code="")
    return visit.go("")


def trial(request: Request) -> Response:
    """GET /crowd/{token}/tasks: the work as it would be, of which nothing is kept."""
    from tertium.design.crowd import hit_for, pool_of

    door = door_of(request)
    if not (door.link.trial or door.preview):
        raise NotFound("there is no such page", fix="Open the link again.")
    visit = _visit(request, door)
    person = Annotator("trial", door.link.group)
    pool = [one for one in pool_of(visit.campaign) if one.group == door.link.group]
    work = hit_for(
        visit.campaign, person, pool[: visit.campaign.crowd.items], claim=0, order=0, batch=0
    )
    if request.url.path.endswith(".json"):
        tasks, documents = shown_tasks(visit, work, {})
        own = OwnProgress(0, len(work), 0.0)
        return json_of(Batch(page_of(visit), 1, 1, tasks, own, False, documents))
    page = page_of(visit)
    return show_page(
        request,
        "annotate/trial.html",
        language=visit.language,
        protocol=visit.protocol.name,
        visit=visit,
        page=page,
        words=words_for_scripts(visit.protocol, visit.language),
        languages=languages_of(visit.protocol.name),
        **values_of(visit, page) | {"preview": True},
    )


def public(
    handler: Callable[..., Response], *, posted: bool = False
) -> Callable[[Request], Awaitable[Response]]:
    """Turn a handler into a route; it runs in a thread, since it reads the disk."""

    async def serve(request: Request) -> Response:
        body = await request.body() if posted else b""
        try:
            return await run_in_threadpool(handler, *((request, body) if posted else (request,)))
        except Stopped as stopped:
            return stop(request, stopped)
        except Unavailable as error:
            log_trouble(error)
            return stop(request, Stopped("unavailable"))

    serve.__doc__ = handler.__doc__
    return serve
