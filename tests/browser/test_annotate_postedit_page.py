"""The page of the editor: two steps, pause, aids, forms, phones."""

from functools import partial

import pytest

from tests.browser.pump import (
    GLOSSARY,
    TEXTS,
    done,
    edited,
    field,
    kinds,
    measured,
    rebuilt,
    seat,
    task,
)

pytestmark = pytest.mark.browser

FORM = [
    {"name": "tiring", "question": "How tiring was it?", "labels": ["Not at all", "Very"]},
    {"name": "why", "question": "What made it so?"},
]


@pytest.fixture
def edit(serve, sit_down):
    """Return a function that seats an editor."""
    return partial(seat, serve, sit_down)


def test_a_pause_hides_the_text_and_stops_the_clock(edit):
    world, hand = edit()
    hand.press("Escape")
    hand.page.locator("#pause").wait_for()
    backdrop = "() => getComputedStyle(document.getElementById('pause'), '::backdrop').background"
    assert "rgba" not in hand.page.evaluate(backdrop).split(")")[0]  # nothing shines through
    hand.wait(1.2)
    hand.press("Escape")
    assert field(hand).evaluate("one => one === document.activeElement")
    hand.page.keyboard.type("x")
    done(hand, 2)
    hand.until_state("Saved")
    log = edited(world)[0]
    pause, resume = (
        next(e["t"] for e in log["events"] if e["k"] == k) for k in ("pause", "resume")
    )
    assert resume - pause >= 1100
    found = measured(world)
    assert found["seconds"] == pytest.approx((log["events"][-1]["t"] - resume + pause) / 1000)


def test_from_scratch_the_field_is_empty_and_nothing_is_rated(edit):
    """Saving an empty text says what is missing; done is saved at once."""
    world, hand = edit(task(0, "scratch"), task(1))
    assert hand.page.locator("#q").inner_text() == "Translate the source."
    assert field(hand).input_value() == ""
    assert not hand.page.locator("[data-ask=rating]").is_visible()
    hand.wait()
    hand.press("Control+Enter")
    assert hand.page.locator("#say").inner_text() == "Still to do: the translation is empty."
    hand.page.keyboard.type("Arrêtez la pompe.")
    done(hand, 2, None)
    hand.until_state("Saved")
    assert rebuilt(world) == ["Arrêtez la pompe."]
    found = measured(world)
    assert "hter" not in found
    assert "overall" not in found
    assert found["inserted"] == 17


def test_the_rating_can_be_switched_off(edit):
    world, hand = edit(options={"rating": False})
    assert hand.page.locator("[data-ask=rating]").count() == 0
    done(hand, 2, None, untouched=True)
    done(hand, 3, None, untouched=True)
    hand.until_state("Saved")
    assert [set(one.answer) for one in world.judgements()] == [{"edited"}, {"edited"}]


def test_after_done_the_text_rests_and_can_be_opened_again(edit):
    """Digits rate, Esc goes back to the text, and saving names a rating that is missing."""
    world, hand = edit()
    hand.page.keyboard.type("1")  # in the text a digit is a digit
    hand.press("Control+Enter")
    assert field(hand).evaluate("one => one.readOnly")
    assert hand.page.locator("#say").inner_text() == "Now say how much work it was."
    hand.press("Enter")
    assert hand.page.locator("#say").inner_text() == "Still to do: choose an answer."
    hand.press("Escape")
    hand.page.keyboard.type("2")
    hand.press("Control+Enter", "7", "2", "Control+Enter")
    hand.until_position(2)
    hand.until_state("Saved")
    assert rebuilt(world) == [f"12{TEXTS[0]}"]
    (log,) = edited(world)
    assert kinds(log).count("done") == 2
    assert kinds(log).count("reopen") == 1
    assert world.judgements()[0].answer["rating"] == "2"


def test_without_single_keys_arrows_rate(edit):
    """The rating has the focus then, and works as any group of radio buttons."""
    world, hand = edit()
    hand.press("F1")
    with hand.page.expect_response("**/preferences"):
        hand.page.locator("#single-keys").uncheck()
    hand.press("Escape")
    hand.page.keyboard.type("x")
    hand.press("Control+Enter", "ArrowDown", "ArrowDown", "Control+Enter")
    hand.until_position(2)
    hand.until_state("Saved")
    assert world.judgements()[0].answer["rating"] == "3"


