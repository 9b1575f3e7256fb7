"""Working at the task page: answers, corrections, problems, aids, preferences."""

import re

import pytest

from tertium.model import Design

pytestmark = pytest.mark.browser


def test_going_back_and_changing_makes_a_new_judgement(serve, sit_down):
    """B goes back, a change is saved as a replacement, and one returns to where one was."""
    world = serve()
    hand = sit_down(world)
    for key in "112":
        hand.answer(key)
    hand.press("b")
    hand.until_position(3)
    hand.press("b")
    hand.until_position(2)
    assert hand.page.locator("#answer :checked").get_attribute("value") == "left"
    hand.press("n")
    hand.until_position(3)
    hand.press("b")
    hand.until_position(2)
    hand.answer("4")
    hand.until_position(4)
    hand.until_state("Saved")
    stored = world.judgements()
    assert [one.answer["better"] for one in stored] == ["left", "left", "right", "both_bad"]
    assert stored[3].replaces == stored[1].id


def test_looking_again_without_changing_sends_nothing(serve, sit_down):
    """Enter on an unchanged answer goes on."""
    world = serve()
    hand = sit_down(world)
    hand.answer("1")
    hand.press("b")
    hand.until_position(1)
    hand.press("Enter")
    hand.until_position(2)
    hand.until_state("Saved")
    assert len(world.judgements()) == 1


def test_the_list_opens_finished_items_and_no_others(serve, sit_down):
    """Finished items say their answer and can be opened; later ones cannot."""
    world = serve()
    hand = sit_down(world)
    hand.answer("3")
    hand.answer("1")
    hand.page.locator("#position").click()
    items = hand.page.locator("#items .item")
    assert items.count() == 8
    assert "Both good" in items.nth(0).inner_text()
    assert hand.page.locator("#items button").count() == 3
    assert "per item" in hand.page.locator("#own").inner_text()
    items.nth(0).click()
    hand.until_position(1)
    assert hand.page.locator("#answer :checked").get_attribute("value") == "both_good"


def test_undo_takes_back_step_by_step(serve, sit_down):
    """A choice that is not saved; then the last answer, which opens again; a change is undone."""
    world = serve()
    hand = sit_down(world)
    hand.press("z")
    hand.page.get_by_text("There is nothing to take back.").wait_for()
    hand.press("2", "z")
    assert hand.page.locator("#answer :checked").count() == 0
    hand.answer("1")
    hand.press("z")
    hand.until_position(1)
    hand.answer("2")
    hand.until_position(2)
    hand.press("z")
    hand.until_position(1)
    hand.page.get_by_text("the former answer counts again").wait_for()
    hand.until_state("Saved")
    assert [one.answer["better"] for one in world.judgements()] == ["left", "right", "left"]


def test_other_needs_a_comment(serve, sit_down):
    """It opens the field; saving without a word says what is missing; keys rest while typing."""
    world = serve()
    hand = sit_down(world)
    hand.press("5")
    field = hand.page.locator("#comment")
    field.wait_for()
    assert field.input_value() == ""
    assert (
        hand.page.locator("#comment-label").inner_text() == "Your comment, needed for this answer"
    )
    hand.press("Escape", "Enter")
    assert hand.page.locator("#say").inner_text() == "Still to do: say why in the comment."
    assert hand.page.evaluate("() => document.activeElement.id") == "comment"
    hand.page.keyboard.type("12 zebras can't decide")
    hand.press("Control+Enter")
    hand.until_position(2)
    assert not hand.page.locator("#comment").is_visible()
    hand.until_state("Saved")
    (stored,) = world.judgements()
    assert stored.answer == {"better": "other", "comment": "12 zebras can't decide"}


