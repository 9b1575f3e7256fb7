"""`tertium crowd`: an open crowd while it works: where it stands, more judgements, lists."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tertium.cli.common import campaign_option

if TYPE_CHECKING:
    from tertium.store import Store


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path(), required=False)
@click.option(
    "--add", "more", type=click.IntRange(1, 1000), metavar="N", help="Ask for N more judgements."
)
@click.option(
    "--most-disputed",
    "disputed",
    type=click.IntRange(1),
    metavar="N",
    help="With --add: of the N items on which annotators differ most.  [default: of all items]",
)
@click.option(
    "--let-in",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Let in only the annotators in FILE, one platform id per line.",
)
@click.option(
    "--keep-out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep out the annotators in FILE, such as those of earlier studies.",
)
@click.option("--withdraw", metavar="ID", help="Erase the id of an annotator; use no answer.")
@click.option("--reject", metavar="ID", multiple=True, help="Put an annotator on the reject list.")
@click.option("--paid", metavar="ID", multiple=True, help="Note that an annotator was paid.")
@campaign_option
def command(
    folder: Path,
    more: int | None,
    disputed: int | None,
    let_in: Path | None,
    keep_out: Path | None,
    withdraw: str | None,
    reject: tuple[str, ...],
    paid: tuple[str, ...],
    campaign: str | None,
) -> None:
    """Show where the open crowd of FOLDER stands, or change what is asked of it.

    ID is the code name of an annotator, as in exports; `--paid all` names everyone with an
    answer. The reject list concerns payment only and removes no judgement.

    \b
    Examples:
      tertium crowd spring
      tertium crowd spring --add 2 --most-disputed 40
      tertium crowd spring --keep-out earlier-study.txt
    """
    from tertium.analyses.campaigns import open_store, stored_names
    from tertium.exceptions import BadInput

    if disputed is not None and more is None:
        raise BadInput(
            "--most-disputed says of which items, and not how many judgements more",
            fix="Write for example: --add 2 --most-disputed 40.",
        )
    with open_store(folder, create=False) as store:
        names = stored_names(store, folder, campaign)
        if len(names) > 1:
            raise BadInput(
                f"this folder holds {len(names)} campaigns",
                where=str(folder),
                fix=f"Choose one with --campaign: {', '.join(names)}.",
            )
        (name,) = names
        _lists(store, name, let_in, keep_out)
        _people(store, name, withdraw, reject, paid)
        if more is not None:
            from tertium.web.manage.crowd_lead import top_up

            number = top_up(store, name, more, disputed, by="", at=datetime.now(UTC))
            click.echo(f"Asked for {more} more judgements of {number:,} items.", err=True)
        _show(store, name)


def _lists(store: "Store", name: str, let_in: Path | None, keep_out: Path | None) -> None:
    from tertium.web.manage.crowd_lead import read_ids

    for path, admits in ((let_in, True), (keep_out, False)):
        if path is not None:
            now = datetime.now(UTC)
            new = store.crowd.set_guests(name, read_ids(path), let_in=admits, by="", at=now)
            done = "are let in" if admits else "are kept out"
            click.echo(f"{new:,} annotators of {path.name} {done}.", err=True)


def _people(
    store: "Store", name: str, withdraw: str | None, reject: tuple[str, ...], paid: tuple[str, ...]
) -> None:
    now = datetime.now(UTC)
    if withdraw:
        store.crowd.withdraw(name, withdraw, by="", at=now)
        click.echo(f"The id of {withdraw} is erased, and no answer is used.", err=True)
    if reject:
        store.crowd.mark(name, reject, "rejected", by="", at=now)
    if paid == ("all",):
        visits = store.crowd_counts.visits(name)
        paid = tuple(dict.fromkeys(one.annotator for one in visits if one.answered))
    if paid:
        store.crowd.mark(name, paid, "paid", by="", at=now)


def _show(store: "Store", name: str) -> None:
    from dataclasses import fields

    from tertium.exceptions import Conflict
    from tertium.web.manage.crowd_pay import crowd_now

    store.claims.tidy(name, at=datetime.now(UTC))
    now = crowd_now(store, name)
    if now is None:
        raise Conflict(
            f"campaign {name!r} is not open to a crowd",
            where="campaign.toml",
            fix="Write public = true under [crowd], then serve it again.",
        )
    money = ("cost", "cost_to_end", "hourly")
    for field in fields(now):
        value = getattr(now, field.name)
        if field.name in ("currency", "warnings"):
            continue
        if field.name in money:
            shown = "–" if value is None else f"{value:.2f} {now.currency}"
        else:
            shown = f"{value:,}"
        click.echo(f"{field.name.replace('_', ' '):<13}{shown:>14}")
    for warning in now.warnings:
        click.echo(f"Warning: {warning}", err=True)
