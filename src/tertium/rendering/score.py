"""How automatic metrics appear: systems with a column for each metric, contrasts, signatures."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from operator import itemgetter

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.contrasts import (
    RANKS,
    MeasureWords,
    answer_sentence,
    contrast_table,
    ranked_lines,
)
from tertium.rendering.numbers import with_level, within, written
from tertium.rendering.pictures.intervals import draw_intervals
from tertium.rendering.shapes import Column, Figure, Kind, Measure, Table, listing
from tertium.stats.metrics.compare import MetricContrast, MetricStanding
from tertium.stats.metrics.score import SMALL, MetricScores, column
from tertium.stats.result import Estimate
from tertium.text.metrics import TITLES
from tertium.wording import join, listed, name, say

_TITLES = {column(metric): title for metric, title in TITLES.items()}
_DOCUMENTS = 20  # lines that fit on a screen
_PICTURES = 4
_TESTS = {
    "bootstrap": "Contrasts of systems have the percentile interval of a paired bootstrap, which "
    "draws {units} with replacement, the same for all systems (Koehn, 2004); p belongs to that "
    "interval.",
    "randomisation": "The p of a contrast is that of approximate randomisation: how often two "
    "systems differ at least as much when their outputs are swapped at random, {units} by "
    "{units} (Riezler and Maxwell, 2005); intervals are those of a paired bootstrap.",
    "sacrebleu": "The p of a contrast is that of sacrebleu's paired bootstrap (Post, 2018): how "
    "often resamples of {units} differ from their own mean difference by as much as the two "
    "systems differ. Where two systems are close it is smaller than the other tests find.",
}


def metric_name(metric: str) -> str:
    """Return what a metric is called in sentences, the same in every language."""
    return name(_TITLES.get(metric, metric))


def _kind(result: MetricScores, metric: str) -> Kind:
    """Return how the scores of a metric are written: with three decimals where they are small."""
    scores = [abs(one.score) for one in result.ranks if one.metric == metric and one.score]
    return "standard" if max(scores, default=0.0) < SMALL else "tenths"


def _words(result: MetricScores, metric: str) -> MeasureWords:
    kind = _kind(result, metric)
    return MeasureWords(metric_name(metric), kind, kind)


def _of_first(result: MetricScores) -> tuple[list[MetricStanding], list[MetricContrast]]:
    first = result.metrics[0]
    return (
        [one for one in result.ranks if one.metric == first],
        [one for one in result.contrasts if one.metric == first],
    )


@headline.register
def score_headline(result: MetricScores) -> str:
    ranks, contrasts = _of_first(result)
    words = _words(result, result.metrics[0])
    if len(ranks) > 1 and contrasts:
        return answer_sentence(ranks, contrasts, words, result.level)
    parts: list[str] = [
        say(
            "{metric} {x}{within}",
            metric=metric_name(one.metric),
            x=written(one.score, kind := _kind(result, one.metric)),
            within=within(Estimate(one.score, one.low, one.high), kind, result.level),
        )
        for one in result.ranks
        if one.system == ranks[0].system
    ]
    return say("{a}: {scores}.", a=ranks[0].system, scores=listed(parts))


@facts.register
def score_facts(result: MetricScores) -> tuple[tuple[str, str], ...]:
    documents = len({row["document"] for row in result.documents})
    return (
        ("Systems", f"{len(result.systems):,}"),
        ("Segments", f"{result.segments:,}"),
        ("References", f"{len(result.references):,}"),
        ("Documents", f"{documents:,}" if documents else "–"),
    )


@tables.register
def score_tables(result: MetricScores) -> Iterator[Table]:
    yield systems_table(result)
    yield _contrasts(result)
    if len(result.systems) > 1:
        yield _ranks(result)
    yield _documents(result)
    yield _references(result)
    yield _signatures(result)


def systems_table(result: MetricScores) -> Table:
    """List systems with a column for each metric, as papers do."""
    columns = [
        Column(metric_name(key), _kind(result, key), key, _estimate(key)) for key in result.metrics
    ]
    return Table.of(
        say("Automatic metrics"),
        result.systems,
        Column("System", of=itemgetter("system")),
        *columns,
        note=_note(result),
    )


def _note(result: MetricScores) -> str:
    lower = [key for key in result.metrics if key in ("ter", "wer", "per")]
    return (
        say("Lower is better in {metrics}.", metrics=listed([metric_name(key) for key in lower]))
        if lower
        else ""
    )


def _estimate(key: str) -> Callable[[Mapping[str, float]], Estimate]:
    return lambda row: Estimate(row[key], row[f"{key}_low"], row[f"{key}_high"])


def _contrasts(result: MetricScores) -> Table:
    """List all contrasts, metric by metric."""
    title = say("Contrasts of systems")
    parts = [
        contrast_table(
            title,
            [one for one in result.contrasts if one.metric == key],
            _kind(result, key),
            further=False,
        )
        for key in result.metrics
    ]
    if len(parts) == 1:
        return parts[0]
    return Table.of(
        title,
        result.contrasts,
        Column("Metric", of=lambda one: metric_name(one.metric)),
        Column("System", of=lambda one: one.a),
        Column("Less", of=lambda one: one.b),
        Column(
            "Difference",
            "auto",
            of=lambda one: Measure(
                Estimate(one.difference, one.low, one.high), _kind(result, one.metric)
            ),
        ),
        Column("p", "p"),
        Column("Holm", "p", "p_adjusted"),
        Column("Why not", field="reason"),
        detail=any(part.detail for part in parts),
    ).without_empty()


def _ranks(result: MetricScores) -> Table:
    return Table.of(
        say("Ranks by metric"),
        result.ranks,
        Column("Metric", of=lambda one: metric_name(one.metric)),
        Column("System"),
        *RANKS,
        detail=len(result.ranks) > _DOCUMENTS,
    )


def _documents(result: MetricScores) -> Table:
    table = Table.of(
        say("Each document"),
        result.documents,
        Column("Document", of=itemgetter("document")),
        Column("System", of=itemgetter("system")),
        Column("Segments", "count", of=itemgetter("segments")),
        *(
            Column(metric_name(key), _kind(result, key), key, itemgetter(key))
            for key in result.metrics
        ),
    )
    return replace(table, detail=len(table.rows) > _DOCUMENTS)


_references = listing(
    "References",
    "references",
    Column("Reference"),
    Column("Segments", "count"),
    Column("Missing", "count"),
)


def _signatures(result: MetricScores) -> Table:
    return Table.of(
        say("Signatures"),
        result.signatures.items(),
        Column("Metric", of=lambda one: metric_name(one[0])),
        Column("Signature", of=lambda one: one[1]),
    )


@figures.register
def score_figures(result: MetricScores) -> Iterator[Figure]:
    if len(result.systems) < 2:
        return
    for key in result.metrics[:_PICTURES]:
        ranks = [one for one in result.ranks if one.metric == key and one.score is not None]
        contrasts = [one for one in result.contrasts if one.metric == key]
        if len(ranks) < 2:
            continue
        title = answer_sentence(ranks, contrasts, _words(result, key), result.level)
        yield Figure(
            name=f"metric-{key}",
            title=title,
            spec=draw_intervals(
                ranked_lines(ranks),
                kind=_kind(result, key),
                heading=with_level(metric_name(key), result.level),
                beside=say("rank range"),
            ),
            table=systems_table(result),
            caption=join(
                (
                    say("{metric} of each system, the best on top.", metric=metric_name(key)),
                    say("Beside each interval stand the ranks that remain possible."),
                )
            ),
            alt=title,
        )


@methods.register
def score_methods(result: MetricScores) -> str:
    units = f"{result.units}s"
    told = _TESTS[result.test].format(units=units)
    return (
        "Metrics compare each output with its references; they measure likeness, not quality, and "
        "say nothing about adequacy by themselves. The score of a system follows from counts over "
        f"all segments, not from a mean of scores. {told} For each metric, p is corrected for the "
        "number of pairs (Holm, 1979). A signature says how each metric was computed; scores with "
        "different signatures must not be compared."
    )