def test_a_comment_is_always_possible(serve, sit_down):
    """C opens it for any answer, and coming back shows it."""
    world = serve()
    hand = sit_down(world)
    hand.press("c")
    hand.page.keyboard.type("fine")
    hand.press("Escape", "1", "Enter")
    hand.until_position(2)
    hand.press("b")
    hand.until_position(1)
    assert hand.page.locator("#comment").input_value() == "fine"
    hand.until_state("Saved")
    assert world.judgements()[0].answer == {"better": "left", "comment": "fine"}


def test_a_problem_can_be_reported_instead(serve, sit_down):
    """By keyboard, with a reason; a real answer given later replaces it."""
    world = serve()
    hand = sit_down(world)
    hand.page.get_by_role("button", name="Report a problem").first.click()
    hand.page.locator("#problem-send").click()
    assert "choose what the problem is" in hand.page.locator("#problem-say").inner_text()
    hand.press("2")
    hand.page.locator("#problem-comment").fill("a word is cut")
    hand.page.locator("#problem-send").click()
    hand.until_position(2)
    hand.press("b")
    hand.until_position(1)
    assert hand.page.locator("#say").inner_text() == "Problem reported: The source is faulty"
    hand.answer("1")
    hand.until_state("Saved")
    first, second = world.judgements()
    assert first.answer == {"problem": "source", "comment": "a word is cut"}
    assert second.answer == {"better": "left"}
    assert second.replaces == first.id


def test_saving_without_an_answer_names_what_is_missing(serve, sit_down, make_campaign):
    """First the answer, then the second question; the button can be pressed all along."""
    world = serve(make_campaign(options={"variant": "ternary", "good_enough": True}))
    hand = sit_down(world)
    hand.wait()
    hand.press("Enter")
    assert hand.page.locator("#say").inner_text() == "Still to do: choose an answer."
    hand.press("3")
    assert hand.page.locator("#save").get_attribute("aria-disabled") == "true"
    hand.page.locator("#save").click(force=True)
    assert hand.page.locator("#say").inner_text() == "Still to do: answer the second question."
    hand.answer("4")
    hand.until_state("Saved")
    assert world.judgements()[0].answer == {"better": "tie", "good_enough": "yes"}


def test_differences_are_underlined_on_request_and_that_is_recorded(serve, sit_down):
    """D marks what the texts do not share; the texts stay the same; the log knows."""
    world = serve()
    hand = sit_down(world)
    texts = hand.page.locator(".option .read").all_inner_texts()
    hand.answer("1")
    assert hand.page.locator("mark.differs").count() == 0
    hand.press("b")
    hand.until_position(1)
    hand.press("d")
    marked = hand.page.locator("mark.differs").all_inner_texts()
    assert sorted(marked) == ["Der", "am Mittag", "um zwölf Uhr"]
    assert hand.page.locator(".option .read").all_inner_texts() == texts
    line = "mark => getComputedStyle(mark).textDecorationLine"
    assert hand.page.locator("mark.differs").first.evaluate(line) == "underline"
    hand.answer("2")
    hand.press("d")
    assert hand.page.locator("mark.differs").count() == 0
    hand.until_state("Saved")
    aided = [event.detail for event in world.events() if event.event == "aid used"]
    assert [one["judgement"] for one in aided] == [world.judgements()[1].id]


