"""Migrations: from empty to now, once, and never backwards."""

import json
import threading
from unittest.mock import patch

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from click.testing import CliRunner
from sqlalchemy import text

from tertium.cli.migrate import command
from tertium.exceptions import Conflict
from tertium.model import Annotator, Assignment
from tertium.store import Store
from tertium.store import migrate as migrations
from tertium.store.database import Database
from tertium.store.migrate import _upgrade as run_migrations
from tertium.store.migrate import migrate, version
from tertium.store.schema import HEAD, VERSION_TABLE, metadata


@pytest.fixture(autouse=True)
def real_migrations():
    """Run the migrations themselves: other tests make their tables in a shorter way."""
    with patch.object(migrations, "_upgrade", run_migrations):
        yield


@pytest.fixture
def empty(database):
    opened = Database.named(database, create=True)
    yield opened
    opened.close()


@pytest.mark.filterwarnings("ignore:.*expression-based index")  # SQLite cannot show these
def test_migrations_make_the_schema_of_the_code(empty):
    """The tables the migrations make are the tables the code speaks of."""
    assert migrate(empty) == ("", HEAD)
    with empty.reading() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": VERSION_TABLE, "compare_type": True}
        )
        assert compare_metadata(context, metadata) == []


def test_migrating_again_does_nothing(empty):
    """A database at this version is left as it is."""
    migrate(empty)
    assert migrate(empty) == (HEAD, HEAD)


def test_the_head_is_the_newest_migration():
    """The constant that spares loading the migration tool is right."""
    folder = str(migrations.Path(migrations.__file__).parent / "migrations")
    assert ScriptDirectory(folder).get_current_head() == HEAD


def test_servers_that_start_together_migrate_once(database):
    """Four stores opened at the same time find one good schema."""
    failures = []

    def start():
        try:
            Store.open(database).close()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def age(database):
    """Turn a database into one that the first release made."""
    with Store.open(database) as store, store.database.writing() as connection:
        (content,) = connection.execute(text("SELECT content FROM plan")).scalars()
        known = json.loads(content)
        for setting in ("follow_up", "budget", "pause"):
            known["design"].pop(setting)
        connection.execute(
            text("UPDATE plan SET hash = 'old', content = :c"), {"c": json.dumps(known)}
        )
        later = {
            "assignment": ("condition", "withdrawn", "moved"),
            "annotator": ("bonus",),
            "campaign": (
                "moves", "pilot", "zone", "price", "currency", "archived_at", "deleted_at"
            ),
        }  # fmt: skip
        for table, columns in later.items():
            for column in columns:
                connection.execute(text(f"ALTER TABLE {table} DROP COLUMN {column}"))
        crowd = ("place", "pool", "member", "session", "worker", "guest", "public_link")
        for table in (*crowd, "decision", "party", "invitation", "move", "letter"):
            connection.execute(text(f"DROP TABLE {table}"))
        if connection.dialect.name == "postgresql":
            connection.execute(text("DROP FUNCTION decision_is_append_only"))
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '0001'"))


def test_a_database_of_the_first_release_goes_on(database, make, at):
    """Its work and answers stay, it is served unchanged, and it takes what came later."""
    made = make()
    with Store.open(database) as store:
        store.campaigns.put(made.campaign, made.plan, at=at)
        store.judgements.append([made.judge("j-1")], received_at=at)
        before = store.table("news").rows()
    age(database)
    with Store.open(database) as store:
        assert store.campaigns.get("news") == made.campaign
        assert store.campaigns.put(made.campaign, made.plan, at=at) == 1
        assert store.assignments.of("news", "ann-1") == made.plan.assignments[:4]
        assert store.table("news").rows() == before
        ranked = Assignment("new", "ann-9", "s-0", ("base", "adv"), condition="ranking")
        store.annotators.add("news", Annotator("ann-9"), assignments=(ranked,), at=at)
        assert store.assignments.of("news", "ann-9") == (ranked,)


def test_a_newer_database_is_not_touched(database):
    """Older code says that the database is newer, and changes nothing."""
    with Store.open(database) as store, store.database.writing() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    with pytest.raises(Conflict, match=r"schema '9999'.*Install the newer version"):
        Store.open(database)
    opened = Database.named(database, create=False)
    with opened.reading() as connection:
        assert version(connection) == "9999"
    opened.close()


def test_the_command_tells_what_it_did(tmp_path):
    """`tertium migrate` names the schema before and after."""
    file = tmp_path / "tertium.db"
    Database.named(file, create=True).close()
    file.touch()
    first = CliRunner().invoke(command, [str(tmp_path)])
    again = CliRunner().invoke(command, [str(file)])
    assert (first.exit_code, again.exit_code) == (0, 0)
    assert f"now has schema {HEAD} (was empty)" in first.output
    assert f"already has schema {HEAD}" in again.output
