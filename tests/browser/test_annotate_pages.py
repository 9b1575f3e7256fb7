"""What the pages show and what they keep to themselves: blindness, languages, scripts, access."""

import json
import re
from dataclasses import replace

import pytest

from tertium.model import Design, Example, Wording
from tests.browser.received import text_of

pytestmark = pytest.mark.browser

HIDDEN = ("QQ", "alpha", "beta", "baseline", "advanced", "common", "unique", ".txt")
BEGIN = {"en": "Begin", "fr": "Commencer", "es": "Empezar", "de": "Anfangen"}
AGREE = {"en": "I agree", "fr": "J’accepte", "es": "Acepto", "de": "Ich stimme zu"}
QUESTION = {
    "en": "Which translation is better?",
    "fr": "Quelle traduction est la meilleure\u202f?",
    "es": "¿Qué traducción es mejor?",
    "de": "Welche Übersetzung ist besser?",
}


@pytest.fixture
def small(make_campaign):
    """Return a campaign of three items with a tutorial."""
    example = Example("It rains.", ("Es regnet.", "Es rennt."), "left", "Nobody runs.", "en", "de")
    return make_campaign(
        design=Design(annotators=1, batch=2, common=2, unique=1, passes=1),
        wording=Wording(tutorial=(example,), contact="x@example.org"),
    )


def test_nothing_the_browser_receives_names_what_is_hidden(serve, sit_down, small):
    """Every response of the whole way, body, headers and address, is free of hidden names."""
    world = serve(small, ready=False)
    hand = sit_down(world, opened=False, service_workers="block")
    page = hand.page
    received = []

    def record(route):
        response = route.fetch(max_redirects=0)
        received.append((response.url, json.dumps(response.headers), text_of(response)))
        route.fulfill(response=response)

    page.context.route("**/*", record)
    page.goto(hand.link)
    page.get_by_role("button", name="I agree").click()
    page.locator("#native").fill("German")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Begin").click()
    page.locator(".choice").nth(1).click()
    hand.press("Enter")
    page.get_by_role("button", name="Begin the work").click()
    page.wait_for_url("**/tasks")
    page.locator("#item").wait_for()
    seen_texts = page.locator(".option .read").all_inner_texts()
    assert all("Zug" in text for text in seen_texts)
    hand.press("d")
    hand.answer("1")
    page.locator("#position").click()
    hand.press("Escape", "?", "Escape")
    page.get_by_role("button", name="Report a problem").first.click()
    hand.press("1")
    page.locator("#problem-send").click()
    page.locator("#rest").wait_for()
    hand.press("Enter")
    hand.until_position(1)
    hand.answer("3")
    hand.until_state("Saved")
    stale = page.request.post(
        f"{hand.link}/judgements",
        data={
            "judgements": [
                {
                    "id": "00000000-0000",
                    "assignment": world.judgements()[0].assignment,
                    "answer": {"better": "left"},
                    "submitted_at": "2026-01-01T00:00:00Z",
                }
            ]
        },
    )
    assert stale.json()["refused"]
    page.get_by_role("button", name="Finish").click()
    page.locator("#code").wait_for()
    for step in (
        "", ".json", "/consent.json", "/tasks.json?batch=1", "/nowhere", "/tasks.json?batch=9",
    ):  # fmt: skip
        page.goto(hand.link + step)
    page.goto(f"{world.server.address}/a/worker.js")
    page.goto(hand.link)
    page.context.unroute_all(behavior="wait")
    assert len(received) > 10  # the page, its files, batches and answers
    shared = re.compile(r"/static/(fonts\+tertium|annotate/)|worker\.js")
    for address, headers, body in received:
        # Our own files are the same for every campaign and may use ordinary words.
        words = HIDDEN[:1] if shared.search(address) else HIDDEN
        for word in words:
            assert word not in address + headers + body, (address, word)
    kept = page.evaluate(
        """async () => {
          const open = indexedDB.open('tertium');
          await new Promise((done) => { open.onsuccess = done; });
          const all = [];
          for (const name of open.result.objectStoreNames) {
            const request = open.result.transaction(name).objectStore(name).getAll();
            await new Promise((done) => { request.onsuccess = done; });
            all.push(...request.result);
          }
          return JSON.stringify(all) + JSON.stringify(localStorage);
        }"""
    )
    assert not any(word in kept for word in HIDDEN)


