"""The pages about a running campaign: by keyboard, on a phone, and for two managers at once."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tertium.design import build_plan
from tertium.model import Campaign, Design, Segment, System
from tests.browser.accessibility import violations
from tests.browser.managed import SYSTEMS, WIDTH

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("manage")]


def campaign_named(name):
    """Return twenty-four sentences about trains, for three annotators."""
    segments = tuple(
        Segment(f"s-{k:02d}", f"The number {k} train leaves the old station at noon.",
                source_language="en", target_language="de")
        for k in range(24)
    )  # fmt: skip
    outputs = {(one.id, SYSTEMS[0]): f"Zug {one.id} fährt ab." for one in segments}
    outputs |= {(one.id, SYSTEMS[1]): f"Der Zug {one.id} geht." for one in segments}
    return Campaign(
        name=name,
        title="Trains and stations",
        protocol="ab@1",
        options={"variant": "five"},
        seed=3,
        systems=(System(SYSTEMS[0], "baseline"), System(SYSTEMS[1], "advanced")),
        segments=segments,
        outputs=outputs,
        design=Design(annotators=3, common=6, unique="all", batch=8),
    )


@pytest.fixture
def running(managed):
    """Add a campaign that nobody has judged."""
    served = replace(managed, name=f"trains-{uuid4().hex[:8]}", faults=[])
    made = campaign_named(served.name)
    with served.store() as store:
        store.campaigns.put(made, build_plan(made), at=datetime.now(UTC) - timedelta(days=12))
    return served


@pytest.fixture
def ada(running, context):
    """Return a page on which a manager is signed in; nothing on it may fail."""
    page = running.sign_in(context(bypass_csp=True))
    yield page
    assert running.faults == []


def test_two_managers_change_the_settings(running, ada, context):
    """Who comes second sees what the first has saved, and keeps what they typed."""
    bo = running.sign_in(context(), "bo")
    for page in (ada, bo):
        page.goto(f"{running.here}/settings")
    ada.get_by_label("Contact for annotators").fill("ada@example.org")
    ada.get_by_role("button", name="Save").click()
    ada.get_by_text("Saved. Annotators see it on their next page.").wait_for()
    bo.get_by_label("Title", exact=True).fill("Trains in May")
    bo.get_by_role("button", name="Save").click()
    bo.get_by_role("heading", name="Changed since you opened this page").wait_for()
    (refused,) = running.faults
    assert "409 (Conflict)" in refused
    running.faults.clear()
    assert bo.get_by_label("Title", exact=True).input_value() == "Trains in May"
    assert bo.get_by_label("Contact for annotators").input_value() == "ada@example.org"
    bo.get_by_role("button", name="Save").click()
    bo.get_by_text("Saved. Annotators see it on their next page.").wait_for()
    with running.store() as store:
        campaign = store.campaigns.get(running.name)
    assert (campaign.title, campaign.wording.contact) == ("Trains in May", "ada@example.org")


PAGES = ("", "/annotators", "/shares?of=ann-01", "/letters?kind=reminder", "/payment", "/pilot",
         "/delete", "/history")  # fmt: skip
# Everything that Tab should reach: in the page, shown, and not taken out of the order.
REACHED = """() => [...document.querySelectorAll(
  'a[href], button, input, select, textarea, summary, [tabindex]'
)].filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility()).length"""
# Where the focus is, and whether that is to be seen: by a ring of its own or of its card. Inside a
# date, which Tab goes through in steps, the browser shows it.
FOCUS = """() => {
  const one = document.activeElement;
  window.seen ??= new Set();
  window.seen.add(one);
  const ringed = one.type === 'date' || [one, one.closest('.campaign')].filter(Boolean)
    .some((shown) => getComputedStyle(shown).outlineStyle !== 'none');
  return [window.seen.size, ringed, one.outerHTML.slice(0, 120)];
}"""


@pytest.mark.any_fonts
def test_pages_about_running_a_campaign_hold(running, ada, context):
    """Axe finds nothing in light and dark, and nothing scrolls sideways at 320 pixels."""
    running.judge("ann-01", share=0.5, days=8)
    paths = [f"{running.base}/manage", f"{running.base}/manage?q=trains"]
    paths += [running.here + tail for tail in PAGES]
    small = context(viewport={"width": 320, "height": 640})
    small.add_cookies(ada.context.cookies())
    phone = running.watch(small.new_page())
    for path in paths:
        ada.goto(path)
        assert violations(ada) == [], path
        phone.goto(path)
        assert phone.evaluate(WIDTH) <= 0, path


def test_work_is_handed_over_by_keyboard_alone(running, ada):
    """Tab, arrows and Enter are enough; focus is always to be seen."""
    ada.goto(f"{running.here}/shares")
    ada.get_by_label("From", exact=True).focus()
    ada.keyboard.press("Tab")
    assert ada.evaluate("() => document.activeElement.id") == "taker"
    ada.keyboard.type("ann-02")
    ada.keyboard.press("Tab")
    ada.keyboard.type("2")
    for _ in range(4):
        ada.keyboard.press("Tab")
    assert ada.evaluate("() => document.activeElement.textContent") == "Hand over"
    assert ada.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") != "none"
    ada.keyboard.press("Enter")
    ada.get_by_text("2 judgements from ann-01 to ann-02.").wait_for()


def test_tab_reaches_everything_and_the_focus_is_seen(running, ada):
    """On every page about running a campaign, and in the list."""
    running.judge("ann-01", share=0.5, days=8)
    for path in (f"{running.base}/manage", *(running.here + tail for tail in PAGES)):
        ada.goto(path)
        wanted, reached = ada.evaluate(REACHED), 0
        for _ in range(wanted + 8):
            ada.keyboard.press("Tab")
            reached, ringed, what = ada.evaluate(FOCUS)
            assert ringed, (path, what)
            if reached == wanted:
                break
        assert reached == wanted, path


def test_the_list_is_searched_without_scripts(running, ada, context):
    """A form that is sent; kinds and languages are words."""
    bare = context(java_script_enabled=False)
    bare.add_cookies(ada.context.cookies())
    page = bare.new_page()
    page.goto(f"{running.base}/manage")
    page.get_by_label("Search").fill(f"{running.name} german")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".campaign")).to_have_count(1)
    assert "A/B, English to German" in page.locator(".campaign").inner_text()
    page.get_by_role("link", name="Show all").click()
    assert page.get_by_label("Search").input_value() == ""
