"""`tertium new`: a campaign from texts in a folder."""

from pathlib import Path

import click

__all__ = ["command"]

# As in tertium.formats.new, which is not imported here so that --help stays fast.
PROTOCOLS = (
    *("ab", "tournament", "ranking", "crossover", "slider", "postedit"),
    *("mqm", "esa", "two_step", "grading", "scorecard"),
)


@click.command()
@click.argument(
    "folder", type=click.Path(file_okay=False, path_type=Path), default=Path(), required=False
)
@click.option("--name", help="Name of the campaign, for managers.  [default: the folder's name]")
@click.option("--title", help="What annotators read; it must not name a system.")
@click.option("--source-language", help="Language of the source texts, such as en.")
@click.option("--target-language", help="Language of the translations, such as de.")
@click.option("--baseline", help="The system that is compared against.")
@click.option("--advanced", help="The system that should be better.")
@click.option("--annotators", type=click.IntRange(min=1), help="How many per language pair.")
@click.option(
    "--protocol",
    type=click.Choice(PROTOCOLS),
    help="How to ask.  [default: ab for two systems, tournament for more]",
)
@click.option(
    "--variant",
    type=click.Choice(["five", "binary", "ternary", "post-edit"]),
    help="Which answers annotators choose from, in ab.  [default: five]",
)
@click.option(
    "--typology",
    help="Errors to mark: a typology that ships, or a YAML file in FOLDER.  [default: by protocol]",
)
@click.option(
    "--after",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Take the texts that were edited in this campaign: to revise them (--protocol postedit, "
    "nobody their own), or to judge them blind, side by side (any other protocol).",
)
@click.option("--force", is_flag=True, help="Write over an existing campaign.toml.")
def command(
    folder: Path,
    name: str | None,
    title: str | None,
    source_language: str | None,
    target_language: str | None,
    baseline: str | None,
    advanced: str | None,
    annotators: int | None,
    protocol: str | None,
    variant: str | None,
    typology: str | None,
    after: Path | None,
    force: bool,
) -> None:
    """Write campaign.toml for the texts in FOLDER (by default, here).

    The folder holds source.txt and one file per system (one segment per line), or
    a table (TSV, CSV, JSON lines), or XLIFF or TMX files. Folders inside are domains.
    Two systems are compared side by side; more are ranked, references among them.

    \b
    Examples:
      tertium new spring --source-language en --target-language de
      tertium new errors --protocol mqm --typology list-20
      tertium new revision --after spring --protocol postedit
    """
    from tertium.formats import new_campaign, read_campaign

    authors = ""
    if after is not None:
        from tertium.cli.after import AUTHORS, write_edited_texts

        write_edited_texts(after, folder)
        protocol = protocol or "slider"
        authors = AUTHORS if protocol == "postedit" else ""
    file = new_campaign(
        folder,
        name=name,
        title=title,
        source_language=source_language,
        target_language=target_language,
        baseline=baseline,
        advanced=advanced,
        annotators=annotators,
        protocol=protocol,
        variant=variant,
        typology=typology,
        authors=authors,
        together=after is not None,
        force=force,
    )
    campaign = read_campaign(file)
    pairs = ", ".join(dict.fromkeys(segment.pair for segment in campaign.segments))
    click.echo(f"Wrote {file}: {len(campaign.segments):,} segments, {pairs}.")
    for system in campaign.systems:
        click.echo(f"  {system.part}: {system.name}")
    click.echo(f"Read it, change what you like, then: tertium check {folder}", err=True)
