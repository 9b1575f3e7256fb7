"""`tertium demo`: demonstration campaigns, ready in seconds.

A campaign for every way of asking, with simulated judgements: two releases compared, many
systems ranked, outputs scored, edited, marked, graded, reviewed, judged part by part. Each has open
work; two are fresh: one with short documents, so that context can be seen, and a crossover.
Deleting the folder starts afresh.
"""

import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

import click

from tertium import protocols
from tertium.protocols.protocol import Demonstration

if TYPE_CHECKING:
    from tertium.model import Plan


def prepare(folder: Path) -> None:
    """Write the demonstration into `folder`, whole or not at all."""
    from tertium.cli.simulate import fill
    from tertium.design import build_plan
    from tertium.formats.campaign import read_campaign
    from tertium.store import Store
    from tertium.testing import People

    folder.parent.mkdir(parents=True, exist_ok=True)
    building = Path(mkdtemp(prefix=".tertium-demo-", dir=folder.parent))
    try:
        now = datetime.now(UTC)
        store = Store.open_folder(building)
        for shown in demonstrations():
            name, share = shown.file.stem, shown.share
            write_texts(shown.file, building / name)
            if not share:
                continue
            campaign = read_campaign(building / name)
            plan = build_plan(campaign)
            store.campaigns.put(campaign, plan, at=now - timedelta(days=10))
            fill(
                store,
                campaign,
                plan if share < 1.0 else _without_last(plan),
                people=People(ratio=1.9, sitting=16, range=4.0),
                share=share,
                start=(now - timedelta(days=8)).replace(hour=9, minute=0),
                seed=1,
            )
        store.close()
        building.replace(folder)
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)
        raise


def _without_last(plan: "Plan") -> "Plan":
    """Leave the work of one annotator open, where the others answer to the end."""
    *others, _ = plan.annotators
    names = {one.id for one in others}
    left = tuple(one for one in plan.assignments if one.annotator in names)
    return replace(plan, annotators=tuple(others), assignments=left)


def demonstrations() -> list[Demonstration]:
    """Return the campaigns that protocols declare, in the order in which people choose these."""
    return [one for protocol in protocols.in_order() for one in protocol.demonstrations]


def write_texts(file: Path, folder: Path) -> None:
    """Write one campaign with the texts it names."""
    folder.mkdir()
    described = file.read_text(encoding="utf-8")
    (folder / "campaign.toml").write_text(described, encoding="utf-8")
    for beside in file.parent.iterdir():
        if f'"{beside.name}"' in described:
            shutil.copy(beside, folder)


@click.command("demo")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("tertium-demo"),
    show_default=True,
    help="Folder of the demonstration; reused on the next run.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8421, show_default=True, help="Port to listen on.")
def command(folder: Path, host: str, port: int) -> None:
    """Serve demonstration campaigns with simulated judgements.

    Prints a link for the manager and one for each annotator. All data are in one
    folder; delete it to start again.

    \b
    Example:
      tertium demo --port 8500
    """
    from tertium.cli.serve import serve

    if not folder.exists():
        click.echo(f"Preparing the demonstration in {folder} …", err=True)
        prepare(folder)
    serve(folder, host=host, port=port, manager="demo")
