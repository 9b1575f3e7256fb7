"""Storing judgements: once, in order, and never changed."""

import asyncio
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, OperationalError

from tertium.exceptions import BadInput, Conflict, NotFound, TertiumError, Unavailable
from tertium.model import Judgement
from tertium.store import Store
from tertium.store.prepared import PreparedConnection


def labels(store: Store, campaign: str = "news") -> dict[str, str]:
    """Return judgement id → label of what counts."""
    return {row["judgement"]: row["label"] for row in store.table(campaign).rows()}


def test_sending_twice_stores_once(store, small, at):
    """The same judgement again gives the first receipt, marked as a duplicate."""
    first = store.judgements.append([small.judge("j-1")], received_at=at)
    later = at + timedelta(minutes=5)
    again = store.judgements.append([small.judge("j-1")], received_at=later)
    assert not first[0].duplicate
    assert again[0].duplicate
    assert again[0].received_at == at
    assert [s.judgement.id for s in store.judgements.all("news")] == ["j-1"]


def test_a_judgement_comes_back_as_it_was_given(store, small, at):
    """Everything in a judgement survives the database, to the microsecond."""
    given = small.judge("j-1", 2, "both_bad", seconds=3.25, annotator="ann-2")
    store.judgements.append([given], received_at=at)
    (stored,) = store.judgements.all("news")
    assert stored.judgement == given
    assert stored.received_at == at
    assert stored.sequence == store.judgements.last_sequence("news") > 0


def test_one_id_cannot_say_two_things(store, small, at):
    """An id that is stored with another content is refused, and what was stored stays."""
    store.judgements.append([small.judge("j-1", answer="left")], received_at=at)
    with pytest.raises(Conflict, match="another content") as error:
        store.judgements.append([small.judge("j-1", answer="right")], received_at=at)
    assert error.value.current == small.judge("j-1", answer="left")
    with pytest.raises(Conflict):
        store.judgements.append([small.judge("j-1", 1, annotator="ann-3")], received_at=at)
    assert labels(store) == {"j-1": "left"}


def test_a_double_click_is_one_answer(store, small, at):
    """Two submissions of one id at the same time share one row."""

    async def both():
        judgement = small.judge("j-1")
        return await asyncio.gather(
            store.judgements.submit(judgement, received_at=at),
            store.judgements.submit(judgement, received_at=at),
        )

    one, two = asyncio.run(both())
    assert (one.duplicate, two.duplicate) == (False, True)
    assert one.received_at == two.received_at == at


def test_a_stale_tab_learns_what_counts(store, small, at):
    """A second first answer is refused and brings the judgement that counts."""
    store.judgements.append([small.judge("j-1", answer="left")], received_at=at)
    with pytest.raises(Conflict, match="already answered") as error:
        store.judgements.append([small.judge("j-2", answer="right")], received_at=at)
    assert error.value.current.id == "j-1"
    assert labels(store) == {"j-1": "left"}


def test_corrections_form_a_chain(store, small, at):
    """Each correction names the one that counts; only the last gives rows."""
    store.judgements.append([small.judge("j-1", answer="left")], received_at=at)
    store.judgements.append([small.judge("j-2", answer="right", replaces="j-1")], received_at=at)
    with pytest.raises(Conflict, match="already replaced") as error:
        store.judgements.append(
            [small.judge("j-3", answer="other", replaces="j-1")], received_at=at
        )
    assert error.value.current.id == "j-2"
    store.judgements.append(
        [small.judge("j-4", answer="both_good", replaces="j-2")], received_at=at
    )
    assert labels(store) == {"j-4": "both_good"}
    assert [s.judgement.id for s in store.judgements.all("news")] == ["j-1", "j-2", "j-4"]


def test_a_correction_of_nothing_is_refused(store, small, at):
    """A judgement cannot replace one that is not stored."""
    with pytest.raises(Conflict, match="not stored"):
        store.judgements.append([small.judge("j-2", replaces="j-1")], received_at=at)
    assert store.judgements.last_sequence("news") == 0


