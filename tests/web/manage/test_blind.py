"""Before the reveal nothing tells which system is which, nor which way the evidence points."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from typing import get_args

import pytest
from starlette.requests import Request

from tertium import protocols
from tertium.design import build_plan
from tertium.model import joined, parts_of
from tertium.store import Store
from tertium.testing import People, simulate
from tertium.web.manage import coding, endpoints, graph
from tertium.web.manage.export import FileName
from tertium.web.manage.live import render_parts
from tertium.web.manage.monitoring import evidence_of, look_at
from tertium.web.manage.names import Names
from tests.web.manage.many import NAMES, judge, many_campaign

GETS = [one for one in endpoints if one.method == "GET" and not one.public]


def everything(manager, name):
    """Yield every page, twin and file a manager can get about a campaign."""
    queries = {"sources/graph": graphs_of(manager, name), "conflicts": ["?code=all"]}
    for endpoint in GETS:
        if "text/event-stream" in endpoint.media or "{draft}" in endpoint.path:
            continue
        for file in get_args(FileName) if "{file}" in endpoint.path else ("html",):
            path = endpoint.path.format(
                campaign=name, annotator="ann-01", assignment="none", file=file, kind=file
            )
            for query in queries.get(endpoint.path.partition("{campaign}/")[2], [""]):
                yield path, manager.get(f"{path}{query}")
                if endpoint.twin:
                    yield f"{path}.json", manager.get(f"{path}.json{query}")


def graphs_of(manager, name):
    """Return the addresses of all graphs of a campaign."""
    return [
        f"?segment={source['segment']}&annotator={graph['annotator']}&pass_={graph['pass_']}"
        f"&condition={graph['condition']}"
        for source in manager.data(f"/manage/campaigns/{name}/sources")["sources"]
        for graph in source["graphs"]
    ]


def test_no_page_twin_or_file_names_a_system(manager, campaign, judged, hidden):
    """Everything a manager can get is searched for the names."""
    seen = list(everything(manager, campaign.name))
    assert len(seen) > 25
    for path, answer in seen:
        assert answer.status_code in (200, 403, 404), (path, answer.text)
        for name in hidden:
            assert name not in answer.text, path


@pytest.mark.parametrize("protocol", ["tournament@1", "ranking@1", "crossover@1"])
def test_no_page_about_many_systems_names_one(app, manager, store, clock, protocol):
    """Pages, twins, files, graphs, the stream and the log, also after conflicts were coded."""
    judge(store, many_campaign(protocol), at=clock())
    for one in manager.get("/manage/campaigns/forest/conflicts.json").json()["conflicts"]:
        sent = {"code": "slip", "note": "see the text"}
        assert (
            manager.post(f"/manage/campaigns/forest/conflicts/{one['id']}", sent).status_code == 200
        )
    seen = list(everything(manager, "forest"))
    assert len(seen) > 50
    for path, answer in seen:
        assert answer.status_code in (200, 403, 404), (path, answer.text)
        for name in NAMES:
            assert name not in answer.text, path
    request = Request({"type": "http", "headers": [], "app": app, "path": "/", "method": "GET"})
    parts = render_parts(request, store, "forest", clock())
    assert not any(name in html for html in parts.values() for name in NAMES)


def copied(store, first, called, clock):
    """Store a campaign again with its systems renamed, and the same answers."""

    def of(vertex):
        return joined(called[part] for part in parts_of(vertex))

    second = replace(
        first,
        name="wood",
        systems=tuple(replace(system, name=called[system.name]) for system in first.systems),
        outputs={(segment, called[name]): text for (segment, name), text in first.outputs.items()},
    )
    work = [
        replace(one, id=f"w-{one.id}", slots=tuple(of(slot) for slot in one.slots))
        for person in store.annotators.all(first.name)
        for one in store.assignments.of(first.name, person.id)
    ]
    plan = build_plan(first)
    planned = {f"w-{one.id}" for one in plan.assignments}
    own = tuple(one for one in work if one.id in planned)
    store.campaigns.put(second, replace(plan, assignments=own), at=clock())
    for person in store.annotators.all("wood"):
        drawn = [one for one in work if one.id not in planned and one.annotator == person.id]
        store.assignments.add("wood", person.id, drawn, at=clock())
    given = [one.judgement for one in store.judgements.all(first.name)]
    store.judgements.append(
        [
            replace(one, id=f"w-{one.id}", campaign="wood", assignment=f"w-{one.assignment}")
            for one in given
        ],
        received_at=clock(),
    )
    return second


def test_nothing_depends_on_what_systems_are_called(manager, store, clock, monkeypatch):
    """The same answers about systems with other names give the same pages.

    If anything were in the order of names, whoever knows the names could read them
    off. Letters are fixed by the texts here, since they follow from the names.
    """
    made = many_campaign()
    same = {key: text.lower() for key, text in made.outputs.items()}
    first = replace(made, outputs=same)
    judge(store, first, at=clock())
    others = ("SYSQQ-q", "SYSQQ-p", "SYSQQ-z", "SYSQQ-a", "SYSQQ-m")
    copied(store, first, dict(zip(NAMES, others, strict=True)), clock)

    def by_text(store, campaign, segment, *, revealed):
        systems = [one.name for one in campaign.systems]
        systems.sort(key=lambda name: campaign.outputs[segment, name])
        return Names(dict(zip(systems, "ABCDE", strict=True)))

    for module in (coding, graph):
        monkeypatch.setattr(module, "names_in", by_text)

    def told(name):
        here = f"/manage/campaigns/{name}"
        conflicts = manager.get(f"{here}/conflicts.json?code=all").json()["conflicts"]
        found = [
            manager.data(here)["figures"]["graphs"],
            manager.data(f"{here}/sources")["sources"],
        ]
        for query in graphs_of(manager, name):
            shown = manager.get(f"{here}/sources/graph.json{query}").json()
            picture = re.search(
                "<svg xmlns.*?</svg>", manager.get(f"{here}/sources/graph{query}").text
            )
            found += [{key: shown[key] for key in shown if key != "head"}, picture[0]]
        # Within a source the queue follows ids, which nobody can compute.
        found += sorted(json.dumps(one | {"id": ""}) for one in conflicts)
        return json.dumps(found).replace("w-", "")

    assert told("forest") == told("wood")
    assert told("forest").count("contradiction") > 3


def test_the_live_stream_names_no_system(app, store, campaign, judged, clock, hidden):
    """What the stream sends is rendered and searched too."""
    request = Request({"type": "http", "headers": [], "app": app, "path": "/", "method": "GET"})
    parts = render_parts(request, store, campaign.name, clock())
    assert set(parts) >= {"progress", "monitoring", "annotators"}
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
            store.campaigns.put(campaign, plan, at=clock())
            for one in given:
                better = one.answer.get("better")
                answer = dict(one.answer)
                if turn and better in turned:
                    answer["better"] = turned[better]
                told = replace(one, answer=answer)
                store.judgements.append([told], received_at=clock() + timedelta(hours=8))
            table = store.table(campaign.name)
            found.append(look_at(evidence_of(store, campaign.name, table), revealed=False))
    first, second = found
    assert first == second
    assert first.judgements > 40
    assert first.decision == "go on" or first.share == 1


def test_revealing_is_logged_and_then_names_appear(manager, store, campaign, judged, hidden, clock):
    """The log keeps who and when; the report and all files open."""
    path = f"/manage/campaigns/{campaign.name}"
    assert manager.get(f"{path}/report/html").status_code == 403
    assert manager.data(f"{path}/report")["comparison"] is None
    done = manager.post(f"{path}/reveal", {"sure": "yes"})
    assert done.status_code == 200
    (event,) = [
        one for one in store.history.events(campaign.name) if one.event == "systems revealed"
    ]
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
    assert store.campaigns.state(campaign.name).revealed_at is None


def test_names_are_revealed_once(manager, campaign):
    """A second reveal says that it was done."""
    path = f"/manage/campaigns/{campaign.name}/reveal"
    assert manager.post(path, {"sure": "yes"}).status_code == 200
    assert manager.post(path, {"sure": "yes"}).status_code == 409


@pytest.mark.parametrize("name", ["spring", "forest"])
def test_the_dashboard_has_no_inline_style_or_script(manager, campaign, judged, forest, name):
    """Pages hold under the strict policy: nothing inline, nothing from elsewhere."""
    manager.post(f"/manage/campaigns/{name}/reveal", {"sure": "yes"})
    for path, answer in everything(manager, name):
        if path.endswith("/report/html"):  # a file to take away has a policy of its own
            continue
        if answer.headers["content-type"].startswith("text/html"):
            assert not re.search(r"<[^>]+\sstyle=", answer.text), path
            assert not re.search(r"<script(?![^>]*(src=|application/json))", answer.text), path
            assert not re.search(r"(src|href)=\"(https?:)?//", answer.text), path
