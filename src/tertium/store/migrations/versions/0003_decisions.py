"""What is said about marks afterwards, and who answers for a scorecard."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_moment = sa.String(27)
_serial = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make room for decisions, which are append-only like judgements, and for parties."""
    op.create_table(
        "decision",
        sa.Column("sequence", _serial, primary_key=True),
        sa.Column("campaign", sa.Integer, sa.ForeignKey("campaign.number"), nullable=False),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("stage", sa.String, nullable=False),
        sa.Column("role", sa.String, nullable=False),
        sa.Column("by", sa.String, nullable=False),
        sa.Column("items", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("replaces", sa.Text, nullable=False),
        sa.Column("upon", sa.String, nullable=False),
        sa.Column("submitted_at", _moment, nullable=False),
        sa.Column("received_at", _moment, nullable=False),
        sa.UniqueConstraint("campaign", "id", name="decision_once"),
    )
    op.create_index("decision_by_arrival", "decision", ["campaign", "stage", "sequence"])
    op.create_table(
        "party",
        sa.Column("token", sa.String, primary_key=True),
        sa.Column("campaign", sa.Integer, sa.ForeignKey("campaign.number"), nullable=False),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("role", sa.String, nullable=False),
        sa.Column("system", sa.String, nullable=False),
        sa.Column("created_at", _moment, nullable=False),
        sa.Column("revoked_at", _moment),
    )
    op.create_index("party_by_id", "party", ["campaign", "id"])
    _append_only("decision")


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
    """Refuse: what was decided is never taken apart."""
    raise RuntimeError("there is no way back to the second schema: restore a backup")
