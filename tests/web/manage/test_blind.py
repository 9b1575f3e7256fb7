"""Before the reveal nothing tells which system is which, nor which way the evidence points."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request

from tertium import protocols
from tertium.design import build_plan
from tertium.store import Store
from tertium.testing import People, simulate
from tertium.web.manage import endpoints
from tertium.web.manage.insight import fold, insight_of
from tertium.web.manage.live import render_parts

GETS = [one for one in endpoints if one.method == "GET" and not one.public]


def everything(manager, name):
    """Yield every page, twin and file a manager can get about a campaign."""
    for endpoint in GETS:
        if "text/event-stream" in endpoint.media or "{draft}" in endpoint.path:
            continue
        files = ("table.csv", "comparisons.csv", "judgements.jsonl", "log.jsonl", "campaign.toml")
        for file in files if "{file}" in endpoint.path else ("html",):
            path = endpoint.path.format(campaign=name, annotator="ann-01", file=file, kind=file)
            yield path, manager.get(path)
            if endpoint.twin:
                yield f"{path}.json", manager.get(f"{path}.json")


def test_no_page_twin_or_file_names_a_system(manager, campaign, judged, hidden):
    """Everything a manager can get is searched for the names."""
    seen = list(everything(manager, campaign.name))
    assert len(seen) > 25
    for path, answer in seen:
        assert answer.status_code in (200, 403, 404), (path, answer.text)
        for name in hidden:
            assert name not in answer.text, path


def test_the_live_stream_names_no_system(app, store, campaign, judged, clock, hidden):
    """What the stream sends is rendered and searched too."""
    request = Request({"type": "http", "headers": [], "app": app, "path": "/", "method": "GET"})
    parts = render_parts(request, store, campaign.name, clock())
    assert set(parts) >= {"progress", "evidence", "annotators"}
    assert not any(name in html for html in parts.values() for name in hidden)


def test_turning_every_answer_round_changes_no_figure(tmp_path, make_campaign, clock):
    """A campaign and its mirror image look the same: the direction cannot be read off."""
    campaign = make_campaign()
    plan = build_plan(campaign)
    protocol = protocols.get(campaign.protocol, campaign.options)
    given = simulate(campaign, plan, protocol, people=People(ratio=3), start=clock(), seed=3)
    turned = {"left": "right", "right": "left"}
    found = []
    for name, turn in (("as-given.db", False), ("turned.db", True)):
        with Store.open(tmp_path / name) as store:
            store.put_campaign(campaign, plan, at=clock())
            for one in given:
                better = one.answer.get("better")
                answer = dict(one.answer)
                if turn and better in turned:
                    answer["better"] = turned[better]
                told = replace(one, answer=answer)
                store.append([told], received_at=clock() + timedelta(hours=8))
            found.append(insight_of(store.table(campaign.name)))
    first, second = found
    assert first.evidence.low == pytest.approx(second.evidence.low)
    assert first.evidence.high == pytest.approx(second.evidence.high)
    assert first.evidence.decided == second.evidence.decided
    assert [p.low for p in first.evidence.points] == pytest.approx(
        [p.low for p in second.evidence.points]
    )


@given(st.floats(0.01, 50), st.floats(0.01, 50))
def test_folding_forgets_the_direction(a, b):
    """An interval and its reciprocal fold to the same, and never below 1."""
    low, high = sorted((a, b))
    near, far, differs = fold(low, high)
    again = fold(1 / high, 1 / low)
    assert (near, far) == pytest.approx(again[:2])
    assert differs == again[2]
    assert 1 <= near <= far


def test_an_interval_without_end_folds_without_end():
    """Where one system never won, there is no upper end in either direction."""
    assert fold(1.4, None) == (1.4, None, True)
    assert fold(0.0, 0.5) == (2.0, None, True)


def test_revealing_is_logged_and_then_names_appear(manager, store, campaign, judged, hidden, clock):
    """The log keeps who and when; the report and all files open."""
    path = f"/manage/campaigns/{campaign.name}"
    assert manager.get(f"{path}/report/html").status_code == 403
    assert manager.data(f"{path}/report")["comparison"] is None
    done = manager.post(f"{path}/reveal", {"sure": "yes"})
    assert done.status_code == 200
    (event,) = [one for one in store.events(campaign.name) if one.event == "systems revealed"]
    assert (event.actor, event.at) == ("ada", clock())
    assert manager.data(path)["head"]["systems"] == list(hidden)
    report = manager.get(f"{path}/report")
    assert all(name in report.text for name in hidden)
    for kind in ("html", "json", "csv", "tex"):
        answer = manager.get(f"{path}/report/{kind}")
        assert answer.status_code == 200
        assert hidden[1] in answer.text


def test_revealing_needs_the_consequences_read(manager, store, campaign):
    """A request without the word that they were read reveals nothing."""
    assert manager.post(f"/manage/campaigns/{campaign.name}/reveal", {}).status_code == 422
    assert store.state(campaign.name).revealed_at is None


def test_names_are_revealed_once(manager, campaign):
    """A second reveal says that it was done."""
    path = f"/manage/campaigns/{campaign.name}/reveal"
    assert manager.post(path, {"sure": "yes"}).status_code == 200
    assert manager.post(path, {"sure": "yes"}).status_code == 409


def test_the_dashboard_has_no_inline_style_or_script(manager, campaign, judged):
    """Pages hold under the strict policy: nothing inline, nothing from elsewhere."""
    for path, answer in everything(manager, campaign.name):
        if answer.headers["content-type"].startswith("text/html"):
            assert not re.search(r"<[^>]+\sstyle=", answer.text), path
            assert not re.search(r"<script(?![^>]*(src=|application/json))", answer.text), path
            assert not re.search(r"(src|href)=\"(https?:)?//", answer.text), path
