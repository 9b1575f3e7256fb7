"""Every manager page for campaigns of many systems: tournaments, rankings, crossovers."""

import csv
import io
import json
from dataclasses import replace
from datetime import timedelta

import pytest

from tertium.formats.judgements import read_judgements
from tertium.stats.ranking.rank import rank
from tertium.stats.tournament.dominance import dominance
from tertium.web.manage import recent_values
from tests.web.manage.many import NAMES, answer, judge, many_campaign, put

HERE = "/manage/campaigns/forest"
PAGES = (
    "", "/annotators", "/annotators/ann-01", "/annotators/ann-01/preview", "/texts", "/sources",
    "/conflicts", "/report", "/export", "/close", "/reveal",
)  # fmt: skip
PROTOCOLS = ("tournament@1", "ranking@1", "crossover@1")


def reveal(manager):
    """Unblind the names and return the manager."""
    assert manager.post(f"{HERE}/reveal", {"sure": "yes"}).status_code == 200
    return manager


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("share", [0.0, 0.4, 1.0])
def test_every_page_opens_before_and_after_the_reveal(manager, store, clock, protocol, share):
    """Fresh, half-way and done; nothing names a system until names are revealed."""
    campaign = many_campaign(protocol)
    put(store, campaign, at=clock())
    if share:
        judge(store, campaign, at=clock(), share=share)
    for page in PAGES:
        for path in (f"{HERE}{page}", f"{HERE}{page}.json"):
            answer = manager.get(path)
            assert answer.status_code == 200, (path, answer.text[:300])
            assert not any(name in answer.text for name in NAMES), path
    reveal(manager)
    for page in PAGES:
        for path in (f"{HERE}{page}", f"{HERE}{page}.json"):
            assert manager.get(path).status_code == 200, path
    if share:
        assert all(name in manager.get(HERE).text for name in NAMES)


def test_consistency_on_the_live_page_is_that_of_the_analysis(manager, store, forest):
    """Graphs, contradictions and each annotator's share, as `tertium graph` gives them."""
    found = manager.data(HERE)["figures"]
    told = dominance(store.table("forest"))
    assert found["graphs"]["graphs"] == len(told.segments)
    assert found["graphs"]["contradictory"] == told.consistency.contradictory > 0
    assert found["graphs"]["contradictions"] == len(told.contradictions)
    assert found["graphs"]["consistency"] == pytest.approx(told.consistency.graphs)
    by_annotator = {one.annotator: one for one in told.consistency.by_annotator}
    for row in found["annotators"]:
        one = by_annotator[row["annotator"]]
        assert (row["steady"]["graphs"], row["steady"]["contradictory"]) == (
            one.graphs,
            one.contradictory,
        )
    assert found["monitoring"]["pairs"]["pairs"] == 10
    assert found["systems"] is None


def test_agreement_counts_every_shared_question(manager, store, forest):
    """An item is a pair of translations of one source, not the source."""
    agreement = manager.data(HERE)["figures"]["agreement"]
    rows = store.table("forest").comparisons()
    people: dict[tuple, set] = {}
    for who, segment, one, two in zip(
        rows.annotator.values(),
        rows.segment.values(),
        rows.system.values(),
        rows.versus.values(),
        strict=True,
    ):
        people.setdefault((segment, *sorted((one, two))), set()).add(who)
    shared = sum(len(names) > 1 for names in people.values())
    assert agreement["shared"] == shared > 3


def test_questions_that_were_drawn_are_counted(manager, store, forest):
    """Progress knows them at once; more may follow, so what is left is told as “at least”."""
    progress = manager.data(HERE)["figures"]["progress"]
    assigned = sum(person.assigned for person in store.annotators.all("forest"))
    assert progress["planned"] == progress["done"] == assigned
    assert progress["more"]
    assert "Every question drawn so far is answered" in manager.get(HERE).text


def test_what_is_left_is_told_as_at_least(manager, store, clock):
    """While people work, the number of open questions is a lower bound."""
    campaign = many_campaign()
    judge(store, campaign, at=clock(), share=0.5)
    progress = manager.data(HERE)["figures"]["progress"]
    left = progress["planned"] - progress["done"]
    assert left > 0
    assert f"At least {left} more questions" in manager.get(HERE).text


