"""`tertium chunks`: split texts into chunks, and measure the share of correct ones."""

from pathlib import Path
from typing import Literal

import click

from tertium.analyses.chunks import chunks
from tertium.cli.groups import ShownGroup
from tertium.cli.options import analysis_command


@click.group("chunks", cls=ShownGroup)
def command() -> None:
    """Chunk accuracy: the share of correct chunks; or split texts into chunks.

    `tertium chunks FILE` is short for `tertium chunks show FILE`.

    \b
    Examples:
      tertium chunks judged.csv
      tertium chunks cut campaign chunks.tsv
      tertium chunks judged.csv --chunks chunks.tsv --format json
    """


command.add_command(
    analysis_command(
        chunks,
        name="show",
        examples=("chunks judged.csv --scheme gbu", "chunks judged.csv --format json"),
    )
)


@command.command("cut")
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--side",
    type=click.Choice(("target", "source")),
    default="target",
    show_default=True,
    help="Texts to split.",
)
def cut_command(folder: Path, out: Path, side: Literal["target", "source"]) -> None:
    """Split the texts of a campaign into chunks, to correct before annotation.

    FOLDER holds a campaign.toml. OUT (.tsv or .csv) has one row for each chunk:
    segment,side,system,chunk,start,end,text. Rows may be split, joined (the same chunk
    name) and moved; editors of the chunks write their name into the column `by` and do not
    annotate. The managers' pages of a served campaign do the same in the browser.

    \b
    Example:
      tertium chunks cut campaign campaign/chunks.tsv --side source
    """
    from tertium.exceptions import Conflict
    from tertium.formats.campaign import read_campaign
    from tertium.formats.chunk_files import Key, read_chunks, write_chunks
    from tertium.text.chunks import chunk_text

    people = read_chunks(out).by if out.exists() else ()
    if people:
        raise Conflict(
            f"{out.name} holds chunks that {', '.join(people)} corrected",
            where=str(out),
            fix="Write to another file, or take this one away first.",
        )
    campaign = read_campaign(folder)
    segments = {one.id: one for one in campaign.segments}
    texts: dict[Key, str]
    if side == "source":
        texts = {(name, side, ""): one.source for name, one in segments.items()}
    else:
        texts = {(name, side, system): text for (name, system), text in campaign.outputs.items()}
    cut = {}
    for key, text in texts.items():
        segment = segments[key[0]]
        language = segment.source_language if side == "source" else segment.target_language
        cut[key] = chunk_text(text, language)
    rows = write_chunks(cut, texts, out)
    click.echo(f"Wrote {rows:,} chunks of {len(texts):,} texts to {out}.", err=True)
