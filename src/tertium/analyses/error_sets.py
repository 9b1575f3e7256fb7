"""Errors traced from MT through post-editing to the final translation."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tertium.analyses.analysis import Analysis, analysis
from tertium.analyses.arguments import (
    CampaignName,
    GivenFile,
    Level,
    NewFile,
    Resamples,
    Seed,
    Source,
)
from tertium.choices import Aligner, ScoredLayer
from tertium.exceptions import BadInput

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.stats.error_sets.analyse import ErrorSets
    from tertium.stats.error_sets.found import VersionErrors
    from tertium.stats.error_sets.gather import Key


@analysis
def error_sets(
    file: Source,
    /,
    *,
    versions: str | Mapping[str, str] | None = None,
    sets: GivenFile | None = None,
    write: NewFile | None = None,
    layer: ScoredLayer = "observed",
    aligner: Aligner = "builtin",
    level: Level = 0.95,
    resamples: Resamples = 2000,
    seed: Seed = 0,
    campaign: CampaignName = None,
) -> "Analysis[ErrorSets]":
    """Trace errors from MT through post-editing to the final translation.

    A set is a passage of the source with all errors it caused in the MT, in the post-edited
    and in the human version. Word alignment proposes the sets. To correct them, write them
    with `write`, edit the column set (the same name joins, two names split) and pass the
    file to `sets`. In a campaign's folder, sets that managers corrected in the browser are
    used, unless `sets` is given. Reports the MT errors that remain after post-editing, and
    the most frequent errors of each version.

    Args:
        versions (KIND=SYSTEM,…): Systems that are mt, postedited and human. [default: systems of
            these names]
        sets: Corrected sets, in the format of `write`.
        write: Write the sets to this CSV file, for manual correction.
        layer: Annotation layer.
        aligner: Word aligner.

    """
    from tertium.analyses.judgements import read
    from tertium.formats.error_sets import read_sets, write_sets
    from tertium.stats.error_sets.analyse import sets_of
    from tertium.stats.error_sets.found import find_errors
    from tertium.stats.told import count

    judgements = read(file, campaign=campaign)
    spans = judgements.table.spans(layers=(layer,))
    if judgements.campaign is not None:
        sources = {one.id: one.source for one in judgements.campaign.segments}
        spans = spans.with_texts(sources, judgements.campaign.outputs)
    if not len(spans.outputs):
        raise BadInput(
            "there are no error annotations", where=judgements.place, fix="Annotate errors first."
        )
    kinds = _versions(versions) if isinstance(versions, str) else versions
    found = find_errors(spans, versions=kinds, aligner=aligner)
    decided = _decided(judgements, found) if sets is None else {}
    result = sets_of(
        found,
        given=None if sets is None else read_sets(Path(sets)),
        decided=decided,
        level=level,
        resamples=resamples,
        seed=seed,
    )
    if decided:
        segments = {segment for segment, *_ in decided}
        note = (
            f"{count(len(decided), 'error')} of {count(len(segments), 'segment')}: in sets that a "
            "manager corrected; a file given with --sets takes precedence"
        )
        result = replace(result, warnings=(note, *result.warnings))
    written: tuple[str, ...] = ()
    if write is not None:
        rows = write_sets(_rows(result), Path(write))
        written = (f"Wrote {rows:,} errors in {len(result.sets):,} sets to {write}.",)
    return Analysis(judgements.noted(result), written)


def _decided(judgements: "Judgements", found: "VersionErrors") -> dict["Key", str]:
    """Return the sets that managers put right in the browser, with errors marked since then."""
    from tertium.analyses.campaigns import open_store
    from tertium.protocols.sets import STAGE, Corrections
    from tertium.stats.error_sets.found import decided_sets, error_names, with_later

    if judgements.campaign is None or judgements.path is None:
        return {}
    campaign = judgements.campaign.name
    with open_store(judgements.path, create=False) as store:
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
