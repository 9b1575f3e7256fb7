"""Decisions about marks: kept once, in order, and nobody's lost."""

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.exceptions import BadInput, Conflict, Forbidden, NotFound, Unavailable
from tertium.model import Decision, Judgement
from tertium.protocols.consolidation import by_item, counting, marks_of, outputs_of, settle
from tertium.store import StaleDecision, Store
from tests.consolidating import (
    NAME,
    NOW,
    SYSTEM,
    answer,
    campaign,
    decide,
    mark,
    outputs,
    put,
    read,
)

ONE, TWO = "ANNQQ-1", "ANNQQ-2"


@pytest.fixture
def marked(store):
    """Two people marked the first text differently, and found the second one clean."""
    put(store)
    read(store, 1, 0, mark(0, "Hund"), mark(0, "Die", "linguistic-conventions/grammar", "minor"))
    read(
        store, 2, 0, mark(0, "Die Hund"), mark(0, "Die", "linguistic-conventions/grammar", "minor")
    )
    read(store, 1, 1)
    read(store, 2, 1)
    read(store, 1, 2)
    return store


def items(store, name=NAME):
    """Return the items of the first text by their quote."""
    (first, *_) = [one for one in outputs(store, name) if one.assignment.segment == "SEGQQ0"]
    return {one.mark["quote"]: one.key for one in first.items}, first


def states(store):
    """Return where the items of the first text stand, by quote."""
    _, first = items(store)
    told = settle(first, by_item(store.decisions.all(NAME)))
    return {one.item.mark["quote"]: one.status for one in told}


def layer(store, name="consolidated"):
    """Return the rows of a layer."""
    return [row for row in store.table(NAME).rows() if row["layer"] == name]


def test_what_both_marked_needs_no_word_and_what_one_marked_does(marked):
    """The same mark by everyone is settled; others wait for the one who did not make them."""
    assert states(marked) == {"Hund": "open", "Die": "settled", "Die Hund": "open"}


def test_agreeing_settles_and_differing_is_discussed(marked):
    """Whoever marked it holds that it stands; the other's word settles it or opens a question."""
    keys, first = items(marked)
    decide(marked, "d-1", TWO, [keys["Hund"]], "agree", first.item(keys["Hund"]).mark)
    decide(marked, "d-2", ONE, [keys["Die Hund"]], "drop", None)
    assert states(marked) == {"Hund": "settled", "Die": "settled", "Die Hund": "discussed"}
    decide(marked, "d-3", TWO, [keys["Die Hund"]], "agree", None, upon="d-2")
    assert states(marked)["Die Hund"] == "settled"


def test_the_settled_marks_are_a_layer_of_their_own(marked):
    """An output enters once all its marks are settled; what was observed stays as it was."""
    before = layer(marked, "observed")
    keys, first = items(marked)
    decide(marked, "d-1", TWO, [keys["Hund"]], "keep", first.item(keys["Hund"]).mark)
    assert {row["segment"] for row in layer(marked)} == {"SEGQQ1"}  # clean, and read by both
    decide(marked, "d-2", TWO, [keys["Die Hund"]], "drop", None)
    decide(marked, "d-3", ONE, [keys["Die Hund"]], "drop", None)
    rows = [row for row in layer(marked) if row["segment"] == "SEGQQ0"]
    assert [(row["aspect"], row["text"], row["value"]) for row in rows] == [
        ("overall", None, -6.0),
        ("error", "Die", -1.0),
        ("error", "Hund", -5.0),
    ]
    assert {row["annotator"] for row in rows} == {f"{ONE}+{TWO}"}
    assert {row["label"] for row in rows if row["aspect"] == "error"} == {f"{ONE}+{TWO}"}
    assert layer(marked, "observed") == before
    spans = marked.table(NAME).spans(layers=("consolidated",))
    assert (len(spans.outputs), len(spans)) == (2, 2)
    assert len(marked.table(NAME).scores()) == 5  # consolidated totals are not further scores


