"""Annotators, their links, and how far each has come.

Who a person is (name, address, profile) is kept in a table of its own and
reached only from here.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update

from tertium.exceptions import Conflict, Forbidden, NotFound
from tertium.model import Annotator, Assignment
from tertium.store import schema
from tertium.store.bulk import insert_assignments
from tertium.store.campaigns import Campaigns
from tertium.store.checks import check_assignments
from tertium.store.content import write_json
from tertium.store.database import Database
from tertium.store.history import log_event
from tertium.store.links import insert_link
from tertium.store.moves import check_since, move_work
from tertium.store.progress import Count, Progress
from tertium.store.schema import ADDED
from tertium.store.timed_cache import TimedCache
from tertium.store.values import AnnotatorState, Step, Visitor

JOINED = "annotator added"  # in the log
_ASK = "Ask the sender for a new one."
_STEPS: dict[Step, str] = {
    "consented": "consented_at",
    "profile": "profiled_at",
    "instructed": "instructed_at",
    "tutored": "tutored_at",
}
# Who holds a link. Made once: putting it together takes longer than asking.
_VISITOR = (
    select(
        schema.annotator,
        schema.link.c.expires_at,
        schema.link.c.revoked_at,
        schema.campaign.c.name,
    )
    .join_from(
        schema.link,
        schema.annotator,
        (schema.annotator.c.campaign == schema.link.c.campaign)
        & (schema.annotator.c.id == schema.link.c.annotator),
    )
    .join(schema.campaign, schema.campaign.c.number == schema.link.c.campaign)
    .where(schema.link.c.token == bindparam("token"))
)


class Annotators:
    """The annotators of campaigns, their links, and what they told about themselves."""

    def __init__(self, database: Database, campaigns: Campaigns, progress: Progress) -> None:
        self._database = database
        self._campaigns = campaigns
        self._progress = progress
        self._visitors: TimedCache[str, tuple[Visitor | None, datetime | None]] = TimedCache()
        campaigns.on_change(self._visitors.clear)

    def visitor(self, token: str, *, now: datetime) -> Visitor:
        """Return whoever holds a link; refuse one that is unknown, revoked or expired."""
        visitor, revoked_at = self._visitors.get(token, lambda: self._load_visitor(token))
        if visitor is None:
            raise NotFound(
                "this link is not known",
                fix="Check that the whole address was copied, or ask the sender.",
            )
        if revoked_at is not None:
            raise Forbidden("this link was revoked", fix=_ASK)
        if visitor.expires_at is not None and visitor.expires_at <= now:
            raise Forbidden(f"this link expired on {visitor.expires_at:%d %B %Y}", fix=_ASK)
        return visitor

    def all(self, campaign: str) -> list[AnnotatorState]:
        """Return everyone in a campaign with their link and their progress, in the plan's order."""
        state = self._campaigns.state(campaign)
        number = self._campaigns.number(campaign)
        with self._database.reading() as connection:
            people = connection.execute(
                select(schema.annotator)
                .where(schema.annotator.c.campaign == number)
                .order_by(schema.annotator.c.version == ADDED, schema.annotator.c.place)
            ).all()
            names = _by_annotator(connection, schema.identity, number)
            links = _by_annotator(connection, schema.link, number)
            assigned = self._progress.assigned(connection, state, number)
            counts = self._progress.done(connection, number)
        return [
            _annotator_state(
                person,
                links[person.id],
                names.get(person.id),
                assigned.get(person.id, 0),
                counts.get(person.id, Count()),
            )
            for person in people
        ]

    def add(
        self,
        campaign: str,
        annotator: Annotator,
        *,
        name: str = "",
        mail: str = "",
        assignments: Sequence[Assignment] = (),
        takes_over: str = "",
        taken: Sequence[Assignment] = (),
        stops: bool = True,
        since: int | None = None,
        known: int | None = None,
        by: str = "",
        at: datetime,
    ) -> str:
        """Add someone the plan does not name, with work of their own; return their link's token.

        Open work that they take over (`taken` from `takes_over`) is withdrawn in the same step,
        and its giver paused if they stop. If work changed hands `since`, or there are not as many
        annotators as `known`, nothing is done.
        """
        content = self._campaigns.get(campaign)
        check_assignments(content, (annotator,), assignments)
        number = self._campaigns.number(campaign)
        people = schema.annotator
        with self._database.writing() as connection:
            there = connection.execute(
                select(people.c.id).where(people.c.campaign == number)
            ).scalars()
            ids = list(there)
            if known is not None and known != len(ids):
                raise Conflict(
                    "an annotator was added since this page was opened",
                    fix="Load the page again; nothing was changed.",
                )
            check_since(connection, number, since)
            if annotator.id in ids:
                raise Conflict(
                    f"annotator {annotator.id!r} is already in campaign {campaign!r}",
                    fix="Choose another id.",
                )
            connection.execute(
                insert(people).values(
                    campaign=number,
                    id=annotator.id,
                    version=ADDED,
                    place=len(ids),
                    group=annotator.group,
                    paused=0,
                    preferences="{}",
                )
            )
            made = assignments
            if takes_over:
                from tertium.design.hand_over import item_of  # most commands move nothing

                item = item_of(content)
                items = {item(one) for one in taken}
                given = [one for one in assignments if item(one) in items]
                made = [one for one in assignments if item(one) not in items]
            insert_assignments(connection, number, ADDED, made)
            if takes_over and not taken:  # all of it is in the common set
                _stop(connection, number, takes_over)
            elif takes_over:
                move_work(
                    connection,
                    number,
                    content,
                    takes_over,
                    annotator.id,
                    taken,
                    given,
                    stops=stops,
                    by=by,
                    at=at,
                )
            token = insert_link(connection, number, annotator.id, at=at)
            if name or mail:
                _put_identity(connection, number, annotator.id, {"name": name, "mail": mail})
            detail = {
                "annotator": annotator.id,
                "assignments": len(assignments),
                "takes_over": takes_over,
            }
            log_event(connection, JOINED, campaign=campaign, actor=by, detail=detail, at=at)
        self._campaigns.changed()
        return token

    def set_name(self, campaign: str, annotator: str, *, name: str, mail: str = "") -> None:
        """Note who an annotator is; empty words forget it."""
        with self._person(campaign, annotator) as (connection, number):
            _put_identity(connection, number, annotator, {"name": name, "mail": mail})

    def forget_identity(self, campaign: str, annotator: str) -> None:
        """Delete name, address and profile; what was judged stays, under the opaque id."""
        table = schema.identity
        with self._person(campaign, annotator) as (connection, number):
            connection.execute(
                delete(table).where(table.c.campaign == number, table.c.annotator == annotator)
            )

    def new_link(
        self, campaign: str, annotator: str, *, at: datetime, expires_at: datetime | None = None
    ) -> str:
        """Give an annotator a fresh link; all former ones stop working."""
        with self._person(campaign, annotator) as (connection, number):
            _revoke(connection, number, annotator, at)
            return insert_link(connection, number, annotator, at=at, expires_at=expires_at)

    def revoke_link(self, campaign: str, annotator: str, *, at: datetime) -> None:
        """Make all links of an annotator stop working."""
        with self._person(campaign, annotator) as (connection, number):
            _revoke(connection, number, annotator, at)

    def set_expiry(self, campaign: str, annotator: str, expires_at: datetime | None) -> None:
        """Set when an annotator's link stops working; None means never."""
        table = schema.link
        with self._person(campaign, annotator) as (connection, number):
            connection.execute(
                update(table)
                .where(
                    table.c.campaign == number,
                    table.c.annotator == annotator,
                    table.c.revoked_at.is_(None),
                )
                .values(expires_at=expires_at)
            )

    def pause(self, campaign: str, annotator: str, *, paused: bool = True) -> None:
        """Let an annotator rest, or go on."""
        with self._person(campaign, annotator) as (connection, number):
            _update(connection, number, annotator, {"paused": int(paused)})

    def record_step(
        self,
        campaign: str,
        annotator: str,
        step: Step,
        value: Mapping[str, Any] | None,
        *,
        at: datetime,
    ) -> None:
        """Note that an annotator consented, gave a profile, read the instructions or practised.

        A step is dated once. A profile given again takes the place of the former one.
        """
        if step not in _STEPS:
            raise NotFound.among("step", step, _STEPS)
        column = schema.annotator.c[_STEPS[step]]
        with self._person(campaign, annotator) as (connection, number):
            connection.execute(
                update(schema.annotator)
                .where(
                    schema.annotator.c.campaign == number,
                    schema.annotator.c.id == annotator,
                    column.is_(None),
                )
                .values({column: at})
            )
            if step == "profile" and value is not None:
                _put_identity(connection, number, annotator, {"profile": write_json(value)})

    def set_preferences(
        self, campaign: str, annotator: str, preferences: Mapping[str, Any]
    ) -> None:
        """Keep how an annotator likes the pages: theme, type size, keys, language."""
        with self._person(campaign, annotator) as (connection, number):
            _update(connection, number, annotator, {"preferences": write_json(preferences)})

    # Machinery -----------------------------------------------------------

    @contextmanager
    def _person(self, campaign: str, annotator: str) -> Iterator[tuple[Connection, int]]:
        """Begin a writing transaction about one annotator, who must exist."""
        number = self._campaigns.number(campaign)
        with self._database.writing() as connection:
            ids = connection.execute(
                select(schema.annotator.c.id).where(schema.annotator.c.campaign == number)
            ).scalars()
            known = set(ids)
            if annotator not in known:
                raise NotFound.among("annotator", annotator, known, where=campaign)
            yield connection, number
        self._campaigns.changed()

    def _load_visitor(self, token: str) -> tuple[Visitor | None, datetime | None]:
        with self._database.reading() as connection:
            row = connection.execute(_VISITOR, {"token": token}).one_or_none()
        if row is None:
            return None, None
        state: Literal["active", "paused"] = "paused" if row.paused else "active"
        return (
            Visitor(
                token=token,
                campaign=row.name,
                annotator=row.id,
                group=row.group,
                state=state,
                consented_at=row.consented_at,
                profiled_at=row.profiled_at,
                instructed_at=row.instructed_at,
                tutored_at=row.tutored_at,
                preferences=msgspec.json.decode(row.preferences),
                expires_at=row.expires_at,
            ),
            row.revoked_at,
        )


