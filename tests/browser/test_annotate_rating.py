"""Rating on scales: answers by key and by click, scales without the source first."""

from functools import partial

import pytest

from tests.browser.accessibility import ALL_BUT_COLOURS, violations
from tests.browser.lighthouse import NAMES, SOURCES, lighthouse, said, scored, seat

pytestmark = pytest.mark.browser


@pytest.fixture
def rate(serve, sit_down):
    """Return a function that seats somebody before translations to be rated."""

    def sit(
        *asked, scales=("fluency", "adequacy"), outputs=1, checklist="", counted=False, **settings
    ):
        options = {"scales": list(scales), "outputs": outputs}
        options |= {"checklist": checklist, "counted": counted}
        campaign = lighthouse(options, protocol="rating@1")
        return partial(seat, serve, sit_down)(*asked, campaign=campaign, **settings)

    return sit


def chosen(hand):
    """Return the labels that are chosen on the scales in sight."""
    return hand.page.eval_on_selector_all(
        ".aspect:not([hidden]) .answers :checked", "all => all.map((one) => one.value)"
    )


def test_ratings_by_keyboard_only(rate):
    """A number of the scale answers; the next scale without an answer is the current one."""
    world, hand = rate(scored(0), scored(1), scales=("mos", "xsts"))
    page = hand.page
    assert page.get_by_role("radiogroup").count() == 2
    hand.press("4")
    assert chosen(hand) == ["good"]
    hand.press("5")
    assert chosen(hand) == ["good", "same"]
    hand.press("ArrowUp", "Home", "z")  # and it is taken back
    assert chosen(hand) == ["good", "same"]
    hand.press("ArrowRight", "Enter")
    hand.until_position(2)
    assert chosen(hand) == []
    hand.press("9")
    assert said(hand) == "This scale has no such answer. Keys: 1, 2, 3, 4, 5."
    hand.wait()
    hand.press("Enter")
    assert said(hand).startswith("Still to do")
    hand.press("1", "2", "Enter")
    page.locator("#rest").wait_for()
    hand.until_state("Saved")
    assert [one.answer for one in world.judgements()] == [
        {"mos": ["excellent"], "xsts": ["same"]},
        {"mos": ["bad"], "xsts": ["some"]},
    ]


def test_a_begun_rating_survives_a_reload_and_is_shown_when_one_comes_back(rate):
    """Nothing that was chosen is lost, and a stored answer stands in its scale."""
    _, hand = rate(scored(0), scored(1), scales=("mos", "xsts"))
    hand.press("3")
    hand.wait()
    hand.page.reload()
    hand.page.locator("#item").wait_for()
    assert chosen(hand) == ["fair"]
    hand.page.get_by_role("radio", name="Same meaning and use").click()
    hand.press("Enter")
    hand.until_position(2)
    hand.press("b")
    hand.until_position(1)
    assert chosen(hand) == ["fair", "same"]


def test_the_source_is_hidden_until_all_is_rated_without_it(rate):
    """Fluency first; then the source appears and adequacy is asked."""
    steps = [scored(0, condition="alone"), scored(0, condition="beside", batch=1)]
    _, hand = rate(*steps)
    page = hand.page
    assert page.locator("#q").inner_text() == "How good is the language of this text?"
    assert SOURCES[0] not in page.locator("body").inner_text()
    assert not page.locator("#source").is_visible()
    hand.press("5", "Enter")
    page.locator("#rest").wait_for()
    hand.until_state("Saved")
    hand.press("Enter")
    page.locator("#source").wait_for()
    assert page.locator("#q").inner_text() == "How much of the information is present?"
    assert page.locator("#source").inner_text() == SOURCES[0]


def test_several_outputs_have_the_words_once_above_and_keys_beside_each(rate):
    """The whole wording stays in sight, and each row is reached by keys."""
    world, hand = rate(scored(0, NAMES[:3]), scales=("turkoise",), outputs=3)
    hint = hand.page.locator("#score-hint").inner_text()
    assert "1 Dangerous · 2 Nonsense · 3 Slightly different meaning · 4 Completely correct" in hint
    hand.press("4", "3", "1", "Enter")
    hand.page.locator("#rest").wait_for()
    hand.until_state("Saved")
    (judgement,) = world.judgements()
    assert judgement.answer == {"turkoise": ["CCOR", "MEAN", "DANG"]}


