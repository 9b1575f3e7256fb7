"""What weakens a meta-evaluation, one sentence each."""

from collections.abc import Iterator, Sequence

from tertium.stats.correlation.counts import count_pairs
from tertium.stats.correlation.panel import Block
from tertium.stats.correlation.result import ComparedMetric, Correlation
from tertium.stats.told import count
from tertium.wording import say

_FEW_SYSTEMS = 6
_MANY_TIES = 0.5


def find_warnings(
    blocks: Sequence[Block],
    metrics: Sequence[ComparedMetric],
    correlations: Sequence[Correlation],
) -> Iterator[str]:
    """Yield what a reader should know before quoting a number."""
    yield from _about_metrics(metrics)
    systems = max(len(block.systems) for block in blocks)
    if systems == 2:
        yield say(
            "Two systems are one pair: correlations of systems are not defined, and pairwise "
            "accuracy is 0 or 1."
        )
    elif systems < _FEW_SYSTEMS:
        yield say(
            "Only {n} systems: correlations at system level say little about other systems.",
            n=systems,
        )
    if not all(block.documents_known for block in blocks):
        yield say(
            "Documents are not known, so segments are resampled; intervals are too narrow where "
            "segments of one document are alike."
        )
    yield from _constant(correlations)
    yield from _against(correlations, metrics)
    yield from _flat_people(blocks)


def _about_metrics(metrics: Sequence[ComparedMetric]) -> Iterator[str]:
    for one in metrics:
        if one.trained:
            yield say(
                "{metric} was trained on judgements like these: its agreement here is no promise "
                "for other texts.",
                metric=one.metric,
            )
        if one.missing:
            yield say(
                "{metric}: {rows} without a number left out.",
                metric=one.metric,
                rows=count(one.missing, "score"),
            )
    short = [one for one in metrics if one.left_out]
    if short:
        yield say(
            "All methods are compared on the outputs that all of them scored ({lacking}).",
            lacking="; ".join(
                f"{one.metric} lacks {one.left_out:,} of those judged" for one in short
            ),
        )


def _constant(correlations: Sequence[Correlation]) -> Iterator[str]:
    flat = sorted(
        {
            one.metric
            for one in correlations
            if one.undefined == "scores do not vary" and not one.by and one.grouping == "none"
        }
    )
    for metric in flat:
        yield say(
            "{metric} or the human scores do not vary, so their correlation is not defined.",
            metric=metric,
        )


def _against(
    correlations: Sequence[Correlation], metrics: Sequence[ComparedMetric]
) -> Iterator[str]:
    """Ask about metrics that run against people."""
    for one in correlations:
        known = (one.by, one.measure, one.grouping, one.subset) == ("", "pearson", "none", "all")
        if known and one.high is not None and one.high < 0:
            (metric,) = (other for other in metrics if other.metric == one.metric)
            if metric.lowest_best:
                continue
            yield say(
                "{metric} runs against the human scores at {level} level: if its lowest score is "
                "best, say --lower {metric}.",
                metric=one.metric,
                level=one.level,
            )


def _flat_people(blocks: Sequence[Block]) -> Iterator[str]:
    """Say where people give most outputs of a segment the same score."""
    tied = pairs = 0.0
    for block in blocks:
        people = block.table().T
        counts = count_pairs(people, people)
        tied += float(counts.tied_both.sum())
        pairs += float(counts.total.sum())
    if pairs and tied / pairs > _MANY_TIES:
        yield say(
            "People give {share:.0f}% of the pairs of outputs of a segment the same score: a "
            "metric without ties is wrong on all of these unless ties are calibrated.",
            share=100 * tied / pairs,
        )
