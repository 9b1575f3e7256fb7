"""The key that signs sign-ins and ids of a database; it is made when it is first needed."""

import secrets

from sqlalchemy import insert, select

from tertium.store import schema
from tertium.store.database import Database


def find_key(database: Database) -> bytes:
    """Return the random key of a database; the first call makes it."""
    table = schema.secret
    wanted = select(table.c.value).where(table.c.purpose == "sign-in")
    with database.reading() as connection:
        found = connection.execute(wanted).scalar_one_or_none()
    if found is None:
        with database.writing() as connection:
            found = connection.execute(wanted).scalar_one_or_none()
            if found is None:
                found = secrets.token_bytes(32)
                connection.execute(insert(table).values(purpose="sign-in", value=found))
    return bytes(found)
