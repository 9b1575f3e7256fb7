"""What the rows of a crowd's judgements say beyond those of a plan: group, visit, what counts."""

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from tertium.model import CROWD, Assignment, Campaign
from tertium.store import schema
from tertium.store.pool import ItemKey, item_key, read_slots

Columns = Mapping[str, Any]
IN_HOUSE: Columns = {}  # rows of annotators of the plan have none of these columns


class CrowdColumns:
    """The columns of rows by annotator, visit and item."""

    def __init__(self, connection: Connection, number: int, campaign: Campaign) -> None:
        self._members: dict[str, Any] = {}
        self._visits: dict[str, list[tuple[int, int]]] = {}
        self._counting: set[tuple[str, ItemKey]] = set()
        if not campaign.crowd.public:
            return
        table, visits = schema.member, schema.session
        rows = connection.execute(select(table).where(table.c.campaign == number))
        self._members = {row.annotator: row for row in rows}
        for row in connection.execute(
            select(visits)
            .where(visits.c.campaign == number, visits.c.claim.is_not(None))
            .order_by(visits.c.annotator, visits.c.first_batch)
        ):
            self._visits.setdefault(row.annotator, []).append((row.first_batch, row.number))
        place, pool = schema.place, schema.pool
        held = connection.execute(
            select(place.c.annotator, pool.c.segment, pool.c.slots)
            .join_from(
                place, pool, (pool.c.campaign == place.c.campaign) & (pool.c.number == place.c.item)
            )
            .where(place.c.campaign == number, place.c.state.in_(("held", "excluded")))
        )
        self._counting = {(row.annotator, (row.segment, read_slots(row.slots))) for row in held}

    def of(self, assignment: Assignment) -> Columns | None:
        """Return the columns of a judgement; None where consent was withdrawn.

        Surplus is what has no place on its item; control items have none to lose.
        """
        member = self._members.get(assignment.annotator)
        if member is None:
            return IN_HOUSE
        if member.left_at is not None:
            return None
        surplus = (
            assignment.set == CROWD
            and assignment.role in ("real", "repeat")
            and (assignment.annotator, item_key(assignment)) not in self._counting
        )
        return {
            "group": "crowd",
            "session": self._visit(assignment),
            "qualified": int(member.failed_at is None and member.excluded_at is None),
            "surplus": int(surplus),
        }

    def _visit(self, assignment: Assignment) -> str | None:
        visits = self._visits.get(assignment.annotator, [])
        at = bisect_right(visits, assignment.batch, key=lambda visit: visit[0])
        return f"s-{visits[at - 1][1]}" if at and assignment.set == CROWD else None


def counts(columns: Columns) -> bool:
    """Tell whether a row enters analyses by default."""
    return not columns.get("surplus") and columns.get("qualified", 1) == 1
