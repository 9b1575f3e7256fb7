"""The same pages in Firefox: every protocol from the link to a stored answer, and a report."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tertium import protocols
from tertium.cli.simulate import fill
from tertium.design import build_plan
from tertium.model import Campaign
from tertium.testing import People
from tertium.web.manage import entry_path
from tests.browser.every_protocol import demonstrated
from tests.browser.firefox import Firefox, Tab, running
from tests.browser.managed import WIDTH, Managed

pytestmark = pytest.mark.browser

LAPTOP, PHONE = (1366, 625), (390, 844)
DEMONSTRATED = [one.name for one in protocols.in_order() if one.demonstrations]
STEPS = {  # what leads on from each page before the work
    "consent": "button[value=yes]",
    "profile": "form.fields button",
    "instructions": "main form button",
    "tutorial": "#feedback-go",
}

SHOWN = "(one) => one.checkVisibility() && !one.closest('.visually-hidden')"
# What has been answered on the item in sight.
ANSWER = f"""(() => {{
  const shown = (selector) => [...document.querySelectorAll(selector)].filter({SHOWN});
  return {{
    chosen: shown('.choice').map((one) => one.querySelector('input:not([name^=mark]):checked'))
      .filter(Boolean).map(({{ name, value }}) => `${{name}} ${{value}}`),
    numbers: shown('.value').map(({{ value }}) => value),
    texts: shown('#edited').map(({{ value }}) => value),
    marks: shown('#mark-list > li').map((one) => one.textContent),
  }};
}})()"""
# Which kinds of questions the item asks, and how often, in the order in which they are answered.
ASKED = f"""(() => {{
  const number = (selector) => [...document.querySelectorAll(selector)].filter({SHOWN}).length;
  return [
    ['text', number('#edited')],
    ['marks', number('#mark-panel')],
    ['places', number('.card')],
    ['parts', number('.chunk-list > li')],
    ['scores', number('.aspect')],
    ['choices', number('#answer fieldset[data-ask]')],
  ].filter(([, count]) => count);
}})()"""
# The first digit of every question that needs no comment.
DIGITS = f"""[...document.querySelectorAll('#answer fieldset[data-ask]')].filter({SHOWN})
  .map((one) => one.querySelector('.choice:not(:has([data-needs-comment])) kbd').textContent)"""
OPEN = """document.getElementById('category-part').checkVisibility()
  && document.getElementById('save').ariaDisabled === 'true'"""
# Buttons of the top bar that lie over each other.
CROWDED = f"""(() => {{
  const boxes = [...document.querySelectorAll('.bar button')].filter({SHOWN})
    .map((one) => one.getBoundingClientRect());
  const over = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return boxes.filter((one, at) => boxes.slice(at + 1).some((other) => over(one, other))).length;
}})()"""
# Where the third and the fourth word of a translation are, in the midst of each.
WORDS = """(() => {
  const text = document.createTreeWalker(document.getElementById('target'), 4).nextNode();
  return [...text.data.matchAll(/\\S+/g)].slice(2, 4).map(({ index, 0: word }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const { left, top, width, height } = range.getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)];
  });
})()"""
POSITION = "document.getElementById('position-text').innerText"
ITEM = "document.getElementById('item').checkVisibility()"
DRAWN = """document.documentElement.dataset.charts === 'drawn' && document.querySelector('.plot')
  && [...document.querySelectorAll('.plot')].every((one) => one.querySelector('svg path'))"""
SAVED = """(() => {
  const saved = document.getElementById('saved');
  return saved.innerText.includes('Saved') && saved.dataset.unsent === '0';
})()"""


@pytest.fixture(scope="module")
def firefox() -> Iterator[Firefox]:
    """Return one Firefox for all tests of this file."""
    with running() as found:
        yield found


@pytest.fixture
def tab(firefox):
    """Return a page of somebody who was never here; nothing on it may complain."""
    with firefox.person() as one:
        one.resize(*LAPTOP)
        yield one
        assert one.complaints == []


def fits(tab: Tab) -> None:
    """See that everything has its place, on a phone and on a laptop."""
    for size in (PHONE, LAPTOP):
        tab.resize(*size)
        assert tab.get(f"[({WIDTH})(), {CROWDED}]") == [0, 0], (size, tab.get("location.href"))


def follow(tab: Tab, *keys: str) -> None:
    """Press what leads to another page, and wait for it."""
    tab.get("window.left = true")
    tab.press(*keys)
    tab.until("!window.left && document.readyState === 'complete'")


def practise(tab: Tab) -> None:
    """Answer the tutorial items, whatever is usual, read what is told about each, and go on."""
    tab.until(ITEM)
    count = int(tab.get("document.getElementById('p').max"))
    for number in range(1, count + 1):
        tab.until(f"{POSITION} === 'Practice {number} of {count}'")
        answer(tab)
        tab.press("Enter")
        tab.until("document.getElementById('feedback').open")
        fits(tab)
        if number < count:
            tab.press("Enter")
    follow(tab, "Enter")


def to_the_first_item(tab: Tab, link: str) -> list[str]:
    """Go from the link to the work by keyboard alone; return the pages on the way."""
    tab.open(link)
    seen = []
    while (step := tab.get("location.pathname").rpartition("/")[2]) in STEPS:
        seen.append(step)
        fits(tab)
        if step == "tutorial":
            practise(tab)
            continue
        tab.tab_to(STEPS[step])
        follow(tab, "Enter")
    tab.until(ITEM)
    return seen


def mark(tab: Tab) -> None:
    """Mark what is selected, with the first severity and category that are offered."""
    tab.press("Enter")
    if tab.get("document.getElementById('severity-part').checkVisibility()"):
        key = tab.get("document.querySelector('#severities kbd')?.textContent")
        tab.press(key.lower() if key else "+")
    while tab.get(OPEN):
        tab.press("1")  # from the top down


def answer(tab: Tab) -> dict[str, list[str]]:
    """Answer the item in sight by keyboard alone, and return what it shows then."""
    for kind, count in tab.get(ASKED):
        if kind == "text":
            tab.press(*"Ja: ", "Control+Enter")
        elif kind == "marks":
            tab.press("ArrowRight", "ArrowRight", "Shift+ArrowRight")
            mark(tab)
        elif kind in ("places", "parts"):
            tab.press(*["1"] * count)
        elif kind == "scores":
            number = ["7", "1"]
            tab.press("Enter", *number, *["Enter", *number] * (count - 1))
        elif kind == "choices":
            tab.press(*tab.get(DIGITS))
    return dict(tab.get(ANSWER))


def link_of(managed: Managed, campaign: Campaign) -> str:
    """Store a campaign and return the personal link of its first annotator."""
    with managed.store() as store:
        store.campaigns.put(campaign, build_plan(campaign), at=datetime.now(UTC))
        return f"{managed.base}/a/{store.annotators.all(campaign.name)[0].token}"


@pytest.mark.parametrize("name", DEMONSTRATED)
def test_a_protocol_from_the_link_to_a_stored_answer(tab, managed, name):
    """Consent, practice and an answer, by keyboard; after a reload it is there, stored once."""
    campaign = replace(demonstrated(name), name=f"firefox-{name}")
    seen = to_the_first_item(tab, link_of(managed, campaign))
    assert seen == [step for step in STEPS if step != "tutorial" or campaign.wording.tutorial]
    fits(tab)
    given = answer(tab)
    assert any(given.values())
    tab.press("Enter")
    tab.until(SAVED)
    tab.reload()
    tab.until(ITEM)
    tab.tab_to("#earlier")
    tab.press("Enter")
    tab.until(f"{POSITION}.startsWith('1 ')")
    assert tab.get(ANSWER) == given
    with managed.store() as store:
        (stored,) = store.judgements.all(campaign.name)
    assert stored.judgement.answer


def test_an_edited_text_is_undone_and_reset(tab, managed):
    """Keys and buttons for it go through the browser's own history of the field."""
    campaign = replace(demonstrated("postedit"), name="firefox-undone")
    to_the_first_item(tab, link_of(managed, campaign))
    text = "document.getElementById('edited').value"
    start = tab.get(text)
    tab.press(*"Ja: ")
    written = tab.get(text)
    assert written == f"Ja: {start}"
    for button in ("#undo", "#reset"):
        tab.tab_to(button)
        tab.press("Enter")
        assert (tab.get(text), tab.get("document.activeElement.id")) == (start, "edited")
        tab.press("Control+Shift+z" if button == "#undo" else "Control+z")
        assert tab.get(text) == written


