"""Who is signed in, and what proves it: signed cookies, form tokens, entry links.

Everything is signed with the store's own secret, so nothing about a session is
kept on the server. A session names the manager and carries a fingerprint of
their password hash: a new password ends all older sessions. Times come from
the application's clock, not from the signature.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from itsdangerous import BadData, URLSafeSerializer

from tertium.exceptions import Forbidden
from tertium.store import Store
from tertium.store.managers import used_already

SESSION_DAYS = 7
ENTRY_HOURS = 24
SLACK = timedelta(minutes=5)  # a clock that is set back a little signs nobody out


@dataclass(frozen=True, slots=True)
class Session:
    """A browser: `manager` is empty until somebody signs in."""

    nonce: str
    manager: str = ""


def _signer(store: Store, purpose: str) -> URLSafeSerializer:
    return URLSafeSerializer(store.secret(), salt=f"tertium-{purpose}")


def _fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _within(signed: float, length: timedelta, *, now: datetime) -> bool:
    return -SLACK <= timedelta(seconds=now.timestamp() - signed) <= length


def new_session(manager: str = "") -> Session:
    """Return a session that nobody has had before."""
    return Session(secrets.token_urlsafe(18), manager)


def session_cookie(store: Store, session: Session, *, now: datetime) -> str:
    """Return the signed value of a session's cookie."""
    password = (store.managers.password_hash(session.manager) or "") if session.manager else ""
    signed = _signer(store, "session").dumps(
        {
            "nonce": session.nonce,
            "manager": session.manager,
            "password": _fingerprint(password),
            "at": now.timestamp(),
        }
    )
    return str(signed)


def read_session(store: Store, cookie: str, *, now: datetime) -> Session | None:
    """Return the session of a cookie; None if it is forged, too old or its password changed."""
    try:
        held: dict[str, Any] = _signer(store, "session").loads(cookie)
    except BadData:
        return None
    if not _within(held["at"], timedelta(days=SESSION_DAYS), now=now):
        return None
    manager = held["manager"]
    if manager:
        password = store.managers.password_hash(manager)
        if password is None or _fingerprint(password) != held["password"]:
            return None
    return Session(held["nonce"], manager)


def form_token(store: Store, session: Session) -> str:
    """Return what every form of this session must send back.

    It follows from the session's nonce and the secret, so another site can
    neither read nor guess it.
    """
    return hmac.new(store.secret(), f"form:{session.nonce}".encode(), "sha256").hexdigest()[:32]


def entry_path(store: Store, *, now: datetime, manager: str = "") -> str:
    """Return the address with which somebody becomes a manager, once and soon.

    Each is an invitation of its own: it works for a day and until it is used, whatever
    becomes of others. With `manager`, opening it signs in under that name
    at once, without a password, as often as one likes that day: this is for
    demonstrations.
    """
    key = _signer(store, "entry").dumps(
        {"at": now.timestamp(), "manager": manager, "id": secrets.token_urlsafe(12)}
    )
    return f"/manage/enter?key={key}"


@dataclass(frozen=True, slots=True)
class Invitation:
    """What an entry link holds: an id, and the manager as whom it signs in (mostly nobody)."""

    id: str
    manager: str


def open_entry(store: Store, key: str, *, now: datetime) -> Invitation:
    """Return the invitation of an entry link, or say why it is void."""
    again = used_already().fix
    try:
        held: dict[str, Any] = _signer(store, "entry").loads(key)
        invitation = Invitation(str(held["id"]), str(held["manager"]))
    except (BadData, KeyError):
        raise Forbidden("this invitation is not complete", fix=again) from None
    if not _within(held["at"], timedelta(hours=ENTRY_HOURS), now=now):
        raise Forbidden("this invitation is older than a day", fix=again)
    if not invitation.manager and store.managers.invitation_used(invitation.id):
        raise used_already()
    return invitation