def test_a_field_grows_in_browsers_that_leave_it_small(edit):
    _, hand = edit()
    hand.page.evaluate("() => { CSS.supports = () => false; }")
    field(hand).evaluate("one => one.style.setProperty('field-sizing', 'fixed')")
    before = field(hand).bounding_box()["height"]
    hand.page.keyboard.type("ligne\n" * 9)
    assert field(hand).bounding_box()["height"] > before + 100
    assert field(hand).evaluate("one => one.scrollHeight <= one.clientHeight")


def test_single_keys_never_fire_while_somebody_types(edit):
    _, hand = edit()
    hand.press("End")
    hand.page.keyboard.type("zcbnds?=1234")
    assert field(hand).input_value() == f"{TEXTS[0]}zcbnds?=1234"
    assert hand.position.startswith("1 of")
    assert hand.page.locator("dialog[open]").count() == 0
    assert hand.page.locator("#comment-field").is_hidden()


def test_terms_source_and_aids_lie_beside_the_text(edit):
    """Terms with glosses, the recognised source, and the termbase with one key."""
    options = {
        "glossary": GLOSSARY,
        "termbase": [{"term": "pump", "gloss": "pompe"}, {"term": "bolt", "gloss": "boulon"}],
        "specification": ["Say vous."],
    }
    world, hand = edit(options=options)
    page = hand.page
    assert page.locator("mark.term").all_inner_texts() == ["drain valve"]
    assert page.locator("#terms").inner_text().split("\n") == ["drain valve", "vanne de vidange"]
    assert page.locator("#recognised").inner_text().startswith("Switch oft the purnp")
    hand.press("F4")
    page.locator("#aids").wait_for()
    assert page.locator("#specification").inner_text() == "Specification\n\nSay vous."
    page.keyboard.type("BO")
    assert page.locator("#termbase tbody tr:visible").all_inner_texts() == ["bolt\tboulon"]
    hand.press("Escape")
    page.keyboard.type("x")
    done(hand, 2)
    assert not page.locator("#recognised-part").is_visible()
    hand.until_state("Saved")
    assert rebuilt(world) == [f"x{TEXTS[0]}"]
    assert measured(world)["keystrokes"] == 1  # what is looked up is not typed
    assert "aid" in kinds(edited(world)[0])


def test_instructions_are_one_key_away_while_somebody_types(edit):
    """They cover the text, so the time is not active; the cursor is where it was."""
    world, hand = edit()
    hand.page.keyboard.type("a")
    hand.press("F1")
    assert "Correct the translation in its field" in hand.page.locator("#help").inner_text()
    hand.press("Escape")
    hand.page.keyboard.type("b")
    done(hand, 2)
    hand.until_state("Saved")
    assert rebuilt(world) == [f"ab{TEXTS[0]}"]
    assert [kind for kind in kinds(edited(world)[0]) if kind in ("blur", "focus")] == [
        "blur",
        "focus",
    ]


def test_a_key_may_come_before_a_dialog_says_that_it_is_closed(edit):
    """Browsers tell it late; what is typed meanwhile is work all the same."""
    world, hand = edit()
    hand.press("F1")
    hand.page.evaluate("""() => {
        document.querySelector('#help').close();
        const event = new KeyboardEvent('keydown', { key: 'b', code: 'KeyB', bubbles: true });
        document.activeElement.dispatchEvent(event);
    }""")
    hand.page.keyboard.type("b")
    done(hand, 2)
    hand.until_state("Saved")
    assert [kind for kind in kinds(edited(world)[0]) if kind != "cursor"][:4] == [
        "blur",
        "focus",
        "key",
        "key",
    ]


def test_changes_are_shown_on_request(edit):
    _, hand = edit()
    hand.press("F2")
    assert hand.page.locator("#changed").inner_text() == "Nothing is changed so far."
    hand.press("Control+Delete")
    hand.page.keyboard.type("Arrêtez")
    hand.press("End", "ArrowLeft", "Control+Backspace")
    hand.page.keyboard.type("vidange")
    assert hand.page.locator("#changed del").all_inner_texts() == ["Éteignez", "drain"]
    assert hand.page.locator("#changed ins").all_inner_texts() == ["Arrêtez", "vidange"]
    whole = (
        "one => [...one.childNodes].filter((n) => n.nodeName !== '%s').map((n) => n.textContent)"
    )
    shown = hand.page.locator("#changed")
    assert "".join(shown.evaluate(whole % "DEL")) == field(hand).input_value()
    assert "".join(shown.evaluate(whole % "INS")) == TEXTS[0]