@pytest.mark.parametrize("language", ["de", "en", "es", "fr"])
def test_the_whole_way_in_every_language(serve, sit_down, small, language):
    """Each page renders in the browser's language, and no message is missing."""
    world = serve(small, ready=False)
    hand = sit_down(world, opened=False, locale=language)
    page = hand.page
    page.goto(hand.link)
    assert page.locator("html").get_attribute("lang") == language
    page.get_by_role("button", name=AGREE[language], exact=True).click()
    page.locator("form.fields button").click()
    page.get_by_role("button", name=BEGIN[language]).click()
    page.locator(".choice").first.click()
    page.locator(".dock .primary").click()
    page.locator("#feedback-go").click()
    page.wait_for_url("**/tasks")
    page.locator("#item").wait_for()
    assert page.locator("#q").inner_text() == QUESTION[language]
    hand.press("?")
    page.locator("#help").wait_for()
    hand.press("Escape")
    hand.answer("1")
    hand.answer("2")
    hand.press("Enter")
    hand.until_position(1)
    hand.answer("1")
    page.wait_for_function("() => document.getElementById('rest-go').ariaDisabled !== 'true'")
    hand.press("Enter")
    page.wait_for_url("**/thanks")
    shown = page.locator("body").inner_text()
    assert "{" not in shown


def test_changing_the_language_stays_on_the_page(serve, sit_down):
    """The choice in Aa is kept, and a begun answer with it."""
    world = serve()
    hand = sit_down(world)
    hand.press("2")
    hand.page.locator("[data-opens=settings]").click()
    hand.page.locator("#language").select_option("de")
    hand.page.wait_for_function("() => document.documentElement.lang === 'de'")
    hand.page.locator("#item").wait_for()
    assert hand.page.locator("#q").inner_text() == QUESTION["de"]
    assert hand.page.locator("#answer :checked").get_attribute("value") == "right"


@pytest.mark.any_fonts
@pytest.mark.parametrize(
    ("target", "direction", "face", "one", "two"),
    [
        ("ar", "rtl", "Noto Naskh Arabic", "Tertium يغادر القطار اليوم.", "القطار يذهب اليوم."),
        ("zh_CN", "ltr", "PingFang SC", "今天中午火车离开车站。", "火车今天正午从车站出发。"),
        ("th", "ltr", "Noto Serif Thai", "รถไฟออกจากสถานีตอนเที่ยง", "รถไฟจะออกจากสถานีเที่ยงวันนี้"),
    ],
)  # fmt: skip
def test_scripts_have_their_language_direction_and_face(
    serve, sit_down, make_campaign, target, direction, face, one, two
):
    """Arabic runs from the right even when it begins with a Latin word; words are found in all."""
    made = make_campaign(target=target)
    outputs = {
        (segment, system): f"{one if 'alpha' in system else two} {segment[5:]}"
        for segment, system in made.outputs
    }
    hand = sit_down(serve(replace(made, outputs=outputs)))
    for text in hand.page.locator(".option .read").all():
        assert text.get_attribute("lang") == target.replace("_", "-")
        assert text.get_attribute("dir") == direction
        style = text.evaluate(
            "one => [getComputedStyle(one).direction, getComputedStyle(one).fontFamily]"
        )
        assert style[0] == direction
        assert face in style[1]
    before = hand.page.locator(".option .read").all_inner_texts()
    hand.press("d")
    assert hand.page.locator("mark.differs").count() >= 2
    marked = "".join(hand.page.locator("mark.differs").all_inner_texts())
    assert len(marked) < len("".join(before))
    assert hand.page.locator(".option .read").all_inner_texts() == before
    hand.page.set_viewport_size({"width": 320, "height": 640})
    assert hand.page.evaluate("() => document.documentElement.scrollWidth") <= 320


@pytest.mark.any_fonts
@pytest.mark.parametrize("language", ["de", "fr"])
def test_nothing_scrolls_sideways_on_the_narrowest_phone(serve, sit_down, small, language):
    """At 320 px every page fits, also the long words of other languages and the dialogs."""
    options = {"variant": "five", "good_enough": True, "highlight": True}
    world = serve(replace(small, options=options), ready=False)
    hand = sit_down(
        world, opened=False, locale=language, viewport={"width": 320, "height": 640}, has_touch=True
    )
    page = hand.page

    def fits():
        wide = page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= 320, page.url

    page.goto(hand.link)
    fits()
    page.get_by_role("button", name=AGREE[language], exact=True).click()
    page.wait_for_url("**/profile")
    fits()
    page.locator("form.fields button").click()
    page.wait_for_url("**/instructions")
    fits()
    page.get_by_role("button", name=BEGIN[language]).click()
    page.wait_for_url("**/tutorial")
    page.locator("#item").wait_for()
    fits()
    for question in page.locator("fieldset:visible").all():
        question.locator(".choice").first.click()
    fits()
    page.locator(".dock .primary").click()
    page.locator("#feedback-go").wait_for()
    fits()
    page.locator("#feedback-go").click()
    page.wait_for_url("**/tasks")
    page.locator("#item").wait_for()
    page.locator(".choice").nth(4).click()
    fits()
    for name in ("help", "list", "settings", "problem"):
        page.evaluate("name => document.getElementById(name).showModal()", name)
        fits()
        dialog = page.locator(f"#{name}")
        assert dialog.evaluate("one => one.scrollWidth <= one.clientWidth"), name
        page.keyboard.press("Escape")


