"""Nothing that a submission asks grows with the campaign."""

from datetime import timedelta

import pytest
from sqlalchemy import event

from tertium.store import Store
from tertium.store.content import write_json
from tertium.store.journal import _CHAINS
from tertium.store.prepared import PreparedConnection


@pytest.mark.parametrize("names", [1, 40])
def test_a_chain_is_found_through_its_index(tmp_path, make, at, names):
    """However many judgements there are, SQLite looks up the few that are asked for."""
    made = make(annotators=10, segments=100)
    with Store.open(tmp_path / "tertium.db") as store:
        store.campaigns.put(made.campaign, made.plan, at=at)
        store.judgements.append([made.judge(f"j-{n}", n) for n in range(100)], received_at=at)
        line = PreparedConnection(store.database)
        sql, order = line._sql(_CHAINS[True])
        values = {"number": 1, "ids": write_json([a.id for a in made.plan.assignments[:names]])}
        line._cursor.execute(f"EXPLAIN QUERY PLAN {sql}", [values[name] for name in order])
        steps = [row[3] for row in line._cursor.fetchall()]
        line.close()
    assert any("judgement USING INDEX judgement_chain" in step for step in steps), steps
    scanned = [s for s in steps if s.startswith("SCAN") and "VIRTUAL TABLE" not in s]
    assert scanned == []


def test_what_a_page_asks_uses_indexes(tmp_path, make, at):
    """One annotator's work, a link and the newest judgement are looked up, not searched for."""
    made = make()
    with Store.open(tmp_path / "tertium.db") as store:
        store.campaigns.put(made.campaign, made.plan, at=at)
        asked = []

        def explain(connection, cursor, statement, parameters, context, many):
            if statement.startswith("SELECT"):
                plan = connection.connection.cursor()
                plan.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
                asked.extend(row[3] for row in plan.fetchall())

        token = store.annotators.all("news")[0].token
        event.listen(store.database.engine, "before_cursor_execute", explain)
        store.assignments.get("news", "ann-1", made.assignment().id)
        store.assignments.of("news", "ann-2")
        store.annotators.visitor(token, now=at + timedelta(seconds=1))
        store.judgements.last_sequence("news")
    searched = [step for step in asked if step.startswith("SCAN")]
    assert asked
    assert searched == []
