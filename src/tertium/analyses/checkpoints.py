"""Linguistic checkpoints: which kinds of source words a system fails to translate."""

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import (
    Between,
    CampaignName,
    GivenFile,
    GivenFolder,
    GivenPath,
    Level,
    Resamples,
    Seed,
)
from tertium.choices import Aligner, Correction, Fold
from tertium.choices import Tokens as TokenRule
from tertium.exceptions import BadInput

if TYPE_CHECKING:
    from tertium.analyses.checkpoint_texts import CheckpointTexts
    from tertium.stats.checkpoints.analyse import Checkpoints
    from tertium.stats.checkpoints.marked import MarkedOutput
    from tertium.stats.checkpoints.prepare import Alignment
    from tertium.stats.checkpoints.units import Bands
    from tertium.table import Spans

_ERRORS = "errors"  # in place of a file of bands


@analysis
def checkpoints(
    folder: GivenFolder,
    /,
    *,
    conllu: GivenFile | None = None,
    classes: GivenFile | None = None,
    tagger: str | None = None,
    model: str = "",
    instances: GivenFile | None = None,
    reference: str | PathLike[str] | None = None,
    alignment: GivenFile | None = None,
    aligned_source: GivenFile | None = None,
    aligner: Aligner = "builtin",
    corpus: GivenFile | None = None,
    gold: GivenFile | None = None,
    tokens: TokenRule = "words",
    case: Fold = "keep",
    bands: str | PathLike[str] | None = None,
    errors: GivenPath | None = None,
    common: bool = False,
    native: str | None = None,
    correction: Correction = "bh",
    examples: Annotated[int, Between(0, 20)] = 2,
    campaign: CampaignName = None,
    level: Level = 0.95,
    resamples: Resamples = 2000,
    seed: Seed = 0,
) -> "Checkpoints":
    """Linguistic checkpoints: which kinds of source words a system fails to translate.

    FOLDER is a campaign's folder, or holds source, reference and outputs as `tertium new` reads
    them. Classes of source words are patterns over the tagged source; the reference words aligned
    with them are looked for in each output (DELiC4MT). Scores with confidence intervals per class,
    system and human band, contrasts of systems, correlations with bands, and examples.

    Args:
        conllu: Tagged source: CoNLL-U or KAF, in the order of the segments.
        classes: Classes and their patterns (TOML).
        tagger: Tag the source with this tagger: spacy, stanza, udpipe, or a plug-in's.
        model: Model of the tagger.
        instances: Instances that DELiC4MT extracted, in place of a tagged source and classes.
        reference (NAME|FILE): Reference: a system's name in FOLDER, or a file (plain text, CoNLL-U
            or KAF). [default: the first one in FOLDER]
        alignment: Word alignment of source and reference (0-0 1-2), a line per segment. With it
            (or `gold`) the words of texts are those between spaces.
        aligned_source: Source as the aligner saw it, if the tagger cut it into other words.
        aligner: Word aligner; eflomal must be installed.
        corpus: Further texts in both languages (TSV, TMX, XLIFF, …) that are aligned as well, for
            better links.
        gold: Links made by hand for some segments, to measure the alignment; other lines are empty.
        tokens: Tokenise by the built-in rule, or at spaces only.
        case: Case folding before words are compared.
        bands (FILE|errors): Human bands of outputs (segment,system,band), or errors: by the number
            of marked errors (0, 1–2, 3 or more).
        errors: Judgements with marked errors. [default: those of the campaign]
        common: Score only segments for which all systems have an output, in the same band.
        native (COLUMN): Keep segments written in the source language: a column of the texts, or a
            comment in the tagged source, that holds this language or yes.
        correction: Correction of p values for many classes and pairs of systems.
        examples: Examples per class and system.

    """
    from tertium.analyses.checkpoint_texts import (
        link_texts,
        measure_links,
        native_only,
        read_checkpoint_texts,
        read_class_instances,
        read_spans,
        spaced,
    )
    from tertium.formats.given import GivenFile as Opened
    from tertium.formats.recognise import read_texts
    from tertium.stats.checkpoints.analyse import checkpoints as analyse
    from tertium.stats.checkpoints.prepare import Alignment
    from tertium.text import WORD_RULE

    place = Path(folder)
    texts = read_checkpoint_texts(
        place,
        reference=reference,
        native=native,
        conllu=conllu,
        tagger=tagger,
        model=model,
        extracted=instances is not None,
        spaces=spaced(tokens, alignment, gold),
    )
    found = read_class_instances(texts, classes, instances)
    if native is not None:
        found = native_only(found, texts, native)
    further = None if corpus is None else read_texts(Opened(Path(corpus)))
    aligning = Alignment.of(aligner, further, texts.tokens)
    links = link_texts(texts, alignment, aligned_source, aligning)
    spans = read_spans(place, errors, campaign)
    return analyse(
        found,
        texts.translated(links),
        texts.folder.segments,
        _bands(bands, texts, spans),
        readings=() if spans is None else _readings(spans, texts, aligning),
        case=case,
        correction=correction,
        common=common,
        aligner=_called(aligner, alignment, corpus),
        tokens="spaces" if texts.tokens.spaces else WORD_RULE,
        banded="" if bands is None else _ERRORS if str(bands) == _ERRORS else "given",
        quality=measure_links(texts, links, gold),
        examples=examples,
        notes=texts.notes,
        level=level,
        resamples=resamples,
        seed=seed,
    )


def _called(aligner: str, alignment: object, corpus: object) -> str:
    """Return how the signature calls the alignment."""
    if alignment is not None:
        return "given"
    return f"{aligner}+corpus" if corpus is not None else aligner


def _bands(
    bands: str | PathLike[str] | None, texts: "CheckpointTexts", spans: "Spans | None"
) -> "Bands":
    """Return the band of each output: of a file, or by the number of marked errors."""
    from tertium.formats.bands import read_bands
    from tertium.stats.checkpoints.prepare import error_numbers
    from tertium.stats.checkpoints.units import error_bands, given_bands, no_bands

    segments, systems = [one.id for one in texts.folder.segments], texts.folder.systems
    if bands is None:
        return no_bands(len(segments), len(systems))
    if str(bands) != _ERRORS:
        return given_bands(read_bands(Path(bands)), segments, systems, where=str(bands))
    if spans is None:
        raise BadInput(
            "there are no marked errors to make bands of",
            where="--bands",
            fix="Name judgements with marked errors with --errors, or a file of bands.",
        )
    return error_bands(error_numbers(spans), segments, systems)


def _readings(
    spans: "Spans", texts: "CheckpointTexts", aligning: "Alignment"
) -> "tuple[MarkedOutput, ...]":
    """Return the outputs that were read for errors, where the words of the source are known."""
    from tertium.stats.checkpoints.prepare import readings_of

    if texts.source is None:
        return ()
    segments = texts.folder.segments
    return readings_of(
        spans.with_texts({one.id: one.source for one in segments}, {}),
        {one.id: at for at, one in enumerate(segments)},
        texts.source,
        texts.output,
        aligning,
        texts.tokens,
        (texts.source_words, texts.phrases),
    )
