"""Take pictures of every protocol as annotators see it, and put them on one sheet.

    python -m tools.screens                # build/screens.png: three sizes, light and dark
    python -m tools.screens --docs         # and the small pictures of the manual

Each protocol shows the first item of its own demonstration, with an answer begun, so a plug-in's
protocol is on the sheet too. Needs Chromium and what the tests need (`make screens`).
"""

import argparse
import base64
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

from tertium import protocols
from tertium.cli.demo import write_texts
from tertium.cli.simulate import fill
from tertium.design import build_plan
from tertium.formats.campaign import read_campaign
from tertium.store import Store
from tertium.testing import People
from tests.prepare import chromium

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images" / "screens"
SIZES = {"laptop": (1366, 625), "desk": (1280, 800), "phone": (390, 844)}
THEMES = ("light", "dark")
COMPARED = "consolidation"  # the page on which annotators compare their marks
PRACTISED = "practice"  # a tutorial item that was answered, with what is told about it
STEPS = ("consented", "profile", "instructed", "tutored")
# How an answer begins, by what the page asks for.
BEGUN = {
    "#mark-panel": ("ArrowRight", "Shift+ArrowRight", "w"),
    ".card": ("2", "1"),
    ".answers": ("4",),
    ".outputs": ("8", "6"),
    ".chunk-list": ("1",),
    ".pair": ("1",),
}
SERVE = """
import sys, uvicorn
from tertium.store import Store
from tertium.web.app import create_app
app = create_app(Store.open(sys.argv[1]))
uvicorn.run(app, port=int(sys.argv[2]), log_level="warning")
"""
# Chromium writes WebP, and Playwright does not.
SMALL = """async ([address, width]) => {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(width, picture.width);
  canvas.height = Math.round(picture.height * canvas.width / picture.width);
  canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/webp', 0.8).split(',')[1];
}"""
# In the manual: everything on a laptop, and some in other ways.
IN_DOCS = {("ab", "laptop", "dark"), ("ab", "phone", "light"), ("ranking", "phone", "light")}
WIDTH = 1100  # pixels of a picture in the manual, at most


@contextmanager
def served(folder: Path) -> Iterator[dict[str, str]]:
    """Serve a demonstration of each protocol; yield somebody's address for each."""
    database = folder / "tertium.db"
    now = datetime.now(UTC)
    paths = {}
    with Store.open(database) as store:
        for protocol in protocols.in_order():
            for shown in protocol.demonstrations[:1]:
                name = shown.file.stem
                write_texts(shown.file, folder / name)
                campaign = read_campaign(folder / name)
                store.campaigns.put(campaign, build_plan(campaign), at=now)
                person = store.annotators.all(name)[0]
                for step in STEPS:
                    store.annotators.record_step(name, person.id, step, {}, at=now)
                paths[protocol.name] = f"/a/{person.token}"
                if protocol.edits and PRACTISED not in paths:
                    paths[PRACTISED] = f"/a/{_before_practice(store, name, now)}"
        paths[COMPARED] = f"/a/{_marked_by_all(store, folder, now)}/consolidate"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-c", SERVE, str(database), str(port)])
    base = f"http://127.0.0.1:{port}"
    try:
        _wait_for(base)
        yield {name: base + path for name, path in paths.items()}
    finally:
        process.terminate()
        process.wait()


def _before_practice(store: Store, name: str, now: datetime) -> str:
    """Lead somebody else as far as the tutorial; return the token."""
    person = store.annotators.all(name)[1]
    for step in STEPS[:-1]:
        store.annotators.record_step(name, person.id, step, {}, at=now)
    return person.token


def _marked_by_all(store: Store, folder: Path, now: datetime) -> str:
    """Store a campaign whose annotators have marked the same texts; return somebody's token."""
    marking = next(one for one in protocols.in_order() if one.marks and not one.only)
    name = f"{COMPARED}-of-marks"
    write_texts(marking.demonstrations[0].file, folder / name)
    file = folder / name / "campaign.toml"
    lines = file.read_text(encoding="utf-8").splitlines()
    renamed = [f'name = "{name}"' if line.startswith("name =") else line for line in lines]
    file.write_text("\n".join(renamed), encoding="utf-8")
    campaign = read_campaign(folder / name)
    plan = build_plan(campaign)
    store.campaigns.put(campaign, plan, at=now - timedelta(days=9))
    start = now - timedelta(days=8)
    fill(store, campaign, plan, people=People(range=4.0), share=1.0, start=start, seed=1)
    person = store.annotators.all(name)[0]
    for step in STEPS:
        store.annotators.record_step(name, person.id, step, {}, at=now)
    return person.token