def test_going_on_at_once_and_single_keys_are_personal_settings(serve, sit_down):
    """Choosing saves when wanted; digits and letters do nothing when switched off."""
    world = serve()
    hand = sit_down(world)
    hand.press("?")
    hand.page.locator("#at-once").check()
    hand.press("Escape")
    hand.wait()
    hand.page.evaluate(  # the same finger bounces when the next item has just appeared
        "() => new MutationObserver((_, watch) => { watch.disconnect();"
        " const shown = performance.now();"
        " setTimeout(() => { window.ahead += shown + 30 - performance.now();"
        " document.body.dispatchEvent(new KeyboardEvent('keydown',"
        " {key: '1', code: 'Digit1', bubbles: true})); window.bounced = true; }, 30);"
        " }).observe(document.getElementById('position-text'), {childList: true})"
    )
    hand.press("1")
    hand.until_position(2)
    hand.page.wait_for_function("() => window.bounced")
    hand.wait()
    assert hand.position.startswith("2 of")
    hand.page.locator(".choice", has_text="Neither good").click()
    hand.until_position(3)
    hand.press("?")
    with hand.page.expect_response("**/preferences"):
        hand.page.locator("#single-keys").uncheck()
    hand.press("Escape")
    hand.page.reload()
    hand.page.locator("#item").wait_for()
    hand.press("1", "c", "z")
    assert hand.page.locator("#answer :checked").count() == 0
    assert not hand.page.locator(".choice kbd").first.is_visible()
    assert not hand.page.locator("#comment").is_visible()
    hand.until_state("Saved")
    assert [one.answer["better"] for one in world.judgements()] == ["left", "both_bad"]


def test_single_keys_can_be_changed_and_come_back_on_another_device(serve, sit_down):
    """X instead of C writes a comment, printed so everywhere; the standard keys can be had back."""
    world = serve()
    hand = sit_down(world)
    hand.press("?")
    row = hand.page.locator("[data-row=comment]")
    with hand.page.expect_response("**/preferences"):
        row.get_by_role("button", name="Change the key: Write a comment").click()
        assert row.locator("output").inner_text() == "Press the new key. Esc cancels."
        hand.press("x")
    assert row.locator("output").inner_text() == "The key is now X."
    hand.press("Escape")
    other = sit_down(world)
    for device in (hand, other):
        assert device.page.locator("kbd[data-act=comment]").all_text_contents() == ["X", "X"]
        device.press("c")
        assert not device.page.locator("#comment").is_visible()
        device.press("x")
        assert device.page.locator("#comment").is_visible()
        assert device.page.locator("#comment").input_value() == ""
        device.press("Escape", "?")
    with other.page.expect_response("**/preferences"):
        other.page.get_by_role("button", name="Reset keys").click()
    other.page.get_by_text("The standard keys are back.").wait_for()
    other.page.reload()
    other.page.locator("#item").wait_for()
    assert other.page.locator("kbd[data-act=comment]").all_text_contents() == ["C", "C"]
    other.press("x")
    assert not other.page.locator("#comment").is_visible()
    other.press("c")
    assert other.page.locator("#comment").is_visible()


@pytest.mark.any_fonts
@pytest.mark.parametrize("locale", ["de", "en", "es", "fr"])
def test_a_key_that_cannot_be_had_is_refused_in_its_row(serve, sit_down, locale):
    """One sentence says why, the row waits on, Esc leaves all as it was, and nothing moves."""
    hand = sit_down(serve(), locale=locale)
    hand.press("?")
    row = hand.page.locator("[data-row=comment]")
    said = row.locator("output")
    heights = "() => [...document.querySelectorAll('#help > *')].map((one) => one.offsetHeight)"
    before = hand.page.evaluate(heights)
    row.get_by_role("button").click()
    told = []
    for key in ("z", "?", "1", "Enter", "Space", "Tab", "ArrowLeft", "Shift", "Control"):
        hand.press(key)
        told.append(said.inner_text())
        assert hand.page.evaluate(heights) == before
    assert told[0].startswith("Z ")
    assert told[1].startswith("? ")
    if locale == "en":
        assert told[0] == "Z is already in use. Press another key, or Esc."
        assert told[2] == "Only letters and punctuation can be chosen. Press another key, or Esc."
    assert len(set(told[2:])) == 1
    hand.press("Escape")
    assert said.inner_text() == ""
    assert hand.page.locator("#help").is_visible()
    assert row.locator("kbd").inner_text() == "C"
    hand.page.locator("#standard-keys").click()
    assert hand.page.locator(".key-reset output").inner_text() != ""
    assert hand.page.evaluate(heights) == before
    hand.page.locator("[data-row=help] button").click()
    hand.press("h")
    hand.press("Escape", "?")
    assert not hand.page.locator("#help").is_visible()
    hand.press("h")
    assert hand.page.locator("#help").is_visible()