def test_an_answer_that_needs_a_reason_opens_the_comment(rate):
    """It is said what is missing, and the reason is kept."""
    answers = [{"value": n, "label": label} for n, label in enumerate(("no", "yes"), 1)]
    own = {"name": "own", "version": 1, "answers": answers, "reasons": ["no"]}
    world, hand = rate(scored(0), scales=(own | {"not_applicable": True},))
    hand.press("1")
    assert hand.page.locator("#comment").is_visible()
    hand.wait()
    hand.press("Control+Enter")
    assert "comment" in said(hand).lower()
    hand.page.keyboard.type("The tense is wrong.")
    hand.press("Control+Enter")
    hand.page.locator("#rest").wait_for()
    hand.until_state("Saved")
    (judgement,) = world.judgements()
    assert judgement.answer == {"own": ["no"], "comment": "The tense is wrong."}


def test_not_applicable_has_a_key(rate):
    """Where a scale allows it."""
    answers = [{"value": n, "label": str(n)} for n in (1, 2)]
    own = {"name": "own", "version": 1, "answers": answers, "not_applicable": True}
    world, hand = rate(scored(0), scales=(own,))
    hand.press("x", "Enter")
    hand.page.locator("#rest").wait_for()
    hand.until_state("Saved")
    (judgement,) = world.judgements()
    assert judgement.answer == {"own": ["not_applicable"]}


def found(hand):
    """Return the categories in sight that have errors, as they are printed."""
    return hand.page.eval_on_selector_all(
        ".checklist:not([hidden]) .category.found",
        "all => all.map((one) => one.querySelector('span').textContent"
        " + (one.querySelector('b')?.textContent ?? ''))",
    )


def letters(hand):
    """Return the letter of each category in sight."""
    return dict(
        hand.page.eval_on_selector_all(
            ".checklist:not([hidden]) .category",
            "all => all.map((one) => [one.querySelector('span').textContent,"
            " one.querySelector('kbd').textContent])",
        )
    )


@pytest.fixture
def check(rate):
    """Return a function that seats somebody before a scale with a checklist."""

    def sit(*asked, counted=False, checklist="list-20", **settings):
        return rate(*asked, checklist=checklist, counted=counted, **settings)

    return sit


def test_errors_are_ticked_by_keyboard_only(check):
    """Letters tick, a scale is answered between, all is taken back act by act, Enter saves."""
    world, hand = check(scored(0), scored(1), scales=("mos",))
    keys = letters(hand)
    assert (keys["Omission"], keys["Unintelligible"]) == ("O", "X")
    # C and N ask for a comment and the next item: these two have other letters.
    assert {"C", "N"}.isdisjoint(keys.values())
    assert all(keys.values())
    assert len(set(keys.values())) == len(keys) == 20
    hand.press("o", "x", "4", "m", "o")
    assert found(hand) == ["Mistranslation", "Unintelligible"]
    assert said(hand) == "Omission: not ticked"
    hand.press("z")
    assert found(hand) == ["Mistranslation", "Omission", "Unintelligible"]
    hand.press("z", "z")
    assert (found(hand), chosen(hand)) == (["Omission", "Unintelligible"], [])
    hand.press("4")
    hand.wait()
    hand.press("Enter")
    hand.until_position(2)
    assert found(hand) == []
    hand.press("5", "Enter")
    hand.page.locator("#rest").wait_for()
    hand.until_state("Saved")
    assert [one.answer for one in world.judgements()] == [
        {"mos": ["good"], "checklist": [{"accuracy/omission": 1, "fluency/unintelligible": 1}]},
        {"mos": ["excellent"], "checklist": [{}]},
    ]


def test_errors_are_counted_by_letters_signs_and_clicks(check):
    """What is begun survives a reload, and what was saved is shown when one comes back."""
    world, hand = check(scored(0), scored(1), counted=True, scales=("mos",), checklist="four")
    page = hand.page
    hand.press("a", "a", "t", "+", "Shift+A", "3")
    assert found(hand) == ["Accuracy1", "Terminology2"]
    page.get_by_role("button", name="Style: 0").click()
    page.get_by_role("button", name="Terminology: one less").click()
    assert found(hand) == ["Accuracy1", "Terminology1", "Style1"]
    hand.press("-", "-")
    assert found(hand) == ["Accuracy1", "Style1"]
    hand.wait()
    page.reload()
    page.locator("#item").wait_for()
    assert (found(hand), chosen(hand)) == (["Accuracy1", "Style1"], ["fair"])
    hand.wait()
    hand.press("Enter")
    hand.until_position(2)
    assert found(hand) == []
    hand.press("b")
    hand.until_position(1)
    assert found(hand) == ["Accuracy1", "Style1"]
    assert "3 Fair, Accuracy 1, Style 1" in page.locator("#given").inner_text()
    hand.until_state("Saved")
    (judgement,) = world.judgements()
    assert judgement.answer == {"mos": ["fair"], "checklist": [{"accuracy": 1, "style": 1}]}


