"""The managers' side in a real browser, served as a team would serve it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from tertium import protocols
from tertium.design import build_plan
from tertium.formats.campaign import read_campaign
from tertium.formats.new import new_campaign
from tertium.testing import People, simulate
from tertium.web.manage import entry_path
from tests.browser.managed import tab_to

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("manage")]

SYSTEMS = ("SYSQQ-old", "SYSQQ-new")
PASSWORD = "four words in a row"


def write_texts(folder, *, lines=36):
    """Write three text files whose names would stand out."""
    texts = {
        "source": [f"The number {k} train leaves the old station at noon." for k in range(lines)],
        SYSTEMS[0]: [f"Zug {k} fährt am Mittag ab." for k in range(lines)],
        SYSTEMS[1]: [f"Der Zug {k} geht um zwölf Uhr." for k in range(lines)],
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, given in texts.items():
        (folder / f"{name}.txt").write_text("\n".join(given) + "\n", encoding="utf-8")
    return folder


@pytest.fixture
def served(managed, tmp_path):
    """Add a running campaign that is half judged by simulated people."""
    place = write_texts(tmp_path / "texts")
    served = replace(managed, name=f"spring-{uuid4().hex[:8]}", faults=[])
    new_campaign(
        place,
        name=served.name,
        title="Trains and stations",
        source_language="en",
        target_language="de",
        baseline=SYSTEMS[0],
        advanced=SYSTEMS[1],
        annotators=3,
    )
    campaign = read_campaign(place)
    plan = build_plan(campaign)
    now = datetime.now(UTC)
    with served.store() as store:
        store.campaigns.put(campaign, plan, at=now - timedelta(days=4))
        given = simulate(
            campaign,
            plan,
            protocols.get(campaign.protocol, campaign.options),
            people=People(ratio=4, problems=0.0),
            share=0.6,
            start=now - timedelta(days=2),
            seed=2,
        )
        store.judgements.append(given, received_at=now - timedelta(days=1))
        for person in store.annotators.all(served.name):
            for step in ("consented", "profile", "instructed", "tutored"):
                store.annotators.record_step(served.name, person.id, step, {}, at=now)
    return served


@pytest.fixture
def ada(served, context):
    """Return a page on which a manager is signed in; nothing on it may fail."""
    page = served.sign_in(context())
    yield page
    assert served.faults == []


def until_live(page):
    """Wait until the page hears from the server."""
    page.wait_for_function("() => document.getElementById('live').dataset.state === 'live'")


def progress(page):
    """Return what the progress tile says."""
    return page.locator("[data-part=progress] p").inner_text()


def test_from_the_printed_link_to_the_first_answer(served, context, tmp_path):
    """Set a password, upload three files, open, send a link, see the answer without reloading.

    Which release is the older one is the one question that the files leave open.
    """
    texts = tmp_path / "texts"
    with served.store() as store:
        entry = entry_path(store, now=datetime.now(UTC))
    page = served.watch(context().new_page())
    page.goto(served.base + entry)
    page.get_by_label("Name").fill("grace")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Set the password and enter").click()
    page.get_by_role("link", name="New campaign").click()
    page.get_by_label("Choose files").set_input_files(
        [texts / f"{name}.txt" for name in ("source", *SYSTEMS)]
    )
    page.get_by_label("Title for annotators").fill("Winter trains")
    page.get_by_label("From (name or code)").fill("English")
    page.get_by_label("To (name or code)").fill("de")
    page.get_by_role("button", name="Upload and look at the plan").click()
    page.get_by_label("Present release").select_option(SYSTEMS[0])
    page.get_by_role("button", name="Answer and go on").click()
    page.get_by_text("A dry run: annotation has not started.").wait_for()
    page.get_by_role("button", name="Open the campaign").click()
    page.get_by_text("The campaign is open. Now send the annotators their links.").wait_for()
    link = page.get_by_label("Link of ann-01").input_value()
    page.goto(f"{served.base}/manage/campaigns/winter-trains")
    page.get_by_text("No evidence yet.").wait_for()
    until_live(page)
    page.mouse.move(5, 5)
    assert progress(page).startswith("0 of ")

    annotator = served.watch(context().new_page())
    annotator.goto(link)
    for step in ("I agree", "Continue", "Begin"):
        annotator.get_by_role("button", name=step).click()
    annotator.locator("#item").wait_for()
    annotator.keyboard.press("1")
    annotator.keyboard.press("Enter")
    page.wait_for_function(
        "() => document.querySelector('[data-part=progress] p').innerText.startsWith('1 of ')"
    )
    assert served.faults == []


def test_the_dashboard_moves_without_reloading_and_never_under_the_pointer(served, ada, context):
    """A new answer changes the tiles in place; a tile that is looked at waits."""
    ada.goto(served.here)
    until_live(ada)
    ada.mouse.move(5, 5)
    ada.evaluate("() => { window.loadedOnce = true; }")
    before = progress(ada)
    with served.store() as store:
        token = store.annotators.all(served.name)[0].token
    worker = served.watch(context().new_page())
    worker.goto(f"{served.base}/a/{token}")
    worker.locator("#item").wait_for()
    ada.locator("[data-part=progress]").hover()
    worker.keyboard.press("1")
    worker.keyboard.press("Enter")
    ada.wait_for_function(
        "() => document.getElementById('row-ann-01').innerText.includes('just now')"
    )
    assert progress(ada) == before
    ada.mouse.move(5, 5)
    ada.wait_for_function(
        "before => document.querySelector('[data-part=progress] p').innerText !== before",
        arg=before,
    )
    assert ada.evaluate("() => window.loadedOnce")


def test_names_appear_only_after_a_logged_reveal(served, ada):
    """The dialogue tells the consequences; afterwards the report draws and files can be taken."""
    here = served.here
    for tail in ("/annotators", "/annotators/ann-01", "/texts", "/report", "/export", ""):
        ada.goto(here + tail)
        assert not any(name in ada.content() for name in SYSTEMS), tail
    until_live(ada)  # the stream has drawn every tile anew
    assert not any(name in ada.content() for name in SYSTEMS)
    ada.goto(f"{here}/report")
    ada.get_by_text("The report names the systems.").wait_for()
    ada.get_by_role("link", name="Unblind…").first.click()
    dialog = ada.get_by_role("dialog")
    assert "It cannot be taken back." in dialog.inner_text()
    ada.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    ada.get_by_role("link", name="Unblind…").first.click()
    dialog.get_by_role("button", name="Unblind the names").click()
    ada.get_by_text("Names are unblinded.").wait_for()
    ada.wait_for_function("() => document.documentElement.dataset.charts === 'drawn'")
    assert all(name in ada.content() for name in SYSTEMS)
    assert ada.locator(".plot svg").count() > 0
    with served.store() as store:
        (event,) = [e for e in store.history.events(served.name) if e.event == "systems revealed"]
    assert event.actor == "ada"
    with ada.expect_download() as whole:
        ada.get_by_role("link", name="One file").click()
    assert SYSTEMS[1] in Path(whole.value.path()).read_text(encoding="utf-8")
    ada.goto(f"{here}/export")
    with ada.expect_download() as table:
        ada.get_by_role("link", name="Download table.csv").click()
    assert table.value.suggested_filename == f"{served.name}-table.csv"
    assert SYSTEMS[0] in Path(table.value.path()).read_text(encoding="utf-8")


def test_links_can_be_made_withdrawn_and_paused(served, ada, context):
    """A withdrawn link says so; pausing and closing the campaign reach everybody."""
    people = f"{served.here}/annotators"
    ada.goto(people)
    link = ada.get_by_label("Link of ann-02").input_value()
    visitor = context().new_page()
    visitor.goto(link)
    visitor.locator("#item").wait_for()
    ada.get_by_label("Code name (not the real name)").fill("late")
    ada.get_by_role("button", name="Add and create a link").click()
    ada.get_by_text("The annotator was added.").wait_for()
    assert ada.locator("svg.qr").count() == 1
    ada.goto(f"{people}/ann-02")
    ada.get_by_role("button", name="Revoke the link").click()
    ada.get_by_text("The link no longer works. The answers are kept.").wait_for()
    visitor.goto(link)
    assert "no longer" in visitor.locator("main").inner_text()
    ada.get_by_role("button", name="New link").click()
    fresh = ada.get_by_label("Link of ann-02").input_value()
    assert fresh != link
    visitor.goto(fresh)
    visitor.locator("#item").wait_for()
    ada.goto(served.here)
    ada.get_by_role("button", name="Pause").click()
    ada.get_by_text("The campaign is paused. Links say so.").wait_for()
    assert visitor.goto(fresh).status == 403
    ada.get_by_role("button", name="Resume").click()
    ada.get_by_role("link", name="Close…").click()
    ada.get_by_role("dialog").get_by_role("button", name="Close the campaign").click()
    ada.get_by_text("The campaign is closed.", exact=True).wait_for()
    assert visitor.goto(fresh).status == 403
    ada.get_by_role("button", name="Reopen").click()
    ada.get_by_text("The campaign is open.", exact=True).wait_for()


def test_a_preview_keeps_nothing(served, ada):
    """The annotator's own page can be tried out; the store does not change."""
    with served.store() as store:
        before = store.judgements.last_sequence(served.name)
    ada.goto(f"{served.here}/annotators/ann-03")
    ada.get_by_role("link", name="Preview as annotator").click()
    ada.locator("#item").wait_for()
    first = ada.locator("#position-text").inner_text()
    ada.keyboard.press("2")
    ada.keyboard.press("Enter")
    ada.wait_for_function(
        "before => document.getElementById('position-text').innerText !== before", arg=first
    )
    with served.store() as store:
        assert store.judgements.last_sequence(served.name) == before


