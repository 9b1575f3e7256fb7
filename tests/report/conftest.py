"""Small results to render: one of a kind that no file of the report room knows."""

import os
import shutil
from dataclasses import dataclass

import pytest
from playwright.sync_api import sync_playwright

from tertium.stats.result import Estimate, Result


@dataclass(frozen=True, slots=True)
class Person:
    """One row of the unknown result."""

    annotator: str
    judged: int
    kappa: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown(Result):
    """A result that a plug-in might bring."""

    sentence: str
    share: float
    ratio: Estimate
    missing: Estimate
    labels: tuple[str, ...]
    counts: dict[str, int]
    people: tuple[Person, ...]


@pytest.fixture
def unknown():
    """Return a result with doubts, gaps and awkward names."""
    return Unknown(
        signature="unknown|level:0.95|seed:0|tertium:0.1",
        warnings=("Two evaluators are few. More of them would help.",),
        sentence="People prefer <b>A & B</b> 1.9 to 1 (95% interval 1.4–2.5).",
        share=0.25,
        ratio=Estimate(1.871, 1.449, 2.46),
        missing=Estimate(None),
        labels=("left", "right"),
        counts={"left_wins": 1200, "right_wins": 3},
        people=(
            Person("Ann_1 & co", 1200, Estimate(0.2, -0.1, 0.4)),
            Person("日本語の人", 3, Estimate(float("nan"))),
        ),
    )


@pytest.fixture(scope="session")
def chromium():
    """Start the system's Chromium once; the sandbox cannot run as root."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
    found = os.environ.get("TERTIUM_CHROMIUM") or next(filter(None, map(shutil.which, names)))
    args = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=args)
        yield browser
        browser.close()


@pytest.fixture
def opened(chromium):
    """Open pages offline; afterwards nothing may have been complained about."""
    complaints, contexts = [], []

    def open_page(address, *, width=1280, routes=None, **options):
        context = chromium.new_context(
            viewport={"width": width, "height": 800}, offline=routes is None, **options
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: page.asked.append(request.url))
        page.asked = []
        if routes is not None:
            page.route("**/*", routes)
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