def test_errors_alone_are_no_answer_yet(check):
    """The scale is still to do; a tick that is taken away leaves nothing begun."""
    _, hand = check(scored(0), scales=("mos",), checklist="four")
    hand.press("a")
    hand.wait()
    hand.press("Enter")
    assert said(hand).startswith("Please choose") or "answer" in said(hand).lower()
    hand.press("a")
    assert found(hand) == []
    hand.page.get_by_role("checkbox", name="Style").click()
    hand.press("Space")
    assert found(hand) == []


def test_each_of_several_translations_has_its_list(check):
    """The list in sight is that of the current translation; arrows and clicks go to another."""
    world, hand = check(scored(0, NAMES[:2]), scales=("mos",), checklist="four", outputs=2)
    page = hand.page
    hand.press("a", "4", "s", "2", "ArrowUp", "l")
    assert page.get_by_role("group", name="Errors of translation 1").is_visible()
    assert found(hand) == ["Accuracy", "Language"]
    page.locator(".output .read").nth(1).click()
    assert found(hand) == ["Style"]
    page.get_by_role("checkbox", name="Terminology").check()
    hand.wait()
    hand.press("Enter")
    page.locator("#rest").wait_for()
    hand.until_state("Saved")
    (judgement,) = world.judgements()
    assert judgement.answer == {
        "mos": ["good", "poor"],
        "checklist": [{"accuracy": 1, "language": 1}, {"terminology": 1, "style": 1}],
    }


def test_a_list_is_not_asked_without_the_source(check):
    """It appears with the source; letters do nothing before."""
    steps = [scored(0, condition="alone"), scored(0, condition="beside", batch=1)]
    _, hand = check(*steps, checklist="four")
    assert not hand.page.locator(".checklist").is_visible()
    hand.press("a", "5", "Enter")
    hand.page.locator("#rest").wait_for()
    hand.until_state("Saved")
    hand.press("Enter")
    hand.page.locator(".checklist").wait_for()
    assert found(hand) == []


def test_keys_of_a_typology_that_are_none_here_are_replaced(check):
    """A digit, a sign, two letters and the key of "not applicable" leave a letter of the name."""
    nodes = [
        {"id": name.lower(), "name": name, "shortcut": key}
        for name, key in (("Alpha", "1"), ("Beta", "be"), ("Xi", "x"), ("Zeta", "z"), ("Q", "-"))
    ]
    severities = [{"id": "bad", "name": "Bad", "weight": 1}]
    own = {"name": "own", "title": "Own", "severities": severities, "nodes": nodes}
    answers = [{"value": n, "label": str(n)} for n in (1, 2)]
    scale = {"name": "two", "version": 1, "answers": answers, "not_applicable": True}
    _, hand = check(scored(0), scales=(scale,), checklist=own)
    keys = letters(hand)
    assert keys == {"Alpha": "A", "Beta": "E", "Xi": "I", "Zeta": "T", "Q": "Q"}
    hand.press("x", "i", "1")
    assert (chosen(hand), found(hand)) == (["1"], ["Xi"])


PLACES = """() => [...document.querySelectorAll('.category, .choice, #save')]
  .filter((one) => one.checkVisibility()).map((one) => {
    const { top, left, bottom, right } = one.getBoundingClientRect();
    return [top, left, bottom, right].map(Math.round);
  })"""


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_long_list_fits_a_laptop_stands_still_and_is_accessible(check, language):
    """Twenty categories below two scales, in both directions; on a phone they scroll."""
    _, hand = check(
        scored(0),
        counted=True,
        scales=("adequacy", "mos"),
        viewport={"width": 1366, "height": 625},
        locale=language,
    )
    page = hand.page
    places = page.evaluate(PLACES)
    assert len(places) == 31
    assert max(bottom for _, _, bottom, _ in places) <= 625
    assert page.locator(".output .read").bounding_box()["y"] < 300
    hand.press("o", "a", "a", "Shift+O")
    assert page.evaluate(PLACES) == places
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert violations(page, ALL_BUT_COLOURS) == []
