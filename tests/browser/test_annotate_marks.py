"""Marking errors: by keys, by mouse and by tapping, in any script, without touching the text."""

import hashlib
import random
import re
from functools import partial

import pytest

from tertium.text.spans import cuts_character, text_hash
from tests.browser.council import ARABIC, CHINESE, GERMAN, council, marked, marks, plan_of, seat

pytestmark = pytest.mark.browser

TARGET = GERMAN[1][1]
OMISSION = "accuracy/omission"
SPOT = """([id, word, share]) => {
  const text = document.getElementById(id);
  const start = text.textContent.indexOf(word);
  const range = document.createRange();
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let at = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (start >= at && start < at + node.length) range.setStart(node, start - at);
    const end = start + word.length;
    if (end > at && end <= at + node.length) range.setEnd(node, end - at);
    at += node.length;
  }
  const box = range.getBoundingClientRect();
  return [box.left + share * box.width, box.top + box.height / 2];
}"""


@pytest.fixture
def mark(serve, sit_down):
    """Return a function that seats somebody before a document."""
    return partial(seat, serve, sit_down)


def spot(hand, word, share=0.5, side="target"):
    """Return where on the screen a passage stands, or a share of the way through it."""
    return hand.page.evaluate(SPOT, [side, word, share])


def rail(hand):
    """Return the marks as the rail lists them: number, category, severity, passage."""
    # Not `innerText`, which a row has only from the next frame on: until then it is not laid out.
    read = "rows => rows.map((row) => [...row.children].map((part) => part.textContent))"
    parts: list[list[str]] = hand.page.locator("#mark-list .mark").evaluate_all(read)
    return parts


def untouched(hand, texts, line):
    """Tell whether the texts on the screen are what they were, however they are drawn."""
    read = "id => document.getElementById(id).textContent"
    return tuple(hand.page.evaluate(read, side) for side in ("source", "target")) == texts[line]


def done(hand, number):
    """Save, and see another segment."""
    hand.press("Control+Enter")
    hand.until_position(number)


def test_marking_by_keys_alone(mark):
    """Words are selected, marked, named, stretched, overlapped, taken back and given again."""
    world, hand = mark()
    hand.press("0", "Enter")
    hand.until_position(2)
    page = hand.page
    hand.press(*["ArrowRight"] * 11, "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight")
    assert page.locator("#mark-quote").inner_text() == "aber es wird nur"
    hand.press("Shift+ArrowLeft", "Enter")  # one word less, and marked
    assert page.locator("#mark-title").inner_text() == "Mark 1"
    hand.press("Enter")
    assert page.locator("#say").inner_text() == "Still to do: how severe mark 1 is."
    hand.press("e", "2", "1")  # major; accuracy, mistranslation
    hand.press("Shift+ArrowRight")  # the mark itself becomes longer
    hand.press("ArrowLeft", "Shift+ArrowRight", "Shift+ArrowRight", "w", "Shift+G")  # over it
    assert rail(hand) == [
        ["1", "Grammar", "Minor", ", aber es"],
        ["2", "Mistranslation", "Major", "aber es wird nur"],
    ]
    assert page.locator("#target .l1-minor.l2-major").all_inner_texts() == ["aber es"]
    assert untouched(hand, GERMAN, 1)
    hand.press("Alt+Shift+ArrowRight", "Alt+Shift+ArrowRight")
    assert rail(hand)[0][3] == ", aber es w"
    for _ in range(4):  # the two letters, the category and the mark
        hand.press("Control+z")
    assert len(rail(hand)) == 1
    hand.press("Control+Shift+z", "Control+Shift+z", "z", "Control+y")
    assert len(rail(hand)) == 2
    hand.press("Delete")
    assert len(rail(hand)) == 1
    hand.press("Control+z", "Control+Enter")
    hand.until_position(3)
    hand.until_state("Saved")
    assert marked(world)[0]["errors"]["marks"] == []
    at = TARGET.index(", aber")
    assert marks(marked(world)[1]) == [
        ("target", at, at + 9, ", aber es", "linguistic-conventions/grammar", "minor"),
        ("target", at + 2, at + 18, "aber es wird nur", "accuracy/mistranslation", "major"),
    ]
    given = marked(world)[1]["errors"]
    assert (given["source"], given["targets"]) == (text_hash(GERMAN[1][0]), [text_hash(TARGET)])
    hand.press("ArrowUp")  # what is finished can be opened and changed
    hand.until_position(2)
    assert len(rail(hand)) == 2
    page.locator("#mark-list .mark").first.click()
    hand.press("r", "Control+Enter")
    hand.until_position(3)
    hand.until_state("Saved")
    assert marks(marked(world)[2])[0][5] == "critical"


