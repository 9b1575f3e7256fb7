"""Giving scores: sliders that start unset, by keys, by pointer, by finger."""

from functools import partial
from itertools import pairwise

import pytest

from tests.browser.lighthouse import TWO, next_item, said, scores, seat, slider

pytestmark = pytest.mark.browser


@pytest.fixture
def score(serve, sit_down):
    """Return a function that seats somebody before translations to be scored."""
    return partial(seat, serve, sit_down)


def test_scores_by_keyboard_only(score):
    """Digits make a number wherever the focus is; zero is an answer; Enter saves."""
    world, hand = score()
    assert hand.page.locator("#q").inner_text() == "How good is the translation?"
    next_item(hand, 2, "8", "6")
    next_item(hand, 3, "0")
    hand.press("1", "0", "0")
    assert slider(hand).evaluate("one => one.value") == "100"
    next_item(hand, 4)
    assert scores(hand) == [""]
    hand.press("ArrowRight", "ArrowRight", "Shift+ArrowRight", "ArrowLeft", "Shift+ArrowLeft")
    assert scores(hand) == ["50"]  # the first arrow begins in the middle
    slider(hand).focus()
    hand.press("End")
    assert scores(hand) == ["100"]
    hand.press("ArrowRight", "Shift+ArrowRight", "Home", "ArrowLeft", "ArrowUp", "PageUp")
    assert scores(hand) == ["11"]
    hand.press("Enter")
    hand.page.locator("#rest").wait_for()
    hand.until_state("Saved")
    assert [one.answer for one in world.judgements()] == [
        {"overall": [86]},
        {"overall": [0]},
        {"overall": [100]},
        {"overall": [11]},
    ]


def test_a_slider_that_nobody_touched_is_no_answer(score):
    """It has no thumb, no number and says so; saving names what is missing."""
    world, hand = score()
    page = hand.page
    assert page.get_by_role("slider", name="Score", exact=True).count() == 1
    assert slider(hand).get_attribute("aria-valuetext") == "not set yet"
    assert page.locator(".slider.unset").count() == 1
    assert scores(hand) == [""]
    assert page.locator("#save").get_attribute("aria-disabled") == "true"
    hand.wait()
    hand.press("Enter")
    assert said(hand) == "Still to do: a score."
    assert slider(hand).evaluate("one => one === document.activeElement")
    hand.press("0")
    assert slider(hand).get_attribute("aria-valuetext") is None
    assert page.locator(".slider.unset").count() == 0
    assert page.locator("#save").get_attribute("aria-disabled") == "false"
    hand.press("Backspace")  # and it is untouched again
    assert slider(hand).get_attribute("aria-valuetext") == "not set yet"
    assert page.locator("#save").get_attribute("aria-disabled") == "true"
    assert world.judgements() == []


def test_scores_by_mouse(score):
    """A click in the very middle is 50, a drag follows, and a number can be written."""
    world, hand = score()
    mouse, box = hand.page.mouse, slider(hand).bounding_box()
    middle = box["y"] + box["height"] / 2

    def at(share):  # the way of the thumb's middle
        return box["x"] + 14 + share * (box["width"] - 28)

    mouse.click(at(0.5), middle)
    assert scores(hand) == ["50"]
    mouse.move(at(0.5), middle)
    mouse.down()
    mouse.move(at(0.9), middle, steps=4)
    mouse.move(at(0.72), middle, steps=4)
    mouse.up()
    assert scores(hand) == ["72"]
    hand.press("ArrowRight")
    assert scores(hand) == ["73"]
    hand.page.locator("#undo").click()
    assert scores(hand) == ["50"]
    hand.page.locator(".value").click()
    hand.page.keyboard.type("64")
    assert scores(hand) == ["64"]
    hand.page.locator("#save").click()
    hand.until_position(2)
    mouse.click(at(0), middle)
    assert scores(hand) == ["0"]
    hand.page.locator("#save").click()
    hand.until_position(3)
    hand.until_state("Saved")
    assert [one.answer["overall"] for one in world.judgements()] == [[64], [0]]


