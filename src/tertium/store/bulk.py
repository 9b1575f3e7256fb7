"""Many assignments at once, in and out: half a million must take seconds."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, exists, select

from tertium.model import Assignment
from tertium.store import schema
from tertium.store.content import write_json

_CHUNK = 10_000
_COLUMNS = (
    "campaign",
    "version",
    "id",
    "annotator",
    "segment",
    "slots",
    "batch",
    "order",
    "pass",
    "group",
    "set",
    "role",
    "of",
    "propensity",
    "condition",
)


def insert_assignments(
    connection: Connection, campaign: int, version: int, assignments: Sequence[Assignment]
) -> None:
    """Write assignments by the fastest way each database has."""
    names = ", ".join(f'"{name}"' for name in _COLUMNS)
    rows = (_row(campaign, version, assignment) for assignment in assignments)
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "postgresql":
        copying = f"COPY assignment ({names}) FROM STDIN"
        with driver.cursor() as cursor, cursor.copy(copying) as copy:  # psycopg's
            for row in rows:
                copy.write_row(row)
        return
    marks = ", ".join("?" * len(_COLUMNS))
    driver.executemany(f"INSERT INTO assignment ({names}) VALUES ({marks})", rows)  # sqlite3's


def stored_assignments(
    connection: Connection, campaign: int, *, version: int | None = None
) -> Iterator[Assignment]:
    """Yield all assignments of a campaign, or those of one version of its plan."""
    table = schema.assignment
    wanted = select(table).where(table.c.campaign == campaign)
    if version is not None:
        wanted = wanted.where(table.c.version == version)
    rows = connection.execute(wanted, execution_options={"yield_per": _CHUNK})
    for row in rows:
        yield read_assignment(row)


def is_asked() -> ColumnElement[bool]:
    """Return the condition of assignments that count: not withdrawn, or answered nevertheless."""
    table, given = schema.assignment, schema.judgement
    answered = exists().where(
        given.c.campaign == table.c.campaign, given.c.assignment == table.c.id
    )
    return table.c.withdrawn.is_(None) | answered


def read_assignment(row: Sequence[Any]) -> Assignment:
    """Return the assignment of one stored row."""
    # By position, in the order of the schema: half a million of these are read at once.
    _, _, id_, annotator, _, segment, slots, *rest, _, _ = row
    return Assignment(id_, annotator, segment, _slots(slots), *rest)


@lru_cache(_CHUNK)  # most campaigns have few orders of their systems
def _slots(text: str) -> tuple[str, ...]:
    return msgspec.json.decode(text, type=tuple[str, ...])


@lru_cache(_CHUNK)
def _slots_text(slots: tuple[str, ...]) -> str:
    return write_json(slots)


def _row(campaign: int, version: int, a: Assignment) -> tuple[Any, ...]:
    return (
        campaign,
        version,
        a.id,
        a.annotator,
        a.segment,
        _slots_text(a.slots),
        a.batch,
        a.order,
        a.pass_,
        a.group,
        a.set,
        a.role,
        a.of,
        a.propensity,
        a.condition,
    )
