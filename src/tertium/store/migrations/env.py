"""Run migrations on the connection, and inside the transaction, that `migrate` brings."""

from alembic import context

from tertium.store.schema import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
)
with context.begin_transaction():
    context.run_migrations()