def test_a_gold_translation_can_be_shown(edit):
    _, hand = edit(options={"gold": True})
    assert "means the same as the reference" in hand.page.locator("#q").inner_text()
    assert hand.page.locator("#reference").inner_text().endswith("vanne de vidange.")
    done(hand, 2, untouched=True)
    assert not hand.page.locator("#reference-part").is_visible()  # this one has none
    assert "REFQQ" not in hand.page.content()


def test_a_form_follows_the_batch(edit):
    """Its questions are answered by digits or by pointer; texts are optional."""
    world, hand = edit(task(0), task(0, condition="questionnaire"), options={"questionnaire": FORM})
    done(hand, 2, untouched=True)
    assert hand.page.locator("#q").inner_text() == "A few questions about this work"
    assert not hand.page.locator("#edit").is_visible()
    hand.wait()
    hand.press("Enter")
    assert hand.page.locator("#say").inner_text() == "Still to do: choose an answer."
    hand.press("2")
    hand.page.locator("#form-why").fill("Long sentences")
    hand.page.reload()
    hand.page.locator("#item").wait_for()
    assert hand.page.locator("#form-why").input_value() == "Long sentences"
    hand.page.locator("#form-why").press("Control+Enter")
    hand.page.locator("#rest").wait_for()
    hand.until_state("Saved")
    assert world.judgements()[1].answer == {"tiring": "Very", "why": "Long sentences"}


def test_a_problem_can_be_reported_instead(edit):
    world, hand = edit()
    hand.page.keyboard.type("x")
    hand.page.locator(".dock-row > [data-opens=problem]").click()
    hand.press("2")
    hand.page.locator("#problem-send").click()
    hand.until_position(2)
    hand.until_state("Saved")
    assert world.judgements()[0].answer == {"problem": "source"}


@pytest.mark.any_fonts
def test_a_phone_has_room_for_it(edit):
    """One column, nothing sideways, field and button within reach."""
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    world, hand = edit(options={"glossary": GLOSSARY}, **phone)
    wide = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert hand.page.evaluate(wide)
    source, target = hand.page.locator("#source").bounding_box(), field(hand).bounding_box()
    assert target["y"] > source["y"] + source["height"]
    field(hand).tap()
    hand.page.keyboard.type("x")
    hand.page.locator("#save").tap()
    hand.page.locator("[data-ask=rating] .choice").nth(1).tap()
    hand.page.locator("#save").tap()
    hand.until_position(2)
    hand.until_state("Saved")
    assert len(rebuilt(world)) == 1
    assert world.judgements()[0].answer["rating"] == "2"


@pytest.mark.any_fonts
def test_nothing_of_the_page_jumps_between_text_and_rating(edit):
    _, hand = edit()
    places = (
        "() => [...document.querySelectorAll('.read, #edited, .rate .choice, .dock, #save')]"
        ".map((one) => { const box = one.getBoundingClientRect(); return [box.x, box.y]; })"
    )
    before = hand.page.evaluate(places)
    for key in ("x", "Control+Enter", "3", "Escape", "Control+Enter"):
        hand.press(key)
        assert hand.page.evaluate(places) == before, key
        if key == "3":
            hand.page.locator("#reopen").wait_for()


def test_undo_beside_the_text_goes_step_by_step(edit):
    """From the rating to the text, in the text as the browser does it, then to the item before."""
    world, hand = edit()
    done(hand, 2, "4", untouched=True)
    undo = hand.page.locator("#undo")
    hand.page.keyboard.type("x")
    hand.press("Control+Enter", "z")
    assert not field(hand).evaluate("one => one.readOnly")
    undo.click()
    assert field(hand).input_value() == TEXTS[1]
    undo.click()
    hand.until_position(1)
    assert field(hand).input_value() == TEXTS[0]
    assert len(world.judgements()) == 1


def test_back_to_the_original_can_be_taken_back(edit):
    world, hand = edit()
    hand.page.keyboard.type("Bon. ")
    hand.page.locator("#reset").click()
    assert field(hand).input_value() == TEXTS[0]
    hand.press("Control+z")
    assert field(hand).input_value() == f"Bon. {TEXTS[0]}"
    done(hand, 2)
    hand.until_state("Saved")
    assert rebuilt(world) == [f"Bon. {TEXTS[0]}"]
    assert "reset" in kinds(edited(world)[0])