def test_a_bundle_is_stored_whole_or_not_at_all(store, small, at):
    """One stale judgement in an imported file leaves nothing of the file behind."""
    store.judgements.append([small.judge("j-0", 3)], received_at=at)
    with pytest.raises(Conflict):
        store.judgements.append(
            [small.judge("j-1", 0), small.judge("j-2", 3), small.judge("j-3", 1)], received_at=at
        )
    assert labels(store) == {"j-0": "left"}
    receipts = store.judgements.append(
        [small.judge("j-1", 0), small.judge("j-2", 0, "right", replaces="j-1")], received_at=at
    )
    assert [receipt.id for receipt in receipts] == ["j-1", "j-2"]
    assert labels(store) == {"j-0": "left", "j-2": "right"}


@pytest.mark.postgresql
def test_a_retry_of_our_own_is_no_duplicate(postgresql, make, at, monkeypatch):
    """When the connection breaks after the commit, the retry gives the receipt of a first time."""
    made, real, broken = make(), PreparedConnection.transaction, []

    @contextmanager
    def break_after_commit(line, **given):
        with real(line, **given):
            yield
        if not broken:
            broken.append(line)
            lost = psycopg.OperationalError("server closed the connection unexpectedly")
            raise OperationalError("COMMIT", {}, lost, connection_invalidated=True)

    monkeypatch.setattr(PreparedConnection, "transaction", break_after_commit)
    with Store.open(postgresql.database()) as store:
        store.campaigns.put(made.campaign, made.plan, at=at)
        (receipt,) = store.judgements.append([made.judge("j-1")], received_at=at)
        assert broken
        assert not receipt.duplicate
        assert set(labels(store)) == {"j-1"}


def test_concurrent_submissions_share_commits(store, make, at):
    """Fifty at once need fewer transactions than submissions."""
    many = make(annotators=50, segments=4, name="many")
    store.campaigns.put(many.campaign, many.plan, at=at)

    async def everyone():
        await asyncio.gather(
            *(
                store.judgements.submit(
                    many.judge(f"j-{n}-{place}", place, annotator=f"ann-{n}"), received_at=at
                )
                for n in range(1, 51)
                for place in range(4)
            )
        )

    asyncio.run(everyone())
    assert store.judgements.last_sequence("many") > 0
    assert len(labels(store, "many")) == 200
    assert 0 < store.judgements.commits < 100


def test_a_bad_neighbour_fails_alone(store, small, at):
    """What the database refuses in a shared transaction is refused for its sender only."""

    async def mixed():
        return await asyncio.gather(
            store.judgements.submit(small.judge("j-1", 0), received_at=at),
            store.judgements.submit(small.judge("j-1", 1, annotator="ann-2"), received_at=at),
            store.judgements.submit(small.judge("j-old", 2), received_at=at),
            store.judgements.submit(small.judge("j-3", 3), received_at=at),
            return_exceptions=True,
        )

    # Known to the database, but not to the questions asked about the other assignments.
    store.judgements.append([small.judge("j-old", 0, annotator="ann-3")], received_at=at)
    one, two, three, four = asyncio.run(mixed())
    assert isinstance(two, Conflict)
    assert isinstance(three, Conflict)
    assert (one.id, four.id) == ("j-1", "j-3")
    assert set(labels(store)) == {"j-old", "j-1", "j-3"}


def test_a_cancelled_request_harms_nobody(store, small, at):
    """Whoever goes away while waiting is stored or not; the others are answered."""

    async def leave():
        going = asyncio.ensure_future(
            store.judgements.submit(small.judge("j-1", 0), received_at=at)
        )
        staying = asyncio.ensure_future(
            store.judgements.submit(small.judge("j-2", 1), received_at=at)
        )
        await asyncio.sleep(0)
        going.cancel()
        receipt = await staying
        assert going.cancelled()
        return receipt

    assert asyncio.run(leave()).id == "j-2"
    assert "j-2" in labels(store)


