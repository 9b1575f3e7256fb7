"""Whether the evidence is enough: on the live page, blind, for two systems and for many."""

import json
import re
from dataclasses import replace

import pytest
from starlette.requests import Request

from tertium.design import build_plan
from tertium.stats.monitoring.monitor import monitor
from tertium.store import Store
from tertium.web.manage import monitoring
from tertium.web.manage.drawing import BOTTOM, LEFT, RIGHT, TOP, draw_looks, draw_shares
from tertium.web.manage.live import render_parts
from tertium.web.manage.monitoring import (
    LookNow,
    MonitoringNow,
    evidence_of,
    look_at,
    monitoring_choices,
)
from tests.web.manage.many import judge as judge_many
from tests.web.manage.many import many_campaign
from tests.web.manage.scored import REFERENCE, SYSTEMS, judge, score, scored_campaign
from tests.web.manage.test_blind import everything
from tests.web.manage.test_edited import pump

HERE = "/manage/campaigns/scores"


def now(store, name="scores", *, revealed=False):
    """Return what the page would tell."""
    return look_at(evidence_of(store, name, store.table(name)), revealed=revealed)


def live(manager, here=HERE):
    """Return the tile on the page."""
    text = manager.get(here).text
    return re.search(r'data-part="monitoring">(.*?)</section>', text, re.DOTALL)[1]


def test_two_releases_are_looked_at_as_on_the_command_line(manager, store, campaign, judged):
    """The page says what `monitor` finds, folded: how far, not which way."""
    found = manager.data("/manage/campaigns/spring")["figures"]["monitoring"]
    whole = monitor(store.table("spring"), **monitoring_choices(store, "spring"))
    assert found["rule"] == "anytime-valid" == whole.rule
    assert found["planned"] == whole.planned == len(build_plan(campaign).assignments)
    assert found["judgements"] == whole.judgements
    assert found["looks"][-1]["e_value"] == pytest.approx(whole.looks[-1].e_value, rel=1e-3)
    ends = (whole.looks[-1].low, whole.looks[-1].high)
    assert found["looks"][-1]["far"] == pytest.approx(max(ends[1], 1 / ends[0]), rel=1e-3)
    assert (found["decision"] == "enough") == (whole.decision != "go on")
    assert found["ahead"] == []


def test_language_pairs_are_looked_at_one_by_one(manager, store, make_campaign, clock):
    """Each with its own judgements and plan, as on the command line, and a section each."""
    campaign = make_campaign()
    french = [
        replace(one, target_language="fr") if one.domain == "support" else one
        for one in campaign.segments
    ]
    judge_many(store, replace(campaign, segments=tuple(french)), at=clock(), share=0.9)
    found = now(store, "spring")
    tables = store.table("spring").by_language_pair()
    assert [one.language_pair for one in found.language_pairs] == list(tables) == ["en-de", "en-fr"]
    for one in found.language_pairs:
        choices = monitoring_choices(store, "spring", one.language_pair)
        alone = monitor(tables[one.language_pair], **choices)
        assert (one.judgements, one.planned) == (alone.judgements, alone.planned)
        assert one.looks[-1].e_value == pytest.approx(alone.looks[-1].e_value, rel=1e-3)
    assert found.judgements == len(store.table("spring").comparisons())
    assert not found.looks
    shown = live(manager, "/manage/campaigns/spring")
    assert re.findall(r'class="language-pair">(.*?)<', shown) == ["en-de", "en-fr"]


def test_planned_looks_are_those_of_the_campaign(store, make_campaign, clock):
    """Only planned looks are shown: what is seen between them decides nothing, and tempts."""
    campaign = make_campaign()
    campaign = replace(campaign, design=replace(campaign.design, looks=4))
    judge_many(store, campaign, at=clock(), share=0.6)
    found = now(store, "spring")
    assert found.rule == "planned"
    assert len(found.due) == 4
    assert found.due[-1] == found.planned
    assert [look.judgements for look in found.looks] == [
        size for size in found.due if size <= found.judgements
    ]
    assert found.share == len(found.looks) / 4
    assert found.judgements not in found.due


