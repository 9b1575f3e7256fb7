"""Corrections of error sets in the log: kept once, in order, and beside all other decisions."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from tertium.model import Decision
from tertium.protocols.rebuttal import Answers
from tertium.protocols.sets import Corrections
from tertium.store import StaleDecision, Store
from tests.consolidating import NAME, NOW, decide, mark, outputs, put, read


def correction(id_, items, sets, replaces=(), by="ada"):
    """Return what a manager decides about the sets of a segment."""
    content = {"act": "move", "error": items[0], "to": "", "sets": sets}
    return Decision(id_, NAME, "sets", "manager", by, tuple(items), content, NOW, replaces)


def test_a_correction_sent_twice_is_stored_once(store):
    """The id makes sending again harmless; with other sets it is refused."""
    put(store)
    made = correction("s-1", ["a", "b"], [["a"], ["b"]])
    (first,), (again,) = (store.decisions.add([made], received_at=NOW) for _ in range(2))
    assert (first.duplicate, again.duplicate) == (False, True)
    assert store.decisions.all(NAME, "sets") == [made]
    other = replace(made, content=dict(made.content) | {"sets": [["a", "b"]]})
    with pytest.raises(StaleDecision, match="another content"):
        store.decisions.add([other], received_at=NOW)


def test_managers_share_one_place_and_do_not_write_over_each_other(store):
    """Whoever corrects without knowing what counts is told, and nothing is lost."""
    put(store)
    store.decisions.add([correction("s-1", ["a", "b"], [["a"], ["b"]])], received_at=NOW)
    blind = correction("s-2", ["b", "c"], [["b", "c"]], by="bob")
    with pytest.raises(StaleDecision, match="meanwhile"):
        store.decisions.add([blind], received_at=NOW)
    store.decisions.add([correction("s-3", ["x"], [["x"]], by="bob")], received_at=NOW)  # elsewhere
    store.decisions.add([replace(blind, replaces=("s-1",))], received_at=NOW)
    counted = Corrections.of(store.decisions.all(NAME)).counted
    assert [one.id for one in counted] == ["s-3", "s-2"]


def test_corrections_disturb_no_layer_of_marks(store):
    """Consolidation, rebuttal and the table are the same with them and without."""
    put(store)
    read(store, 1, 0, mark(0, "Hund"))
    read(store, 2, 0)
    (item,) = [one for output in outputs(store) for one in output.items]
    before = store.table(NAME).rows()
    store.decisions.add([correction("s-1", [item.key, "b"], [[item.key], ["b"]])], received_at=NOW)
    assert store.table(NAME).rows() == before
    assert {row["layer"] for row in before} == {"observed"}
    assert Answers.of(store.decisions.all(NAME)) == Answers({}, {})
    decide(store, "d-1", "ANNQQ-2", [item.key], "drop", None)
    decide(store, "d-2", "ada", [item.key], "keep", item.mark, role="manager")
    layers = {row["layer"] for row in store.table(NAME).rows()}
    assert layers == {"observed", "consolidated"}  # nobody answered, nobody arbitrated
    assert [one.id for one in store.decisions.all(NAME, "consolidation")] == ["d-1", "d-2"]


CHILD = """
import sys
from tests.store.test_sets import correction
from tests.consolidating import NOW
from tertium.store import Store

store = Store.open(sys.argv[1])
former = ()
for number in range(100_000):
    sets = [["a", "b"]] if number % 2 else [["a"], ["b"]]
    made = correction(f"s-{number}", ["a", "b"], sets, former)
    store.decisions.add([made], received_at=NOW)
    former = (made.id,)
    sys.stdout.write(made.id + "\\n")
    sys.stdout.flush()
"""


def test_killed_between_correcting_and_answering_nothing_is_lost(database, tmp_path):
    """What was acknowledged is there, in one unbroken row, and one correction counts."""
    with Store.open(database) as store:
        put(store)
    heard = tmp_path / "heard"
    with heard.open("w") as out:
        child = subprocess.Popen([sys.executable, "-c", CHILD, database], stdout=out)
        until = time.monotonic() + 60
        while heard.stat().st_size < 60 and time.monotonic() < until:
            time.sleep(0.005)
        os.kill(child.pid, signal.SIGKILL)
        assert child.wait() == -signal.SIGKILL
    told = [line.strip() for line in heard.read_text().splitlines(keepends=True) if "\n" in line]
    assert told
    with Store.open(database) as store:
        kept = store.decisions.all(NAME, "sets")
        assert [one.id for one in kept] == [f"s-{number}" for number in range(len(kept))]
        assert len(kept) in (len(told), len(told) + 1)
        assert Corrections.of(kept).counted == [kept[-1]]
        (again,) = store.decisions.add([kept[-1]], received_at=NOW)
        assert again.duplicate
