"""`tertium backup`: a copy of a campaign's database, also while it is in use."""

from pathlib import Path

import click


@click.command("backup")
@click.argument("campaign")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
def command(campaign: str, file: Path, force: bool) -> None:
    """Back up the database of CAMPAIGN to FILE, also while it is in use.

    CAMPAIGN is a campaign's folder, a .db file or the address of a PostgreSQL
    database. FILE is a SQLite database that every command and the server can open.

    \b
    Example:
      tertium backup news-en-de news-2026-01-31.db
    """
    from tertium.store.backup import backup

    count = backup(campaign, file, force=force)
    click.echo(f"Wrote {file} with {count:,} judgements.", err=True)
