"""Axe finds nothing on any page of an annotator, in light and in dark."""

from datetime import UTC, datetime

import pytest

from tertium.model import Example, Wording
from tests.browser import council, pump
from tests.browser.accessibility import violations
from tests.browser.every_protocol import every_case, link_maker
from tests.browser.managed import reload_until
from tests.browser.test_annotate_postedit_page import FORM
from tests.browser.test_annotate_tournament import crossed
from tests.browser.test_consolidate import opened, start

pytestmark = pytest.mark.browser

DIALOGS = ("settings", "help", "list", "problem")


@pytest.fixture(scope="module")
def link(shared_server):
    """Return the function that gives the address of somebody who works on a case."""
    return link_maker(shared_server)


def test_the_task_page_of_every_protocol(context, link):
    """With long texts, which scroll beside each other."""
    page = context(viewport={"width": 1366, "height": 625}).new_page()
    for case in every_case():
        page.goto(link(case, 300, hints=True))
        page.locator("#item").wait_for()
        assert violations(page) == [], case


def test_the_dialogs_of_a_task_page(context, link):
    """Help, settings, the list of items and the report of a problem."""
    page = context(viewport={"width": 1366, "height": 625}).new_page()
    page.goto(link("mqm", 20))
    page.locator("#item").wait_for()
    for name in DIALOGS:
        page.locator(f"[data-opens={name}]:visible").first.click()
        page.locator(f"dialog#{name}[open]").wait_for()
        assert violations(page) == [], name
        page.keyboard.press("Escape")


def test_the_way_to_the_work_and_out_of_it(serve, sit_down, make_campaign):
    """Consent, profile, instructions, a tutorial, the rest after the tasks, and thanks."""
    example = Example("It rains.", ("Es regnet.", "Es rennt."), "left", "Nobody runs.", "en", "de")
    world = serve(make_campaign(segments=3, wording=Wording(tutorial=(example,))), ready=False)
    hand = sit_down(world, opened=False)
    page = hand.page
    page.goto(f"{world.server.address}/a/nobody")
    assert violations(page) == [], "no such link"
    page.goto(hand.link)
    page.locator("button[value=no]").click()
    assert violations(page) == [], "declined"
    page.goto(hand.link)
    for step in ("consent", "profile", "instructions"):
        page.wait_for_url(f"**/{step}")
        assert violations(page) == [], step
        page.locator("button[value=yes], main form:not(:has([value=yes])) button").last.click()
    page.wait_for_url("**/tutorial")
    page.locator("#item").wait_for()
    assert violations(page) == [], "tutorial"
    page.keyboard.press("2")
    page.locator(".dock .primary").click()
    page.locator("#feedback-go").wait_for()
    assert violations(page) == [], "feedback"
    page.locator("#feedback-go").click()
    page.wait_for_url("**/tasks")
    page.locator("#item").wait_for()
    while page.locator("#rest").is_hidden():
        hand.answer("1")
    assert violations(page) == [], "rest"
    page.locator("#rest-go").click()
    page.wait_for_url("**/thanks")
    assert violations(page) == [], "thanks"


def test_pages_that_let_nobody_go_on(serve, sit_down):
    """Work that is paused, for all or for one, a break between two parts, and its end."""
    made, plan = crossed(pause=1.0)
    world = serve(made, plan=plan)
    hand = sit_down(world)
    hand.answer("1")
    hand.answer("2")
    hand.press("Enter")
    page = hand.page
    page.wait_for_url("**/break")
    assert violations(page) == [], "break"
    name = world.campaign.name
    with world.store() as store:
        person = store.annotators.all(name)[0].id
        for state, words in (
            ("paused", "The work is paused"),
            ("open", "Your part of the work is paused"),
            ("closed", "The work is closed"),
        ):
            store.annotators.pause(name, person, paused=state == "open")
            store.campaigns.set_state(name, state, by="ada", at=datetime.now(UTC))
            page.goto(hand.link)
            reload_until(page, words)
            assert violations(page) == [], words


def test_answers_of_two_devices(serve, sit_down):
    """What is wrong is said beside the answer, and both answers are compared."""
    world = serve()
    here, there = sit_down(world), sit_down(world)
    there.answer("2")
    there.until_state("Saved")
    here.answer("1")
    here.until_state("Not saved. See below")
    assert violations(here.page) == [], "trouble"
    here.page.get_by_role("button", name="Compare the answers").click()
    here.page.locator("#conflict[open]").wait_for()
    assert violations(here.page) == [], "conflict"


def test_what_an_editor_opens(serve, sit_down):
    """The termbase, what is recorded, changes, signs, the pause and the questions afterwards."""
    options = {
        "glossary": pump.GLOSSARY,
        "termbase": [{"term": "pump", "gloss": "pompe"}],
        "specification": ["Say vous."],
        "questionnaire": FORM,
    }
    tasks = (pump.task(0), pump.task(0, condition="questionnaire"))
    _, hand = pump.seat(serve, sit_down, *tasks, options=options)
    page = hand.page
    hand.press("F2", "F9")
    hand.page.keyboard.type("x")
    assert violations(page) == [], "changes and signs"
    for key, dialog in (("F4", "aids"), ("Escape", "pause"), ("", "recorded")):
        if key:
            hand.press(key)
        else:
            page.locator(f"[data-opens={dialog}]").click()
        page.locator(f"dialog#{dialog}[open]").wait_for()
        assert violations(page) == [], dialog
        hand.press("Escape")
        page.locator(f"dialog#{dialog}[open]").wait_for(state="hidden")
    pump.done(hand, 2)
    assert violations(page) == [], "questionnaire"


def test_a_mark_that_is_being_described(serve, sit_down):
    """Its severities and categories, and the list of marks beside the text."""
    _, hand = council.seat(serve, sit_down)
    hand.press("0", "Enter")
    hand.until_position(2)
    hand.press(*["ArrowRight"] * 3, "Enter")
    hand.page.get_by_text("Mark 1").first.wait_for()
    assert violations(hand.page) == [], "not described"
    hand.press("e", "2", "1", "c")
    hand.page.locator("#mark-list .mark").wait_for()
    assert violations(hand.page) == [], "described"


def test_the_page_on_which_marks_are_compared(serve, context):
    """The marks of two annotators, and the dialogs to change and to discuss one."""
    faults: list[str] = []
    page = opened(context, start(serve), 0, faults)
    assert violations(page) == []
    for button, dialog in (("edit", "change"), ("discuss", "talk")):
        page.locator(f"#{button}").click()
        page.locator(f"dialog#{dialog}[open]").wait_for()
        assert violations(page) == [], dialog
        page.keyboard.press("Escape")
    assert faults == []