def test_closing_stores_what_waits(database, make, at):
    """A store that closes first answers everything in its queue."""
    made = make(segments=40)
    store = Store.open(database)
    store.campaigns.put(made.campaign, made.plan, at=at)

    async def submit_and_close():
        waiting = [
            asyncio.ensure_future(store.judgements.submit(made.judge(f"j-{n}", n), received_at=at))
            for n in range(40)
        ]
        await asyncio.sleep(0)
        await asyncio.to_thread(store.close)
        return await asyncio.gather(*waiting)

    assert len(asyncio.run(submit_and_close())) == 40
    with pytest.raises(Unavailable, match="closed"):
        store.judgements.append([made.judge("late", annotator="ann-2")], received_at=at)
    with Store.open(database) as again:
        assert len(labels(again)) == 40


@pytest.mark.parametrize("change", ["UPDATE judgement SET answer = '{}'", "DELETE FROM judgement"])
def test_judgements_cannot_be_changed_even_by_hand(store, small, at, change):
    """The database itself refuses to change or delete a judgement."""
    store.judgements.append([small.judge("j-1")], received_at=at)
    with (
        pytest.raises(DBAPIError, match="append-only"),
        store.database.engine.begin() as connection,
    ):
        connection.execute(text(change))
    assert labels(store) == {"j-1": "left"}


def test_the_database_refuses_a_second_first_answer(store, small, at):
    """Even a program without our checks cannot store two first answers."""
    store.judgements.append([small.judge("j-1")], received_at=at)
    copied = text(
        "INSERT INTO judgement (campaign, id, assignment, annotator, answer, submitted_at, "
        "received_at) SELECT campaign, 'j-2', assignment, annotator, answer, submitted_at, "
        "received_at FROM judgement"
    )
    with (
        pytest.raises(DBAPIError, match=r"(?i)unique"),
        store.database.engine.begin() as connection,
    ):
        connection.execute(copied)


def test_two_servers_share_one_database(database, make, at):
    """Two stores on one database answer an assignment once and see each other's work."""
    made = make(segments=30)
    with Store.open(database) as one, Store.open(database) as two:
        one.campaigns.put(made.campaign, made.plan, at=at)

        async def race():
            return await asyncio.gather(
                *(
                    server.judgements.submit(made.judge(f"{name}-{n}", n), received_at=at)
                    for n in range(30)
                    for name, server in (("one", one), ("two", two))
                ),
                return_exceptions=True,
            )

        outcomes = asyncio.run(race())
        refused = [outcome for outcome in outcomes if isinstance(outcome, Conflict)]
        assert len(refused) == 30
        assert all(error.current is not None for error in refused)
        assert labels(one) == labels(two)
        assert len(labels(one)) == 30


def test_the_first_judgement_freezes_the_plan(store, small, at):
    """The plan is open until somebody has judged by it."""
    assert store.campaigns.state("news").frozen_at is None
    later = at + timedelta(hours=1)
    store.judgements.append([small.judge("j-1")], received_at=later)
    store.judgements.append([small.judge("j-2", 1)], received_at=later + timedelta(hours=1))
    store.campaigns._states.clear()
    assert store.campaigns.state("news").frozen_at == later


def test_an_assignment_belongs_to_one_annotator(store, small, at):
    """Nobody can answer for somebody else, alone or in a bundle."""
    theirs = small.judge("j-1", annotator="ann-2")
    mine = small.judge("j-2")
    stolen = Judgement("j-3", "news", theirs.assignment, "ann-1", theirs.answer, at)
    with pytest.raises(NotFound, match="not one of 'ann-1'"):
        store.judgements.append([stolen], received_at=at)
    with pytest.raises(NotFound, match="not one of 'ann-1'"):
        store.judgements.append([mine, stolen], received_at=at)
    with pytest.raises(NotFound, match="no campaign named 'newz'"):
        store.judgements.append([Judgement("j", "newz", "a", "ann-1", {}, at)], received_at=at)
    assert store.judgements.last_sequence("news") == 0


@pytest.mark.parametrize(
    ("id", "more", "where"),
    [
        ("", {}, "id"),
        ("x" * 201, {}, "id"),
        ("a\0b", {}, "id"),
        ("j-1", {"seconds": float("nan")}, "seconds"),
        ("j-1", {"seconds": -1.0}, "seconds"),
        ("j-1", {"submitted_at": datetime(2026, 1, 1)}, "submitted_at"),
    ],
)
def test_what_cannot_be_kept_is_refused(store, small, at, id, more, where):  # noqa: A002
    """A judgement with an impossible id or time never reaches the database."""
    given = small.judge("ok")
    fields = {name: getattr(given, name) for name in given.__dataclass_fields__}
    with pytest.raises(BadInput) as error:
        store.judgements.append([Judgement(**(fields | {"id": id} | more))], received_at=at)
    assert error.value.where == where


