"""The pilot round: asked first, marked, kept out of results, and then the main round."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import numpy as np
import pytest
from click.testing import CliRunner

from tertium import protocols
from tertium.analyses.judgements import read
from tertium.cli.compare import command as compare_command
from tertium.cli.demo import demonstrations, write_texts
from tertium.cli.report import command as report_command
from tertium.design import build_plan
from tertium.design.hand_over import item_of
from tertium.design.pilot import pilot_assignments
from tertium.design.precision import spread_of
from tertium.formats.campaign import read_campaign
from tertium.model import PILOT, Annotator, Judgement
from tertium.store import Store
from tertium.table import JudgementTable

HERE = "/manage/campaigns/spring"
PAIR = {"annotator": ["ann-01", "ann-02"], "number": 6}
NOW = datetime(2026, 11, 2, 9, tzinfo=UTC)


def work(store, annotator):
    """Return what somebody is asked now."""
    return store.assignments.of("spring", annotator)


def judge_all(store, clock, *names, label="left"):
    """Answer everything that some annotators are asked and have not answered."""
    made = [
        Judgement(
            id=f"{one.id}-{label}",
            campaign="spring",
            assignment=one.id,
            annotator=name,
            answer={"better": label},
            submitted_at=clock(),
            seconds=30.0,
        )
        for name in names
        for one in work(store, name)
        if one.id not in store.assignments.answered("spring", name)
    ]
    store.judgements.append(made, received_at=clock())
    return made


def test_a_pilot_is_asked_first_and_the_rest_waits(manager, store, campaign, plan, stranger, clock):
    """The same items for all who take part; who does not take part reads that it is not open."""
    assert manager.data(f"{HERE}/pilot")["stage"] == "none"
    assert manager.post(f"{HERE}/pilot", PAIR).status_code == 200
    first, second = work(store, "ann-01"), work(store, "ann-02")
    assert {one.set for one in first} == {PILOT}
    assert {one.segment for one in first} == {one.segment for one in second}
    assert len(first) == 6
    assert work(store, "ann-03") == ()
    token = next(p.token for p in store.annotators.all("spring") if p.id == "ann-03")
    for step in ("consented", "profile", "instructed", "tutored"):
        store.annotators.record_step("spring", "ann-03", step, {}, at=clock())
    assert "not open yet" in stranger.get(f"/a/{token}").text
    assert manager.data(f"{HERE}/pilot")["stage"] == "running"
    assert "A pilot round is under way" in manager.get(HERE).text


def test_the_main_round_asks_nobody_twice(manager, store, campaign, plan, clock):
    """Pilot annotators become real ones: what they judged is not asked again, all else is."""
    manager.post(f"{HERE}/pilot", PAIR)
    given = judge_all(store, clock, "ann-01")
    tried = {one.segment for one in work(store, "ann-01")}
    assert manager.post(f"{HERE}/pilot/end", {}).status_code == 200
    planned = {name: [a for a in plan.assignments if a.annotator == name]
               for name in ("ann-01", "ann-02", "ann-03")}  # fmt: skip
    mine = [one for one in work(store, "ann-01") if one.set != PILOT]
    assert {a.id for a in mine} == {a.id for a in planned["ann-01"] if a.segment not in tried}
    assert [one.id for one in work(store, "ann-02")] == [a.id for a in planned["ann-02"]]
    assert [one.id for one in work(store, "ann-03")] == [a.id for a in planned["ann-03"]]
    assert len(list(store.judgements.all("spring"))) == len(given)
    assert manager.post(f"{HERE}/pilot/end", {}).status_code == 409


def test_the_main_round_can_be_taken_back(manager, store, campaign, plan, clock):
    """The pilot goes on as it was, and opens the main round again; never over an answer."""
    assert manager.post(f"{HERE}/pilot/resume").status_code == 409
    manager.post(f"{HERE}/pilot", PAIR)
    judge_all(store, clock, "ann-01")
    before = {name: work(store, name) for name in ("ann-01", "ann-02", "ann-03")}
    assert manager.post(f"{HERE}/pilot/resume").status_code == 409
    manager.post(f"{HERE}/pilot/end", {})
    opened = {name: work(store, name) for name in before}
    assert "Resume the pilot round" in manager.get(f"{HERE}/pilot").text
    assert manager.post(f"{HERE}/pilot/resume").status_code == 200
    assert {name: work(store, name) for name in before} == before
    assert manager.data(f"{HERE}/pilot")["stage"] == "running"
    assert "Pilot round resumed" in manager.get(f"{HERE}/history").text
    manager.post(f"{HERE}/pilot/end", {})
    assert {name: work(store, name) for name in before} == opened
    judge_all(store, clock, "ann-03")
    assert "Resume the pilot round" not in manager.get(f"{HERE}/pilot").text
    refused = manager.post(f"{HERE}/pilot/resume")
    assert (refused.status_code, "has answers" in refused.text) == (409, True)


def test_if_wished_they_are_asked_again(manager, store, campaign, plan, clock):
    """Then everybody has the whole plan."""
    manager.post(f"{HERE}/pilot", PAIR)
    judge_all(store, clock, "ann-01")
    manager.post(f"{HERE}/pilot/end", {"again": "yes"})
    mine = {one.id for one in work(store, "ann-01") if one.set != PILOT}
    assert mine == {a.id for a in plan.assignments if a.annotator == "ann-01"}


def test_pilot_judgements_are_marked_and_left_out(manager, store, campaign, clock, tmp_path):
    """Results do not have them, the whole table has them, and who asks gets them."""
    manager.post(f"{HERE}/pilot", PAIR)
    judge_all(store, clock, "ann-01", "ann-02")
    assert len(store.table("spring")) == 0
    manager.post(f"{HERE}/pilot/end", {})
    judge_all(store, clock, "ann-03", label="right")
    everything = store.table("spring", rounds="all")
    assert set(everything.distinct("set")) == {"common", "pilot", "unique"}
    assert len(store.table("spring", rounds="pilot")) == 12
    file = tmp_path / "table.csv"
    everything.write(file)
    left_out = read(file)
    assert len(left_out) == len(store.table("spring")) == len(everything) - 12
    assert "pilot" in left_out.notes[-1]
    assert len(read(file, pilot=True)) == len(everything)
    manager.post(f"{HERE}/reveal", {"sure": "yes"})
    assert manager.get(f"{HERE}/export/table.csv").text.count(",pilot,") == 12
    assert ",pilot," not in manager.get(f"{HERE}/export/comparisons.csv").text


def test_progress_counts_the_round_that_runs(manager, store, campaign, clock):
    """During the pilot its own answers, then those of the main round; all of them are paid."""
    manager.post(f"{HERE}/payment", {"price": 2, "annotator": [], "bonus": []})
    before = manager.data(HERE)["head"]
    assert before["done"] == 0
    manager.post(f"{HERE}/pilot", PAIR)
    judge_all(store, clock, "ann-01")
    live = manager.data(HERE)
    progress = live["figures"]["progress"]
    assert (live["head"]["done"], live["head"]["planned"]) == (6, 12)
    assert (progress["done"], progress["planned"], progress["pilot"]) == (6, 12, 0)
    manager.post(f"{HERE}/pilot/end", {"again": "yes"})
    live = manager.data(HERE)
    progress, cards = live["figures"]["progress"], manager.data("/manage")["campaigns"]
    assert (live["head"]["done"], live["head"]["planned"]) == (0, before["planned"])
    assert (progress["done"], progress["planned"], progress["pilot"]) == (0, before["planned"], 6)
    assert progress["cost"]["so_far"] == 12
    assert {
        one["annotator"]: (one["done"], one["assigned"]) for one in live["figures"]["annotators"]
    } == {
        name: (0, sum(one.set != PILOT for one in work(store, name)))
        for name in ("ann-01", "ann-02", "ann-03")
    }
    assert [(one["done"], one["standing"]) for one in cards] == [(0, "waiting")]
    assert "6 judgements of the pilot round are left out." in manager.get(HERE).text
    judge_all(store, clock, "ann-03")
    assert manager.data(HERE)["figures"]["progress"]["done"] == manager.data(HERE)["head"]["done"]
    assert manager.data(f"{HERE}/pilot")["head"]["done"] == len(work(store, "ann-03"))


def test_the_report_counts_the_pilot_if_asked(manager, store, campaign, clock):
    """A link on the page switches; files follow, and the line above says how many answers count."""
    manager.post(f"{HERE}/pilot", PAIR)
    judge_all(store, clock, "ann-01", "ann-02")
    manager.post(f"{HERE}/pilot/end", {})
    given = len(judge_all(store, clock, "ann-02", "ann-03", label="right"))
    manager.post(f"{HERE}/reveal", {"sure": "yes"})
    without, included = (
        manager.get(f"{HERE}/report.json{how}").json() for how in ("", "?pilot=yes")
    )
    assert (without["pilot"], without["with_pilot"], included["with_pilot"]) == (12, False, True)
    counted = [one["comparison"]["judgements"] for one in (without, included)]
    assert counted == [given, given + 12]
    page = manager.get(f"{HERE}/report").text
    assert "12 judgements of the pilot round are left out." in page
    assert f"{HERE}/report?language=en&amp;pilot=yes" in page
    page = manager.get(f"{HERE}/report?pilot=yes").text
    assert f"{HERE}/report/xlsx?language=en&amp;pilot=yes" in page
    file = manager.get(f"{HERE}/report/json?pilot=yes").json()
    assert file["judgements"] == given + 12


def test_commands_leave_the_pilot_out_unless_asked(manager, store, campaign, clock, tmp_path):
    """The same file, with and without --pilot; the result says what was left out."""
    manager.post(f"{HERE}/pilot", PAIR)
    judge_all(store, clock, "ann-01", "ann-02")
    manager.post(f"{HERE}/pilot/end", {})
    judge_all(store, clock, "ann-03", label="right")
    file = tmp_path / "table.csv"
    store.table("spring", rounds="all").write(file)
    systems = ("--baseline", "SYSQQ-old", "--advanced", "SYSQQ-new")
    found = {}
    for pilot in ((), ("--pilot",)):
        ran = CliRunner().invoke(compare_command, [str(file), *systems, *pilot, "--format", "json"])
        assert ran.exit_code == 0, ran.output
        found[pilot] = json.loads(ran.stdout)
        page = tmp_path / f"report{len(pilot)}.html"
        made = CliRunner().invoke(report_command, [str(file), *systems, *pilot, "-o", str(page)])
        assert made.exit_code == 0, made.output
    without, included = found[()], found["--pilot",]
    assert included["judgements"] == without["judgements"] + 12
    assert any("pilot round" in one for one in without["warnings"])
    assert not any("pilot round" in one for one in included["warnings"])


def test_the_page_tells_time_agreement_precision_and_cost(manager, store, campaign, plan, clock):
    """Blind: no system, no direction."""
    manager.post(f"{HERE}/pilot", PAIR | {"number": 8})
    judge_all(store, clock, "ann-01", "ann-02")
    found = manager.data(f"{HERE}/pilot")["findings"]
    assert (found["judgements"], found["seconds"]) == (16, 30.0)
    assert found["planned"] == len(plan.assignments)
    assert found["hours"] == pytest.approx(len(plan.assignments) * 30 / 3600)
    assert found["cost"] == len(plan.assignments) * 0.5
    first, *rest = found["precision"]
    assert first["judgements"] == len(plan.assignments)
    assert first["half_width"] == pytest.approx(1.96 / len(plan.assignments) ** 0.5, rel=1e-3)
    assert [line["half_width"] for line in rest] == [0.05, 0.1, 0.15]
    page = manager.get(f"{HERE}/pilot").text
    assert "What the pilot says" in page
    assert "SYSQQ" not in page


@pytest.mark.parametrize(
    ("sent", "code"),
    [({"annotator": []}, 422), ({"annotator": ["nobody"]}, 404),
     ({"annotator": ["ann-01"], "number": 0}, 422)],
)  # fmt: skip
def test_a_pilot_that_cannot_be_is_refused(manager, store, campaign, plan, sent, code):
    """One sentence, and everybody's work is as it was."""
    assert manager.post(f"{HERE}/pilot", sent).status_code == code
    assert len(work(store, "ann-01")) == sum(a.annotator == "ann-01" for a in plan.assignments)