def test_marks_are_merged_into_one_when_both_say_so(marked):
    """A merge is one decision about several marks; the same merge by both settles all of them."""
    keys, _ = items(marked)
    both = [keys["Hund"], keys["Die Hund"]]
    one = mark(0, "Hund", severity="minor")
    decide(marked, "d-1", ONE, sorted(both), "merge", one)
    assert states(marked) == {"Hund": "open", "Die": "settled", "Die Hund": "discussed"}
    decide(marked, "d-2", TWO, sorted(both), "agree", one, upon="d-1")
    assert set(states(marked).values()) == {"settled"}
    found = [row for row in layer(marked) if row["aspect"] == "error"]
    assert [(row["text"], row["severity"]) for row in found] == [
        ("Die", "minor"),
        ("Hund", "minor"),
    ]


def test_deciding_one_of_two_merged_marks_undoes_the_merge(marked):
    """The other mark is open again: nobody has said what becomes of it alone."""
    keys, _ = items(marked)
    both = sorted([keys["Hund"], keys["Die Hund"]])
    decide(marked, "d-1", TWO, both, "merge", mark(0, "Hund"))
    decide(marked, "d-2", TWO, [keys["Die Hund"]], "drop", None)
    assert states(marked) == {"Hund": "open", "Die": "settled", "Die Hund": "settled"}


def test_a_manager_decides_for_all(marked):
    """Whatever people hold, the manager's word settles; a later one of a manager replaces it."""
    keys, _ = items(marked)
    decide(marked, "d-1", TWO, [keys["Hund"]], "drop", None)
    assert states(marked)["Hund"] == "discussed"
    decide(marked, "m-1", "ada", [keys["Hund"]], "drop", None, role="manager")
    assert states(marked)["Hund"] == "settled"
    decide(marked, "m-2", "bob", [keys["Hund"]], "keep", mark(0, "Hund"), role="manager")
    decide(marked, "m-3", "bob", [keys["Die Hund"]], "drop", None, role="manager")
    (kept,) = [row for row in layer(marked) if row["text"] == "Hund"]
    assert kept["label"] == "bob"


def test_three_readers_must_all_have_said(store):
    """A mark is open until the last reader has spoken, whatever the others hold."""
    put(store, people=3)
    for person in (1, 2, 3):
        read(store, person, 0, *([mark(0, "Hund")] if person == 1 else []))
    keys, first = items(store)
    kept = first.item(keys["Hund"]).mark
    decide(store, "d-1", TWO, [keys["Hund"]], "agree", kept)
    assert states(store) == {"Hund": "open"}
    decide(store, "d-2", "ANNQQ-3", [keys["Hund"]], "keep", kept)
    assert states(store) == {"Hund": "settled"}


def test_a_score_is_not_what_the_marks_sum_to(store):
    """Where people also gave a score, the settled marks have none."""
    store.campaigns.put(*campaign(protocol="esa@1"), at=NOW)
    for person in (1, 2):
        given = answer(0, mark(0, "Hund", category="")) | {"overall": [50 + person]}
        work = f"{NAME}-{person}-0"
        made = Judgement(f"j-{person}", NAME, work, f"ANNQQ-{person}", given, NOW)
        store.judgements.append([made], received_at=NOW)
    seen = Decision(
        "open-1-0", NAME, "consolidation", "annotator", ONE, ("x",), {"open": True}, NOW
    )
    store.decisions.add([seen], received_at=NOW)
    whole = [row for row in layer(store) if row["segment"] == "SEGQQ0"]
    assert [(row["aspect"], row["value"]) for row in whole] == [("overall", None), ("error", -5.0)]


def test_a_decision_sent_twice_is_stored_once(marked):
    """The id makes sending again harmless; with another content it is refused."""
    keys, first = items(marked)
    made = decide(marked, "d-1", TWO, [keys["Hund"]], "keep", first.item(keys["Hund"]).mark)
    (again,) = marked.decisions.add([made], received_at=NOW)
    assert again.duplicate
    assert len(marked.decisions.all(NAME)) == 1
    with pytest.raises(StaleDecision, match="another content"):
        marked.decisions.add(
            [replace(made, content={"act": "drop", "mark": None})], received_at=NOW
        )


