"""A scripted human edits: typing, composing, pasting, taking back, losing page and connection.

Whatever happens, replaying the log gives the text that was stored.
"""

import random
import re
from functools import partial

import pytest

from tertium.text.events import replay
from tests.browser.pump import (
    SOURCES,
    TEXTS,
    caret,
    compose,
    done,
    edited,
    field,
    kinds,
    measured,
    paste,
    pump,
    rebuilt,
    seat,
)

pytestmark = pytest.mark.browser


READ = """const database = await new Promise((done) => {
  const request = indexedDB.open('tertium');
  request.onsuccess = () => done(request.result);
});
const all = (kind) => new Promise((done) => {
  const request = database.transaction(kind).objectStore(kind).getAll();
  request.onsuccess = () => done(request.result);
});"""
KEPT = f"async (count) => {{ {READ} return (await all('pieces')).length === count; }}"
DRAFTED = f"""async (text) => {{ {READ}
  return (await all('drafts'))[0]?.answer.edited.text === text; }}"""
SMALL = f"""async (most) => {{ {READ}
  const [draft] = await all('drafts');
  return draft.answer.edited.events.length < most; }}"""


@pytest.fixture
def edit(serve, sit_down):
    """Return a function that seats an editor."""
    return partial(seat, serve, sit_down)


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
    hand.wait(-60)  # as if it had only just appeared, on however slow a machine
    hand.press("Control+Enter")
    assert not field(hand).evaluate("one => one.readOnly")  # nobody can have read it so soon
    hand.wait(60)
    done(hand, 2, "4", untouched=True)
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
    hand.page.keyboard.type(text[150:-1])
    hand.until(KEPT, 2)
    hand.page.keyboard.type(text[-1])  # the next draft leaves out what is in pieces
    hand.until(DRAFTED, text)
    hand.until(SMALL, 250)
    hand.page.reload()
    hand.page.locator("#item").wait_for()
    assert field(hand).input_value() == text
    hand.page.keyboard.type("Fin.")
    done(hand, 2)
    hand.until_state("Saved")
    assert rebuilt(world) == [f"{text}Fin."]
    assert measured(world)["inserted"] == len(text) + 4
    hand.until(KEPT, 0)  # pieces of what was sent are forgotten


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
    hand.come_online()
    hand.until_state("Saved")
    assert rebuilt(world) == [f"Un {TEXTS[0]}", f"Deux {TEXTS[1]}Fin"]


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
    hand.page.locator("#undo").click()  # the answer before counts again, with its log
    hand.until_position(1)
    hand.until_state("Saved")
    assert rebuilt(world)[3] == f"A{TEXTS[0]}Z"
    assert measured(world, 3)["letters"] == 2


def test_a_former_answer_that_only_the_server_has_can_count_again(edit):
    world, hand = edit()
    hand.page.keyboard.type("A")
    done(hand, 2)
    hand.until_state("Saved")
    hand.page.reload()
    hand.page.locator("#item").wait_for()
    hand.page.locator("#earlier").click()
    hand.until_position(1)
    hand.page.keyboard.type("Z")
    done(hand, 2)
    hand.page.locator("#undo").click()
    hand.until_position(1)
    hand.until_state("Saved")
    assert rebuilt(world) == [f"A{TEXTS[0]}", f"A{TEXTS[0]}Z", f"A{TEXTS[0]}"]


def test_a_page_that_says_no_goodbye_loses_nothing(edit):
    """What was typed is in the browser's database at once, before a page is left or crashes."""
    world, hand = edit()
    hand.page.keyboard.type("Un deux trois ")
    hand.until(DRAFTED, f"Un deux trois {TEXTS[0]}")
    hand.page = hand.page.context.new_page()
    hand.open()
    assert field(hand).input_value() == f"Un deux trois {TEXTS[0]}"
    hand.page.keyboard.type("!")
    done(hand, 2)
    hand.until_state("Saved")
    assert rebuilt(world) == [f"Un deux trois {TEXTS[0]}!"]


