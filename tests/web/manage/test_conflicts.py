"""Conflicts between answers: found, shown, coded, kept."""

import csv
import io
import json
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tertium.stats.tournament.adequacy import adequacy
from tertium.stats.tournament.dominance import dominance
from tertium.store import Store
from tertium.web.app import create_app
from tertium.web.openapi import COOKIE
from tests.web.manage.many import NAMES, answer, say

HERE = "/manage/campaigns/forest"
A, B, C = NAMES[1:4]
CIRCLE = {(A, B): ">", (B, C): ">", (C, A): ">"}
ORDER = {(A, B): ">", (B, C): ">", (A, C): ">"}
CODES = ("topological", "criterion", "slip", "none")


def queue(manager, code="all", page=1):
    """Return the queue as data."""
    answer = manager.get(f"{HERE}/conflicts.json?code={code}&page={page}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def counts(manager):
    """Return how many conflicts have which code."""
    return {one["code"]: one["count"] for one in queue(manager)["counts"]}


def adequate(store, clock, segment, said):
    """Ask ann-01 about adequacy of a source's translations, and answer."""
    like = store.assignments.of("forest", "ann-01")[0]
    asked = [
        replace(
            like, id=f"adequate-{segment}-{system}", segment=segment, slots=(system,),
            condition="adequacy", set="adequacy",
        )
        for system in said
    ]  # fmt: skip
    store.assignments.add("forest", "ann-01", asked, at=clock())
    for one in asked:
        word = "yes" if said[one.slots[0]] else "no"
        answer(store, "forest", one, {"adequate": word}, at=clock())


def test_a_circle_is_listed_with_the_answers_that_form_it(manager, store, triangle, clock):
    """Three preferences in a circle are one conflict with three judgements and three texts."""
    given = say(store, "forest", "ann-01", "trains-02", CIRCLE, at=clock())
    (found,) = queue(manager, "open")["conflicts"]
    assert (found["kind"], found["segment"], found["annotator"]) == (
        "contradiction", "trains-02", "ann-01",
    )  # fmt: skip
    assert {one["judgement"] for one in found["answers"]} == {one.id for one in given}
    assert {one["assignment"] for one in found["answers"]} == {one.assignment for one in given}
    assert {(one["one"], one["sign"]) for one in found["answers"]} == {
        (letter, ">") for letter in "ABC"
    }
    assert {one["text"] for one in found["texts"]} == {
        triangle.outputs["trains-02", system] for system in (A, B, C)
    }
    assert found["source"] == triangle.segments[2].source
    page = manager.get(f"{HERE}/conflicts").text
    assert "Comparisons form a cycle" in page
    assert f"assignment={given[0].assignment}" in page


def test_answers_that_fit_are_no_conflict(manager, store, triangle, clock):
    """An order and a tie give nothing to code."""
    say(store, "forest", "ann-01", "trains-02", ORDER, at=clock())
    tied = {(A, B): "=", (B, C): "=", (A, C): "="}
    say(store, "forest", "ann-02", "trains-02", tied, at=clock())
    assert queue(manager)["total"] == 0
    assert "Nothing to code." in manager.get(f"{HERE}/conflicts").text


def test_an_inadequate_translation_above_an_adequate_one(manager, store, triangle, clock):
    """The answers along the path and the two labels are the conflict."""
    compared = say(store, "forest", "ann-01", "trains-02", ORDER, at=clock())
    adequate(store, clock, "trains-02", {A: False, C: True})
    (found,) = queue(manager)["conflicts"]
    assert found["kind"] == "order"
    assert {one["sign"] for one in found["answers"]} == {">", "yes", "no"}
    signs = {one["sign"]: one["one"] for one in found["answers"]}
    assert (signs["no"], signs["yes"]) == (found["inadequate"], found["adequate"])
    assert found["path"][0] == found["inadequate"]
    assert found["path"][-1] == found["adequate"]
    ids = {one.id for one in compared}
    assert sum(one["judgement"] in ids for one in found["answers"]) == 1  # A > C, directly
    assert found["inferred"] == []


def test_ranks_that_disagree_with_adequacy(manager, store, triangle, clock):
    """Where no path relates the two there are only labels, and the page says so."""
    work = [one for one in store.assignments.of("forest", "ann-01") if one.segment == "trains-02"]
    middle = next(one for one in work if set(one.slots) == {A, B})
    better = "left" if middle.slots[0] == A else "right"
    answer(store, "forest", middle, {"better": better}, at=clock())
    adequate(store, clock, "trains-02", {A: False, C: True})
    (found,) = queue(manager)["conflicts"]
    assert (found["kind"], found["path"]) == ("rank", [])
    assert [one["sign"] for one in found["answers"]] in (["yes", "no"], ["no", "yes"])
    assert "No comparison relates the two" in manager.get(f"{HERE}/conflicts").text


def test_the_queue_has_everything_the_analyses_find(manager, store, forest):
    """Contradictions and conflicts of adequacy, as many as the report lists."""
    table = store.table("forest")
    circles = len(dominance(table).contradictions)
    clashes = len(adequacy(table, references=(NAMES[4],)).conflicts)
    kinds = [
        one["kind"]
        for page in range(1, queue(manager)["pages"] + 1)
        for one in queue(manager, page=page)["conflicts"]
    ]
    assert kinds.count("contradiction") == circles > 0
    assert len(kinds) - circles == clashes > 0
    assert counts(manager) == dict.fromkeys(CODES, 0) | {
        "open": circles + clashes, "all": circles + clashes
    }  # fmt: skip


@pytest.mark.parametrize("code", CODES)
def test_a_code_is_kept_with_who_and_when(manager, store, triangle, clock, code):
    """The conflict leaves the queue and stands under its code; the log has it for good."""
    given = say(store, "forest", "ann-01", "trains-02", CIRCLE, at=clock())
    (found,) = queue(manager, "open")["conflicts"]
    clock.forward(hours=1)
    done = manager.post(f"{HERE}/conflicts/{found['id']}", {"code": code, "note": "tired?"})
    assert done.status_code == 200
    assert queue(manager, "open")["total"] == 0
    (coded,) = queue(manager, code)["conflicts"]
    assert coded["coded"]["code"] == code
    assert (coded["coded"]["by"], coded["coded"]["note"]) == ("ada", "tired?")
    assert coded["coded"]["at"].startswith("2026-11-02T10:00")
    assert counts(manager)[code] == 1
    (event,) = [one for one in store.history.events("forest") if one.event == "conflict coded"]
    assert (event.actor, event.detail["code"], event.detail["note"]) == ("ada", code, "tired?")
    assert set(event.detail["judgements"]) == {one.id for one in given}
    assert not any(name in json.dumps(dict(event.detail)) for name in NAMES)


def test_a_form_codes_and_shows_the_next(manager, store, triangle, clock):
    """Without scripts: choose, save, and the queue goes on where it was."""
    say(store, "forest", "ann-01", "trains-02", CIRCLE, at=clock())
    (found,) = queue(manager, "open")["conflicts"]
    path = f"{HERE}/conflicts/{found['id']}"
    sent = manager.send(path, {"code": "slip", "back": "open"})
    assert sent.headers["location"] == f"{HERE}/conflicts?code=open&done=coded"
    assert "The code was saved." in manager.get(f"{HERE}/conflicts?code=open&done=coded").text
    assert manager.send(path, {"back": "open"}).status_code == 422
    assert manager.send(path, {"code": "odd"}).status_code == 422
    assert manager.send(path, {"code": "slip", "note": "x" * 2_001}).status_code == 422


def test_coding_again_counts_and_keeps_the_former(manager, store, triangle, clock):
    """The last word counts; nothing is overwritten."""
    say(store, "forest", "ann-01", "trains-02", CIRCLE, at=clock())
    (found,) = queue(manager)["conflicts"]
    for code in ("slip", "criterion"):
        manager.post(f"{HERE}/conflicts/{found['id']}", {"code": code})
    (coded,) = queue(manager)["conflicts"]
    assert coded["coded"]["code"] == "criterion"
    assert [one["code"] for one in coded["history"]] == ["slip", "criterion"]
    assert counts(manager)["slip"] == 0


def test_codes_survive_a_restart(manager, store, triangle, clock, tmp_path, folder):
    """Another process over the same database shows the same code under the same name."""
    say(store, "forest", "ann-01", "trains-02", CIRCLE, at=clock())
    (found,) = queue(manager)["conflicts"]
    manager.post(f"{HERE}/conflicts/{found['id']}", {"code": "slip", "note": "n"})
    with Store.open(tmp_path / "tertium.db") as again:
        client = TestClient(create_app(again, folder=folder, clock=clock))
        client.cookies.set(COOKIE, manager.client.cookies[COOKIE])
        (kept,) = client.get(f"{HERE}/conflicts.json?code=slip").json()["conflicts"]
    assert kept == queue(manager, "slip")["conflicts"][0]


def test_a_code_of_other_answers_is_told_and_does_not_count(manager, store, triangle, clock):
    """When an annotator corrects an answer in the circle, somebody has to look again."""
    say(store, "forest", "ann-01", "trains-02", CIRCLE, at=clock())
    (found,) = queue(manager)["conflicts"]
    manager.post(f"{HERE}/conflicts/{found['id']}", {"code": "slip"})
    clock.forward(minutes=5)
    turned = {(B, A): ">", (C, B): ">", (A, C): ">"}
    say(store, "forest", "ann-01", "trains-02", turned, at=clock())
    (now,) = queue(manager, "open")["conflicts"]
    assert now["id"] == found["id"]
    assert now["coded"] is None
    assert now["former"]["code"] == "slip"
    assert "before the answers changed" in manager.get(f"{HERE}/conflicts").text


def test_a_conflict_that_is_gone_cannot_be_coded(manager, store, triangle, clock):
    """A correction that resolves it takes it off the queue."""
    say(store, "forest", "ann-01", "trains-02", CIRCLE, at=clock())
    (found,) = queue(manager)["conflicts"]
    clock.forward(minutes=5)
    say(store, "forest", "ann-01", "trains-02", ORDER, at=clock())
    assert queue(manager)["total"] == 0
    path = f"{HERE}/conflicts/{found['id']}"
    assert manager.post(path, {"code": "slip"}).status_code == 404
    assert not [one for one in store.history.events("forest") if one.event == "conflict coded"]


def test_pages_of_the_queue_turn(manager, forest, monkeypatch):
    """Every conflict is on one page, whatever the number."""
    monkeypatch.setattr("tertium.web.manage.coding.PAGE", 2)
    first = queue(manager)
    assert first["pages"] > 1
    seen = [
        one["id"]
        for page in range(1, first["pages"] + 1)
        for one in queue(manager, page=page)["conflicts"]
    ]
    assert len(seen) == len(set(seen)) == first["total"]
    assert queue(manager, page=99)["page"] == first["pages"]


def test_conflicts_and_codes_are_exported(manager, store, forest):
    """One line each, with letters before the reveal and names after it."""
    (found, *_) = queue(manager)["conflicts"]
    manager.post(f"{HERE}/conflicts/{found['id']}", {"code": "slip", "note": "=1+1"})
    text = manager.get(f"{HERE}/export/conflicts.csv").text
    rows = {row["conflict"]: row for row in csv.DictReader(io.StringIO(text))}
    assert len(rows) == queue(manager)["total"]
    row = rows[found["id"]]
    assert (row["code"], row["coded_by"], row["kind"]) == ("slip", "ada", found["kind"])
    assert row["note"].endswith("=1+1") and not row["note"].startswith("=")  # noqa: PT018
    assert not any(name in text for name in NAMES)
    manager.post(f"{HERE}/reveal", {"sure": "yes"})
    after = manager.get(f"{HERE}/export/conflicts.csv").text
    named = {row["conflict"]: row for row in csv.DictReader(io.StringIO(after))}
    assert set(named) == set(rows)
    assert all(set(one["translations"].split()) <= set(NAMES) for one in named.values())
    assert named[found["id"]]["code"] == "slip"


def test_what_needs_you_leads_to_the_queue(manager, store, triangle, clock):
    """As long as something is not coded, the live page says how much."""
    say(store, "forest", "ann-01", "trains-02", CIRCLE, at=clock())
    found = manager.data(HERE)["figures"]
    assert found["graphs"]["to_code"] == 1
    assert ("conflicts", f"{HERE}/conflicts", 1) in [
        (need["kind"], need["path"], need["left"]) for need in found["needs"]
    ]
    assert "1 conflict has no code yet." in manager.get(HERE).text
    (conflict,) = queue(manager)["conflicts"]
    manager.post(f"{HERE}/conflicts/{conflict['id']}", {"code": "none"})
    again = manager.data(HERE)
    assert again["figures"]["graphs"]["to_code"] == 0
    assert "conflicts" not in [need["kind"] for need in again["figures"]["needs"]]
    assert [event["event"] for event in again["events"]] == ["conflict coded"]
