"""Keys are printed as they work, and the saved state is always in sight."""

import pytest

from tertium import protocols
from tests.browser.every_protocol import every_case, link_maker

pytestmark = pytest.mark.browser

MARKING = [one.name for one in protocols.in_order() if one.marks]


@pytest.fixture(scope="module")
def link(shared_server):
    """Return the function that gives the address of somebody who works on a case."""
    return link_maker(shared_server)


def opened(page, address):
    """Open an item."""
    page.goto(address)
    page.locator("#item").wait_for()


def test_no_key_is_printed_for_a_finger(context, link):
    """A touch screen shows no key on any control, at any width."""
    page = context(
        has_touch=True, is_mobile=True, viewport={"width": 900, "height": 700}
    ).new_page()
    for case in every_case():
        opened(page, link(case, 20, hints=True))
        printed = page.locator("body > :not(dialog) kbd").locator("visible=true")
        assert printed.all_inner_texts() == [], case


@pytest.mark.parametrize("protocol", MARKING)
def test_severities_are_given_by_the_keys_that_are_printed(context, link, protocol):
    """On the panel and in Help stand those of the typology in use; of too many, + and −."""
    page = context().new_page()
    opened(page, link(protocol, 20))
    page.keyboard.press("ArrowRight")
    choices = page.locator("#severities .choice")
    printed = choices.locator("kbd").all_inner_texts()
    in_help = page.locator("#severity-keys kbd").all_text_contents()
    if printed:
        for place, key in enumerate(printed):
            page.keyboard.press(key.lower())
            assert choices.nth(place).locator("input").is_checked(), key
        assert in_help[: len(printed)] == printed
    elif choices.count() > 1:
        assert in_help == ["+", "−"]
        page.keyboard.press("+")
        assert choices.locator("input:checked").count() == 1
    else:
        assert page.locator("#severity-keys").get_attribute("hidden") is not None


def test_the_button_says_how_to_save_while_enter_marks(context, link):
    """While something is selected Enter marks it, and Ctrl Enter saves."""
    page = context().new_page()
    opened(page, link("mqm", 20))
    key = page.locator("#save-key")
    assert key.inner_text() == "Enter"
    page.keyboard.press("ArrowRight")
    assert key.inner_text() == "Ctrl Enter"
    page.keyboard.press("Enter")
    assert page.locator("#mark-list > li").count() == 1
    assert key.inner_text() == "Enter"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    assert key.inner_text() == "Enter"


def test_letters_follow_the_keyboard(context, link):
    """On a French keyboard the key at the place of A is printed Q, and so it is on the hints."""
    page = context().new_page()
    page.add_init_script(
        "const map = new Map([['KeyA', 'q'], ['KeyQ', 'a'], ['KeyW', 'z'], ['KeyZ', 'w']]);"
        "const keyboard = { getLayoutMap: async () => map };"
        "Object.defineProperty(navigator, 'keyboard', { value: keyboard });"
    )
    opened(page, link("mqm", 20, hints=True))
    page.wait_for_function("() => document.querySelector('#severities kbd').textContent === 'A'")
    assert page.locator("#severities kbd").all_inner_texts()[:2] == ["A", "Z"]
    assert page.locator("#hint-list kbd").all_inner_texts() == ["Q", "X"]


@pytest.mark.parametrize("size", [(1366, 625), (390, 844), (683, 312), (320, 480)])
def test_the_saved_state_is_in_sight_however_far_one_scrolls(context, link, size):
    """Also in a low window, where the whole page scrolls, and at twice the size."""
    page = context(viewport={"width": size[0], "height": size[1]}).new_page()
    for case in ("ab", "mqm", "ranking", "postedit", "slider document"):
        opened(page, link(case, 300))
        page.evaluate(
            "() => { for (const one of document.querySelectorAll('*'))"
            " one.scrollTop = one.scrollHeight; }"
        )
        box = page.locator("#saved").bounding_box()
        at = [box["x"] + 6, box["y"] + box["height"] / 2]
        assert box["y"] >= 0, case
        assert box["y"] + box["height"] <= size[1], case
        assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).id", at) == "saved", case


def test_page_keys_scroll_all_columns(context, link):
    """Wherever the focus is; no key is needed to go there first."""
    page = context(viewport={"width": 1366, "height": 625}).new_page()
    scrolled = "() => ['#source', '.option'].map((one) => document.querySelector(one).scrollTop)"
    opened(page, link("ab", 300))
    page.keyboard.press("PageDown")
    page.wait_for_function(f"() => ({scrolled})().every((one) => one > 100)")
    page.keyboard.press("PageUp")
    page.wait_for_function(f"() => ({scrolled})().every((one) => one === 0)")
