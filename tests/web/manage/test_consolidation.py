"""The managers' page of consolidation: how far people are, and the last word."""

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
    last = store.decisions(NAME)[-1]
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