def test_a_campaign_that_draws_nothing_promises_nothing(manager, store, clock):
    """Without follow-ups and adequacy the plan is all there is."""
    campaign = many_campaign("ranking@1")
    judge(store, campaign, at=clock(), share=0.5)
    assert not manager.data(HERE)["figures"]["progress"]["more"]
    assert "At least" not in manager.get(HERE).text


def test_a_tally_follows_drawn_questions(manager, store, clock):
    """A page that was open before questions were drawn counts them when they come."""
    campaign = many_campaign()
    put(store, campaign, at=clock())
    before = manager.data(HERE)["figures"]["progress"]["planned"]
    judge(store, campaign, at=clock())
    after = manager.data(HERE)["figures"]["progress"]
    assert after["planned"] > before
    assert after["planned"] == sum(part["planned"] for part in after["parts"])


def test_systems_appear_with_the_reveal(manager, store, forest):
    """Scores, intervals and clusters are those of `tertium rank`, at once."""
    manager.data(HERE)
    found = reveal(manager).data(HERE)["figures"]["systems"]
    told = rank(store.table("forest"))
    assert [one["system"] for one in found["systems"]] == [one.system for one in told.systems]
    assert [one["cluster"] for one in found["systems"]] == [one.cluster for one in told.systems]
    for one, other in zip(found["systems"], told.systems, strict=True):
        assert (one["score"], one["low"]) == pytest.approx((other.score, other.low))
    page = manager.get(HERE).text
    assert 'id="ranking"' in page
    assert 'id="who-beats-whom"' in page
    assert "/static/charts.js" in page


def test_the_report_tells_several_results(manager, store, forest):
    """Ranking, graphs, adequacy and agreement, on the page, as data and as files."""
    assert manager.data(f"{HERE}/report")["results"] == []
    reveal(manager)
    data = manager.data(f"{HERE}/report")
    kinds = [one["kind"] for one in data["results"]]
    assert kinds == ["ranking", "dominance", "adequacy", "agreement"]
    assert data["comparison"] is None
    assert "simulated" in data["results"][0]["result"]["warnings"][0]
    page = manager.get(f"{HERE}/report").text
    assert "These judgements are simulated" in page
    assert 'class="graph' not in page  # single annotators' graphs have a page of their own
    whole = json.loads(manager.get(f"{HERE}/report/json").text)
    assert list(whole) == kinds
    assert whole["ranking"].pop("sentence") in page
    assert whole["ranking"] == data["results"][0]["result"]
    for kind in ("html", "csv", "tex"):
        assert NAMES[0] in manager.get(f"{HERE}/report/{kind}").text


def test_the_report_of_two_releases_keeps_its_shape(manager, campaign, judged):
    """Whoever reads the comparison of two releases finds it where it was."""
    manager.post(f"/manage/campaigns/{campaign.name}/reveal", {"sure": "yes"})
    data = manager.data(f"/manage/campaigns/{campaign.name}/report")
    assert set(data) == {"head", "comparison"}
    assert data["comparison"]["improvement_ratio"]["value"] > 0


def test_a_ranking_is_shown_by_slots(manager, store, clock):
    """Who ranked what how: the order in one line, and the rank beside each text."""
    campaign = many_campaign("ranking@1")
    judge(store, campaign, at=clock())
    asked = manager.data(f"{HERE}/annotators/ann-01")["asked"]
    assert all(len(one["given"]["ranks"]) == len(one["texts"]) for one in asked if one["given"])
    page = manager.get(f"{HERE}/annotators/ann-01").text
    ranks = asked[0]["given"]["ranks"]
    first = ranks.index(min(ranks)) + 1
    assert f'<span class="given">{first} ' in page
    assert f"rank {ranks[0]}" in page


def test_adequacy_is_shown_in_words(manager, store, forest):
    """The second stage has its question and its answer, not a label of ours."""
    batches = manager.data(f"{HERE}/annotators/ann-01")["batches"]
    page = manager.get(f"{HERE}/annotators/ann-01?batch={batches[-1]}").text
    assert "Adequate: Yes" in page or "Adequate: No" in page
    assert "Adequacy." in page


def test_texts_that_differ_in_case_only_are_identical(manager, store, clock):
    """Where nothing can be compared, the list says why."""
    campaign = many_campaign()
    same = campaign.segments[1].id
    outputs = dict(campaign.outputs)
    for place, name in enumerate(NAMES):
        outputs[same, name] = "Zug fährt." if place % 2 else "ZUG FÄHRT."
    for name in NAMES[1:]:
        del outputs[campaign.segments[2].id, name]
    put(store, replace(campaign, outputs=outputs), at=clock())
    kinds = {line["segment"]: line["kind"] for line in manager.data(f"{HERE}/texts")["lines"]}
    assert kinds[same] == "identical"
    assert kinds[campaign.segments[2].id] == "left-out"
    assert kinds[campaign.segments[0].id] == "asked"