def test_scores_of_two_systems_are_looked_at(manager, store, clock):
    """The difference is told in points, in either direction, and what limits it."""
    judge(store, scored_campaign(), at=clock())
    found = manager.data(HERE)["figures"]["monitoring"]
    assert found["kind"] == "scores"
    assert found["missing"] == ""
    table = store.table("scores")
    assert found["judgements"] == found["planned"] == len(
        table.scores().take([name != REFERENCE for name in table.scores().system.values()])
    )  # fmt: skip
    assert all(0 <= look["near"] <= look["far"] for look in found["looks"] if look["far"])
    tile = live(manager)
    assert "points, in either direction" in tile
    assert "Show as a table" in tile
    assert tile.count("<tr>") == 1 + len(found["looks"])


def test_after_the_reveal_the_direction_is_told(manager, store, clock):
    """Who is ahead and by how much; before it neither name is anywhere on the page."""
    judge(store, scored_campaign(), at=clock())
    assert not any(name in manager.get(HERE).text for name in SYSTEMS)
    manager.post(f"{HERE}/reveal", {"sure": "yes"})
    (ahead,) = manager.data(HERE)["figures"]["monitoring"]["ahead"]
    scores = store.table("scores").scores()
    means = {
        name: scores.value[[one == name for one in scores.system.values()]].mean()
        for name in SYSTEMS
    }
    assert ahead["ahead"] == max(means, key=means.get)
    assert ahead["value"] > 0
    assert f"{ahead['ahead']} scores" in live(manager)


def exchanged(campaign, plan):
    """Return the same work with the two systems in each other's place."""
    other = dict(zip(SYSTEMS, reversed(SYSTEMS), strict=True))

    def turn(slot):
        name, mark, rest = slot.partition("~")
        return other.get(name, name) + mark + rest

    return replace(
        plan,
        assignments=tuple(
            replace(one, slots=tuple(turn(slot) for slot in one.slots)) for one in plan.assignments
        ),
        texts=tuple(replace(text, system=turn(text.system)) for text in plan.texts),
    )


@pytest.mark.parametrize("looks", [0, 3])
def test_exchanging_two_systems_changes_nothing(tmp_path, clock, looks):
    """The same scores about the other system give the very same figures."""
    campaign = scored_campaign(looks=looks)
    plan = build_plan(campaign)
    given = {one.id: better_one(one) for one in plan.assignments}
    found = []
    for name, own in (("one.db", plan), ("two.db", exchanged(campaign, plan))):
        with Store.open(tmp_path / name) as store:
            store.campaigns.put(campaign, own, at=clock())
            score(store, campaign, plan, lambda one: given[one.id], at=clock())
            found.append(now(store))
    assert found[0] == found[1]
    assert found[0].looks[-1].far > 1
    assert found[0].annotators == 4


def better_one(assignment):
    """Score one system above the other, with something of the segment in it."""
    noise = sum(map(ord, assignment.id)) % 23
    return 50 + noise + (12 if assignment.slots[0] == SYSTEMS[0] else 0)


@pytest.mark.parametrize("looks", [0, 4])
def test_no_page_about_scores_names_a_system(app, manager, store, clock, looks):
    """Pages, twins, files and the stream are searched for the names."""
    judge(store, scored_campaign(looks=looks), at=clock())
    seen = [(path, answer) for path, answer in everything(manager, "scores")]
    assert len(seen) > 25
    for path, answer in seen:
        assert answer.status_code in (200, 403, 404), (path, answer.text)
        assert "SYSQQ" not in answer.text, path
    request = Request({"type": "http", "headers": [], "app": app, "path": "/", "method": "GET"})
    parts = render_parts(request, store, "scores", clock())
    assert {"monitoring", "scorers"} <= set(parts)
    assert not any("SYSQQ" in html for html in parts.values())


