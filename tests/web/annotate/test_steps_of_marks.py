"""Steps in their order: no source before the first is complete, no way back afterwards."""

import pytest

from tertium.design import build_plan
from tests.web.annotate.marking import TEXTS, answer, mark, marked_campaign, sent

STEP = {"category": "acceptability/grammar", "severity": "error"}
CRITERIA = [{"name": "layout", "question": "Does the layout fit?", "labels": ["yes", "no"]}]


@pytest.fixture
def person(people):
    """Return somebody who marks in two steps."""
    return people(marked_campaign("two_step"))[0].ready()


def batches_of(person):
    """Return the number of batches."""
    return person.at("/tasks.json").json()["batches"]


def complete(person):
    """Answer everything in the batch that is open."""
    for task in person.tasks():
        assert sent(person, task, answer(task))["saved"]


def test_the_plan_has_all_versions_in_the_first_step_before_any_in_the_second():
    """Document by document, each step in a batch of its own."""
    plan = build_plan(marked_campaign("two_step"))
    mine = [one for one in plan.assignments if one.annotator == "ann-01"]
    assert [one.condition for one in mine] == (["acceptability"] * 4 + ["adequacy"] * 4) * 2
    assert [one.batch for one in mine] == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4
    first, second = mine[:4], mine[4:8]
    assert [one.slots for one in first] == [one.slots for one in second]
    assert len({one.id for one in mine}) == 16


def test_no_source_leaves_the_server_before_the_first_step_is_complete(person):
    """Neither in tasks nor in documents, hints or terms; other batches are refused."""
    sources = [source for source, _ in TEXTS]
    reply = person.at("/tasks.json")
    for task in reply.json()["tasks"]:
        assert "source" not in task
        assert task["hints"] == task["terms"] == []
        assert task["within"] == "acceptability"
    for source in sources:
        assert source not in reply.text
    for number in range(1, batches_of(person) + 1):
        other = person.at("/tasks.json", batch=str(number))
        assert not any(source in other.text for source in sources)
        assert other.status_code == (200 if number in (1, 3) else 403)
    assert person.at("/tasks.json", batch="2").json()["reason"] == "early"


def test_the_second_step_opens_when_the_first_is_complete(person):
    """Then the source is there, and marks may stand in it."""
    complete(person)
    batch = person.at("/tasks.json").json()
    assert batch["batch"] == 2
    task = batch["tasks"][0]
    assert task["source"]["text"] in [source for source, _ in TEXTS]
    assert task["within"] == "adequacy"
    assert batch["documents"][0]["lines"][0]["source"]
    given = mark(task, 0, 3, side="source", category="adequacy/deletion", severity="error")
    assert sent(person, task, answer(task, given))["saved"]


def test_an_answer_to_the_second_step_is_refused_before_its_time(person):
    """Whoever knows the id of a task cannot use it early."""
    store, own = person.store, ("CAMPQQ", person.id)
    later = next(one for one in store.assignments.of(*own) if one.condition == "adequacy")
    task = {"id": later.id, "texts": person.tasks()[0]["texts"]}
    (refused,) = sent(person, task, answer(task))["refused"]
    assert (refused["reason"], refused["what"]) == ("invalid", "this step is not open yet")


def test_the_first_step_is_closed_once_the_source_was_shown(person):
    """Until then answers can be changed; sending one again is no change."""
    first, *rest = person.tasks()
    before = person.judged(first["id"], answer=answer(first))
    assert person.send(before).json()["saved"]
    changed = person.judged(
        first["id"], answer=answer(first, mark(first, 0, 3, **STEP)), replaces=before["id"]
    )
    assert person.send(changed).json()["saved"]
    for task in rest:
        assert sent(person, task, answer(task))["saved"]
    assert person.send(changed).json()["saved"]
    late = person.judged(first["id"], answer=answer(first), replaces=changed["id"])
    (refused,) = person.send(late).json()["refused"]
    assert "is closed" in refused["what"]
    stored = person.store.assignments.answered("CAMPQQ", person.id)[first["id"]]
    assert len(stored.answer["errors"]["marks"]) == 1


def test_each_step_has_its_own_categories(person):
    """What belongs to the other step is refused; so is the hidden source."""
    task = person.tasks()[0]
    wrong = mark(task, 0, 3, category="adequacy/addition", severity="error")
    (refused,) = sent(person, task, answer(task, wrong))["refused"]
    assert refused["what"] == "mark 1: 'adequacy/addition' belongs to another step"
    hidden = mark(task, 0, 3, **STEP) | {"side": "source"}
    (refused,) = sent(person, task, answer(task, hidden))["refused"]
    assert refused["what"] == "mark 1: the source was not shown"


def test_time_is_told_by_step(person):
    """Seconds stand beside the condition in the table."""
    complete(person)
    task = person.tasks()[0]
    person.send(person.judged(task["id"], answer=answer(task), seconds=40))
    rows = person.store.table("CAMPQQ").rows()
    seconds = {(row["condition"], row["seconds"]) for row in rows}
    assert seconds == {("acceptability", 12.5), ("adequacy", 40.0)}


def test_criteria_come_with_the_last_sentence_of_a_version(people):
    """Graded texts: marks on every sentence, and with the last one questions about the whole."""
    person = people(marked_campaign("grading", {"external": CRITERIA}))[0].ready()
    batch = person.at("/tasks.json").json()
    assert [ask["widget"] for ask in batch["page"]["asks"]] == ["spans", "choice"]
    assert batch["page"]["asks"][1]["question"] == "Does the layout fit?"
    assert [label["key"] for label in batch["page"]["asks"][1]["labels"]] == ["", ""]
    assert [task.get("asks") for task in batch["tasks"]] == [["errors"], None] * 4
    assert {task["mode"] for task in batch["tasks"]} == {"mark"}
    first, last, *_ = batch["tasks"]
    assert last["place"]["line"] == 1
    assert sent(person, last, answer(last, layout="no"))["saved"]
    assert "no answer to 'layout'" in sent(person, last, answer(last))["refused"][0]["what"]
    given = mark(first, 0, 3, category="form", severity="plus-2")
    assert sent(person, first, answer(first, given))["saved"]
    rows = person.store.table("CAMPQQ").rows()
    assert [row["value"] for row in rows if row["text"]] == [2.0]
    assert [row["label"] for row in rows if row["aspect"] == "layout"] == ["no"]
