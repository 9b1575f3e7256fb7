"""Pages are set in the fonts they bring, also in other scripts and without a connection."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import tertium.web

pytestmark = pytest.mark.browser

WEB = Path(tertium.web.__file__).parent
ALPHABETS = {
    "el": "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
    "ru": "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    "uk": "ҐЄІЇґєії₴",
    "sr": "ЂЈЉЊЋЏђјљњћџЃЌЅѓќѕЎў",
    "kk": "ӘҒҚҢӨҰҮҺІәғқңөұүһі",
    "ar": "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي٠١٢٣٤٥٦٧٨٩،؛؟ًٌٍَُِّْ",
    "fa": "پچژگکی۰۱۲۳۴۵۶۷۸۹ می\u200cخواهم",
    "ur": "ٹڈڑںھہۃےۓ۔",
    "he": "אבגדהוזחטיכךלמםנןסעפףצץקרשתְִֵֶַָֹּׁ₪״׳",
    "pl": "ĄĆĘŁŃÓŚŹŻąćęłńóśźż",
    "cs": "ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýž",
    "hu": "ŐŰőű",
    "ro": "ĂÂÎȘȚăâîșț",
    "tr": "ĞİŞğış",
    "is": "ÐÞÆÖðþæö",
    "lv": "ĀČĒĢĪĶĻŅŠŪŽāčēģīķļņšūž",
    "mt": "ĊĠĦĊċġħż",
    "cy": "ŴŶŵŷ",
    "vi": "ĂÂĐÊÔƠƯăâđêôơưẠẢẤẦẨẪẬạảấầẩẫậỲỴỶỸỳỵỷỹ",
}
SHOW = """async ([texts, family]) => {
  await document.fonts.load(`1em "${family}"`, Object.values(texts).join(''));
  document.body.replaceChildren(...Object.entries(texts).map(([language, letters]) => {
    const line = document.createElement('p');
    Object.assign(line, { id: language, textContent: letters });
    line.style.fontFamily = `"${family}", serif`;
    return line;
  }));
}"""


def drawn_with(page, selector):
    """Return the names of the fonts in which an element is drawn: those of pages, of the system."""
    tools = page.context.new_cdp_session(page)
    tools.send("DOM.enable")
    tools.send("CSS.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    node = tools.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    found = tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return (
        {one["familyName"] for one in found if one["isCustomFont"]},
        {one["familyName"] for one in found if not one["isCustomFont"]},
    )


@pytest.mark.parametrize("family", ["Tertium Sans", "Tertium Serif"])
def test_alphabets_and_all_words_of_the_interface_are_covered(shared_server, context, family):
    """No letter of the interface or of the alphabets comes from the system."""
    words = {
        path.stem: "".join(
            sorted(set(json.dumps(json.loads(path.read_text()), ensure_ascii=False)))
        )
        for path in (WEB / "translations").glob("*.json")
    }
    page = context().new_page()
    page.goto(f"{shared_server.address}/static/fonts.css")  # shown as a text, in the system's font
    page.add_style_tag(url="/static/fonts.css")
    texts = words | ALPHABETS
    page.evaluate(SHOW, [texts, family])
    for language in texts:
        brought, systems = drawn_with(page, f"#{language}")
        assert brought, language
        assert systems == set(), language


def visit_again(page, expected):
    """Open the page again until it is drawn as expected, and return how it is drawn at last.

    A font that is not there at once is left for the next visit, so that no line jumps; a busy
    machine may be late with one that it has.
    """
    for _ in range(20):
        page.reload()
        page.locator("#item").wait_for()
        found = {selector: drawn_with(page, selector) for selector in expected}
        if found == expected:
            break
    return found


def arabic(make_campaign):
    """Return a campaign whose translations are Arabic."""
    made = make_campaign(target="ar")
    outputs = {key: f"يغادر القطار {n} المحطة ظهر اليوم." for n, key in enumerate(made.outputs)}
    return replace(made, outputs=outputs)


def fonts_asked(page):
    """Return the font files that a page has asked for, without their hash."""
    names = page.evaluate("() => performance.getEntriesByType('resource').map((one) => one.name)")
    return {name.split("/")[-1].rpartition(".woff2")[0][:-9] for name in names if "/fonts/" in name}


def test_an_arabic_page_loads_the_arabic_file_and_no_other_script(serve, sit_down, make_campaign):
    """Its texts are drawn in Naskh, the rest in the sans; Greek, Cyrillic and Hebrew stay away."""
    world = serve(arabic(make_campaign))
    hand = sit_down(world)
    hand.page.evaluate("() => document.fonts.ready")
    assert "noto-naskh-arabic.arabic" in fonts_asked(hand.page)
    scripts = {name.rpartition(".")[2] for name in fonts_asked(hand.page)}
    assert scripts <= {"latin", "arabic", "math", "symbols"}
    expected = {
        ".option .read": ({"Noto Naskh Arabic", "Noto Serif"}, set()),
        "#source": ({"Noto Serif"}, set()),
        "#q": ({"Noto Sans"}, set()),
    }
    assert visit_again(hand.page, expected) == expected


def test_without_a_server_the_fonts_are_still_there(serve, sit_down, make_campaign):
    """The page that opens offline is set in the same fonts."""
    world = serve(arabic(make_campaign), alone=True)
    hand = sit_down(world)
    hand.until("home => caches.match(`${home}/tasks`).then(Boolean)", f"/a/{world.tokens[0]}")
    kept = hand.page.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async (name) =>"
        " (await (await caches.open(name)).keys()).map((one) => one.url)))).flat()"
    )
    assert {
        file for file in fonts_asked(hand.page) if not any(file in one for one in kept)
    } == set()
    world.server.kill()
    expected = {".option .read": ({"Noto Naskh Arabic", "Noto Serif"}, set())}
    assert visit_again(hand.page, expected) == expected


@pytest.mark.parametrize("fonts", ["dejavu"], indirect=True)
def test_without_the_fonts_the_system_s_are_taken(serve, sit_down, make_campaign):
    """The tests that run without them see DejaVu and nothing else, whatever a machine has."""
    hand = sit_down(serve(arabic(make_campaign)))
    for selector in ("#q", "#source", ".option .read"):
        brought, systems = drawn_with(hand.page, selector)
        assert brought == set()
        assert systems
        assert all(name.startswith("DejaVu") for name in systems), systems
