"""Marks that stand there when the page opens: kept, changed, taken away, and not put back."""

from functools import partial

import pytest

from tests.browser.council import GERMAN, NAMES, marked, marks, seat
from tests.browser.test_annotate_marks import rail

pytestmark = pytest.mark.browser

WRONG = "accuracy/mistranslation"


def filled(segment, start, end):
    """Return the output of a segment with one mark."""
    quote = GERMAN[segment][1][start:end]
    mark = {"side": "target", "start": start, "end": end, "quote": quote}
    return [f"SEGQQ{segment}", NAMES[0], [mark | {"category": WRONG, "severity": "minor"}]]


def keep(hand, number):
    """Save what stands there; a key that comes before the item can be read is not meant for it."""
    for _ in range(200):
        hand.press("Control+Enter")
        if hand.position.startswith(f"{number} "):
            return
        hand.page.wait_for_timeout(50)
    raise AssertionError(f"item {number} does not come")


@pytest.fixture
def hand_of(serve, sit_down):
    """Return a function that seats an annotator before filled texts."""
    return partial(seat, serve, sit_down)


def test_filled_marks_are_judged_like_own_ones(hand_of):
    """One is kept as it is, one deleted for good, and a segment without any is as always."""
    outputs = {"outputs": [filled(0, 0, 3), filled(1, 0, 3)]}
    world, hand = hand_of(options={"prefilled": outputs, "unfilled": 0.0})
    hand.page.locator("#mark-list .mark").first.wait_for()
    assert rail(hand) == [["1", "Mistranslation", "Minor", GERMAN[0][1][:3]]]
    keep(hand, 2)
    hand.page.locator("#mark-list .mark").first.click()
    hand.press("Delete")
    assert rail(hand) == []
    hand.page.reload()  # what was deleted stays so in the draft
    hand.until_position(2)
    hand.page.locator("#target").wait_for()
    assert rail(hand) == []
    hand.press("0", "Control+Enter")
    hand.until_position(3)
    hand.until_state("Saved")
    assert rail(hand) == []
    assert marks(marked(world)[0]) == [("target", 0, 3, GERMAN[0][1][:3], WRONG, "minor")]
    assert marks(marked(world)[1]) == []