def test_first_answers_are_stored_without_asking_what_is_there(store, small, at, monkeypatch):
    """One statement stores them; a correction, or whatever speaks against one, is looked at."""
    asked = []
    query = PreparedConnection.query

    def noted(connection, statement, values):
        asked.extend(["chains"] if "ids" in values else [])
        return query(connection, statement, values)

    monkeypatch.setattr(PreparedConnection, "query", noted)
    store.judgements.append([small.judge("j-0"), small.judge("j-1", 1)], received_at=at)
    assert asked == []
    store.judgements.append([small.judge("j-2", answer="right", replaces="j-0")], received_at=at)
    assert asked == ["chains"]
    theirs = replace(small.judge("j-3", 2, annotator="ann-2"), annotator="ann-1")
    with pytest.raises(NotFound, match="not one of 'ann-1'"):
        store.judgements.append([theirs], received_at=at)
    with pytest.raises(Conflict, match="already answered"):
        store.judgements.append([small.judge("j-4", 2), small.judge("j-5", 1)], received_at=at)
    assert labels(store) == {"j-2": "right", "j-1": "left"}
    assert asked == ["chains"] * 3


def test_a_full_disk_is_told_in_one_sentence(tmp_path, make, at):
    """When the disk is full the answer is refused with a remedy, and works once there is room."""
    made = make(segments=4)
    with Store.open(tmp_path / "tertium.db") as store:
        store.campaigns.put(made.campaign, made.plan, at=at)
        store.judgements.append([made.judge("j-0")], received_at=at)
        cursor = store.judgements._writer._connection._cursor
        (pages,) = cursor.execute("PRAGMA page_count").fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        long = {"better": "left", "comment": "x" * 100_000}
        full = Judgement("j-1", "news", made.assignment(1).id, "ann-1", long, made.start)
        with pytest.raises(TertiumError, match=r"the disk is full\. Make room"):
            store.judgements.append([full], received_at=at)
        store.judgements.append([full], received_at=at)  # the writer took a fresh connection
        assert set(labels(store)) == {"j-0", "j-1"}


def test_a_database_that_cannot_be_written_is_told_in_one_sentence(tmp_path, make, at):
    """A read-only database gives a remedy instead of a trace."""
    made = make()
    with Store.open(tmp_path / "tertium.db") as store:
        store.campaigns.put(made.campaign, made.plan, at=at)
        store.judgements.append([made.judge("j-0")], received_at=at)
        store.judgements._writer._connection._cursor.execute("PRAGMA query_only = ON")
        with pytest.raises(Unavailable, match="cannot be written"):
            store.judgements.append([made.judge("j-1", 1)], received_at=at)


@pytest.mark.postgresql
def test_a_restarted_server_is_found_again(postgresql, make, at):
    """Submissions that meet a restart of PostgreSQL arrive once, without anybody's help."""
    made = make(annotators=4, segments=60)
    with Store.open(postgresql.database()) as store:
        store.campaigns.put(made.campaign, made.plan, at=at)

        async def annotator(name):
            receipts = []
            for place in range(60):
                judgement = made.judge(f"{name}-{place}", place, annotator=name)
                receipts.append(await store.judgements.submit(judgement, received_at=at))
                await asyncio.sleep(0.005)
            return receipts

        async def during_restart():
            working = [asyncio.ensure_future(annotator(f"ann-{n}")) for n in range(1, 5)]
            await asyncio.sleep(0.1)
            await asyncio.to_thread(postgresql.restart)
            return await asyncio.gather(*working)

        receipts = asyncio.run(during_restart())
        assert sum(map(len, receipts)) == 240
        assert not any(receipt.duplicate for each in receipts for receipt in each)
        assert len(labels(store)) == 240
