"""`tertium entropy`: word translation entropy, and the effort it goes with."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tertium.cli.campaigns import campaign_folders
from tertium.cli.common import (
    campaign_option,
    format_option,
    level_option,
    output_option,
    resamples_option,
    seed_option,
    show,
)

if TYPE_CHECKING:
    from tertium.formats.translations import Versions
    from tertium.table import Edits

__all__ = ["command"]


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--machine",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Moses search graph or n-best list of the same segments, in the same order.",
)
@click.option(
    "--correction",
    type=click.Choice(["none", "miller-madow", "rarefaction"]),
    default="none",
    show_default=True,
    help="Bias correction for few translators.",
)
@click.option(
    "--at",
    type=click.IntRange(1),
    help="Translators to rarefy to.  [default: the fewest of any word]",
)
@click.option(
    "--case",
    "fold",
    type=click.Choice(["lower", "ascii", "keep"]),
    default="lower",
    show_default=True,
    help="Case folding of translations; the TPR-DB lowers A to Z only (ascii).",
)
@click.option(
    "--unaligned",
    type=click.Choice(["count", "drop"]),
    default="count",
    show_default=True,
    help="Whether an omission counts as a translation choice.",
)
@click.option(
    "--aligner",
    type=click.Choice(["builtin", "eflomal"]),
    default="builtin",
    show_default=True,
    help="Word aligner for texts without alignment; eflomal must be installed.",
)
@click.option(
    "--tokens",
    type=click.Choice(["words", "spaces"]),
    default="words",
    show_default=True,
    help="Tokenise by the built-in rule, or at spaces only.",
)
@click.option(
    "--revised",
    type=click.Path(exists=True, path_type=Path),
    help="Campaign folder or file of edits in which the edited texts were revised.",
)
@click.option("--system", help="Use the outputs of this system only.")
@click.option("--task", help="Use TPR-DB sessions of this task only (T, P, …).")
@campaign_option
@click.option(
    "--segment", "shown", help="Segment to show.  [default: the one with the highest entropy]"
)
@click.option(
    "--drop",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.1,
    show_default=True,
    help="Share of the engine's least likely options to exclude.",
)
@click.option(
    "--scale",
    type=click.FloatRange(0, min_open=True),
    default=1.0,
    show_default=True,
    help="Factor of the engine's scores before the softmax.",
)
@level_option
@resamples_option
@seed_option
@format_option
@output_option
def command(
    path: Path,
    machine: Path | None,
    aligner: Any,
    tokens: Any,
    revised: Path | None,
    system: str | None,
    task: str | None,
    campaign: str | None,
    fmt: str,
    output: Path | None,
    **given: Any,
) -> None:
    """Word translation entropy of each source word, and the effort it goes with.

    FILE is a folder or table of the TPR-DB; the folder of a post-editing campaign; a file of
    edited outputs (annotator, segment, source, edited, …); any file with several
    translations of each source; or a Moses search graph or n-best list.

    \b
    Examples:
      tertium entropy study/ --format html -o entropy.html
      tertium entropy edits.csv --system atlas --machine atlas.graph
      tertium entropy study/ --correction rarefaction --format json
      tertium entropy edited/ --revised revision/
    """
    from tertium.formats.moses import is_moses, read_moses
    from tertium.formats.tprdb import find_tables, read_tprdb
    from tertium.formats.translations import read_translations
    from tertium.stats.entropy import (
        measure_stages,
        notes_on,
        renderings_of,
        translation_entropy,
        unrendered,
    )
    from tertium.text import WORD_RULE

    engine = read_moses(machine) if machine is not None else None
    tables = find_tables(path)
    if "st" in tables or (path.is_dir() and not campaign_folders(path)):
        result = translation_entropy(read_tprdb(path, task=task), machine=engine, **given)
    elif not path.is_dir() and is_moses(path):
        options = read_moses(path)
        result = translation_entropy(unrendered(options), machine=options, **given)
    else:
        notes: tuple[str, ...] = ()
        if path.is_dir() or revised is not None:
            versions, notes = _of_edits(path, campaign, system, revised)
        else:
            versions = read_translations(path, system=system)
        drawn = {name: given[name] for name in ("level", "resamples", "seed")}
        by_hand = all(links is not None for links in versions.links)
        result = translation_entropy(
            renderings_of(versions, aligner=aligner, tokens=tokens),
            machine=engine,
            aligner="given" if by_hand else aligner,
            tokens="spaces" if by_hand or tokens == "spaces" else WORD_RULE,
            stages=measure_stages(versions, **drawn),
            notes=(*notes, *notes_on(versions)),
            **given,
        )
    show(result, fmt, output)


def _of_edits(
    path: Path, campaign: str | None, system: str | None, revised: Path | None
) -> "tuple[Versions, tuple[str, ...]]":
    """Return what was edited, with what a later stage made of it, and what must be said of it."""
    from tertium.exceptions import BadInput
    from tertium.stats.entropy import versions_of

    edits, notes = _edits(path, campaign)
    if revised is None:
        return versions_of(edits, system=system), notes
    later, further = _edits(revised, None)
    versions = versions_of(edits, system=system, revisions=later)
    if not any(text is not None for text in versions.revised):
        raise BadInput(
            f"none of its texts was edited in {path}",
            where=str(revised),
            fix="Make the later campaign with `tertium new --after`, so that names stay the same.",
        )
    return versions, (*notes, *further)


def _edits(path: Path, campaign: str | None) -> "tuple[Edits, tuple[str, ...]]":
    from tertium.cli.evidence import open_evidence
    from tertium.exceptions import BadInput

    evidence = open_evidence(path, campaign)
    edits = evidence.table.edits()
    if evidence.campaign is not None:
        sources = {one.id: one.source for one in evidence.campaign.segments}
        edits = edits.with_texts(sources, evidence.campaign.outputs)
    if not len(edits):
        raise BadInput(
            "there are no edited outputs yet",
            where=str(path),
            fix="Run this command again after the first edits.",
        )
    return edits, evidence.notes
