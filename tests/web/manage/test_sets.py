"""The managers' page of error sets: what is proposed, and what is put right by hand."""

import json
import threading
from uuid import uuid4

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tertium.cli.error_sets import command
from tertium.web.manage import recent_values, sets
from tertium.web.manage.set_texts import pieces_of
from tests.versions import EDITED, HUMAN, MT, NAME, QUERY, SYSTEMS, mark_all, put
from tests.versions import campaign as versions_campaign
from tests.web.manage.conftest import START
from tests.web.manage.test_blind import everything

HERE = f"/manage/campaigns/{NAME}/sets"


@pytest.fixture
def marked(manager, store):
    """Errors are marked in three versions, and names are revealed."""
    put(store)
    assert manager.post(f"/manage/campaigns/{NAME}/reveal", {"sure": "yes"}).status_code == 200
    return store


def look(manager, query=QUERY):
    """Return the page."""
    answer = manager.get(f"{HERE}.json{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def first(manager):
    """Return the first segment, and its errors by kind and quote with their set."""
    segment = look(manager)["segments"][0]
    errors = {
        (version["kind"], error["quote"]): error
        for version in segment["versions"]
        for error in version["errors"]
    }
    return segment, errors


def numbers(manager):
    """Return the set of every error of the first segment."""
    return {key: error["set"] for key, error in first(manager)[1].items()}


def send(manager, act, error, to="", query=QUERY, **more):
    """Correct as the page does."""
    segment, _ = first(manager)
    sent = {"act": act, "id": uuid4().hex, "error": error, "to": to, "replaces": segment["own"]}
    return manager.post(f"{HERE}{query}", sent | more)


PROPOSED = {
    ("mt", "Hund"): 2,
    ("postedited", "Hund"): 2,
    ("postedited", "schlummert"): 3,
    ("human", "die"): 1,
}


def test_nothing_is_seen_before_the_reveal(manager, store):
    """No version, no text, no name; and nothing can be corrected."""
    put(store)
    told = look(manager)
    assert (told["missing"], told["segments"], told["systems"]) == ("names", [], [])
    assert told["head"]["versions"]
    page = manager.get(f"{HERE}{QUERY}").text
    assert "Unblind" in page
    for path, answer in everything(manager, NAME):
        assert not any(name in answer.text for name in SYSTEMS), path
    sent = {"act": "move", "id": uuid4().hex, "error": "x"}
    assert manager.post(f"{HERE}{QUERY}", sent).status_code == 403
    assert store.decisions.all(NAME) == []


def test_segments_show_the_source_the_versions_and_their_sets(manager, marked):
    """Passages carry numbers, pieces are the text, and the headline has an interval."""
    told = look(manager)
    assert (told["missing"], told["counts"]) == ("", {"all": 2, "corrected": 0})
    assert numbers(manager) == PROPOSED
    segment, errors = first(manager)
    assert "".join(one["text"] for one in segment["source"]) == "the black cat sleeps"
    assert [(one["text"], one["sets"]) for one in segment["source"] if one["sets"]] == [
        ("the", [1]),
        ("cat", [2]),
        ("sleeps", [3]),
    ]
    assert [error["from_mt"] for error in errors.values()] == [False, True, False, False]
    share = told["inherited"]
    assert share["value"] == pytest.approx(1 / 3)
    assert share["low"] <= share["value"] <= share["high"]
    page = manager.get(f"{HERE}{QUERY}").text
    assert "33.3% of the errors in the post-edited text" in page
    assert f"--versions mt={MT},postedited={EDITED},human={HUMAN}" in page
    assert "<mark>cat</mark><sup>2</sup>" in page


def test_segments_come_page_by_page(manager, marked, monkeypatch):
    """Each page has its own segments; a page beyond the last is the last."""
    monkeypatch.setattr(sets, "PAGE", 1)
    told = [look(manager, f"{QUERY}&page={number}") for number in (1, 2, 9)]
    assert [(one["page"], one["pages"]) for one in told] == [(1, 2), (2, 2), (2, 2)]
    named = [[segment["segment"] for segment in one["segments"]] for one in told]
    assert named == [["SEGQQ0"], ["SEGQQ1"], ["SEGQQ1"]]
    (error,) = [
        error for version in told[1]["segments"][0]["versions"] for error in version["errors"]
    ]
    assert send(manager, "move", error["id"]).status_code == 422  # it is alone already
    assert "Page 2 of 2" in manager.get(f"{HERE}{QUERY}&page=2").text


def test_the_versions_are_chosen(manager, marked, store):
    """Nothing before two are named; systems called so are chosen; nonsense is told calmly."""
    assert look(manager, "")["missing"] == "versions"
    assert look(manager, f"?mt={MT}")["missing"] == "versions"
    wrong = look(manager, f"?mt={MT}&human=nobody")
    assert (wrong["missing"], "no system" in wrong["why"]) == ("refused", True)
    two = look(manager, f"?mt={MT}&human={HUMAN}")
    assert (two["missing"], two["inherited"]["value"]) == ("", None)
    put(store, "called", ("mt", "Postedited", "human"))
    manager.post("/manage/campaigns/called/reveal", {"sure": "yes"})
    told = manager.data("/manage/campaigns/called/sets")
    assert told["versions"] == {"mt": "mt", "postedited": "Postedited", "human": "human"}
    assert told["missing"] == ""


def test_an_error_is_moved_alone_and_back(manager, marked):
    """Each step is one more decision; going back walks to the proposal and no farther."""
    _, errors = first(manager)
    hund, sleeps = errors["postedited", "Hund"]["id"], errors["postedited", "schlummert"]["id"]
    assert send(manager, "move", hund, sleeps).status_code == 200
    moved = numbers(manager)
    assert moved["postedited", "Hund"] == moved["postedited", "schlummert"]
    assert moved["mt", "Hund"] != moved["postedited", "Hund"]
    assert send(manager, "move", hund).status_code == 200
    assert sorted(numbers(manager).values()) == [1, 2, 3, 4]
    segment, _ = first(manager)
    assert (segment["by"], segment["back"]) == ("ada", True)
    assert look(manager)["counts"] == {"all": 2, "corrected": 1}
    assert len(look(manager, f"{QUERY}&part=corrected")["segments"]) == 1
    assert send(manager, "undo", hund).status_code == 200
    assert numbers(manager) == moved
    assert send(manager, "undo", hund).status_code == 200
    assert numbers(manager) == PROPOSED
    segment, _ = first(manager)
    assert (segment["by"], segment["back"]) == ("", False)
    assert send(manager, "undo", hund).status_code == 422
    log = marked.decisions.all(NAME)
    assert [one.content["act"] for one in log] == ["move", "move", "undo", "undo"]
    assert {(one.stage, one.role, one.by) for one in log} == {("sets", "manager", "ada")}
    assert not any(name in json.dumps(one.content) for one in log for name in SYSTEMS)


def test_two_sets_are_joined(manager, marked):
    """All errors of both; the rest stays as it is."""
    _, errors = first(manager)
    ids = errors["mt", "Hund"]["id"], errors["human", "die"]["id"]
    assert send(manager, "join", *ids).status_code == 200
    assert list(numbers(manager).values()) == [1, 1, 2, 1]


def test_what_does_not_fit_is_refused(manager, marked):
    """Strangers, errors of another segment, no change, and a page that is out of date."""
    _, errors = first(manager)
    hund, die = errors["mt", "Hund"]["id"], errors["human", "die"]["id"]
    (elsewhere,) = [
        error["id"]
        for version in look(manager)["segments"][1]["versions"]
        for error in version["errors"]
    ]
    assert send(manager, "move", "x", hund).status_code == 404
    assert send(manager, "move", hund, elsewhere).status_code == 404
    assert send(manager, "move", hund, hund).status_code == 422
    assert send(manager, "move", hund, die, query="").status_code == 422
    assert send(manager, "move", hund, die).status_code == 200
    assert send(manager, "move", hund, replaces=[]).status_code == 409
    assert send(manager, "undo", hund, replaces=[]).status_code == 409
    assert len(marked.decisions.all(NAME)) == 1


def test_the_same_correction_twice_is_stored_once(manager, marked):
    """Also though the sets are others when it comes again; other words under its id are refused."""
    _, errors = first(manager)
    hund, die = errors["mt", "Hund"]["id"], errors["human", "die"]["id"]
    same = {"id": uuid4().hex, "replaces": []}
    assert send(manager, "move", hund, die, **same).status_code == 200
    assert send(manager, "move", hund, die, **same).status_code == 200
    assert send(manager, "join", hund, die, **same).status_code == 409
    assert len(marked.decisions.all(NAME)) == 1


def test_a_form_works_as_json_does(manager, marked):
    """The page's own forms correct too, again and again, and lead back to the error."""
    for to in ("die", "schlummert"):
        segment, errors = first(manager)
        hund = errors["mt", "Hund"]
        target = next(error for (_, quote), error in errors.items() if quote == to)
        fields = {"act": "move", "id": hund["id_for"], "error": hund["id"], "to": target["id"]}
        if segment["own"]:
            fields["replaces"] = segment["own"][0]
        done = manager.send(f"{HERE}{QUERY}&page=1", fields)
        assert done.status_code == 303
        where = done.headers["location"]
        assert where.endswith(f"done=decided#e-{hund['id']}")
        assert f"mt={MT}" in where
    assert numbers(manager)["mt", "Hund"] == numbers(manager)["postedited", "schlummert"]


def test_corrections_hold_for_other_choices_of_versions(manager, marked):
    """Two versions corrected by themselves, then all: nothing is lost, and it can be undone."""
    _, errors = first(manager)
    two = f"?mt={MT}&postedited={EDITED}"
    hund, sleeps = errors["mt", "Hund"]["id"], errors["postedited", "schlummert"]["id"]
    die = errors["human", "die"]["id"]
    assert send(manager, "join", die, sleeps).status_code == 200
    assert send(manager, "join", hund, sleeps, query=two).status_code == 200
    assert set(numbers(manager).values()) == {1}  # the human error stayed with the other
    assert send(manager, "undo", hund, query=two).status_code == 200
    assert send(manager, "undo", hund).status_code == 200
    assert numbers(manager) == PROPOSED


def test_the_tab_appears_when_two_systems_have_marks(manager, store):
    """Before that there is nothing to compare; a campaign with one system never has it."""
    store.campaigns.put(*versions_campaign(), at=START)
    here = f"/manage/campaigns/{NAME}"
    assert f'href="{here}/sets"' not in manager.get(here).text
    mark_all(store)
    assert f'href="{here}/sets"' in manager.get(here).text


def test_a_slow_alignment_is_waited_for_calmly(manager, marked, monkeypatch):
    """The page says so and looks again by itself; then the sets are there, found once."""
    monkeypatch.setattr(recent_values, "PATIENCE", 0)
    go, found = threading.Event(), []
    find = sets.find_errors

    def slow(*given, **more):
        found.append(given)
        assert go.wait(30)
        return find(*given, **more)

    monkeypatch.setattr(sets, "find_errors", slow)
    answer = manager.get(f"{HERE}{QUERY}")
    assert 'http-equiv="refresh"' in answer.text
    assert "Words are being aligned" in answer.text
    assert look(manager)["missing"] == "waiting"
    go.set()
    monkeypatch.setattr(recent_values, "PATIENCE", 30)
    assert look(manager)["missing"] == ""
    assert numbers(manager) == PROPOSED
    assert len(found) == 1


def test_the_command_uses_what_counts(manager, marked, tmp_path):
    """`tertium error-sets` has the corrections and says so; a file is used instead of them."""
    versions = f"mt={MT},postedited={EDITED},human={HUMAN}"
    given = [str(tmp_path), "--versions", versions, "--format", "json", "--resamples", "20"]

    def told(*more):
        done = CliRunner().invoke(command, [*given, *more])
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    def parts(result):
        return [
            [error["text"] for error in one["errors"]]
            for one in result["sets"]
            if one["segment"] == "SEGQQ0"
        ]

    file = str(tmp_path / "sets.csv")
    before = told("--write", file)
    assert parts(before) == [["die"], ["Hund", "Hund"], ["schlummert"]]
    assert before["corrected"] == 0
    _, errors = first(manager)
    ids = errors["mt", "Hund"]["id"], errors["human", "die"]["id"]
    assert send(manager, "join", *ids).status_code == 200
    after = told()
    assert parts(after) == [["Hund", "Hund", "die"], ["schlummert"]]
    assert after["corrected"] == 4
    assert "4 errors of 1 segment:" in after["warnings"][0]
    assert after["inherited"] == before["inherited"]
    lines = manager.get(f"/manage/campaigns/{NAME}/export/decisions.jsonl").text.splitlines()
    assert [json.loads(line)["stage"] for line in lines] == ["sets"]
    by_file = told("--sets", file)
    assert parts(by_file) == parts(before)
    assert not any("manager" in warning for warning in by_file["warnings"])


stretches = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 12), st.integers(1, 3)), max_size=5
)


