"""Bring a database to the schema of this version, or say that it is newer than the code."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from tertium.exceptions import Conflict
from tertium.store.database import Database
from tertium.store.schema import HEAD, VERSION_TABLE


def version(connection: Connection) -> str:
    """Return the schema version of a database, the empty string for a fresh one."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return ""
    found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    return str(found or "")


def migrate(database: Database) -> tuple[str, str]:
    """Run the migrations that are missing; return the versions before and after.

    All of them run in one transaction, so a database is never left half-way,
    and two servers that start together do not run them twice.
    """
    with database.reading() as connection:
        before = version(connection)
    if before == HEAD:  # the usual case does not load the migration tool
        return before, HEAD
    with database.writing() as connection:
        before = version(connection)
        if before != HEAD:
            _upgrade(connection, before, database.where)
    return before, HEAD


def _upgrade(connection: Connection, before: str, where: str) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if before and before not in known:
        raise Conflict(
            f"the database has schema {before!r}, this version of Tertium knows up to {HEAD!r}",
            where=where,
            fix="Install the newer version of Tertium that made it.",
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
