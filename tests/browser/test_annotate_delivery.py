"""Every answer arrives exactly once, whatever happens on the way."""

from collections import Counter
from datetime import UTC, datetime

import pytest

from tests.browser.conftest import Annotator

pytestmark = pytest.mark.browser


def test_a_batch_by_keyboard_with_the_network_cut_and_the_server_killed(
    serve, sit_down, make_campaign
):
    """Offline in the middle, SIGKILL once, a reload without a server: each is stored once."""
    world = serve(make_campaign(segments=30), alone=True)
    hand = sit_down(world)
    page = hand.page
    count = int(hand.position.split()[-1])
    keys = [str(1 + k % 4) for k in range(count)]
    given = []

    def answer() -> None:
        key = keys[len(given)]
        given.append(page.locator("#source").inner_text())
        hand.answer(key)

    for _ in range(4):
        answer()
    hand.until_state("Saved")

    page.context.set_offline(True)
    for _ in range(3):
        answer()
    hand.until_state("Offline. 3 answers kept here")
    page.context.set_offline(False)
    hand.until_state("Saved")

    hand.until("home => caches.match(`${home}/tasks`).then(Boolean)", f"/a/{world.tokens[0]}")
    world.server.kill()
    for _ in range(3):
        answer()
    hand.until_state("Offline. 3 answers kept here")
    page.reload()
    page.locator("#item").wait_for()
    assert hand.position == f"11 of {count}"
    hand.until_state("Offline. 3 answers kept here")
    answer()
    world.server.start()
    hand.until_state("Saved")

    while len(given) < count:
        answer()
    page.locator("#rest").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**/thanks")

    labels = ["left", "right", "both_good", "both_bad"]
    stored = world.judgements()
    assert len(stored) == count
    assert set(Counter(one.assignment for one in stored).values()) == {1}
    assert len({one.id for one in stored}) == count
    sources = {segment.id: segment.source for segment in world.campaign.segments}
    with_answers = {one.assignment: one for one in stored}
    with world.store() as store:
        work = store.assignments.of(world.campaign.name, stored[0].annotator)
    expected = dict(zip(given, (labels[int(key) - 1] for key in keys), strict=True))
    for assignment in work:
        told = with_answers[assignment.id].answer
        assert told == {"better": expected[sources[assignment.segment]]}
    hand.until("() => caches.keys().then((all) => all.length === 0)")


def test_an_answer_that_reached_the_server_before_the_connection_broke_counts_once(serve, sit_down):
    """The acknowledgement is lost, the browser sends again, the server recognises the id."""
    world = serve()
    hand = sit_down(world)
    lost = []

    def swallow(route):
        lost.append(route.fetch().status)  # the server has it
        route.abort() if len(lost) == 1 else route.continue_()

    hand.page.route("**/judgements", swallow)
    hand.answer("1")
    hand.until_state("Offline. 1 answer kept here")
    hand.page.unroute("**/judgements")
    hand.until_state("Saved")
    assert lost == [200]
    assert len(world.judgements()) == 1


def test_answers_wait_in_a_closed_browser_and_are_sent_by_the_next_visit(serve, sit_down):
    """Closing the page offline loses nothing; the next page sends it and shows it as answered."""
    world = serve()
    hand = sit_down(world)
    hand.answer("1")
    hand.until_state("Saved")
    hand.page.route("**/judgements", lambda route: route.abort())
    hand.answer("2")
    hand.until_state("Offline. 1 answer kept here")
    again = hand.page.context.new_page()
    hand.page.close()
    again.goto(world.link())
    again.locator("#item").wait_for()
    assert again.locator("#position-text").inner_text().startswith("3 of")
    again.wait_for_function("() => document.getElementById('saved').innerText.startsWith('Saved')")
    assert [one.answer["better"] for one in world.judgements()] == ["left", "right"]


def test_a_double_click_sends_one_judgement(serve, sit_down):
    """Two clicks on Save answer one item and leave the next one untouched, without a reproach."""
    world = serve()
    hand = sit_down(world)
    hand.press("3")
    hand.page.locator("#save").dblclick()
    hand.until_state("Saved")
    hand.page.wait_for_function(
        "() => document.getElementById('position-text').innerText.startsWith('2')"
    )
    assert hand.page.locator("#say.urgent").count() == 0
    assert hand.page.locator("#answer :checked").count() == 0
    assert len(world.judgements()) == 1


