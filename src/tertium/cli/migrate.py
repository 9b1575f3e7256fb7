"""`tertium migrate`: upgrade a database to the schema of this version."""

import click


@click.command("migrate")
@click.argument("campaign")
def command(campaign: str) -> None:
    """Upgrade the database of CAMPAIGN to the schema of this version.

    CAMPAIGN is a campaign's folder, a .db file or the address of a PostgreSQL database.
    Every command upgrades a database when it opens it; use this one to upgrade before
    servers are restarted.

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
