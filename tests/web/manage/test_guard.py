"""What every answer carries, and requests that nobody honest sends."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from tertium.web.guard import MAX_BODY
from tertium.web.manage import sign_in
from tertium.web.openapi import FORM_HEADER

FORM = b"application/x-www-form-urlencoded"


def test_our_own_faults_carry_the_security_headers_too(app):
    """A page about a fault is as strict as any other, and tells nothing of the fault."""

    def fault(request):
        raise RuntimeError("SYSQQ-old")

    app.router.routes.insert(0, Route("/fault", fault))
    client = TestClient(app, raise_server_exceptions=False)
    for kind in ("text/html", "application/json"):
        answer = client.get("/fault", headers={"accept": kind})
        assert answer.status_code == 500
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert answer.headers["cache-control"] == "no-store"
        assert "SYSQQ" not in answer.text


@pytest.mark.parametrize(
    "body",
    [b'{"state": "\xff"}', b'{"state": "open", "x": ' + b"[" * 50_000],
    ids=["utf-8", "deep"],
)
def test_what_is_not_json_is_told(manager, campaign, body):
    """Bytes that are no text, or brackets without end, are the sender's fault, told as such."""
    headers = {FORM_HEADER: manager.token, "content-type": "application/json"}
    answer = manager.client.post(
        f"/manage/campaigns/{campaign.name}/state", content=body, headers=headers
    )
    assert answer.status_code == 422
    assert answer.json()["what"].startswith("the body is not JSON")


def test_a_clock_set_back_a_little_signs_nobody_out(manager, clock):
    """A time server that corrects the clock must not end sessions; a day is not a little."""
    clock.forward(minutes=-4)
    assert manager.get("/manage").status_code == 200
    clock.forward(days=-1)
    assert manager.get("/manage").status_code == 303


def test_strangers_cannot_send_much(stranger):
    """Only the page that takes texts takes much, and it asks who sends them first."""
    stranger.data("/manage/sign-in")
    for path, status in (("/manage/sign-in", 413), ("/manage/new", 401)):
        answer = stranger.client.post(
            path, content=b"x" * (MAX_BODY + 1), headers={"accept": "application/json"}
        )
        assert answer.status_code == status


def test_whoever_sends_too_much_is_heard_out_and_told(app):
    """The answer comes when the sender listens: after the whole body, as a page for people."""
    sent = []

    async def scenario(headers):
        parts = [
            {"type": "http.request", "body": b"x" * 600_000, "more_body": k < 4} for k in range(5)
        ]
        scope = {
            "type": "http", "method": "POST", "path": "/manage/sign-in", "query_string": b"",
            "headers": [(b"accept", b"text/html"), (b"content-type", FORM), *headers],
            "client": None, "server": ("x", 80), "scheme": "http", "http_version": "1.1",
        }  # fmt: skip

        async def receive():
            return parts.pop(0)

        async def send(message):
            sent.append((len(parts), message))

        await app(scope, receive, send)

    for headers in ([(b"content-length", b"3000000")], []):
        sent.clear()
        asyncio.run(scenario(headers))
        (left, start), (_, body) = sent
        assert (left, start["status"]) == (0, 413)
        assert b"larger than 1 MB" in body["body"]
        assert b"<html" in body["body"]


def test_passwords_tried_at_once_are_counted_like_others(stranger, monkeypatch):
    """Twenty guesses that arrive together are five guesses and fifteen refusals."""

    def slowly(kept, password):
        sleep(0.2)
        return False

    monkeypatch.setattr(sign_in, "matches", slowly)
    stranger.data("/manage/sign-in")
    with ThreadPoolExecutor(20) as pool:
        tried = list(
            pool.map(
                lambda k: stranger.post("/manage/sign-in", {"name": "ada", "password": f"{k}"}),
                range(20),
            )
        )
    assert sum(answer.status_code == 403 for answer in tried) == 5
