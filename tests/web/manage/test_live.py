"""The figures of a running campaign, and how they travel to open pages."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from itertools import count
from threading import Event

from starlette.datastructures import State

from tertium.web.manage import figures as figures_module
from tertium.web.manage import hub as hub_module
from tertium.web.manage import recent_values as recent_module
from tertium.web.manage.agreement import agreement_now
from tertium.web.manage.attention import unusual_speed
from tertium.web.manage.figures import figures_of
from tertium.web.manage.hub import Hub
from tertium.web.manage.tally import CountedAnswer, Tally

HERE = "/manage/campaigns/spring"


def figures(manager):
    """Return the figures of the live page."""
    return manager.data(HERE)["figures"]


def test_progress_is_counted_by_domain(manager, campaign, plan, answer):
    """Done and planned add up, over domains and over annotators."""
    for place in range(7):
        answer(place)
    found = figures(manager)["progress"]
    assert found["done"] == 7 == sum(part["done"] for part in found["parts"])
    assert found["planned"] == len(plan.assignments)
    assert found["cost"] == {
        "so_far": 3.5, "planned": len(plan.assignments) / 2, "currency": "EUR"
    }  # fmt: skip


def test_a_correction_counts_once(manager, store, campaign, answer, clock):
    """An answer that replaces another takes its place in every figure."""
    answer(0, "left", seconds=30.0)
    first = figures(manager)
    clock.forward(minutes=1)
    answer(0, "right", seconds=10.0)
    answer(1, "right", seconds=10.0)
    second = figures(manager)
    assert (first["progress"]["done"], second["progress"]["done"]) == (1, 2)
    assert second["timing"]["counts"][2] == 2
    assert second["sequence"] > first["sequence"]


def test_a_tally_read_in_steps_is_a_tally_read_at_once(store, campaign, plan, answer):
    """Reading what is new gives the same as reading everything."""
    stepwise = Tally(store, campaign.name)
    for place in range(9):
        answer(place, ("left", "right", "both_bad")[place % 3])
        stepwise.update()
    at_once = Tally(store, campaign.name)
    at_once.update()
    assert stepwise.answers == at_once.answers
    assert stepwise.planned == at_once.planned


def test_pace_tells_the_day_it_will_be_done(manager, campaign, plan, answer, clock):
    """Ten answers a day on two full days, the rest divided by ten; today does not count."""
    for day in range(3):
        for k in range(10 if day < 2 else 3):
            answer(day * 10 + k)
        clock.forward(days=1)
    clock.forward(days=-1)
    pace = figures(manager)["pace"]
    left = len(plan.assignments) - 23
    assert pace["per_day"] == 10
    assert pace["days"][-1] == {"day": "2026-11-04", "count": 3}
    assert pace["done_on"] == str(date(2026, 11, 4) + timedelta(days=-(-left // 10)))


def test_the_first_day_has_no_pace(manager, campaign, answer):
    """Before a whole day has passed nothing is promised."""
    answer(0)
    assert figures(manager)["pace"]["done_on"] is None
    assert "Too early for an estimate" in manager.get(HERE).text


def test_needs_are_told_with_the_place_to_go(manager, store, campaign, plan, answer, clock):
    """Nobody started; a problem was reported; the deadline is near, then past; all done."""
    assert [need["kind"] for need in figures(manager)["needs"]] == ["not_started"]
    answer(2, answer={"problem": "source", "comment": "The source is cut off."})
    (need,) = figures(manager)["needs"]
    assert (need["kind"], need["reason"]) == ("problem", "source")
    page = manager.get(need["path"].partition("#")[0])
    assert "The source is cut off." in page.text
    manager.post(f"{HERE}/deadline", {"last_day": "2026-11-04"})
    assert figures(manager)["needs"][0]["kind"] == "deadline_near"
    clock.forward(days=3)
    assert figures(manager)["needs"][0]["kind"] == "deadline_passed"
    for place in range(len(plan.assignments)):
        if place != 2:
            answer(place)
    kinds = [need["kind"] for need in figures(manager)["needs"]]
    assert kinds == ["complete", "problem"]


def test_many_problems_are_counted_and_not_listed(manager, campaign, answer):
    """The newest three are named, the rest is one line that leads to all of them."""
    for place in range(5):
        answer(place, answer={"problem": "context"})
    needs = figures(manager)["needs"]
    assert [need["kind"] for need in needs] == ["problem"] * 3 + ["problems"]
    assert needs[-1]["left"] == 2
    assert len(manager.data(f"{HERE}/texts")["said"]) == 5


def test_who_answers_in_a_blink_is_pointed_out(clock):
    """A third of the usual time is suspicious; somewhat faster, or too few answers, is not."""

    def given(seconds, count=30):
        return [CountedAnswer(str(k), "a", "", clock(), seconds, None, "") for k in range(count)]

    steady = {"a": given(20.0), "b": given(24.0), "c": given(9.0)}
    assert unusual_speed(steady) == {}
    assert set(unusual_speed(steady | {"d": given(4.0)})) == {"d"}
    assert unusual_speed(steady | {"d": given(4.0, 9)}) == {}
    slowing = given(20.0) + given(2.0, 20)
    assert unusual_speed(steady | {"d": slowing}) == {"d": (2.0, 20.0)}


def test_a_live_page_speaks_four_languages(manager, campaign, judged):
    """Every tile is rendered in every language of the interface."""
    words = {"en": "Pace", "fr": "Rythme", "es": "Ritmo", "de": "Tempo"}
    for language, word in words.items():
        page = manager.get(HERE, headers={"accept-language": language})
        assert f"<h2>{word}</h2>" in page.text
        assert f'<html lang="{language}"' in page.text


def test_the_agreement_tile_follows_the_judgements(manager, campaign, judged):
    """κ with its interval, its word, the shared items; each annotator against the others."""
    found = figures(manager)
    agreement = found["agreement"]
    assert agreement["low"] <= agreement["kappa"] <= agreement["high"]
    assert agreement["shared"] == 10
    for row in found["annotators"]:
        others = row["agreement"]
        assert others["low"] <= others["kappa"] <= others["high"]


def test_costly_statistics_are_not_computed_all_the_time(store, campaign, answer, monkeypatch):
    """What took long is kept for a while although answers arrive; counting goes on at once."""
    state, computed, passed = State(), [], [0.0]

    def slow(table):
        computed.append(len(table))
        passed[0] += 2.0
        return agreement_now(table)

    monkeypatch.setattr(figures_module, "agreement_now", slow)
    monkeypatch.setattr(recent_module, "monotonic", lambda: passed[0])
    for place in range(4):
        answer(place)
        found = figures_of(state, store, campaign.name, now=datetime.now(UTC))
        assert found.progress.done == place + 1
    assert computed == [1]
    passed[0] += 9 * 2.0
    answer(4)
    figures_of(state, store, campaign.name, now=datetime.now(UTC))
    assert computed == [1, 5]


def test_open_pages_share_one_look_at_the_store():
    """Two listeners, one computation per change; nothing is computed while nothing changes."""
    state = {"newest": 1, "computed": 0}

    def compute():
        state["computed"] += 1
        return f"figures {state['newest']}"

    async def listen(watch, heard):
        async for figures in watch.follow():
            if figures is not None:
                heard.append(figures)

    async def until(reached):
        async with asyncio.timeout(60):
            while not reached():
                await asyncio.sleep(0.01)

    async def story():
        hub = Hub()
        watch = hub.watch("spring", lambda: state["newest"], compute)
        assert hub.watch("spring", lambda: 0, compute) is watch
        first, second = [], []
        tasks = [asyncio.create_task(listen(watch, heard)) for heard in (first, second)]
        await until(lambda: first == second == ["figures 1"])
        state["newest"] = 2
        await until(lambda: first == second == ["figures 1", "figures 2"])
        hub.close()
        await asyncio.wait_for(asyncio.gather(*tasks), 60)
        assert first == second == ["figures 1", "figures 2"]
        assert state["computed"] == 2
        assert watch.watchers == 0

    asyncio.run(story())


def test_a_watch_survives_trouble_with_the_store():
    """A database that is busy for a moment does not end the live page."""
    calls = []

    def newest():
        calls.append(1)
        if len(calls) == 1:
            raise OSError("busy")
        return 1

    async def story():
        hub = Hub()
        async for figures in hub.watch("spring", newest, lambda: "figures").follow():
            if figures is not None:
                assert figures == "figures"
                hub.close()

    asyncio.run(asyncio.wait_for(story(), 8))


def test_many_live_pages_go_on_however_their_waits_end(monkeypatch):
    """Waits that end by time and waits that end by news meet; no page ends before the server."""
    monkeypatch.setattr(hub_module, "TICK", 0.0005)
    monkeypatch.setattr(hub_module, "SECOND", 0.0)
    news = count()

    async def listen(watch):
        async for _ in watch.follow():
            pass

    async def story():
        hub = Hub()
        watch = hub.watch("spring", lambda: next(news), lambda: "figures")
        tasks = [asyncio.create_task(listen(watch)) for _ in range(20)]
        done, _ = await asyncio.wait(tasks, timeout=0.5)
        assert not done, [task.exception() for task in done]
        hub.close()
        await asyncio.wait_for(asyncio.gather(*tasks), 2)
        assert watch.watchers == 0

    asyncio.run(story())


def test_live_pages_end_while_figures_are_computed():
    """Neither the figures of a campaign nor a page's own words hold up a server that stops."""
    computing = Event()

    async def story():
        hub = Hub()
        watch = hub.watch("spring", lambda: 1, lambda: computing.wait(20))
        following = asyncio.create_task(anext(watch.follow(), None))
        drawing = asyncio.create_task(hub.unless_closing(asyncio.to_thread(computing.wait, 20)))
        await asyncio.sleep(0.1)
        assert not following.done()
        hub.close()
        assert await asyncio.wait_for(asyncio.gather(following, drawing), 2) == [None, None]
        computing.set()

    asyncio.run(story())


def test_the_log_of_managers_is_not_drowned_by_annotators(manager, store, campaign, clock):
    """Aids that annotators used are in the export, not among what managers did."""
    store.campaigns.set_state("spring", "paused", by="ada", at=clock())
    for _ in range(20):
        store.history.add("aid used", campaign="spring", actor="ann-01", at=clock())
    shown = [event["event"] for event in manager.data(HERE)["events"]]
    assert shown == ["campaign paused"]
    assert manager.get(f"{HERE}/export/log.jsonl").text.count("aid used") == 20


def test_the_campaigns_that_need_somebody_stand_first(
    manager, store, campaign, make_campaign, clock
):
    """Overdue before complete before waiting before running before closed."""
    from tertium.design import build_plan

    for name in ("late", "shut"):
        made = make_campaign(name)
        store.campaigns.put(made, build_plan(made), at=clock())
    store.campaigns.set_deadline("late", clock() - timedelta(days=1), by="ada", at=clock())
    store.campaigns.set_state("shut", "closed", by="ada", at=clock())
    cards = manager.data("/manage")["campaigns"]
    assert [(card["name"], card["standing"]) for card in cards] == [
        ("late", "overdue"),
        ("spring", "waiting"),
        ("shut", "closed"),
    ]