@pytest.mark.any_fonts
def test_pages_work_without_scripts_and_on_a_phone(served, ada, context):
    """Every page is whole without JavaScript, and nothing scrolls sideways at 320 pixels."""
    bare = context(java_script_enabled=False)
    bare.add_cookies(ada.context.cookies())
    page = bare.new_page()
    page.goto(served.here)
    assert "As of" in page.locator("#live").inner_text()
    page.get_by_role("link", name="Unblind…").click()
    page.get_by_role("button", name="Unblind the names").wait_for()
    small = context(viewport={"width": 320, "height": 640})
    small.add_cookies(ada.context.cookies())
    phone = served.watch(small.new_page())
    here = served.here
    for path in (
        f"{served.base}/manage",
        f"{served.base}/manage/new",
        here,
        f"{here}/annotators",
        f"{here}/annotators/ann-01",
        f"{here}/texts",
        f"{here}/export",
    ):
        phone.goto(path)
        wide = phone.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert wide <= 0, path


def test_a_campaign_is_led_to_its_end_with_the_keyboard_alone(served, ada):
    """Find it, relieve an annotator, set a price, close, unblind, take the workbook, archive."""

    def go(name):
        tab_to(ada, name)
        with ada.expect_navigation():
            ada.keyboard.press("Enter")

    tab_to(ada, "Search")
    ada.keyboard.type(served.name)
    with ada.expect_navigation():
        ada.keyboard.press("Enter")
    go("Trains and stations")
    go("Annotators")
    go("ann-03")
    go("Hand over work")
    tab_to(ada, "Name, if new")
    ada.keyboard.type("Grace")
    go("Hand over")
    ada.get_by_role("status").wait_for()
    with served.store() as store:
        *_, new = store.annotators.all(served.name)
        assert new.name == "Grace"
        assert store.assignments.of(served.name, new.id)
    go("Annotators")
    go("Payment")
    tab_to(ada, "Price of a judgement")
    ada.keyboard.type("0.25")
    go("Save")
    go("Live")
    for asked, act in (("Close…", "Close the campaign"), ("Unblind…", "Unblind the names")):
        tab_to(ada, asked)
        ada.keyboard.press("Enter")
        ada.locator("dialog[open]").wait_for()
        go(act)
    with ada.expect_download() as file:
        tab_to(ada, "Excel")
        ada.keyboard.press("Enter")
    assert file.value.suggested_filename == f"{served.name}-report.xlsx"
    go("Live")
    go("Archive")
    with served.store() as store:
        state = store.campaigns.state(served.name)
    assert (state.price, state.state, state.archived_at is not None) == (0.25, "closed", True)
