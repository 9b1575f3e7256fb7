"""Settings that change while people work: versioned, for two managers at once, nothing lost."""

import tomllib
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tertium.cli.serve import put_folder
from tertium.design import build_plan
from tertium.model import Prices
from tertium.web.manage.sessions import new_session, session_cookie
from tertium.web.openapi import COOKIE

HERE = "/manage/campaigns/spring/settings"


def form(manager):
    """Return the form as it stands, ready to be changed and sent."""
    page = manager.data(HERE)
    filled = {one["key"]: one["value"] for one in page["settings"]}
    return {"whole": "yes", "since": str(page["since"])} | filled


@pytest.fixture
def bo(manager, app, store, clock):
    """Return another manager's browser."""
    store.managers.add("bo", "")
    browser = type(manager)(TestClient(app))
    browser.client.cookies.set(COOKIE, session_cookie(store, new_session("bo"), now=clock()))
    browser.data("/manage")
    return browser


def test_only_what_may_change_is_offered(manager, campaign):
    """Title, prices and wording; who judges what is not there."""
    keys = [one["key"] for one in manager.data(HERE)["settings"]]
    assert {key.partition(".")[0] for key in keys} == {"title", "prices", "wording"}
    assert {"wording.instructions", "wording.contact", "wording.deadline", "prices.per_task"} <= {
        *keys
    }


def test_changes_are_versioned_and_judgements_stay(manager, store, campaign, judged, clock):
    """The history knows who changed what, from what, and when."""
    before = store.judgements.last_sequence("spring")
    changed = form(manager) | {
        "title": "Trains, second part",
        "prices.per_task": "0.75",
        "wording.contact": "ada@example.org",
        "wording.deadline": "2026-12-24",
    }
    assert manager.send(HERE, changed).headers["location"] == f"{HERE}?done=settings"
    clock.forward(days=1)
    manager.send(HERE, form(manager) | {"wording.contact": "bo@example.org"})
    now = store.campaigns.get("spring")
    assert (now.title, now.prices.per_task) == ("Trains, second part", 0.75)
    assert now.wording.contact == "bo@example.org"
    state = store.campaigns.state("spring")
    assert state.deadline.isoformat() == "2026-12-24T23:59:59+00:00"
    assert state.price == 0.75
    changes = manager.data(HERE)["changes"]
    assert next((one["key"], one["before"], one["after"], one["by"]) for one in changes) == (
        "wording.contact", "ada@example.org", "bo@example.org", "ada",
    )  # fmt: skip
    assert ("prices.per_task", "0.5", "0.75") in [
        (one["key"], one["before"], one["after"]) for one in changes
    ]
    assert changes[0]["at"] > changes[1]["at"]
    assert store.judgements.last_sequence("spring") == before
    assert len(store.table("spring")) > 0


def test_a_second_manager_sees_what_changed_and_loses_nothing(manager, bo, store, campaign):
    """What the second typed is still there, what they left alone is new, nothing is overwritten."""
    first, second = form(manager), form(bo)
    manager.send(HERE, first | {"wording.contact": "ada@example.org", "prices.per_task": "0.8"})
    refused = bo.send(HERE, second | {"wording.contact": "bo@example.org", "title": "By Bo"})
    assert refused.status_code == 409
    assert "Changed since you opened this page" in refused.text
    assert 'value="bo@example.org"' in refused.text
    assert 'value="By Bo"' in refused.text
    assert 'value="0.8"' in refused.text
    assert store.campaigns.get("spring").wording.contact == "ada@example.org"
    again = form(bo) | {"wording.contact": "bo@example.org", "title": "By Bo"}
    assert bo.send(HERE, again).status_code == 303
    now = store.campaigns.get("spring")
    assert (now.title, now.wording.contact, now.prices.per_task) == ("By Bo", "bo@example.org", 0.8)


def test_a_program_is_told_of_a_newer_change(manager, campaign):
    """It sends what it knew."""
    assert manager.post(HERE, {"title": "One", "since": "0"}).status_code == 200
    assert manager.post(HERE, {"title": "Two", "since": "0"}).status_code == 409


