"""A scripted human edits: typing, composing, pasting, taking back, losing page and connection.

Whatever happens, replaying the log gives the text that was stored.
"""

from functools import partial

import pytest

from tertium import protocols
from tertium.text.events import replay
from tests.browser.pump import GLOSSARY, TEXTS, done, edited, field, pump, seat, task

pytestmark = pytest.mark.browser

FORM = [
    {"name": "tiring", "question": "How tiring was it?", "labels": ["Not at all", "Very"]},
    {"name": "why", "question": "What made it so?"},
]


@pytest.fixture
def edit(serve, sit_down):
    """Return a function that seats an editor."""
    return partial(seat, serve, sit_down)


def rebuilt(world):
    """Return the stored texts, each of which its log must rebuild."""
    texts = []
    for one in edited(world):
        assert "flags" not in one
        assert replay(one["start"], one["events"]) == one["text"]
        texts.append(one["text"])
    return texts


def measured(world, number=0):
    """Return what one stored judgement says, by aspect."""
    judgement = world.judgements()[number]
    with world.store() as store:
        one = store.assignment(world.campaign.name, judgement.annotator, judgement.assignment)
    protocol = protocols.get(world.campaign.protocol, world.campaign.options)
    return {row.aspect: row.value for row in protocol.observations(judgement, one)}


def kinds(log):
    """Return the kinds of events in a log."""
    return [event["k"] for event in log["events"]]


def caret(hand, place):
    """Put the cursor between two characters."""
    field(hand).evaluate("(one, place) => one.setSelectionRange(place, place)", place)


def compose(hand, *steps, result):
    """Write a word as with an input method: it is shown while it is made, and then it is there."""
    session = hand.page.context.new_cdp_session(hand.page)
    for text in steps:
        session.send(
            "Input.imeSetComposition",
            {"text": text, "selectionStart": len(text), "selectionEnd": len(text)},
        )
    session.send("Input.insertText", {"text": result})


def paste(hand, text):
    """Paste a text that lies on the clipboard."""
    hand.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    hand.page.evaluate("text => navigator.clipboard.writeText(text)", text)
    hand.press("Control+v")


def test_a_segment_is_corrected_rated_and_measured(edit):
    """Keys are counted by group, characters as they come and go, and the distance is right."""
    world, hand = edit()
    assert field(hand).evaluate("one => one === document.activeElement")
    assert field(hand).input_value() == TEXTS[0]
    for _ in range(8):
        hand.press("Delete")  # Éteignez
    hand.page.keyboard.type("Stoppez 2")
    hand.press("Backspace", "Backspace", "End", "ArrowLeft", "Control+ArrowLeft", "Home")
    hand.press("End", "Backspace", "Enter", "!", "Shift+ArrowLeft")
    done(hand, 2)
    hand.until_state("Saved")
    assert rebuilt(world) == ["Stoppez la pompe avant d’ouvrir la vanne de drain\n!"]
    found = measured(world)
    assert found["overall"] == 3
    assert {name: found[name] for name in ("letters", "digits", "spaces", "symbols")} == {
        "letters": 7,
        "digits": 1,
        "spaces": 2,
        "symbols": 1,
    }
    assert (found["erasing"], found["navigation"], found["commands"]) == (11, 6, 0)
    assert (found["keystrokes"], found["paste"]) == (28, 0)
    assert (found["inserted"], found["deleted"]) == (11, 11)
    # Stoppez for Éteignez, drain for drain., and ! is new: 3 edits of 10 words.
    assert found["hter"] == pytest.approx(3 / 10)
    assert found["replayed"] == 1
    assert 0 < found["first_key"] <= found["seconds"]
    assert found["active"] == pytest.approx(found["seconds"])


def test_a_translation_that_is_good_takes_no_key(edit):
    """Accepting it unchanged is an answer, and data."""
    world, hand = edit()
    done(hand, 2, "4")
    hand.until_state("Saved")
    assert rebuilt(world) == [TEXTS[0]]
    found = measured(world)
    assert (found["keystrokes"], found["inserted"], found["hter"]) == (0, 0, 0)
    assert found["overall"] == 4
    assert "first_key" not in found


