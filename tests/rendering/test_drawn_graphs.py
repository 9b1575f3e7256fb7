"""Graphs and pictures of many systems in a real browser: they fit, and need no script."""

from importlib.resources import files

import numpy as np
import pytest

from tertium.design.tournament import tournament
from tertium.rendering import figures, fragment, page
from tertium.stats.ranking.rank import rank
from tertium.stats.tournament.dominance import dominance
from tests.stats.graph_rows import FIGURE, rows, table

pytestmark = pytest.mark.browser
DRAWN = "html[data-charts=drawn]"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'"
# Names that take more room than their letters suggest, or mean something to a browser.
NAMES = ("WWWWMMMMWWWW", "日本語の翻訳システム", "<script>alert(1)", "نظام الترجمة", "a+b", "ïlïl")
FITS = """() => [...document.querySelectorAll('.graph g:has(> title)')].filter((node) => {
  const box = node.querySelector('rect').getBBox();
  return [...node.querySelectorAll('text')].some((text) => {
    const inner = text.getBBox();
    return inner.x < box.x || inner.x + inner.width > box.x + box.width
      || inner.y < box.y || inner.y + inner.height > box.y + box.height;
  });
}).map((node) => node.textContent)"""


@pytest.fixture(scope="module")
def judged():
    """Return comparisons with a contradiction, awkward names and a graph of sixty."""
    draw = np.random.default_rng(0)
    said = [(NAMES[one], NAMES[two], 1) for one, two in tournament(len(NAMES), draw)]
    large = [(f"system-{one}", f"system-{two}", 1) for one, two in tournament(60, draw)]
    circle = [*FIGURE, ("Bing", "LW", 1)]
    return table(
        rows(FIGURE, segment="s1"),
        rows(said, segment="s2"),
        rows(circle, segment="s3", annotator="other"),
        rows(large, segment="s4"),
    )


@pytest.fixture(scope="module")
def results(judged):
    """Return the graphs and the ranking of the same comparisons."""
    return dominance(judged), rank(judged, method="expected-wins")


@pytest.fixture(scope="module")
def report(results, tmp_path_factory):
    """Write a report and return its address."""
    path = tmp_path_factory.mktemp("graphs") / "report.html"
    path.write_text(page(results, annex=True), encoding="utf-8")
    return path.as_uri()


def test_every_text_fits_into_its_box(opened, report):
    """Wide letters, other scripts and merged names stay inside, also in small type."""
    tab = opened(report)
    tab.wait_for_selector(DRAWN)
    assert tab.locator(".graph").count() == 4
    assert tab.locator(".graph.g-small").count() == 1
    assert tab.evaluate(FITS) == []


def test_graphs_need_no_script(opened, report, results):
    """Without JavaScript the graphs are there, and the tables of all other pictures."""
    tab = opened(report, java_script_enabled=False)
    for graph in tab.locator(".graph").all():
        assert graph.is_visible()
        assert graph.get_attribute("aria-label").endswith(".")
    shown = [figure for result in results for figure in figures(result)]
    assert tab.locator("figure details[open]").count() == sum(not one.svg for one in shown)


def test_graphs_stand_under_the_strictest_policy(opened, results):
    """No inline style or script: the manager's pages can hold them."""
    html = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Report</title>'
        '<link rel="stylesheet" href="/static/tertium.css">'
        '<link rel="stylesheet" href="/static/report.css"></head>'
        f'<body><main class="report">{fragment(results, annex=True)}</main>'
        '<script type="module" src="/static/charts.js"></script></body></html>'
    )

    def answer(route):
        name = route.request.url.rpartition("/")[2]
        if not name:
            headers = {"content-security-policy": POLICY, "content-type": "text/html"}
            route.fulfill(body=html, headers=headers)
        elif name == "favicon.ico":
            route.fulfill(status=204)
        else:
            kind = {"js": "text/javascript", "css": "text/css"}[name.rpartition(".")[2]]
            text = (files("tertium") / "web" / "static" / name).read_text("utf-8")
            route.fulfill(body=text, content_type=kind)

    tab = opened("http://report.test/", routes=answer)
    tab.wait_for_selector(DRAWN)
    line = "getComputedStyle(document.querySelector('.graph .g-against .g-line')).stroke"
    plain = "getComputedStyle(document.querySelector('.graph .g-arrow .g-line')).stroke"
    assert tab.evaluate(line) not in ("none", tab.evaluate(plain))
    assert tab.locator(".plot svg").count() == sum(len(figures(one)) for one in results)


@pytest.mark.any_fonts
@pytest.mark.parametrize("width", [320, 360, 1200])
def test_only_pictures_and_tables_scroll_sideways(opened, report, width):
    """A graph of sixty scrolls in its own region."""
    tab = opened(report, width=width)
    tab.wait_for_selector(DRAWN)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_graphs_follow_theme_and_size(opened, report):
    """The dark recolours a graph, larger letters enlarge it, and paper has it in light."""
    tab = opened(report, color_scheme="light")
    tab.wait_for_selector(DRAWN)
    box = "getComputedStyle(document.querySelector('.graph .g-box')).fill"
    light = tab.evaluate(box)
    tab.emulate_media(color_scheme="dark")
    assert tab.evaluate(box) != light
    small = tab.locator(".graph").first.bounding_box()["width"]
    tab.evaluate("document.documentElement.dataset.size = 'xl'")
    assert tab.locator(".graph").first.bounding_box()["width"] == pytest.approx(1.45 * small, 0.02)
    tab.emulate_media(media="print", color_scheme="dark")
    assert tab.evaluate(box) == light