def test_pairs_of_many_systems_share_one_promise(store, clock):
    """Each pair is looked at as `monitor` would at its part of the 5%; references stay aside."""
    systems = ("SYSQQ-one", "SYSQQ-two", "SYSQQ-three")
    judge(store, scored_campaign(systems), at=clock())
    found = now(store)
    assert found.pairs.pairs == 3 == len(found.pairs.shares) + found.pairs.unseen
    assert found.threshold == pytest.approx(60)
    assert found.ahead == ()
    named = now(store, revealed=True)
    assert [one.share for one in named.ahead] == list(found.pairs.shares)
    one = named.ahead[0]
    alone = monitor(
        store.table("scores"),
        baseline=one.behind,
        advanced=one.ahead,
        rule="anytime-valid",
        level=1 - 0.05 / 3,
    )
    assert one.enough == (alone.decision == "stop: advanced better")
    assert one.value == pytest.approx(alone.estimate.value, rel=1e-3)
    assert REFERENCE not in {name for pair in named.ahead for name in (pair.ahead, pair.behind)}


def test_references_take_part_where_outputs_are_compared(store, clock):
    """A tournament of five has ten pairs."""
    judge_many(store, many_campaign(), at=clock())
    found = now(store, "forest")
    assert found.pairs.pairs == 10
    assert found.kind == "preferences"


def test_too_much_work_is_left_to_the_command_line(store, clock, monkeypatch):
    """A live page never looks at more than so many pairs and judgements."""
    judge_many(store, many_campaign(), at=clock())
    monkeypatch.setattr(monitoring, "MOST_WORK", 100)
    assert now(store, "forest").missing == "large"


ONE_SIDED = {
    "judgements": lambda one: None,
    "both": lambda one: 60 if one.slots[0] == SYSTEMS[0] else None,
    "annotators": lambda one: better_one(one) if one.annotator == "ann-01" else None,
}


@pytest.mark.parametrize("missing", ONE_SIDED)
def test_what_is_missing_is_told_in_words(manager, store, clock, missing):
    """No judgements, one of the two only, one annotator: a sentence, and no number."""
    campaign = scored_campaign()
    plan = build_plan(campaign)
    store.campaigns.put(campaign, plan, at=clock())
    score(store, campaign, plan, ONE_SIDED[missing], at=clock())
    found = manager.data(HERE)["figures"]["monitoring"]
    assert found["missing"] == missing
    assert found["decision"] == "go on"
    page = manager.get(HERE).text
    assert "nan" not in json.dumps(found).lower()
    assert not re.search(r"\bnan\b", page, re.IGNORECASE)
    assert '<div class="empty">' in live(manager)


def test_systems_that_nobody_scored_both_of_are_told_apart_from_nothing(store, clock):
    """Disconnected people: no difference can be taken, and nobody is named."""
    campaign = scored_campaign()
    plan = build_plan(campaign)
    store.campaigns.put(campaign, plan, at=clock())
    half = {"ann-01": SYSTEMS[0], "ann-02": SYSTEMS[0], "ann-03": SYSTEMS[1], "ann-04": SYSTEMS[1]}
    score(
        store, campaign, plan,
        lambda one: 55 if one.slots[0] == half[one.annotator] else None, at=clock(),
    )  # fmt: skip
    assert now(store).missing == "apart"


def test_one_system_has_nothing_to_be_compared_with(manager, store, clock):
    """Scores are told all the same."""
    judge(store, scored_campaign(("SYSQQ-one",)), at=clock())
    found = manager.data(HERE)["figures"]
    assert found["monitoring"]["missing"] == "systems"
    assert found["scores"]["scores"] > 0
    assert "One system only." in live(manager)


