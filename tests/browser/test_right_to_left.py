"""Pages in Arabic and Hebrew: mirrored, without English, with arrow keys that move by sight."""

import re
from functools import cache

import pytest

from tertium import protocols
from tertium.formats.typology import read_typology
from tertium.model import Design, Example, Wording
from tertium.web.languages import LANGUAGES, messages, translator
from tertium.wording import plural
from tests.browser import council, lighthouse, pump
from tests.browser.test_consolidate import start
from tests.consolidating import NOW, SYSTEM

pytestmark = pytest.mark.browser

SIZES = {"laptop": {"width": 1366, "height": 625}, "phone": {"width": 390, "height": 844}}
BOTH = pytest.mark.parametrize("language", ["ar", "he"])
EACH = pytest.mark.parametrize("size", SIZES)

# What somebody sees or hears, without keys, codes and texts that name another language.
WORDS = """() => {
  const foreign = 'script, noscript, kbd, code, [lang]:not(html)';
  const said = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent.closest(foreign) && parent.checkVisibility()) said.push(node.data);
  }
  for (const one of document.querySelectorAll('[aria-label], [placeholder]')) {
    if (!one.closest(foreign)) said.push(one.ariaLabel ?? '', one.placeholder ?? '');
  }
  return said.join('\\n');
}"""
WIDE = """() => [document.documentElement, ...document.querySelectorAll('dialog[open]')]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.id || one.tagName)"""
NAMES = {"Tertium", "Aa", "Ctrl", "Enter", "Esc", "example", "org"}


@cache
def of_typology():
    """Return the words of the typology, which it says in its own language."""
    typology = read_typology(protocols.get("mqm").settings["typology"])
    parts = [*typology.severities, *typology.nodes]
    said = [*typology.rules, *(text for one in parts for text in (one.name, one.help))]
    return {word for text in said for word in re.findall(r"[A-Za-z]{2,}", text)}


def check(page, language, *names):
    """Check that a page runs from right to left, fits, and says nothing in English."""
    html = page.locator("html")
    assert (html.get_attribute("lang"), html.get_attribute("dir")) == (language, "rtl")
    assert page.evaluate(WIDE) == []
    english = set(re.findall(r"[A-Za-z]{2,}", page.evaluate(WORDS)))
    assert english - NAMES - {word for name in names for word in re.findall("[A-Za-z]+", name)} == (
        set()
    )


def order(page, *selectors):
    """Return parts of the page as they stand, from right to left, those in one place together."""
    boxes = {one: page.locator(one).first.bounding_box() for one in selectors}
    return sorted(boxes, key=lambda one: -(boxes[one]["x"] + boxes[one]["width"] / 2))


def test_scripts_and_server_count_alike(context):
    """Both choose a plural form by the rules of CLDR."""
    select = """codes => Object.fromEntries(codes.map((code) => [code,
      [...Array(201).keys()].map((n) => new Intl.PluralRules(code).select(n))]))"""
    told = context().new_page().evaluate(select, list(LANGUAGES))
    assert told == {code: [plural(code, n) for n in range(201)] for code in LANGUAGES}


@EACH
@BOTH
def test_the_whole_way_of_a_comparison(serve, sit_down, make_campaign, language, size):
    """From consent to thanks, with help, settings, the list of items and a reported problem."""
    example = Example("It rains.", ("Es regnet.", "Es rennt."), "left", "", "en", "de")
    campaign = make_campaign(
        design=Design(annotators=1, batch=2, common=2, unique=1, passes=1),
        wording=Wording(tutorial=(example,), contact="x@example.org"),
    )
    world = serve(campaign, ready=False)
    hand = sit_down(world, opened=False, locale=language, viewport=SIZES[size])
    page = hand.page

    def see():
        check(page, language, campaign.title)

    page.goto(hand.link)
    see()
    page.locator("button[value=yes]").click()
    page.locator("#native").wait_for()
    see()
    page.locator("form.fields button").click()
    page.locator(".guide").wait_for()
    see()
    page.locator("main form button").last.click()
    page.locator(".choice").first.click()
    page.locator(".dock .primary").click()
    page.locator("#feedback-go").wait_for()
    see()
    page.locator("#feedback-go").click()
    page.wait_for_url("**/tasks")
    page.locator("#item").wait_for()
    see()
    assert page.locator("#q").inner_text() == messages(language)["question.better"]
    assert order(page, "#later", "#earlier") == ["#earlier", "#later"]
    if size == "laptop":
        assert order(page, ".tools", ".where bdi", ".brand") == [".brand", ".where bdi", ".tools"]
        title, brand = (page.locator(one).bounding_box() for one in (".where bdi", ".brand"))
        assert brand["x"] - title["x"] - title["width"] < 60
        assert order(page, ".option:last-child", ".option:first-child")[0] == ".option:first-child"
    for name in ("help", "settings", "list", "problem"):
        page.locator(f"[data-opens={name}]").first.evaluate("one => one.click()")
        page.locator(f"#{name}").wait_for()
        see()
        hand.press("Escape")
    hand.answer("1")
    page.wait_for_function("() => document.getElementById('saved').dataset.state === 'saved'")
    assert re.search(r"\b[0-2][0-9]:[0-5][0-9]\b", hand.state, re.ASCII)
    hand.answer("2")
    see()
    hand.press("Enter")
    hand.until_position(1)
    hand.answer("1")
    page.wait_for_function("() => document.getElementById('rest-go').ariaDisabled !== 'true'")
    hand.press("Enter")
    page.wait_for_url("**/thanks")
    see()
    assert translator(language)("thanks.count", n=3) in page.locator("main").inner_text()
    page.goto(f"{world.server.address}/a/nobody")
    see()
    assert page.locator("h1").inner_text() == messages(language)["stop.unknown.what"]


