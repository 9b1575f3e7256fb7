"""Managers' pages for tournaments, rankings and crossovers, in a real browser."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tertium.cli.simulate import fill
from tertium.design import build_plan
from tertium.testing import People
from tests.browser.managed import WIDTH
from tests.web.manage.many import NAMES, many_campaign

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("manage")]


def add(managed, protocol="tournament@1", share=1.0, **changes):
    """Add a campaign, judged by people who waver."""
    campaign = replace(many_campaign(protocol), name=f"forest-{uuid4().hex[:8]}", **changes)
    plan = build_plan(campaign)
    now = datetime.now(UTC)
    people = People(range=1.0, look_sd=1.6, problems=0.0)
    with managed.store() as store:
        store.campaigns.put(campaign, plan, at=now - timedelta(days=4))
        start = now - timedelta(days=2)
        fill(store, campaign, plan, people=people, share=share, start=start, seed=4)
        for person in store.annotators.all(campaign.name):
            for step in ("consented", "profile", "instructed", "tutored"):
                store.annotators.record_step(campaign.name, person.id, step, {}, at=now)
    return replace(managed, name=campaign.name)


@pytest.fixture
def served(managed):
    """Add a tournament that is done."""
    return add(replace(managed, faults=[]))


@pytest.fixture
def ada(served, context):
    """Return a page on which a manager is signed in; nothing on it may fail."""
    page = served.sign_in(context())
    yield page
    assert served.faults == []


def until_live(page):
    """Wait until the page hears from the server."""
    page.wait_for_function("() => document.getElementById('live').dataset.state === 'live'")
    page.mouse.move(5, 5)


def nameless(page):
    """Tell whether a page, as it is now, names no system."""
    return not any(name in page.content() for name in NAMES)


def reveal(page, here):
    """Unblind the names."""
    page.goto(f"{here}/reveal")
    page.get_by_role("button", name="Unblind the names").click()
    page.get_by_text("Names are unblinded.").wait_for()


def test_a_running_tournament_is_watched_without_names(served, ada, context):
    """Consistency and what is left move with the answers; no system is named or ahead."""
    half = add(served, share=0.3, options={})
    ada.goto(half.here)
    until_live(ada)
    tile = ada.locator("[data-part=consistency]")
    assert "graphs the answers hold no contradiction." in tile.inner_text()
    assert tile.locator(".bars li").count() == 2
    progress = ada.locator("[data-part=progress] p")
    assert "At least" in progress.inner_text()
    assert nameless(ada)
    assert ada.locator("[data-part=systems]").count() == 0
    before = progress.inner_text()
    with half.store() as store:
        token = store.annotators.all(half.name)[0].token
    worker = served.watch(context().new_page())
    worker.goto(f"{served.base}/a/{token}")
    worker.locator("#item").wait_for()
    worker.keyboard.press("1")
    worker.keyboard.press("Enter")
    ada.wait_for_function(
        "before => document.querySelector('[data-part=progress] p').innerText !== before",
        arg=before,
    )
    assert nameless(ada)


def test_after_the_reveal_the_live_page_draws_the_systems(served, ada, context):
    """Intervals and who beats whom, drawn again when an answer changes them."""
    half = add(served, share=0.5, options={})
    reveal(ada, half.here)
    ada.goto(half.here)
    ada.wait_for_function("() => document.documentElement.dataset.charts === 'drawn'")
    until_live(ada)
    drawn = ada.locator("[data-part=systems] .drawn .plot svg")
    drawn.nth(1).wait_for()
    assert drawn.count() == 2
    assert all(name in ada.locator("[data-part=systems]").inner_text() for name in NAMES)
    counts = "[data-part=systems] #who-beats-whom tbody"
    before = ada.locator(counts).text_content()
    with half.store() as store:
        token = store.annotators.all(half.name)[0].token
    worker = served.watch(context().new_page())
    worker.goto(f"{served.base}/a/{token}")
    worker.locator("#item").wait_for()
    worker.wait_for_timeout(500)  # keys pressed sooner than one can read are dropped
    worker.keyboard.press("1")
    worker.keyboard.press("Enter")
    worker.locator("#saved[data-state=saved]").wait_for()
    ada.wait_for_function(
        "([where, before]) => document.querySelector(where).textContent !== before",
        arg=[counts, before],
    )
    drawn.nth(1).wait_for()
    assert ada.locator("[data-part=systems] .drawn").count() == 2


def test_from_the_list_of_sources_to_a_graph_and_its_answers(served, ada):
    """One click shows the picture with the texts beside it; another leads to the answer."""
    ada.goto(f"{served.here}/sources")
    first = ada.locator(".sources > li").first
    assert "Contradictory" in first.inner_text()
    ada.get_by_role("link", name="With a contradiction").click()
    ada.wait_for_url(f"{served.here}/sources?*")
    assert ada.locator(".sources > li").count() < 8
    ada.locator(".graph-link", has_text="Contradictory").first.click()
    ada.locator("svg.graph").wait_for()
    picture = ada.locator("svg.graph").text_content()
    called = ada.locator(".beside .called strong").all_inner_texts()
    letters = [letter for names in called for letter in names.split(", ")]
    assert sorted(letters) == list("ABCDE")
    assert all(letter in picture for letter in letters)
    assert "contradiction" in picture
    assert nameless(ada)
    answer = ada.locator(".lines a").first
    told = answer.inner_text()
    assert re.fullmatch(r"[A-E](, [A-E])? is (better than|as good as) [A-E](, [A-E])?", told)
    answer.click()
    assert ada.locator("li:target details").get_attribute("open") is not None


def test_conflicts_are_coded_one_after_the_other(served, ada):
    """Choose by keyboard, write a note, save: it leaves the queue, and the log has it."""
    ada.goto(f"{served.here}/conflicts")
    number = ada.locator("article.conflict").count()
    assert number > 1
    assert nameless(ada)
    first = ada.locator("article.conflict").first
    name = first.get_attribute("id")
    first.get_by_role("radio", name="Topological").focus()
    ada.keyboard.press("ArrowDown")
    ada.keyboard.press("ArrowDown")
    ada.keyboard.press("Tab")
    ada.keyboard.type("Both are fine.")
    ada.keyboard.press("Tab")
    ada.keyboard.press("Enter")
    ada.get_by_text("The code was saved.").wait_for()
    assert ada.locator(f"#{name}").count() == 0
    ada.get_by_role("link", name=re.compile("^Slip 1")).click()
    coded = ada.locator("article.conflict")
    assert coded.get_attribute("id") == name
    assert coded.get_by_role("radio", name="Slip").is_checked()
    assert coded.locator("textarea").input_value() == "Both are fine."
    assert "Coded by ada, just now." in coded.inner_text()
    with served.store() as store:
        (event,) = [e for e in store.history.events(served.name) if e.event == "conflict coded"]
    assert (event.actor, event.detail["code"]) == ("ada", "slip")
    ada.goto(f"{served.here}/export")
    with ada.expect_download() as file:
        ada.get_by_role("link", name="Download conflicts.csv").click()
    text = Path(file.value.path()).read_text(encoding="utf-8")
    assert "Both are fine." in text
    assert not any(name in text for name in NAMES)


def test_after_the_reveal_everything_has_names(served, ada):
    """Sources, conflicts and the report call systems by their names, and the files open.

    Graphs of single annotators are on the page of sources, not in the report.
    """
    reveal(ada, served.here)
    ada.wait_for_function("() => document.documentElement.dataset.charts === 'drawn'")
    assert all(name in ada.content() for name in NAMES)
    assert ada.locator("main svg.graph").count() == 0
    assert "These judgements are simulated" in ada.content()
    ada.goto(f"{served.here}/sources")
    ada.locator(".graph-link").first.click()
    expect(ada.locator(".beside")).to_contain_text(NAMES[0])
    assert NAMES[0] in ada.locator("svg.graph").inner_html()
    ada.goto(f"{served.here}/conflicts")
    assert any(name in ada.locator("article.conflict").first.inner_text() for name in NAMES)
    ada.goto(f"{served.here}/export")
    with ada.expect_download() as file:
        ada.get_by_role("link", name="Download wmt-pairwise.csv").click()
    assert NAMES[0] in Path(file.value.path()).read_text(encoding="utf-8")


def test_several_systems_are_uploaded(served, ada, tmp_path):
    """Choose a tournament, add files of systems in two goes, look at the dry run, open."""
    texts = {
        "source": [f"The number {k} train leaves the old station at noon." for k in range(9)],
        **{name: [f"Zug {k} {name}." for k in range(9)] for name in ("oak", "elm", "fir", "yew")},
    }
    for name, lines in texts.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    ada.goto(f"{served.base}/manage/new")
    ada.get_by_role("radio", name="Several systems, in a tournament").check()
    files = ada.get_by_label("Choose files")
    files.set_input_files([tmp_path / f"{name}.txt" for name in ("source", "oak", "elm")])
    files.set_input_files([tmp_path / "fir.txt", tmp_path / "yew.txt"])
    assert ada.locator(".sent-files li").count() == 5
    title = f"Wood {uuid4().hex[:6]}"
    ada.get_by_label("Title for annotators").fill(title)
    ada.get_by_label("From (name or code)").fill("English")
    ada.get_by_label("To (name or code)").fill("German")
    ada.get_by_role("button", name="Upload and look at the plan").click()
    ada.get_by_text("A dry run: annotation has not started.").wait_for()
    plan = ada.locator("main").inner_text()
    assert "Tournament" in plan
    assert "Translations by 4 systems" in plan
    assert "oak" not in ada.content()
    ada.get_by_role("button", name="Open the campaign").click()
    ada.get_by_text("The campaign is open. Now send the annotators their links.").wait_for()


@pytest.mark.parametrize("protocol", ["ranking@1", "crossover@1"])
def test_rankings_and_crossovers_have_the_same_pages(served, ada, protocol):
    """Every page opens; the preview shows the annotator's own page."""
    other = add(served, protocol, share=0.6)
    for tail in ("", "/annotators", "/annotators/ann-01", "/texts", "/sources", "/conflicts",
                 "/report", "/export"):  # fmt: skip
        assert ada.goto(other.here + tail).status == 200, tail
        assert nameless(ada), tail
    ada.goto(f"{other.here}/sources")
    ada.locator(".graph-link").first.click()
    ada.locator("svg.graph").wait_for()
    ada.goto(f"{other.here}/annotators/ann-01/preview")
    ada.locator("#item").wait_for()
    assert nameless(ada)