def test_equal_scores_are_no_evidence(manager, store, clock):
    """All scores equal: the page opens, and says that it is not enough."""
    campaign = scored_campaign()
    plan = build_plan(campaign)
    store.campaigns.put(campaign, plan, at=clock())
    score(store, campaign, plan, lambda one: 70, at=clock())
    found = manager.data(HERE)["figures"]["monitoring"]
    assert found["decision"] == "go on"
    assert not re.search(r"\bnan\b", manager.get(HERE).text, re.IGNORECASE)


def looked(rule, kind, looks, **more):
    """Return figures as drawings need them."""
    return MonitoringNow("go on", "", rule, kind, judgements=50, looks=looks, **more)


@pytest.mark.parametrize("far", [1.2, 3.0, 100.0, None])
@pytest.mark.parametrize("kind", ["preferences", "scores"])
def test_the_chart_of_planned_looks_stays_inside_its_frame(far, kind):
    """Whatever the interval, every mark lies between the top and the bottom of the chart."""
    looks = (LookNow(20, 2, 1.0, far, None), LookNow(50, 3, 1.1, far, None))
    drawn = draw_looks(looked("planned", kind, looks, planned=100, due=(25, 50, 75, 100)))
    assert [TOP <= mark.high <= mark.low <= BOTTOM for mark in drawn.marks] == [True, True]
    assert all(TOP <= y <= BOTTOM for _, y in drawn.ticks)
    assert [number for number, _ in drawn.numbers][-1] == 100
    assert len(drawn.due) == 2
    assert all(LEFT <= x <= RIGHT for x in drawn.due)


@pytest.mark.parametrize("e_value", [0.001, 1.0, 6.4, 20.0, 1e9])
def test_the_chart_of_evidence_stays_inside_its_frame(e_value):
    """The limit is always to be seen, and evidence beyond it stands above it."""
    looks = (LookNow(20, 2, 1.0, None, 1.0), LookNow(50, 3, 1.1, 2.0, e_value))
    drawn = draw_looks(looked("anytime-valid", "preferences", looks, threshold=20.0))
    assert TOP < drawn.limit < BOTTOM
    assert all(TOP <= mark.low <= BOTTOM for mark in drawn.marks)
    assert (drawn.marks[-1].low <= drawn.limit) == (e_value >= 20)
    assert drawn.line.count("L") == 1


def test_every_pair_is_counted_once():
    """Those that have arrived stand apart from those that almost have."""
    bars = draw_shares([1.0, 0.99, 0.5, 0.0])
    assert sum(bar.count for bar in bars) == 4
    assert [bar.count for bar in bars if bar.enough] == [1]
    assert bars[9].count == 1
    assert draw_shares(())[0].count == 0


def test_people_who_differ_are_told_to_be_the_limit(manager, store, clock):
    """Steady people who see it otherwise: more of them are needed, not more judgements."""
    campaign = scored_campaign()
    plan = build_plan(campaign)
    store.campaigns.put(campaign, plan, at=clock())
    likes = {"ann-01": 20, "ann-02": -12, "ann-03": 9, "ann-04": -3}
    score(
        store, campaign, plan,
        lambda one: 50 + len(one.id) % 3
        + (likes[one.annotator] if one.slots[0] == SYSTEMS[0] else 0),
        at=clock(),
    )  # fmt: skip
    assert manager.data(HERE)["figures"]["monitoring"]["by"] == "annotators"
    assert "Few annotators, rather than few judgements, limit precision." in live(manager)


def test_people_who_edit_give_no_such_evidence(manager, store, clock):
    """Where nothing is compared or scored, nobody is told to wait for evidence."""
    campaign = pump()
    store.campaigns.put(campaign, build_plan(campaign), at=clock())
    found = manager.data("/manage/campaigns/pump")["figures"]
    assert (found["monitoring"]["missing"], found["scores"]) == ("asked", None)
    assert "Nothing is compared here." in live(manager, "/manage/campaigns/pump")
