"""Correcting chunks by keyboard only, in scripts of all kinds."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.formats.chunk_files import read_chunks
from tertium.model import Judgement
from tertium.protocols.chunk_cuts import cuts_of
from tertium.text.chunk_units import owners_of, units_of
from tertium.text.chunks import Chunk, check_chunks, chunk_text
from tests.browser.managed import serving
from tests.text.test_chunks import SCRIPTS

pytestmark = pytest.mark.browser

TOML = """\
name = "{name}"
title = "An island"
protocol = "chunks@1"
seed = 3
[systems]
systems = ["SYSQQ"]
[[texts]]
source_language = "en"
target_language = "{language}"
source = "source.txt"
outputs = {{ SYSQQ = "output.txt" }}
[design]
annotators = 1
min_words = 1
"""
TEXTS = {
    "de": ("Er rief sie gestern an.", "Die Katze saß auf der Matte."),
    "ar": ("قال: «لا»، ثم ذهب.", "اتصل بها أمس."),
    "zh": ("空置了👩‍👧近十年。", "小屋空了。"),
    "stale": ("Er rief sie gestern an.",),
    "many": tuple(f"Haus {number} war alt." for number in range(12)),
    "late": ("Er rief sie gestern an.", "Die Katze saß."),
}


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """Serve campaigns of chunks as a person would, and see it stop in peace."""
    folder = tmp_path_factory.mktemp("chunks") / "campaigns"
    for name, texts in TEXTS.items():
        place = folder / name
        place.mkdir(parents=True)
        language = name if len(name) == 2 else "de"
        (place / "campaign.toml").write_text(TOML.format(name=name, language=language))
        (place / "source.txt").write_text("It is so.\n" * len(texts))
        (place / "output.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    with serving(folder) as one:
        yield one


@pytest.fixture
def manager(served, context):
    """Return a function that signs a manager in and opens the chunks of a campaign."""

    def sit(name, who="ada"):
        page = served.sign_in(context(), who)
        page.goto(f"{served.base}/manage/campaigns/{name}/chunks")
        page.locator("#dock").wait_for()
        return page

    yield sit
    # Browsers complain of every refusal; some tests are about refusals.
    assert [fault for fault in served.faults if "409 (Conflict)" not in fault] == []


def press(page, *keys):
    """Press keys one after the other."""
    for key in keys:
        page.keyboard.press(key)


def boxes(page, place=0):
    """Return what the boxes of a text say; `1:` marks the parts of the first chunk in parts."""
    return page.locator(".cut-text").nth(place).evaluate(
        """(article) => {
          const found = [];
          for (const one of article.querySelectorAll('.gap, .unit')) {
            if (one.matches('.gap.cut')) found.push('');
            else {
              const part = one.dataset.part ? `${one.dataset.part}:` : '';
              found.push(found.pop() + part + one.textContent);
            }
          }
          return found;
        }"""
    )  # fmt: skip


AT_ONCE = """(keys) => {
  for (const key of keys) {
    const given = { key, bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', given));
  }
}"""


def here(page):
    """Return what the gap is called on which the focus is."""
    return page.evaluate("() => document.activeElement.getAttribute('aria-label')")


def until_saved(page, number):
    """Wait until so many texts are looked at, and nothing is unsaved."""
    page.wait_for_function(
        "number => document.getElementById('looked-at').value === number"
        " && !document.querySelector('.unsaved:not([hidden])')",
        arg=number,
    )


def kept(served, name):
    """Return what the file says of each chunk."""
    texts = {f"en-{name}.{at}": text for at, text in enumerate(TEXTS[name], 1)}
    file = read_chunks(served.folder / name / "chunks.tsv")
    return [
        [chunk.text(texts[key[0]]) for chunk in own] for key, own in sorted(file.chunks.items())
    ]


def test_a_german_verb_in_two_places(served, manager):
    """Cut, make one chunk in parts, take it back and again, and go on: all by keys."""
    page = manager("de")
    assert boxes(page) == ["Er rief", "sie gestern", "an."]
    press(page, "ArrowRight")
    assert here(page) == "Cut between “Er” and “rief”"
    press(page, "Space")
    assert boxes(page) == ["Er", "rief", "sie gestern", "an."]
    press(page, "p", "ArrowDown", "ArrowDown", "p")
    parted = ["Er", "1:rief", "sie gestern", "1:an."]
    assert boxes(page) == parted
    press(page, "z", "z")
    assert boxes(page) == ["Er rief", "sie gestern", "an."]
    press(page, "y", "Control+Shift+z")
    assert boxes(page) == parted
    press(page, "p")  # on a part: it is a chunk of its own again
    assert boxes(page) == ["Er", "rief", "sie gestern", "an."]
    press(page, "Control+z", "r")
    assert boxes(page) == ["Er rief", "sie gestern", "an."]
    press(page, "z", "n", "n")
    until_saved(page, 2)
    assert page.locator("#say").inner_text() == "This was the last text."
    assert kept(served, "de") == [
        ["Er", "rief … an.", "sie gestern"],
        ["Die Katze saß", "auf der Matte."],
    ]
    page.goto(f"{page.url}?shown=open")
    page.locator(".empty").wait_for()
    assert "SYSQQ" not in page.content()


def test_arabic_runs_from_right_to_left(served, manager):
    """The left arrow goes on; signs stay with their words."""
    page = manager("ar")
    assert boxes(page) == ["قال:", "«لا»،", "ثم ذهب."]
    press(page, "ArrowLeft", "ArrowLeft", "ArrowLeft")
    assert here(page) == "Cut between “ثم” and “ذهب.”"
    press(page, "Enter", "ArrowRight", "Enter")
    assert boxes(page) == ["قال:", "«لا»، ثم", "ذهب."]
    press(page, "n")
    until_saved(page, 1)
    assert kept(served, "ar") == [["قال:", "«لا»، ثم", "ذهب."]]


def test_chinese_is_cut_between_characters(served, manager):
    """A family of emoji is never cut; what is not saved is saved by going back."""
    page = manager("zh")
    assert "".join(boxes(page)) == TEXTS["zh"][0]
    press(page, "n", "ArrowDown")  # to the second text
    until_saved(page, 1)
    press(page, "b", "End", "Home", *(["ArrowRight"] * 4))
    assert here(page) == "Cut between “👩‍👧” and “近”"
    former = boxes(page)
    press(page, "Space")
    cut = boxes(page)
    assert cut != former
    assert all("👩‍👧" in one or "👩" not in one for one in cut)
    press(page, "ArrowRight", "n")
    until_saved(page, 1)
    assert kept(served, "zh")[0] == cut


def test_going_on_leads_from_page_to_page(manager):
    """Keys wait for the server; what nobody has looked at is listed alone; a click cuts too."""
    page = manager("many")
    press(page, *["n"] * 10)
    page.wait_for_url("**page=2#texts")
    page.locator("#dock").wait_for()
    assert boxes(page) == ["Haus 10", "war alt."]
    page.locator(".gap").nth(1).click()
    page.locator(".unit").nth(3).click()
    assert boxes(page) == ["Haus", "10", "war alt."]
    assert here(page) == "Cut between “war” and “alt.”"
    press(page, "b")
    page.wait_for_url("**page=1#end")
    until_saved(page, 11)
    assert page.locator(".cut-text").nth(9).locator(".gap.here").count() == 1
    page.goto(page.url.partition("?")[0] + "?shown=open")
    page.locator("#dock").wait_for()
    assert boxes(page) == ["Haus 11", "war alt."]
    press(page, "ArrowRight", "n")
    until_saved(page, 12)


def test_of_two_managers_the_second_sees_what_the_first_did(served, manager):
    """The save is refused in one sentence, and the page shows what is there now."""
    first, second = manager("stale"), manager("stale", "bob")
    press(first, "ArrowRight", "Space", "n")
    until_saved(first, 1)
    press(second, "End", "Space")
    second.evaluate(AT_ONCE, ["n", "n", " "])  # what follows a refused save is forgotten
    second.locator("#say.urgent").wait_for()
    said = second.locator("#say").inner_text()
    assert said.startswith("Another manager has changed these chunks")
    second.wait_for_function("() => document.querySelectorAll('.gap.cut').length === 4")
    assert boxes(second) == ["Er", "rief", "sie gestern", "an."]
    press(second, "End", "Space", "n")
    until_saved(second, 1)
    file = read_chunks(served.folder / "stale" / "chunks.tsv")
    assert set(file.by) == {"ada", "bob"}


def test_the_first_judgement_ends_the_cutting(served, manager):
    """A save that comes too late is refused, nothing is written, and the page is read-only."""
    page = manager("late")
    press(page, "ArrowRight", "Space")
    with served.store() as store:
        (person,) = store.annotators.all("late")
        one = store.assignments.of("late", person.id)[0]
        cuts = cuts_of(store.campaigns.get("late").options)[one.segment, "target", "SYSQQ"]
        now = datetime.now(UTC)
        answer = {"chunks": {name: "correct" for name, _, _ in cuts}}
        store.judgements.append(
            [Judgement("judgement-1", "late", one.id, person.id, answer, now)], received_at=now
        )
    press(page, "n")
    page.locator("#refused-note").wait_for()
    assert (
        "has judgements, so its texts stay as they were judged"
        in page.locator("#refused").inner_text()
    )
    assert boxes(page) == ["Er rief", "sie gestern", "an."]
    assert not page.locator("#dock").is_visible()
    assert not (served.folder / "late" / "chunks.tsv").exists()
    page.reload()
    assert "Annotation has started" in page.locator("#refused").inner_text()
    assert page.locator(".gap[role]").count() == 0


@pytest.fixture(scope="module")
def blank(served, chromiums):
    """Return a page on which scripts can be loaded."""
    made = chromiums.get("shipped").new_context()
    page = made.new_page()
    page.goto(f"{served.base}/manage/sign-in")
    yield page
    made.close()


TRY = """async ({ places, row, acts }) => {
  const { apart, History, rangesOf, toggled, united } = await import('/static/partition.js');
  const history = new History(row);
  const rows = [row];
  for (const [act, one, two] of acts) {
    const next = { toggled: () => toggled(history.row, one), apart: () => apart(history.row, one),
      united: () => united(history.row, one, two) }[act]();
    if (history.take(next)) rows.push(next);
  }
  const undone = [];
  while (history.undo()) undone.push(history.row);
  const redone = [];
  while (history.redo()) redone.push(history.row);
  return { rows, undone, redone, ranges: rows.map((one) => rangesOf(one, places)) };
}"""


@settings(max_examples=40)
@given(SCRIPTS, st.sampled_from(["en", "zh", ""]), st.data())
def test_whatever_is_cut_and_joined_every_word_is_in_one_chunk(blank, text, language, data):
    """No character is ever cut, nothing is left out or doubled, and undoing leads back."""
    rule = chunk_text(text, language)
    units = units_of(text, rule)
    if not units:
        return
    at = st.integers(0, len(units) - 1)
    acts = data.draw(
        st.lists(st.tuples(st.sampled_from(["toggled", "toggled", "apart", "united"]), at, at),
                 max_size=12)
    )  # fmt: skip
    row = list(owners_of(units, rule))
    found = blank.evaluate(TRY, {"places": units, "row": row, "acts": acts})
    for one, ranges in zip(found["rows"], found["ranges"], strict=True):
        chunks = tuple(
            Chunk(str(n), tuple((start, end) for start, end in parts))
            for n, parts in enumerate(ranges)
        )
        check_chunks(text, chunks)
        assert list(owners_of(units, chunks)) == one
    assert found["undone"] == found["rows"][-2::-1]
    assert found["redone"] == found["rows"][1:]