def _stop(connection: Connection, number: int, annotator: str) -> None:
    """Pause an annotator whose work others have anyway, once."""
    people = schema.annotator
    stopped = connection.execute(
        update(people)
        .where(people.c.campaign == number, people.c.id == annotator, people.c.paused == 0)
        .values(paused=1)
    )
    if not stopped.rowcount:
        raise Conflict(
            f"{annotator!r} is paused already",
            fix="Let them resume first if work is to be handed over again.",
        )


def _update(connection: Connection, number: int, annotator: str, values: dict[str, Any]) -> None:
    connection.execute(
        update(schema.annotator)
        .where(schema.annotator.c.campaign == number, schema.annotator.c.id == annotator)
        .values(**values)
    )


def _put_identity(
    connection: Connection, number: int, annotator: str, values: dict[str, Any]
) -> None:
    table = schema.identity
    changed = connection.execute(
        update(table)
        .where(table.c.campaign == number, table.c.annotator == annotator)
        .values(**values)
    )
    if changed.rowcount == 0:
        connection.execute(
            insert(table).values(
                {"campaign": number, "annotator": annotator, "name": "", "mail": ""} | values
            )
        )


def _revoke(connection: Connection, number: int, annotator: str, at: datetime) -> None:
    table = schema.link
    connection.execute(
        update(table)
        .where(
            table.c.campaign == number,
            table.c.annotator == annotator,
            table.c.revoked_at.is_(None),
        )
        .values(revoked_at=at)
    )


