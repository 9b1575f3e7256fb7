"""The managers' page of consolidation: how far people are, and the last word."""

from dataclasses import replace
from uuid import uuid4

import pytest

from tests.consolidating import NAME, SYSTEM, decide, mark, outputs, put, read
from tests.web.manage.test_blind import everything

HERE = f"/manage/campaigns/{NAME}/consolidation"


@pytest.fixture
def marked(store):
    """Two people marked two texts; they differ about one mark."""
    put(store)
    read(store, 1, 0, mark(0, "Hund"))
    read(store, 2, 0)
    read(store, 1, 1)
    read(store, 2, 1)
    (item,) = [one for output in outputs(store) for one in output.items]
    decide(store, "d-1-drop-it", "ANNQQ-2", [item.key], "drop", None)
    return item


def send(manager, item, **more):
    """Decide as the form does."""
    return manager.post(f"{HERE}/{item.key}", {"act": "keep", "id": uuid4().hex} | more)


def test_the_overview_counts_and_filters(manager, marked):
    """Marks and texts by where they stand; a part of them on request."""
    told = manager.data(HERE)
    assert told["marks"] == {"open": 0, "discussed": 1, "settled": 0}
    assert told["counts"] == {"open": 0, "discussed": 1, "settled": 1, "all": 2}
    (one,) = manager.get(f"{HERE}.json?status=discussed").json()["texts"]
    held = {held["who"]: held["act"] for held in one["output"]["items"][0]["held"]}
    assert held == {"ANNQQ-1": "keep", "ANNQQ-2": "drop"}
    assert "ANNQQ-2: drop" in manager.get(HERE).text


def test_the_managers_word_settles_and_can_be_changed(manager, store, marked):
    """It is kept with who said it; a second one must know the first."""
    assert send(manager, marked, act="edit", severity="minor", note="as agreed").status_code == 200
    told = manager.data(HERE)
    assert told["marks"] == {"open": 0, "discussed": 0, "settled": 1}
    (item,) = (one for text in told["texts"] for one in text["output"]["items"])
    assert item["result"]["severity"] == "minor"
    assert send(manager, marked, act="drop").status_code == 409
    assert send(manager, marked, act="drop", replaces=item["own"][0]).status_code == 200
    last = store.decisions.all(NAME)[-1]
    assert (last.role, last.by, last.content["act"]) == ("manager", "ada", "drop")
    assert manager.data(HERE)["texts"][0]["output"]["items"][0]["result"] is None


def test_a_form_works_as_json_does(manager, marked):
    """The page's own form decides too, and leads back."""
    manager.get(HERE)
    done = manager.send(f"{HERE}/{marked.key}", {"act": "drop", "id": uuid4().hex})
    assert (done.status_code, "done=decided" in done.headers["location"]) == (303, True)


def test_what_does_not_fit_is_refused(manager, marked):
    """Unknown marks, categories and empty changes."""
    assert manager.post(f"{HERE}/x", {"act": "keep", "id": uuid4().hex}).status_code == 404
    assert send(manager, marked, act="edit").status_code == 422
    assert send(manager, marked, act="edit", category="nonsense").status_code == 404
    spring = manager.post("/manage/campaigns/none/consolidation/x", {"act": "keep", "id": "a" * 8})
    assert spring.status_code == 404


def test_no_page_names_the_system(manager, marked):
    """Everything a manager can get about such a campaign is searched."""
    for path, answer in everything(manager, NAME):
        assert answer.status_code in (200, 403, 404), (path, answer.text)
        assert SYSTEM not in answer.text, path


# Merging, and other borders -------------------------------------------------------------------


@pytest.fixture
def several(store):
    """Two people marked the first text in three different ways."""
    put(store)
    read(store, 1, 0, mark(0, "Die"), mark(0, "schläft", severity="minor"))
    read(store, 2, 0, mark(0, "Hund", "linguistic-conventions/grammar"))
    return {one.mark["quote"]: one.key for output in outputs(store) for one in output.items}


def merge(manager, *items, **more):
    """Merge as JSON does."""
    return manager.post(HERE, {"id": uuid4().hex, "items": items} | more)


def results(manager):
    """Return what counts for every mark, by its quote."""
    (text,) = manager.data(HERE)["texts"]
    return {
        one["mark"]["quote"]: one["result"] and one["result"]["quote"]
        for one in text["output"]["items"]
    }


