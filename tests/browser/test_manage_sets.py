"""Managers put error sets right and merge marks, in a real browser."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from tertium.protocols.sets import STAGE
from tertium.web.manage import entry_path
from tests import versions
from tests.browser.conftest import PATIENCE
from tests.browser.managed import WIDTH, sent_in_vain
from tests.browser.test_consolidate import start
from tests.versions import EDITED, HUMAN, MT

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("manage")]
expect.set_options(timeout=PATIENCE)


def enter(world, context, faults: list[str], **settings) -> Page:
    """Sign a manager in."""
    with world.store() as store:
        store.managers.add("ada", "")
        entry = entry_path(store, now=datetime.now(UTC), manager="ada")
    page: Page = context(**settings).new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console",
        lambda said: (
            faults.append(said.text)
            if said.type in ("error", "warning") and not sent_in_vain(said.text)
            else None
        ),
    )
    page.goto(world.server.address + entry)
    page.wait_for_url("**/manage")
    page.goto(f"{world.server.address}/manage/campaigns/{world.campaign.name}")
    return page


@pytest.fixture
def world(serve):
    """Serve three versions of some texts with their errors."""
    made, plan = versions.campaign()
    served = serve(made, plan=plan)
    with served.store() as store:
        versions.mark_all(store, served.campaign.name)
    return served


def set_of(page: Page, quote: str, place: int = 0):
    """Return the list of sets beside an error of the first segment."""
    return page.locator("article").first.get_by_label(f"Set of “{quote}”").nth(place)


def chosen(page: Page):
    """Return the sets of the first segment's errors as they are shown, in order."""
    return page.locator("article").first.locator(".errors .n").all_inner_texts()


def acts(world) -> list[str]:
    """Return what was decided about sets."""
    with world.store() as store:
        return [one.content["act"] for one in store.decisions.all(world.campaign.name, STAGE)]


@pytest.mark.any_fonts
def test_sets_are_put_right_by_keyboard(world, context):
    """After the reveal: choose the versions, move by a digit and Enter, take it back by Z."""
    faults: list[str] = []
    page = enter(world, context, faults)
    page.get_by_role("link", name="Error sets").click()
    expect(page.locator("main")).to_contain_text("Which version is which is hidden")
    assert "SYSQQ" not in page.content()
    page.locator(".empty").get_by_role("link", name="Unblind…").click()
    page.get_by_role("button", name="Unblind the names").click()
    page.get_by_role("link", name="Error sets").click()
    for kind, system in (("mt", MT), ("postedited", EDITED), ("human", HUMAN)):
        page.locator(f"select[name={kind}]").select_option(system)
    page.get_by_role("button", name="Show the sets").click()
    expect(page.locator("article")).to_have_count(2)
    expect(page.get_by_role("heading", name="33.3% of the errors")).to_be_visible()
    assert chosen(page) == ["2", "2", "3", "1"]
    set_of(page, "schlummert").focus()
    page.keyboard.press("Digit2")
    page.keyboard.press("Enter")
    expect(page.locator("article").first).to_contain_text("Corrected by ada")
    assert chosen(page) == ["2", "2", "2", "1"]
    expect(set_of(page, "schlummert")).to_be_focused()
    page.keyboard.press("Digit0")
    page.keyboard.press("Enter")
    expect(page.locator("article").first.locator(".errors .n").nth(2)).to_have_text("3")
    expect(set_of(page, "schlummert")).to_be_focused()
    page.keyboard.press("KeyZ")
    expect(page.locator("article").first.locator(".errors .n").nth(2)).to_have_text("2")
    expect(set_of(page, "schlummert")).to_be_focused()
    assert acts(world) == ["move", "move", "undo"]
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(WIDTH) <= 0, width
    assert faults == []


def test_sets_are_put_right_without_javascript(world, context):
    """Plain forms do the same: join, move, undo; nothing depends on the script."""
    name = world.campaign.name
    with world.store() as store:
        store.campaigns.reveal(name, by="ada", at=datetime.now(UTC))
    page = enter(world, context, [], java_script_enabled=False)
    page.goto(f"{world.server.address}/manage/campaigns/{name}/sets{versions.QUERY}")
    first = page.locator("article").first
    first.get_by_label("Join set").select_option(label="1 the")
    first.get_by_label("with set").select_option(label="2 cat")
    first.get_by_role("button", name="Join").click()
    expect(first).to_contain_text("Corrected by ada")
    assert chosen(page) == ["1", "1", "2", "1"]
    set_of(page, "Hund", 1).select_option(label="a set of its own")
    first.get_by_role("listitem").nth(1).get_by_role("button", name="Move").click()
    expect(first.locator(".errors .n").nth(1)).not_to_have_text("1")
    first.get_by_role("button", name="Undo the last step").click()
    expect(first.locator(".errors .n").nth(1)).to_have_text("1")
    first.get_by_role("button", name="Undo the last step").click()
    expect(first).to_contain_text("As alignment proposes")
    assert chosen(page) == ["2", "2", "3", "1"]
    assert acts(world) == ["join", "move", "undo", "undo"]


@pytest.mark.any_fonts
def test_a_manager_merges_marks_and_moves_a_border(serve, context):
    """Tick two marks and merge them; change a third by one word; the page says what counts."""
    world = start(serve)
    faults: list[str] = []
    page = enter(world, context, faults)
    page.get_by_role("link", name="Consolidation").click()

    def mark(quote: str):
        exact = page.locator("p strong").get_by_text(quote, exact=True)
        return page.locator(".marked", has=exact)

    mark("Hund").get_by_label("Merge this mark").check()
    mark("Die Hund").get_by_label("Merge this mark").check()
    merging = page.locator("form", has=page.get_by_role("button", name="Merge the chosen marks"))
    merging.get_by_label("Severity").select_option("critical")
    merging.get_by_role("button").click()
    expect(mark("Hund")).to_contain_text("manager: merge into “Die Hund”")
    expect(mark("Die Hund")).to_contain_text("Resolved")
    form = mark("Matte").locator("form")
    expect(form.get_by_label("Begin (words later)")).to_be_hidden()
    form.get_by_label("Decision").select_option("edit")
    form.get_by_label("Begin (words later)").fill("-1")
    form.get_by_role("button", name="Save").click()
    expect(mark("Matte")).to_contain_text("manager: change to “der Matte”")
    with world.store() as store:
        rows = store.table(world.campaign.name).rows()
    found = [row for row in rows if row["layer"] == "consolidated" and row["aspect"] == "error"]
    assert [(row["text"], row["severity"]) for row in found] == [
        ("Die", "minor"),
        ("Die Hund", "critical"),
        ("der Matte", "major"),
    ]
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(WIDTH) <= 0, width
    assert faults == []
