"""Signing in and out, the first manager, and inviting more of them."""

from typing import Annotated

from msgspec import Meta, Struct
from starlette.datastructures import State
from starlette.responses import JSONResponse, RedirectResponse, Response

from tertium.exceptions import BadInput, Conflict, Forbidden
from tertium.web.manage.passwords import MIN_LENGTH, hash_password, matches
from tertium.web.manage.sessions import entry_path, new_session, open_entry
from tertium.web.manage.sign_in_limiter import SignInLimiter
from tertium.web.manage.visit import Done, DoneBody, Visit, base_url, keep_session
from tertium.web.openapi import Endpoint
from tertium.web.pages import wants_json

Name = Annotated[str, Meta(min_length=1, max_length=80)]
Password = Annotated[str, Meta(min_length=1, max_length=500)]


class Credentials(Struct, frozen=True):
    """A manager's name and password."""

    name: Name
    password: Password
    next: str = ""


class NewManager(Struct, frozen=True):
    """What somebody with an entry link chooses."""

    key: str
    name: Name
    password: Password


class EntryKey(Struct, frozen=True):
    """The key of an entry link."""

    key: str = ""


class NextAddress(Struct, frozen=True):
    """Where to go after signing in."""

    next: str = ""


class SignInPage(Struct, frozen=True):
    """The sign-in page: where to go afterwards, and whether anybody could sign in."""

    next: str
    managers: int


class EnterPage(Struct, frozen=True):
    """The page behind an entry link."""

    key: str
    password_length: int
    first: bool


class ManagersPage(Struct, frozen=True):
    """Everybody who may sign in."""

    managers: tuple[str, ...]
    you: str


class Invitation(Struct, frozen=True):
    """A link that makes one more manager, within a day."""

    link: str


def _attempts(state: State) -> SignInLimiter:
    kept = getattr(state, "attempts", None)
    if kept is None:
        kept = state.attempts = SignInLimiter()
    found: SignInLimiter = kept
    return found


def _inside(path: str) -> str:
    """Return a path of ours; anything else leads to the list of campaigns."""
    return path if path.startswith("/manage") and "\\" not in path else "/manage"


def sign_in_page(visit: Visit) -> SignInPage | Response:
    """GET /manage/sign-in."""
    if visit.manager and not wants_json(visit.request):
        return RedirectResponse(_inside(visit.query.next), status_code=303)
    return SignInPage(next=_inside(visit.query.next), managers=len(visit.store.managers.names()))


def sign_in(visit: Visit) -> Done | Response:
    """POST /manage/sign-in: check name and password; five failures in 15 minutes are enough."""
    sent: Credentials = visit.body
    client = visit.request.client.host if visit.request.client else ""
    keys = (f"name:{sent.name}", f"from:{client}")
    attempts = _attempts(visit.request.app.state)
    # Counted before it is checked: checking takes a while, in which many could try.
    wait = attempts.begin(*keys, now=visit.now)
    error: Forbidden
    if wait is not None:
        minutes = int(wait.total_seconds() // 60) + 1
        error = Forbidden(
            "too many attempts failed",
            fix=f"Try again in {minutes} minutes, or ask for an invitation.",
        )
        return _refuse(visit, error, 429)
    if not matches(visit.store.managers.password_hash(sent.name), sent.password):
        error = Forbidden(
            "name and password do not belong together",
            fix="Try again; the operator of the server can print a new invitation.",
        )
        return _refuse(visit, error, 403)
    attempts.succeed(*keys)
    visit.store.history.add("signed_in", actor=sent.name, at=visit.now)
    return Done("", _inside(sent.next), session=new_session(sent.name))


def _refuse(visit: Visit, error: Forbidden, status: int) -> Response:
    if wants_json(visit.request):
        told = {"what": error.what, "where": error.where, "fix": error.fix}
        return JSONResponse(told, status_code=status)
    page = SignInPage(next=_inside(visit.body.next), managers=len(visit.store.managers.names()))
    return visit.show("manage/sign_in.html", page, status=status, error=error)


def sign_out(visit: Visit) -> Done:
    """POST /manage/sign-out."""
    visit.store.history.add("signed_out", actor=visit.manager, at=visit.now)
    return Done("signed_out", "/manage/sign-in", session=new_session())


def enter_page(visit: Visit) -> EnterPage | Response:
    """GET /manage/enter: choose a name and a password, or enter at once in a demonstration."""
    invitation = open_entry(visit.store, visit.query.key, now=visit.now)
    if invitation.manager:
        moved = RedirectResponse("/manage", status_code=303)
        return keep_session(visit, moved, new_session(invitation.manager))
    return EnterPage(
        key=visit.query.key, password_length=MIN_LENGTH, first=not visit.store.managers.names()
    )


def enter(visit: Visit) -> Done | Response:
    """POST /manage/enter: become a manager."""
    sent: NewManager = visit.body
    invitation = open_entry(visit.store, sent.key, now=visit.now)
    if invitation.manager:
        raise Forbidden("this invitation needs no password", fix="Open it again.")
    try:
        hashed = hash_password(sent.password)
        visit.store.managers.accept_invitation(invitation.id, sent.name, hashed, at=visit.now)
    except (BadInput, Conflict) as error:
        if wants_json(visit.request):
            raise
        page = EnterPage(
            key=sent.key, password_length=MIN_LENGTH, first=not visit.store.managers.names()
        )
        return visit.show("manage/enter.html", page, status=422, error=error)
    return Done("entered", "/manage", session=new_session(sent.name))


def managers_page(visit: Visit) -> ManagersPage:
    """GET /manage/managers."""
    return ManagersPage(managers=tuple(sorted(visit.store.managers.names())), you=visit.manager)


def invite(visit: Visit) -> Done | Response:
    """POST /manage/managers: make an entry link for somebody else."""
    visit.store.history.add("manager_invited", actor=visit.manager, at=visit.now)
    link = base_url(visit.request) + entry_path(visit.store, now=visit.now)
    if wants_json(visit.request):
        return Done("invited", "/manage/managers", gives=Invitation(link))
    return visit.show("manage/managers.html", managers_page(visit), invitation=link)


endpoints = (
    Endpoint(
        "GET",
        "/manage/sign-in",
        "Sign in",
        sign_in_page,
        query=NextAddress,
        gives=SignInPage,
        template="manage/sign_in.html",
        public=True,
    ),
    Endpoint(
        "POST",
        "/manage/sign-in",
        "Sign in with name and password",
        sign_in,
        takes=Credentials,
        gives=DoneBody,
        public=True,
    ),
    Endpoint("POST", "/manage/sign-out", "Sign out", sign_out, gives=DoneBody),
    Endpoint(
        "GET",
        "/manage/enter",
        "Open an entry link",
        enter_page,
        query=EntryKey,
        gives=EnterPage,
        template="manage/enter.html",
        public=True,
    ),
    Endpoint(
        "POST",
        "/manage/enter",
        "Become a manager with an entry link",
        enter,
        takes=NewManager,
        gives=DoneBody,
        public=True,
    ),
    Endpoint(
        "GET",
        "/manage/managers",
        "Everybody who may sign in",
        managers_page,
        gives=ManagersPage,
        template="manage/managers.html",
    ),
    Endpoint(
        "POST",
        "/manage/managers",
        "Make an entry link for one more manager",
        invite,
        gives=Invitation,
    ),
)
