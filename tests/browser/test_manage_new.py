"""A campaign made with the keyboard alone, without scripts, and on a phone."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.browser.managed import WIDTH, tab_to, write_workbook

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("manage")]


@pytest.fixture
def served(managed):
    """Return the folder that is served, of which nobody has complained."""
    return replace(managed, faults=[])


@pytest.fixture
def ada(served, context):
    """Return a page on which a manager is signed in; nothing on it may fail."""
    page = served.sign_in(context())
    yield page
    assert served.faults == []


@pytest.fixture
def workbook(tmp_path):
    """Return a workbook that raises two questions."""
    return write_workbook(tmp_path)


def test_a_campaign_is_made_with_the_keyboard_alone(served, ada, workbook):
    """Every control is reached by Tab, in the order of the page."""
    tab_to(ada, "New campaign")
    ada.keyboard.press("Enter")
    ada.wait_for_url("**/manage/new")
    with ada.expect_file_chooser() as chooser:  # before any key: listening begins a moment later
        tab_to(ada, "Choose files")
        ada.keyboard.press("Enter")
    chooser.value.set_files(workbook)
    for label, text in (("Title for", "By keys"), ("From", "en"), ("To", "de")):
        tab_to(ada, label)
        ada.keyboard.type(text)
    tab_to(ada, "Upload and look")
    ada.keyboard.press("Enter")
    ada.wait_for_url("**/question")
    for choice in ("Texts", "English"):
        ada.get_by_text("Choose…").wait_for(state="attached")
        assert ada.evaluate("() => document.activeElement.localName") == "select"
        ada.keyboard.type(choice)
        tab_to(ada, "Answer and go on")
        with ada.expect_navigation():
            ada.keyboard.press("Enter")
    ada.get_by_text("A dry run: annotation has not started.").wait_for()
    tab_to(ada, "Price per judgement")
    ada.keyboard.press("Control+A")
    ada.keyboard.type("0.25")
    tab_to(ada, "More settings")
    ada.keyboard.press("Enter")
    tab_to(ada, "Neighbouring sentences")
    ada.keyboard.press("Control+A")
    ada.keyboard.type("1")
    tab_to(ada, "Open the campaign")
    ada.keyboard.press("Enter")
    ada.get_by_text("The campaign is open. Now send the annotators their links.").wait_for()
    with served.store() as store:
        campaign = store.campaigns.get("by-keys")
    assert (campaign.prices.per_task, campaign.design.context) == (0.25, 1)


def test_a_draft_works_without_scripts_and_on_a_phone(served, ada, context, workbook):
    """The button updates the plan; nothing scrolls sideways at 320 pixels."""
    bare = context(java_script_enabled=False, viewport={"width": 320, "height": 640})
    bare.add_cookies(ada.context.cookies())
    page = bare.new_page()
    page.goto(f"{served.base}/manage/new")
    page.get_by_label("Choose files").set_input_files(workbook)
    page.get_by_label("Title for annotators").fill("Bare")
    page.get_by_label("From (name or code)").fill("en")
    page.get_by_label("To (name or code)").fill("de")
    page.get_by_role("button", name="Upload and look at the plan").click()
    page.get_by_label("Sheet with the texts").select_option("Texts")
    assert page.evaluate(WIDTH) <= 0
    page.get_by_role("button", name="Answer and go on").click()
    page.get_by_label("Column of the source").select_option("English")
    page.get_by_role("button", name="Answer and go on").click()
    page.get_by_label("Price per judgement").fill("2")
    page.get_by_role("button", name="Save and update the plan").click()
    expect(page.locator("[data-live=facts]")).to_contain_text("EUR")
    page.get_by_text("More settings").click()
    assert page.evaluate(WIDTH) <= 0