def _by_annotator(connection: Connection, table: Any, number: int) -> dict[str, Row[Any]]:
    """Return the newest row about each annotator."""
    rows = select(table).where(table.c.campaign == number)
    if "created_at" in table.c:
        # Of links made in the same moment, one that works goes before one that was withdrawn.
        rows = rows.order_by(table.c.created_at, table.c.revoked_at.is_(None))
    return {row.annotator: row for row in connection.execute(rows)}


def _annotator_state(
    person: Row[Any], link: Row[Any], who: Row[Any] | None, assigned: int, count: Count
) -> AnnotatorState:
    state: Literal["active", "paused", "revoked"] = "paused" if person.paused else "active"
    return AnnotatorState(
        id=person.id,
        group=person.group,
        state="revoked" if link.revoked_at is not None else state,
        token=link.token,
        expires_at=link.expires_at,
        name=who.name if who else "",
        mail=who.mail if who else "",
        consented_at=person.consented_at,
        profile=msgspec.json.decode(who.profile) if who and who.profile else None,
        instructed_at=person.instructed_at,
        tutored_at=person.tutored_at,
        preferences=msgspec.json.decode(person.preferences),
        assigned=assigned,
        done=count.done,
        first_at=count.first_at,
        last_at=count.last_at,
        bonus=person.bonus or 0.0,
        days=count.days,
        longest_pause=count.longest_pause,
        median_seconds=count.median_seconds,
    )