def test_what_is_missing_and_the_source(mark):
    """A place between two words, by key and by click; a passage of the source by Tab."""
    world, hand = mark()
    hand.press("ArrowRight", "ArrowRight", "i", "e", "Shift+O")
    assert hand.page.locator("#target .gap").count() == 1
    assert untouched(hand, GERMAN, 0)
    hand.page.mouse.click(*spot(hand, " wurde", 0.06))
    assert hand.page.locator("#target .caret").count() == 1
    hand.press("w", "Shift+O", "Shift+Tab")
    assert hand.page.locator("#source").evaluate("one => one === document.activeElement")
    hand.press("End", "Shift+ArrowLeft", "Enter", "w", "Shift+O", "n")
    hand.page.keyboard.type("agreed by whom?")
    hand.press("Escape")
    assert untouched(hand, GERMAN, 0)
    done(hand, 2)
    hand.until_state("Saved")
    (answer,) = marked(world)
    assert marks(answer) == [
        ("source", 46, 53, "agreed.", OMISSION, "minor"),
        ("target", 4, 4, "", OMISSION, "major"),
        ("target", 34, 34, "", OMISSION, "minor"),
    ]
    assert answer["errors"]["marks"][0]["note"] == "agreed by whom?"


def test_categories_are_found_by_name_by_questions_and_by_walking(mark):
    """Every way leads to the same place, and Backspace goes back up."""
    _, hand = mark()
    page = hand.page
    hand.press("Control+Enter")
    hand.press("ArrowRight", "w", "/")
    page.keyboard.type("unint")
    assert page.get_by_role("option").all_inner_texts() == ["Unintelligible Linguistic conventions"]
    hand.press("Enter")
    assert rail(hand)[0][1] == "Unintelligible"
    hand.press("t")
    assert page.locator("#tree-ask").inner_text().startswith("Does the error show only")
    hand.press("1", "2", "1")
    assert rail(hand)[0][1] == "Omission"
    hand.press("Backspace", "4")
    assert rail(hand)[0][1] == "Style"
    hand.press("5")
    assert rail(hand)[0][1] == "Awkward style"
    page.get_by_role("radio", name="Neutral").check()
    assert rail(hand)[0][2] == "Neutral"
    hand.press("/", "Escape", "Escape")
    assert page.locator("#mark-title").inner_text() == "Select a passage"
    hand.press("q")
    assert page.locator("#say").inner_text() == "Select a passage first."
    hand.press("0")
    assert page.locator("#say").inner_text().startswith("There are marks.")


def test_the_mouse_takes_whole_words_unless_told_otherwise(mark):
    """Dragging snaps, a click takes a word, more clicks go through marks over each other."""
    world, hand = mark()
    mouse = hand.page.mouse

    def drag(first, last, share=0.5):
        mouse.move(*spot(hand, first, share))
        mouse.down()
        mouse.move(*spot(hand, last, share), steps=3)
        mouse.up()

    drag("Protokoll", "letzten")
    assert hand.page.locator("#mark-quote").inner_text() == "Protokoll der letzten"
    hand.press("e", "Shift+M")
    drag("letzten", "Sitzung")
    hand.press("w", "Shift+G")
    hand.page.locator("#snap").click()
    drag("rlesen", "en und", 0.01)
    assert hand.page.locator("#mark-quote").inner_text() == "rles"
    hand.page.locator("#snap").click()
    mouse.click(*spot(hand, "gebilligt"))
    assert hand.page.locator("#mark-quote").inner_text() == "gebilligt"
    titles = []
    for _ in range(3):
        mouse.click(*spot(hand, "letzten"))
        titles.append(hand.page.locator("#mark-title").inner_text())
    assert titles == ["Mark 1", "Mark 2", "New mark"]
    mouse.dblclick(*spot(hand, "letzten"))  # quickly or slowly
    assert hand.page.locator("#mark-title").inner_text() == "Mark 2"
    assert untouched(hand, GERMAN, 0)
    done(hand, 2)
    hand.until_state("Saved")
    assert [one[1:4] for one in marks(marked(world)[0])] == [
        (4, 25, "Protokoll der letzten"),
        (18, 33, "letzten Sitzung"),
    ]


