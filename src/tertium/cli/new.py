"""`tertium new`: a campaign from texts in a folder."""

from pathlib import Path
from typing import Literal

import click

from tertium import protocols
from tertium.cli.common import seed_option


@click.command()
@click.argument(
    "folder", type=click.Path(file_okay=False, path_type=Path), default=Path(), required=False
)
@click.option("--name", help="Name of the campaign.  [default: the folder's name]")
@click.option("--title", help="Title shown to annotators; it must not name a system.")
@click.option("--source-language", help="Language of the source texts, such as en.")
@click.option("--target-language", help="Language of the translations, such as de.")
@click.option("--baseline", help="Baseline system.")
@click.option("--advanced", help="New system.")
@click.option("--annotators", type=click.IntRange(min=1), help="Annotators per language pair.")
@click.option(
    "--protocol",
    type=click.Choice(protocols.names()),
    help="Evaluation protocol.  [default: ab for two systems, tournament for more]",
)
@click.option(
    "--variant",
    type=click.Choice(["five", "binary", "ternary", "post-edit"]),
    help="Answer options of ab.  [default: five]",
)
@click.option(
    "--typology",
    help="Error typology: a built-in name, or a YAML file in FOLDER; with --protocol rating it is "
    "a checklist beside the scales.  [default: by protocol]",
)
@click.option(
    "--scale",
    "scales",
    multiple=True,
    metavar="NAME|FILE|WORST..BEST",
    help="Rating scale: a built-in name, a YAML file in FOLDER, or a range such as 1..5; may be "
    "repeated.  [default: fluency and adequacy]",
)
@click.option(
    "--min-words",
    type=click.IntRange(min=0),
    help="Ask only about sources of at least this many words.  [default: by protocol]",
)
@click.option(
    "--unique", "distinct", is_flag=True, help="Ask once about a source that occurs several times."
)
@click.option(
    "--after",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Use the texts that were post-edited in this campaign: for revision by others (--protocol "
    "postedit), or for a blind evaluation (any other protocol).",
)
@click.option(
    "--from",
    "delivery",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Use a part of the texts in this folder, chosen by --sample-words or --near-misses.",
)
@click.option(
    "--sample-words",
    type=click.IntRange(min=1),
    help="Sample this many source words, in passages of about 250 words.",
)
@click.option("--whole-documents", is_flag=True, help="Sample whole documents.")
@click.option(
    "--near-misses",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="SCORES",
    help="Select outputs by score (segment,system,score, or judgements), best first.",
)
@click.option("--band", metavar="LOW..HIGH", help="Score range of near misses, such as 66..90.")
@click.option("--most", type=click.IntRange(min=1), help="Maximum number of near misses.")
@click.option("--sheet", default="", help="Sheet of a workbook (XLSX) that holds the texts.")
@click.option("--source-column", default="", help="Column of the source in a table.")
@click.option("--source-file", default="", help="Plain text file of the source.")
@click.option(
    "--system",
    "systems",
    multiple=True,
    help="Judge only this column or file; may be repeated.  [default: all]",
)
@click.option(
    "--tag",
    "tags",
    multiple=True,
    help="Column that tags segments, such as difficulty, for results by tag; may be repeated.",
)
@seed_option
@click.option("--force", is_flag=True, help="Overwrite an existing campaign.toml.")
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
    scales: tuple[str, ...],
    min_words: int | None,
    distinct: bool,
    after: Path | None,
    delivery: Path | None,
    sample_words: int | None,
    whole_documents: bool,
    near_misses: Path | None,
    band: str | None,
    most: int | None,
    sheet: str,
    source_column: str,
    source_file: str,
    systems: tuple[str, ...],
    tags: tuple[str, ...],
    seed: int,
    force: bool,
) -> None:
    """Create a campaign (campaign.toml) from the texts in FOLDER (by default, here).

    The folder holds source.txt and one file per system (one segment per line), or
    a table (XLSX, TSV, CSV, JSON lines), or XLIFF or TMX files. Subfolders are domains.
    Two systems are compared side by side; more are ranked, with references among them.

    \b
    Examples:
      tertium new spring --source-language en --target-language de
      tertium new errors --protocol mqm --typology list-20
      tertium new ratings --protocol rating --scale fluency --scale adequacy
      tertium new excel --sheet Texts --source-column English
      tertium new revision --after spring --protocol postedit
      tertium new review --from delivery --sample-words 2000 --protocol mqm
      tertium new marking --from texts --near-misses scores.csv --band 66..90 --protocol mqm
    """
    from tertium import protocols
    from tertium.cli.common import typed
    from tertium.formats.campaign import read_campaign
    from tertium.formats.new import new_campaign, usual_protocol

    _check_selection(delivery, sample_words, whole_documents, near_misses, band, most, after)
    authors = ""
    if after is not None:
        from tertium.cli.after import AUTHORS, write_edited_texts

        write_edited_texts(after, folder)
        protocol = protocol or usual_protocol("alone")
        authors = AUTHORS if protocols.get(protocol).planning.knows("authors") else ""
    if delivery is not None:
        from tertium.cli.selecting import read_all_texts, write_near_misses, write_sample

        texts = read_all_texts(delivery, source_language, target_language)
        if near_misses is not None and band is not None:
            told = write_near_misses(
                texts, folder, scores=near_misses, band=band, most=most, seed=seed
            )
        elif sample_words is not None:
            unit: Literal["document", "passage"] = "document" if whole_documents else "passage"
            told = write_sample(texts, folder, words=sample_words, unit=unit, seed=seed)
        click.echo(told)
        protocol = protocol or usual_protocol("alone")
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
        scales=scales,
        min_words=min_words,
        distinct=distinct,
        authors=authors,
        together=after is not None,
        sheet=sheet,
        source_column=source_column,
        source_file=source_file,
        systems=systems,
        tags=tags,
        note=lambda told: click.echo(told, err=True),
        force=force,
    )
    campaign = read_campaign(file)
    pairs = ", ".join(dict.fromkeys(segment.pair for segment in campaign.segments))
    click.echo(f"Wrote {file}: {len(campaign.segments):,} segments, {pairs}.")
    for system in campaign.systems:
        click.echo(f"  {system.part}: {system.name}")
    click.echo(f"Review and edit it, then run: {typed('check', folder)}", err=True)


def _check_selection(
    delivery: Path | None,
    sample_words: int | None,
    whole_documents: bool,
    near_misses: Path | None,
    band: str | None,
    most: int | None,
    after: Path | None,
) -> None:
    """Refuse options that do not go together, before anything is written."""
    if sample_words is not None and near_misses is not None:
        raise click.UsageError("--sample-words and --near-misses choose in two different ways.")
    if (delivery is None) != (sample_words is None and near_misses is None):
        raise click.UsageError("--from goes with --sample-words or --near-misses.")
    if delivery is not None and after is not None:
        raise click.UsageError("--from and --after name two different origins of the texts.")
    if (near_misses is None) != (band is None) or (most is not None and near_misses is None):
        raise click.UsageError("--near-misses SCORES goes with --band LOW..HIGH.")
    if whole_documents and sample_words is None:
        raise click.UsageError("--whole-documents goes with --sample-words.")