def test_a_second_window_does_not_write_over_the_first(marked):
    """Who decides without knowing what counts is told, and nothing is lost."""
    keys, _ = items(marked)
    decide(marked, "d-1", TWO, [keys["Hund"]], "drop", None)
    with pytest.raises(StaleDecision, match="meanwhile"):
        decide(marked, "d-2", TWO, [keys["Hund"]], "keep", mark(0, "Hund"), replaces=())
    decide(marked, "d-3", TWO, [keys["Hund"]], "keep", mark(0, "Hund"))
    with pytest.raises(StaleDecision, match="changed meanwhile"):
        decide(marked, "d-4", ONE, [keys["Hund"]], "agree", None, upon="d-1")


def test_decisions_cannot_be_changed_or_deleted(marked):
    """The database itself keeps the log."""
    keys, _ = items(marked)
    decide(marked, "d-1", TWO, [keys["Hund"]], "drop", None)
    for change in ("UPDATE decision SET by = 'x'", "DELETE FROM decision"):
        quoted = change.replace("by =", '"by" =')
        with pytest.raises(Unavailable, match="append-only"), marked.database.writing() as there:
            there.exec_driver_sql(quoted)


def test_what_makes_no_sense_is_refused(marked):
    """Ids must be storable, messages replace nothing."""
    good = Decision("d", NAME, "consolidation", "annotator", ONE, ("x",), {"say": "why?"}, NOW)
    for bad in (replace(good, id=""), replace(good, id="a\0"), replace(good, replaces=("d",)),
                replace(good, submitted_at=NOW.replace(tzinfo=None))):  # fmt: skip
        with pytest.raises(BadInput):
            marked.decisions.add([bad], received_at=NOW)
    assert marked.decisions.all(NAME) == []


