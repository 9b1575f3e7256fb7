"""The tables of the store, the same on SQLite and PostgreSQL.

Judgements refer to people by opaque ids only: names, addresses and profiles
live in `identity`, personal links in `link`, so that either can be emptied
without touching what was judged. The tables are made by the migrations;
`tests/store/test_migrate.py` keeps both descriptions equal.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Dialect,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    func,
)
from sqlalchemy.types import TypeDecorator

HEAD = "0006"  # the newest migration this code knows
# Work and people have the version of the plan that made them. Two kinds come from no plan:
# ADDED by a manager by hand, and work drawn from answers, which has the negative of the
# version that was in force.
ADDED = 0
VERSION_TABLE = "tertium_version"  # a name of our own: the database may be shared


def moment_text(value: datetime) -> str:
    """Return a moment as it is stored."""
    if value.tzinfo is not UTC:
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        value = value.astimezone(UTC)
    return f"{value.isoformat(timespec='microseconds')[:26]}Z"


class Moment(TypeDecorator[datetime]):
    """A moment in UTC as text of fixed width, so that it sorts and reads the same everywhere."""

    impl = String(27)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Write `2026-01-31T09:30:00.000000Z`."""
        return None if value is None else moment_text(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Read it back."""
        return None if value is None else datetime.fromisoformat(value)


# SQLite counts only plain INTEGER keys by itself.
_Serial = BigInteger().with_variant(Integer, "sqlite")

metadata = MetaData()

campaign = Table(
    "campaign",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("state", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("frozen_at", Moment),
    Column("deadline", Moment),
    Column("revealed_at", Moment),
    Column("moves", Integer, nullable=False, server_default="0"),  # grows when work changes hands
    Column("pilot", BigInteger),  # the move that began the pilot round, while it runs
    Column("zone", String, nullable=False, server_default="UTC"),  # of the deadline's day
    Column("price", Float(53)),  # of a task, as set while the campaign runs
    Column("currency", String),
    Column("archived_at", Moment),
    Column("deleted_at", Moment),
)

plan = Table(
    "plan",
    metadata,
    Column("campaign", ForeignKey("campaign.number"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("title", String, nullable=False),
    Column("protocol", String, nullable=False),
    Column("content", Text, nullable=False),  # the campaign with its texts, as JSON
    Column("summary", Text, nullable=False),  # what the plan says beyond its rows, as JSON
    Column("created_at", Moment, nullable=False),
)

annotator = Table(
    "annotator",
    metadata,
    Column("campaign", ForeignKey("campaign.number"), primary_key=True),
    Column("id", String, primary_key=True),
    Column("version", Integer, nullable=False),  # of the plan, or ADDED
    Column("place", Integer, nullable=False),
    Column("group", String, nullable=False),
    Column("paused", Integer, nullable=False),
    Column("consented_at", Moment),
    Column("profiled_at", Moment),
    Column("instructed_at", Moment),
    Column("tutored_at", Moment),
    Column("preferences", Text, nullable=False),
    Column("bonus", Float(53)),
)

identity = Table(
    "identity",
    metadata,
    Column("campaign", Integer, primary_key=True),
    Column("annotator", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("mail", String, nullable=False),
    Column("profile", Text),
    ForeignKeyConstraint(["campaign", "annotator"], ["annotator.campaign", "annotator.id"]),
)

link = Table(
    "link",
    metadata,
    Column("token", String, primary_key=True),
    Column("campaign", Integer, nullable=False),
    Column("annotator", String, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment),
    Column("revoked_at", Moment),
    ForeignKeyConstraint(["campaign", "annotator"], ["annotator.campaign", "annotator.id"]),
    Index("link_by_annotator", "campaign", "annotator"),
)

assignment = Table(
    "assignment",
    metadata,
    Column("number", _Serial, primary_key=True),
    Column("campaign", Integer, nullable=False),
    Column("id", String, nullable=False),
    Column("annotator", String, nullable=False),
    Column("version", Integer, nullable=False),  # of the plan, ADDED, or negative if drawn
    Column("segment", String, nullable=False),
    Column("slots", String, nullable=False),  # JSON list
    Column("batch", Integer, nullable=False),
    Column("order", Integer, nullable=False),
    Column("pass", String, nullable=False),
    Column("group", String, nullable=False),
    Column("set", String, nullable=False),
    Column("role", String, nullable=False),
    Column("of", String, nullable=False),
    Column("propensity", Float(53)),
    Column("condition", String, nullable=False, server_default=""),
    Column("withdrawn", BigInteger),  # the move that took it from the annotator; unasked since
    Column("moved", BigInteger),  # the move that gave it to the annotator
    ForeignKeyConstraint(["campaign", "annotator"], ["annotator.campaign", "annotator.id"]),
    UniqueConstraint("campaign", "id", name="assignment_once"),
    Index("assignment_by_annotator", "campaign", "annotator", "version", "order"),
)

judgement = Table(
    "judgement",
    metadata,
    Column("sequence", _Serial, primary_key=True),
    Column("campaign", Integer, nullable=False),
    Column("id", String, nullable=False),
    Column("assignment", String, nullable=False),
    Column("annotator", String, nullable=False),
    Column("answer", Text, nullable=False),  # JSON, exactly as given
    Column("submitted_at", Moment, nullable=False),
    Column("seconds", Float(53)),
    Column("replaces", String),
    Column("received_at", Moment, nullable=False),
    UniqueConstraint("campaign", "id", name="judgement_once"),
    ForeignKeyConstraint(["campaign", "assignment"], ["assignment.campaign", "assignment.id"]),
    ForeignKeyConstraint(["campaign", "replaces"], ["judgement.campaign", "judgement.id"]),
    Index("judgement_by_arrival", "campaign", "sequence"),
)
# One first answer per assignment and one successor per judgement, whoever writes:
# corrections form a chain, never a tree.
Index(
    "judgement_chain",
    judgement.c.campaign,
    judgement.c.assignment,
    func.coalesce(judgement.c.replaces, ""),
    unique=True,
)

# Work that changes hands: from one annotator to another, or aside for a pilot round.
move = Table(
    "move",
    metadata,
    Column("number", _Serial, primary_key=True),
    Column("campaign", ForeignKey("campaign.number"), nullable=False),
    Column("kind", String, nullable=False),
    Column("giver", String, nullable=False),
    Column("taker", String, nullable=False),
    Column("paused", Integer, nullable=False),  # whether the giver was paused with it
    Column("by", String, nullable=False),
    Column("at", Moment, nullable=False),
    Column("undone_at", Moment),
    Index("move_by_campaign", "campaign", "number"),
)

# An open crowd: the items it may claim, and who has which.
pool = Table(
    "pool",
    metadata,
    Column("campaign", ForeignKey("campaign.number"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("segment", String, nullable=False),
    Column("slots", String, nullable=False),  # JSON list, in the order of names
    Column("group", String, nullable=False),
    Column("places", Integer, nullable=False),  # judgements wanted
    Column("held", Integer, nullable=False),  # by work that is open, and answers that count
)

# One annotator on one item, once for ever.
place = Table(
    "place",
    metadata,
    Column("campaign", Integer, primary_key=True),
    Column("item", Integer, primary_key=True),
    Column("annotator", String, primary_key=True),
    Column("session", BigInteger, nullable=False),
    Column("state", String, nullable=False),  # held, left, surplus or excluded
    ForeignKeyConstraint(["campaign", "item"], ["pool.campaign", "pool.number"]),
    Index("place_by_annotator", "campaign", "annotator"),
)

# A person of a crowd, known by a keyed hash; they may have come without consenting.
member = Table(
    "member",
    metadata,
    Column("campaign", ForeignKey("campaign.number"), primary_key=True),
    Column("annotator", String, primary_key=True),
    Column("group", String, nullable=False),  # the language pair of the link
    Column("came_at", Moment, nullable=False),
    Column("tests", Integer, nullable=False),  # taken
    Column("gold", String, nullable=False),  # which gold items the test was made of
    Column("qualified_at", Moment),
    Column("failed_at", Moment),
    Column("excluded_at", Moment),
    Column("left_at", Moment),  # consent was withdrawn
    Column("paid_at", Moment),
    Column("rejected_at", Moment),
)

# One visit from a platform, in which one HIT can be claimed.
session = Table(
    "session",
    metadata,
    Column("number", _Serial, primary_key=True),
    Column("campaign", ForeignKey("campaign.number"), nullable=False),
    Column("annotator", String, nullable=False),
    Column("key", String, nullable=False),  # the keyed hash of the platform's id
    Column("parameters", Text),  # as the platform gave them, JSON; erased with the person's id
    Column("came_at", Moment, nullable=False),
    Column("claim", Integer),  # in the order of the campaign's claims
    Column("first_batch", Integer),
    Column("leased_at", Moment),  # when the lease began, or was last seen to be used
    Column("ended_at", Moment),
    Column("ending", String, nullable=False),
    UniqueConstraint("campaign", "annotator", "key", name="session_once"),
    UniqueConstraint("campaign", "claim", name="claim_once"),
    Index("session_by_lease", "campaign", "ended_at", "leased_at"),
)

# External ids, apart from everything else: without this table the hashes are anonymous.
worker = Table(
    "worker",
    metadata,
    Column("hash", String, primary_key=True),
    Column("id", String, nullable=False),
    Column("first_at", Moment, nullable=False),
)

# Who of earlier studies is let in or kept out, by keyed hash.
guest = Table(
    "guest",
    metadata,
    Column("campaign", ForeignKey("campaign.number"), primary_key=True),
    Column("hash", String, primary_key=True),
    Column("let_in", Integer, nullable=False),
)

# The one link of a group, and the one that shows everything and stores nothing.
public_link = Table(
    "public_link",
    metadata,
    Column("token", String, primary_key=True),
    Column("campaign", ForeignKey("campaign.number"), nullable=False),
    Column("group", String, nullable=False),
    Column("trial", Integer, nullable=False),
    Column("previews", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    UniqueConstraint("campaign", "group", "trial", name="public_link_once"),
)

# Invitations and reminders in a campaign's own words.
letter = Table(
    "letter",
    metadata,
    Column("campaign", ForeignKey("campaign.number"), primary_key=True),
    Column("kind", String, primary_key=True),
    Column("language", String, primary_key=True),
    Column("subject", String, nullable=False),
    Column("body", Text, nullable=False),
)

# What is said about marks afterwards: consolidation, rebuttal, arbitration, error sets.
decision = Table(
    "decision",
    metadata,
    Column("sequence", _Serial, primary_key=True),
    Column("campaign", ForeignKey("campaign.number"), nullable=False),
    Column("id", String, nullable=False),
    Column("stage", String, nullable=False),
    Column("role", String, nullable=False),
    Column("by", String, nullable=False),
    Column("items", Text, nullable=False),  # JSON list
    Column("content", Text, nullable=False),  # JSON, exactly as given
    Column("replaces", Text, nullable=False),  # JSON list of ids
    Column("upon", String, nullable=False),
    Column("submitted_at", Moment, nullable=False),
    Column("received_at", Moment, nullable=False),
    UniqueConstraint("campaign", "id", name="decision_once"),
    Index("decision_by_arrival", "campaign", "stage", "sequence"),
)

# Who answers for a scorecard or decides about it, each by a link of their own.
party = Table(
    "party",
    metadata,
    Column("token", String, primary_key=True),
    Column("campaign", ForeignKey("campaign.number"), nullable=False),
    Column("id", String, nullable=False),
    Column("role", String, nullable=False),
    Column("system", String, nullable=False),  # whose errors a translator answers for
    Column("created_at", Moment, nullable=False),
    Column("revoked_at", Moment),
    Index("party_by_id", "campaign", "id"),
)

manager = Table(
    "manager",
    metadata,
    Column("name", String, primary_key=True),
    Column("password_hash", String, nullable=False),
)

# Those that made a manager: an invitation works once.
invitation = Table(
    "invitation",
    metadata,
    Column("id", String, primary_key=True),
    Column("manager", String, nullable=False),
    Column("used_at", Moment, nullable=False),
)

event = Table(
    "event",
    metadata,
    Column("sequence", _Serial, primary_key=True),
    Column("event", String, nullable=False),
    Column("campaign", String, nullable=False),
    Column("actor", String, nullable=False),
    Column("detail", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Index("event_by_campaign", "campaign", "sequence"),
)

secret = Table(
    "secret",
    metadata,
    Column("purpose", String, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
