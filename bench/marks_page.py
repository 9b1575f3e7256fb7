"""How long an act takes on the marking page: from the key to the painted picture.

A document of 5,000 words with 300 marked passages, once as 100 segments and once as a single
one, in a real Chromium. Keys are pressed in the page itself, and an act ends when the frame that
shows its result is painted; so up to one frame (17 ms at 60 Hz) is waiting for the screen. Beside
it stands the processor time of the page's thread, which other work does not lengthen.
"""

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles

import msgspec
from playwright.sync_api import Page, sync_playwright

from bench.submissions import _free_port, _wait_for
from studies import Evidence
from tertium.formats.typology import read_typology
from tertium.model import Annotator, Assignment, Campaign, Design, Judgement, Plan, Segment, System
from tertium.stats.result import signature
from tertium.store import Store
from tertium.text.spans import text_hash
from tests.prepare import chromium

WORDS, SPANS, LIMIT = 5_000, 300, 100.0  # milliseconds
ROUNDS = 40
SHAPES = {"100 segments": 100, "one segment": 1}
WORD = ("council", "budget", "river", "debate", "mayor", "path", "meeting", "bridge", "harbour")
# What is done in one round: a name, and the key with its modifiers.
ACTS = (
    ("select the next word", "ArrowRight", ""),
    ("select one word more", "ArrowRight", "Shift"),
    ("mark", "Enter", ""),
    ("give a severity", "KeyE", ""),
    ("give a category", "Digit2", ""),
    ("make the mark longer", "ArrowRight", "Shift"),
    ("undo", "KeyZ", "Control"),
    ("redo", "KeyZ", "Control Shift"),
    ("delete", "Delete", ""),
)
# Leaves the page as it was, so that all rounds see as many marks.
SEGMENT = (("go to the next segment", "ArrowDown", ""), ("go back", "ArrowUp", ""))

PRESS = """async ([code, modifiers, moves]) => {
  const key = code.startsWith('Key') ? code.slice(3).toLowerCase() : code.replace('Digit', '');
  const painted = () => new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  });
  const position = () => document.getElementById('position-text').textContent;
  const before = position();
  const start = performance.now();
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {
    key, code, bubbles: true, cancelable: true,
    shiftKey: modifiers.includes('Shift'), ctrlKey: modifiers.includes('Control'),
  }));
  await painted();
  while (moves && position() === before) await painted();
  return performance.now() - start;
}"""


def _campaign(count: int) -> tuple[Campaign, Plan, list[Judgement]]:
    """Make a document in `count` segments, everything marked as far as `SPANS` go."""
    rng = random.Random(count)
    each, some = WORDS // count, SPANS // count
    segments, outputs, judgements, assignments = [], {}, [], []
    now = datetime.now(UTC)
    for n in range(count):
        words = [rng.choice(WORD) for _ in range(each)]
        text = " ".join(words)
        segments.append(Segment(f"s-{n}", text, "doc", n, "", "en", "de"))
        outputs[f"s-{n}", "one"] = text
        assignments.append(Assignment(f"a-{n}", "ann", f"s-{n}", ("one",), order=n))
        marks = []
        for _ in range(some):
            first = rng.randrange(each - 6)
            start = sum(len(word) + 1 for word in words[:first])
            quote = " ".join(words[first : first + rng.randrange(1, 6)])
            marks.append(
                {"slot": 1, "side": "target", "start": start, "end": start + len(quote)}
                | {"quote": quote, "category": "style", "severity": rng.choice(["minor", "major"])}
            )
        hashes = {"source": text_hash(text), "targets": [text_hash(text)]}
        answer = {"errors": {"marks": marks} | hashes}
        judgements.append(Judgement(f"judgement-{n}", "marks", f"a-{n}", "ann", answer, now))
    campaign = Campaign(
        "marks",
        "Speed",
        "mqm@1",
        {"typology": msgspec.to_builtins(read_typology("mqm-core")), "hints": []},
        0,
        (System("one", "system"),),
        tuple(segments),
        outputs,
        design=Design("documents", 1, common=100, batch=100),
    )
    return campaign, Plan((Annotator("ann"),), tuple(assignments)), judgements


@contextmanager
def _served(folder: Path, count: int) -> Iterator[str]:
    """Serve the document in a process of its own; give the link of its annotator."""
    database, port, now = folder / "tertium.db", _free_port(), datetime.now(UTC)
    campaign, plan, judgements = _campaign(count)
    with Store.open(database) as store:
        store.campaigns.put(campaign, plan, at=now)
        (person,) = store.annotators.all(campaign.name)
        for step in ("consented", "profile", "instructed", "tutored"):
            store.annotators.record_step(campaign.name, person.id, step, {}, at=now)
        store.judgements.append(judgements, received_at=now)
    server = subprocess.Popen([sys.executable, "-m", "bench._served", str(database), str(port)])
    try:
        _wait_for(port)
        yield f"http://127.0.0.1:{port}/a/{person.token}/tasks"
    finally:
        server.kill()
        server.wait()


def _times(page: Page, count: int) -> dict[str, list[tuple[float, float]]]:
    """Return for every act its milliseconds, and those that the page's thread worked."""
    found: dict[str, list[tuple[float, float]]] = {}
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def worked() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000.0 * float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))

    for turn in range(ROUNDS + 1):
        for name, code, modifiers in (*ACTS, *(SEGMENT if count > 1 else ())):
            before = worked()
            taken = page.evaluate(PRESS, [code, modifiers, code in ("ArrowUp", "ArrowDown")])
            if turn:  # the first round warms up
                found.setdefault(name, []).append((taken, worked() - before))
    marks = page.locator("#mark-list .mark").count()
    assert marks == SPANS // count, marks  # all that was made is gone again
    return found


def run() -> Evidence:
    """Press the keys and print the times beside the limit."""
    rows = [
        "| document | act | median, ms | p95 | max | p95 : limit | of the page's thread, p95 |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    worst = busiest = 0.0
    load = os.getloadavg()[1]  # of the last five minutes
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox"] if root else []
        )
        for shape, count in SHAPES.items():
            with (
                tempfile.TemporaryDirectory() as temporary,
                _served(Path(temporary), count) as link,
            ):
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                page.goto(link)
                page.locator("#item").wait_for()
                drawn = page.evaluate("() => document.querySelectorAll('#lines .m').length")
                assert drawn >= SPANS, drawn
                for name, both in _times(page, count).items():
                    times, work = zip(*both, strict=True)
                    p95 = quantiles(times, n=20)[-1]
                    thread = quantiles(work, n=20)[-1]
                    worst, busiest = max(worst, p95), max(busiest, thread)
                    rows.append(
                        f"| {shape} | {name} | {median(times):.0f} | {p95:.0f} "
                        f"| {max(times):.0f} | {p95 / LIMIT:.2f} "
                        f"| {thread:.0f} |"
                    )
                page.close()
        browser.close()
    body = "\n".join(
        [
            *rows,
            "",
            f"{WORDS:,} words with {SPANS} marks on the page; each act {ROUNDS} times,",
            "from the key to the painted frame, of which up to 17 ms are waiting for the screen.",
            f"The limit is {LIMIT:.0f} ms; the slowest act takes {worst / LIMIT:.2f} of it (p95),",
            f"the page's thread at most {busiest / LIMIT:.2f} of it.",
            f"Other work on the machine at the time: a load of {load:.1f} on {os.cpu_count()} "
            "processors.",
        ]
    )
    print(body)
    return Evidence(
        "The marking page", body, signature("bench-marks_page", rounds=ROUNDS, spans=SPANS)
    )
