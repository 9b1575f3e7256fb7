"""Metrics, and other judgements, against human judgements."""

from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import (
    Aspect,
    Between,
    CampaignName,
    LanguagePair,
    Resamples,
    Scale,
    Seed,
    Source,
    listed,
)
from tertium.choices import MeanOver, MetaLevel, MetaMeasure, MetaPart, MetaRecipe
from tertium.exceptions import BadInput, Misused, NotFound

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.formats.method_scores import MethodScores
    from tertium.stats.correlation.odd import Texts
    from tertium.stats.correlation.panel import JudgedRows, Method
    from tertium.stats.correlation.result import Correlations
    from tertium.table import Spans

_APART = 0.25  # of the scale: from there on two outputs differ for WMT's τ-like (25 of 100)


@analysis
def correlate(
    human: Source,
    /,
    *,
    metric: str | Sequence[str] = (),
    level: MetaLevel | Sequence[MetaLevel] = (),
    by: MetaPart | None = None,
    measure: MetaMeasure | None = None,
    aspect: Aspect = None,
    scale: Scale = None,
    lower: str | Sequence[str] = (),
    trained: str | Sequence[str] = (),
    mean: MeanOver = "outputs",
    recipe: MetaRecipe | None = None,
    confidence: Annotated[float, Between(0, 1, open_least=True, open_most=True)] = 0.95,
    resamples: Resamples = 2000,
    permutations: Annotated[int, Between(100)] = 1000,
    seed: Seed = 0,
    language_pair: LanguagePair = None,
    campaign: CampaignName = None,
) -> "Correlations":
    """Measure how far metrics, or other judgements, agree with human judgements.

    HUMAN holds scores (annotator,segment,system,score[,document,domain]) or error annotations, or
    is a campaign's folder. Prints correlations, pairwise accuracy and calibrated ties at the
    levels of systems, documents and segments, with confidence intervals, significant differences
    between metrics, their clusters, the human ceiling, outliers, and the outputs on which a metric
    and people differ most.

    Args:
        metric (NAME=FILE): Metric: a file with the columns segment,system,score (or one named
            NAME) or system,score, a file or directory of mt-metrics-eval, or other judgements; may
            be repeated.
        level: Level of comparison; may be repeated. [default: all that the files allow]
        by: Also compare each language pair or domain by itself.
        measure: Human measure: scores, or penalty points of marked errors. [default: scores, if
            there are any]
        lower (NAME): Metric whose lowest score is best, such as ter; may be repeated.
        trained (NAME): Metric that was trained on such judgements; may be repeated.
        mean: Human score of a system: the mean over its outputs, or over its judgements.
        recipe: Also rank metrics by the procedure of a shared task.
        confidence: Confidence level.
        permutations: Permutations of significance tests.

    """
    from tertium.analyses.judgements import read
    from tertium.stats.correlation.correlate import correlate as correlated

    judgements = read(
        _with_annotator(human),
        campaign=campaign,
        scale=scale,
        aspect=aspect,
        language_pair=language_pair,
    )
    rows, texts, least = _judged(judgements, measure, aspect)
    methods = list(_methods(listed(metric), single=len(rows) == 1))
    if not methods:
        raise Misused(
            "there is nothing to compare with", fix="Name a metric with --metric NAME=FILE."
        )
    names = [one.name for one in methods]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadInput(
            f"two metrics are called {twice!r}", where="--metric", fix="Write --metric NAME=FILE."
        )
    for option, chosen in (("--lower", listed(lower)), ("--trained", listed(trained))):
        for name in chosen:
            if name not in names:
                raise NotFound.among("metric", name, names, where=option)
    found = correlated(
        rows,
        methods,
        human=_called(judgements),
        levels=_levels(level),
        by=by,
        recipe=recipe,
        trained=listed(trained),
        lower=listed(lower),
        least=least,
        mean=mean,
        texts=texts,
        confidence=confidence,
        resamples=resamples,
        permutations=permutations,
        seed=seed,
    )
    return judgements.noted(found)


def _levels(level: MetaLevel | Sequence[MetaLevel]) -> Sequence[MetaLevel] | None:
    chosen: Sequence[MetaLevel] = (level,) if isinstance(level, str) else level
    return chosen or None


def _called(judgements: "Judgements") -> str:
    """Return how the human judgements are called beside metrics."""
    if judgements.campaign is not None:
        return judgements.campaign.name
    return "human" if judgements.path is None else judgements.path.name.partition(".")[0]


def _with_annotator(human: Source) -> Source:
    """Return human scores that no annotator is named for (mt-metrics-eval) as judgements."""
    from tertium.analyses.judgements import Judgements
    from tertium.formats.method_scores import read_method_scores
    from tertium.table import JudgementTable

    if not isinstance(human, str | PathLike) or Path(human).is_dir():
        return human
    found = read_method_scores(Path(human), None)
    if not found or not found[0].segments:
        return human
    scores = found[0]
    pairs = [pair.partition("-") for pair in scores.language_pairs]
    languages = {
        "source_language": [source for source, _, _ in pairs],
        "target_language": [target for _, _, target in pairs],
    }
    number = len(scores)
    table = JudgementTable.from_columns(
        {
            "judgement": [f"score-{row}" for row in range(1, number + 1)],
            "annotator": ["not named"] * number,
            "segment": scores.segments,
            "system": scores.systems,
            "aspect": ["overall"] * number,
            "value": scores.scores,
            **(languages if pairs else {}),
        }
    )
    return Judgements(table, path=Path(human))


# What people said ---------------------------------------------------------------------------