def test_marks_are_merged_from_the_first_to_the_last(manager, store, several):
    """The merged mark has the first one's category unless another is chosen, and counts once."""
    assert merge(manager, several["Hund"], several["Die"], severity="critical").status_code == 200
    assert results(manager) == {"Die": "Die Hund", "Hund": "Die Hund", "schläft": None}
    last = store.decisions.all(NAME)[-1]
    assert (last.role, last.by, last.content["act"]) == ("manager", "ada", "merge")
    assert last.content["mark"]["category"] == "accuracy/mistranslation"
    assert "merge into “Die Hund”" in manager.get(HERE).text
    decide(store, "d-1", "ANNQQ-2", [several["schläft"]], "drop", None)
    decide(store, "d-2", "ANNQQ-1", [several["schläft"]], "drop", None)
    rows = [row for row in store.table(NAME).rows() if row["layer"] == "consolidated"]
    found = [(row["text"], row["severity"]) for row in rows if row["aspect"] == "error"]
    assert found == [("Die Hund", "critical")]


def test_a_merged_mark_may_have_the_place_of_one(manager, several):
    """The chosen one, which must be among those merged; then also its category."""
    ids = several["Hund"], several["Die"]
    assert merge(manager, *ids, extent=several["schläft"]).status_code == 422
    assert merge(manager, *ids, extent=several["Hund"]).status_code == 200
    assert results(manager) == {"Die": "Hund", "Hund": "Hund", "schläft": None}
    (text,) = manager.data(HERE)["texts"]
    assert text["output"]["items"][0]["result"]["category"] == "linguistic-conventions/grammar"


def test_a_merge_is_changed_and_its_parts_are_open_again(manager, several):
    """A new decision names the former one; what it does not speak of is open as before."""
    assert merge(manager, several["Hund"], several["Die"]).status_code == 200
    (text,) = manager.data(HERE)["texts"]
    own = [one for one in text["own"] if one]
    assert len(set(own)) == 1
    wider = several["Die"], several["schläft"]
    assert merge(manager, *wider).status_code == 409
    assert merge(manager, *wider, replaces=own).status_code == 200
    assert results(manager) == {
        "Die": "Die Hund schläft",
        "Hund": None,
        "schläft": "Die Hund schläft",
    }
    (text,) = manager.data(HERE)["texts"]
    sent = {"act": "drop", "id": uuid4().hex, "replaces": text["own"][0]}
    assert manager.post(f"{HERE}/{several['Die']}", sent).status_code == 200
    assert results(manager) == {"Die": None, "Hund": None, "schläft": None}


def test_a_merge_whose_other_mark_was_taken_back_does_not_stand_in_the_way(manager, store, several):
    """Somebody corrects their answer: what is left can be decided anew."""
    assert merge(manager, several["Hund"], several["Die"]).status_code == 200
    (given,) = store.assignments.answered(NAME, "ANNQQ-2").values()
    emptied = dict(given.answer["errors"]) | {"marks": []}
    store.judgements.append(
        [replace(given, id="j-again", answer={"errors": emptied}, replaces=given.id)],
        received_at=given.submitted_at,
    )
    (text,) = manager.data(HERE)["texts"]
    assert [one["own"] for one in text["output"]["items"]] == [[], []]
    sent = {"act": "drop", "id": uuid4().hex, "replaces": text["own"][0]}
    assert manager.post(f"{HERE}/{several['Die']}", sent).status_code == 200


def test_a_form_merges_what_was_ticked(manager, several):
    """Boxes of the same name arrive together."""
    manager.get(HERE)
    fields = {"id": uuid4().hex, "items": [several["Hund"], several["Die"]], "category": ""}
    done = manager.send(HERE, fields)
    assert (done.status_code, "done=decided#i-" in done.headers["location"]) == (303, True)
    assert results(manager)["Hund"] == "Die Hund"
    assert manager.send(HERE, {"id": uuid4().hex, "items": [several["Hund"]]}).status_code == 422
    assert manager.send(HERE, {"id": uuid4().hex}).status_code == 422


@pytest.mark.parametrize(
    ("begin", "end", "quote"),
    [(-1, 0, "Die Hund"), (0, 2, "Hund schläft auf"), (1, 2, "schläft auf"), (-1, -1, "Die")],
)
def test_a_mark_begins_and_ends_some_words_later(manager, several, begin, end, quote):
    """Or earlier; the text itself tells where its words are."""
    sent = {"act": "edit", "id": uuid4().hex, "begin": begin, "end": end}
    assert manager.post(f"{HERE}/{several['Hund']}", sent).status_code == 200
    assert results(manager)["Hund"] == quote


@pytest.mark.parametrize(("begin", "end"), [(-2, 0), (1, 0), (0, -1), (0, 9)])
def test_a_mark_stays_in_its_text_and_is_not_emptied(manager, several, begin, end):
    """Borders that are not there are refused."""
    sent = {"act": "edit", "id": uuid4().hex, "begin": begin, "end": end}
    assert manager.post(f"{HERE}/{several['Hund']}", sent).status_code == 422