def test_a_passage_is_selected_with_the_mouse(tab, managed):
    """A drag from within one word into the next selects both words, and a key marks them."""
    campaign = replace(demonstrated("mqm"), name="firefox-dragged")
    to_the_first_item(tab, link_of(managed, campaign))
    places = tab.get(WORDS)
    tab.drag(*places)
    passage = tab.get("document.getElementById('mark-quote').textContent")
    assert passage == " ".join(
        tab.get("document.getElementById('target').textContent").split()[2:4]
    )
    mark(tab)
    assert passage in tab.get(ANSWER)["marks"][0]


def test_a_manager_watches_and_reads_the_report(tab, managed):
    """Sign in, see the campaign live, unblind it, and find the figures of its report drawn."""
    campaign = replace(demonstrated(DEMONSTRATED[0]), name="firefox-managed")
    plan, now = build_plan(campaign), datetime.now(UTC)
    start = now - timedelta(days=2)
    with managed.store() as store:
        store.campaigns.put(campaign, plan, at=start)
        fill(store, campaign, plan, people=People(), share=0.8, start=start, seed=1)
        store.managers.add("firefox", "")
        entry = entry_path(store, now=now, manager="firefox")
    here = f"{managed.base}/manage/campaigns/{campaign.name}"
    tab.open(managed.base + entry)
    tab.until("location.pathname === '/manage' && document.readyState === 'complete'")
    fits(tab)
    tab.open(here)
    tab.until("document.getElementById('live').dataset.state === 'live'")
    tab.until("document.querySelector('[data-part=monitoring] svg.chart')?.getBBox().width > 0")
    fits(tab)
    tab.open(f"{here}/reveal")
    tab.tab_to("main form button")
    follow(tab, "Enter")
    tab.open(f"{here}/report")
    tab.until(DRAWN)
    fits(tab)
