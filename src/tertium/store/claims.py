"""Claims of a crowd: HITs that are taken, leases that end, answers that come late.

Everything is decided inside writing transactions, which are alone on a database whatever servers
there are (`database`); nothing about places is remembered here.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from tertium.model import Annotator, Assignment, Campaign
from tertium.store import places, schema
from tertium.store.assignments import Assignments
from tertium.store.bulk import insert_assignments
from tertium.store.campaigns import Campaigns
from tertium.store.crowd_rows import (
    claims_of,
    last_claim,
    member_row,
    newest_session,
    next_place,
    open_session,
    set_member,
)
from tertium.store.crowd_values import CLAIMED, ENDED, EXCLUDED, TOPPED_UP
from tertium.store.database import Database
from tertium.store.history import log_event
from tertium.store.pool import ItemKey, items_of, pool_items
from tertium.store.qualifying import (
    begin_test,
    grade_test,
    hidden_gold,
    hidden_share,
    odd_items,
    right_answers,
)


class Claims:
    """The work of crowds: given out, ended, settled, topped up."""

    def __init__(self, database: Database, campaigns: Campaigns, assignments: Assignments) -> None:
        self._database = database
        self._campaigns = campaigns
        self._assignments = assignments

    def go_on(self, campaign: str, annotator: str, *, again: bool = False, at: datetime) -> int:
        """Give a member the next work: a test where one is needed, then a claimed HIT.

        A test after one that was not passed is given to those who want it (`again`).

        Returns how many assignments there are now that were not there before.
        """
        content, number = self._campaigns.get(campaign), self._campaigns.number(campaign)
        with self._database.writing() as connection:
            ended = places.end_leases(connection, number, _lease(content), at)
            member = member_row(connection, number, annotator)
            made: Sequence[Assignment] = ()
            resumed = 0
            if member is not None and member.left_at is None and member.excluded_at is None:
                tested = content.crowd.qualification.tests and member.qualified_at is None
                if tested and not grade_test(connection, content, number, member, at):
                    made = begin_test(connection, content, number, member, again=again)
                else:
                    made, resumed = self._claim(connection, content, number, member, at)
            if made:
                version = _version(connection, number)
                insert_assignments(connection, number, -version, made)
        if ended or resumed:
            self._campaigns.changed()
        if made:
            self._assignments.cache.extend(campaign, annotator, made)
        else:  # another server may have given it
            self._assignments.cache.refresh(campaign)
        return len(made) + resumed

    def settle(self, campaign: str, annotator: str) -> int:
        """Decide about answers of somebody that came after their lease ended."""
        number, table = self._campaigns.number(campaign), schema.place
        left = select(table.c.item).where(
            table.c.campaign == number, table.c.annotator == annotator, table.c.state == "left"
        )
        with self._database.reading() as connection:
            if connection.execute(left.limit(1)).first() is None:
                return 0
        with self._database.writing() as connection:
            settled = places.settle(connection, number, annotator)
        if settled:
            self._campaigns.changed()
        return settled

    def tidy(self, campaign: str, *, at: datetime) -> int:
        """End leases that are over and decide about late answers; return how many leases ended."""
        content, number = self._campaigns.get(campaign), self._campaigns.number(campaign)
        if not content.crowd.public:
            return 0
        table = schema.place
        with self._database.writing() as connection:
            ended = places.end_leases(connection, number, _lease(content), at)
            waiting = connection.execute(
                select(table.c.annotator)
                .where(table.c.campaign == number, table.c.state == "left")
                .distinct()
                .order_by(table.c.annotator)
            ).scalars()
            settled = sum(places.settle(connection, number, one) for one in list(waiting))
        if ended or settled:
            self._campaigns.changed()
        return ended

    def finish(self, campaign: str, annotator: str, *, stops: bool = False, at: datetime) -> str:
        """End the visit of somebody who is done, or `stops` before the end; return how it ended."""
        content, number = self._campaigns.get(campaign), self._campaigns.number(campaign)
        with self._database.reading() as connection:
            session = newest_session(connection, number, annotator)
        if session is None or session.ended_at is not None:
            return session.ending if session is not None else ""
        with self._database.writing() as connection:
            session = newest_session(connection, number, annotator)
            assert session is not None
            done = session.claim is not None and not places.open_work(connection, number, session)
            if session.ended_at is None and (stops or done):
                places.end_session(connection, number, session, "returned", at)
                detail = {"annotator": annotator, "claim": session.claim, "stopped": not done}
                log_event(
                    connection, ENDED, campaign=campaign, actor=annotator, detail=detail, at=at
                )
                session = newest_session(connection, number, annotator)
                self._exclude(connection, content, number, annotator, at)
        if stops:  # otherwise nobody's work has changed
            self._campaigns.changed()
        return str(session.ending) if session is not None else ""

    def graded(self, campaign: str, annotator: str) -> Mapping[ItemKey, bool]:
        """Return which items of somebody's newest test are right; none if it is not done."""
        content, number = self._campaigns.get(campaign), self._campaigns.number(campaign)
        with self._database.reading() as connection:
            member = member_row(connection, number, annotator)
            if member is None or not member.tests:
                return {}
            return right_answers(connection, content, number, member) or {}

    def items(self, campaign: str) -> list[ItemKey]:
        """Return the items of the pool, in text order."""
        with self._database.reading() as connection:
            return list(pool_items(connection, self._campaigns.number(campaign)))

    def odd_gold(self, campaign: str) -> list[str]:
        """Return the segments of gold items that nearly everybody answers otherwise."""
        content, number = self._campaigns.get(campaign), self._campaigns.number(campaign)
        if not content.crowd.qualification.known:
            return []
        with self._database.reading() as connection:
            return odd_items(connection, content, number)

    def may_have_another(self, campaign: str, annotator: str) -> bool:
        """Tell whether there is one more HIT for somebody whose visits no platform counts."""
        content, number = self._campaigns.get(campaign), self._campaigns.number(campaign)
        if len(content.crowd.id_parameters) > 1:
            return False
        with self._database.reading() as connection:
            member = member_row(connection, number, annotator)
            if member is None or member.excluded_at is not None:
                return False
            capped = content.crowd.cap and claims_of(connection, number, annotator) >= (
                content.crowd.cap
            )
            return not capped and bool(
                places.open_items(connection, number, member.group, annotator)
            )

    def another(self, campaign: str, annotator: str, *, at: datetime) -> bool:
        """Begin one more visit for somebody whose visits no platform counts."""
        content, number = self._campaigns.get(campaign), self._campaigns.number(campaign)
        table = schema.session
        if len(content.crowd.id_parameters) > 1:
            return False
        with self._database.writing() as connection:
            last = newest_session(connection, number, annotator)
            if last is not None and last.ended_at is None:
                return True
            count = connection.execute(
                select(func.count()).where(
                    table.c.campaign == number, table.c.annotator == annotator
                )
            ).scalar_one()
            open_session(connection, number, annotator, f"own-{count + 1}", "{}", at)
        return True

    def top_up(
        self,
        campaign: str,
        more: int,
        items: Sequence[tuple[str, tuple[str, ...]]] | None = None,
        *,
        by: str,
        at: datetime,
    ) -> int:
        """Open `more` places on all items, or on chosen ones; return on how many."""
        number, table = self._campaigns.number(campaign), schema.pool
        with self._database.writing() as connection:
            known = pool_items(connection, number)
            chosen = sorted(known.values() if items is None else (known[one] for one in items))
            for start in range(0, len(chosen), 500):
                connection.execute(
                    update(table)
                    .where(
                        table.c.campaign == number, table.c.number.in_(chosen[start : start + 500])
                    )
                    .values(places=table.c.places + more)
                )
            detail = {"places": more, "items": len(chosen)}
            log_event(connection, TOPPED_UP, campaign=campaign, actor=by, detail=detail, at=at)
        return len(chosen)

    # Machinery ---------------------------------------------------------------------------

    def _claim(
        self, connection: Connection, content: Campaign, number: int, member: Row[Any], at: datetime
    ) -> tuple[Sequence[Assignment], int]:
        """Give a member the HIT of their visit; return new work, and how much is asked again."""
        from tertium.design.crowd import PoolItem, drawn_items, hit_for

        annotator, crowd = member.annotator, content.crowd
        session = newest_session(connection, number, annotator)
        if session is None:
            open_session(connection, number, annotator, "", "{}", at)
            session = newest_session(connection, number, annotator)
        assert session is not None
        if session.claim is not None:
            again = session.ending == "expired"
            return (), places.resume(connection, number, session, at) if again else 0
        own = claims_of(connection, number, annotator)
        if session.ended_at is not None or (crowd.cap and own >= crowd.cap):
            return (), 0
        open_ = places.open_items(connection, number, member.group, annotator)
        if not open_:
            return (), 0
        claim = last_claim(connection, number) + 1
        numbers, held = zip(*open_, strict=True)
        chosen = drawn_items(content.seed, claim, numbers, held, crowd.items)
        items = [PoolItem(*one) for one in items_of(connection, number, chosen)]
        order, batch = next_place(connection, number, annotator)
        made = hit_for(
            content,
            Annotator(annotator, member.group),
            items,
            gold=hidden_gold(content, annotator, claim),
            claim=claim,
            order=order,
            batch=batch,
        )
        places.take(connection, number, annotator, session.number, chosen)
        table = schema.session
        connection.execute(
            update(table)
            .where(table.c.number == session.number)
            .values(claim=claim, first_batch=batch, leased_at=at)
        )
        detail = {"annotator": annotator, "claim": claim, "items": chosen}
        log_event(connection, CLAIMED, campaign=content.name, actor=annotator, detail=detail, at=at)
        return made, 0

    def _exclude(
        self, connection: Connection, content: Campaign, number: int, annotator: str, at: datetime
    ) -> None:
        """Apply the rule declared before the start to somebody who ended a visit."""
        below = content.crowd.exclude_below
        share = hidden_share(connection, content, number, annotator) if below else None
        if share is None or share >= below:
            return
        set_member(connection, number, annotator, excluded_at=at)
        detail = {"annotator": annotator, "share": round(share, 4)}
        log_event(connection, EXCLUDED, campaign=content.name, actor="", detail=detail, at=at)
        if content.crowd.replace:
            places.give_up(connection, number, annotator)


def _lease(content: Campaign) -> timedelta:
    return timedelta(minutes=content.crowd.lease_minutes)


def _version(connection: Connection, number: int) -> int:
    table = schema.campaign
    return int(
        connection.execute(select(table.c.version).where(table.c.number == number)).scalar_one()
    )
