"""From the log to the one table."""

import time

import pytest

from tertium.model import Judgement
from tertium.store import Store


def test_the_table_has_a_row_per_observation_that_counts(store, small, at):
    """Who, what and how it was said stand in one row; a problem has its own aspect."""
    store.judgements.append([small.judge("j-1", 1, "right", annotator="ann-2")], received_at=at)
    problem = Judgement(
        "j-2", "news", small.assignment(0).id, "ann-1", {"problem": "source"}, at, 2.0
    )
    store.judgements.append([problem], received_at=at)
    first, second = store.table("news").rows()
    assert (first["judgement"], first["annotator"], first["group"]) == ("j-1", "ann-2", "en-de")
    assert (first["system"], first["versus"], first["slot"]) == ("base", "adv", 1)
    assert (first["aspect"], first["value"], first["label"]) == ("preference", -1.0, "right")
    assert (first["segment"], first["document"], first["domain"]) == ("s-1", "d-1", "news")
    assert (first["set"], first["role"], first["order"]) == ("common", "real", 1)
    assert (second["aspect"], second["label"], second["value"]) == ("problem", "source", None)


def test_all_campaigns_are_one_table(store, make, at):
    """Without a name the table holds every campaign of the database."""
    for name in ("first", "second"):
        made = make(name=name)
        store.campaigns.put(made.campaign, made.plan, at=at)
        store.judgements.append([made.judge("j-1")], received_at=at)  # ids are a campaign's own
    assert [row["campaign"] for row in store.table().rows()] == ["first", "second"]
    assert len(store.table("second")) == 1


def test_an_empty_store_gives_an_empty_table(store, small):
    """No judgements are no rows, with all columns."""
    assert len(store.table("news")) == 0
    assert len(store.table()) == 0


def test_many_judgements_become_a_table_quickly(tmp_path, make, at):
    """Four thousand judgements are stored and read within seconds."""
    made = make(annotators=20, segments=200)
    with Store.open(tmp_path / "tertium.db") as store:
        store.campaigns.put(made.campaign, made.plan, at=at)
        started = time.process_time()
        store.judgements.append(
            [
                Judgement(f"j-{n}", "news", a.id, a.annotator, {"better": "left"}, at, 3.0)
                for n, a in enumerate(made.plan.assignments)
            ],
            received_at=at,
        )
        stored = time.process_time()
        table = store.table("news")
        done = time.process_time()
    assert len(table) == 4_000
    assert stored - started < 3
    assert done - stored < 2
    assert table.comparisons().value.mean() == pytest.approx(1.0)