def test_marks_then_a_score(mark):
    """The score follows the marks: Enter leads to it, and digits are its digits there."""
    world, hand = mark("esa")
    assert hand.page.locator("#category-part").is_hidden()
    hand.press("ArrowRight", "2", "Enter")
    assert hand.page.locator("#say").inner_text() == "Now the score."
    hand.press("8", "6", "Enter")
    hand.until_position(2)
    hand.press("0")
    assert hand.page.locator("#clean").get_attribute("aria-pressed") == "true"
    hand.press("Enter", "9", "ArrowRight", "Control+z", "1", "0", "0", "Enter")
    hand.until_position(3)
    hand.until_state("Saved")
    one, two = marked(world)
    assert marks(one) == [("target", 0, 3, "Das", "", "major")]
    assert (one["overall"], two["overall"]) == ([86], [100])
    assert two["errors"]["marks"] == []
    hand.page.locator("#position").click()
    assert hand.page.locator("#items .what").all_inner_texts()[:2] == [
        "1 mark, 86",
        "No errors, 100",
    ]


def test_what_is_begun_survives_a_reload_and_a_lost_connection(mark):
    """Marks are there again, undo takes them back one by one, and answers are sent later."""
    world, hand = mark()
    hand.press("ArrowRight", "w", "Shift+M", "ArrowRight", "e", "ArrowRight")
    hand.until(
        """() => new Promise((resolve) => {
          const request = indexedDB.open('tertium');
          request.onsuccess = () => {
            const all = request.result.transaction('drafts').objectStore('drafts').getAll();
            all.onsuccess = () => {
              request.result.close();
              resolve(all.result[0]?.answer?.errors?.marks.length === 2);
            };
          };
        })"""
    )
    hand.page.reload()
    hand.page.locator("#mark-list .mark").nth(1).wait_for()
    assert rail(hand) == [
        ["1", "Mistranslation", "Minor", "Das"],
        ["2", "Category still open", "Major", "Protokoll"],
    ]
    hand.press("z")
    assert len(rail(hand)) == 1
    hand.press("Control+Shift+z", "Shift+G")
    hand.page.route("**/judgements", lambda route: route.abort())
    done(hand, 2)
    hand.until_state("Offline. 1 answer kept here")
    hand.page.unroute("**/judgements")
    hand.until_state("Saved")
    assert [one[3] for one in marks(marked(world)[0])] == ["Das", "Protokoll"]


def test_from_right_to_left_and_without_spaces(mark):
    """The left arrow goes on in Arabic; Chinese words and one emoji of many parts are units."""
    world, hand = mark(target="ar")
    hand.press("ArrowLeft", "ArrowLeft", "Shift+ArrowLeft", "w", "Shift+M", "ArrowRight")
    assert hand.page.locator("#mark-quote").inner_text() == "ستكون"
    assert untouched(hand, ARABIC, 0)
    done(hand, 2)
    hand.until_state("Saved")
    assert marks(marked(world)[0])[0][1:4] == (6, 19, "العيادة مغلقة")
    world, hand = mark(target="zh")
    hand.press("End", "ArrowLeft", "w", "Shift+M")  # the family
    hand.press("Home", "Alt+ArrowRight", "Alt+Shift+ArrowRight", "Enter", "q", "Shift+M")
    hand.press("End", "i", "q", "Shift+M")  # something is missing before the full stop
    assert untouched(hand, CHINESE, 0)
    done(hand, 2)
    hand.until_state("Saved")
    assert [one[1:4] for one in marks(marked(world)[0])] == [
        (0, 2, "图书"),
        (7, 12, "👩\u200d👩\u200d👧"),
        (12, 12, ""),
    ]


def test_the_source_comes_with_the_second_step(mark):
    """In the first step it is not sent, its place says so, and only fitting kinds are offered."""
    world, hand = mark("two_step", conditions=("acceptability", "adequacy"))
    page = hand.page
    assert page.locator("#source-hidden").is_visible()
    assert "The minutes" not in page.request.get(f"{hand.link}/tasks.json").text()
    assert "Grammar and syntax" in page.locator("#palette").inner_text()
    hand.press("ArrowRight", "1", "2", "Control+Enter")
    hand.until_position(2)
    for number in range(2, len(GERMAN) + 1):
        hand.press("0", "Control+Enter")
        if number < len(GERMAN):
            hand.until_position(number + 1)
    hand.page.wait_for_function(
        "() => !document.getElementById('rest').hidden"
        " || document.getElementById('source').textContent.startsWith('The minutes')"
    )
    if page.locator("#rest").is_visible():
        page.locator("#rest-go").click()
    page.wait_for_function(
        "text => document.getElementById('source').textContent === text", arg=GERMAN[0][0]
    )
    assert page.locator("#source").is_visible()
    assert "Contradiction" in page.locator("#palette").inner_text()
    hand.press("ArrowRight", "1", "Control+Enter")
    hand.page.wait_for_function(
        "text => document.getElementById('source').textContent === text", arg=GERMAN[1][0]
    )
    hand.until_state("Saved")
    first, last = marked(world)[0], marked(world)[-1]
    assert marks(first)[0][4] == "acceptability/grammar/agreement"
    assert (first["errors"]["source"], last["errors"]["source"]) == ("", text_hash(GERMAN[0][0]))
    assert marks(last)[0][4] == "adequacy/contradiction"