def test_chinese_is_composed(edit):
    """What is on its way to a word is no insertion; the word is one."""
    texts = ("关闭泵。", *TEXTS[1:])
    world, hand = edit(campaign=pump(target="zh", texts=texts))
    assert field(hand).get_attribute("lang") == "zh"
    caret(hand, 2)
    compose(hand, "s", "sh", "shui", result="水")
    hand.press("End")
    compose(hand, "q", "qing", result="请")
    hand.press("Backspace")
    done(hand, 2)
    hand.until_state("Saved")
    assert rebuilt(world) == ["关闭水泵。"]
    found = measured(world)
    assert (found["inserted"], found["deleted"]) == (2, 1)
    log = edited(world)[0]
    assert kinds(log).count("compose") == 2
    assert [event["r"] for event in log["events"] if event["k"] == "input"] == [
        [2, 2, "水"],
        [5, 5, "请"],
        [5, 6, ""],
    ]


def test_composing_can_be_given_up(edit):
    world, hand = edit()
    compose(hand, "ni", "", result="")
    hand.page.keyboard.type("x")
    done(hand, 2)
    hand.until_state("Saved")
    assert rebuilt(world) == [f"x{TEXTS[0]}"]


def test_arabic_runs_from_right_to_left(edit):
    texts = ("أوقف المضخة قبل فتح صمام التصريف.", *TEXTS[1:])
    world, hand = edit(campaign=pump(target="ar", texts=texts))
    box = field(hand)
    assert (box.get_attribute("lang"), box.get_attribute("dir")) == ("ar", "rtl")
    assert box.evaluate("one => getComputedStyle(one).direction") == "rtl"
    hand.press("End", "Backspace")
    hand.page.keyboard.type(" الآن!")
    done(hand, 2)
    hand.until_state("Saved")
    assert rebuilt(world) == ["أوقف المضخة قبل فتح صمام التصريف الآن!"]


def test_characters_beyond_the_first_plane_and_accents_are_whole(edit):
    """Places count code points, and no change cuts a character in two."""
    world, hand = edit(campaign=pump(texts=("a😀b e\u0301 😀😁", *TEXTS[1:])))
    caret(hand, 3)
    hand.press("Backspace")
    for sign in ("😁", "é", "ß", "👩‍🚀"):
        hand.page.keyboard.insert_text(sign)
    hand.press("End", "Backspace", "Backspace")
    done(hand, 2)
    hand.until_state("Saved")
    assert rebuilt(world) == ["a😁éß👩‍🚀b e\u0301 "]


def test_paste_cut_undo_and_redo_are_logged_by_name(edit):
    """They are acts of their own, whatever keys they took."""
    world, hand = edit()
    hand.press("Control+a", "Control+x")
    paste(hand, "Fermez tout.\nPuis attendez.")
    hand.press("Control+z")
    assert field(hand).input_value() == ""
    hand.press("Control+z")
    assert field(hand).input_value() == TEXTS[0]
    hand.press("Control+Shift+Z")
    assert field(hand).input_value() == ""
    paste(hand, "Fermez tout.\nPuis attendez.")
    done(hand, 2)
    hand.until_state("Saved")
    assert rebuilt(world) == ["Fermez tout.\nPuis attendez."]
    log = edited(world)[0]
    counted = {name: kinds(log).count(name) for name in ("paste", "cut", "undo", "redo")}
    assert counted == {"paste": 2, "cut": 1, "undo": 2, "redo": 1}
    found = measured(world)
    assert (found["paste"], found["commands"], found["keystrokes"]) == (2, 5, 7)


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


def test_a_reload_in_the_middle_loses_nothing(edit):
    """The text goes on where it stood, the log says so, and time before counts."""
    world, hand = edit()
    hand.page.keyboard.type("Un ")
    hand.page.reload()
    hand.page.locator("#item").wait_for()
    assert field(hand).input_value() == f"Un {TEXTS[0]}"
    hand.page.keyboard.type("deux")
    hand.page.reload()
    hand.page.locator("#item").wait_for()
    hand.page.keyboard.type("!")
    done(hand, 2)
    hand.until_state("Saved")
    assert rebuilt(world) == [f"Un {TEXTS[0]}deux!"]
    log = edited(world)[0]
    assert kinds(log).count("reload") == 2
    times = [event["t"] for event in log["events"]]
    assert times == sorted(times)
    assert measured(world)["keystrokes"] == 8


