"""Hints that somebody waved away stay away."""

import pytest

from tests.browser.council import GERMAN, marked, seat

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
