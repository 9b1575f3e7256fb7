"""Which invitations have made a manager."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Note invitations that were used: each works once, and none voids another."""
    op.create_table(
        "invitation",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("manager", sa.String, nullable=False),
        sa.Column("used_at", sa.String(27), nullable=False),
    )


def downgrade() -> None:
    """Refuse: a used invitation would work again."""
    raise RuntimeError("there is no way back to the third schema: restore a backup")