def test_it_is_too_late_after_the_first_answer(manager, campaign, answer):
    """The main round has begun."""
    answer(0)
    assert manager.data(f"{HERE}/pilot")["stage"] == "late"
    assert manager.post(f"{HERE}/pilot", PAIR).status_code == 409


def test_two_managers_begin_one_pilot(manager, store, campaign):
    """The second is told; nobody has the pilot twice."""
    with ThreadPoolExecutor(2) as pool:
        codes = list(pool.map(lambda _: manager.post(f"{HERE}/pilot", PAIR).status_code, "12"))
    assert sorted(codes) == [200, 409]
    assert len(work(store, "ann-01")) == 6


def test_a_second_pilot_has_other_ids(manager, store, campaign, clock):
    """Trying again after the first pilot is possible, and its answers are new ones."""
    manager.post(f"{HERE}/pilot", PAIR)
    judge_all(store, clock, "ann-01")
    manager.post(f"{HERE}/pilot/end", {})
    assert manager.post(f"{HERE}/pilot", PAIR).status_code == 200
    assert len(judge_all(store, clock, "ann-01")) == 6


def test_an_answer_of_the_plan_that_comes_during_the_pilot_counts(
    manager, store, campaign, plan, answer
):
    """A page that was open when the pilot began loses nothing."""
    manager.post(f"{HERE}/pilot", PAIR)
    given = answer(0)
    store.moves.return_answered("spring", [given.assignment])
    assert len(work(store, "ann-02")) == 6
    manager.post(f"{HERE}/pilot/end", {})
    assert len(store.table("spring")) == 1