def test_a_key_held_down_saves_once(serve, sit_down):
    """Repeated Enter events of one long press do not run through the batch."""
    world = serve()
    hand = sit_down(world)
    hand.press("1")
    for _ in range(5):
        hand.page.keyboard.down("Enter")  # the second and later ones are repeats
    hand.page.keyboard.up("Enter")
    hand.until_state("Saved")
    assert hand.position.startswith("2 of")
    assert len(world.judgements()) == 1


def test_another_device_is_not_overwritten_silently(serve, sit_down):
    """The stale answer is explained with both answers; either can be kept."""
    world = serve()
    here, there = sit_down(world), sit_down(world)
    there.answer("2")
    there.until_state("Saved")
    there.answer("3")
    there.until_state("Saved")
    here.answer("1")
    here.until_state("Not saved. See below")
    here.page.get_by_role("button", name="Compare the answers").click()
    dialog = here.page.locator("#conflict")
    assert "2 is better" in dialog.locator("#conflict-there").inner_text()
    assert "1 is better" in dialog.locator("#conflict-here").inner_text()
    dialog.get_by_role("button", name="Keep the one from here").click()
    here.until_state("Saved")
    here.answer("4")
    here.until_state("Not saved. See below")
    here.page.get_by_role("button", name="Compare the answers").click()
    dialog.get_by_role("button", name="Keep the stored one").click()
    here.until_state("Saved")
    first, second = list(world.counting().values())
    assert sorted(one.answer["better"] for one in (first, second)) == ["both_good", "left"]
    assert [one.answer["better"] for one in world.judgements()] == ["right", "both_good", "left"]
    assert here.page.locator("#trouble").inner_text() == ""


def test_two_tabs_of_one_browser_know_of_each_other(serve, sit_down):
    """What one tab answers is answered in the other, so nothing is asked or sent twice."""
    world = serve()
    hand = sit_down(world)
    other = Annotator(hand.page.context.new_page(), world.link()).open()
    for one in (hand, other):
        one.page.get_by_text("Your link is also open in another window.").wait_for()
    other.page.get_by_role("button", name="Go on here").click()
    assert other.page.locator("#trouble").inner_text() == ""
    hand.answer("1")
    hand.until_state("Saved")
    other.page.wait_for_function(
        "() => document.querySelector('#answer :checked')?.value === 'left'"
    )
    told = other.page.locator("#say").inner_text()
    assert told.startswith("You just answered this item in another window: ")
    other.press("2", "Enter")
    other.until_position(2)
    other.until_state("Saved")
    first, second = world.judgements()
    assert second.replaces == first.id
    other.page.close()
    hand.page.wait_for_function("() => !document.querySelector('#trouble').textContent")


def test_a_refusal_is_shown_and_not_repeated(serve, sit_down):
    """A 4xx is sent once, explained, and can be put right."""
    world = serve()
    hand = sit_down(world)
    sent = []
    hand.page.on("request", lambda request: request.method == "POST" and sent.append(request.url))

    def spoil(route):
        body = route.request.post_data_json
        body["judgements"][0]["answer"] = {"better": "best"}
        route.continue_(post_data=body)

    hand.page.route("**/judgements", spoil)
    hand.answer("1")
    hand.until_state("Not saved. See below")
    hand.page.wait_for_timeout(1500)
    assert len(sent) == 1
    hand.page.unroute("**/judgements")
    hand.page.get_by_role("button", name="Open item 1").click()
    hand.until_position(1)
    hand.answer("2")
    hand.until_state("Saved")
    assert [one.answer["better"] for one in world.judgements()] == ["right"]


def test_a_paused_campaign_keeps_answers_here_until_it_goes_on(serve, sit_down):
    """Nothing is lost and nothing loops; one press sends them later."""
    world = serve()
    hand = sit_down(world)
    with world.store() as store:
        store.campaigns.set_state(world.campaign.name, "paused", by="m", at=datetime.now(UTC))
    hand.page.wait_for_timeout(1100)  # the server notices within a second
    hand.answer("1")
    hand.until_state("Not saved. See below")
    assert "The work is paused" in hand.page.locator("#trouble").inner_text()
    with world.store() as store:
        store.campaigns.set_state(world.campaign.name, "open", by="m", at=datetime.now(UTC))
    hand.page.wait_for_timeout(1100)
    hand.page.get_by_role("button", name="Try again").click()
    hand.until_state("Saved")
    assert len(world.judgements()) == 1
