"""`tertium links`: the personal links of annotators, translators and arbiters."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from tertium.cli.common import campaign_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tertium.store import RebuttalLink, Store
    from tertium.store.rebuttal_links import RebuttalRole

UNSERVED = "http://127.0.0.1:8421"  # where tertium serve listens unless told otherwise


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path(), required=False)
@click.option(
    "--format",
    "fmt",
    type=click.Choice(("text", "csv")),
    default="text",
    show_default=True,
    help="Output format; csv is for mail merge.",
)
@click.option("--new", "renewed", metavar="ID", help="Replace the link of this annotator.")
@click.option("--revoke", "revoked", metavar="ID", help="Revoke the link of this annotator.")
@click.option(
    "--role",
    type=click.Choice(("translator", "arbiter")),
    help="Create a link for a translator who replies to error annotations, or for an arbiter who "
    "decides about them.",
)
@click.option(
    "--system", help="System whose errors the translator replies to.  [default: all systems]"
)
@click.option(
    "--public",
    is_flag=True,
    help="Print the public link of an open crowd for each language pair, and a trial link that "
    "shows everything and stores nothing.",
)
@campaign_option
@click.option(
    "--base-url",
    default="",
    help="Public address of the server; links begin with it.  [default: the address at which "
    "FOLDER is or was last served]",
)
def command(
    folder: Path,
    fmt: str,
    renewed: str | None,
    revoked: str | None,
    role: Literal["translator", "arbiter"] | None,
    system: str | None,
    public: bool,
    campaign: str | None,
    base_url: str,
) -> None:
    """Print the personal links of the annotators in FOLDER.

    A link works like a password: anyone who has it can answer as that annotator. A new link
    revokes the previous one; answers are kept. With --public, one link is for all annotators of
    an open crowd, each of whom gets a personal link from it. For error annotation, --role
    creates links for translators, who reply to the errors in their texts, and for arbiters,
    who decide.

    \b
    Examples:
      tertium links spring --format csv --base-url https://judge.example.org > links.csv
      tertium links spring --new ann-03
      tertium links spring --public --base-url https://judge.example.org
      tertium links spring --role translator --system OnlineB
    """
    from tertium.analyses.campaigns import open_store, stored_names
    from tertium.exceptions import BadInput
    from tertium.web.manage import link_of, links_csv

    with open_store(folder, create=False) as store:
        base = base_url.rstrip("/") or _address(store)
        names = stored_names(store, folder, campaign)
        if (renewed or revoked or role) and len(names) > 1:
            raise BadInput(
                f"this folder holds {len(names)} campaigns",
                where=str(folder),
                fix=f"Choose one with --campaign: {', '.join(names)}.",
            )
        now = datetime.now(UTC)
        if revoked:
            store.annotators.revoke_link(names[0], revoked, at=now)
            detail = {"annotator": revoked}
            store.history.add("link revoked", campaign=names[0], detail=detail, at=now)
        if renewed:
            store.annotators.new_link(names[0], renewed, at=now)
            detail = {"annotator": renewed}
            store.history.add("link renewed", campaign=names[0], detail=detail, at=now)
        if role:
            _print_rebuttal_links(_add_rebuttal_links(store, names[0], role, system, now), base)
            return
        if public:
            _print_public_links(store, names, base, fmt, now)
            return
        for number, name in enumerate(names):
            if fmt == "csv":
                lines = links_csv(store, name, base).splitlines()
                click.echo("\n".join(lines[1:] if number else lines))
                continue
            click.echo(f"{store.campaigns.state(name).title} ({name})")
            for person in store.annotators.all(name):
                link = "withdrawn" if person.state == "revoked" else link_of(base, person.token)
                click.echo(f"  {person.id}  {link}")
            _print_rebuttal_links(store.rebuttal_links.all(name), base)


def _address(store: "Store") -> str:
    """Return how links begin unless that is given, and say where it comes from."""
    from tertium.cli.serve import served_at

    address = served_at(store)
    click.echo(
        f"Links begin with {address}, as given by the last tertium serve; --base-url changes that."
        if address
        else f"Nothing has been served yet: links begin with {UNSERVED}; --base-url changes that.",
        err=True,
    )
    return address or UNSERVED


def _print_public_links(
    store: "Store", names: "Sequence[str]", base: str, fmt: str, at: datetime
) -> None:
    """Print the links of crowds, with the parameters that their platform fills in."""
    if fmt == "csv":
        click.echo("campaign,group,kind,link")
    for name in names:
        parameters = store.campaigns.get(name).crowd.id_parameters
        if fmt == "text":
            click.echo(f"{store.campaigns.state(name).title} ({name})")
        for one in store.crowd.links(name, at=at):
            kind, address = "trial" if one.trial else "public", f"{base}/crowd/{one.token}"
            if fmt == "csv":
                click.echo(f"{name},{one.group},{kind},{address}")
            else:
                click.echo(f"  {one.group} {kind:<6}  {address}")
        if fmt == "text" and parameters:
            click.echo(f"  The platform adds: {', '.join(parameters)}.")


def _add_rebuttal_links(
    store: "Store", name: str, role: "RebuttalRole", system: str | None, at: datetime
) -> "list[RebuttalLink]":
    """Make the links that are wanted; the log notes each, without naming a system."""
    systems = [""]
    if system is not None or role == "translator":
        known = [one.name for one in store.campaigns.get(name).systems]
        systems = known if system is None else [system]
    made = [store.rebuttal_links.add(name, role, system=one, at=at) for one in systems]
    for one in made:
        detail = {"party": one.id, "role": one.role}
        store.history.add("party added", campaign=name, detail=detail, at=at)
    return made


def _print_rebuttal_links(links: "list[RebuttalLink]", base: str) -> None:
    from tertium.web.rebut import rebuttal_address

    for one in links:
        link = "withdrawn" if one.revoked_at else rebuttal_address(base, one.token)
        about = f" ({one.system})" if one.system else ""
        click.echo(f"  {one.id}{about}  {link}")
