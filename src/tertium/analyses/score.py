"""Systems scored by automatic metrics."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast, get_args

from tertium.analyses.analysis import Analysis, analysis
from tertium.analyses.arguments import Between, GivenFile, Level, NewFile
from tertium.choices import MetricTest, ResampledUnit, TextMetric, Tokeniser
from tertium.exceptions import Misused, NotFound

if TYPE_CHECKING:
    from tertium.formats.texts_to_score import TextsToScore
    from tertium.stats.metrics.given import GivenScores
    from tertium.stats.metrics.score import MetricScores, Scored
    from tertium.stats.result import LanguagePairs
    from tertium.text.metrics import Metric

_METRICS = "bleu,chrf,ter"


@analysis
def score(
    folder: str | PathLike[str] | None = None,
    /,
    *,
    source: GivenFile | None = None,
    reference: Sequence[str] = (),
    system: Sequence[str] = (),
    scores: Sequence[str] = (),
    documents: GivenFile | None = None,
    metrics: str | None = None,
    tokeniser: Tokeniser | None = None,
    lowercase: bool = False,
    language_pair: str | None = None,
    test: MetricTest = "bootstrap",
    unit: ResampledUnit = "auto",
    baseline: str | None = None,
    segments: NewFile | None = None,
    table: NewFile | None = None,
    level: Level = 0.95,
    resamples: Annotated[int | None, Between(1)] = None,
    seed: int | None = None,
) -> "Analysis[MetricScores | LanguagePairs]":
    """Score systems by automatic metrics, with confidence intervals and contrasts.

    FOLDER is a campaign's folder, or holds texts as for `tertium new`; otherwise texts are
    parallel plain files, gzipped or not, which are named by options. BLEU, chrF and TER equal those
    of sacrebleu; nothing is downloaded. Scores of neural metrics are read from their files.

    Args:
        source: Source text, to check that it has as many lines.
        reference (FILE|NAME): Reference: a file, or a system of FOLDER; may be repeated.
            [default: the references of FOLDER]
        system (NAME=FILE): Output of a system; may be repeated.
        scores (FILE): Scores made elsewhere: of COMET, MetricX, mt-metrics-eval, a metrics task of
            WMT, or segment,system,score; may be repeated.
        documents: Document of each segment, one per line.
        metrics (LIST): Metrics: bleu, chrf, chrf++, ter, nist, wer, per, meteor, none.
            [default: bleu,chrf,ter]
        tokeniser: Tokeniser of BLEU, NIST, WER, PER and METEOR. [default: that of the target
            language, 13a for most]
        lowercase: Ignore letter case, in BLEU, chrF, NIST, WER and PER.
        language_pair (PAIR): Language pair of the files, or the one of FOLDER to score, such as
            en-de.
        test: Significance test: paired bootstrap, approximate randomisation, or the paired
            bootstrap of sacrebleu.
        unit: Unit to resample; auto takes documents where six or more are known.
        baseline: Report contrasts with this system only.
        segments: Write the scores of segments to this file: segment,system,score, then a column for
            each metric; score is that of the first (with its sign changed where lower is better).
        table: Write them as rows of the table of judgements (.csv, .jsonl, .parquet).
        resamples: Resamples. [default: 2000; of randomisation 10000, as sacrebleu 1000]
        seed: Random seed. [default: 0; as sacrebleu 12345]

    """
    from tertium.stats.language_pairs import together
    from tertium.stats.metrics.score import score as score_texts

    found = _texts(folder, source, reference, system, documents, language_pair)
    given = _given(scores, _names_of_files(system))
    chosen = chosen_metrics(metrics, scored=bool(given))
    made: list[Scored] = []

    def analyse(texts: "TextsToScore") -> "tuple[MetricScores]":
        computed = chosen if metrics is not None or texts.references or not given else ()
        built, notes = built_metrics(
            computed, texts.target_language, tokeniser, lowercase=lowercase
        )
        one = score_texts(
            texts,
            built,
            given=given,
            test=test,
            unit=unit,
            baseline=baseline,
            level=level,
            resamples=resamples,
            seed=seed,
            notes=notes,
        )
        made.append(one)
        return (one.result,)

    result: MetricScores | LanguagePairs
    if len(found) == 1:
        (result,) = analyse(found[0])
    else:
        result = together({one.pair or "-": partial(analyse, one) for one in found})
    return Analysis(result, tuple(_written(made, segments, table)))


def _texts(
    folder: str | PathLike[str] | None,
    source: "str | PathLike[str] | None",
    reference: Sequence[str],
    system: Sequence[str],
    documents: "str | PathLike[str] | None",
    language_pair: str | None,
) -> "list[TextsToScore]":
    """Return what is scored, by language pair."""
    from tertium.formats.texts_to_score import texts_of_files, texts_of_folder

    if folder is None:
        if not system:
            raise Misused("nothing to score", fix="Name a folder, or add --system NAME=FILE.")
        return [
            texts_of_files(
                {name: Path(file) for name, file in _named_files(system)},
                [Path(file) for file in reference],
                source=None if source is None else Path(source),
                documents=None if documents is None else Path(documents),
                languages=_languages(language_pair),
            )
        ]
    for option, value in (("source", source), ("system", system), ("documents", documents)):
        if value:
            raise Misused(
                f"--{option} does not go with a folder",
                fix="The folder tells its texts. Leave the option out, or the folder.",
            )
    found = texts_of_folder(Path(folder), reference)
    if language_pair is None:
        return found
    known = {one.pair.casefold(): one for one in found}
    if len(found) == 1 and not found[0].pair:  # the folder does not say
        from dataclasses import replace

        first, second = _languages(language_pair)
        return [replace(found[0], source_language=first, target_language=second)]
    if language_pair.casefold() not in known:
        raise NotFound.among("language pair", language_pair, known, where="--language-pair")
    return [known[language_pair.casefold()]]


def _named_files(system: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the names and files of systems."""
    seen: set[str] = set()
    for one in system:
        name, sign, file = one.partition("=")
        if not sign or not name or not file:
            raise Misused(
                f"{one!r} names no system", fix="Write --system NAME=FILE, such as new=new.de.txt."
            )
        if name in seen:
            raise Misused(f"system {name!r} is given twice", fix="Give each system its own name.")
        seen.add(name)
        yield name, file