def test_two_windows_do_not_take_each_others_log(edit):
    """Each window has its own log; what is saved last counts, and both rebuild their texts."""
    world, hand = edit()
    other = hand.page.context.new_page()
    hand.page.keyboard.type("a" * 120)
    other.goto(hand.link)
    other.locator("#item").wait_for()
    other.locator("#edited").focus()
    other.keyboard.type("b" * 120)
    hand.page.bring_to_front()
    hand.page.keyboard.type("c" * 120)
    hand.until(KEPT, 3)
    hand.page.reload()
    hand.page.locator("#item").wait_for()
    text = field(hand).input_value()
    done(hand, 2)
    hand.until_state("Saved")
    assert rebuilt(world) == [text]


def test_any_change_is_told_exactly(edit):
    """Whatever the cursor says, what was replaced by what leads from one text to the other."""
    _, hand = edit()
    rng = random.Random(5)
    letters = ["a", "b", " ", "é", "漢", "😀", "😁", "\n"]

    def some(most):
        return "".join(rng.choice(letters) for _ in range(rng.randrange(most)))

    cases = []
    for _ in range(1500):
        one = some(8)
        begin = rng.randrange(len(one) + 1)
        end = rng.randrange(begin, len(one) + 1)
        cases.append([one, one[:begin] + some(5) + one[end:], rng.randrange(9)])
    told = hand.page.evaluate(
        """async (cases) => {
          const { replaced, points } = await import('/static/annotate/recorder.js');
          return cases.map(([one, two, cursor]) => {
            const [from, to, put] = replaced(one, two, cursor);
            return [points(one.slice(0, from)), points(one.slice(0, to)), put];
          });
        }""",
        cases,
    )
    for (one, two, _), change in zip(cases, told, strict=True):
        assert replay(one, [{"t": 0, "k": "input", "r": change}]) == two, (one, two, change)


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


def test_the_source_and_signs_come_by_key_and_can_be_undone(edit):
    """What is taken over stands in the log like a paste; a sign goes where the cursor is."""
    world, hand = edit()
    hand.press("F8")
    assert field(hand).input_value() == SOURCES[0]
    hand.press("Control+z")
    assert field(hand).input_value() == TEXTS[0]
    hand.press("F9")
    hand.page.get_by_role("button", name="É", exact=True).click()
    hand.page.get_by_role("button", name="nbsp", exact=True).click()
    hand.press("F9")
    assert not hand.page.locator("#sign-list").is_visible()
    hand.page.get_by_role("button", name="Copy the source").click()
    hand.page.keyboard.type("!")
    text = field(hand).input_value()
    assert text == f"{SOURCES[0]}!"
    done(hand, 2)
    hand.until_state("Saved")
    assert rebuilt(world) == [text]
    (log,) = edited(world)
    assert [event["k"] for event in log["events"]].count("paste") == 2


def test_a_log_that_is_full_says_so_and_the_text_is_kept(edit):
    """An endless log ends at a limit; the answer is flagged, and nothing of the text is lost."""
    world, hand = edit(service_workers="block")  # it would fetch the page past the test

    def shorten(route):
        """Let the page come with a shorter log."""
        answer = route.fetch()
        body, times = re.subn(r"(&#34;events&#34;: )\d+", r"\g<1>40", answer.text())
        assert times == 1
        route.fulfill(response=answer, body=body)

    hand.page.route("**/tasks", shorten)
    hand.page.reload()
    hand.page.locator("#item").wait_for()
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


def test_leaving_the_window_is_noted(edit):
    """Time in another window is part of the time, not of the active time."""
    world, hand = edit()
    hand.page.keyboard.type("a")
    hand.page.evaluate("() => window.dispatchEvent(new Event('blur'))")
    hand.wait(0.7)
    hand.page.evaluate("() => window.dispatchEvent(new Event('focus'))")
    done(hand, 2)
    hand.until_state("Saved")
    found = measured(world)
    assert found["seconds"] - found["active"] >= 0.65