def test_scores_by_finger(score):
    """A tap on the line sets the slider, on a phone too."""
    world, hand = score(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    box = slider(hand).bounding_box()
    hand.page.touchscreen.tap(box["x"] + 14 + 0.25 * (box["width"] - 28), box["y"] + 20)
    assert scores(hand) == ["25"]
    hand.page.locator("#save").tap()
    hand.until_position(2)
    hand.until_state("Saved")
    assert world.judgements()[0].answer == {"overall": [25]}


def test_no_part_of_an_impossible_number_counts(score):
    """It stays to be seen, with the range beside it; corrected, it counts."""
    world, hand = score()
    number = hand.page.locator(".value")
    for text in ("150", "101", "999", "1000", "-3", "7.5", "7,5", "１５０"):
        number.fill("")
        number.press_sequentially(text)
        assert number.input_value() == text
        assert number.get_attribute("aria-invalid") == "true"
        assert said(hand) == "A score is a whole number from 0 to 100."
        assert hand.page.locator(".slider.unset").count() == 1
        hand.press("Enter")
        assert hand.position == "1 of 4"
    number.fill("150")
    hand.press("Backspace")
    assert scores(hand) == ["15"]
    assert number.get_attribute("aria-invalid") == "false"
    number.fill("150")
    hand.page.locator("#q").focus()
    assert scores(hand) == [""]
    hand.press("1", "5", "0")
    assert number.input_value() == "150"
    number.fill("")
    next_item(hand, 2, "8", "6")
    hand.until_state("Saved")
    assert [one.answer for one in world.judgements()] == [{"overall": [86]}]


def test_digits_of_other_scripts_are_digits(score):
    """Letters never arrive; what is written in Arabic or full-width digits counts."""
    _, hand = score()
    for text, kept in {"5x": "5", "٨٦": "86", "８": "8"}.items():
        hand.page.locator(".value").fill("")
        for sign in text:
            hand.page.keyboard.insert_text(sign)
        assert slider(hand).input_value() == kept, text
        hand.press("Tab")
        assert scores(hand) == [kept]


def test_digits_count_by_their_place_on_the_keyboard(score):
    """Where a layout prints other signs on the digit keys, they make a number nevertheless."""
    _, hand = score()
    for sign, code in (("è", "Digit7"), ("&", "Digit1")):
        hand.page.evaluate(
            "([key, code]) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown',"
            " { key, code, bubbles: true, cancelable: true }))",
            [sign, code],
        )
    assert scores(hand) == ["71"]


def test_half_a_number_never_counts(score):
    """Digits pressed between two items, and those that follow at once, belong to neither."""
    world, hand = score()
    hand.press("8", "6")
    hand.page.evaluate(
        """async () => {
          const press = (key, code) => document.activeElement.dispatchEvent(
            new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }));
          const here = () => document.getElementById('position-text').innerText[0];
          press('Enter', 'Enter');
          while (here() === '1') {
            press('7', 'Digit7');
            await new Promise((done) => { setTimeout(done, 20); });
          }
          window.ahead -= 60000; // it has only just appeared, on however slow a machine
          press('1', 'Digit1');
        }"""
    )
    hand.until_position(2)
    assert scores(hand) == [""]
    hand.wait(60.5)
    next_item(hand, 3, "7", "1")
    hand.until_state("Saved")
    assert [one.answer["overall"] for one in world.judgements()] == [[86], [71]]


def test_several_aspects_have_a_slider_each(score):
    """Up, down and Tab lead from one to the next, and so does Enter until all are set."""
    world, hand = score(options=TWO | {"aspects": ["adequacy", "fluency", "house_style"]})
    page = hand.page
    assert page.locator("#q").inner_text() == "Score the translation"
    names = [one.get_attribute("aria-label") for one in page.get_by_role("slider").all()]
    assert names == ["Meaning", "Fluency", "house style"]
    assert (
        "How much of the meaning does the translation keep?" in page.locator(".dock").inner_text()
    )
    hand.press("7", "1", "Enter")
    assert slider(hand, 1).evaluate("one => one === document.activeElement")
    assert said(hand) == "Still to do: scores for Fluency, house style."
    hand.press("ArrowDown", "9", "ArrowUp", "Home", "Tab", "ArrowLeft")
    assert scores(hand) == ["71", "0", "8"]
    hand.press("Shift+Tab", "ArrowUp", "ArrowUp", "ArrowRight")
    assert scores(hand) == ["72", "0", "8"]
    next_item(hand, 2)
    hand.wait()
    hand.press("ArrowDown", "5", "ArrowDown", "Enter")  # from one that is not set: what is missing
    assert said(hand) == "Still to do: scores for Fluency, house style."
    assert "urgent" in page.locator("#say").get_attribute("class")
    hand.until_state("Saved")
    assert [one.answer for one in world.judgements()] == [
        {"adequacy": [72], "fluency": [0], "house_style": [8]}
    ]


def test_what_is_begun_survives_a_reload(score):
    """What is set stays set, what is not stays unset, and nothing was sent."""
    world, hand = score(options=TWO)
    hand.press("0", "Enter")
    hand.page.reload()
    hand.page.locator("#item").wait_for()
    assert scores(hand) == ["0", ""]
    assert slider(hand, 1).get_attribute("aria-valuetext") == "not set yet"
    assert world.judgements() == []
    next_item(hand, 2, "5", "5")  # the one without a score is the current one
    hand.until_state("Saved")
    assert world.judgements()[0].answer == {"adequacy": [0], "fluency": [55]}


def test_going_back_changing_and_taking_back(score):
    """Undo takes back one slider at a time, then goes to the item before; a change replaces."""
    world, hand = score(options=TWO)
    next_item(hand, 2, "7", "1", "Enter", "7", "2")
    assert said(hand) == "Item 1: Meaning 71, Fluency 72"
    hand.press("1", "0", "ArrowDown", "2", "0", "ArrowRight", "z")
    assert scores(hand) == ["10", ""]
    hand.press("z")
    assert scores(hand) == ["", ""]
    hand.press("z")
    hand.until_position(1)
    assert scores(hand) == ["71", "72"]
    hand.press("Enter")  # unchanged: nothing is sent
    hand.until_position(2)
    hand.press("b")
    hand.until_position(1)
    next_item(hand, 2, "9")
    hand.until_state("Saved")
    one, two = world.judgements()
    assert (one.answer, two.answer) == (
        {"adequacy": [71], "fluency": [72]},
        {"adequacy": [9], "fluency": [72]},
    )
    assert two.replaces == one.id


@pytest.mark.any_fonts
def test_setting_a_score_moves_nothing(score):
    """Text and dock stay where they are, whatever a slider does."""
    _, hand = score(options={"anchors": "sqm", **TWO})
    places = (
        "() => [...document.querySelectorAll('.read, .slider, .anchors li, .dock, #save')]"
        ".map((one) => { const box = one.getBoundingClientRect(); return [box.x, box.y]; })"
    )
    before = hand.page.evaluate(places)
    for key in ("7", "1", "ArrowRight", "Enter", "Home", "End", "z", "z"):
        hand.press(key)
        assert hand.page.evaluate(places) == before, key


@pytest.mark.any_fonts
@pytest.mark.parametrize(
    ("language", "marks"),
    [
        ("en", ["No meaning preserved", "Perfect meaning and grammar"]),
        ("de", ["Kein Sinn erhalten", "Sinn und Grammatik vollkommen"]),
        ("es", ["Ningún sentido conservado", "Sentido y gramática perfectos"]),
        ("fr", ["Aucun sens conservé", "Sens et grammaire parfaits"]),
    ],
)
def test_marks_stand_at_their_true_place(score, language, marks):
    """Seven marks for SQM, four with words; each is where the thumb would be."""
    _, hand = score(options={"anchors": "sqm"}, locale=language)
    found = hand.page.locator(".anchors li")
    values = [one.locator("b").inner_text() for one in found.all()]
    assert values == ["0", "17", "33", "50", "67", "83", "100"]
    words = hand.page.locator(".anchors span").all_inner_texts()
    assert len(words) == 4
    assert [words[0], words[-1]] == marks
    track = slider(hand).bounding_box()
    for value, one in zip(values[1:-1], found.all()[1:-1], strict=True):
        box = one.bounding_box()
        place = track["x"] + 14 + int(value) / 100 * (track["width"] - 28)
        assert abs(box["x"] + box["width"] / 2 - place) < 1, value
    boxes = [one.bounding_box() for one in found.all()]
    with_words = [boxes[n] for n in (0, 2, 4, 6)]
    for left, right in pairwise(with_words):
        assert left["x"] + left["width"] <= right["x"] + 1


def test_arrows_go_by_sight_from_right_to_left(score):
    """In an interface that runs from the right, the line does too, and ← is more."""
    _, hand = score()
    hand.page.evaluate("() => { document.documentElement.dir = 'rtl'; }")
    hand.press("5", "0", "ArrowLeft", "Shift+ArrowLeft")
    assert scores(hand) == ["61"]
    first, last = (hand.page.locator(".anchors li").nth(n).bounding_box() for n in (0, -1))
    assert first["x"] > last["x"]


def test_single_keys_can_be_off_and_nothing_is_saved_at_once(score):
    """Without single keys digits still reach a slider that has the focus; Enter saves."""
    _, hand = score()
    hand.press("?")
    hand.page.locator("#at-once").check()
    with hand.page.expect_response("**/preferences"):
        hand.page.locator("#single-keys").uncheck()
    hand.press("Escape")
    hand.page.locator("#q").focus()
    hand.press("7")
    assert scores(hand) == [""]
    slider(hand).focus()
    hand.press("7", "1")
    assert scores(hand) == ["71"]
    hand.press("z")
    assert scores(hand) == ["71"]
    hand.page.wait_for_timeout(300)
    assert hand.position.startswith("1 of")
    next_item(hand, 2)
