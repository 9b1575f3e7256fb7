"""Linguistic checkpoints of a set of texts: everything that is said of classes and systems.

Toral, Naskar, Gaspari and Groves (2012), DELiC4MT; bands and correlations as Gaspari, Toral,
Lommel, Doherty, van Genabith and Way (2014).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from tertium.choices import Correction, Fold
from tertium.exceptions import BadInput
from tertium.model import Segment
from tertium.stats.checkpoints.correlate import BandCorrelation, correlate
from tertium.stats.checkpoints.examples import CheckpointExample, choose_examples
from tertium.stats.checkpoints.instances import Instances
from tertium.stats.checkpoints.limitations import find_limitations
from tertium.stats.checkpoints.marked import MarkedOutput, MarkedShare, marked_shares
from tertium.stats.checkpoints.matches import TranslatedTexts, count_matches
from tertium.stats.checkpoints.quality import AlignmentQuality, alignment_quality
from tertium.stats.checkpoints.scores import (
    ClassContrast,
    ClassScore,
    ScoredCell,
    cells,
    correct,
    score_cell,
)
from tertium.stats.checkpoints.units import ALL, Bands
from tertium.stats.intervals import check_level
from tertium.stats.result import Result, signature
from tertium.table_views import Codes
from tertium.text.align import AlignmentScore


@dataclass(frozen=True, slots=True)
class Checkpoints(Result):
    """Scores of classes of source words, per system and human band.

    `correction` is that of `contrasts`; `common` tells whether only segments count that all
    systems have, in the same band.
    """

    classes: tuple[ClassScore, ...]
    contrasts: tuple[ClassContrast, ...]
    correlations: tuple[BandCorrelation, ...]
    marked: tuple[MarkedShare, ...]
    examples: tuple[CheckpointExample, ...]
    alignment: AlignmentQuality
    systems: tuple[str, ...]
    bands: tuple[str, ...]
    titles: dict[str, str]
    groups: tuple[str, ...]
    correction: Correction
    common: bool
    level: float


def checkpoints(
    instances: Instances,
    texts: TranslatedTexts,
    segments: Sequence[Segment],
    bands: Bands,
    *,
    readings: Sequence[MarkedOutput] = (),
    case: Fold = "keep",
    correction: Correction = "bh",
    common: bool = False,
    aligner: str = "given",
    tokens: str = "spaces",
    banded: str = "",
    quality: AlignmentScore | None = None,
    examples: int = 2,
    notes: tuple[str, ...] = (),
    level: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> Checkpoints:
    """Score every class of source words per system, and per band where bands are known.

    Contrasts of systems are over all outputs; by band they stand only with `common`, because the
    outputs of a band are other sentences for each system. `aligner`, `tokens` and `banded` are
    named in the signature; `quality` compares links with those made by hand.
    """
    check_level(level)
    if not instances.found:
        raise BadInput(
            "no source words belong to any of these classes",
            fix="Look into the tagged text, and use its tags and features in the patterns.",
        )
    matches = count_matches(instances, texts, case=case)
    document = Codes.of(one.document for one in segments).codes
    names = instances.classes
    found: list[ScoredCell] = [
        score_cell(matches, cell, names[cell.class_code], document, level=level)
        for cell in cells(matches, len(names), bands, common=common)
    ]
    scores = tuple(chain.from_iterable(one.scores for one in found))
    contrasts = tuple(one for cell in found for one in cell.contrasts if common or one.band == ALL)
    drawn = {"level": level, "resamples": resamples, "seed": seed}
    linked = alignment_quality(instances, matches, texts, aligner, quality)
    return Checkpoints(
        classes=scores,
        contrasts=correct(contrasts, correction),
        correlations=tuple(
            correlate(
                matches, names, bands, scores, document,
                level=level, resamples=resamples, seed=seed,
            )
        ),
        marked=tuple(marked_shares(instances, readings, level=level)),
        examples=tuple(
            choose_examples(
                instances, matches, texts, tuple(one.id for one in segments), bands,
                number=examples, case=case,
            )
        ),
        alignment=linked,
        systems=matches.systems,
        bands=bands.names,
        titles=dict(zip(names, instances.titles, strict=True)),
        groups=tuple(names[code] for code in sorted(instances.groups)),
        correction=correction,
        common=common,
        level=level,
        signature=signature(
            "checkpoints",
            case=case,
            ngrams="1..all,clipped",
            aligner=aligner,
            words=tokens,
            **({"bands": banded} if banded else {}),
            segments="common" if common else "each-system",
            correction=correction,
            interval="crossed",
            units="documents" if (document >= 0).all() else "segments",
            **(drawn if bands.names else {"level": level}),
        ),
        warnings=(
            *notes,
            *find_limitations(matches, bands, scores, document, linked, common=common),
        ),
    )  # fmt: skip