@pytest.mark.any_fonts
def test_new_pages_work_without_scripts_and_on_a_phone(served, ada, context):
    """Nothing scrolls sideways at 320 pixels; coding and uploading need no script."""
    ada.goto(f"{served.here}/sources")
    graph = ada.locator(".graph-link").first.get_attribute("href")
    small = context(viewport={"width": 320, "height": 640})
    small.add_cookies(ada.context.cookies())
    phone = served.watch(small.new_page())
    for path in ("", "/sources", "/conflicts", "/texts", "/export", "/annotators/ann-01"):
        phone.goto(served.here + path)
        assert phone.evaluate(WIDTH) <= 0, path
    phone.goto(served.base + graph)
    assert phone.evaluate(WIDTH) <= 0
    reveal(phone, served.here)
    phone.goto(served.here)
    phone.wait_for_function("() => document.documentElement.dataset.charts === 'drawn'")
    assert phone.evaluate(WIDTH) <= 0
    bare = context(java_script_enabled=False)
    bare.add_cookies(ada.context.cookies())
    page = bare.new_page()
    page.goto(f"{served.here}/conflicts")
    before = page.locator("article.conflict").count()
    first = page.locator("article.conflict").first
    first.get_by_role("radio", name="Change of criterion").check()
    first.get_by_role("button", name="Save").click()
    page.get_by_text("The code was saved.").wait_for()
    assert page.locator("article.conflict").count() == before - 1
    page.goto(f"{served.base}/manage/new")
    page.get_by_role("radio", name="Both, in turn").check()
    assert page.get_by_label("Choose files").is_visible()