def test_a_long_log_is_kept_in_pieces_and_comes_back_whole(edit):
    """Keeping what is new costs the same, however long the log is."""
    world, hand = edit()
    text = "La pompe est arrêtée. " * 12
    hand.press("Control+a")
    hand.page.keyboard.type(text[:150])
    hand.until(KEPT, 1)
    hand.page.keyboard.type(text[150:])
    hand.until(KEPT, 2)
    size = hand.page.evaluate(DRAFT)
    assert size["events"] < 250
    hand.page.reload()
    hand.page.locator("#item").wait_for()
    assert field(hand).input_value() == text
    hand.page.keyboard.type("Fin.")
    done(hand, 2)
    hand.until_state("Saved")
    assert rebuilt(world) == [f"{text}Fin."]
    assert measured(world)["inserted"] == len(text) + 4
    hand.until(KEPT, 0)  # pieces of what was sent are forgotten


READ = """const database = await new Promise((done) => {
  const request = indexedDB.open('tertium');
  request.onsuccess = () => done(request.result);
});
const all = (kind) => new Promise((done) => {
  const request = database.transaction(kind).objectStore(kind).getAll();
  request.onsuccess = () => done(request.result);
});"""
KEPT = f"async (count) => {{ {READ} return (await all('pieces')).length === count; }}"
DRAFT = f"""async () => {{ {READ}
  const [draft] = await all('drafts');
  return {{ events: draft.answer.edited.events.length }}; }}"""


def test_without_a_connection_work_goes_on(edit):
    """Texts wait in the browser, also over a reload, and arrive when the connection is back."""
    world, hand = edit(alone=True)
    hand.until("home => caches.match(`${home}/tasks`).then(Boolean)", f"/a/{world.tokens[0]}")
    hand.page.context.set_offline(True)
    hand.page.keyboard.type("Un ")
    done(hand, 2)
    hand.page.keyboard.type("Deux ")
    hand.until_state("Offline. 1 answer kept here")
    world.server.kill()
    hand.page.context.set_offline(False)
    hand.page.reload()
    hand.page.locator("#item").wait_for()
    assert field(hand).input_value() == f"Deux {TEXTS[1]}"
    hand.page.keyboard.type("Fin")
    done(hand, 3)
    hand.until_state("Offline. 2 answers")
    world.server.start()
    hand.until_state("Saved")
    assert rebuilt(world) == [f"Un {TEXTS[0]}", f"Deux {TEXTS[1]}Fin"]


def test_a_pause_hides_the_text_and_stops_the_clock(edit):
    world, hand = edit()
    hand.press("Escape")
    hand.page.locator("#pause").wait_for()
    backdrop = "() => getComputedStyle(document.getElementById('pause'), '::backdrop').background"
    assert "rgba" not in hand.page.evaluate(backdrop).split(")")[0]  # nothing shines through
    hand.page.wait_for_timeout(1200)
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
    hand.page.wait_for_timeout(450)
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
    done(hand, 2, None)
    done(hand, 3, None)
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


def test_single_keys_never_fire_while_somebody_types(edit):
    _, hand = edit()
    hand.press("End")
    hand.page.keyboard.type("zcbnds?=1234")
    assert field(hand).input_value() == f"{TEXTS[0]}zcbnds?=1234"
    assert hand.position.startswith("1 of")
    assert hand.page.locator("dialog[open]").count() == 0
    assert hand.page.locator("#comment-field").is_hidden()


