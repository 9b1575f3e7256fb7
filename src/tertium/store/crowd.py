"""An open crowd in the store: who came by a public link, under a keyed hash of their id."""

import hashlib
import hmac
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, insert, select, update

from tertium.exceptions import Conflict, NotFound
from tertium.store import places, schema
from tertium.store.campaigns import Campaigns
from tertium.store.content import write_json
from tertium.store.crowd_rows import (
    insert_member,
    join,
    member_row,
    newest_session,
    open_session,
    set_member,
    token_of,
)
from tertium.store.crowd_values import CAME, LEFT, PREFIX, Member, PublicLink
from tertium.store.database import Database
from tertium.store.history import log_event
from tertium.store.links import random_token
from tertium.store.qualifying import admitted_at
from tertium.store.timed_cache import TimedCache


class Crowd:
    """Members of crowds and their links; ids of other sites are known here and nowhere else."""

    def __init__(
        self,
        database: Database,
        campaigns: Campaigns,
        secret: Callable[[], bytes],
    ) -> None:
        self._database = database
        self._campaigns = campaigns
        self._secret = secret
        self._links: TimedCache[str, PublicLink | None] = TimedCache(seconds=60)

    # Links -------------------------------------------------------------------------------

    def links(self, campaign: str, *, at: datetime) -> list[PublicLink]:
        """Return the public link and the trial link of each language pair; make them at first."""
        content, number = self._campaigns.get(campaign), self._campaigns.number(campaign)
        if not content.crowd.public:
            raise Conflict(
                f"campaign {campaign!r} is not open to a crowd",
                where="campaign.toml",
                fix="Write public = true under [crowd], then serve it again.",
            )
        groups = dict.fromkeys(segment.pair for segment in content.segments)
        table = schema.public_link
        with self._database.writing() as connection:
            known = {
                (row.group, row.trial)
                for row in connection.execute(select(table).where(table.c.campaign == number))
            }
            for group in groups:
                for trial in (0, 1):
                    if (group, trial) not in known:
                        connection.execute(
                            insert(table).values(
                                token=random_token(),
                                campaign=number,
                                group=group,
                                trial=trial,
                                previews=0,
                                created_at=at,
                            )
                        )
            rows = connection.execute(
                select(table)
                .where(table.c.campaign == number)
                .order_by(table.c.group, table.c.trial)
            ).all()
        return [_link(row, campaign) for row in rows]

    def link(self, token: str) -> PublicLink:
        """Return the public link of a token; refuse one that is unknown."""
        found = self._links.get(token, lambda: self._find_link(token))
        if found is None:
            raise NotFound("this link is not known", fix="Check that the whole address was copied.")
        return found

    def note_preview(self, link: PublicLink) -> None:
        """Count somebody who looked at what the work is, without being known."""
        table = schema.public_link
        with self._database.writing() as connection:
            connection.execute(
                update(table)
                .where(table.c.token == link.token)
                .values(previews=table.c.previews + 1)
            )

    # People ------------------------------------------------------------------------------

    def hash_of(self, external: str) -> str:
        """Return the annotator that an external id stands for, in every campaign of this server.

        Letter case and blanks around it make no other person.
        """
        return PREFIX + self._keyed("worker", external.strip().casefold())[:20]

    def may_come(self, campaign: str, annotator: str) -> bool:
        """Tell whether the lists of earlier studies let somebody in."""
        table, number = schema.guest, self._campaigns.number(campaign)
        with self._database.reading() as connection:
            rows = connection.execute(
                select(table.c.hash, table.c.let_in).where(
                    table.c.campaign == number,
                    (table.c.hash == annotator) | (table.c.let_in == 1),
                )
            ).all()
        listed = {row.hash: row.let_in for row in rows}
        if annotator in listed:
            return bool(listed[annotator])
        return not any(listed.values())  # a list of guests leaves out all others

    def set_guests(
        self, campaign: str, ids: Collection[str], *, let_in: bool, by: str, at: datetime
    ) -> int:
        """Let in only the people of a list, or keep them out; return how many were new."""
        table, number = schema.guest, self._campaigns.number(campaign)
        hashes = dict.fromkeys(self.hash_of(one) for one in ids if one.strip())
        with self._database.writing() as connection:
            known = set(
                connection.execute(select(table.c.hash).where(table.c.campaign == number)).scalars()
            )
            new = [one for one in hashes if one not in known]
            if new:
                rows = [{"campaign": number, "hash": one, "let_in": int(let_in)} for one in new]
                connection.execute(insert(table), rows)
            event = "crowd let in" if let_in else "crowd kept out"
            detail = {"annotators": len(new)}
            log_event(connection, event, campaign=campaign, actor=by, detail=detail, at=at)
        return len(new)

    def arrive(self, link: PublicLink, annotator: str, *, at: datetime) -> None:
        """Note that somebody came, by the keyed hash alone."""
        number, table = self._campaigns.number(link.campaign), schema.member
        known = select(table.c.annotator).where(
            table.c.campaign == number, table.c.annotator == annotator
        )
        with self._database.reading() as connection:
            if connection.execute(known).scalar() is not None:
                return
        with self._database.writing() as connection:
            if connection.execute(known).scalar() is None:
                insert_member(connection, number, annotator, link.group, at)

    def enrol(
        self,
        link: PublicLink,
        external: str,
        *,
        session: str = "",
        parameters: Mapping[str, str] | None = None,
        at: datetime,
    ) -> str:
        """Let somebody who consented in, or back in; return the token of their own link.

        `session` is the platform's id of the visit; the same one again is the same visit.
        """
        campaign, annotator = link.campaign, self.hash_of(external)
        content, number = self._campaigns.get(campaign), self._campaigns.number(campaign)
        key = self._keyed("session", session)[:20] if session else ""
        with self._database.writing() as connection:
            self._remember(connection, annotator, external.strip(), at)
            member = member_row(connection, number, annotator)
            if member is None:
                insert_member(connection, number, annotator, link.group, at)
            if member is not None and member.left_at is not None:
                raise Conflict(
                    "you withdrew your consent, so nothing more is asked of you here",
                    fix="Write to the contact of the study if this is a mistake.",
                )
            token = token_of(connection, number, annotator)
            if token is None:
                token = join(connection, number, annotator, link.group, at)
                detail = {"annotator": annotator, "group": link.group}
                log_event(
                    connection, CAME, campaign=campaign, actor=annotator, detail=detail, at=at
                )
                since = admitted_at(connection, content, number, annotator, at)
                if since is not None:
                    set_member(connection, number, annotator, qualified_at=since)
            given = write_json(dict(parameters or {}))
            open_session(connection, number, annotator, key, given, at)
        return token

    def own_link(self, link: PublicLink, annotator: str) -> str | None:
        """Return the token of somebody who consented before, None if they are new."""
        with self._database.reading() as connection:
            return token_of(connection, self._campaigns.number(link.campaign), annotator)

    def member(self, campaign: str, annotator: str) -> Member | None:
        """Return what is known of a member of the crowd, None for in-house annotators."""
        if not self._campaigns.get(campaign).crowd.public:
            return None
        number = self._campaigns.number(campaign)
        with self._database.reading() as connection:
            row = member_row(connection, number, annotator)
            return None if row is None else self._read_member(connection, number, row)

    def members(self, campaign: str) -> list[Member]:
        """Return everybody who came, in the order in which they did."""
        number, table = self._campaigns.number(campaign), schema.member
        with self._database.reading() as connection:
            rows = connection.execute(
                select(table)
                .where(table.c.campaign == number)
                .order_by(table.c.came_at, table.c.annotator)
            ).all()
            return [self._read_member(connection, number, row) for row in rows]

    def withdraw(self, campaign: str, annotator: str, *, by: str, at: datetime) -> None:
        """Note that somebody withdrew their consent: their id is erased, their rows are left out.

        The log stays whole.
        """
        number, table = self._campaigns.number(campaign), schema.member
        with self._database.writing() as connection:
            member = member_row(connection, number, annotator)
            if member is None:
                known = connection.execute(
                    select(table.c.annotator).where(table.c.campaign == number)
                ).scalars()
                raise NotFound.among("member of the crowd", annotator, set(known), where=campaign)
            session = newest_session(connection, number, annotator)
            if session is not None and session.ended_at is None:
                places.end_session(connection, number, session, "returned", at)
            places.give_up(connection, number, annotator)
            set_member(connection, number, annotator, left_at=at)
            connection.execute(
                update(schema.session)
                .where(schema.session.c.campaign == number, schema.session.c.annotator == annotator)
                .values(parameters=None)
            )
            connection.execute(schema.worker.delete().where(schema.worker.c.hash == annotator))
            detail = {"annotator": annotator}
            log_event(connection, LEFT, campaign=campaign, actor=by, detail=detail, at=at)
        self._campaigns.changed()

    def mark(
        self, campaign: str, annotators: Sequence[str], what: str, *, by: str, at: datetime
    ) -> None:
        """Note that people were paid or put on the reject list, which only a manager does."""
        number = self._campaigns.number(campaign)
        columns = {"paid": "paid_at", "rejected": "rejected_at"}
        with self._database.writing() as connection:
            for annotator in annotators:
                set_member(connection, number, annotator, **{columns[what]: at})
            detail = {"annotators": list(annotators)}
            log_event(
                connection, f"crowd {what}", campaign=campaign, actor=by, detail=detail, at=at
            )

    # Machinery ---------------------------------------------------------------------------

    def _keyed(self, purpose: str, text: str) -> str:
        name = f"{purpose}/{text}".encode()
        return hmac.new(self._secret(), name, hashlib.sha256).hexdigest()

    def _find_link(self, token: str) -> PublicLink | None:
        table = schema.public_link
        with self._database.reading() as connection:
            row = connection.execute(
                select(table, schema.campaign.c.name)
                .join_from(table, schema.campaign, schema.campaign.c.number == table.c.campaign)
                .where(table.c.token == token)
            ).one_or_none()
        return None if row is None else _link(row, row.name)

    def _remember(
        self, connection: Connection, annotator: str, external: str, at: datetime
    ) -> None:
        table = schema.worker
        known = connection.execute(select(table.c.hash).where(table.c.hash == annotator)).scalar()
        if known is None:
            connection.execute(insert(table).values(hash=annotator, id=external, first_at=at))

    def _read_member(self, connection: Connection, number: int, row: Row[Any]) -> Member:
        table = schema.session
        sessions = connection.execute(
            select(table)
            .where(table.c.campaign == number, table.c.annotator == row.annotator)
            .order_by(table.c.number)
        ).all()
        newest = sessions[-1] if sessions else None
        return Member(
            annotator=row.annotator,
            group=row.group,
            came_at=row.came_at,
            tests=row.tests,
            qualified_at=row.qualified_at,
            failed_at=row.failed_at,
            excluded_at=row.excluded_at,
            left_at=row.left_at,
            paid_at=row.paid_at,
            rejected_at=row.rejected_at,
            claims=sum(one.claim is not None for one in sessions),
            finished=sum(one.ending == "finished" for one in sessions),
            working=newest is not None and newest.claim is not None and newest.ended_at is None,
            ending=newest.ending if newest else "",
            parameters=msgspec.json.decode(newest.parameters or "{}") if newest else {},
        )


def _link(row: Row[Any], campaign: str) -> PublicLink:
    return PublicLink(row.token, campaign, row.group, bool(row.trial))
