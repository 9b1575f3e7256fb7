"""No key moves the text that an annotator reads, in any protocol."""

import pytest

from tests.browser.every_protocol import every_case, link_maker

pytestmark = pytest.mark.browser

LONG = 300  # words of a segment
KEYS = (
    *("ArrowRight", "Shift+ArrowRight", "Alt+ArrowRight", "Shift+ArrowLeft", "ArrowLeft"),
    *("i", "Enter", "+", "-", "q", "w", "e", "r", "1", "2", "Backspace", "Delete", "Control+z"),
    *("a", "x", "/", "t", "n", "s", "d", "=", "3", "4", "5", "6", "7", "8", "9", "0", "1", "5"),
    *("ArrowDown", "ArrowDown", "ArrowUp", "Shift+ArrowDown", "Shift+ArrowUp"),
    *("Tab", "Tab", "Shift+Tab", "F2", "F2", "F4", "c", "?", "z", "Control+Shift+z", "Escape"),
)

# Where the texts stand that are judged, and how far everything around them is scrolled. A field in
# which somebody writes is looked at from outside.
PLACES = """() => {
  const texts = [...document.querySelectorAll(
    '#source, #target, #edited, #whole, :is(.option, .output, .card, .seg.now, .whole .seg) .read',
  )].filter((one) => one.checkVisibility() && !one.closest('.near'));
  const around = (one) => {
    const found = [];
    for (let outer = one; outer; outer = outer.parentElement) {
      if (outer.scrollTop && !outer.matches('textarea')) found.push(outer.scrollTop);
    }
    return found;
  };
  return {
    item: document.getElementById('position-text').textContent,
    open: document.querySelector('dialog[open]') !== null,
    here: document.querySelector(':is(.pick, .caret), #edited:focus')?.closest('.read').id ?? null,
    texts: texts.map((one) => {
      const { left, top } = one.getBoundingClientRect();
      return [one.id || one.className, Math.round(left), Math.round(top), ...around(one)];
    }),
  };
}"""


@pytest.fixture(scope="module")
def link(shared_server):
    """Return the function that gives the address of somebody who works on a case."""
    return link_maker(shared_server)


@pytest.mark.parametrize("target", ["de", "ar", "zh"])
def test_no_key_moves_the_text(context, link, target):
    """Neither marking, nor scoring, nor messages, nor hints: only going on to another item does."""
    page = context(viewport={"width": 1366, "height": 625}).new_page()
    for case in every_case():
        if target != "de" and " " in case:
            continue  # as the case without a number of outputs
        page.goto(link(case, LONG, target=target, hints=True))
        page.locator("#item").wait_for()
        before = page.evaluate(PLACES)
        for key in KEYS:
            page.keyboard.press(key)
            after = page.evaluate(PLACES)
            if after["open"]:
                page.keyboard.press("Escape")
            if before["item"] == after["item"]:
                kept = after["here"] if "Arrow" in key else None  # the others follow the sentence
                places = [
                    [one for one in seen["texts"] if kept is None or one[0] == kept]
                    for seen in (before, after)
                ]
                assert places[0] == places[1], (case, key)
            before = after
