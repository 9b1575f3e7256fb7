"""Putting translations in order: by keys, by pointer, by finger, and without seeing the page."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tertium.web.manage.sessions import new_session, session_cookie
from tertium.web.openapi import COOKIE
from tests.browser.bridge import NAMES, bridge, plan_of, ranked
from tests.browser.received import text_of

pytestmark = pytest.mark.browser


@pytest.fixture
def order(serve, sit_down):
    """Return a function that seats somebody before translations to be put in order."""

    def start(*tasks, systems=5, alone=False, **settings):
        made = bridge("ranking@1", systems=systems, options={"outputs": max(systems, 2)})
        slots = tuple(system.name for system in made.systems)
        plan = plan_of(*(tasks or [ranked(n, slots) for n in range(3)]))
        world = serve(made, plan=plan, alone=alone)
        return world, sit_down(world, **settings)

    return start


def strip(hand):
    """Return the order as the strip shows it, such as `1st A = C`."""
    return [" ".join(one.inner_text().split()) for one in hand.page.locator(".slot").all()]


def now(hand):
    """Return the letter of the current card."""
    return hand.page.locator(".card.now .num").inner_text()


def drag(hand, letter, place, where="on"):
    """Drag a letter to a place, or just before or after it; place 0 is `not placed`."""
    token = hand.page.locator(".token", has_text=letter).bounding_box()
    box = hand.page.locator(".slot").nth(place - 1).bounding_box()
    share = {"on": 0.5, "before": 0.04, "after": 0.96}[where]
    mouse = hand.page.mouse
    mouse.move(token["x"] + 8, token["y"] + 8)
    mouse.down()
    mouse.move(token["x"] + 40, token["y"] - 20, steps=3)
    mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2, steps=3)
    assert hand.page.locator(".slot").nth(place - 1).get_attribute("data-aim") == where
    mouse.up()
    assert hand.page.locator("[data-aim], .held").count() == 0


def test_an_order_by_keyboard_only_with_ties(order):
    """Digits give places and hand over to the next card; equal places are ties; Enter saves."""
    world, hand = order()
    assert hand.page.locator("#q").inner_text() == "Put the translations in order. 1 is the best."
    assert now(hand) == "A"
    hand.press("1", "4", "1", "3")
    assert now(hand) == "E"
    assert strip(hand) == ["1st A = C", "2nd", "3rd D", "4th B", "5th", "Not placed E"]
    assert hand.page.locator("#say").inner_text() == "D: place 3. Still to do: a place for E."
    assert hand.page.locator("#save").get_attribute("aria-disabled") == "true"
    hand.press("4")
    assert hand.page.locator("#say").inner_text() == "E: place 4, equal with B."
    assert hand.page.locator("#save").get_attribute("aria-disabled") == "false"
    hand.press("Enter")
    hand.until_position(2)
    hand.press("=")  # nothing stands above the first card
    assert hand.page.locator("#say").inner_text() == "There is no place above to share."
    hand.press("2", "=", "ArrowDown", "=", "ArrowDown", "1", "3", "Enter")
    hand.until_position(3)
    hand.until_state("Saved")
    # Places 1, 1, 3, 4, 4 and 2, 2, 2, 1, 3: gaps are closed, ties stay.
    assert [one.answer for one in world.judgements()] == [
        {"ranks": [1, 3, 1, 2, 3]},
        {"ranks": [2, 2, 2, 1, 3]},
    ]


def test_arrows_choose_cards_and_move_them(order):
    """Up and down go from card to card; with Shift or Alt the card itself moves in the order."""
    world, hand = order()
    hand.press(*"12345")
    hand.press("ArrowUp", "ArrowUp")
    assert now(hand) == "C"
    hand.press("Shift+ArrowUp")
    assert strip(hand)[:4] == ["1st A", "2nd B = C", "3rd D", "4th E"]
    hand.press("Shift+ArrowUp")
    assert strip(hand)[:5] == ["1st A", "2nd C", "3rd B", "4th D", "5th E"]
    assert hand.page.locator("#say").inner_text() == "C: place 2."
    hand.press(
        "Alt+ArrowDown", "Alt+ArrowDown", "Alt+ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown"
    )
    assert now(hand) == "E"  # the last one stays the last one
    assert strip(hand)[:4] == ["1st A", "2nd B", "3rd C = D", "4th E"]
    hand.press("Enter")
    hand.until_position(2)
    hand.until_state("Saved")
    assert world.judgements()[0].answer == {"ranks": [1, 2, 3, 3, 4]}


def test_saving_names_what_lacks_a_place(order):
    """The message lists the letters, and the first of them becomes the current card."""
    world, hand = order()
    hand.press("1", "2", "ArrowDown", "ArrowDown")
    hand.wait()
    hand.press("Enter")
    said = hand.page.locator("#say.urgent").inner_text()
    assert said == "Still to do: places for C, D, E."
    assert now(hand) == "C"
    assert hand.page.locator(".card.now").evaluate("one => one === document.activeElement")
    assert world.judgements() == []


def test_an_order_by_mouse(order):
    """Clicks give places; letters are dragged onto a place, between two, and out of the order."""
    world, hand = order()
    card = hand.page.locator(".card")
    for slot, place in enumerate("12345"):
        card.nth(slot).locator(".choice", has_text=place).click()
    hand.press("ArrowDown", "ArrowUp")  # after a click arrows choose cards, and change no place
    assert strip(hand)[:5] == ["1st A", "2nd B", "3rd C", "4th D", "5th E"]
    drag(hand, "E", 1)
    assert strip(hand) == ["1st A = E", "2nd B", "3rd C", "4th D", "5th", "Not placed"]
    drag(hand, "D", 2, "before")
    assert strip(hand) == ["1st A = E", "2nd D", "3rd B", "4th C", "5th", "Not placed"]
    drag(hand, "A", 4, "after")
    assert strip(hand) == ["1st E", "2nd D", "3rd B", "4th C", "5th A", "Not placed"]
    drag(hand, "B", 6)
    assert strip(hand) == ["1st E", "2nd D", "3rd", "4th C", "5th A", "Not placed B"]
    assert hand.page.locator("#say").inner_text().startswith("B has no place now.")
    drag(hand, "B", 3)
    hand.page.locator("#save").click()
    hand.until_position(2)
    hand.until_state("Saved")
    assert world.judgements()[0].answer == {"ranks": [5, 3, 4, 2, 1]}


def test_letting_go_by_escape_changes_nothing(order):
    """A drag that is given up leaves the order as it was; a press leads to the card."""
    _, hand = order()
    hand.press("1", "2")
    before = strip(hand)
    box = hand.page.locator(".token", has_text="B").bounding_box()
    hand.page.mouse.move(box["x"] + 5, box["y"] + 5)
    hand.page.mouse.down()
    hand.page.mouse.move(box["x"] - 60, box["y"] + 5, steps=3)
    hand.press("Escape")
    hand.page.mouse.up()
    assert strip(hand) == before
    hand.page.mouse.move(box["x"] + 5, box["y"] + 5)
    hand.page.mouse.down()
    hand.page.mouse.move(box["x"] - 60, box["y"] - 200, steps=3)  # far from the strip
    hand.page.mouse.up()
    assert strip(hand) == before
    hand.page.locator(".token", has_text="D").click()
    assert now(hand) == "D"


def test_an_order_by_finger(order):
    """Touch drags a letter without scrolling the page, and taps give places."""
    world, hand = order(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    for slot, place in enumerate("1234"):
        hand.page.locator(".card").nth(slot).locator(".choice", has_text=place).tap()
    token = hand.page.locator(".token", has_text="E").bounding_box()
    box = hand.page.locator(".slot").nth(1).bounding_box()
    scrolled = hand.page.evaluate("() => scrollY")
    touch = hand.page.context.new_cdp_session(hand.page)
    start = (token["x"] + 10, token["y"] + 10)
    end = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def send(kind, *points):
        touch.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    send("touchStart", start)
    for step in range(1, 6):
        send(
            "touchMove",
            tuple(a + (b - a) * step / 5 for a, b in zip(start, end, strict=True)),
        )
    hand.page.wait_for_timeout(200)  # a finger that leaves in motion would throw the page
    send("touchEnd")
    assert strip(hand) == ["1st A", "2nd B = E", "3rd C", "4th D", "5th", "Not placed"]
    assert hand.page.evaluate("() => scrollY") == scrolled
    hand.page.locator("#save").tap()
    hand.until_position(2)
    hand.until_state("Saved")
    assert world.judgements()[0].answer == {"ranks": [1, 2, 3, 4, 2]}


def test_places_begun_survive_a_reload(order):
    """What is not saved yet is there again, gaps and all; nothing of it was sent."""
    world, hand = order()
    hand.press("5", "2", "5")
    before = strip(hand)
    hand.page.reload()  # at once: the database of the browser may not have it yet
    hand.page.locator("#item").wait_for()
    assert strip(hand) == before == ["1st", "2nd B", "3rd", "4th", "5th A = C", "Not placed D E"]
    assert now(hand) == "D"
    hand.press("1", "3", "Enter")
    hand.until_position(2)
    hand.until_state("Saved")
    assert [one.answer for one in world.judgements()] == [{"ranks": [4, 2, 4, 1, 3]}]


def test_without_a_connection_orders_are_kept_and_sent_later(order):
    """Offline work goes on, survives a reload from this browser, and arrives once."""
    world, hand = order(alone=True)
    hand.until("home => caches.match(`${home}/tasks`).then(Boolean)", f"/a/{world.tokens[0]}")
    world.server.kill()
    hand.press(*"12345", "Enter")
    hand.until_position(2)
    hand.press(*"54")
    hand.until_state("Offline. 1 answer kept here")
    hand.page.reload()
    hand.page.locator("#item").wait_for()
    assert hand.position.startswith("2 of")
    assert strip(hand)[3:5] == ["4th B", "5th A"]
    hand.press(*"321", "Enter")
    hand.until_position(3)
    hand.until_state("Offline. 2 answers kept here")
    world.server.start()
    hand.come_online()
    hand.until_state("Saved")
    stored = [one.answer["ranks"] for one in world.judgements()]
    assert stored == [[1, 2, 3, 4, 5], [5, 4, 3, 2, 1]]


def test_going_back_shows_the_stored_order_and_a_change_replaces_it(order):
    """The list tells the order in letters; a change is a new judgement."""
    world, hand = order()
    hand.press(*"14134", "Enter")
    hand.until_position(2)
    hand.page.locator("#position").click()
    first = hand.page.locator("#items .item").first
    assert "A = C > D > B = E" in first.inner_text()
    first.click()
    hand.until_position(1)
    assert strip(hand)[:3] == ["1st A = C", "2nd D", "3rd B = E"]
    hand.press("Enter")  # unchanged: nothing is sent
    hand.until_position(2)
    hand.press("b")
    hand.until_position(1)
    hand.press("2", "Enter")
    hand.until_position(2)
    hand.until_state("Saved")
    one, two = world.judgements()
    assert (one.answer, two.answer) == ({"ranks": [1, 3, 1, 2, 3]}, {"ranks": [2, 3, 1, 2, 3]})
    assert two.replaces == one.id
    hand.press("z")
    hand.until_position(1)
    hand.until_state("Saved")
    assert world.judgements()[2].answer == one.answer


def test_undo_takes_back_one_place_at_a_time(order):
    """Z walks back through the acts on this item, then to the item before."""
    _, hand = order()
    hand.press(*"12345", "Enter")
    hand.until_position(2)
    hand.press("3", "3")
    drag(hand, "A", 1)
    hand.press("z")
    assert strip(hand)[2] == "3rd A = B"
    hand.press("z")
    assert strip(hand)[2] == "3rd A"
    hand.press("z")
    assert strip(hand)[5] == "Not placed A B C D E"
    hand.press("z")
    hand.until_position(1)
    assert strip(hand)[4] == "5th E"


@pytest.mark.any_fonts
def test_cards_stay_where_they_are_until_they_are_sorted(order):
    """Giving places moves no text; S puts the cards in order once; the answer stays by slot."""
    world, hand = order(viewport={"width": 1280, "height": 1000})
    places = (
        "() => [...document.querySelectorAll('#source, .card .read, .card .choice, .dock')]"
        ".map((one) => { const box = one.getBoundingClientRect(); return [box.x, box.y]; })"
    )
    letters = "() => [...document.querySelectorAll('.card .num')].map((one) => one.innerText)"
    before = hand.page.evaluate(places)
    for key in (*"53142", "ArrowUp", "Shift+ArrowUp", "="):
        hand.press(key)
        assert hand.page.evaluate(places) == before, key
    hand.press("ArrowDown", "2")
    assert hand.page.evaluate(letters) == ["A", "B", "C", "D", "E"]
    hand.press("s")
    ranks = {"C": 1, "D": 1, "E": 2, "B": 3, "A": 5}
    assert hand.page.evaluate(letters) == ["C", "D", "E", "B", "A"]
    assert strip(hand)[0] == "1st C = D"
    hand.press("ArrowDown")
    assert now(hand) == "B"
    hand.press("Enter")
    hand.until_position(2)
    assert hand.page.evaluate(letters) == ["A", "B", "C", "D", "E"]
    hand.until_state("Saved")
    dense = sorted(set(ranks.values()))
    assert world.judgements()[0].answer == {
        "ranks": [dense.index(ranks[letter]) + 1 for letter in "ABCDE"]
    }


@pytest.mark.parametrize("count", [2, 10])
def test_two_and_ten_translations(order, count):
    """0 gives the tenth place; a card has as many places as there are translations."""
    world, hand = order(systems=count)
    assert hand.page.locator(".card:visible").count() == count
    assert hand.page.locator(".card").first.locator(".choice:visible").count() == count
    hand.press(*[str(n % 10) for n in range(count, 0, -1)])
    if count == 2:
        hand.press("9")  # there is no ninth place
    hand.press("Enter")
    hand.until_position(2)
    hand.until_state("Saved")
    assert world.judgements()[0].answer == {"ranks": list(range(count, 0, -1))}


def test_items_may_show_different_numbers_of_translations(order):
    """Merged outputs are one card; the next item has all of them again."""
    merged = (NAMES[0], "+".join(NAMES[1:4]), NAMES[4])
    world, hand = order(ranked(0, merged), ranked(1))
    assert hand.page.locator(".card:visible").count() == 3
    assert strip(hand) == ["1st", "2nd", "3rd", "Not placed A B C"]
    hand.press("4", "1", "3", "2", "Enter")
    hand.until_position(2)
    assert hand.page.locator(".card:visible").count() == 5
    assert strip(hand)[5] == "Not placed A B C D E"
    hand.until_state("Saved")
    assert world.judgements()[0].answer == {"ranks": [1, 3, 2]}


def test_an_order_can_be_given_without_seeing_the_page(order):
    """Groups with names and texts, real radio buttons, and one announcement for each act."""
    _, hand = order()
    page = hand.page
    group = page.get_by_role("group", name="Translation B", exact=True)
    assert group.get_attribute("aria-describedby") == "text-B"
    assert page.locator("#text-B").inner_text().startswith("Die Brücke ist geschlossen")
    places = page.get_by_role("group", name="Place of translation B")
    assert places.get_by_role("radio").count() == 5
    places.get_by_role("radio", name="2", exact=True).focus()
    page.keyboard.press("Space")
    page.get_by_role("group", name="Translation B, place 2", exact=True).wait_for()
    assert page.locator("output#say").inner_text().startswith("B: place 2.")
    page.keyboard.press("ArrowRight")  # radios keep the arrows they always had
    assert page.locator("output#say").inner_text().startswith("B: place 3.")
    assert places.get_by_role("radio", name="3", exact=True).is_checked()
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.name") == "place-C"
    page.get_by_role("list", name="Your order so far").wait_for()


def test_going_on_at_once_waits_for_enter_and_keys_can_be_off(order):
    """An order is looked at before it is saved; without single keys digits do nothing."""
    _, hand = order()
    hand.press("?")
    hand.page.locator("#at-once").check()
    hand.press("Escape")
    hand.wait()
    hand.press(*"12345")
    hand.page.wait_for_timeout(300)
    assert hand.position.startswith("1 of")
    hand.press("?")
    with hand.page.expect_response("**/preferences"):
        hand.page.locator("#single-keys").uncheck()
    hand.press("Escape", "1", "s")
    assert strip(hand)[:5] == ["1st A", "2nd B", "3rd C", "4th D", "5th E"]
    hand.press("Enter")
    hand.until_position(2)


def test_a_key_of_other_pages_can_be_chosen(serve, sit_down):
    """Where nothing is sorted, S is free: it may write comments, and sorting gets the other key."""
    world = serve()
    hand = sit_down(world)
    hand.press("?")
    with hand.page.expect_response("**/preferences"):
        hand.page.locator("[data-row=comment] button").click()
        hand.press("s")
    kept = hand.page.request.get(world.link(step="/preferences.json")).json()
    assert kept == {"codes": {"comment": "KeyS", "sort": "KeyC"}}
    assert hand.page.locator("[data-row=sort]").count() == 0


@pytest.mark.any_fonts
@pytest.mark.parametrize(("language", "count"), [("de", 10), ("en", 5), ("es", 5), ("fr", 10)])
def test_an_order_fits_the_narrowest_phone(order, language, count):
    """At 320 px nothing scrolls sideways, and every place can be hit."""
    _, hand = order(
        systems=count, locale=language, viewport={"width": 320, "height": 640}, has_touch=True
    )
    hand.press(*"1111")
    assert hand.page.evaluate("() => document.documentElement.scrollWidth") <= 320
    targets = hand.page.evaluate(
        "() => [...document.querySelectorAll('.card:not([hidden]) .choice:not([hidden]), .token')]"
        ".map((one) => one.getBoundingClientRect()).map((box) => Math.min(box.width, box.height))"
    )
    assert min(targets) >= 24
    for name in ("help", "list"):
        hand.page.evaluate("name => document.getElementById(name).showModal()", name)
        assert hand.page.locator(f"#{name}").evaluate("one => one.scrollWidth <= one.clientWidth")
        hand.press("Escape")
    assert "{" not in hand.page.locator("main").inner_text()


@pytest.mark.any_fonts
@pytest.mark.parametrize(("target", "direction"), [("ar", "rtl"), ("ja", "ltr")])
def test_cards_have_their_language_and_direction(serve, sit_down, target, direction):
    """Arabic runs from the right also where it begins with a Latin word; letters stay in place."""
    made = bridge("ranking@1")
    text = {"ar": "Tertium يغلق الجسر من الاثنين.", "ja": "橋は月曜日から三週間閉鎖されます。"}[
        target
    ]
    segments = tuple(replace(one, target_language=target) for one in made.segments)
    outputs = {key: f"{text} {n}" for n, key in enumerate(made.outputs)}
    world = serve(replace(made, segments=segments, outputs=outputs), plan=plan_of(ranked(0)))
    hand = sit_down(world)
    for one in hand.page.locator(".card .read").all():
        assert (one.get_attribute("lang"), one.get_attribute("dir")) == (target, direction)
        assert one.evaluate("one => getComputedStyle(one).direction") == direction
    hand.page.evaluate("() => { document.documentElement.dataset.size = 'xl'; }")
    hand.page.set_viewport_size({"width": 320, "height": 640})
    assert hand.page.evaluate("() => document.documentElement.scrollWidth") <= 320


def test_nothing_the_browser_receives_names_a_system(serve, sit_down):
    """Neither one system nor several with the same output, in any response or in what is kept."""
    merged = (NAMES[0], "+".join(NAMES[1:3]), *NAMES[3:])
    world = serve(bridge("ranking@1"), plan=plan_of(ranked(0, merged), ranked(1)))
    hand = sit_down(world, opened=False, service_workers="block")
    received = []

    def record(route):
        response = route.fetch(max_redirects=0)
        received.append((response.url, json.dumps(response.headers) + text_of(response)))
        route.fulfill(response=response)

    hand.page.context.route("**/*", record)
    hand.open()
    hand.press(*"1234", "Enter")
    hand.until_position(2)
    hand.press(*"12345", "Enter")
    hand.page.locator("#rest").wait_for()
    hand.until_state("Saved")
    kept = hand.page.evaluate(
        """async () => {
          const open = indexedDB.open('tertium');
          await new Promise((done) => { open.onsuccess = done; });
          const all = [];
          for (const name of open.result.objectStoreNames) {
            const request = open.result.transaction(name).objectStore(name).getAll();
            await new Promise((done) => { request.onsuccess = done; });
            all.push(...request.result);
          }
          return JSON.stringify(all);
        }"""
    )
    hand.page.get_by_role("button", name="Finish").click()
    hand.page.locator("#code").wait_for()
    hand.page.context.unroute_all(behavior="wait")
    assert len(received) > 10  # the page, its files, batches and answers
    for address, seen in [*received, ("kept", kept)]:
        assert not re.search(r"QQ|alpha|gamma|omega", seen), address
        assert "QQ" not in address


def test_a_manager_sees_the_same_page_and_leaves_nothing(serve, context):
    """The preview of rankings works with keys, keeps nothing, and ends without asking for more."""
    world = serve(bridge("ranking@1"), plan=plan_of(ranked(0)))
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
    for key in (*"12345", "Enter"):
        page.keyboard.press(key)
    page.locator("#rest").wait_for()
    assert world.judgements() == []
