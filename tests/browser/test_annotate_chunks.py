"""Judging chunk by chunk: by keys only, and in scripts of all kinds."""

from dataclasses import replace

import pytest

from tertium.model import Annotator, Assignment, Plan
from tests.browser.lighthouse import NAMES, lighthouse

pytestmark = pytest.mark.browser
TEXTS = ("Die 👩‍👧 Katze, die alte, schlief.", "空置了近十年，上个月")


@pytest.fixture
def judge(serve, sit_down):
    """Seat somebody before two translations in parts."""

    def seat(scheme="cp"):
        campaign = lighthouse()
        content, outputs = [], dict(campaign.outputs)
        for at, (text, cuts) in enumerate(
            zip(TEXTS, ([[0, 14], [15, 24], [25, 33]], [[0, 7], [7, 10]]), strict=True)
        ):
            outputs[f"SEGQQ{at}", NAMES[0]] = text
            content.append({"segment": f"SEGQQ{at}", "side": "target", "system": NAMES[0],
                            "chunks": [{"name": f"n{n}", "ranges": [cut], "text": text[slice(*cut)]}
                                       for n, cut in enumerate(cuts)]})  # fmt: skip
        campaign = replace(campaign, protocol="chunks@1", outputs=outputs,
                           options={"scheme": scheme, "chunks": content})  # fmt: skip
        plan = Plan((Annotator("one"),), tuple(
            Assignment(f"t{n}", "one", f"SEGQQ{n}", NAMES[:1], order=n) for n in range(2)
        ))  # fmt: skip
        world = serve(campaign, plan=plan)
        return world, sit_down(world)

    return seat


def parts(hand):
    """Return what the rows say."""
    return hand.page.locator("#chunk-list li .read").all_inner_texts()


def test_chunks_by_keyboard_only(judge):
    """Digits answer and go on, arrows choose, Z takes back, Enter saves when all are answered."""
    world, hand = judge()
    assert parts(hand) == ["Die 👩‍👧 Katze,", "die alte,", "schlief."]
    assert hand.page.locator("#whole mark").inner_text() == "Die 👩‍👧 Katze,"
    hand.press("1", "2")
    assert hand.page.locator("#whole mark").inner_text() == "schlief."
    assert hand.page.locator("#save").get_attribute("aria-disabled") == "true"
    hand.wait()  # nobody can have read it before
    hand.press("Enter")
    assert hand.page.locator("#say").inner_text() == "1 parts have no answer yet."
    hand.press("2", "z", "1", "ArrowUp", "1", "Enter")
    hand.until_position(2)
    assert parts(hand) == ["空置了近十年，", "上个月"]
    hand.press("2", "1", "Enter")
    hand.page.locator("#rest").wait_for()
    hand.until_state("Saved")
    assert [one.answer for one in world.judgements()] == [
        {"chunks": {"n0": "correct", "n1": "correct", "n2": "correct"}},
        {"chunks": {"n0": "problematic", "n1": "correct"}},
    ]


def test_an_answer_comes_back_and_can_be_changed_by_pointer(judge):
    """Three labels; the page is opened again, and hides who translated."""
    world, hand = judge("gbu")
    for place, label in enumerate(("good", "bad", "ugly")):
        hand.page.locator("#chunk-list li").nth(place).locator(f"[value={label}]").click()
    hand.page.locator("#save").click()
    hand.until_position(2)
    hand.until_state("Saved")
    assert world.judgements()[0].answer["chunks"] == {"n0": "good", "n1": "bad", "n2": "ugly"}
    hand.open()
    hand.page.locator("#earlier").click()
    hand.until_position(1)
    checked = hand.page.locator("#chunk-list input:checked")
    assert checked.evaluate_all("all => all.map((one) => one.value)") == ["good", "bad", "ugly"]
    assert "SYSQQ" not in hand.page.content()


def test_a_quality_square_is_rated_and_counted_by_keyboard(serve, sit_down):
    """The whole text alone, then beside its source; each number is typed and left with Enter."""
    campaign = replace(lighthouse(), protocol="square@1", options={})
    steps = [
        Assignment(f"t{n}", "one", "SEGQQ0", NAMES[:1], order=n, batch=n, condition=step)
        for n, step in enumerate(("readability", "adequacy"))
    ]
    world = serve(campaign, plan=Plan((Annotator("one"),), tuple(steps)))
    hand = sit_down(world)
    document = [one for one in campaign.segments if one.document == campaign.segments[0].document]
    lines = hand.page.locator("#lines")
    assert all(campaign.outputs[one.id, NAMES[0]] in lines.inner_text() for one in document)
    assert not any(one.source in hand.page.content() for one in document)
    asked = hand.page.request.get(f"{hand.link}/tasks.json").text()
    assert not any(one.source in asked for one in document)
    assert not hand.page.request.get(f"{hand.link}/tasks.json?batch=2").ok
    told = hand.page.locator("#part").inner_text()
    assert told == "Step 1 of 2: the whole text alone. This step closes with your next answer."
    hand.press(*"7", "Enter")
    hand.page.locator("#rest").wait_for()
    hand.until_state("Saved")
    hand.press("Enter")
    hand.page.locator("#item").wait_for()
    assert all(one.source in lines.inner_text() for one in document)
    assert "Errors: how many there are" in hand.page.locator("#score-hint").inner_text()
    for number in ("80", "0", "2", "1", "0"):
        hand.press(*number, "Enter")
    hand.page.locator("#rest").wait_for()
    hand.until_state("Saved")
    assert [one.answer for one in world.judgements()] == [
        {"readability": [7]},
        {
            "adequacy": [80], "major_errors": [0], "language_errors": [2],
            "terminology_errors": [1], "format_errors": [0],
        },
    ]  # fmt: skip


def test_errors_are_counted_from_zero_by_arrows_and_buttons(serve, sit_down):
    """What is counted has no slider: arrows and buttons begin at zero, and undo takes one back."""
    options = {"criteria": ["adequacy", "major_errors"]}
    campaign = replace(lighthouse(), protocol="square@1", options=options)
    plan = Plan((Annotator("one"),), (Assignment("t0", "one", "SEGQQ0", NAMES[:1]),))
    world = serve(campaign, plan=plan)
    hand = sit_down(world)
    counter = hand.page.locator(".counter")
    assert counter.count() == 1
    assert counter.locator("[type=range]").count() == 0
    hand.press(*"55", "Enter")
    number = counter.get_by_label("Major errors", exact=True)
    hand.press("ArrowLeft")
    assert number.input_value() == "0"
    hand.press("ArrowRight", "ArrowRight")
    counter.get_by_label("Major errors: one more").click()
    assert number.input_value() == "3"
    counter.get_by_label("Major errors: one less").click()
    assert number.input_value() == "2"
    hand.press("z")
    assert number.input_value() == ""
    hand.press("ArrowRight", "Enter")
    hand.page.locator("#rest").wait_for()
    hand.until_state("Saved")
    (judgement,) = world.judgements()
    assert judgement.answer == {"adequacy": [55], "major_errors": [1]}
