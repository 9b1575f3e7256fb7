"""`tertium import`: judgements from a file into a campaign."""

from datetime import UTC, datetime
from pathlib import Path

import click

from tertium.cli.common import campaign_option


@click.command("import")
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@campaign_option
def command(folder: Path, file: Path, campaign: str | None) -> None:
    """Add the judgements in FILE to the campaign in FOLDER.

    FILE has one row per judgement
    (annotator,segment,left,right,answer[,pass,seconds,comment]), or is the long table of
    `tertium export`. Every row must belong to an assignment of the campaign. All rows are
    stored or none; importing the same file again stores nothing new.

    \b
    Example:
      tertium import spring judgements.csv
    """
    from tertium.analyses.campaigns import campaign_folders, open_store, stored_names
    from tertium.cli.matching import matched
    from tertium.design import build_plan
    from tertium.exceptions import BadInput
    from tertium.formats.campaign import read_campaign
    from tertium.formats.judgements import read_judgements

    table = read_judgements(file)
    for note in table.notes:
        click.echo(note, err=True)
    with open_store(folder) as store:
        now = datetime.now(UTC)
        for place in campaign_folders(folder):
            described = read_campaign(place)
            if described.name not in {state.name for state in store.campaigns.all(deleted=None)}:
                store.campaigns.put(described, build_plan(described), at=now)
        names = stored_names(store, folder, campaign)
        if len(names) > 1:
            raise BadInput(
                f"this folder holds {len(names)} campaigns",
                where=str(folder),
                fix=f"Choose one with --campaign: {', '.join(names)}.",
            )
        (name,) = names
        judgements, there = matched(store, name, table, file=file.name, now=now)
        store.judgements.append(judgements, received_at=now)
        if judgements:
            detail = {"file": file.name, "judgements": len(judgements)}
            store.history.add("imported", campaign=name, detail=detail, at=now)
    click.echo(f"Stored {len(judgements):,} judgements; {there:,} were there already.", err=True)