@given(st.text(max_size=12), stretches)
def test_pieces_are_the_text_and_know_their_sets(text, drawn):
    """Compared letter by letter with a slow version; every stretch ends once."""
    inside = [
        (min(one, two, len(text)), min(max(one, two), len(text)), number)
        for one, two, number in drawn
    ]
    pieces = pieces_of(text, inside)
    assert "".join(one.text for one in pieces) == text
    at = 0
    for one in pieces:
        for letter in range(at, at + len(one.text)):
            over = {number for start, end, number in inside if start <= letter < end}
            assert set(one.sets) == over
        at += len(one.text)
        ends = {number for start, end, number in inside if end == at and start < end}
        points = {number for start, end, number in inside if start == end == at}
        assert set(one.ends) == (ends if one.text else points)
    missing = [one for one in pieces if not one.text and one.sets]
    assert len(missing) == len({start for start, end, _ in inside if start == end})


def test_a_failure_is_told_instead_of_waited_for(manager, marked, monkeypatch, caplog):
    """Whatever goes wrong while errors are joined, the page says so and the log knows why."""

    def fail(*_, **__):
        raise MemoryError("no room for so many words")

    monkeypatch.setattr(sets, "find_errors", fail)
    page = look(manager)
    assert page["missing"] == "refused"
    assert "could not be joined" in page["why"]
    assert "no room for so many words" in caplog.text
    sent = {"act": "move", "id": uuid4().hex, "error": "0" * 32, "to": "", "replaces": []}
    refusal = manager.post(f"{HERE}{QUERY}", sent)
    assert refusal.status_code == 503
    assert refusal.json()["fix"] == "Look into the server's log."