def test_the_page_can_be_used_without_seeing_it(serve, sit_down):
    """Roles, names and order: what a screen reader meets, and what the Tab key does."""
    hand = sit_down(serve())
    page = hand.page
    assert page.get_by_role("heading", level=1).count() == 1
    group = page.get_by_role("group", name="Which translation is better?")
    radios = group.get_by_role("radio")
    assert radios.count() == 5
    for name in ("1 is better", "2 is better", "Both good", "Neither good", "Other…"):
        assert group.get_by_role("radio", name=name, exact=True).count() == 1
    page.get_by_role("region", name="Translation 1").wait_for()
    page.get_by_role("region", name="Source, English").wait_for()
    page.get_by_role("form", name="Your answer").wait_for()
    assert page.locator("output#saved").get_attribute("data-state") == "none"
    for name in (
        "Help: instructions and keys",
        "Aa: text size and colours",
        "1 of 8: list of items",
    ):
        visible = page.get_by_role("button", name=name, exact=True)
        assert name.startswith(visible.inner_text().split("\n")[0].split(" ?")[0].strip())
    page.locator(".skip").focus()
    order = []
    for _ in range(12):
        order.append(
            page.evaluate(
                "() => { const one = document.activeElement;"
                " return one.id || one.dataset.opens || one.className || one.value; }"
            )
        )
        page.keyboard.press("Tab")
    assert order == [
        "skip", "earlier", "position", "later", "settings", "help", "left",
        "comment-open", "problem", "differences", "undo", "save",
    ]  # fmt: skip


def test_focus_is_always_visible_and_returns(serve, sit_down):
    """A ring of three pixels on whatever has the focus; a dialog gives it back."""
    hand = sit_down(serve())
    page = hand.page
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    ring = "() => getComputedStyle(document.activeElement).outlineWidth"
    assert page.evaluate(ring) == "3px"
    opener = page.get_by_role("button", name="Help: instructions and keys")
    opener.focus()
    page.keyboard.press("Enter")
    page.locator("#help").wait_for()
    page.keyboard.press("Escape")
    assert opener.evaluate("one => one === document.activeElement")
    page.get_by_role("radio", name="1 is better").focus()
    page.keyboard.press("ArrowRight")
    outline = page.locator("#answer .choice:has(:checked)").evaluate(
        "one => getComputedStyle(one).outlineWidth"
    )
    assert outline == "3px"
    before = page.evaluate("() => scrollY")
    page.keyboard.press("Tab")
    assert page.evaluate("() => scrollY") == before
    hand.answer("1")
    assert page.evaluate("() => document.activeElement.id") == "q"


def luminance(colour):
    channels = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast_of_what_is_read(serve, sit_down, theme):
    """Text reaches 4.5 and borders of controls 3 against their surface, in both themes."""
    hand = sit_down(serve(), color_scheme=theme)
    hand.page.emulate_media(reduced_motion="reduce")
    hand.answer("2")
    hand.press("1")

    def contrast(selector, behind, prop="color"):
        colour, surface = hand.page.evaluate(
            "([one, two, prop]) => [getComputedStyle(document.querySelector(one))[prop],"
            " getComputedStyle(document.querySelector(two)).backgroundColor]",
            [selector, behind, prop],
        )
        light, dark = sorted((luminance(colour), luminance(surface)), reverse=True)
        return (light + 0.05) / (dark + 0.05)

    assert contrast("#source", "body") >= 4.5
    assert contrast(".near .read", "body") >= 4.5
    assert contrast(".option .read", ".option") >= 4.5
    assert contrast(".choice span", ".choice:has(:checked)") >= 4.5
    assert contrast("#save", "#save") >= 4.5
    assert contrast("#saved", ".bar") >= 4.5
    assert contrast("#say", ".dock") >= 4.5
    assert contrast(".choice:not(:has(:checked))", ".dock", "borderTopColor") >= 3
    assert contrast(".option.chosen", "body", "borderTopColor") >= 3


@pytest.mark.any_fonts
def test_choosing_moves_no_line_of_text(serve, sit_down):
    """Choosing, marking differences and writing a comment leave every text where it was."""
    hand = sit_down(serve(), viewport={"width": 1000, "height": 560})  # the page has to scroll
    places = (
        "() => [...document.querySelectorAll('#source, .option .read, .choice')]"
        ".map((one) => { const box = one.getBoundingClientRect(); return [box.x, box.y]; })"
    )
    before = hand.page.evaluate(places)
    for key in ("1", "2", "3", "d", "c"):
        hand.press(key)
        assert hand.page.evaluate(places) == before, key
    hand.page.keyboard.type("a word")
    assert hand.page.evaluate(places) == before
    for _ in range(4):
        hand.press("Tab")
        assert hand.page.evaluate(places) == before
