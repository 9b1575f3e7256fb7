"""`tertium error-sets`: errors traced from MT through post-editing to the final translation."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from tertium.cli.campaigns import open_store
from tertium.cli.common import (
    campaign_option,
    format_option,
    level_option,
    output_option,
    resamples_option,
    seed_option,
    show,
)
from tertium.exceptions import BadInput

if TYPE_CHECKING:
    from tertium.stats.error_sets import ErrorSets, Key, VersionErrors

__all__ = ["command"]


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--versions",
    metavar="KIND=SYSTEM,…",
    help="Systems that are mt, postedited and human.  [default: systems of these names]",
)
@click.option(
    "--sets",
    "corrected",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Corrected sets, in the format of --write.",
)
@click.option(
    "--write",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the sets to this CSV file, for manual correction.",
)
@click.option(
    "--layer",
    type=click.Choice(("observed", "consolidated", "arbitrated")),
    default="observed",
    show_default=True,
    help="Annotation layer.",
)
@click.option(
    "--aligner",
    type=click.Choice(("builtin", "eflomal")),
    default="builtin",
    show_default=True,
    help="Word aligner.",
)
@level_option
@resamples_option
@seed_option
@campaign_option
@format_option
@output_option
def command(
    path: Path,
    versions: str | None,
    corrected: Path | None,
    target: Path | None,
    layer: Literal["observed", "consolidated", "arbitrated"],
    aligner: Literal["builtin", "eflomal"],
    campaign: str | None,
    fmt: str,
    output: Path | None,
    **given: Any,
) -> None:
    """Trace errors from MT through post-editing to the final translation.

    A set is a passage of the source with all errors it caused in the MT, in the post-edited
    and in the human version. Word alignment proposes the sets. To correct them, write them
    with --write, edit the column set (the same name joins, two names split) and pass the
    file to --sets. In a campaign's folder, sets that managers corrected in the browser are
    used, unless --sets is given. Reports the MT errors that remain after post-editing, and
    the most frequent errors of each version.

    \b
    Examples:
      tertium error-sets errors.csv --versions mt=EngineA,postedited=Ada,human=Ben
      tertium error-sets errors.csv --write sets.csv
      tertium error-sets errors.csv --sets sets.csv --format json
    """
    from tertium.cli.evidence import open_evidence
    from tertium.formats.error_sets import read_sets, write_sets
    from tertium.stats.error_sets import find_errors, sets_of
    from tertium.stats.told import count

    evidence = open_evidence(path, campaign)
    spans = evidence.table.spans(layers=(layer,))
    if evidence.campaign is not None:
        sources = {one.id: one.source for one in evidence.campaign.segments}
        spans = spans.with_texts(sources, evidence.campaign.outputs)
    if not len(spans.outputs):
        raise BadInput(
            "there are no error annotations", where=str(path), fix="Annotate errors first."
        )
    found = find_errors(
        spans, versions=None if versions is None else _versions(versions), aligner=aligner
    )
    decided: dict[Key, str] = {}
    if evidence.campaign is not None and corrected is None:
        decided = _decided(path, evidence.campaign.name, found)
    result = sets_of(
        found,
        given=None if corrected is None else read_sets(corrected),
        decided=decided,
        **given,
    )
    if decided:
        segments = {segment for segment, *_ in decided}
        note = (
            f"{count(len(decided), 'error')} of {count(len(segments), 'segment')}: in sets that a "
            "manager corrected; a file given with --sets takes precedence"
        )
        result = replace(result, warnings=(note, *result.warnings))
    if target is not None:
        written = write_sets(_rows(result), target)
        click.echo(f"Wrote {written:,} errors in {len(result.sets):,} sets to {target}.", err=True)
    show(evidence.noted(result), fmt, output)


def _decided(path: Path, campaign: str, found: "VersionErrors") -> dict["Key", str]:
    """Return the sets that managers put right in the browser, with errors marked since then."""
    from tertium.protocols.sets import STAGE, Corrections
    from tertium.stats.error_sets import decided_sets, error_names, with_later

    with open_store(path, create=False) as store:
        corrections = Corrections.of(store.decisions.all(campaign, STAGE))
        if not corrections.counted:
            return {}
        names = error_names(found, campaign=campaign, secret=store.secret())
    return with_later(found.errors, decided_sets(found, names, corrections))


def _versions(text: str) -> dict[str, str]:
    """Read `mt=A,postedited=B`."""
    found: dict[str, str] = {}
    for part in text.split(","):
        kind, equals, system = part.partition("=")
        if not equals or not system.strip() or kind.strip() in found:
            raise BadInput(
                f"{part!r} does not name the system of one kind of version",
                where="--versions",
                fix="Write mt=A,postedited=B,human=C; two of them are enough.",
            )
        found[kind.strip()] = system.strip()
    return found


def _rows(result: "ErrorSets") -> list[dict[str, Any]]:
    """Return one row per error, as the file has them."""
    return [
        {
            "set": one.set,
            "segment": one.segment,
            "system": error.system,
            "side": error.side,
            "start": error.start,
            "end": error.end,
            "category": error.category,
            "kind": error.kind,
            "severity": error.severity,
            "text": error.text,
            "passage": one.passage,
            "from_mt": "yes" if error.from_mt else "",
        }
        for one in result.sets
        for error in one.errors
    ]
