"""What may happen once happens once, however many ask at the same moment, on both databases."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from starlette.testclient import TestClient

from tertium.design import build_plan
from tertium.exceptions import Conflict
from tertium.store import Store
from tertium.web.app import create_app
from tertium.web.manage import entry_path
from tertium.web.manage.sessions import new_session, session_cookie
from tertium.web.manage.sign_in_limiter import SignInLimiter
from tertium.web.openapi import COOKIE, FORM_HEADER

PASSWORD = "four words in a row"
HERE = "/manage/campaigns/spring"


@pytest.fixture
def servers(database, clock, make_campaign):
    """Return two servers on one database, as two processes have them."""
    stores = [Store.open(database) for _ in range(2)]
    made = make_campaign()
    stores[0].campaigns.put(made, build_plan(made), at=clock())
    yield [create_app(store, clock=clock) for store in stores]
    for store in stores:
        store.close()


def all_at_once(servers, number, ask):
    """Let browsers of both servers ask at the same moment; return the answers."""
    barrier = Barrier(number)

    def one(place):
        browser = TestClient(servers[place % len(servers)], headers={"accept": "text/html"})
        return ask(browser, place, barrier)

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(one, range(number)))


def manager(browser, store, clock):
    """Sign a browser in as ada; return the headers of its forms."""
    browser.cookies.set(COOKIE, session_cookie(store, new_session("ada"), now=clock()))
    token = browser.get("/manage.json").headers[FORM_HEADER]
    return {FORM_HEADER: token, "accept": "text/html"}


def test_an_invitation_makes_one_manager(servers, clock):
    """Of ten who use it at the same moment one gets in; nine read why they do not."""
    store = servers[0].state.store
    used, other = (entry_path(store, now=clock()).split("key=")[1] for _ in range(2))

    def enter(browser, place, barrier, key=used, called="ada"):
        token = browser.get(f"/manage/enter.json?key={key}").headers[FORM_HEADER]
        fields = {"form": token, "key": key, "name": f"{called}-{place}", "password": PASSWORD}
        barrier.wait(30)
        return browser.post("/manage/enter", data=fields, follow_redirects=False)

    answers = all_at_once(servers, 10, enter)
    assert sorted(answer.status_code for answer in answers) == [303, *[403] * 9]
    assert all("has been used" in one.text for one in answers if one.status_code == 403)
    (name,) = store.managers.names()
    assert [e.actor for e in store.history.events() if e.event == "manager_added"] == [name]
    # Another invitation is still good, also after the first was used.
    (late,) = all_at_once(servers, 1, lambda *told: enter(*told, key=other, called="bea"))
    assert late.status_code == 303
    assert len(store.managers.names()) == 2
    again = TestClient(servers[1]).get(
        f"/manage/enter?key={other}", headers={"accept": "text/html"}
    )
    assert (again.status_code, "has been used" in again.text) == (403, True)


def test_names_are_revealed_once(servers, clock):
    """One manager reveals; the log has one line, with the time that counts."""
    store = servers[0].state.store
    store.managers.add("ada", "")

    def reveal(browser, place, barrier):
        headers = manager(browser, store, clock)
        barrier.wait(30)
        return browser.post(f"{HERE}/reveal", data={"sure": "yes"}, headers=headers,
                            follow_redirects=False).status_code  # fmt: skip

    assert sorted(all_at_once(servers, 4, reveal)) == [303, 409, 409, 409]
    assert [e.event for e in store.history.events("spring")].count("systems revealed") == 1


def test_work_is_handed_over_once(servers, clock):
    """Two managers who hand over the same work at the same moment do not double it."""
    store = servers[0].state.store
    store.managers.add("ada", "")
    person = store.annotators.all("spring")[0].id

    def hand_over(browser, place, barrier):
        headers = manager(browser, store, clock)
        barrier.wait(30)
        fields = {"id": f"new-{place}", "takes_over": person}
        return browser.post(f"{HERE}/annotators", data=fields, headers=headers,
                            follow_redirects=False).status_code  # fmt: skip

    assert sorted(all_at_once(servers, 4, hand_over)) == [303, 409, 409, 409]
    assert [p.state for p in store.annotators.all("spring") if p.id == person] == ["paused"]
    assert len([p for p in store.annotators.all("spring") if p.id.startswith("new-")]) == 1


def test_passwords_cannot_be_tried_out_all_at_once(clock):
    """Fifty attempts at the same moment are five attempts."""
    attempts = SignInLimiter(allowed=5, within=timedelta(minutes=15))
    with ThreadPoolExecutor(10) as pool:
        waits = list(pool.map(lambda _: attempts.begin("name:a", now=clock()), range(50)))
    assert waits.count(None) == 5


def test_the_first_reveal_counts_in_the_store(database, clock, make_campaign):
    """Also for a server that still remembers the names as hidden."""
    made = make_campaign()
    with Store.open(database) as first, Store.open(database) as second:
        first.campaigns.put(made, build_plan(made), at=clock())
        assert second.campaigns.state("spring").revealed_at is None
        assert first.campaigns.reveal("spring", by="ada", at=clock())
        assert not second.campaigns.reveal("spring", by="bob", at=clock() + timedelta(hours=1))
        assert second.campaigns.state("spring").revealed_at == clock()
        first.managers.accept_invitation("one", "ada", "", at=clock())
        with pytest.raises(Conflict):
            second.managers.accept_invitation("two", "ada", "", at=clock())
