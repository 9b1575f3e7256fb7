"""`tertium simulate`: fill a campaign with simulated judgements, to rehearse the analysis."""

import math
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from tertium.model import Campaign, Plan
    from tertium.store import Store
    from tertium.testing import People

__all__ = ["command", "fill"]

EVENT = "simulated"


def fill(
    store: "Store",
    campaign: "Campaign",
    plan: "Plan",
    *,
    people: "People",
    share: float,
    start: datetime,
    seed: int,
) -> int:
    """Simulate judgements into a stored campaign and return how many.

    A campaign in which somebody has really judged is refused: invented answers
    must never stand beside given ones. The log says that they are simulated.
    """
    from tertium import protocols
    from tertium.errors import Conflict
    from tertium.testing import simulate

    simulated = any(event.event == EVENT for event in store.events(campaign.name))
    if store.last_sequence(campaign.name) and not simulated:
        raise Conflict(
            f"{campaign.name!r} holds real judgements",
            fix="Simulate in a copy of the campaign: tertium new in another folder.",
        )
    protocol = protocols.get(campaign.protocol, campaign.options)
    judgements = simulate(
        campaign, plan, protocol, people=people, share=share, start=start, seed=seed
    )
    store.log(EVENT, campaign=campaign.name, detail={"judgements": len(judgements)}, at=start)
    for hour, together in groupby(
        judgements, key=lambda j: j.submitted_at.replace(minute=59, second=59, microsecond=0)
    ):
        store.append(list(together), received_at=hour)
    return len(judgements)


@click.command("simulate")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--ratio", default=1.8, show_default=True, help="True preference for the new release."
)
@click.option("--spread", default=0.15, show_default=True, help="Sd of the log ratio of people.")
@click.option("--share", default=1.0, show_default=True, help="Part of the work that is done.")
@click.option("--seed", default=0, show_default=True, help="Seed of the simulation.")
def command(folder: Path, ratio: float, spread: float, share: float, seed: int) -> None:
    """Fill the campaign in FOLDER with simulated judgements.

    For rehearsing: it shows what the report will look like and how wide the
    interval will be. A campaign with real judgements is refused.

    \b
    Example:
      tertium simulate release-7 --ratio 1.5 && tertium compare release-7
    """
    from tertium.cli.campaigns import open_store
    from tertium.design import build_plan
    from tertium.errors import BadInput
    from tertium.formats import read_campaign
    from tertium.testing import People

    for option, value, possible in (
        ("--ratio", ratio, 0 < ratio < math.inf),
        ("--spread", spread, 0 <= spread < math.inf),
        ("--share", share, 0 < share <= 1),
        ("--seed", seed, seed >= 0),
    ):
        if not possible:
            raise BadInput(
                f"{value:g} is not possible", where=option, fix="See tertium simulate --help."
            )
    campaign = read_campaign(folder)
    plan = build_plan(campaign)
    store = open_store(folder)
    try:
        now = datetime.now(UTC)
        store.put_campaign(campaign, plan, at=now)
        done = fill(
            store,
            campaign,
            plan,
            people=People(ratio=ratio, spread=spread),
            share=share,
            start=(now - timedelta(days=9)).replace(hour=9, minute=0),
            seed=seed,
        )
    finally:
        store.close()
    click.echo(f"Simulated {done:,} judgements ({folder}).", err=True)
