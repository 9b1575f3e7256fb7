"""Scores side by side, against a reference, and in documents; also offline, narrow and blind."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

import pytest

from tertium.model import MERGED
from tertium.web.manage.sessions import new_session, session_cookie
from tertium.web.openapi import COOKIE
from tests.browser.lighthouse import (
    NAMES,
    REFERENCES,
    SOURCES,
    TWO,
    documents,
    lighthouse,
    next_item,
    plan_of,
    said,
    scored,
    scores,
    seat,
)
from tests.browser.received import text_of

pytestmark = pytest.mark.browser


@pytest.fixture
def score(serve, sit_down):
    """Return a function that seats somebody before translations to be scored."""
    return partial(seat, serve, sit_down)


def given(hand):
    """Return the scores beside the lines of the document."""
    cells = hand.page.locator(".seg .given").all()
    return [[row.inner_text() for row in cell.locator(".row").all()] for cell in cells]


@pytest.mark.any_fonts
def test_translations_side_by_side(score):
    """In the order of the plan, a slider each; three and more stand below each other."""
    shown = (NAMES[2], NAMES[0], NAMES[1])
    world, hand = score(
        scored(3, shown), scored(4, shown[:2]), options={"outputs": 3, "anchors": "esa", **TWO}
    )
    page = hand.page
    texts = [one.inner_text() for one in page.locator(".output .read").all()]
    assert texts == [world.campaign.outputs["SEGQQ3", name] for name in shown]
    lefts = {one.bounding_box()["x"] for one in page.locator(".output").all()}
    assert len(lefts) == 1
    assert (
        page.get_by_role("region", name="Translation 2", exact=True)
        .get_by_role("slider", name="Fluency, translation 2", exact=True)
        .is_visible()
    )
    hand.press("7", "0", "Enter", "6", "0", "Enter")
    assert said(hand) == "Still to do: scores for 2, 3."
    hand.press("1", "0", "Enter")
    assert said(hand) == "Still to do: scores for Fluency 2, 3."
    hand.press("0", "Enter", "8", "8", "Enter", "1", "0", "0")
    page.set_viewport_size({"width": 390, "height": 800})
    lefts = {one.bounding_box()["x"] for one in page.locator(".output").all()}
    assert len(lefts) == 1
    next_item(hand, 2)
    assert page.locator(".output:visible").count() == 2
    assert scores(hand) == ["", "", "", ""]
    hand.until_state("Saved")
    assert world.judgements()[0].answer == {"adequacy": [70, 10, 88], "fluency": [60, 0, 100]}
    page.locator("#position").click()
    assert "70 · 60 (1), 10 · 0 (2), 88 · 100 (3)" in page.locator("#items").inner_text()


def test_what_translations_are_judged_against(score):
    """The reference has its label; where it stands alone the source is not even sent."""
    _, hand = score(scored(2, NAMES[:1]), options={"against": "reference"})
    assert hand.page.locator("#reference-label").inner_text() == "Reference, English"
    assert hand.page.locator("#reference").inner_text() == REFERENCES[2]
    assert not hand.page.locator("#source").is_visible()
    told = hand.page.request.get(f"{hand.link}/tasks.json").text()
    assert "faro" not in told
    assert SOURCES[2] not in told
    _, hand = score(scored(2, NAMES[:2]), options={"against": "both", "outputs": 2})
    assert hand.page.locator("#source").inner_text() == SOURCES[2]
    assert hand.page.locator("#reference").inner_text() == REFERENCES[2]
    assert hand.page.locator("#before .read").inner_text() == SOURCES[1]


def test_a_document_is_scored_sentence_by_sentence(score):
    """All lines are there, the present one is marked, and the whole comes last."""
    world, hand = score(
        *documents(NAMES[:1]), options={"document": True, "aspects": ["adequacy"], "anchors": "esa"}
    )
    page = hand.page
    sources = [one.inner_text() for one in page.locator(".seg .src .read").all()]
    assert sources == list(SOURCES)
    lines = """() => [...document.querySelectorAll('.seg .read')].map((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        return words.getBoundingClientRect().top - one.closest('ol').getBoundingClientRect().top;
    })"""
    before = page.evaluate(lines)
    for n, value in enumerate(("86", "78", "61", "90", "91")):
        assert (
            page.locator("#q").inner_text()
            == f"How much of the meaning does sentence {n + 1} keep?"
        )
        now = page.locator("[aria-current=true].seg")
        assert now.locator(".no").inner_text() == str(n + 1)
        assert given(hand)[n] == [""]
        hand.press(*value, "Enter")
        hand.until_position(n + 2)
        assert given(hand)[n] == [value]
        assert page.evaluate(lines) == before
    assert (
        page.locator("#q").inner_text() == "How good is the translation of the document as a whole?"
    )
    assert page.locator(".seg.now").count() == 0
    assert given(hand) == [["86"], ["78"], ["61"], ["90"], ["91"]]
    for number in (5, 4):  # two back: another score for the fourth sentence
        hand.press("b")
        hand.until_position(number)
    assert scores(hand) == ["90"]
    hand.press("4", "4", "Enter")
    hand.until_position(6)
    assert given(hand)[3] == ["44"]
    hand.press("7", "0", "Enter")
    page.locator("#rest").wait_for()
    hand.until_state("Saved")
    answers = [one.answer for one in world.counting().values()]
    assert {"document": [70]} in answers
    assert {"adequacy": [44]} in answers
    assert len(answers) == 6


@pytest.mark.any_fonts
def test_a_line_in_sight_however_long_the_document(score):
    """Going on scrolls as little as is needed; a question about the whole shows itself."""
    _, hand = score(
        *documents(NAMES[:1]), options={"document": True}, viewport={"width": 390, "height": 700}
    )
    for number in range(2, 6):
        next_item(hand, number, "5", "0")
        line = hand.page.locator(".seg.now").bounding_box()
        dock = hand.page.locator(".dock").bounding_box()
        assert line["y"] >= 0
        assert line["y"] + min(line["height"], 200) <= dock["y"]
    main = hand.page.locator("#main")
    assert main.evaluate("one => one.scrollTop") > 0
    next_item(hand, 6, "5", "0")
    assert main.evaluate("one => one.scrollTop") == 0


def test_documents_side_by_side(score):
    """A column for each system, which keeps its scores even where the order is another."""
    one, two = NAMES[:2]
    tasks = [
        scored(0, (one, two), condition="segment"),
        scored(1, (two, one), condition="segment"),
        scored(2, (two,), condition="segment"),
        scored(4, (one, two), condition="document"),
    ]
    world, hand = score(*tasks, options={"document": True, "outputs": 2, **TWO})
    page = hand.page

    def row(line):
        cells = page.locator(".seg").nth(line).locator(".target .read")
        return cells.all_inner_texts()

    texts = world.campaign.outputs
    assert row(4) == [texts["SEGQQ4", one], texts["SEGQQ4", two]]
    next_item(hand, 2, "1", "1", "Enter", "1", "2", "Enter", "2", "1", "Enter", "2", "2")
    assert row(1) == [texts["SEGQQ1", two], texts["SEGQQ1", one]]
    assert given(hand)[0] == ["1 21 · 22", "2 11 · 12"]
    next_item(hand, 3, "3", "1", "Enter", "3", "2", "Enter", "4", "1", "Enter", "4", "2")
    assert len(scores(hand)) == 2  # one translation is scored, and the other one stays in sight
    assert row(0) == [texts["SEGQQ0", two], texts["SEGQQ0", one]]
    next_item(hand, 4, "5", "1", "Enter", "5", "2")
    assert given(hand)[:4] == [
        ["1 11 · 12", "2 21 · 22"],
        ["1 41 · 42", "2 31 · 32"],
        ["", "2 51 · 52"],
        ["", ""],
    ]
    assert page.locator(".slot-name:visible").all_inner_texts() == [
        "Translation 1",
        "Translation 2",
    ]
    hand.press("9", "0", "Enter", "8", "0", "Enter")
    page.locator("#rest").wait_for()
    hand.until_state("Saved")
    assert [judged.answer for judged in world.judgements()][1:] == [
        {"adequacy": [31, 41], "fluency": [32, 42]},
        {"adequacy": [51], "fluency": [52]},
        {"document": [90, 80]},
    ]


def test_without_a_connection_scores_are_kept_and_sent_later(score):
    """Offline work goes on in the document, survives a reload, and arrives once."""
    world, hand = score(*documents(NAMES[:1], segments=3), options={"document": True}, alone=True)
    hand.until("home => caches.match(`${home}/tasks`).then(Boolean)", f"/a/{world.tokens[0]}")
    world.server.kill()
    next_item(hand, 2, "8", "1")
    hand.press("8", "2")
    hand.until_state("Offline. 1 answer kept here")
    hand.page.reload()
    hand.page.locator("#item").wait_for()
    assert hand.position.startswith("2 of")
    assert scores(hand) == ["82"]
    assert given(hand)[:2] == [["81"], [""]]
    next_item(hand, 3)
    hand.until_state("Offline. 2 answers kept here")
    world.server.start()
    hand.come_online()
    hand.until_state("Saved")
    assert [one.answer for one in world.judgements()] == [{"overall": [81]}, {"overall": [82]}]


@pytest.mark.any_fonts
@pytest.mark.parametrize(
    ("language", "options"),
    [
        ("de", {"outputs": 5}),
        ("fr", {"outputs": 3}),
        ("en", {"outputs": 3, "document": True}),
        ("es", {"outputs": 2, "document": True}),
    ],
)
def test_scores_fit_the_narrowest_phone(score, language, options):
    """At 320 px and in very large type nothing scrolls sideways, and everything can be hit."""
    count = options["outputs"]
    tasks = documents(NAMES[:count]) if "document" in options else [scored(2, NAMES[:count])]
    _, hand = score(
        *tasks,
        options=options | TWO | {"anchors": "esa", "against": "both"},
        locale=language,
        viewport={"width": 320, "height": 640},
    )
    hand.press("7", "1", "Enter")
    for size in ("m", "xl"):
        hand.page.evaluate("size => { document.documentElement.dataset.size = size; }", size)
        assert hand.page.evaluate("() => document.documentElement.scrollWidth") <= 320
    targets = hand.page.evaluate(
        "() => [...document.querySelectorAll('.slider:not([hidden]) input')]"
        ".filter((one) => one.offsetParent).map((one) => one.getBoundingClientRect())"
        ".map((box) => Math.min(box.width, box.height))"
    )
    assert len(targets) == 4 * count
    assert min(targets) >= 24
    for name in ("help", "list"):
        hand.page.evaluate("name => document.getElementById(name).showModal()", name)
        assert hand.page.locator(f"#{name}").evaluate("one => one.scrollWidth <= one.clientWidth")
        hand.press("Escape")
    assert "{" not in hand.page.locator("main").inner_text()


@pytest.mark.parametrize(
    ("target", "direction", "document"), [("ar", "rtl", True), ("ja", "ltr", False)]
)
def test_texts_have_their_language_and_direction(score, target, direction, document):
    """Arabic runs from the right also where it begins with a Latin word."""
    text = {"ar": "Tertium يغلق الجسر.", "ja": "橋は月曜日から三週間閉鎖されます。"}[target]
    made = lighthouse({"document": document})
    made = replace(
        made,
        segments=tuple(replace(one, target_language=target) for one in made.segments),
        outputs=dict.fromkeys(made.outputs, text),
    )
    tasks = documents(NAMES[:1]) if document else [scored()]
    _, hand = score(*tasks, campaign=made)
    for one in hand.page.locator(".target .read, .output .read").all():
        assert (one.get_attribute("lang"), one.get_attribute("dir")) == (target, direction)
        assert one.evaluate("one => getComputedStyle(one).direction") == direction


def test_nothing_the_browser_receives_names_a_system(score):
    """Neither systems nor references, in any response or in what is kept."""
    merged = (NAMES[0], MERGED.join(NAMES[1:3]))
    made = lighthouse({"outputs": 2, "against": "both", "document": True})
    made = replace(
        made,
        outputs=made.outputs
        | {(one.id, NAMES[2]): made.outputs[one.id, NAMES[1]] for one in made.segments},
    )
    received = []
    world, hand = score(
        *documents(merged, segments=1), campaign=made, opened=False, service_workers="block"
    )

    def record(route):
        response = route.fetch(max_redirects=0)
        received.append((response.url, json.dumps(response.headers) + text_of(response)))
        route.fulfill(response=response)

    hand.page.context.route("**/*", record)
    hand.open()
    next_item(hand, 2, "7", "1", "Enter", "6", "1")
    hand.press("7", "1", "Enter", "6", "1", "Enter")
    hand.page.locator("#rest").wait_for()
    hand.until_state("Saved")
    hand.page.get_by_role("button", name="Finish").click()
    hand.page.locator("#code").wait_for()
    hand.page.context.unroute_all(behavior="wait")
    assert len(received) > 10  # the page, its files, batches and answers
    for address, seen in received:
        assert not re.search(r"QQ|alpha|gamma|omega|human", seen + address), address
    assert len(world.judgements()) == 2


def test_a_manager_sees_the_same_page_and_leaves_nothing(serve, context):
    """The preview of documents works with keys and keeps nothing."""
    world = serve(lighthouse({"document": True}), plan=plan_of(*documents(NAMES[:1], segments=1)))
    with world.store() as store:
        if store.managers.password_hash("ada") is None:
            store.managers.add("ada", "not a hash")
        cookie = session_cookie(store, new_session("ada"), now=datetime.now(UTC))
    profile = context()
    profile.add_cookies([{"name": COOKIE, "value": cookie, "url": world.server.address}])
    page = profile.new_page()
    page.goto(
        f"{world.server.address}/manage/campaigns/{world.campaign.name}/annotators/one/preview"
    )
    page.locator("#item").wait_for()
    for key in ("7", "1", "Enter"):
        page.keyboard.press(key)
    page.get_by_role("heading", name="as a whole?").wait_for()
    for key in ("6", "1", "Enter"):
        page.keyboard.press(key)
    page.locator("#rest").wait_for()
    assert world.judgements() == []
