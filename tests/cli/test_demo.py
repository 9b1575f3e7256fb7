"""The demonstration is whole, and rehearsals never touch real judgements."""

import contextlib
import os
import re
import shlex
import subprocess
import sys
import urllib.request
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from tertium import protocols
from tertium.cli.demo import demonstrations, prepare
from tertium.cli.main import cli
from tertium.design import build_plan
from tertium.exceptions import Conflict
from tertium.formats.campaign import read_campaign
from tertium.model import Judgement
from tertium.stats.errors.analyse import score_errors
from tertium.stats.errors.collected import collected_spans, typology_of
from tertium.stats.ranking.rank import rank
from tertium.stats.span_agreement.quick import agree_tokens
from tertium.store import Store
from tertium.web.app import create_app
from tertium.web.manage import recent_values
from tertium.web.manage.sessions import new_session, session_cookie
from tertium.web.openapi import COOKIE

SHOWN = {one.file.stem: one.share for one in demonstrations()}


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """Prepare the demonstration once."""
    folder = tmp_path_factory.mktemp("demo") / "tertium-demo"
    prepare(folder)
    return folder


def test_the_demonstration_holds_a_running_and_a_fresh_campaign(demo):
    """One campaign is half-way with simulated judgements, none of them in the future."""
    with Store.open_folder(demo) as store:
        now = datetime.now(UTC)
        stored = list(store.judgements.all("encyclopaedia"))
        assert len(stored) > 500
        assert all(entry.judgement.submitted_at < now for entry in stored)
        assert any(event.event == "simulated" for event in store.history.events("encyclopaedia"))
    assert read_campaign(demo / "support").segments[0].document == "parcel"


def test_every_way_of_asking_takes_part(demo):
    """There is a campaign for each protocol, and a report of each that was worked at."""
    found = {read_campaign(demo / name).protocol for name in SHOWN}
    assert found == {f"{name}@1" for name in protocols.names()}
    for name, share in SHOWN.items():
        if share:
            tell = ["report", str(demo), "--campaign", name, "--output", str(demo / "told.html")]
            result = CliRunner().invoke(cli, tell, standalone_mode=False)
            assert result.exception is None, name
            assert "These judgements are simulated" in (demo / "told.html").read_text("utf-8")


def test_every_way_of_asking_has_open_work(demo):
    """Whoever opens a link can try it: in each campaign somebody has items left."""
    for name, share in SHOWN.items():
        if not share:
            assert build_plan(read_campaign(demo / name)).assignments
            continue
        with Store.open_folder(demo) as store:
            left = [
                len(store.assignments.of(name, person.id))
                - len(store.assignments.answered(name, person.id))
                for person in store.annotators.all(name)
            ]
        assert max(left) > 0, name


def test_every_live_page_knows_how_far_people_agree(demo, monkeypatch):
    """Whatever is asked, agreement is told as soon as people have judged the same items."""
    monkeypatch.setattr(recent_values, "PATIENCE", 60.0)
    with Store.open_folder(demo) as store:
        store.managers.add("ada", "")
        client = TestClient(create_app(store))
        client.cookies.set(COOKIE, session_cookie(store, new_session("ada"), now=datetime.now(UTC)))
        for name, share in SHOWN.items():
            if not share or name in ("scorecard", "museum-edits"):  # each text is read by one
                continue
            figures = client.get(f"/manage/campaigns/{name}.json").json()["figures"]
            scores = figures["scores"] or {}
            told = figures["agreement"] or {"kappa": scores.get("alpha")}
            assert told["kappa"] is not None, name
            assert scores.get("repeats", 0) == 0 or scores["apart"] > 0


def test_the_demonstration_ranks_many_systems(demo):
    """All but one answer the tournament to the end: comparisons, follow-ups and adequacy."""
    with Store.open_folder(demo) as store:
        table = store.table("museum")
        assert {"common", "unique", "follow-up", "adequacy"} <= set(table.distinct("set"))
        (first, *_) = rank(table).systems
        assert first.system in ("human", "atlas")
    assert read_campaign(demo / "museum-crossover").protocol == "crossover@1"


def test_errors_are_marked_in_the_demonstration(demo):
    """Where the texts differ from the human one, and two people agree better than by chance."""
    with Store.open_folder(demo) as store:
        table, campaign = store.table("errors"), store.campaigns.get("errors")
    spans = collected_spans(table, campaign)
    assert 30 < len(spans) < 300
    canal, ferry = score_errors(spans, typology=typology_of(campaign)).systems
    assert (canal.system, ferry.system) == ("canal", "ferry")
    assert canal.score > ferry.score
    assert agree_tokens(spans).kappa.value > 0.3


def test_what_it_prints_works(demo):
    """Links of annotators and, last, of the manager open; commands run as they are printed."""
    folder = demo.parent
    programs = os.path.dirname(sys.executable)
    environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"}
    server = subprocess.Popen(
        ["tertium", "demo", "--port", "0"],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        links, hints, more = [], [], []
        for line in server.stdout:
            links += re.findall(r"http://\S+", line)
            annotators = [link for link in links if "/a/" in link]
            if told := re.search(r"and (\d+) more: (.*)", line):
                more.append(int(told[1]))
                hints.append(told[2])
            if "/manage/enter" in line:  # the last one
                break
        assert len(annotators) == 2 * len(SHOWN)
        for link in annotators:
            with urllib.request.urlopen(link, timeout=60) as page:
                assert page.status == 200
        first, *others = hints
        listed = subprocess.run(
            first, shell=True, cwd=folder, env=environment, capture_output=True, check=True
        ).stdout.decode()
        with contextlib.chdir(folder):
            for hint in others:  # in this process, which is quicker
                program, *words = shlex.split(hint)
                assert program == "tertium"
                listed += CliRunner().invoke(cli, words, catch_exceptions=False).stdout
        all_links = re.findall(r"http://\S+", listed)
        assert len(all_links) == sum(more) + 2 * len(hints)
        assert len(set(all_links) & set(annotators)) == 2 * len(hints)
    finally:
        server.terminate()
        server.communicate(timeout=60)


def test_a_rehearsal_refuses_real_judgements(demo, tmp_path):
    """Invented answers must never stand beside given ones."""
    folder = demo / "support"
    campaign = read_campaign(folder)
    plan = build_plan(campaign)
    with Store.open_folder(folder) as store:
        store.campaigns.put(campaign, plan, at=datetime.now(UTC))
        first = plan.assignments[0]
        answer = {"better": "left", "good_enough": "yes"}
        real = Judgement("j-1", campaign.name, first.id, first.annotator, answer, datetime.now(UTC))
        store.judgements.append([real], received_at=datetime.now(UTC))
    result = CliRunner().invoke(cli, ["simulate", "campaign", str(folder)], standalone_mode=False)
    assert isinstance(result.exception, Conflict)
    assert "real judgements" in str(result.exception)