def _names_of_files(system: Sequence[str]) -> dict[str, str]:
    """Return what systems are called here, by the names that their files have elsewhere."""
    found: dict[str, str] = {}
    for name, file in _named_files(system):
        path = Path(file)
        plain = path.name.removesuffix(".gz")
        for other in (file, path.name, plain, Path(plain).stem):
            found.setdefault(other, name)
    return found


def _languages(pair: str | None) -> tuple[str, str]:
    """Return the source and target language of a pair."""
    if pair is None:
        return "", ""
    first, sign, second = pair.partition("-")
    if not sign or not first or not second:
        raise Misused(f"{pair!r} is no language pair", fix="Write --language-pair en-de.")
    return first, second


def chosen_metrics(metrics: str | None, *, scored: bool = False) -> tuple[TextMetric, ...]:
    """Return the metrics that are named; `none` where only given scores are wanted."""
    known = get_args(TextMetric)
    names = [name.strip().lower() for name in (metrics or _METRICS).split(",") if name.strip()]
    if names == ["none"] and scored:
        return ()
    for name in names:
        if name not in known:
            raise NotFound.among("metric", name, known, where="--metrics")
    return cast("tuple[TextMetric, ...]", tuple(dict.fromkeys(names)))


def built_metrics(
    names: Sequence[TextMetric],
    language: str,
    tokeniser: Tokeniser | None = None,
    *,
    lowercase: bool = False,
) -> "tuple[list[Metric], list[str]]":
    """Return metrics for texts in a language, and what must be said about their tokens."""
    from tertium.text.metrics import text_metric
    from tertium.text.metrics.tokens import absence, tokeniser_for

    cut = tokeniser or tokeniser_for(language)
    built = [
        text_metric(name, tokeniser=cut, lowercase=lowercase, language=language) for name in names
    ]
    note = absence(cut)
    return built, [note] if note and any("tok" in one.options() for one in built) else []


def _given(files: Sequence[str], names: Mapping[str, str]) -> "list[GivenScores]":
    """Read scores that were made elsewhere; systems have the names that they have here."""
    if not files:
        return []
    from tertium.formats.metric_scores import read_metric_scores
    from tertium.stats.metrics.given import given_scores, together

    return together(
        [one for file in files for one in given_scores(read_metric_scores(Path(file)))], names
    )


def _written(
    made: "Sequence[Scored]",
    segments: str | PathLike[str] | None,
    table: str | PathLike[str] | None,
) -> Iterator[str]:
    """Write the scores of segments, and tell where."""
    if segments is not None:
        from tertium.formats.output_scores import write_output_scores
        from tertium.stats.metrics.rows import segment_columns, segment_rows

        number = write_output_scores(
            Path(segments),
            segment_columns(made[0]),
            (row for one in made for row in segment_rows(one)),
        )
        yield f"Wrote {number:,} outputs with their scores to {segments}."
    if table is not None:
        from tertium.formats.write import write_judgements
        from tertium.stats.metrics.rows import computed_table

        yield f"Wrote {write_judgements(computed_table(made), Path(table)):,} rows to {table}."
