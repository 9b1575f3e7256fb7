"""`tertium chunks`: split texts into chunks, and measure the share of correct ones."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from tertium.cli.common import (
    campaign_option,
    format_option,
    language_pair_option,
    level_option,
    output_option,
    show,
)
from tertium.cli.groups import ShownGroup

if TYPE_CHECKING:
    from tertium.cli.evidence import Evidence
    from tertium.stats.result import Result

__all__ = ["command"]


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


@command.command("show")
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE_OR_FOLDER")
@click.option(
    "--scheme",
    type=click.Choice(("cp", "gbu", "kinds")),
    help="Labels: correct or problematic; good, bad or ugly; correct, adequacy, fluency or other.  "
    "[default: the first that fits]",
)
@click.option(
    "--chunks",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Chunks and who corrected them (column by), to check that annotators do not judge "
    "chunks they corrected.  [default: those of the campaign]",
)
@level_option
@language_pair_option
@campaign_option
@format_option
@output_option
def show_command(
    path: Path,
    scheme: str | None,
    file: Path | None,
    level: float,
    campaign: str | None,
    language_pair: str | None,
    fmt: str,
    output: Path | None,
) -> None:
    """Chunk accuracy C/(C + P) of every system, with confidence intervals.

    FILE_OR_FOLDER holds judged chunks (annotator,segment,system,unit,aspect,label, with the
    aspect chunk and the chunk as unit), or is a campaign's folder. Agreement on the same
    file: tertium agree.

    \b
    Examples:
      tertium chunks judged.csv --scheme gbu
      tertium chunks judged.csv --format json
    """
    from tertium.cli.evidence import open_evidence
    from tertium.formats.campaign_chunks import makers_of
    from tertium.formats.chunk_files import read_chunks
    from tertium.stats.chunks import chunk_accuracy, judged_chunks

    evidence = open_evidence(path, campaign, language_pair=language_pair)
    if file is not None:
        made = read_chunks(file).by
    else:
        made = makers_of(evidence.campaign) if evidence.campaign else ()

    def analyse(part: "Evidence") -> "Result":
        judged = judged_chunks(part.table, scheme)
        return part.noted(chunk_accuracy(judged, chunked_by=made, level=level))

    show(evidence.each_pair(analyse), fmt, output)


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
    from tertium.formats import read_campaign
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
    chunks = {}
    for key, text in texts.items():
        segment = segments[key[0]]
        language = segment.source_language if side == "source" else segment.target_language
        chunks[key] = chunk_text(text, language)
    rows = write_chunks(chunks, texts, out)
    click.echo(f"Wrote {rows:,} chunks of {len(texts):,} texts to {out}.", err=True)
