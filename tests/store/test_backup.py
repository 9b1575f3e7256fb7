"""Backups: taken while judging goes on, complete, and readable like any store."""

import threading

import pytest
from click.testing import CliRunner

from tertium.cli.backup import command
from tertium.exceptions import BadInput, Conflict, NotFound
from tertium.store import Store
from tertium.store.backup import backup


def test_a_backup_is_a_store(database, make, at, tmp_path):
    """Campaigns, links, judgements, log and key are all in the copy, in one file."""
    made = make()
    copy = tmp_path / "copy.db"
    with Store.open(database) as store:
        store.campaigns.put(made.campaign, made.plan, at=at)
        store.judgements.append([made.judge("j-1")], received_at=at)
        store.judgements.append([made.judge("j-2", 0, "right", replaces="j-1")], received_at=at)
        store.annotators.set_name("news", "ann-1", name="Ada")
        store.campaigns.set_state("news", "paused", by="mia", at=at)
        store.managers.add("mia", "hash")
        key = store.secret()
        assert backup(database, copy) == 2
        assert sorted(p.name for p in tmp_path.iterdir() if "copy" in p.name) == ["copy.db"]
        with Store.open(copy, create=False) as copied:
            assert copied.campaigns.all() == store.campaigns.all()
            assert copied.campaigns.get("news") == made.campaign
            assert copied.annotators.all("news") == store.annotators.all("news")
            assert list(copied.judgements.all("news")) == list(store.judgements.all("news"))
            assert copied.table() == store.table()
            assert copied.history.events() == store.history.events()
            assert (copied.managers.password_hash("mia"), copied.secret()) == ("hash", key)
            copied.judgements.append([made.judge("j-3", 1)], received_at=at)  # and it goes on


def test_a_backup_does_not_stop_the_writers(database, make, at, tmp_path):
    """Submissions go on while copies are made; each copy holds a beginning of the log."""
    made = make(segments=200)
    with Store.open(database) as store:
        store.campaigns.put(made.campaign, made.plan, at=at)

        def work():
            for place in range(200):
                store.judgements.append([made.judge(f"j-{place}", place)], received_at=at)

        thread = threading.Thread(target=work)
        thread.start()
        for n in range(3):
            backup(database, tmp_path / f"copy-{n}.db")
        thread.join()
        everything = [s.judgement.id for s in store.judgements.all("news")]
        assert len(everything) == 200
        for n in range(3):
            with Store.open(tmp_path / f"copy-{n}.db") as copied:
                found = [s.judgement.id for s in copied.judgements.all("news")]
                assert found == everything[: len(found)]


def test_an_older_backup_is_not_lost_by_accident(tmp_path):
    """An existing file is replaced only on request, and never the database itself."""
    source, copy = tmp_path / "tertium.db", tmp_path / "copy.db"
    Store.open(source).close()
    copy.write_text("older")
    with pytest.raises(Conflict, match="exists already"):
        backup(source, copy)
    assert copy.read_text() == "older"
    with pytest.raises(BadInput, match="the database itself"):
        backup(source, source, force=True)
    run = CliRunner().invoke(command, [str(tmp_path), str(copy), "--force"])
    assert run.exit_code == 0
    assert "with 0 judgements" in run.output
    Store.open(copy).close()


def test_a_backup_that_cannot_be_written_leaves_nothing(tmp_path):
    """A missing folder is named, and no part of a copy is left."""
    source = tmp_path / "tertium.db"
    Store.open(source).close()
    with pytest.raises((BadInput, NotFound)):
        backup(source, tmp_path / "nowhere" / "copy.db")
    with pytest.raises(NotFound, match="no database"):
        backup(tmp_path / "nothing.db", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
