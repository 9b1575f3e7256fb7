"""What every response carries and what no request may exceed."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY = 1_000_000  # a judgement is a few hundred bytes
MAX_UPLOAD = 64_000_000  # texts of a campaign
MAX_FORGOTTEN = 1_000_000_000
UPLOAD = "/manage/new"  # the one address that takes them, from managers only

# In the scope of a request: the sites that may show its page in a frame, and get its forms.
FRAMES, FORMS = "tertium.frames", "tertium.forms"
_HEADERS = {
    # No third-party request, no inline script or style, no framing.
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    # A personal link is a key: it must not travel to other sites.
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def secure(
    headers: MutableHeaders,
    *,
    kept: bool = False,
    frames: Sequence[str] = (),
    forms: Sequence[str] = (),
) -> None:
    """Complete the headers of a response; `kept` is what browsers may keep and ask about.

    `frames` are sites that may show the page in a frame, `forms` those that get its forms.
    """
    for name, value in _HEADERS.items():
        headers[name] = value
    if frames or forms:
        policy = _HEADERS["content-security-policy"]
        if frames:
            policy = policy.replace("frame-ancestors 'none'", f"frame-ancestors {' '.join(frames)}")
        if forms:
            policy = policy.replace("form-action 'self'", f"form-action 'self' {' '.join(forms)}")
        headers["content-security-policy"] = policy
    headers.setdefault("cache-control", "no-cache" if kept else "no-store")


class SecurityHeaders:
    """Add the security headers; pages are not cached unless they say so themselves."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and complete the response's headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        kept = scope["path"].startswith("/static/")

        async def complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                secure(
                    MutableHeaders(scope=message),
                    kept=kept,
                    frames=scope.get(FRAMES, ()),
                    forms=scope.get(FORMS, ()),
                )
            await send(message)

        await self.app(scope, receive, complete)


class Compressed(GZipMiddleware):
    """Compress pages and batches of annotators, and what all pages are made of.

    Managers' pages hold the secret of their forms beside what others wrote, and the length of a
    compressed page tells about both; so they travel as they are.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and compress the answer, where that is safe and worth it."""
        path = scope.get("path", "")
        if (path.startswith("/a/") and scope["method"] == "GET") or path.endswith((".css", ".js")):
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)


class PlainAddress:
    """Refuse an address with a NUL in it, which no name holds and not every database looks up."""

    def __init__(
        self, app: ASGIApp, refusal: Callable[[Request], Coroutine[Any, Any, Response]]
    ) -> None:
        self.app = app
        self.refusal = refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on unless its address is no text."""
        if scope["type"] == "http" and _holds_nul(scope):
            response = await self.refusal(Request(scope))
            await response(scope, receive, send)
            return
        await self.app(scope, receive, send)


def _holds_nul(scope: Scope) -> bool:
    return "\0" in scope["path"] or b"%00" in scope["query_string"]


class _TooLarge(Exception):
    """The body grew beyond the limit while it was being read."""


class BodyLimit:
    """Refuse a body that is too large, declared or not, before it fills the memory."""

    def __init__(self, app: ASGIApp, refusal: Callable[[Request, int], Response]) -> None:
        self.app = app
        self.refusal = refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count what arrives; answer 413 with a clear sentence when it is too much."""
        if scope["type"] != "http" or scope["method"] not in ("POST", "PUT", "PATCH"):
            await self.app(scope, receive, send)
            return
        limit = MAX_UPLOAD if scope["path"] == UPLOAD else MAX_BODY
        declared = next((v for k, v in scope["headers"] if k == b"content-length"), b"0")
        if declared.isdigit() and int(declared) > limit:
            await self._refuse(limit, scope, receive, send)
            return
        seen = 0
        started = False

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > limit:
                raise _TooLarge
            return message

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, counted, watched)
        except _TooLarge:
            if not started:
                await self._refuse(limit, scope, receive, send)

    async def _refuse(self, limit: int, scope: Scope, receive: Receive, send: Send) -> None:
        """Say that it is too much, when the sender listens.

        Whoever is still sending does not hear an answer, and a browser then
        shows nothing but a broken connection; so the rest is read and forgotten
        first, unless the sender asked before sending.
        """
        forgotten = MAX_FORGOTTEN if any(k == b"expect" for k, _ in scope["headers"]) else 0
        while forgotten < MAX_FORGOTTEN:
            message = await receive()
            forgotten += len(message.get("body", b""))
            if not message.get("more_body", False):
                break
        await self.refusal(Request(scope), limit)(scope, receive, send)
