"""Tournaments: pairs of one source in a row, adequacy afterwards, more questions, two parts."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.browser.bridge import NAMES, adequacy, bridge, compared, plan_of, ranked
from tests.browser.received import text_of

pytestmark = pytest.mark.browser


# With these answers a and b are the best, and nothing relates them: one more question follows.
TREE = ((NAMES[0], NAMES[2]), (NAMES[1], NAMES[3]), (NAMES[2], NAMES[3]))


def followed(follow_up=1, **changes):
    """Return a campaign of four systems that asks follow-up questions."""
    made = bridge("tournament@1", systems=4, **changes)
    return replace(made, design=replace(made.design, follow_up=follow_up))


def tree(segments=1):
    """Return the tournament of one or several sentences."""
    return [
        replace(one, slots=pair)
        for segment in range(segments)
        for one, pair in zip(compared(segment), TREE, strict=True)
    ]


def test_a_batch_by_keyboard_only(serve, sit_down):
    """1, 2 and 3 answer; questions of one sentence are counted; the last Enter leads to thanks."""
    plan = plan_of(*compared(0, 3), *compared(1, 2))
    world = serve(bridge("tournament@1"), plan=plan)
    hand = sit_down(world)
    page = hand.page
    assert page.locator("#q").inner_text() == "Which translation is better?"
    assert page.locator("#run").inner_text() == "Question 1 of 3 for this sentence"
    assert [one.inner_text() for one in page.locator("#answer .choice span").all()] == [
        "1 is better",
        "2 is better",
        "Equally good or bad",
    ]
    for key in "12":
        hand.answer(key)
    assert page.locator("#run").inner_text() == "Question 3 of 3 for this sentence"
    for key in "331":
        hand.answer(key)
    page.locator("#rest").wait_for()
    hand.until_state("Saved")
    page.keyboard.press("Enter")
    page.wait_for_url("**/thanks")
    given = [one.answer["better"] for one in world.judgements()]
    assert given == ["left", "right", "tie", "tie", "left"]


@pytest.mark.any_fonts
def test_the_source_stays_where_it_is_between_questions(serve, sit_down):
    """Nothing of it is drawn anew while the pair changes, and the page does not scroll."""
    world = serve(bridge("tournament@1"), plan=plan_of(*compared(0, 3), *compared(1, 1)))
    hand = sit_down(world, viewport={"width": 700, "height": 560})
    page = hand.page
    page.evaluate(
        "() => { scrollTo(0, 60); document.getElementById('source').firstChild.mine = 1; }"
    )
    texts = page.locator(".option .read").all_inner_texts()
    place = "() => document.getElementById('source').getBoundingClientRect().y"
    before = page.evaluate(place)
    hand.answer("1")
    assert page.locator(".option .read").all_inner_texts() != texts
    assert page.evaluate(place) == before
    assert page.evaluate("() => document.getElementById('source').firstChild.mine") == 1
    hand.answer("1")
    hand.answer("1")
    assert page.evaluate("() => scrollY") == 0  # another sentence begins at its beginning
    assert page.locator("#run").inner_text() == ""


def test_adequacy_shows_one_translation_and_asks_yes_or_no(serve, sit_down):
    """The second stage comes after the first has arrived; the same digits answer it."""
    made = bridge("tournament@1", options={"adequacy": True, "highlight": True})
    stage = [replace(adequacy(0, name), batch=1) for name in NAMES[:2]]
    world = serve(made, plan=plan_of(*compared(0, 1), *stage))
    hand = sit_down(world)
    page = hand.page
    assert page.locator("#differences").is_visible()
    hand.press("d")
    hand.answer("2")
    hand.press("Enter")
    page.get_by_text("Is this translation adequate?").first.wait_for()
    assert page.locator("#q").inner_text() == "Is this translation adequate?"
    assert page.locator(".option:visible").count() == 1
    assert not page.locator("#differences").is_visible()
    page.get_by_role("region", name="Translation", exact=True).wait_for()
    group = page.get_by_role("group", name="Is this translation adequate?")
    assert group.get_by_role("radio").count() == 2
    hand.press("3", "d")  # neither means anything here
    assert page.locator("#answer :checked").count() == 0
    hand.answer("1")
    hand.answer("2")
    page.locator("#rest").wait_for()
    hand.until_state("Saved")
    assert [one.answer for one in world.judgements()] == [
        {"better": "right"},
        {"adequate": "yes"},
        {"adequate": "no"},
    ]
    aided = [event.detail["judgement"] for event in world.events() if event.event == "aid used"]
    assert aided == [world.judgements()[0].id]


def test_more_questions_follow_without_a_word_after_a_short_batch(serve, sit_down):
    """Nobody needs a rest after three questions: the fourth comes as if it had been planned."""
    world = serve(followed(), plan=plan_of(*tree()))
    hand = sit_down(world)
    assert hand.position == "1 of at least 3"
    for key in "113":
        hand.answer(key)
    hand.page.wait_for_function("() => !document.getElementById('item').hidden")
    hand.page.get_by_text("1 of at least 1").wait_for()
    assert hand.page.locator("#rest").is_hidden()
    hand.press("?")
    assert "3 of at least 4 items done in all" in hand.page.locator("#help-own").inner_text()
    hand.press("Escape")
    hand.answer("2")
    hand.page.get_by_text("That was the last item").wait_for()
    hand.until_state("Saved")
    hand.page.wait_for_function("() => document.getElementById('rest-go').ariaDisabled !== 'true'")
    hand.press("Enter")
    hand.page.wait_for_url("**/thanks")
    assert "You judged 4 items." in hand.page.locator("main").inner_text()
    assert len(world.judgements()) == 4


def test_more_questions_are_announced_after_a_long_batch(serve, sit_down):
    """After twelve questions a rest says how many follow; one press goes on with them."""
    world = serve(followed(), plan=plan_of(*tree(4)))
    hand = sit_down(world)
    for _ in range(4):
        for key in "113":
            hand.answer(key)
    hand.page.get_by_text("A few more questions").wait_for()
    assert (
        hand.page.locator("#rest-text").inner_text() == "4 more questions follow from your answers."
    )
    hand.press("Enter")
    hand.until_position(1)
    assert hand.position == "1 of at least 4"
    for _ in range(4):
        hand.answer("1")
    hand.page.get_by_text("That was the last item").wait_for()
    hand.until_state("Saved")
    assert len(world.judgements()) == 16


def test_without_a_connection_the_end_waits_for_the_server(serve, sit_down):
    """The rest says what it waits for; when the connection is back the questions come."""
    world = serve(followed(), plan=plan_of(*tree()), alone=True)
    hand = sit_down(world)
    hand.answer("1")
    hand.until_state("Saved")
    world.server.kill()
    hand.answer("1")
    hand.answer("3")
    hand.page.locator("#rest").wait_for()
    hand.until_state("Offline. 2 answers kept here")
    assert "2 answers are still in this browser" in hand.page.locator("#rest-text").inner_text()
    assert hand.page.locator("#rest-go").get_attribute("aria-disabled") == "true"
    world.server.start()
    hand.come_online()
    hand.page.get_by_text("A few more questions").wait_for()
    assert (
        hand.page.locator("#rest-text").inner_text() == "1 more question follows from your answers."
    )
    hand.press("Enter")
    hand.until_position(1)
    hand.answer("1")
    hand.until_state("Saved")
    assert len(world.judgements()) == 4


def test_a_server_that_is_away_when_asked_for_more_is_asked_again(serve, sit_down):
    """All answers have arrived, the question for more has not: the page says so and tries on."""
    world = serve(followed(), plan=plan_of(*tree()))
    hand = sit_down(world)
    hand.page.route("**/tasks.json", lambda route: route.abort())
    for key in "113":
        hand.answer(key)
    hand.page.get_by_text("when the connection is back").wait_for()
    assert hand.page.locator("#rest-go").get_attribute("aria-disabled") == "true"
    hand.page.unroute("**/tasks.json")
    hand.come_online()
    hand.page.get_by_text("A few more questions").wait_for()


def test_a_changed_answer_asks_anew(serve, sit_down):
    """Going back from the end and changing an answer makes other questions possible."""
    world = serve(followed(), plan=plan_of(*tree()))
    hand = sit_down(world)
    for key in "131":  # a is above all the others, so nothing more is to be asked
        hand.answer(key)
    hand.page.get_by_text("That was the last item").wait_for()
    hand.page.wait_for_function("() => document.getElementById('rest-go').ariaDisabled !== 'true'")
    hand.page.locator("#position").click()
    hand.page.locator("#items .item").nth(1).click()
    hand.until_position(2)
    hand.press("1", "Enter")  # now b is above d, and nothing relates a and b
    hand.page.get_by_text("1 of at least 1").wait_for()
    hand.until_state("Saved")
    assert len(world.judgements()) == 4


def test_a_campaign_as_it_is_planned_to_its_end(serve, sit_down):
    """Tournament, follow-ups and adequacy of a real plan, one key after the other."""
    made = bridge("tournament@1", options={"adequacy": True})
    design = replace(made.design, common=1, unique=1, follow_up=1, min_words=1)
    world = serve(replace(made, design=design))
    hand = sit_down(world)
    asked = []
    for _ in range(60):
        hand.page.wait_for_function(
            "() => !document.getElementById('item').hidden"
            " || document.getElementById('rest-go').ariaDisabled !== 'true'"
        )
        if hand.page.locator("#rest").is_visible():
            hand.press("Enter")
            hand.page.wait_for_function(
                "() => location.pathname.endsWith('/thanks')"
                " || document.getElementById('rest')?.hidden"
            )
            if hand.page.url.endswith("/thanks"):
                break
        asked.append(hand.page.locator("#answer fieldset:visible").get_attribute("data-ask"))
        before = hand.page.locator("main").inner_text()
        hand.press("1" if asked[-1] == "better" else "2", "Enter")
        hand.page.wait_for_function(
            "before => document.querySelector('main').innerText !== before", arg=before
        )
    assert hand.page.locator("#code").inner_text()
    counted = len(world.counting())
    assert counted == len(asked) == len(world.judgements())
    assert asked.count("better") >= 12  # two tournaments of five
    assert asked.count("adequate") >= 2
    assert asked == sorted(asked, key=["better", "adequate"].index)


def crossed(pause):
    """Return a campaign that asks in two ways, and its plan."""
    made = bridge("crossover@1", options={"highlight": True})
    made = replace(made, design=replace(made.design, pause=pause))
    second = [replace(ranked(n), batch=1) for n in range(2)]
    return made, plan_of(*compared(0, 2), *second)


@pytest.mark.parametrize("offline", [False, True])
def test_the_way_of_asking_changes_between_two_parts(serve, sit_down, offline):
    """From pairs to orders on the same page, also when the connection was lost between them."""
    made, plan = crossed(0.0)
    world = serve(made, plan=plan)
    hand = sit_down(world)
    page = hand.page
    assert page.locator("#differences").is_visible()
    assert not page.locator("#cards").is_visible()
    assert page.locator("#part").inner_text() == "Part 1 of 2: two translations at a time."
    hand.answer("1")
    page.context.set_offline(offline)
    hand.answer("3")
    page.get_by_text("Batch 1 of 2 is done").wait_for()
    if offline:
        hand.press("Enter")  # the second part is given out when the first has arrived
        page.get_by_text("The items could not be loaded").wait_for()
        page.context.set_offline(False)
    else:
        hand.press("Enter")
    page.locator("#cards").wait_for()
    assert page.locator("#q").inner_text() == "Put the translations in order. 1 is the best."
    told = page.locator("#part").inner_text()
    assert told == "Part 2 of 2: several translations in order."
    assert not page.locator(".pair").is_visible()
    assert not page.locator("#differences").is_visible()
    assert page.locator("#answer fieldset:visible").count() == 0
    hand.press(*"12211", "Enter")
    hand.until_position(2)
    hand.press(*"12345", "Enter")
    page.get_by_text("That was the last item").wait_for()
    hand.until_state("Saved")
    assert [one.answer for one in world.judgements()] == [
        {"better": "left"},
        {"better": "tie"},
        {"ranks": [1, 2, 2, 1, 1]},
        {"ranks": [1, 2, 3, 4, 5]},
    ]


@pytest.mark.parametrize("over", [False, True])
def test_a_pause_between_the_parts_is_kept_and_told(serve, sit_down, over):
    """Before its end a page says when to come back, and answers can be looked at; then it goes on.

    The pause counts from the last answer, by the clock of the one who gave it.
    """
    made, plan = crossed(1.0)
    world = serve(made, plan=plan)
    hand = sit_down(world, opened=False)
    page = hand.page
    if over:
        page.clock.set_system_time(datetime.now(UTC) - timedelta(days=2))
    hand.open()
    hand.answer("1")
    hand.answer("2")
    hand.press("Enter")
    if over:
        page.locator("#cards").wait_for()
        assert hand.position == "1 of 2"
        return
    page.wait_for_url("**/break")
    assert page.locator("h1").inner_text() == "The first part is done. Thank you."
    assert re.search(r"\d{1,2} \w+ 20\d\d.*\d\d:\d\d", page.locator("#opens").inner_text())
    assert page.locator("#opens-go").is_hidden()
    page.get_by_role("link", name="Look at my answers").click()
    page.locator("#item").wait_for()
    assert hand.position == "1 of 2"
    assert page.locator("#answer :checked").get_attribute("value") == "left"
    hand.press("Enter")
    hand.until_position(2)
    hand.press("Enter")
    page.get_by_text("Batch 1 of 2 is done").wait_for()
    hand.press("Enter")
    page.wait_for_url("**/break")
    page.clock.set_system_time(datetime.now(UTC) + timedelta(days=2))
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    page.get_by_role("link", name="Begin the second part").wait_for()


@pytest.mark.any_fonts
@pytest.mark.parametrize("language", ["de", "fr"])
def test_all_of_it_fits_the_narrowest_phone(serve, sit_down, language):
    """At 320 px neither pairs, nor adequacy, nor the pause scroll sideways."""
    phone = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "locale": language}
    wide = "() => document.documentElement.scrollWidth"
    made, plan = crossed(1.0)
    hand = sit_down(serve(made, plan=plan), **phone)
    assert hand.page.evaluate(wide) <= 320
    hand.answer("1")
    hand.answer("2")
    hand.press("Enter")
    hand.page.wait_for_url("**/break")
    assert hand.page.evaluate(wide) <= 320
    alone = bridge("tournament@1", options={"adequacy": True})
    other = sit_down(serve(alone, plan=plan_of(adequacy(0))), **phone)
    assert other.page.evaluate(wide) <= 320


def test_nothing_the_browser_receives_names_a_system(serve, sit_down):
    """Neither in the tournament, nor in what follows from it, nor where outputs are merged."""
    made = followed(options={"adequacy": True, "highlight": True})
    first = replace(compared(1, 1)[0], slots=(NAMES[0], "+".join(NAMES[1:4])))
    world = serve(made, plan=plan_of(*tree(), first))
    hand = sit_down(world, opened=False, service_workers="block")
    received = []

    def record(route):
        response = route.fetch(max_redirects=0)
        received.append((response.url, json.dumps(response.headers) + text_of(response)))
        route.fulfill(response=response)

    hand.page.context.route("**/*", record)
    hand.open()
    for key in "1132":
        hand.answer(key)
    hand.page.get_by_text("1 of at least 1").wait_for()
    hand.answer("1")
    hand.until_state("Saved")
    for step in (".json", "/tasks.json", "/tasks.json?batch=1", "/instructions", "/thanks.json"):
        hand.page.goto(hand.link + step)
    hand.page.context.unroute_all(behavior="wait")
    assert len(received) > 10  # the page, its files, batches and answers
    for address, seen in received:
        shared = "/static/" in address
        words = r"QQ" if shared else r"QQ|alpha|beta|gamma|delta|follow-up|budget|propensity"
        assert not re.search(words, address + seen), address
