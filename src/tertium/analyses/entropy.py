"""Word translation entropy, and the effort it goes with."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import (
    ArrowStream,
    Between,
    CampaignName,
    GivenFile,
    GivenPath,
    Level,
    Resamples,
    Seed,
    Source,
)
from tertium.choices import Aligner, EntropyCorrection, Fold, Tokens, Unaligned
from tertium.exceptions import BadInput

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.formats.translations import Versions
    from tertium.stats.entropy.analyse import Entropy


@analysis
def entropy(
    file: Source,
    /,
    *,
    machine: GivenFile | None = None,
    correction: EntropyCorrection = "none",
    at: Annotated[int | None, Between(1)] = None,
    case: Fold = "lower",
    unaligned: Unaligned = "count",
    aligner: Aligner = "builtin",
    tokens: Tokens = "words",
    revised: GivenPath | ArrowStream | None = None,
    system: str | None = None,
    task: str | None = None,
    campaign: CampaignName = None,
    segment: str | None = None,
    drop: Annotated[float, Between(0, 1, open_most=True)] = 0.1,
    factor: Annotated[float, Between(0, open_least=True)] = 1.0,
    level: Level = 0.95,
    resamples: Resamples = 2000,
    seed: Seed = 0,
) -> "Entropy":
    """Word translation entropy of each source word, and the effort it goes with.

    FILE is a folder or table of the TPR-DB; the folder of a post-editing campaign; a file of
    edited outputs (annotator, segment, source, edited, …); any file with several
    translations of each source; or a Moses search graph or n-best list.

    Args:
        machine: Moses search graph or n-best list of the same segments, in the same order.
        correction: Bias correction for few translators.
        at: Translators to rarefy to. [default: the fewest of any word]
        case: Case folding of translations; the TPR-DB lowers A to Z only (ascii).
        unaligned: Whether an omission counts as a translation choice.
        aligner: Word aligner for texts without alignment; eflomal must be installed.
        tokens: Tokenise by the built-in rule, or at spaces only.
        revised: Campaign folder or file of edits in which the edited texts were revised.
        system: Use the outputs of this system only.
        task: Use TPR-DB sessions of this task only (T, P, …).
        segment: Segment to show. [default: the one with the highest entropy]
        drop: Share of the engine's least likely options to exclude.
        factor: Factor of the engine's scores before the softmax.

    """
    from tertium.analyses.files import on_disk
    from tertium.formats.moses import is_moses, read_moses
    from tertium.formats.tprdb import find_tables, read_tprdb
    from tertium.stats.entropy.analyse import translation_entropy
    from tertium.stats.entropy.prepare import renderings_of, unrendered
    from tertium.stats.entropy.stages import measure_stages
    from tertium.stats.entropy.warnings import notes_on
    from tertium.text import WORD_RULE

    drawn: dict[str, Any] = {"level": level, "resamples": resamples, "seed": seed}
    how: dict[str, Any] = drawn | {
        "correction": correction,
        "at": at,
        "fold": case,
        "unaligned": unaligned,
        "shown": segment,
        "drop": drop,
        "factor": factor,
    }
    engine = None if machine is None else read_moses(Path(machine))
    with on_disk(file) as path:
        if "st" in find_tables(path) or _is_study(path):
            return translation_entropy(read_tprdb(path, task=task), machine=engine, **how)
        if not path.is_dir() and is_moses(path):
            options = read_moses(path)
            return translation_entropy(unrendered(options), machine=options, **how)
        versions, notes = _versions(file, path, campaign, system, revised)
    by_hand = all(links is not None for links in versions.links)
    return translation_entropy(
        renderings_of(versions, aligner=aligner, tokens=tokens),
        machine=engine,
        aligner="given" if by_hand else aligner,
        tokens="spaces" if by_hand or tokens == "spaces" else WORD_RULE,
        stages=measure_stages(versions, **drawn),
        notes=(*notes, *notes_on(versions)),
        **how,
    )


def _is_study(path: Path) -> bool:
    """Tell whether a folder is no campaign's, so that it must be one of the TPR-DB."""
    from tertium.analyses.campaigns import campaign_folders

    return path.is_dir() and not campaign_folders(path)


def _versions(
    file: Source, path: Path, campaign: str | None, system: str | None, revised: Source | None
) -> "tuple[Versions, tuple[str, ...]]":
    """Return the translations, with what a later stage made of them, and what is said of them."""
    from tertium.formats.translations import read_translations
    from tertium.stats.entropy.prepare import versions_of

    if not path.is_dir() and revised is None:
        return read_translations(path, system=system), ()
    first = _edited(file, campaign)
    if revised is None:
        return versions_of(first.edits(), system=system), first.notes
    later = _edited(revised, None)
    versions = versions_of(first.edits(), system=system, revisions=later.edits())
    if not any(text is not None for text in versions.revised):
        raise BadInput(
            f"none of its texts was edited in {first.place}",
            where=later.place,
            fix="Make the later campaign with `tertium new --after`, so that names stay the same.",
        )
    return versions, (*first.notes, *later.notes)


def _edited(file: Source, campaign: str | None) -> "Judgements":
    from tertium.analyses.judgements import read

    judgements = read(file, campaign=campaign)
    if not len(judgements.edits()):
        raise BadInput(
            "there are no edited outputs yet",
            where=judgements.place,
            fix="Run this command again after the first edits.",
        )
    return judgements
