"""What axe finds on a page, in light and in dark."""

from collections.abc import Mapping
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SCRIPT = Axe().axe_script
COLOURS = "color-contrast"
# In dark nothing but colours can differ.
THEMES = {"light": {}, "dark": {"runOnly": [COLOURS]}}
ONLY_COLOURS = {"light": {"runOnly": [COLOURS]}, "dark": {"runOnly": [COLOURS]}}
ALL_BUT_COLOURS = {"light": {"rules": {COLOURS: {"enabled": False}}}}
UNFOLD = "() => { for (const one of document.querySelectorAll('details')) one.open = true; }"


def violations(page: Page, themes: Mapping[str, Any] = THEMES) -> list[str]:
    """Return each rule that a page breaks, with the elements that break it."""
    page.evaluate(SCRIPT)
    found = []
    for theme, rules in themes.items():
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        told = page.evaluate("(rules) => axe.run({ resultTypes: ['violations'], ...rules })", rules)
        found += [
            f"{theme}: {broken['id']}: {broken['help']}: {node['target']}"
            for broken in told["violations"]
            for node in broken["nodes"]
        ]
    page.emulate_media(color_scheme="light")
    return found


def violations_unfolded(page: Page) -> list[str]:
    """Return what a page breaks with all that unfolds unfolded.

    Colours are looked at before: tables of a thousand rows have those of tables on the page.
    """
    found = violations(page, ONLY_COLOURS)
    page.evaluate(UNFOLD)
    return found + violations(page, ALL_BUT_COLOURS)
