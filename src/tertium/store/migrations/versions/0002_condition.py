"""How an assignment is asked, for campaigns that ask in several ways."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Let assignments name their condition; those of older campaigns have none."""
    op.add_column(
        "assignment", sa.Column("condition", sa.String, nullable=False, server_default="")
    )


def downgrade() -> None:
    """Refuse: a ranking would be read as a comparison."""
    raise RuntimeError("there is no way back to the first schema: restore a backup")
