"""The stored judgements that count, as rows of the one table."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, func, select

from tertium import protocols
from tertium.model import Campaign
from tertium.store import schema
from tertium.store.bulk import read_assignment
from tertium.store.rows import read_judgement
from tertium.table import JudgementTable, table_row

__all__ = ["flatten"]

_CHUNK = 10_000


def flatten(connection: Connection, campaigns: Sequence[tuple[int, Campaign]]) -> JudgementTable:
    """Read judgements by their protocol; a replaced one gives no rows."""
    return JudgementTable.from_rows(
        row for number, campaign in campaigns for row in _rows(connection, number, campaign)
    )


def _rows(connection: Connection, number: int, campaign: Campaign) -> Iterator[dict[str, Any]]:
    protocol = protocols.get(campaign.protocol, campaign.options)
    segments = {segment.id: segment for segment in campaign.segments}
    assignments = {
        row.id: read_assignment(row)
        for row in connection.execute(
            select(schema.assignment).where(schema.assignment.c.campaign == number)
        )
    }
    table = schema.judgement
    newest = (
        select(func.max(table.c.sequence))
        .where(table.c.campaign == number)
        .group_by(table.c.assignment)
    )
    rows: Iterable[Any] = connection.execute(
        select(table).where(table.c.sequence.in_(newest)).order_by(table.c.sequence),
        execution_options={"yield_per": _CHUNK},
    )
    for row in rows:
        judgement = read_judgement(campaign.name, row)
        assignment = assignments[judgement.assignment]
        segment = segments[assignment.segment]
        for observation in protocol.observations(judgement, assignment):
            yield table_row(campaign, segment, assignment, judgement, observation)
