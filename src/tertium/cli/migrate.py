"""`tertium migrate`: bring a database to this version's schema."""

import click

__all__ = ["command"]


@click.command("migrate")
@click.argument("campaign")
def command(campaign: str) -> None:
    """Bring the database of CAMPAIGN to the schema of this version.

    CAMPAIGN is a campaign's folder, a .db file or the address of a PostgreSQL
    database. Every command does this when it opens a database; this one does
    nothing else, so that it can be done before servers are started again.

    \b
    Example:
      tertium backup news-en-de before.db && tertium migrate news-en-de
    """
    from tertium.store.database import Database
    from tertium.store.locate import locate
    from tertium.store.migrate import migrate

    database = Database.named(locate(campaign), create=False)
    try:
        before, after = migrate(database)
    finally:
        database.close()
    if before == after:
        click.echo(f"{database.where} already has schema {after}.", err=True)
    else:
        click.echo(f"{database.where} now has schema {after} (was {before or 'empty'}).", err=True)
