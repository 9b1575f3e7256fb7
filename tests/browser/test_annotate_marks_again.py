"""Coming back to what was marked: waved hints stay away, and the last answer can be taken back."""

import pytest

from tests.browser.council import GERMAN, council, marked, seat

pytestmark = pytest.mark.browser

TEXTS = (GERMAN[2], GERMAN[3])


def test_a_hint_that_was_waved_away_does_not_come_back(serve, sit_down):
    """Not when its item is opened again, nor after a reload, nor on another device."""
    world, hand = seat(serve, sit_down, pairs=TEXTS)
    hints = hand.page.locator("#hint-list li")
    before = hints.count()
    assert before >= 1
    hand.press("x", "0", "Control+Enter")
    hand.until_position(2)
    hand.press("ArrowUp")
    hand.until_position(1)
    assert hints.count() == before - 1
    hand.until_state("Saved")
    waved = marked(world)[0]["errors"]["waved"]
    assert [(one["side"], one["kind"]) for one in waved] == [("target", "numbers")]
    assert TEXTS[0][1][waved[0]["start"] : waved[0]["end"]] == "1,3"
    for other in (hand, sit_down(world)):
        other.open()
        other.until_position(2)
        other.press("ArrowUp")
        other.until_position(1)
        assert other.page.locator("#hint-list li").count() == before - 1
        assert other.page.locator("#save").get_attribute("aria-disabled") != "true"
    assert len(marked(world)) == 1  # looking again is no new answer


def test_at_the_end_the_last_answer_can_be_taken_back(serve, sit_down):
    """What was done to its marks before it was saved is not what Undo means there."""
    made = council("mqm", pairs=TEXTS[1:])
    hand = sit_down(serve(made))
    hand.press("ArrowRight", "2", "Control+Enter")
    hand.page.locator("#mark-list .mark").wait_for()  # a category is still to choose
    hand.press("Delete", "0", "Control+Enter")
    hand.page.locator("#rest-title").wait_for()
    hand.press("z")
    hand.page.locator("#item").wait_for()
    hand.until_position(1)
