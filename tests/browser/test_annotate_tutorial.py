"""Practice on the real page, by keyboard, in every protocol: feedback from what is expected."""

from datetime import UTC, datetime

import pytest

from tests.browser.every_protocol import demonstrated

pytestmark = pytest.mark.browser

CLEAN = "0"
SCORE = ("Enter", "9", "5")
# What answers the first item not as usual, and the second one as usual; Enter saves.
KEYS = {
    "ab": (("1",), ("3",)),
    "tournament": (("2",), ("2",)),
    "crossover": (("2",), ("2", "1", "3")),
    "ranking": (("1", "2", "3"), ("1", "2")),
    "slider": (("Enter", "7", "1"), ("Enter", "5")),
    "postedit": (("J", "a", "Control+Enter", "3"), ("Control+Enter", "4")),
    "mqm": ((CLEAN,), (CLEAN,)),
    "esa": ((CLEAN, *SCORE), (CLEAN, *SCORE)),
    "scorecard": ((CLEAN,), (CLEAN,)),
    "grading": ((CLEAN,), (CLEAN,)),
    "two_step": ((CLEAN,), (CLEAN,)),
    "square": (SCORE, ("Enter", "4", "0", "Enter", "1", *("Enter", "0") * 3)),
    "chunks": (("1", "1"), ("1", "1")),
}
# What the feedback to the first item must tell.
EXPECTED = {
    "ab": "2 is better",
    "tournament": "1 is better",
    "crossover": "1 is better",
    "ranking": "B",
    "slider": "100",
    "postedit": "La tienda del museo está en la planta baja.",
    "mqm": "“54” · Mistranslation · Major",
    "esa": "“54” · Major",
    "scorecard": "“54” · Mistranslation · Major",
    "grading": "“54” · Translation problems · −5",
    "two_step": "“die alte” · Agreement · Error",
    "square": "70",
    "chunks": "“vor die alte Mühle.” · ",
}

# What it must show as gone from an edited text, and as new.
CHANGED = {"postedit": [["DEL", "JaLa"], ["INS", "La"], ["DEL", "es"], ["INS", "está"]]}


def changed(page):
    """Return what the feedback strikes out and underlines."""
    return page.locator("#feedback-expected :is(del, ins)").evaluate_all(
        "found => found.map((one) => [one.tagName, one.textContent])"
    )


@pytest.mark.parametrize("name", KEYS)
def test_practice_by_keyboard(serve, sit_down, name):
    """Not as usual: the usual answer and why. As usual: the other sentence. Then the work."""
    campaign = demonstrated(name)
    world = serve(campaign, ready=False)
    with world.store() as store:
        for person in store.annotators.all(world.campaign.name):
            for step in ("consented", "profile", "instructed"):
                now = datetime.now(UTC)
                store.annotators.record_step(world.campaign.name, person.id, step, {}, at=now)
    hand = sit_down(world, opened=False)
    page = hand.page
    page.set_default_timeout(8_000)
    page.goto(hand.link)
    examples = campaign.wording.tutorial
    wrong, right = KEYS[name]
    for number, example in enumerate(examples, 1):
        position = page.locator("#position-text", has_text=f"Practice {number} of {len(examples)}")
        position.wait_for()
        hand.wait()  # who presses Control+Enter at once has not read the text: it does nothing
        for key in wrong if number == 1 else right:
            page.keyboard.press(key)
        page.wait_for_function("() => document.getElementById('save').ariaDisabled !== 'true'")
        page.keyboard.press("Enter")
        page.locator("#feedback[open]").wait_for()
        assert example.why in page.locator("#feedback-why").inner_text()
        if number == 1:
            assert page.locator("#feedback-title").inner_text() == "The usual answer:"
            assert EXPECTED[name] in page.locator("#feedback-expected").inner_text()
            assert changed(page) == CHANGED.get(name, [])
        elif number == 2:
            assert page.locator("#feedback-title").inner_text() == "That is the usual answer."
        assert page.evaluate("() => document.activeElement.id") == "feedback-go"
        page.keyboard.press("Enter")
    page.wait_for_url("**/tasks")
    page.locator("#item").wait_for()
    assert world.judgements() == []
