"""Two steps by the plan that a campaign draws: the target alone, then with its source."""

import json
import re
from uuid import uuid4

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.model import System
from tertium.text.spans import text_hash
from tests.browser.council import GERMAN, NAMES, council

pytestmark = pytest.mark.browser

TEXTS = GERMAN[:2]
OTHER = ("Das Protokoll war gelesen und akzeptiert.", "Am Dienstag billigte man den Haushalt.")
# Words of the sources that stand in no German text, nor elsewhere on the page.
SOURCE_WORDS = re.compile("meeting were|committee|heated|mayor")
SHOWN = "text => document.getElementById('target').textContent === text"


@pytest.fixture
def world(serve):
    """Return a served document of two segments by two systems for one annotator."""
    systems = tuple(System(name, "system") for name in NAMES)
    outputs = {
        (f"SEGQQ{n}", name): text
        for name, texts in zip(NAMES, ([text for _, text in TEXTS], OTHER), strict=True)
        for n, text in enumerate(texts)
    }
    made = council("two_step", pairs=TEXTS, systems=systems, outputs=outputs)
    return serve(made, alone=True)


def work_of(world):
    """Return the annotator's assignments in their order."""
    with world.store() as store:
        (person,) = store.annotators.all(world.campaign.name)
        return store.assignments.of(world.campaign.name, person.id)


def text_of(world, assignment):
    """Return the translation that an assignment shows."""
    return world.campaign.outputs[assignment.segment, assignment.slots[0]]


def sent(world, hand, assignment, source, replaces=None):
    """Send an answer as a browser would and return what the server says about it."""
    errors = {"marks": [], "source": source, "targets": [text_hash(text_of(world, assignment))]}
    told = hand.page.request.post(
        f"{hand.link}/judgements",
        data={
            "judgements": [
                {
                    "id": str(uuid4()),
                    "assignment": assignment.id,
                    "answer": {"errors": errors},
                    "submitted_at": "2026-11-02T10:00:00Z",
                    "seconds": 1.0,
                    "replaces": replaces,
                    "aids": [],
                }
            ]
        },
    )
    return told.json()


def walk(world, hand, step, keys):
    """Answer every item of a step by keys, each with its own; the last leads to a rest."""
    for number, assignment in enumerate(step, 1):
        hand.until_position(number)
        hand.page.wait_for_function(SHOWN, arg=text_of(world, assignment))
        hand.wait(0.12)  # somebody reads; times are told in tenths of a second
        hand.press(*keys(number), "Control+Enter")
    hand.page.locator("#rest-title").wait_for()
    hand.until_state("Saved")


def test_the_whole_text_is_read_without_its_source_and_then_with_it(world, sit_down, tmp_path):
    """By keys alone; nothing of the source arrives before, nothing of step one changes after."""
    work = work_of(world)
    first, second = work[:4], work[4:]
    assert [one.condition for one in work] == ["acceptability"] * 4 + ["adequacy"] * 4
    # Both versions whole, one after the other, in both steps in the same order.
    assert [one.slots for one in first] == [one.slots for one in second]
    assert first[0].slots == first[1].slots != first[2].slots == first[3].slots
    hand = sit_down(world, opened=False)
    received = []
    hand.page.on("response", lambda one: received.append(one))
    hand.open()
    page = hand.page
    assert page.locator("#source-hidden").is_visible()
    assert not page.locator("#source").is_visible()
    where = page.locator("#part")
    assert where.inner_text() == (
        "Step 1 of 2: the translation alone. This step closes when the 4 open items are answered."
    )
    # What is not open can neither be seen nor answered.
    early = page.request.get(f"{hand.link}/tasks.json?batch=2")
    assert not early.ok
    assert not SOURCE_WORDS.search(early.text())
    (refused,) = sent(world, hand, second[0], text_hash(TEXTS[0][0]))["refused"]
    assert refused["what"] == "this step is not open yet"
    assert world.judgements() == []
    walk(world, hand, first, lambda n: ("ArrowRight", "1", "2") if n == 1 else ("0",))
    bodies = [one.text() for one in received if one.ok and "/static/" not in one.url]
    assert any("tasks.json" in one.url for one in received)
    assert TEXTS[0][1] in "".join(bodies)
    assert not SOURCE_WORDS.search("".join(bodies))
    # The first step is closed by its last answer: there is nothing to take back.
    hand.press("z")
    page.wait_for_function(
        "() => document.getElementById('say').textContent === 'There is nothing to take back.'"
    )
    assert page.locator("#rest-title").is_visible()
    stored = world.counting()
    kept = {one.id: stored[one.id] for one in first}
    (refused,) = sent(world, hand, first[0], "", replaces=kept[first[0].id].id)["refused"]
    assert refused["what"].startswith("the first step of this text is closed")
    hand.press("Enter")
    hand.until_position(1)
    page.wait_for_function(SHOWN, arg=text_of(world, second[0]))
    assert page.locator("#source").inner_text() == TEXTS[0][0]
    assert page.locator("#mark-list .mark").count() == 0  # marks of step one are not shown again
    assert where.inner_text() == "Step 2 of 2: with the source."
    walk(world, hand, second, lambda n: ("ArrowRight", "1") if n == 4 else ("0",))
    hand.press("Enter")
    page.wait_for_url("**/thanks")
    stored = world.counting()
    assert {one.id: stored[one.id] for one in first} == kept
    assert len(stored) == 8
    assert all(one.seconds > 0 for one in stored.values())
    assert {stored[one.id].answer["errors"]["source"] for one in first} == {""}
    told(world, tmp_path)


def told(world, folder):
    """See what the commands make of it: time per step, and each reading once with both steps."""
    found = {}
    for command in ("status", "errors"):
        done = CliRunner().invoke(cli, [command, str(folder), "--format", "json"])
        assert done.exit_code == 0, done.output
        found[command] = json.loads(done.stdout)
    assert [(one["step"], one["done"]) for one in found["status"]["steps"]] == [
        ("acceptability", 4),
        ("adequacy", 4),
    ]
    assert all(one["median_seconds"] > 0 for one in found["status"]["steps"])
    errors = found["errors"]
    assert errors["typology"] == "two-step@1"
    assert [(one["outputs"], one["readings"]) for one in errors["systems"]] == [(2, 2), (2, 2)]
    assert sum(one["errors"] for one in errors["systems"]) == 2
    kinds = {one["category"].split("/")[0] for one in errors["categories"]}
    assert kinds == {"acceptability", "adequacy"}
