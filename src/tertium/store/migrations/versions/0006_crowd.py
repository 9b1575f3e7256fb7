"""An open crowd: items that are claimed, visits, leases, and ids apart."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_serial = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_moment = sa.String(27)


def _campaign(*, key: bool) -> sa.Column[int]:
    return sa.Column(
        "campaign",
        sa.Integer,
        sa.ForeignKey("campaign.number"),
        primary_key=key,
        nullable=False,
    )


def upgrade() -> None:
    """Let annotators come by themselves and claim work."""
    op.create_table(
        "pool",
        _campaign(key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("segment", sa.String, nullable=False),
        sa.Column("slots", sa.String, nullable=False),
        sa.Column("group", sa.String, nullable=False),
        sa.Column("places", sa.Integer, nullable=False),
        sa.Column("held", sa.Integer, nullable=False),
    )
    op.create_table(
        "place",
        sa.Column("campaign", sa.Integer, primary_key=True),
        sa.Column("item", sa.Integer, primary_key=True),
        sa.Column("annotator", sa.String, primary_key=True),
        sa.Column("session", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.ForeignKeyConstraint(["campaign", "item"], ["pool.campaign", "pool.number"]),
    )
    op.create_index("place_by_annotator", "place", ["campaign", "annotator"])
    op.create_table(
        "member",
        _campaign(key=True),
        sa.Column("annotator", sa.String, primary_key=True),
        sa.Column("group", sa.String, nullable=False),
        sa.Column("came_at", _moment, nullable=False),
        sa.Column("tests", sa.Integer, nullable=False),
        sa.Column("gold", sa.String, nullable=False),
        sa.Column("qualified_at", _moment),
        sa.Column("failed_at", _moment),
        sa.Column("excluded_at", _moment),
        sa.Column("left_at", _moment),
        sa.Column("paid_at", _moment),
        sa.Column("rejected_at", _moment),
    )
    op.create_table(
        "session",
        sa.Column("number", _serial, primary_key=True),
        _campaign(key=False),
        sa.Column("annotator", sa.String, nullable=False),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("parameters", sa.Text),
        sa.Column("came_at", _moment, nullable=False),
        sa.Column("claim", sa.Integer),
        sa.Column("first_batch", sa.Integer),
        sa.Column("leased_at", _moment),
        sa.Column("ended_at", _moment),
        sa.Column("ending", sa.String, nullable=False),
        sa.UniqueConstraint("campaign", "annotator", "key", name="session_once"),
        sa.UniqueConstraint("campaign", "claim", name="claim_once"),
    )
    op.create_index("session_by_lease", "session", ["campaign", "ended_at", "leased_at"])
    op.create_table(
        "worker",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("id", sa.String, nullable=False),
        sa.Column("first_at", _moment, nullable=False),
    )
    op.create_table(
        "guest",
        _campaign(key=True),
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("let_in", sa.Integer, nullable=False),
    )
    op.create_table(
        "public_link",
        sa.Column("token", sa.String, primary_key=True),
        _campaign(key=False),
        sa.Column("group", sa.String, nullable=False),
        sa.Column("trial", sa.Integer, nullable=False),
        sa.Column("previews", sa.Integer, nullable=False),
        sa.Column("created_at", _moment, nullable=False),
        sa.UniqueConstraint("campaign", "group", "trial", name="public_link_once"),
    )


def downgrade() -> None:
    """Refuse: claimed work would belong to nobody."""
    raise RuntimeError("there is no way back to the fifth schema: restore a backup")
