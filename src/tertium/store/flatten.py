"""The stored judgements that count, as rows of the one table."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Literal

import msgspec
import numpy as np
from sqlalchemy import Connection, Select, func, select

from tertium import protocols
from tertium.memory_database import scratch
from tertium.model import PILOT, Assignment, Campaign, Judgement
from tertium.protocols.consolidation import is_marked
from tertium.scale import Scale
from tertium.store import schema
from tertium.store.bulk import read_assignment
from tertium.store.crowd_columns import CrowdColumns, counts
from tertium.store.decisions import read_decisions
from tertium.store.layers import layer_rows
from tertium.table import COLUMNS, JudgementTable
from tertium.table_rows import table_row

Rounds = Literal["main", "pilot", "all"]
_CHUNK = 20_000  # rows that are Python objects at the same time
_decode = msgspec.json.Decoder(dict[str, Any]).decode


def flatten(
    connection: Connection,
    campaigns: Sequence[tuple[int, Campaign]],
    secret: Callable[[], bytes],
    rounds: Rounds = "main",
) -> JudgementTable:
    """Read judgements of the main round by their protocol; a replaced one gives no rows.

    What was decided about marks later follows as layers of its own.
    """
    database = scratch()
    declared = ", ".join(f'"{name}" {kind}' for name, kind in COLUMNS.items())
    database.execute(f"CREATE TEMP TABLE judged ({declared})")
    for number, campaign in campaigns:
        rows = _rows(connection, number, campaign, secret, rounds)
        while chunk := list(islice(rows, _CHUNK)):
            # Every row has the same columns in the same order: `table_row` makes them.
            columns = zip(*(row.values() for row in chunk), strict=True)
            arrays = {
                name: np.array(column, dtype=object)
                for name, column in zip(chunk[0], columns, strict=True)
                if any(value is not None for value in column)
            }
            database.register("chunk", arrays)
            database.execute("INSERT INTO judged BY NAME SELECT * FROM chunk")
            database.unregister("chunk")
    return JudgementTable(database, "judged", scales=_scales(campaign for _, campaign in campaigns))


def _scales(campaigns: Iterable[Campaign]) -> dict[str, Scale]:
    """Return the scales that the protocols declare, unless campaigns contradict each other."""
    declared: dict[str, set[Scale]] = {}
    for campaign in campaigns:
        protocol = protocols.get(campaign.protocol, campaign.options)
        for aspect, scale in protocol.scales.items():
            declared.setdefault(aspect, set()).add(scale)
    return {aspect: next(iter(found)) for aspect, found in declared.items() if len(found) == 1}


def _rows(
    connection: Connection,
    number: int,
    campaign: Campaign,
    secret: Callable[[], bytes],
    rounds: Rounds,
) -> Iterator[dict[str, Any]]:
    protocol = protocols.get(campaign.protocol, campaign.options)
    crowd = CrowdColumns(connection, number, campaign)
    segments = {segment.id: segment for segment in campaign.segments}
    decisions = read_decisions(connection, campaign.name, number) if is_marked(protocol) else []
    readings: list[tuple[Assignment, Judgement]] = []
    found = connection.execute(_that_count(number, rounds), execution_options={"yield_per": _CHUNK})
    for id_, answer, submitted_at, seconds, replaces, *rest in found:
        assignment = read_assignment(rest)
        about = crowd.of(assignment)
        if about is None or (rounds == "main" and not counts(about)):
            continue
        judgement = Judgement(
            id_,
            campaign.name,
            assignment.id,
            assignment.annotator,
            _decode(answer),
            submitted_at,
            seconds,
            replaces,
        )
        if decisions:
            readings.append((assignment, judgement))
        segment = segments[assignment.segment]
        for observation in protocol.observations(judgement, assignment):
            yield table_row(campaign, segment, assignment, judgement, observation, about)
    if decisions:
        yield from layer_rows(campaign, protocol, readings, decisions, secret())


def _that_count(number: int, rounds: Rounds) -> Select[Any]:
    """Select the newest judgement of each assignment, with the assignment, by arrival."""
    given, asked = schema.judgement, schema.assignment
    newest = (
        select(func.max(given.c.sequence))
        .where(given.c.campaign == number)
        .group_by(given.c.assignment)
    )
    counting = (
        select(
            given.c.id,
            given.c.answer,
            given.c.submitted_at,
            given.c.seconds,
            given.c.replaces,
            asked,
        )
        .join_from(
            given,
            asked,
            (asked.c.campaign == given.c.campaign) & (asked.c.id == given.c.assignment),
        )
        .where(given.c.sequence.in_(newest))
        .order_by(given.c.sequence)
    )
    if rounds == "all":
        return counting
    return counting.where(asked.c.set != PILOT if rounds == "main" else asked.c.set == PILOT)
