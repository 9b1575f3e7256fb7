"""Pictures in a real browser: drawn offline, under the strictest policy, in every size."""

import json
import re
from dataclasses import replace
from importlib.resources import files

import pytest

from tertium.rendering import figures, fragment, page
from tertium.stats.errors.analyse import score_errors
from tests.stats.errors.marked import marked

pytestmark = pytest.mark.browser
DRAWN = "html[data-charts=drawn]"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'"


def served(route, html, policy):
    """Answer as the server would: the page under its policy, the modules from /static."""
    name = route.request.url.rpartition("/")[2]
    if not name:
        headers = {"content-security-policy": policy, "content-type": "text/html"}
        route.fulfill(body=html, headers=headers)
    elif name == "favicon.ico":
        route.fulfill(status=204)
    else:
        kind = {"js": "text/javascript", "css": "text/css"}[name.rpartition(".")[2]]
        text = (files("tertium") / "web" / "static" / name).read_text("utf-8")
        route.fulfill(body=text, content_type=kind)


@pytest.fixture(scope="module")
def report(comparison, tmp_path_factory):
    """Write a report and return its address."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(page((comparison,)), encoding="utf-8")
    return path.as_uri()


def test_one_file_draws_everything_offline(opened, report, comparison):
    """The report asks for nothing but itself, complains about nothing, and shows every picture."""
    tab = opened(report)
    tab.wait_for_selector(DRAWN)
    assert tab.asked == [report]
    loaded = "() => [...document.fonts].filter((one) => one.status === 'loaded')"
    families = tab.evaluate(f"{loaded}.map((one) => one.family.replaceAll('\"', ''))")
    assert {"Tertium Sans", "Tertium Serif"} <= set(families)
    drawn = tab.locator("figure.fig")
    assert drawn.count() == len(figures(comparison)) == 8
    for figure in drawn.all():
        box = figure.locator(".plot svg").bounding_box()
        assert box["width"] > 150
        assert box["height"] > 40
        assert figure.locator("details").get_attribute("open") is None
        assert figure.locator(".plot").get_attribute("role") == "img"
        assert figure.locator(".plot").get_attribute("aria-label").endswith(".")


def test_a_german_report_is_german_to_the_eye_and_to_a_screen_reader(opened, comparison, tmp_path):
    """Headline, axes and numbers are German; what has no translation says that it is English."""
    path = tmp_path / "bericht.html"
    told = replace(comparison, warnings=(*comparison.warnings, "Nobody has translated this."))
    path.write_text(page((told,), language="de"), encoding="utf-8")
    tab = opened(path.as_uri())
    tab.wait_for_selector(DRAWN)
    assert tab.locator("html").get_attribute("lang") == "de"
    headline = tab.locator("h1.headline")
    assert "bevorzugen new gegenüber old im Verhältnis" in headline.inner_text()
    assert re.search(r"\d,\d zu 1", headline.inner_text())
    assert headline.get_attribute("lang") is None
    warning = tab.locator(".note.warn p", has_text="Nobody has translated this.")
    assert warning.get_attribute("lang") == "en"
    words = tab.locator("#preferences .plot svg text").all_text_contents()
    assert "Alle Segmente" in words
    assert "0,5" in words  # a tick of the axis
    assert any(re.fullmatch(r"\d,\d\d", word) for word in words)  # beside a line
    assert not any(re.search(r"\d\.\d", word) for word in words)
    cells = tab.locator("#preferences td.n").all_text_contents()
    assert not any(re.search(r"\d\.\d", cell) for cell in cells)


def test_a_page_under_the_strictest_policy_draws(opened, comparison):
    """The fragment of a report needs no inline script, no inline style and no eval."""
    html = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Report</title>'
        '<link rel="stylesheet" href="/static/tertium.css">'
        '<link rel="stylesheet" href="/static/report.css"></head>'
        f'<body><main class="report">{fragment((comparison,))}</main>'
        '<script type="module" src="/static/charts.js"></script></body></html>'
    )
    tab = opened("http://report.test/", routes=lambda route: served(route, html, POLICY))
    tab.wait_for_selector(DRAWN)
    assert tab.locator(".plot svg").count() == 8
    assert tab.locator("figure.drawn").count() == 8


def test_a_picture_can_be_fetched(opened, comparison):
    """A page may name the address of a spec instead of holding it."""
    html = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Live</title></head>'
        '<body><figure><div class="plot-scroll"><div class="plot" role="img" aria-label="Live." '
        'data-src="/figure.json"></div></div></figure>'
        '<script type="module" src="/static/charts.js"></script></body></html>'
    )
    spec = json.dumps(figures(comparison)[0].spec)

    def answer(route):
        name = route.request.url.rpartition("/")[2]
        if name == "figure.json":
            route.fulfill(body=spec, content_type="application/json")
        else:
            served(route, html, f"{POLICY}; connect-src 'self'")

    tab = opened("http://report.test/", routes=answer)
    tab.wait_for_selector(DRAWN)
    assert tab.locator(".plot svg").bounding_box()["width"] > 600


def test_without_javascript_the_tables_tell_everything(opened, report):
    """Every table that stands for a picture is open, and no empty frame is left."""
    tab = opened(report, java_script_enabled=False)
    assert tab.locator("figure table").count() == 8
    for table in tab.locator("figure table").all():
        assert table.is_visible()
    assert not tab.locator(".plot-scroll").first.is_visible()


@pytest.mark.any_fonts
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_scrolls_sideways_but_pictures_and_tables(opened, report, width):
    """A phone shows the page at its own width."""
    tab = opened(report, width=width)
    tab.wait_for_selector(DRAWN)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.any_fonts
def test_bars_of_error_categories_are_whole_on_a_phone(opened, tmp_path):
    """Long names of categories, bars and numbers all have room at 390 pixels."""
    kinds = ("terminology/inconsistent-use-of-terminology", "accuracy/mistranslation")
    read = [
        (who, f"d{n}", str(n), f"engine-of-{name}", 40, [(kinds[n % 2], "major", 0, 2)] * (n % 3))
        for name in ("north", "south")
        for who in ("ana", "ben")
        for n in range(6)
    ]
    path = tmp_path / "errors.html"
    path.write_text(page((score_errors(marked(read), scoring="raw"),)), encoding="utf-8")
    tab = opened(path.as_uri(), width=390)
    tab.wait_for_selector(DRAWN)
    seen = tab.evaluate(
        """() => [...document.querySelectorAll(".plot svg")].slice(1).map((svg) => {
          const place = svg.closest(".plot-scroll").getBoundingClientRect();
          return [...svg.querySelectorAll("text, path")].filter((mark) => {
            const { left, right, width } = mark.getBoundingClientRect();
            return width && (left < place.left - 1 || right > place.right + 1);
          }).map((mark) => mark.textContent || mark.getAttribute("d"));
        })"""
    )
    assert seen == [[]]


def test_a_change_of_theme_recolours_without_drawing_again(opened, report):
    """The same SVG has other colours in the dark."""
    tab = opened(report, color_scheme="light")
    tab.wait_for_selector(DRAWN)
    colour = "getComputedStyle(document.querySelector('.plot svg text')).fill"
    tab.evaluate("document.querySelector('.plot svg').dataset.same = 'yes'")
    light = tab.evaluate(colour)
    tab.emulate_media(color_scheme="dark")
    assert tab.evaluate(colour) != light
    assert tab.locator(".plot svg").first.get_attribute("data-same") == "yes"


def test_large_type_enlarges_the_pictures(opened, report):
    """The picture is drawn again when the reader asks for larger letters or has less room."""
    tab = opened(report)
    tab.wait_for_selector(DRAWN)
    height = tab.locator(".plot svg").first.bounding_box()["height"]
    tab.evaluate("document.documentElement.dataset.size = 'xl'")
    tab.wait_for_function(
        "document.querySelector('.plot svg').getBoundingClientRect().height > 330"
    )
    assert tab.locator(".plot svg").first.bounding_box()["height"] == pytest.approx(
        1.45 * height, 0.02
    )


def test_paper_shows_light_colours_and_open_tables(opened, report):
    """Printing from a dark screen gives black on white, tables open, pictures within the page."""
    tab = opened(report, color_scheme="dark")
    tab.wait_for_selector(DRAWN)
    tab.emulate_media(media="print", color_scheme="dark")
    assert tab.evaluate("getComputedStyle(document.body).color") == "rgb(20, 24, 28)"
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert tab.locator("details:not([open])").count() == 0
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert tab.locator("details[open]").count() == 0
