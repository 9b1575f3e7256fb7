"""The first schema: campaigns, plans, people, links, assignments, judgements, log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_serial = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_moment = sa.String(27)


def upgrade() -> None:
    """Make all tables, and make judgements and the log append-only."""
    op.create_table(
        "campaign",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("name", sa.String, nullable=False, unique=True),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", _moment, nullable=False),
        sa.Column("frozen_at", _moment),
        sa.Column("deadline", _moment),
        sa.Column("revealed_at", _moment),
    )
    op.create_table(
        "plan",
        sa.Column("campaign", sa.Integer, sa.ForeignKey("campaign.number"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("protocol", sa.String, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("created_at", _moment, nullable=False),
    )
    op.create_table(
        "annotator",
        sa.Column("campaign", sa.Integer, sa.ForeignKey("campaign.number"), primary_key=True),
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("group", sa.String, nullable=False),
        sa.Column("paused", sa.Integer, nullable=False),
        sa.Column("consented_at", _moment),
        sa.Column("profiled_at", _moment),
        sa.Column("instructed_at", _moment),
        sa.Column("tutored_at", _moment),
        sa.Column("preferences", sa.Text, nullable=False),
    )
    op.create_table(
        "identity",
        sa.Column("campaign", sa.Integer, primary_key=True),
        sa.Column("annotator", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("mail", sa.String, nullable=False),
        sa.Column("profile", sa.Text),
        sa.ForeignKeyConstraint(["campaign", "annotator"], ["annotator.campaign", "annotator.id"]),
    )
    op.create_table(
        "link",
        sa.Column("token", sa.String, primary_key=True),
        sa.Column("campaign", sa.Integer, nullable=False),
        sa.Column("annotator", sa.String, nullable=False),
        sa.Column("created_at", _moment, nullable=False),
        sa.Column("expires_at", _moment),
        sa.Column("revoked_at", _moment),
        sa.ForeignKeyConstraint(["campaign", "annotator"], ["annotator.campaign", "annotator.id"]),
    )
    op.create_index("link_by_annotator", "link", ["campaign", "annotator"])
    op.create_table(
        "assignment",
        sa.Column("number", _serial, primary_key=True),
        sa.Column("campaign", sa.Integer, nullable=False),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("annotator", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("segment", sa.String, nullable=False),
        sa.Column("slots", sa.String, nullable=False),
        sa.Column("batch", sa.Integer, nullable=False),
        sa.Column("order", sa.Integer, nullable=False),
        sa.Column("pass", sa.String, nullable=False),
        sa.Column("group", sa.String, nullable=False),
        sa.Column("set", sa.String, nullable=False),
        sa.Column("role", sa.String, nullable=False),
        sa.Column("of", sa.String, nullable=False),
        sa.Column("propensity", sa.Float(53)),
        sa.ForeignKeyConstraint(["campaign", "annotator"], ["annotator.campaign", "annotator.id"]),
        sa.UniqueConstraint("campaign", "id", name="assignment_once"),
    )
    op.create_index(
        "assignment_by_annotator", "assignment", ["campaign", "annotator", "version", "order"]
    )
    op.create_table(
        "judgement",
        sa.Column("sequence", _serial, primary_key=True),
        sa.Column("campaign", sa.Integer, nullable=False),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("assignment", sa.String, nullable=False),
        sa.Column("annotator", sa.String, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("submitted_at", _moment, nullable=False),
        sa.Column("seconds", sa.Float(53)),
        sa.Column("replaces", sa.String),
        sa.Column("received_at", _moment, nullable=False),
        sa.UniqueConstraint("campaign", "id", name="judgement_once"),
        sa.ForeignKeyConstraint(
            ["campaign", "assignment"], ["assignment.campaign", "assignment.id"]
        ),
        sa.ForeignKeyConstraint(["campaign", "replaces"], ["judgement.campaign", "judgement.id"]),
    )
    op.create_index("judgement_by_arrival", "judgement", ["campaign", "sequence"])
    op.create_index(
        "judgement_chain",
        "judgement",
        ["campaign", "assignment", sa.text("coalesce(replaces, '')")],
        unique=True,
    )
    op.create_table(
        "manager",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("password_hash", sa.String, nullable=False),
    )
    op.create_table(
        "event",
        sa.Column("sequence", _serial, primary_key=True),
        sa.Column("event", sa.String, nullable=False),
        sa.Column("campaign", sa.String, nullable=False),
        sa.Column("actor", sa.String, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("at", _moment, nullable=False),
    )
    op.create_index("event_by_campaign", "event", ["campaign", "sequence"])
    op.create_table(
        "secret",
        sa.Column("purpose", sa.String, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    for table in ("judgement", "event"):
        _append_only(table)


def _append_only(table: str) -> None:
    """Let the database itself refuse changes, whoever asks."""
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, 'table {table} is append-only'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {table}_is_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION 'table {table} is append-only'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_is_append_only()"
    )


def downgrade() -> None:
    """Refuse: what was judged is never taken apart."""
    raise RuntimeError("there is no way back from the first schema: restore a backup")
