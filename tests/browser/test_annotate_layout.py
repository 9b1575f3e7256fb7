"""On a laptop and on a phone, an annotator sees texts and answers when an item opens."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from tertium.cli.simulate import fill
from tertium.design import build_plan
from tertium.store import Store
from tertium.testing import People
from tertium.web.languages import LANGUAGES
from tests.browser.every_protocol import campaign_of, every_case, link_maker, ready

pytestmark = pytest.mark.browser

LAPTOP, DESK, NARROW, PHONE = (1366, 625), (1280, 800), (1024, 625), (390, 844)
SHORT, LONG = 40, 300  # words of a segment

# How much of every text and control is in sight: inside the window, inside everything that
# scrolls, and below nothing else.
LOOK = """
  const shown = (element) => element.checkVisibility() && !element.closest('.visually-hidden');
  const inSight = (element) => {
    const box = element.getBoundingClientRect();
    let [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    for (let outer = element.parentElement; outer; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflowY === 'visible') continue;
      const edge = outer.getBoundingClientRect().top + outer.clientTop;
      [top, bottom] = [Math.max(top, edge), Math.min(bottom, edge + outer.clientHeight)];
    }
    // From its top down to what lies above it, in steps of a few pixels.
    const covered = (y) => {
      const above = document.elementFromPoint((box.left + box.right) / 2, y);
      return above && !element.contains(above) && !above.contains(element);
    };
    const step = Math.max(3, (bottom - top) / 40);
    let height = 0;
    const next = () => Math.min(top + height + step / 2, bottom - 1);
    while (height < bottom - top && !covered(next())) height += step;
    height = Math.min(height, bottom - top);
    return { height, whole: box.height - height < 1.5 };
  };
  const text = (element) => {
    const { height, whole } = inSight(element);
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
    return {
      name: element.id || element.parentElement.getAttribute('aria-label'),
      lines: (height - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight),
      whole: whole && element.scrollHeight - element.clientHeight < 2,
    };
  };
  const texts = (selector) => [...document.querySelectorAll(selector)].filter(shown).map(text);
  const hidden = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => shown(one) && !inSight(one).whole)
    .map((one) => one.id || `${one.className} ${one.textContent.trim()}`);
"""
SEEN = f"""() => {{{LOOK}
  const line = ':is(.seg.now, .whole .seg:first-child)'; // of a document
  return {{
    sources: texts(`#source, #reference, ${{line}} .src .read`),
    outputs: texts(`#target, #edited, :is(.option, .output, .card, ${{line}} .target) .read`),
    answers: hidden(
      ':is(#answer, .panel, .card, .output) :is(.choice, button, [type="range"], .value)',
    ),
    parts: hidden('.chunk-list .choice'),
    dock: hidden('#answer .dock-row button, #saved, #position'),
    room: document.getElementById('main').clientHeight / innerHeight,
    sideways: document.documentElement.scrollWidth - innerWidth,
  }};
}}"""
COMPARED = f"""() => {{{LOOK}
  const box = document.querySelector('.mark.on').closest('.compared');
  return {{
    texts: [...box.querySelectorAll('.text > .read')].map(text),
    hidden: hidden('.mark.on, #dock button, #saved'),
  }};
}}"""

CURRENT = f"""() => {{{LOOK}
  const {{ lines }} = text(document.querySelector('.card.now .read'));
  return {{ lines, hidden: hidden('.card.now .choice, #source-label, #save') }};
}}"""


@pytest.fixture(scope="module")
def link(shared_server):
    """Return the function that gives the address of somebody who works on a case."""
    return link_maker(shared_server)


def opened(page, address):
    """Open an item."""
    page.goto(address)
    page.locator("#item").wait_for()


def seen_at(page, size):
    """Return what is in sight in a window of this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise(requestAnimationFrame)")
    return page.evaluate(SEEN)


def texts_missed(seen, *, least):
    """Say which texts are neither wholly in sight nor by so many lines; by three, of many."""
    if len(seen["outputs"]) > 2:
        least = 3
    for text in seen["sources"] + seen["outputs"]:
        if not text["whole"] and text["lines"] < least:
            yield f"{text['lines']:.1f} lines of {text['name']}"


def faults_of(page, *, least):
    """Say what is not in sight: on laptops texts and answers, on a phone answers and some text."""
    for size in (LAPTOP, DESK):
        seen = seen_at(page, size)
        yield from texts_missed(seen, least=least)
        yield from seen["answers"] + seen["dock"] + (seen["parts"] if least == SHORT else [])
        if not seen["outputs"] or seen["sideways"]:
            yield f"no outputs, or {seen['sideways']} pixels too wide"
    seen = seen_at(page, PHONE)
    yield from seen["dock"]
    lines = (seen["sources"] + seen["outputs"])[0]["lines"]
    if seen["room"] < 0.4 or lines < 3 or seen["sideways"]:
        yield f"on a phone {seen['room']:.0%} and {lines:.1f} lines are left, {seen['sideways']}"