FILES = {
    "tournament@1": {"wmt-pairwise.csv"},
    "ranking@1": {"rankings.csv", "wmt.csv", "wmt-pairwise.csv"},
    "crossover@1": {"rankings.csv", "wmt.csv", "wmt-pairwise.csv"},
}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_files_of_rankings_are_offered_and_read_back(manager, store, clock, tmp_path, protocol):
    """Every file that is offered can be had, and reading it gives the comparisons again."""
    judge(store, many_campaign(protocol), at=clock())
    files = [one["file"] for one in reveal(manager).data(f"{HERE}/export")["files"]]
    assert {file for file in files if "rank" in file or "wmt" in file} == FILES[protocol]
    kept = store.table("forest").comparisons()
    for file in files:
        answer = manager.get(f"{HERE}/export/{file}")
        assert answer.status_code == 200, (file, answer.text[:300])
        if file.endswith(".csv") and file not in ("conflicts.csv", "payment.csv"):
            (tmp_path / file).write_bytes(answer.content)
            got = read_judgements(tmp_path / file).comparisons()
            assert len(got) > 0, file
            if file == "comparisons.csv":
                assert len(got) == len(kept)


def test_rankings_on_several_screens_are_written_as_the_organisers_do(manager, store, clock):
    """Our own file cannot tell two screens of one source apart, so it is not offered."""
    judge(store, many_campaign("ranking@1", options={"outputs": 3}), at=clock())
    files = {one["file"] for one in reveal(manager).data(f"{HERE}/export")["files"]}
    assert "rankings.csv" not in files
    assert manager.get(f"{HERE}/export/rankings.csv").status_code == 404
    rows = list(csv.DictReader(io.StringIO(manager.get(f"{HERE}/export/wmt.csv").text)))
    assert {row["system1Id"] for row in rows} & set(NAMES)


def test_two_releases_are_not_offered_rankings(manager, campaign):
    """Files that a campaign cannot fill are not in its list."""
    files = {
        one["file"] for one in manager.data(f"/manage/campaigns/{campaign.name}/export")["files"]
    }
    assert not files & {"rankings.csv", "wmt.csv", "wmt-pairwise.csv", "conflicts.csv"}


def test_somebody_can_take_over_a_tournament(manager, store, clock):
    """Who joins gets whole sources, and every page of theirs opens."""
    judge(store, many_campaign(), at=clock(), share=0.3)
    sent = {"id": "late", "takes_over": "ann-02"}
    assert manager.post(f"{HERE}/annotators", sent).status_code == 200
    assert manager.get(f"{HERE}/annotators/late").status_code == 200
    assert manager.get(f"{HERE}/annotators/late/preview").status_code == 200


def test_revealed_names_do_not_wait_until_statistics_have_rested(
    manager, store, clock, monkeypatch
):
    """What took long is kept for a while although answers arrive, but not past the reveal."""
    campaign = many_campaign()
    judge(store, campaign, at=clock(), share=0.3)
    before = manager.data(HERE)["figures"]
    monkeypatch.setattr(recent_values, "REST", 9)
    manager.client.app.state.studies["forest"].cost = 1e6
    work = store.assignments.of("forest", "ann-01")
    open_ = next(
        one for one in work if one.id not in store.assignments.answered("forest", "ann-01")
    )
    answer(store, "forest", open_, {"better": "left"}, at=clock())
    after = manager.data(HERE)["figures"]
    assert after["progress"]["done"] == before["progress"]["done"] + 1
    assert after["graphs"] == before["graphs"]
    assert reveal(manager).data(HERE)["figures"]["systems"] is not None


def test_a_preview_of_a_ranking_shows_its_texts(manager, store, clock):
    """The annotator's own page, with as many texts as they will see."""
    put(store, many_campaign("ranking@1"), at=clock() - timedelta(days=1))
    tasks = manager.get(f"{HERE}/annotators/ann-01/preview/tasks.json").json()["tasks"]
    assert {len(task["texts"]) for task in tasks} == {4, 5}