def _judged(
    judgements: "Judgements", measure: str | None, aspect: str | None
) -> "tuple[dict[str, JudgedRows], Texts, float]":
    """Return scores by language pair, the texts they are about, and what tells two outputs apart.

    Points of marked errors have no scale, so any difference counts.
    """
    by_score = measure == "scores" or (measure is None and judgements.has_scores)
    if by_score or aspect is not None:
        named = judgements.aspect(aspect)
        scale = judgements.table.scale(named)
        rows = {pair: _scored(part, named) for pair, part in judgements.by_pair().items()}
        least = 0.0 if scale.source == "observed" else _APART * scale.width
        return rows, _texts_of(judgements), least
    from tertium.stats.errors.collected import has_marks

    if not has_marks(judgements.table):
        raise BadInput(
            "there are neither scores nor marked errors",
            where=judgements.place,
            fix="Give judgements with annotator,segment,system,score, or marked errors.",
        )
    rows, texts = {}, dict(_texts_of(judgements))
    for pair, part in judgements.by_pair().items():
        rows[pair], spans = _marked(part)
        texts |= _texts_in(spans)
    return rows, texts, 0.0


def _scored(part: "Judgements", aspect: str) -> "JudgedRows":
    from tertium.stats.correlation.panel import JudgedRows

    one = part.table.scores(aspect)
    return JudgedRows(
        one.annotator, one.segment, one.document, one.domain, one.campaign, one.system, one.value
    )


def _marked(part: "Judgements") -> "tuple[JudgedRows, Spans]":
    """Return penalty points as WMT counts them, turned so that higher is better."""
    import numpy as np

    from tertium.stats.correlation.panel import JudgedRows
    from tertium.stats.errors.analyse import price
    from tertium.stats.errors.collected import collected_spans, typology_of
    from tertium.stats.errors.weigh import count_readings
    from tertium.table import Codes

    spans = collected_spans(part.table, part.campaign)
    costs, _ = price(spans, typology_of(part.campaign), scoring="wmt-mqm")
    points = count_readings(spans, costs, per="segments").points
    own = spans.outputs
    nowhere = Codes(np.full(len(own), -1), ())
    rows = JudgedRows(
        own.annotator, own.segment, own.document, nowhere, own.campaign, own.system, -points
    )
    return rows, spans


def _texts_in(spans: "Spans") -> "Texts":
    own = spans.outputs
    return {
        (segment, system): (source, target)
        for segment, system, source, target in zip(
            own.segment.values(), own.system.values(), own.source, own.target, strict=True
        )
        if source is not None or target is not None
    }


def _texts_of(judgements: "Judgements") -> "Texts":
    """Return the source and the output of what a campaign judged."""
    campaign = judgements.campaign
    if campaign is None:
        return {}
    sources = {one.id: one.source for one in campaign.segments}
    return {key: (sources.get(key[0]), text) for key, text in campaign.outputs.items()}


# What metrics say ---------------------------------------------------------------------------


def _methods(given: Sequence[str], *, single: bool) -> "Iterator[Method]":
    """Read metrics; where people judged one language pair, that of a file need not match."""
    from tertium.formats.method_scores import read_method_scores

    for text in given:
        name, path = _named(text)
        found = read_method_scores(path, name)
        if found:
            yield from (_method(one, single=single) for one in found)
        else:
            yield _other_judgements(path, name, single=single)


def _named(text: str) -> tuple[str | None, Path]:
    """Read NAME=FILE, or a file alone."""
    name, equals, file = text.partition("=")
    path = Path(text)
    if equals and not path.exists():
        path = Path(file)
    if not path.exists():
        raise BadInput(
            f"there is no file {str(path)!r}",
            where="--metric",
            fix="Write --metric NAME=FILE.",
        )
    return (name.strip() or None) if str(path) != text else None, path


def _method(scores: "MethodScores", *, single: bool) -> "Method":
    from tertium.stats.correlation.panel import Method

    pairs: Sequence[str | None] = scores.language_pairs or [None] * len(scores)
    if single and len(set(pairs)) == 1:
        pairs = [None] * len(scores)
    campaigns: Sequence[str | None] = scores.campaigns or [None] * len(scores)
    about: list[tuple[Any, ...]] = list(
        zip(pairs, campaigns, scores.segments, scores.systems, strict=True)
        if scores.segments
        else zip(pairs, campaigns, scores.systems, strict=True)
    )
    sums: dict[tuple[Any, ...], list[float]] = {}
    for key, score in zip(about, scores.scores, strict=True):
        sums.setdefault(key, []).append(score)
    means = {key: sum(values) / len(values) for key, values in sums.items()}
    of_outputs = bool(scores.segments)
    return Method(
        scores.name,
        "automatic",
        means if of_outputs else {},
        {} if of_outputs else means,
        scores.missing,
    )


def _other_judgements(path: Path, name: str | None, *, single: bool) -> "Method":
    from tertium.analyses.judgements import read
    from tertium.stats.correlation.panel import Method

    judgements = read(path)
    rows, _, _ = _judged(judgements, None, None)
    sums: dict[tuple[str | None, str | None, str, str], list[float]] = {}
    for pair, part in rows.items():
        shown = None if single and len(rows) == 1 else pair
        outputs = zip(part.segment.values(), part.system.values(), part.value, strict=True)
        for segment, system, value in outputs:
            if value == value:  # what was not answered is no number
                sums.setdefault((shown, None, segment, system), []).append(float(value))
    means = {key: sum(values) / len(values) for key, values in sums.items()}
    return Method(name or _called(judgements), "human", means, {})
