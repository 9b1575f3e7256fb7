"""Managers, the log, and the signing key."""

from datetime import timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from tertium.store import Store


def test_managers_are_kept_with_their_hash(store):
    """A password hash is found by name, replaced on request, and None for a stranger."""
    store.managers.add("mia", "hash-1")
    store.managers.add("ada", "hash-2")
    store.managers.add("mia", "hash-3")
    assert store.managers.password_hash("mia") == "hash-3"
    assert store.managers.password_hash("eve") is None
    assert store.managers.names() == ("ada", "mia")


def test_the_log_keeps_order_and_detail(store, small, at):
    """Events come back as they were written, per campaign or all."""
    store.history.add("signed in", actor="mia", at=at)
    store.history.add("exported", campaign="news", actor="mia", detail={"rows": 3}, at=at)
    assert [event.event for event in store.history.events()] == ["signed in", "exported"]
    (event,) = store.history.events("news")
    assert (event.actor, event.detail, event.at) == ("mia", {"rows": 3}, at)


def test_the_log_cannot_be_changed(store, at):
    """The database refuses to rewrite what happened."""
    store.history.add("signed in", actor="mia", at=at)
    with (
        pytest.raises(DBAPIError, match="append-only"),
        store.database.engine.begin() as connection,
    ):
        connection.execute(text("DELETE FROM event"))
    assert store.history.events()[0].at < at + timedelta(seconds=1)


def test_the_signing_key_is_made_once(database):
    """All servers on a database sign with the same random key."""
    with Store.open(database) as one, Store.open(database) as two:
        assert len(one.secret()) == 32
        assert one.secret() == two.secret()
