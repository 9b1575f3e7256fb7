"""`tertium sets`: errors of MT, post-edited and human versions, joined by what caused them."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from tertium.cli.campaigns import open_store
from tertium.cli.common import format_option, output_option, show
from tertium.errors import BadInput

if TYPE_CHECKING:
    from tertium.stats.error_sets import ErrorSets, Key, VersionErrors

__all__ = ["command"]


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--versions",
    metavar="KIND=SYSTEM,…",
    help="Which system is mt, postedited, human.  [default: systems of these names]",
)
@click.option(
    "--sets",
    "corrected",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Sets that somebody has corrected, as --write wrote them.",
)
@click.option(
    "--write",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the sets to this CSV file, to correct them by hand.",
)
@click.option(
    "--layer",
    type=click.Choice(("observed", "consolidated", "arbitrated")),
    default="observed",
    show_default=True,
    help="Whose marks.",
)
@click.option(
    "--aligner",
    type=click.Choice(("builtin", "eflomal")),
    default="builtin",
    show_default=True,
    help="What links words of the source to words of the versions.",
)
@click.option("--level", default=0.95, show_default=True, help="Level of the intervals.")
@click.option(
    "--resamples", default=2000, show_default=True, help="How often segments are drawn anew."
)
@click.option("--seed", default=0, show_default=True, help="Seed of the resampling.")
@click.option("--campaign", help="Which campaign, if FILE is a folder with several.")
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
    """Join the errors in several versions of the same text into sets.

    A set is a passage of the source with all errors it caused in the MT, in the post-edited and
    in the human version. Alignment proposes the sets; write them with --write, change the column
    set (the same name joins, two names split), and give the file back with --sets. In a campaign's
    folder, sets that managers put right in the browser count, unless there is such a file. Told
    are the errors that came from the MT and were left, and the commonest errors of each kind of
    version.

    \b
    Examples:
      tertium sets errors.csv --versions mt=EngineA,postedited=Ada,human=Ben
      tertium sets errors.csv --write sets.csv
      tertium sets errors.csv --sets sets.csv --format json
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
        raise BadInput("nobody has looked for errors here", where=str(path), fix="Mark some first.")
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
            "manager put right; a file of --sets would be used instead"
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