def _wait_for(base: str) -> None:
    for _ in range(600):
        try:
            urlopen(f"{base}/static/icon.svg").read()
            return
        except URLError:
            time.sleep(0.1)
    sys.exit("screens: the server does not answer")


def _begin(page: Page) -> None:
    """Open an item, and begin an answer."""
    if page.url.endswith("/consolidate"):
        if page.locator("#open").count():
            page.locator("#open").click()
        page.locator(".mark.on").wait_for()
        return
    page.locator("#item").wait_for()
    page.evaluate("() => document.fonts.ready")
    if page.url.endswith("/tutorial"):
        page.locator("#edited").fill("La tienda del museo es en planta baja.")
        for key in ("Control+Enter", "2", "Enter"):
            page.keyboard.press(key)
        page.locator("#feedback-go").wait_for()
        return
    for selector, keys in BEGUN.items():
        if page.locator(selector).locator("visible=true").count():
            for key in keys:
                page.keyboard.press(key)
            return


def pictures(browser: Browser, addresses: dict[str, str]) -> dict[tuple[str, str, str], bytes]:
    """Return a picture of each protocol at each size in each theme."""
    found = {}
    for size, (width, height) in SIZES.items():
        phone = size == "phone"
        for theme in THEMES:
            context = browser.new_context(
                reduced_motion="reduce",  # no button half way between two colours
                viewport={"width": width, "height": height},
                color_scheme=theme,  # type: ignore[arg-type]
                locale="en-GB",
                has_touch=phone,
                is_mobile=phone,
            )
            for name, address in addresses.items():
                page = context.new_page()
                page.goto(address)
                _begin(page)
                found[name, size, theme] = page.screenshot()
                page.close()
            context.close()
    return found


def _data(picture: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(picture).decode()}"


def sheet(page: Page, found: dict[tuple[str, str, str], bytes]) -> bytes:
    """Return all pictures on one sheet: a row for each protocol."""
    names = dict.fromkeys(name for name, _, _ in found)
    columns = [(size, theme) for size in SIZES for theme in THEMES]
    widths = {"laptop": 560, "desk": 520, "phone": 160}
    rows = "".join(
        f"<tr><th>{name}</th>"
        + "".join(
            f'<td><img width="{widths[size]}" src="{_data(found[name, size, theme])}"></td>'
            for size, theme in columns
        )
        for name in names
    )
    heads = "".join(
        f"<th>{SIZES[size][0]} × {SIZES[size][1]}, {theme}</th>" for size, theme in columns
    )
    page.set_viewport_size({"width": 2800, "height": 600})
    page.set_content(
        "<style>body { font: 16px sans-serif; background: #999; margin: 12px }"
        "td, th { vertical-align: top; padding: 4px }</style>"
        f"<table><tr><th></th>{heads}</tr>{rows}</table>"
    )
    return page.screenshot(full_page=True)


def write_docs(page: Page, found: dict[tuple[str, str, str], bytes]) -> None:
    """Write the small pictures of the manual."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for (name, size, theme), picture in found.items():
        usual = (size, theme) == ("laptop", "light")
        if usual or (name, size, theme) in IN_DOCS:
            other = [] if usual else [theme if theme == "dark" else size]
            small = page.evaluate(SMALL, [_data(picture), WIDTH])
            file = IMAGES / f"{'-'.join([name, *other])}.webp"
            file.write_bytes(base64.b64decode(small))


def main() -> None:
    """Take the pictures."""
    wanted = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    wanted.add_argument("file", nargs="?", type=Path, default=ROOT / "build" / "screens.png")
    wanted.add_argument("--docs", action="store_true", help="also those of the manual")
    chosen = wanted.parse_args()
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as addresses,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox"] if root else []
        )
        found = pictures(browser, addresses)
        page = browser.new_page()
        chosen.file.parent.mkdir(parents=True, exist_ok=True)
        chosen.file.write_bytes(sheet(page, found))
        if chosen.docs:
            write_docs(page, found)
        browser.close()
    print(chosen.file)


if __name__ == "__main__":
    main()
