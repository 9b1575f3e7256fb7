"""Who gets in, and who does not."""

from datetime import timedelta

import pytest
from starlette.testclient import TestClient

from tertium.web.manage import endpoints, entry_path
from tertium.web.manage.passwords import hash_password, matches
from tertium.web.manage.sign_in_limiter import SignInLimiter
from tertium.web.openapi import COOKIE, FORM_HEADER

PASSWORD = "four words in a row"


def enter(browser, path, name="ada", password=PASSWORD):
    """Open an entry link and fill in its form."""
    page = browser.get(path)
    assert page.status_code == 200, page.text
    key = path.split("key=")[1]
    browser.get(f"/manage/enter.json?key={key}")
    return browser.send("/manage/enter", {"key": key, "name": name, "password": password})


def test_the_first_manager_enters_by_link_and_later_by_password(stranger, store, clock, app):
    """The printed link sets name and password; afterwards both open the door."""
    done = enter(stranger, entry_path(store, now=clock()))
    assert done.status_code == 303
    assert stranger.get("/manage").status_code == 200
    other = type(stranger)(TestClient(app))
    other.data("/manage/sign-in")
    signed = other.post("/manage/sign-in", {"name": "ada", "password": PASSWORD})
    assert signed.status_code == 200
    assert other.get("/manage").status_code == 200


def test_an_entry_link_works_once(stranger, store, clock):
    """Whoever finds a used link in a log cannot enter with it."""
    path = entry_path(store, now=clock())
    enter(stranger, path)
    again = stranger.get(path)
    assert again.status_code == 403
    assert "has been used" in again.text


def test_an_entry_link_is_void_after_a_day(stranger, store, clock):
    """A link that lies around for long opens nothing."""
    path = entry_path(store, now=clock())
    clock.forward(hours=25)
    assert stranger.get(path).status_code == 403


def test_a_forged_entry_link_is_refused(stranger, store, clock):
    """A key that we did not sign is no key."""
    path = entry_path(store, now=clock())
    assert stranger.get(path[:-3] + "abc").status_code == 403


def test_a_demonstration_link_signs_in_at_once(stranger, store, clock):
    """One click is enough, under the name the link carries."""
    store.managers.add("demo", "")
    answer = stranger.get(entry_path(store, now=clock(), manager="demo"))
    assert answer.status_code == 303
    assert stranger.data("/manage/managers")["you"] == "demo"


def test_an_account_without_password_cannot_be_entered_by_one(stranger, store):
    """The demonstration's manager has no password, so none opens it."""
    store.managers.add("demo", "")
    stranger.data("/manage/sign-in")
    for password in ("", "demo", "nobody has this name"):
        answer = stranger.post("/manage/sign-in", {"name": "demo", "password": password or " "})
        assert answer.status_code == 403


def test_a_short_password_is_told_in_the_form(stranger, store, clock):
    """The form comes back with one sentence, and nobody was added."""
    answer = enter(stranger, entry_path(store, now=clock()), password="short")
    assert answer.status_code == 422
    assert "5 characters" in answer.text
    assert store.managers.names() == ()


def test_five_failures_are_enough(stranger, store, clock):
    """The sixth attempt waits, even with the right password; a quarter of an hour heals it."""
    store.managers.add("ada", hash_password(PASSWORD))
    stranger.data("/manage/sign-in")
    for _ in range(5):
        wrong = stranger.post("/manage/sign-in", {"name": "ada", "password": "wrong"})
        assert wrong.status_code == 403
    right = {"name": "ada", "password": PASSWORD}
    assert stranger.post("/manage/sign-in", right).status_code == 429
    clock.forward(minutes=16)
    assert stranger.post("/manage/sign-in", right).status_code == 200


def test_failures_are_forgotten_one_by_one(clock):
    """Attempts count within a sliding window and by every key."""
    attempts = SignInLimiter(allowed=2, within=timedelta(minutes=10))
    assert attempts.begin("name:a", "from:x", now=clock()) is None
    clock.forward(minutes=6)
    assert attempts.begin("name:b", "from:x", now=clock()) is None
    assert attempts.begin("from:x", now=clock()) == timedelta(minutes=4)
    assert attempts.begin("name:a", now=clock()) is None
    clock.forward(minutes=5)
    assert attempts.begin("from:x", now=clock()) is None


