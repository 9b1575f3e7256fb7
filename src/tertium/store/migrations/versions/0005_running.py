"""What managers do while a campaign runs: hand-overs, letters, pay, archive, deletion."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_serial = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Let work change hands and keep every answer; let campaigns leave the list and come back."""
    op.create_table(
        "move",
        sa.Column("number", _serial, primary_key=True),
        sa.Column("campaign", sa.Integer, sa.ForeignKey("campaign.number"), nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("giver", sa.String, nullable=False),
        sa.Column("taker", sa.String, nullable=False),
        sa.Column("paused", sa.Integer, nullable=False),
        sa.Column("by", sa.String, nullable=False),
        sa.Column("at", sa.String(27), nullable=False),
        sa.Column("undone_at", sa.String(27)),
    )
    op.create_index("move_by_campaign", "move", ["campaign", "number"])
    op.create_table(
        "letter",
        sa.Column("campaign", sa.Integer, sa.ForeignKey("campaign.number"), primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("language", sa.String, primary_key=True),
        sa.Column("subject", sa.String, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.add_column("assignment", sa.Column("withdrawn", sa.BigInteger))
    op.add_column("assignment", sa.Column("moved", sa.BigInteger))
    op.add_column("annotator", sa.Column("bonus", sa.Float(53)))
    op.add_column("campaign", sa.Column("moves", sa.Integer, nullable=False, server_default="0"))
    op.add_column("campaign", sa.Column("pilot", sa.BigInteger))
    op.add_column("campaign", sa.Column("zone", sa.String, nullable=False, server_default="UTC"))
    op.add_column("campaign", sa.Column("price", sa.Float(53)))
    op.add_column("campaign", sa.Column("currency", sa.String))
    op.add_column("campaign", sa.Column("archived_at", sa.String(27)))
    op.add_column("campaign", sa.Column("deleted_at", sa.String(27)))


def downgrade() -> None:
    """Refuse: work that changed hands would be asked twice."""
    raise RuntimeError("there is no way back to the fourth schema: restore a backup")
