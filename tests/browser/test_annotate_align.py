"""Long texts beside each other: the counterpart of a sentence comes to where it is looked for."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from tertium.design import build_plan
from tertium.store import Store
from tests.browser.every_protocol import SENTENCES, campaign_of, ready

pytestmark = pytest.mark.browser

TIMES = 6  # so often every text says its four sentences
AT = 12  # the sentence in the middle

# Where a sentence stands; scrolled: its own column is moved by hand until it is in the middle.
PLACE = """([selector, start, end, scrolled]) => {
  const text = document.querySelector(selector);
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(), at = 0; node; at += node.length, node = walker.nextNode()) {
    const inside = (place) => place >= at && place <= at + node.length;
    if (inside(start)) range.setStart(node, start - at);
    if (inside(end)) range.setEnd(node, end - at);
  }
  let column = text;
  while (column.scrollHeight <= column.clientHeight + 1) column = column.parentElement;
  const middle = column.getBoundingClientRect().top + column.clientHeight / 3;
  if (scrolled) column.scrollTop += range.getBoundingClientRect().top - middle;
  const { left, top } = range.getClientRects()[0];
  const said = range.toString();
  return { said, top, x: Math.round(left) + 15, y: Math.round(top) + 8, far: column.scrollTop };
}"""
WASHED = "() => [...CSS.highlights.get('counterpart') ?? []].map(String).sort()"


def sentences_in(language):
    """Return the sentences of a text, as a reader counts them."""
    stop = "。" if language == "zh" else "."
    found = [one.strip() + stop for one in SENTENCES[language].split(stop) if one.strip()]
    return found * TIMES


def turned(sentences, turn):
    """Return the sentences with the last four in another order: systems differ."""
    last = sentences[-4:]
    return sentences[:-4] + last[turn:] + last[:turn]


def text_of(sentences, language):
    """Return the sentences as one text."""
    return ("" if language == "zh" else " ").join(sentences)


def sentence(selector, sentences, language, place, *, scrolled=False):
    """Return what the page is asked about a sentence."""
    end = len(text_of(sentences[: place + 1], language))
    return [selector, end - len(sentences[place]), end, scrolled]


def same_place(one, other):
    """Neither the sentence nor its column has moved."""
    return one["top"] == pytest.approx(other["top"]) and one["far"] == other["far"]


@pytest.fixture
def opened(context, shared_server):
    """Return the function that opens an item of a protocol with long texts."""

    def open_item(protocol, *, target="de", fewer=0):
        campaign = campaign_of(protocol, 40, target=target)
        source = text_of(sentences_in("en"), "en")
        said = sentences_in(target)[: 4 * TIMES - fewer]
        systems = {one.name: n for n, one in enumerate(campaign.systems)}
        campaign = replace(
            campaign,
            name=f"aligned-{uuid4().hex[:8]}",
            design=replace(campaign.design, degraded=0, references=0, repeats=0),
            segments=tuple(replace(one, source=source) for one in campaign.segments),
            outputs={
                key: text_of(turned(said, systems[key[1]] % 4), target) for key in campaign.outputs
            },
        )
        now = datetime.now(UTC)
        with Store.open(shared_server.database) as store:
            store.campaigns.put(campaign, build_plan(campaign), at=now)
            person = ready(store, campaign.name, now)
        page = context(viewport={"width": 1366, "height": 625}).new_page()
        page.goto(f"{shared_server.address}/a/{person.token}")
        page.locator("#item").wait_for()
        page.evaluate("() => document.fonts.ready")
        return page

    return open_item


@pytest.mark.parametrize(
    ("protocol", "others", "target"),
    [
        ("ab", [".option:nth-of-type(1) .read", ".option:nth-of-type(2) .read"], "de"),
        ("slider", [".output .read"], "de"),
        ("esa", ["#target"], "de"),
        ("grading", ["#target"], "ar"),
        ("mqm", ["#target"], "zh"),
    ],
)
def test_the_counterpart_comes_to_the_same_height(opened, protocol, others, target):
    """A click in a sentence scrolls the other columns only; a pointer that passes scrolls none."""
    page = opened(protocol, target=target)
    said = sentences_in("en"), sentences_in(target)
    in_source = sentence("#source", said[0], "en", AT)
    in_others = [sentence(one, said[1], target, AT) for one in others]
    here = page.evaluate(PLACE, [*in_source[:3], True])
    assert here["said"] == said[0][AT]
    there = [page.evaluate(PLACE, one) for one in in_others]
    page.mouse.move(here["x"], here["y"])
    assert all(map(same_place, (page.evaluate(PLACE, one) for one in in_others), there))
    page.mouse.click(here["x"], here["y"])
    assert same_place(page.evaluate(PLACE, in_source), here)
    for one in in_others:
        assert page.evaluate(PLACE, one)["top"] == pytest.approx(here["top"], abs=12)
    assert page.evaluate(WASHED) == sorted([said[0][AT], *(said[1][AT] for _ in others)])
    # And the other way round.
    there = page.evaluate(PLACE, [*in_others[0][:3], True])
    page.mouse.click(there["x"], there["y"])
    assert same_place(page.evaluate(PLACE, in_others[0]), there)
    assert page.evaluate(PLACE, in_source)["top"] == pytest.approx(there["top"], abs=12)
    assert page.locator("#source").text_content() == text_of(said[0], "en")
    texts = [text_of(turned(said[1], turn), target) for turn in range(4)]
    assert page.locator(others[0]).text_content() in texts


def test_where_numbers_of_sentences_differ_positions_are_in_proportion(opened):
    """Nothing claims that two sentences belong together."""
    page = opened("esa", fewer=8)
    source, output = sentences_in("en"), sentences_in("de")[:-8]
    here = page.evaluate(PLACE, sentence("#source", source, "en", AT, scrolled=True))
    page.mouse.click(here["x"], here["y"])
    assert page.evaluate(WASHED) == []
    before, after = (
        page.evaluate(PLACE, sentence("#target", output, "de", AT * 16 // 24 + step))["top"]
        for step in (-1, 1)
    )
    assert before < here["top"] < after


def test_keys_bring_the_source_along(opened):
    """Whoever moves by keys while marking has the source of it beside it, to the last sentence."""
    page = opened("esa")
    said = sentences_in("en"), sentences_in("de")
    last = page.locator("#target").text_content().rstrip(".").rpartition(". ")[2] + "."
    page.keyboard.press("End")
    assert page.evaluate(WASHED) == sorted([said[0][-1], last])
    seen = page.evaluate(PLACE, sentence("#source", said[0], "en", -1 + len(said[0])))
    assert 0 < seen["top"] < 625
    page.keyboard.press("w")  # what is marked is drawn anew, and so is the wash
    assert page.evaluate(WASHED) == sorted([said[0][-1], last])


def test_a_field_and_its_source_stand_beside_each_other(opened):
    """While editing: a click in the source scrolls the field, a key in the field the source."""
    page = opened("postedit")
    said = sentences_in("en"), sentences_in("de")
    here = page.evaluate(PLACE, sentence("#source", said[0], "en", AT, scrolled=True))
    page.mouse.click(here["x"], here["y"])
    box = page.locator("#edited").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, here["y"])
    caret = page.locator("#edited").evaluate("field => field.selectionStart")
    start, end = sentence("#edited", said[1], "de", AT)[1:3]
    assert start - 60 <= caret <= end
    assert page.locator("#edited").evaluate("field => field.scrollTop") > 0
    page.keyboard.press("Control+Home")
    assert page.evaluate(PLACE, sentence("#source", said[0], "en", 0))["far"] < 12