@pytest.mark.parametrize("shown", demonstrations(), ids=lambda one: one.file.stem)
def test_every_kind_of_campaign_can_be_tried_out(shown, tmp_path):
    """The same items for everybody, none twice, and the plan is whole afterwards."""
    write_texts(shown.file, tmp_path / "campaign")
    campaign = read_campaign(tmp_path / "campaign")
    plan = build_plan(campaign)
    group = plan.annotators[0].group
    people = [Annotator(p.id, p.group) for p in plan.annotators if p.group == group][:2]
    described = campaign.with_texts(plan.texts)
    made = pilot_assignments(described, people, plan.assignments, 4)
    item = item_of(campaign)
    items = [{item(one) for one in made if one.annotator == p.id} for p in people]
    assert items[0] == items[1]
    assert len({one.id for one in made}) == len(made)
    assert {one.set for one in made} == {PILOT}
    with Store.open(tmp_path / "tertium.db") as store:
        store.campaigns.put(campaign, plan, at=NOW)
        before = store.assignments.of(campaign.name, people[0].id)
        store.pilots.begin(campaign.name, people, made, by="ada", at=NOW)
        asked = store.assignments.of(campaign.name, people[0].id)
        assert {one.set for one in asked} == {PILOT}
        protocol = protocols.get(campaign.protocol, campaign.options)
        assert protocol.name
        store.pilots.end(campaign.name, again=False, by="ada", at=NOW)
        assert store.assignments.of(campaign.name, people[0].id) == before


def test_precision_follows_the_textbook():
    """Preferences of ±1 for n judgements: ±1.96/√n; scores: the spread within annotators."""
    rng = np.random.default_rng(1)
    rows = [
        {"judgement": str(k), "annotator": f"a{k % 4}", "segment": str(k // 2), "aspect": "overall",
         "system": "ab"[k % 2], "value": 50 + 30 * (k % 4) + 10 * rng.standard_normal()}
        for k in range(400)
    ]  # fmt: skip
    found = spread_of(JudgementTable.from_rows(rows), "overall")
    assert found.measure == "score"
    assert found.spread == pytest.approx(10, rel=0.1)
    assert found.half_width(400) == pytest.approx(1.96 * found.spread * (2 / 200) ** 0.5, rel=1e-4)
    assert found.half_width(found.needed(1.0)) <= 1.0 < found.half_width(found.needed(1.0) - 1)
    assert spread_of(JudgementTable.from_rows(rows[:5]), "overall") is None