def test_passwords_match_only_themselves():
    """A hash opens to its password, to no other, and no hash opens to anything."""
    kept = hash_password(PASSWORD)
    assert matches(kept, PASSWORD)
    assert not matches(kept, PASSWORD + "x")
    assert not matches(None, "nobody has this name")


def test_the_cookie_is_kept_from_scripts_and_other_sites(stranger, store, clock, app):
    """HttpOnly, SameSite=Strict, and Secure when the server is reached by https."""
    app.state.base_url = "https://judge.example.org"
    store.managers.add("demo", "")
    answer = stranger.get(entry_path(store, now=clock(), manager="demo"))
    set_cookie = answer.headers["set-cookie"].lower()
    assert all(word in set_cookie for word in ("httponly", "samesite=strict", "secure"))


@pytest.mark.parametrize(
    "endpoint", [one for one in endpoints if not one.public], ids=lambda e: f"{e.method} {e.path}"
)
def test_nothing_is_open_to_strangers(stranger, campaign, endpoint):
    """Every address of the managers' side asks to sign in first, pages and programs alike."""
    path = endpoint.path.format(
        campaign=campaign.name,
        annotator="ann-01",
        assignment="none",
        file="table.csv",
        kind="html",
        draft="x",
        conflict="x",
        item="x",
        party="x",
        move="1",
        deleted="x",
    )
    if endpoint.method == "POST":
        assert stranger.post(path).status_code == 401
    else:
        page = not path.endswith(".json")
        assert stranger.get(path).status_code == (303 if page else 401)
        twin = endpoint.twin and f"{path}.json"
        assert stranger.get(twin or path, headers={"accept": "*/*"}).status_code == 401


@pytest.mark.parametrize("token", ["", "0" * 32])
def test_a_form_of_another_site_changes_nothing(manager, store, campaign, token):
    """Without the session's own token nothing is done, form or JSON."""
    path = f"/manage/campaigns/{campaign.name}/state"
    manager.token = token
    assert manager.send(path, {"state": "closed"}).status_code == 403
    assert manager.post(path, {"state": "closed"}).status_code == 403
    assert store.campaigns.state(campaign.name).state == "open"


def test_a_new_password_ends_old_sessions(manager, store):
    """Whoever sat in front of a stolen session is out."""
    assert manager.get("/manage").status_code == 200
    store.managers.add("ada", hash_password(PASSWORD))
    assert manager.get("/manage").status_code == 303


def test_a_session_ends_after_a_week(manager, clock):
    """A forgotten browser does not stay signed in for ever."""
    clock.forward(days=6)
    assert manager.get("/manage").status_code == 200
    clock.forward(days=2)
    assert manager.get("/manage").status_code == 303


def test_signing_out_ends_it_here(manager):
    """After signing out the same browser is a stranger."""
    assert manager.post("/manage/sign-out").status_code == 200
    assert manager.get("/manage").status_code == 303


def test_signing_in_leads_nowhere_else(stranger, store):
    """A link that says `next=//elsewhere` leads to our own list."""
    store.managers.add("ada", hash_password(PASSWORD))
    stranger.data("/manage/sign-in")
    sent = {"name": "ada", "password": PASSWORD, "next": "//evil.example/manage"}
    assert stranger.send("/manage/sign-in", sent).headers["location"] == "/manage"


def test_an_invited_manager_comes_in_addition(manager, stranger, store):
    """A manager makes a link; whoever opens it becomes one more manager."""
    link = manager.post("/manage/managers").json()["link"]
    path = link.removeprefix("http://testserver")
    assert enter(stranger, path, name="grace").status_code == 303
    assert store.managers.names() == ("ada", "grace")


def test_a_session_of_a_stranger_is_not_kept_as_a_managers(stranger, store):
    """The cookie changes when somebody signs in, so that none can be planted before."""
    store.managers.add("ada", hash_password(PASSWORD))
    stranger.data("/manage/sign-in")
    before = stranger.client.cookies[COOKIE]
    signed = stranger.post("/manage/sign-in", {"name": "ada", "password": PASSWORD})
    assert stranger.client.cookies[COOKIE] != before
    assert FORM_HEADER in signed.headers