@pytest.mark.any_fonts
def test_short_texts_and_all_answers_are_in_sight_in_every_protocol(context, link):
    """With up to 40 words nothing has to be scrolled on a laptop."""
    page = context().new_page()
    for case in every_case():
        opened(page, link(case, SHORT))
        assert list(faults_of(page, least=SHORT)) == [], case


def test_of_long_texts_six_lines_and_all_answers_are_in_sight(context, link):
    """With 300 words source and translation stand beside each other, and each scrolls by itself."""
    page = context().new_page()
    for case in every_case():
        opened(page, link(case, LONG, hints=True))
        assert list(faults_of(page, least=6)) == [], case


def test_short_texts_are_whole_while_marking_in_a_narrow_window(context, link):
    """With 1024 pixels, texts of 40 words stand beside the panel without scrolling."""
    page = context().new_page()
    for case in ("esa", "mqm", "grading", "scorecard"):
        opened(page, link(case, SHORT))
        assert list(texts_missed(seen_at(page, NARROW), least=SHORT)) == [], case


def test_help_stands_below_the_categories(context, link):
    """Nine categories keep their places, and what is said about them lies over none."""
    page = context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]}).new_page()
    opened(page, link("grading", SHORT))
    for key in ("ArrowRight", "w", "9"):
        page.keyboard.press(key)
        last = page.locator("#palette .choice").last.bounding_box()
        assert page.locator("#mark-help").bounding_box()["y"] >= last["y"] + last["height"]


@pytest.mark.parametrize("words", [SHORT, LONG])
def test_marks_are_compared_beside_their_texts(context, shared_server, words):
    """The mark in question, the texts it stands in and the decisions are in sight at once."""
    campaign = replace(campaign_of("mqm", words), name=f"compared-{words}-{uuid4().hex[:8]}")
    plan = build_plan(campaign)
    start = datetime.now(UTC) - timedelta(days=8)
    with Store.open(shared_server.database) as store:
        store.campaigns.put(campaign, plan, at=start)
        fill(store, campaign, plan, people=People(range=4.0), share=1.0, start=start, seed=1)
        person = ready(store, campaign.name, start)
    page = context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]}).new_page()
    page.goto(f"{shared_server.address}/a/{person.token}/consolidate")
    page.locator("#open").click()
    for _ in range(5):
        page.locator(".mark.on").wait_for()
        seen = page.evaluate(COMPARED)
        assert [one for one in seen["texts"] if not (one["whole"] or one["lines"] >= 6)] == []
        assert seen["texts"]
        assert seen["hidden"] == []
        page.keyboard.press("ArrowDown")


def test_more_of_the_context_is_a_key_away(context, link):
    """A long neighbour takes a line; its button shows the rest, and takes it back."""
    page = context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]}).new_page()
    opened(page, link("tournament", LONG))
    near = page.locator(".near .read").first
    line = near.bounding_box()["height"]
    more = page.locator(".near .more").first
    while not more.evaluate("one => one === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert more.get_attribute("aria-expanded") == "true"
    assert near.bounding_box()["height"] > 5 * line
    assert page.locator("#source").is_visible()
    page.keyboard.press("Enter")
    assert near.bounding_box()["height"] == line


def test_ten_outputs_scroll_beside_their_source(context, link):
    """The current one is always in sight, with at least three lines and all of its places."""
    page = context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]}).new_page()
    opened(page, link("ranking 10", LONG))
    for _ in range(10):
        page.keyboard.press("ArrowDown")
        seen = page.evaluate(CURRENT)
        assert seen["lines"] >= 3
        assert seen["hidden"] == []


@pytest.mark.any_fonts
def test_the_report_of_a_problem_fits_a_laptop(context, link):
    """In every language, also with the line that says what is missing."""
    page = context(viewport=dict(zip(("width", "height"), LAPTOP, strict=True))).new_page()
    for language in LANGUAGES:
        page.goto(f"{link('ab', SHORT)}/tasks?language={language}")
        page.locator("#item").wait_for()
        page.locator("[data-opens=problem]:visible").first.click()
        page.locator("#problem-send").click()
        page.locator("#problem-say:not(:empty)").wait_for()
        fits = "one => one.scrollHeight - one.clientHeight"
        assert page.locator("#problem").evaluate(fits) <= 0, language
