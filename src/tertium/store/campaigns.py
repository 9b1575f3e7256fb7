"""Campaigns in the store: putting them in, freezing, pausing, closing, revealing."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, insert, select, update

from tertium.exceptions import Conflict, NotFound
from tertium.model import Assignment, Campaign, Identical, Output, Plan
from tertium.store import schema
from tertium.store.bulk import insert_assignments
from tertium.store.checks import check_plan
from tertium.store.content import (
    Summary,
    content_hash,
    read_campaign,
    read_summary,
    write_campaign,
    write_json,
)
from tertium.store.database import Database
from tertium.store.history import log_event
from tertium.store.plans import (
    check_new_version,
    clear_plan,
    insert_annotators,
    insert_campaign,
    only_new,
)
from tertium.store.pool import fill_pool
from tertium.store.storable import check_campaign_text
from tertium.store.timed_cache import TimedCache
from tertium.store.values import CampaignState, State
from tertium.store.zones import zone_named, zone_or_utc


class Campaigns:
    """Campaigns with their plans and states; every other part of a store looks them up here."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._numbers: dict[str, int] = {}  # a campaign keeps its number for ever
        self._states: TimedCache[str, CampaignState] = TimedCache()
        self._caches = [self._states.clear]
        self._contents: dict[str, tuple[str, Campaign]] = {}

    def put(
        self, campaign: Campaign, plan: Plan, *, at: datetime, new_version: bool = False
    ) -> int:
        """Keep a campaign and its plan, with a fresh link per annotator; return the version.

        Unchanged content changes nothing. Before the first judgement a changed
        campaign takes the place of the stored one (links that were sent keep
        working). After it the plan stays as it is, and a changed campaign is
        refused unless it is a `new_version`, which may add texts, systems and
        assignments but alter none: what was judged must stay what was shown.
        """
        check_plan(campaign, plan)
        check_campaign_text(campaign, plan)
        digest, content = content_hash(campaign, plan), write_campaign(campaign)
        with self._database.writing() as connection:
            stored = connection.execute(
                _states().where(schema.campaign.c.name == campaign.name)
            ).one_or_none()
            fresh: Sequence[Assignment] = plan.assignments
            if stored is None:
                number, version = insert_campaign(connection, campaign, at), 1
            elif stored.hash == digest:
                return int(stored.version)
            elif stored.frozen_at is None:
                number, version = stored.number, stored.version
                clear_plan(connection, number, campaign.with_texts(plan.texts), plan)
            else:
                number, version = stored.number, stored.version + 1
                before = self._content(connection, number, stored.version)
                # Not as text: an older release did not write what it did not know yet.
                changed = write_campaign(before) != content
                if changed:
                    check_new_version(before, campaign, allowed=new_version)
                fresh = only_new(connection, number, plan) if new_version else ()
                if not changed and not fresh:
                    return int(stored.version)
            connection.execute(
                insert(schema.plan).values(
                    campaign=number,
                    version=version,
                    hash=digest,
                    title=campaign.title,
                    protocol=campaign.protocol,
                    content=content,
                    summary=write_json(Summary(plan.identical, plan.near_identical, plan.texts)),
                    created_at=at,
                )
            )
            values: dict[str, Any] = {"version": version}
            if stored is None or stored.frozen_at is None:  # later, managers move the deadline
                values["deadline"] = campaign.wording.deadline
            connection.execute(
                update(schema.campaign).where(schema.campaign.c.number == number).values(**values)
            )
            insert_annotators(connection, number, version, plan, at)
            insert_assignments(connection, number, version, fresh)
            if campaign.crowd.public:
                fill_pool(connection, number, campaign)
        self.changed()
        return int(version)

    def put_options(
        self, campaign: Campaign, plan: Plan, *, since: str, beside: Callable[[], object]
    ) -> None:
        """Change the options of a campaign that nobody has judged; its plan and people stay.

        `since` is the hash of what was changed. `beside` is done when nothing can come between
        any more, no judgement and no other change; if it fails, nothing is changed.
        """
        digest, content = content_hash(campaign, plan), write_campaign(campaign)
        with self._database.writing() as connection:
            stored = connection.execute(_states().where(schema.campaign.c.name == campaign.name))
            before = stored.one()
            self.changed()  # also for whoever is refused: what they know is old
            if before.frozen_at is not None:
                raise Conflict(
                    f"campaign {campaign.name!r} has judgements, so its texts stay as they were"
                    " judged",
                    fix="Nothing was changed. Correct texts before annotation starts.",
                )
            if before.hash != since:
                raise Conflict(
                    f"campaign {campaign.name!r} was changed at the same moment",
                    fix="Nothing was changed. Look at what is there now, then do it again.",
                )
            connection.execute(
                update(schema.plan)
                .where(
                    schema.plan.c.campaign == before.number,
                    schema.plan.c.version == before.version,
                )
                .values(hash=digest, content=content)
            )
            beside()
        self.changed()
        self._contents[campaign.name] = (digest, campaign)  # reading it again takes a while

    def all(self, *, deleted: bool | None = False) -> list[CampaignState]:
        """Return all campaigns, oldest first; with `deleted` only deleted ones, with None both."""
        with self._database.reading() as connection:
            rows = connection.execute(_states().order_by(schema.campaign.c.number)).all()
        return [
            _state(row)
            for row in rows
            if deleted is None or (row.deleted_at is not None) is deleted
        ]

    def state(self, campaign: str) -> CampaignState:
        """Return where one campaign stands."""
        return self._states.get(campaign, lambda: self._load_state(campaign))

    def get(self, name: str) -> Campaign:
        """Return a campaign with its texts, those of control items among them."""
        state = self.state(name)
        kept = self._contents.get(name)
        if kept is None or kept[0] != state.hash:
            with self._database.reading() as connection:
                content = self._content(connection, self.number(name), state.version)
            content = content.with_texts(self.texts(name))
            kept = self._contents[name] = (state.hash, content)
        return kept[1]

    def identical(self, campaign: str) -> tuple[Identical, ...]:
        """Return how many outputs did not differ, per language pair and domain."""
        return self._summary(campaign).identical

    def near_identical(self, campaign: str) -> tuple[str, ...]:
        """Return the segments whose outputs differ in quotes or spacing only."""
        return self._summary(campaign).near_identical

    def texts(self, campaign: str) -> tuple[Output, ...]:
        """Return the texts that were made for control items."""
        return self._summary(campaign).texts

    def set_state(self, campaign: str, state: State, *, by: str, at: datetime) -> None:
        """Open, pause or close a campaign."""
        if state not in ("open", "paused", "closed"):
            raise NotFound.among("state", state, ("open", "paused", "closed"))
        self._update(campaign, {"state": state}, event=f"campaign {state}", by=by, at=at)

    def set_deadline(
        self, campaign: str, deadline: datetime | None, *, zone: str = "UTC", by: str, at: datetime
    ) -> None:
        """Set or remove the deadline that annotators see; its day is one of this time zone."""
        zone_named(zone)  # refuses an unknown one
        values = {"deadline": deadline, "zone": zone}
        self._update(campaign, values, event="deadline set", by=by, at=at)

    def reveal(self, campaign: str, *, by: str, at: datetime) -> bool:
        """Let managers see system names from now on; tell whether this was the first time.

        The first time is the one that is kept.
        """
        number, table = self.number(campaign), schema.campaign
        with self._database.writing() as connection:
            changed = connection.execute(
                update(table)
                .where(table.c.number == number, table.c.revealed_at.is_(None))
                .values(revealed_at=at)
            )
            first = changed.rowcount > 0
            if first:
                log_event(connection, "systems revealed", campaign=campaign, actor=by, at=at)
        self.changed()
        return first

    def set_pay(
        self,
        campaign: str,
        price: float | None,
        currency: str,
        bonuses: Mapping[str, float],
        *,
        unless: Callable[[], bool],
        by: str,
        at: datetime,
    ) -> None:
        """Set the price of a task and bonuses of annotators; refuse if they changed (`unless`)."""
        number, table, people = self.number(campaign), schema.campaign, schema.annotator
        with self._database.writing() as connection:
            self.changed()  # what was read before may be old
            if unless():
                raise Conflict(
                    "price or bonuses were changed since this page was opened",
                    fix="Load the page again to see them; nothing was changed.",
                )
            known = set(
                connection.execute(select(people.c.id).where(people.c.campaign == number)).scalars()
            )
            for annotator, bonus in bonuses.items():
                if annotator not in known:
                    raise NotFound.among("annotator", annotator, known, where=campaign)
                connection.execute(
                    update(people)
                    .where(people.c.campaign == number, people.c.id == annotator)
                    .values(bonus=bonus)
                )
            connection.execute(
                update(table).where(table.c.number == number).values(price=price, currency=currency)
            )
            detail = {"price": price, "currency": currency, "bonuses": sum(bonuses.values())}
            log_event(connection, "pay changed", campaign=campaign, actor=by, detail=detail, at=at)
        self.changed()

    def archive(self, campaign: str, *, archived: bool, by: str, at: datetime) -> None:
        """Put a closed campaign into the archive, or take it out."""
        table = schema.campaign
        closed = (table.c.state == "closed") if archived else True
        self._once(
            campaign,
            (
                table.c.archived_at.is_(None) if archived else table.c.archived_at.is_not(None),
                closed,
            ),
            {"archived_at": at if archived else None},
            event="campaign archived" if archived else "campaign taken out of the archive",
            refusal=Conflict(
                f"campaign {campaign!r} is not closed, or is in the archive already"
                if archived
                else f"campaign {campaign!r} is not in the archive",
                fix="Close it first." if archived else "Look at the list of campaigns.",
            ),
            by=by,
            at=at,
        )

    def delete(self, campaign: str, *, by: str, at: datetime) -> None:
        """Take a campaign away from all pages and links; its rows stay, and can come back."""
        self._once(
            campaign,
            (schema.campaign.c.deleted_at.is_(None),),
            {"deleted_at": at},
            event="campaign deleted",
            refusal=Conflict(
                f"campaign {campaign!r} was deleted already",
                fix="It can be brought back from the list of campaigns.",
            ),
            by=by,
            at=at,
        )

    def restore(self, campaign: str, *, by: str, at: datetime) -> None:
        """Bring a deleted campaign back."""
        self._once(
            campaign,
            (schema.campaign.c.deleted_at.is_not(None),),
            {"deleted_at": None},
            event="campaign brought back",
            refusal=Conflict(
                f"campaign {campaign!r} is not deleted", fix="Look at the list of campaigns."
            ),
            by=by,
            at=at,
        )

    def forget_deleted(self, *, before: datetime) -> int:
        """Forget who took part in campaigns deleted before a moment; return how many forgot some.

        Names, addresses and profiles go; what was judged stays, under opaque ids.
        """
        table, who = schema.campaign, schema.identity
        with self._database.writing() as connection:
            gone = connection.execute(
                select(table.c.number).where(table.c.deleted_at < before)
            ).scalars()
            forgot = [
                connection.execute(delete(who).where(who.c.campaign == number)).rowcount
                for number in list(gone)
            ]
        self.changed()
        return sum(count > 0 for count in forgot)

    # Machinery -----------------------------------------------------------

    def _once(
        self,
        campaign: str,
        only_if: Sequence[Any],
        values: dict[str, Any],
        *,
        event: str,
        refusal: Conflict,
        by: str,
        at: datetime,
    ) -> None:
        """Change a campaign that is as expected, with a line in the log; refuse another."""
        table = schema.campaign
        number = self.number(campaign)
        with self._database.writing() as connection:
            changed = connection.execute(
                update(table).where(table.c.number == number, *only_if).values(**values)
            )
            if not changed.rowcount:
                raise refusal
            log_event(connection, event, campaign=campaign, actor=by, at=at)
        self.changed()

    def number(self, campaign: str) -> int:
        """Return the number that stands for a campaign in every table."""
        if campaign not in self._numbers:
            with self._database.reading() as connection:
                found: dict[str, int] = {
                    row.name: row.number
                    for row in connection.execute(
                        select(schema.campaign.c.name, schema.campaign.c.number)
                    )
                }
            self._numbers.update(found)
            if campaign not in found:
                raise NotFound.among("campaign", campaign, found)
        return self._numbers[campaign]

    def on_change(self, clear: Callable[[], None]) -> None:
        """Call `clear` whenever a campaign or its people change."""
        self._caches.append(clear)

    def changed(self) -> None:
        """Clear what the parts of the store remember about campaigns and people."""
        for clear in self._caches:
            clear()

    def _load_state(self, campaign: str) -> CampaignState:
        number = self.number(campaign)
        with self._database.reading() as connection:
            row = connection.execute(_states().where(schema.campaign.c.number == number)).one()
        return _state(row)

    def _content(self, connection: Connection, number: int, version: int) -> Campaign:
        return read_campaign(_plan_column(connection, number, version, "content"))

    def _summary(self, campaign: str) -> Summary:
        version = self.state(campaign).version
        with self._database.reading() as connection:
            return read_summary(_plan_column(connection, self.number(campaign), version, "summary"))

    def _update(
        self, campaign: str, values: dict[str, Any], *, event: str, by: str, at: datetime
    ) -> None:
        number = self.number(campaign)
        with self._database.writing() as connection:
            connection.execute(
                update(schema.campaign).where(schema.campaign.c.number == number).values(**values)
            )
            log_event(connection, event, campaign=campaign, actor=by, detail=values, at=at)
        self.changed()


def _states() -> Select[Any]:
    return select(
        schema.campaign, schema.plan.c.hash, schema.plan.c.title, schema.plan.c.protocol
    ).join_from(
        schema.campaign,
        schema.plan,
        (schema.plan.c.campaign == schema.campaign.c.number)
        & (schema.plan.c.version == schema.campaign.c.version),
    )


def _state(row: Row[Any]) -> CampaignState:
    return CampaignState(
        name=row.name,
        title=row.title,
        protocol=row.protocol,
        version=row.version,
        hash=row.hash,
        state=row.state,
        created_at=row.created_at,
        frozen_at=row.frozen_at,
        deadline=row.deadline and row.deadline.astimezone(zone_or_utc(row.zone)),
        revealed_at=row.revealed_at,
        moves=row.moves,
        pilot=row.pilot,
        zone=row.zone,
        price=row.price,
        currency=row.currency,
        archived_at=row.archived_at,
        deleted_at=row.deleted_at,
    )


def _plan_column(connection: Connection, number: int, version: int, column: str) -> str:
    return str(
        connection.execute(
            select(schema.plan.c[column]).where(
                schema.plan.c.campaign == number, schema.plan.c.version == version
            )
        ).scalar_one()
    )