def test_annotators_read_new_instructions_before_they_go_on(manager, store, campaign, clock, app):
    """Their next page shows them; an answer that is on its way is stored."""
    person = store.annotators.all("spring")[0]
    for step in ("consented", "profile", "instructed", "tutored"):
        store.annotators.record_step("spring", person.id, step, {}, at=clock.now)
    browser = TestClient(app)
    assert (
        browser.get(f"/a/{person.token}", follow_redirects=False)
        .headers["location"]
        .endswith("/tasks")
    )
    manager.send(HERE, form(manager) | {"wording.instructions": "Look twice."})
    assert (
        browser.get(f"/a/{person.token}", follow_redirects=False)
        .headers["location"]
        .endswith("/instructions")
    )
    assert "Look twice." in browser.get(f"/a/{person.token}/instructions").text
    manager.send(HERE, form(manager) | {"wording.contact": "ada"})
    store.annotators.record_step("spring", person.id, "instructed", {}, at=clock.now)
    assert "Look twice." in browser.get(f"/a/{person.token}/instructions").text


@pytest.mark.parametrize(
    ("key", "value"),
    [("prices.per_task", "-1"), ("wording.deadline", "soon"), ("prices.seconds_per_task", "x")],
)
def test_what_cannot_be_changes_nothing(manager, store, campaign, key, value):
    """One sentence, and the form as it was filled in."""
    answer = manager.send(HERE, form(manager) | {key: value, "title": "Not yet"})
    assert answer.status_code == 422
    assert 'value="Not yet"' in answer.text
    assert store.campaigns.get("spring").title == campaign.title
    assert manager.data(HERE)["changes"] == []


def test_the_file_says_the_same_and_the_next_start_is_quiet(manager, store, folder, text_files):
    """What is changed in the browser stands in the file, so that nothing differs at a restart."""
    about = {"title": "Spring", "source_language": "en", "target_language": "de"}
    manager.send("/manage/new", about, text_files())
    manager.post("/manage/drafts/spring/open")
    changed = form(manager) | {"wording.instructions": "Two\nlines.", "prices.per_task": "2"}
    assert manager.send(HERE, changed).status_code == 303
    data = tomllib.loads((folder / "spring" / "campaign.toml").read_text())
    assert data["wording"]["instructions"] == "Two\nlines."
    version = store.campaigns.state("spring").version
    assert put_folder(store, folder / "spring", new_version=False) == ("spring", None)
    assert store.campaigns.state("spring").version == version
    assert store.campaigns.get("spring").wording.instructions == "Two\nlines."


def test_a_day_stays_one_of_its_time_zone(manager, store, campaign):
    """Another setting leaves the deadline alone; another day ends in the same zone."""
    spring = "/manage/campaigns/spring"
    manager.post(f"{spring}/deadline", {"last_day": "2026-12-24", "zone": "America/Los_Angeles"})
    before = store.campaigns.state("spring").deadline
    assert form(manager)["wording.deadline"] == "2026-12-24"
    manager.send(HERE, form(manager) | {"wording.contact": "ada@example.org"})
    assert store.campaigns.state("spring").deadline == before
    manager.send(HERE, form(manager) | {"wording.deadline": "2026-12-25"})
    ends = store.campaigns.state("spring").deadline
    assert ends.isoformat() == "2026-12-25T23:59:59-08:00"


def test_no_price_stays_no_price(manager, store, make_campaign, clock):
    """Correcting the contact does not make work cost 0.00; a price of 0 that was set stays."""
    made = replace(make_campaign(), prices=Prices())
    store.campaigns.put(made, build_plan(made), at=clock())
    manager.send(HERE, form(manager) | {"wording.contact": "ada@example.org"})
    assert store.campaigns.state("spring").price is None
    manager.post("/manage/campaigns/spring/payment", {"price": 0, "currency": "EUR"})
    manager.send(HERE, form(manager) | {"wording.contact": "bo@example.org"})
    assert store.campaigns.state("spring").price == 0
