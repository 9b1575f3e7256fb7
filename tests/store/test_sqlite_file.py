"""A database that lost its content is refused, and nothing is written."""

import os
import sqlite3
from contextlib import closing

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import Conflict, NotFound, TertiumError
from tertium.store import Store
from tertium.store.sqlite_file import create_file
from tests.cli.test_serve import judge, put_folder, write_campaign


def kept(folder):
    """Return everything that lies in a folder."""
    return {name: (folder / name).read_bytes() for name in os.listdir(folder)}


@pytest.fixture
def folder(tmp_path):
    """Return the folder of a campaign with a judgement."""
    made = write_campaign(tmp_path / "spring")
    with Store.open_folder(made) as store:
        put_folder(store, made, new_version=False)
        judge(store)
    return made


def empty(file):
    """Leave 0 bytes."""
    file.write_bytes(b"")


def cut_off(file):
    """Leave the first half."""
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 8192 * 4096])


def beginning(file):
    """Leave less than a header."""
    file.write_bytes(file.read_bytes()[:50])


def no_database(file):
    """Put another kind of file there."""
    file.write_text("Dear diary,\n" * 1000)


def foreign(file):
    """Put another program's database there."""
    file.unlink()
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE recipes (name)")


def only_its_log(file):
    """Leave the log of a server that was killed."""
    file.with_name("tertium.db-wal").write_bytes(b"x" * 5000)
    file.unlink()


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (empty, "empty"),
        (cut_off, "cut off"),
        (beginning, "cut off"),
        (no_database, "not a database"),
        (foreign, "another program"),
        (only_its_log, "log"),
    ],
)
def test_a_harmed_database_is_refused_and_nothing_is_written(folder, harm, sentence):
    """Serving, looking and copying say what is wrong, where, and what to do."""
    file = folder / "tertium.db"
    harm(file)
    before = kept(folder)
    for words in (
        ["serve", str(folder), "--port", "0"],
        ["status", str(folder)],
        ["backup", str(folder), str(folder / "copy.db")],
    ):
        told = CliRunner().invoke(cli, words, standalone_mode=False).exception
        assert isinstance(told, TertiumError), (words, told)
        assert sentence in told.what
        assert told.where == str(file)
        assert "backup" in told.fix or "Tertium made" in told.fix
        assert kept(folder) == before


def test_a_database_whose_log_completes_it_is_opened(folder):
    """A killed server may leave pages in the log only; that is no harm."""
    with Store.open_folder(folder) as store:
        judged = len(list(store.judgements.all("spring")))
        copied = kept(folder)
    for name, content in copied.items():
        (folder / name).write_bytes(content)
    with Store.open_folder(folder) as store:
        assert len(list(store.judgements.all("spring"))) == judged == 1


def test_a_new_database_is_never_empty(tmp_path):
    """A server killed while it makes its database leaves a whole file or none."""
    file = tmp_path / "new.db"
    create_file(file)
    assert file.read_bytes()[:15] == b"SQLite format 3"
    before = file.read_bytes()
    create_file(file)
    assert file.read_bytes() == before
    assert os.listdir(tmp_path) == ["new.db"]
    with Store.open(file) as store:
        assert store.campaigns.all() == []


def test_a_missing_database_without_a_trace_is_new_or_not_found(tmp_path):
    """Only where a database was is its loss told."""
    with pytest.raises(NotFound, match="no database"):
        Store.open(tmp_path / "none.db", create=False)
    with Store.open(tmp_path / "none.db"):
        pass
    (tmp_path / "none.db").write_bytes(b"")
    with pytest.raises(Conflict, match="0 bytes"):
        Store.open(tmp_path / "none.db", create=False)