def test_preferences_come_back_on_another_device(serve, sit_down):
    """Size, face and colours are kept with the link and there before any script runs."""
    world = serve()
    hand = sit_down(world)
    hand.page.get_by_role("button", name="Aa: text size and colours").click()
    for value in ("xl", "sans", "dark"):
        with hand.page.expect_response("**/preferences"):
            hand.page.locator(f"#settings input[value={value}]").check()
    other = sit_down(world, opened=False, java_script_enabled=False)
    other.page.goto(world.link(step="/tasks"))
    html = other.page.locator("html")
    assert html.get_attribute("data-size") == "xl"
    assert html.get_attribute("data-face") == "sans"
    assert html.get_attribute("data-theme") == "dark"
    assert "needs JavaScript" in other.page.locator("noscript").inner_text()


def test_the_number_pad_works_and_numbers_go_by_place(serve, sit_down):
    """A digit counts by its key, whatever the layout writes."""
    world = serve()
    hand = sit_down(world)
    hand.press("Numpad2")
    assert hand.page.locator("#answer :checked").get_attribute("value") == "right"
    hand.page.evaluate(
        "() => document.body.dispatchEvent(new KeyboardEvent('keydown',"
        " {key: '&', code: 'Digit1', bubbles: true}))"
    )
    assert hand.page.locator("#answer :checked").get_attribute("value") == "left"


def test_two_batches_with_a_rest_between_and_the_way_to_the_code(serve, sit_down, make_campaign):
    """The end of a batch is a moment to rest; the end of all leads to thanks, and back again."""
    world = serve(make_campaign(design=Design(annotators=1, batch=2, common=2, unique=1)))
    hand = sit_down(world)
    hand.answer("1")
    hand.answer("1")
    assert hand.page.locator("#rest-title").inner_text() == "Batch 1 of 2 is done"
    hand.press("Enter")
    hand.until_position(1)
    hand.answer("2")
    hand.page.get_by_role("button", name="Finish").click()
    hand.page.wait_for_url("**/thanks")
    assert "You judged 3 items." in hand.page.locator("main").inner_text()
    code = hand.page.locator("#code").inner_text()
    assert len(code) == 9
    hand.page.get_by_role("link", name="Look at my answers").click()
    hand.page.locator("#item").wait_for()
    assert hand.page.locator("#answer :checked").get_attribute("value") == "right"
    hand.page.goto(world.link())
    assert hand.page.locator("#code").inner_text() == code


def test_a_translation_is_chosen_by_a_click_on_it(serve, sit_down):
    """It looks as if it could be, so it can; a click that ends a selection chooses none."""
    hand = sit_down(serve())
    first, second = hand.page.locator(".option").all()
    second.click()
    assert hand.page.locator("#answer :checked").input_value() == "right"
    first.locator(".read").dblclick()  # a word is selected
    assert hand.page.evaluate("() => getSelection().toString().trim()")
    hand.page.evaluate("() => getSelection().empty()")
    first.click()
    assert hand.page.locator("#answer :checked").input_value() == "left"
    assert hand.position.startswith("1 of")


def test_an_earlier_answer_stays_beside_its_item(serve, sit_down):
    """Coming back shows what was answered, also while another answer is chosen; nothing moves."""
    hand = sit_down(serve())
    given = hand.page.locator("#given")
    assert given.inner_text() == ""
    hand.answer("3")
    hand.until_state("Saved")
    hand.page.locator("#earlier").click()
    hand.until_position(1)
    before = hand.page.locator("#source").bounding_box()
    assert re.fullmatch(r"Your answer of \d\d:\d\d: Both good", given.inner_text())
    hand.press("1")
    assert given.inner_text().endswith("Both good")
    assert hand.page.locator("#source").bounding_box() == before
