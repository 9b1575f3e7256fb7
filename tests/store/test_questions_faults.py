"""Drawing when something goes wrong: killed servers, and servers that draw at once."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tertium.design.more import more_questions
from tertium.model import Judgement
from tertium.store import Store
from tertium.store.assignments import DRAWN

WHO = "ann-01"

# Answers everything by the names of the systems, draws, and says so; begins again until the end.
CHILD = """
import sys
from datetime import UTC, datetime
from tertium.model import Judgement
from tertium.store import Store

who = sys.argv[2]
with Store.open(sys.argv[1]) as store:
    while True:
        now = datetime.now(UTC)
        answered = store.assignments.answered("many", who)
        for a in store.assignments.of("many", who):
            if a.id not in answered:
                better = "left" if a.slots[0] < a.slots[1] else "right"
                judged = Judgement(f"j-{a.id}", "many", a.id, who, {"better": better}, now)
                store.judgements.append([judged], received_at=now)
                print("judged", flush=True)
        drawn = store.questions.draw_more("many", who, at=now)
        print("drawn", drawn, flush=True)
        if not drawn and store.questions.draw_more("many", who, at=now) == 0:
            break
"""


def answers(assignments):
    """Say what the child says."""
    return {
        a.id: Judgement(
            "j",
            "many",
            a.id,
            WHO,
            {"better": "left" if a.slots[0] < a.slots[1] else "right"},
            None,
        )
        for a in assignments
    }


def expected(made):
    """Return what should be drawn in the end, without any database."""
    person = made.plan.annotators[0]
    work = [a for a in made.plan.assignments if a.annotator == WHO]
    while more := more_questions(made.campaign, person, work, answers(work), None):
        work += more
    return tuple(work)


def run(database, **more):
    return subprocess.Popen([sys.executable, "-c", CHILD, database, WHO], text=True, **more)


def test_a_killed_server_draws_the_same_again(database, make_many, at, tmp_path):
    """Killed again and again between answers and draws, it asks what it would have asked."""
    made = make_many(follow_up=4, segments=12, systems=8)
    with Store.open(database) as store:
        store.campaigns.put(made.campaign, made.plan, at=at)
    for kill_after in ("judged", "drawn", "drawn", None):
        heard = tmp_path / "heard"
        with heard.open("w") as out:
            child = run(database, stdout=out)
            until = time.monotonic() + 30
            while child.poll() is None and time.monotonic() < until:
                if kill_after and kill_after in heard.read_text():
                    os.kill(child.pid, signal.SIGKILL)
                    break
                time.sleep(0.002)
            assert child.wait() == (-signal.SIGKILL if kill_after else 0)
    with Store.open(database) as store:
        assert store.assignments.of("many", WHO) == expected(made)
        rounds = [e for e in store.history.events("many") if e.event == DRAWN]
        drawn = len(expected(made)) - sum(a.annotator == WHO for a in made.plan.assignments)
        assert sum(sum(e.detail.values()) for e in rounds) == drawn > 0
        assert len(rounds) == 4


@pytest.mark.parametrize("design", [{"follow_up": 4}, {"budget": 9}])
def test_servers_that_draw_at_once_draw_every_round_once(database, make_many, at, design):
    """Three servers answer and draw for one annotator: no source is asked twice in a round."""
    made = make_many(segments=6, systems=8, common=0, **design)
    with Store.open(database) as store:
        store.campaigns.put(made.campaign, made.plan, at=at)
    children = [run(database, stderr=subprocess.PIPE) for _ in range(3)]
    assert [child.communicate(timeout=60)[1] for child in children] == [""] * 3
    with Store.open(database) as store:
        assert store.questions.draw_more("many", WHO, at=at) == 0
        work = store.assignments.of("many", WHO)
        if "follow_up" in design:
            assert work == expected(made)
        asked = {}
        for a in work:
            asked.setdefault(a.segment, []).append(frozenset(a.slots))
        assert all(len(set(pairs)) == len(pairs) for pairs in asked.values())
        batches = {}
        for a in work[sum(a.annotator == WHO for a in made.plan.assignments) :]:
            batches.setdefault(a.batch, []).append(a.segment)
        assert all(len(set(segments)) == len(segments) for segments in batches.values())
        if "budget" in design:
            assert max(map(len, asked.values())) == 9