@EACH
@BOTH
def test_errors_are_marked_by_sight(serve, sit_down, language, size):
    """In either text the arrow that points on goes on, whichever way the page runs."""
    look = {"locale": language, "viewport": SIZES[size]}
    world, hand = council.seat(serve, sit_down, target="ar", **look)
    page = hand.page
    check(page, language, "Council minutes", "council", *of_typology())
    if size == "laptop":
        assert order(page, "#beside", ".reading") == [".reading", "#beside"]
    hand.press("ArrowLeft", "ArrowLeft", "Shift+ArrowLeft", "w", "Shift+M")
    check(page, language, "Council minutes", "council", *of_typology())
    hand.press("ArrowLeft")
    assert page.locator("#mark-quote").inner_text() == "يوم"
    hand.press("Shift+Tab", "ArrowRight", "ArrowRight", "ArrowLeft")
    assert page.locator("#mark-quote").inner_text() == "The"
    hand.press("?")
    page.locator("#help").wait_for()
    check(page, language, "Council minutes", "council", *of_typology())
    pairs = page.locator("#help bdi:has(kbd)").all()
    for pair in pairs:  # as they lie on a keyboard
        left, right = (key.bounding_box()["x"] for key in pair.locator("kbd").all())
        assert left < right
    assert len(pairs) == 3
    hand.press("Escape", "Escape", "Control+Enter")
    hand.until_position(2)
    page.wait_for_function("() => document.getElementById('saved').dataset.state === 'saved'")
    assert council.marks(council.marked(world)[0])[0][1:4] == (6, 19, "العيادة مغلقة")


@BOTH
def test_marks_are_compared_and_errors_answered(serve, context, language):
    """Both pages say nothing in English but the typology; borders move as the text runs."""
    world = start(serve)
    with world.store() as store:
        links = [
            store.rebuttal_links.add(world.campaign.name, "translator", system=SYSTEM, at=NOW),
            store.rebuttal_links.add(world.campaign.name, "arbiter", at=NOW),
        ]
    page = context(locale=language, viewport=SIZES["laptop"]).new_page()
    page.goto(world.link(0, "/consolidate"))
    check(page, language, "Marks")
    page.locator("#open").click()
    page.locator(".mark.on").wait_for()
    quoted = ("Die", "Hund", "Matte")
    check(page, language, "Marks", *quoted, *of_typology())
    quote, card = (page.locator(f".mark.on {one}").bounding_box() for one in ("q", ".cat"))
    assert abs(quote["x"] + quote["width"] - card["x"] - card["width"]) < 2
    page.locator("#edit").click()
    page.locator("#change").wait_for()
    check(page, language, "Marks", *quoted, *of_typology())
    for pair in page.locator("[data-arrows]").all():
        earlier, later = (one.bounding_box()["x"] for one in pair.locator("button").all())
        assert earlier < later
        assert pair.inner_text().split() == ["←", "→"]
    for link in links:
        page.goto(f"{world.server.address}/r/{link.token}")
        check(page, language, "Marks", *quoted, *of_typology())


@EACH
@BOTH
def test_a_slider_is_mirrored(serve, sit_down, language, size):
    """It grows to the left, by keys and by mouse; its marks stand where they are."""
    options = {"anchors": "esa"}
    look = {"locale": language, "viewport": SIZES[size]}
    _, hand = lighthouse.seat(serve, sit_down, options=options, **look)
    page = hand.page
    check(page, language, "Local news, Spanish to English")
    hand.press("ArrowLeft")
    middle = int(*lighthouse.scores(hand))
    hand.press("ArrowLeft", "ArrowLeft", "ArrowRight", "Shift+ArrowLeft")
    assert lighthouse.scores(hand) == [str(middle + 11)]
    box = lighthouse.slider(hand).bounding_box()
    page.mouse.click(box["x"] + 14 + 0.25 * (box["width"] - 28), box["y"] + box["height"] / 2)
    assert lighthouse.scores(hand) == ["75"]
    ends = [page.locator(f".anchors li[data-at='{at}'] b").bounding_box() for at in ("0", "100")]
    assert abs(ends[0]["x"] + ends[0]["width"] - box["x"] - box["width"]) < 14
    assert abs(ends[1]["x"] - box["x"]) < 14
    hand.press("Enter")
    hand.until_position(2)


@EACH
@BOTH
def test_a_text_is_edited(serve, sit_down, language, size):
    """The source stands on the right; what is said about the work is in the page's language."""
    texts = ("أوقف المضخة.", *pump.TEXTS[1:])
    campaign = pump.pump({"glossary": pump.GLOSSARY}, target="ar", texts=texts)
    look = {"locale": language, "viewport": SIZES[size]}
    world, hand = pump.seat(serve, sit_down, campaign=campaign, **look)
    page = hand.page
    check(page, language, "Pump manual")
    if size == "laptop":
        assert order(page, "#edited", "#source-part") == ["#source-part", "#edited"]
    page.keyboard.type("نص ")
    hand.press("F2")
    page.locator("#changed").wait_for()
    hand.press("Escape")
    check(page, language, "Pump manual")
    hand.press("Escape", "Control+Enter")
    check(page, language, "Pump manual")
    hand.press("3", "Enter")
    hand.until_position(2)
    page.wait_for_function("() => document.getElementById('saved').dataset.state === 'saved'")
    assert pump.rebuilt(world) == ["نص أوقف المضخة."]