def test_going_back_and_editing_on_carries_the_log(edit):
    """A correction replaces the answer, and its log begins with the former one."""
    world, hand = edit()
    hand.page.keyboard.type("A")
    done(hand, 2)
    hand.until_state("Saved")
    hand.page.reload()  # from here on only the server has the log
    hand.page.locator("#item").wait_for()
    hand.page.locator("#earlier").click()
    hand.until_position(1)
    assert field(hand).input_value() == f"A{TEXTS[0]}"
    hand.page.keyboard.type("Z")
    done(hand, 2, "1")
    hand.until_state("Saved")
    hand.page.locator("#earlier").click()
    hand.until_position(1)
    hand.page.keyboard.type("Y")
    done(hand, 2, "1")
    hand.until_state("Saved")
    assert rebuilt(world) == [f"A{TEXTS[0]}", f"A{TEXTS[0]}Z", f"A{TEXTS[0]}ZY"]
    assert measured(world, 2)["letters"] == 3
    one, two, three = world.judgements()
    assert (two.replaces, three.replaces) == (one.id, two.id)


def test_undo_beside_the_text_goes_step_by_step(edit):
    """From the rating to the text, in the text as the browser does it, then to the item before."""
    world, hand = edit()
    done(hand, 2, "4")
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


def test_a_novel_is_not_taken_in_and_the_limit_is_said(edit):
    world, hand = edit()
    paste(hand, "x" * 40_001)
    assert "At most 40,000 characters fit here" in hand.page.locator("#say").inner_text()
    assert field(hand).input_value() == TEXTS[0]
    hand.press("Control+a")
    paste(hand, "é" * 40_000)
    assert len(field(hand).input_value()) == 40_000
    hand.page.keyboard.type("y")
    assert len(field(hand).input_value()) == 40_000
    done(hand, 2)
    hand.until_state("Saved")
    assert rebuilt(world) == ["é" * 40_000]


def test_a_log_that_is_full_says_so_and_the_text_is_kept(edit):
    """An endless log ends at a limit; the answer is flagged, and nothing of the text is lost."""
    world, hand = edit()
    hand.page.evaluate(
        """async () => {
          const { recording } = await import('/static/annotate/editor.js');
          recording().most = 40;
        }"""
    )
    hand.page.keyboard.type("Trop de touches pour un journal.")
    done(hand, 2)
    hand.until_state("Saved")
    (log,) = edited(world)
    assert log["text"] == f"Trop de touches pour un journal.{TEXTS[0]}"
    assert "cut off" in log["flags"]
    assert log["events"][-1]["k"] == "done"
    found = measured(world)
    assert found["replayed"] == 0
    assert "keystrokes" not in found


def test_without_content_no_character_leaves_the_browser(edit):
    """Groups and times only; the final text is the answer."""
    world, hand = edit(options={"content_free": True})
    sent = []
    hand.page.on("request", lambda request: sent.append(request.post_data or ""))
    hand.page.keyboard.type("Geheim 7")
    done(hand, 2)
    hand.until_state("Saved")
    (log,) = edited(world)
    assert not any("r" in event or "p" in event for event in log["events"])
    assert any('"d":0,"i":1' in body for body in sent)
    assert '"r":[' not in "".join(sent)
    found = measured(world)
    assert (found["letters"], found["digits"], found["inserted"]) == (6, 1, 8)
    hand.page.locator("[data-opens=recorded]").click()
    assert "but not which" in hand.page.locator("#recorded").inner_text()


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
    done(hand, 2)
    assert not hand.page.locator("#reference-part").is_visible()  # this one has none
    assert "REFQQ" not in hand.page.content()


def test_a_form_follows_the_batch(edit):
    """Its questions are answered by digits or by pointer; texts are optional."""
    world, hand = edit(task(0), task(0, condition="questionnaire"), options={"questionnaire": FORM})
    done(hand, 2)
    assert hand.page.locator("#q").inner_text() == "A few questions about this work"
    assert not hand.page.locator("#edit").is_visible()
    hand.page.wait_for_timeout(450)
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


def test_leaving_the_window_is_noted(edit):
    """Time in another window is part of the time, not of the active time."""
    world, hand = edit()
    hand.page.keyboard.type("a")
    hand.page.evaluate("() => window.dispatchEvent(new Event('blur'))")
    hand.page.wait_for_timeout(700)
    hand.page.evaluate("() => window.dispatchEvent(new Event('focus'))")
    done(hand, 2)
    hand.until_state("Saved")
    found = measured(world)
    assert found["seconds"] - found["active"] >= 0.65


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