@pytest.mark.any_fonts
def test_on_a_phone_first_and_last_word_are_tapped(mark):
    """Severity and category follow in the panel; nothing is wider than the screen."""
    world, hand = mark(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    tap = hand.page.touchscreen.tap
    tap(*spot(hand, "Protokoll"))
    hand.page.locator("#mark-quote", has_text="Protokoll").wait_for()
    tap(*spot(hand, "letzten"))
    hand.page.locator("#mark-quote", has_text="Protokoll der letzten").wait_for()
    hand.page.get_by_role("radio", name="Major").tap()
    hand.page.get_by_role("radio", name="Custom").tap()
    hand.page.locator("#mark-title", has_text="Select a passage").wait_for()
    assert hand.page.evaluate("() => document.documentElement.scrollWidth") == 320
    hand.page.locator("#save").tap()
    hand.until_position(2)
    hand.until_state("Saved")
    assert marks(marked(world)[0]) == [
        ("target", 4, 25, "Protokoll der letzten", "custom", "major")
    ]


def test_hints_are_accepted_or_waved_away(mark):
    """A number that differs is pointed at; it becomes a mark that says where it came from."""
    world, hand = mark()
    hand.press("0", "Enter")
    hand.until_position(2)
    hand.press("0", "Enter")
    hand.until_position(3)
    before = hand.page.locator("#hint-list li").count()
    assert before >= 1
    assert hand.page.locator("#target .hint").all_inner_texts()[0] == "1,3"
    assert "1.2" in hand.page.locator("#hint-list").inner_text()
    hand.press("x")
    assert hand.page.locator("#hint-list li").count() == before - 1
    hand.press("Control+z", "a", "e", "Shift+M")
    assert hand.page.locator("#hint-list li").count() == before - 1
    done(hand, 4)
    hand.until_state("Saved")
    answer = marked(world)[2]
    assert answer["errors"]["marks"][0]["hint"] == "numbers"
    start = answer["errors"]["marks"][0]["start"]
    assert GERMAN[2][1][start : start + 3] == "1,3"  # code points: an emoji stands before it


def test_what_is_done_well_looks_different(mark):
    """In grading, points go up and down by keys, and praise has a stroke and a sign of its own."""
    world, hand = mark("grading")
    hand.press("ArrowRight", "-", "2", "ArrowRight", "+", "+", "5")
    severities = [row[2] for row in rail(hand)]
    assert severities == ["−1", "+2"]
    assert hand.page.locator("#target .l1-merit").get_attribute("data-n") == "+2"
    assert hand.page.locator("#mark-list .n").all_text_contents() == ["1", "+2"]
    done(hand, 2)
    hand.until_state("Saved")
    assert [one[5] for one in marks(marked(world)[0])] == ["minus-1", "plus-2"]


def test_the_whole_text_is_asked_about_with_its_last_segment(serve, sit_down):
    """External criteria of grading come once, and must be answered; the plan is the real one."""
    layout = {"name": "layout", "question": "Does the layout fit?", "labels": ["yes", "no"]}
    world = serve(council("grading", {"external": [layout]}))
    hand = sit_down(world)
    for number in (2, 3, 4):
        assert not hand.page.get_by_text("Does the layout fit?").is_visible()
        hand.press("0")
        done(hand, number)
    hand.page.get_by_text("Does the layout fit?").wait_for()
    hand.press("0", "Control+Enter")
    assert "Still to do" in hand.page.locator("#say").inner_text()
    hand.page.get_by_role("radio", name="no").check()
    hand.press("Control+Enter")
    hand.page.locator("#rest").wait_for()
    hand.until_state("Saved")
    assert [one.get("layout") for one in marked(world)] == [None, None, None, "no"]


def test_two_windows_know_of_each_other(mark):
    """What is saved in one window is there in the other, where nothing was begun."""
    world, hand = mark()
    other = hand.page.context.new_page()
    other.goto(hand.link)
    other.locator("#item").wait_for()
    hand.page.bring_to_front()
    hand.press("ArrowRight", "w", "Shift+M")
    done(hand, 2)
    hand.until_state("Saved")
    other.locator("#mark-list .mark").wait_for()
    assert other.locator("#target .l1-minor").inner_text() == "Das"
    assert len(marked(world)) == 1


def test_nothing_of_systems_reaches_the_browser(mark):
    """Names of systems, files, segments and sets stay behind, and points too."""
    terms = [{"term": "meeting", "gloss": "Sitzung"}]
    aids = {"glossary": terms, "termbase": terms, "specification": ["For all."]}
    _, hand = mark(options=aids | {"hints": []})
    told = hand.page.request.get(f"{hand.link}/tasks.json").text() + hand.page.content()
    assert "QQ" not in told
    assert "weight" not in told
    assert hand.page.locator("#source .term").all_inner_texts() == ["meeting"]
    assert hand.page.locator("#terms").inner_text().split() == ["meeting", "Sitzung"]
    hand.press("F4")
    assert hand.page.locator("#specification").inner_text().endswith("For all.")
    hand.press("Escape")
    assert hand.page.get_by_role("textbox", name="Translation, German").is_visible()
    hand.press("ArrowRight")
    assert hand.page.locator("#heard").inner_text() == "Das"


def test_places_and_hashes_agree_with_the_servers(serve, sit_down):
    """Cutting characters and hashing texts give on the page what they give in Python."""
    campaign = council()
    hand = sit_down(serve(campaign, plan=plan_of(campaign)))
    rng = random.Random(6)
    signs = ["a", "é", "e\u0301", "👩", "\u200d", "🏽", "🇩", "🇪", "한", "\u1161", "\u0e33", "क", "्"]
    signs += ["\n", "\r", " ", "\u2028", "\u064e", "ب", "𝄞", "\ufe0f", ".", "\U000e0067", "好"]
    texts = ["".join(rng.choices(signs, k=rng.randrange(0, 14))) for _ in range(1500)]
    texts += ["", "a" * 55, "a" * 56, "a" * 64, "ä" * 1000]
    found = hand.page.evaluate(
        """async (texts) => {
          const { cutText, cuts } = await import('/static/annotate/mark-units.js');
          const { textHash } = await import('/static/annotate/mark-hash.js');
          const { runsOf } = await import('/static/annotate/mark-text.js');
          return texts.map((text) => {
            const cut = cutText(text, 'de');
            const places = [...Array([...text].length + 1).keys()];
            const units = places.map((point) => cut.unit(point));
            const pieces = [...cut.words, ...cut.characters];
            const edges = pieces.flatMap(({ start, end }) => [start, end]);
            const runs = runsOf(text.length, cut.words);
            return {
              cuts: units.map((unit) => cuts(text, unit)),
              back: units.map((unit) => cut.point(unit)),
              edges: edges.map((unit) => cut.point(unit)),
              joined: runs.map(({ start, end }) => text.slice(start, end)).join(''),
              hash: textHash(text),
            };
          });
        }""",
        texts,
    )
    for text, told in zip(texts, found, strict=True):
        places = range(len(text) + 1)
        assert told["cuts"] == [cuts_character(text, at) for at in places], repr(text)
        assert told["back"] == list(places)
        assert not any(cuts_character(text, at) for at in told["edges"]), repr(text)
        assert told["joined"] == text
        assert told["hash"] == hashlib.sha256(text.encode()).hexdigest()
    # Whatever keys do to a selection, it begins and ends between words, and can be undone by keys.
    walks = hand.page.evaluate(
        """async ([text, steps]) => {
          const { cutText } = await import('/static/annotate/mark-units.js');
          const moves = await import('/static/annotate/mark-moves.js');
          const { words } = cutText(text, 'de');
          let pick = null;
          return steps.map(([act, step]) => {
            const former = pick;
            pick = moves[act](pick, words, step);
            const further = former && moves.stretched(former, words, step);
            const back = former && moves.stretched(further, words, -step);
            const places = (one) => one && [moves.startOf(one), moves.endOf(one)];
            return { now: places(pick), former: places(former), back: places(back) };
          });
        }""",
        [TARGET, [[rng.choice(["moved", "stretched"]), rng.choice([1, -1])] for _ in range(600)]],
    )
    starts = {match.start() for match in re.finditer(r"\w+|[^\w\s]", TARGET)}
    ends = {match.end() for match in re.finditer(r"\w+|[^\w\s]", TARGET)}
    for walk in walks:
        start, end = walk["now"]
        assert start < end
        assert start in starts
        assert end in ends
        edge = walk["former"] and (walk["former"][0] == 0 or walk["former"][1] == len(TARGET))
        assert edge or walk["back"] == walk["former"]