def test_deciding_from_two_sides_at_once_loses_and_doubles_nothing(marked):
    """Two people decide about the same marks in parallel, as two servers would."""
    keys, _ = items(marked)
    faults = []

    def person(who):
        for turn in range(10):
            for quote in ("Hund", "Die Hund"):
                try:
                    decide(marked, f"{who}-{turn}-{quote}", who, [keys[quote]], "drop", None)
                except Conflict as error:  # nobody else decides for them
                    faults.append(error)

    threads = [threading.Thread(target=person, args=(who,)) for who in (ONE, TWO)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    stored = [one.id for one in marked.decisions.all(NAME)]
    assert len(stored) == len(set(stored)) == 40
    assert len(counting(marked.decisions.all(NAME))) == 4
    assert states(marked) == {"Hund": "settled", "Die": "settled", "Die Hund": "settled"}


CHILD = """
import sys
from tests.consolidating import NAME, decide
from tertium.store import Store

store = Store.open(sys.argv[1])
for number in range(int(sys.argv[2]), 100_000):
    id = f"d-{number}"
    decide(store, id, "ANNQQ-1", [f"item-{number % 7}"], "drop", None)
    sys.stdout.write(id + "\\n")
    sys.stdout.flush()
"""


def test_killed_between_deciding_and_answering_nothing_is_lost_or_doubled(database, tmp_path):
    """What was acknowledged is there once; what was not may be sent again."""
    with Store.open(database) as store:
        put(store)
    told: set[str] = set()
    for round_ in range(2):
        heard = tmp_path / f"heard-{round_}"
        with heard.open("w") as out:
            start = [sys.executable, "-c", CHILD, database, str(round_ * 1000)]
            child = subprocess.Popen(start, stdout=out)
            until = time.monotonic() + 60
            while heard.stat().st_size < 120 and time.monotonic() < until:
                time.sleep(0.005)
            os.kill(child.pid, signal.SIGKILL)
            assert child.wait() == -signal.SIGKILL
        lines = heard.read_text().splitlines(keepends=True)
        told |= {line.strip() for line in lines if line.endswith("\n")}
        with Store.open(database) as store:
            kept = store.decisions.all(NAME)
            assert told <= {one.id for one in kept}
            assert len({one.id for one in kept}) == len(kept)
            (again,) = store.decisions.add([kept[-1]], received_at=NOW)
            assert again.duplicate
            assert len(store.decisions.all(NAME)) == len(kept)
            assert len(counting(kept)) <= 7  # one that counts for every mark
    assert told


# Properties ---------------------------------------------------------------------------------

QUOTES = ("Die", "Hund", "Die Hund", "Matte")
passages = st.lists(st.sampled_from(QUOTES), max_size=4, unique=True)


@settings(max_examples=40)
@given(st.lists(passages, min_size=2, max_size=3), st.data())
def test_an_item_is_settled_only_if_nobody_holds_anything_else(found, data):
    """Whatever is marked and decided: the layer holds what all words say, and nothing twice."""
    made, plan = campaign(people=len(found))
    readings = []
    for assignment in plan.assignments:
        if assignment.segment == "SEGQQ0":
            marks = [mark(0, quote) for quote in found[int(assignment.annotator[-1]) - 1]]
            readings.append((assignment, _judged(assignment, marks)))
    (output,) = outputs_of(readings, made.name, b"secret")
    decisions = []
    for number in range(data.draw(st.integers(0, 6)) if output.items else 0):
        who = data.draw(st.sampled_from(output.readers))
        item = data.draw(st.sampled_from(output.items))
        kept = data.draw(st.booleans())
        former = tuple(
            one.id for one in counting(decisions) if one.by == who and one.items == (item.key,)
        )
        content = {"act": "keep" if kept else "drop", "mark": item.mark if kept else None}
        decisions.append(
            Decision(
                f"d-{number}",
                made.name,
                "consolidation",
                "annotator",
                who,
                (item.key,),
                content,
                NOW,
                former,
            )
        )
    told = settle(output, by_item(decisions))
    assert len(told) == len({quote for one in found for quote in one})
    for one in told:
        held = set(one.words.values())
        assert (one.status == "discussed") == (len(held) > 1)
        if one.status == "settled":
            assert one.word in held
        if one.status == "open":
            assert set(output.readers) - set(one.words)
    if all(one.status == "settled" for one in told):
        marks = [(content["start"], content["end"]) for content, _ in marks_of(told)]
        assert len(marks) == len(set(marks))


def _judged(assignment, marks):
    return Judgement(
        f"j-{assignment.id}", NAME, assignment.id, assignment.annotator, answer(0, *marks), NOW
    )


# Parties ------------------------------------------------------------------------------------


def test_translators_and_arbiters_have_links_of_their_own(store):
    """A renewed link makes the former useless and keeps the name; systems must exist."""
    put(store)
    first = store.rebuttal_links.add(NAME, "translator", system=SYSTEM, at=NOW)
    second = store.rebuttal_links.add(NAME, "translator", system=SYSTEM, at=NOW)
    arbiter = store.rebuttal_links.add(NAME, "arbiter", at=NOW)
    assert (first.id, second.id, arbiter.id) == ("translator-1", "translator-1", "arbiter-1")
    assert store.rebuttal_links.find(second.token).system == SYSTEM
    with pytest.raises(Forbidden, match="revoked"):
        store.rebuttal_links.find(first.token)
    with pytest.raises(NotFound, match="not known"):
        store.rebuttal_links.find("nobody")
    with pytest.raises(NotFound, match="no system"):
        store.rebuttal_links.add(NAME, "translator", system="other", at=NOW)
    with pytest.raises(Conflict, match="all systems"):
        store.rebuttal_links.add(NAME, "arbiter", system=SYSTEM, at=NOW)
    store.rebuttal_links.revoke(NAME, "arbiter-1", at=NOW)
    with pytest.raises(Forbidden):
        store.rebuttal_links.find(arbiter.token)
    with pytest.raises(NotFound, match="no party"):
        store.rebuttal_links.revoke(NAME, "arbiter-9", at=NOW)
    working = [one for one in store.rebuttal_links.all(NAME) if one.revoked_at is None]
    assert working == [second]
