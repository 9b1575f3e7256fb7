"""`tertium simulate`: simulated judgements of a campaign, or a tournament on given rankings."""

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tertium.cli.common import seed_option
from tertium.cli.simulate_tournament import tournament_command

if TYPE_CHECKING:
    from tertium.model import Assignment, Campaign, Plan
    from tertium.store import Store
    from tertium.testing import People

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

    A campaign with real judgements is refused: simulated and real judgements are never
    mixed. The audit log records that they are simulated.
    """
    from tertium import protocols
    from tertium.exceptions import Conflict
    from tertium.testing import simulate

    simulated = any(event.event == EVENT for event in store.history.events(campaign.name))
    if store.judgements.last_sequence(campaign.name) and not simulated:
        raise Conflict(
            f"{campaign.name!r} holds real judgements",
            fix="Simulate in a copy of the campaign: tertium new in another folder.",
        )
    protocol = protocols.get(campaign.protocol, campaign.options)
    store.history.add(EVENT, campaign=campaign.name, detail={"seed": seed}, at=start)
    done = 0
    while plan.assignments:
        judgements = simulate(
            campaign, plan, protocol, people=people, share=share, start=start, seed=seed
        )
        for hour, together in groupby(
            judgements, key=lambda j: j.submitted_at.replace(minute=59, second=59, microsecond=0)
        ):
            store.judgements.append(list(together), received_at=hour)
        done += len(judgements)
        start = max((j.submitted_at for j in judgements), default=start)
        plan = _drawn(store, campaign.name, plan, at=start)
    return done


def _drawn(store: "Store", campaign: str, plan: "Plan", *, at: datetime) -> "Plan":
    """Return the questions that follow from what everybody has answered so far."""
    fresh: list[Assignment] = []
    for person in plan.annotators:
        number = store.questions.draw_more(campaign, person.id, at=at)
        if number:
            fresh += store.assignments.of(campaign, person.id)[-number:]
    return replace(plan, assignments=tuple(fresh))


@click.group("simulate")
def command() -> None:
    """Fill a campaign with simulated judgements, or simulate a tournament.

    \b
    Examples:
      tertium simulate campaign release-7
      tertium simulate tournament rankings.csv.gz
    """


@command.command("campaign")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--ratio", default=1.8, show_default=True, help="True improvement ratio of the new system."
)
@click.option(
    "--spread",
    default=0.15,
    show_default=True,
    help="Standard deviation of the log ratio between annotators.",
)
@click.option(
    "--share", default=1.0, show_default=True, help="Share of the assignments that are completed."
)
@seed_option
def campaign_command(folder: Path, ratio: float, spread: float, share: float, seed: int) -> None:
    """Fill the campaign in FOLDER with simulated judgements.

    For planning: it shows the report and the width of its confidence intervals before the
    campaign starts. A campaign with real judgements is refused.

    \b
    Example:
      tertium simulate campaign release-7 --ratio 1.5 && tertium compare release-7
    """
    from tertium.analyses.campaigns import open_store
    from tertium.design import build_plan
    from tertium.exceptions import BadInput
    from tertium.formats.campaign import read_campaign
    from tertium.testing import People

    for option, value, possible in (
        ("--ratio", ratio, 0 < ratio < math.inf),
        ("--spread", spread, 0 <= spread < math.inf),
        ("--share", share, 0 < share <= 1),
        ("--seed", seed, seed >= 0),
    ):
        if not possible:
            raise BadInput(
                f"{value:g} is not possible",
                where=option,
                fix="See tertium simulate campaign --help.",
            )
    campaign = read_campaign(folder)
    plan = build_plan(campaign)
    store = open_store(folder)
    try:
        now = datetime.now(UTC)
        store.campaigns.put(campaign, plan, at=now)
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


command.add_command(tournament_command)
