"""How meta-evaluation appears: agreement by level, differences, the human ceiling, oddities."""

from collections.abc import Callable, Iterator

from tertium.choices import MetaLevel
from tertium.rendering.arrange import facts, headline, methods, tables
from tertium.rendering.numbers import within, written
from tertium.rendering.shapes import Column, Kind, Table, columns, estimate
from tertium.stats.correlation.result import (
    Correlation,
    Correlations,
    MetricDifference,
    RankedMetric,
)
from tertium.stats.result import Estimate
from tertium.wording import join, listed, say, term

MEASURES = {
    "soft-accuracy": "Soft pairwise accuracy",
    "accuracy": "Pairwise accuracy",
    "acc-eq-calibrated": "Accuracy with ties",
    "acc-eq": "Accuracy, ties not calibrated",
    "pearson": "Pearson",
    "spearman": "Spearman",
    "kendall-b": "Kendall τ-b",
    "kendall-c": "Kendall τ-c",
    "kendall-23": "Kendall τ-23",
    "kendall-like": "Kendall-like τ",
    "difference-pearson": "Pearson of differences",
}
_SHARES = {"soft-accuracy", "accuracy", "acc-eq", "acc-eq-calibrated"}
_TITLES: dict[MetaLevel, str] = {
    "system": "Agreement at system level",
    "document": "Agreement at document level",
    "segment": "Agreement at segment level",
}
_LEVELS: dict[MetaLevel, str] = {
    "system": "At system level",
    "document": "At document level",
    "segment": "At segment level",
}
# What stands in the table of a level: measure and grouping, the one that leads first.
_SYSTEM = (("soft-accuracy", "none"), ("accuracy", "none"), ("pearson", "none"))
_OUTPUT = (("acc-eq-calibrated", "item"), ("pearson", "none"), ("kendall-b", "item"))
_FITS = 20  # rows of a table in plain text


def shown_at(level: MetaLevel) -> tuple[tuple[str, str], ...]:
    """Return the measures in the table of a level, the leading one first."""
    return _SYSTEM if level == "system" else _OUTPUT


def kind_of(measure: str) -> Kind:
    """Return how values of a measure are written."""
    return "share" if measure in _SHARES else "coefficient"


def told_levels(result: Correlations) -> tuple[MetaLevel, ...]:
    """Return the levels of a result, in order."""
    return tuple(dict.fromkeys(one.level for one in result.correlations))


def leading(result: Correlations, level: MetaLevel) -> list[RankedMetric]:
    """Return the metrics by the first measure of a level that is defined, the best first."""
    for measure, _ in shown_at(level):
        found = [
            one
            for one in result.clusters
            if (one.level, one.by, one.measure) == (level, "", measure)
        ]
        if found:
            return found
    return []


def value_of(
    result: Correlations, level: MetaLevel, by: str, metric: str, measure: str, grouping: str
) -> Correlation | None:
    """Return one value for all systems and pairs."""
    return next(
        (
            one
            for one in result.correlations
            if (one.level, one.by, one.metric, one.measure, one.grouping, one.subset)
            == (level, by, metric, measure, grouping, "all")
        ),
        None,
    )


# Sentences ----------------------------------------------------------------------------------


@headline.register
def correlations_headline(result: Correlations) -> str:
    told = [sentence for level in told_levels(result) if (sentence := _said(result, level))]
    if not told:
        return say("No measure of agreement is defined for these scores.")
    return join(told if len(told) < 3 else (told[0], told[-1]))


def _said(result: Correlations, level: MetaLevel) -> str:
    """Say which metric agrees best at a level, and which are not significantly worse."""
    ranked = leading(result, level)
    if not ranked:
        return ""
    best = ranked[0]
    grouping = dict(shown_at(level))[best.measure]
    one = value_of(result, level, "", best.metric, best.measure, grouping)
    if one is None or one.value is None:
        return ""
    parts = {
        "level": say(_LEVELS[level]),
        "metric": best.metric,
        "measure": _in_sentence(best.measure),
        "value": written(one.value, kind_of(best.measure)),
        "within": within(
            Estimate(one.value, one.low, one.high), kind_of(best.measure), result.confidence
        ),
    }
    if len(ranked) == 1:
        return say("{level} {metric} reaches a {measure} of {value}{within}.", **parts)
    equals = [other.metric for other in ranked[1:] if other.cluster == best.cluster]
    if not equals:
        return say(
            "{level} {metric} agrees best with the human scores: {measure} {value}{within}; all "
            "other metrics are significantly worse.",
            **parts,
        )
    if len(equals) == len(ranked) - 1:
        return say(
            "{level} {metric} has the highest {measure}, {value}{within}; no metric is "
            "significantly worse.",
            **parts,
        )
    return say(
        "{level} {metric} agrees best with the human scores: {measure} {value}{within}; not "
        "significantly worse: {equals}.",
        **parts,
        equals=listed(equals),
    )


def _in_sentence(measure: str) -> str:
    words = {
        "soft-accuracy": "soft pairwise accuracy",
        "accuracy": "pairwise accuracy",
        "acc-eq-calibrated": "pairwise accuracy with ties",
        "pearson": "Pearson correlation",
        "kendall-b": "Kendall correlation",
    }
    return say(words[measure])


@facts.register
def correlations_facts(result: Correlations) -> tuple[tuple[str, str], ...]:
    return (
        ("Metrics", f"{len(result.metrics):,}"),
        ("Judgements", f"{result.judgements:,}"),
        ("Outputs", f"{result.outputs:,}"),
        ("Annotators", f"{result.annotators:,}"),
    )


@methods.register
def correlations_methods(result: Correlations) -> str:
    return (
        "All methods are compared on the outputs that all of them scored; higher human scores are "
        "better. Pairwise accuracy is the share of pairs of systems that a metric orders as people "
        "do (Kocmi et al., 2021); soft pairwise accuracy also compares how sure both are (Thompson "
        "et al., 2024). At the levels of documents and segments, accuracy with ties lets a metric "
        "tie outputs that are closer than a calibrated ε (Deutsch, Foster and Freitag, 2023). "
        "Systems more than 2.5 robust standard deviations from the median are outliers (Mathur, "
        "Baldwin and Cohn, 2020). Intervals resample documents (and, at system level, systems): "
        "the spread of the resamples around the value. Differences between metrics are tested by "
        "permutation (PERM-BOTH, Deutsch, Dror and Roth, 2021), with documents swapped whole, and "
        "Pearson correlations of systems also by Williams’ test. A cluster ends where a metric is "
        "significantly worse (p ≤ .05) than one above it. The human ceiling is what one annotator "
        "reaches against the mean of the others, or one half of the judgements against the other "
        "half, corrected to all judgements (Spearman–Brown)."
    )


# Tables -------------------------------------------------------------------------------------


@tables.register
def correlations_tables(result: Correlations) -> Iterator[Table]:
    for level in told_levels(result):
        yield level_table(result, level)
    if any(one.subset != "all" for one in result.correlations):
        yield _subsets(result)
    if result.differences:
        yield differences_table(result)
    yield ceiling_table(result)
    if result.recipe is not None:
        yield _recipe(result)
    if result.outliers:
        yield _outliers(result)
    if result.disagreements:
        yield _disagreements(result)
    if any(one.annotator for one in result.ceiling):
        yield _annotators(result)
    yield among_table(result)
    yield _metrics(result)
    yield systems_table(result)
    yield _all(result)


def _by(result: Correlations) -> tuple[Column, ...]:
    parted = any(one.by for one in result.correlations)
    return (Column("Part", field="by", of=lambda one: one.by or say("all")),) if parted else ()


def level_table(result: Correlations, level: MetaLevel) -> Table:
    """Return the main measures of a level, the best metric of each part first."""
    order = {
        (one.by, one.metric): (place, one.cluster)
        for place, one in enumerate(result.clusters)
        if one.level == level and one.measure == _leading_of(result, level)
    }
    rows = sorted(
        {(one.by, one.metric) for one in result.correlations if one.level == level},
        key=lambda key: (key[0], order.get(key, (len(order), 0))[0], key[1]),
    )
    return Table.of(
        _TITLES[level],
        rows,
        Column("Metric", of=lambda key: key[1]),
        *(
            (Column("Part", field="by", of=lambda key: key[0] or say("all")),)
            if any(by for by, _ in rows)
            else ()
        ),
        *(
            Column(
                MEASURES[measure],
                kind_of(measure),
                field=measure,
                of=_cell(result, level, measure, grouping),
            )
            for measure, grouping in shown_at(level)
        ),
        Column("Cluster", "count", of=lambda key: order[key][1] if key in order else None),
        note=_note(level),
        detail=len(rows) > _FITS,
    ).without_empty()


def _note(level: MetaLevel) -> str:
    if level == "system":
        return "Clusters by the first measure that is known."
    return (
        "Accuracy and Kendall within the outputs of each text; Pearson over all outputs. Clusters "
        "by accuracy."
    )


def _leading_of(result: Correlations, level: MetaLevel) -> str:
    found = leading(result, level)
    return found[0].measure if found else ""


def _cell(
    result: Correlations, level: MetaLevel, measure: str, grouping: str
) -> Callable[[tuple[str, str]], Estimate | None]:
    def cell(key: tuple[str, str]) -> Estimate | None:
        one = value_of(result, level, key[0], key[1], measure, grouping)
        return None if one is None else Estimate(one.value, one.low, one.high)

    return cell


def _subsets(result: Correlations) -> Table:
    shown = [
        one
        for one in result.correlations
        if one.level == "system"
        and not one.by
        and (one.measure, one.subset)
        in {
            ("accuracy", "all"),
            ("accuracy", "significant pairs"),
            ("accuracy", "other pairs"),
            ("pearson", "all"),
            ("pearson", "without outliers"),
        }
    ]
    return Table.of(
        "Outliers, and pairs by significance",
        shown,
        Column("Metric"),
        Column("Measure", of=lambda one: say(MEASURES[one.measure])),
        Column("Of", field="subset", of=lambda one: term(one.subset)),
        Column("Value", "coefficient", of=estimate("value")),
        Column("n", "count"),
        note="Other pairs: the human scores of the two systems do not differ significantly, so no "
        "metric can be expected to order them.",
        detail=len(shown) > _FITS,
    )


def differences_table(result: Correlations) -> Table:
    """Return the differences between metrics, by the leading measure of each level first."""
    first = {level: _leading_of(result, level) for level in told_levels(result)}

    def rank(one: MetricDifference) -> bool:
        return one.measure != first[one.level]

    shown = sorted((one for one in result.differences), key=rank)
    main = [one for one in shown if not rank(one) and not one.by]
    return Table.of(
        "Differences between metrics",
        shown,
        Column("Metric", field="a"),
        Column("Less", field="b"),
        *_by(result),
        Column("Level", of=lambda one: term(one.level)),
        Column("Measure", of=lambda one: say(MEASURES[one.measure])),
        Column("Difference", "coefficient", of=estimate("difference")),
        Column("p", "p"),
        Column("Test", field="method"),
        detail=len(shown) > _FITS or not main,
    )


def ceiling_table(result: Correlations) -> Table:
    """Return how well people agree with each other by the same measures."""
    return Table.of(
        "Human ceiling",
        [one for one in result.ceiling if not one.annotator],
        Column("Kind", of=lambda one: term(one.kind)),
        *_by(result),
        Column("Level", of=lambda one: term(one.level)),
        Column("Measure", of=lambda one: say(MEASURES[one.measure])),
        Column("Value", "coefficient", of=lambda one: Estimate(one.value)),
        Column("All judgements", "coefficient", "corrected"),
        Column("n", "count"),
        Column("Reason", field="undefined"),
        note="Annotators: each against the mean of the others, on average. Halves: half of the "
        "judgements against the other half, corrected to all judgements (Spearman–Brown).",
        detail=sum(not one.annotator for one in result.ceiling) > _FITS,
    ).without_empty()


def _annotators(result: Correlations) -> Table:
    return Table.of(
        "Annotators against the others",
        [one for one in result.ceiling if one.annotator],
        Column("Annotator"),
        *_by(result),
        Column("Level", of=lambda one: term(one.level)),
        Column("Measure", of=lambda one: say(MEASURES[one.measure])),
        Column("Value", "coefficient", of=lambda one: Estimate(one.value)),
        Column("Outputs", "count", "n"),
        Column("Reason", field="undefined"),
        detail=True,
        annex=True,
    ).without_empty()


def _recipe(result: Correlations) -> Table:
    assert result.recipe is not None
    return Table.of(
        say("Metrics by the procedure of {recipe}", recipe=result.recipe.name),
        result.recipe.metrics,
        Column("Metric"),
        Column("Mean", "thousandths", "value"),
        Column("Cluster", "count"),
        note=" ".join(result.recipe.differs),
    )


def _outliers(result: Correlations) -> Table:
    return Table.of(
        "Outlying systems",
        result.outliers,
        Column("System"),
        Column("Part", field="by"),
        Column("Score", "ratio", "score"),
        Column("Distance", "ratio"),
        note="Distance from the median in robust standard deviations; outliers are left out where "
        "measures are “without outliers”.",
        detail=len(result.outliers) > _FITS,
    ).without_empty()


def _disagreements(result: Correlations) -> Table:
    return Table.of(
        "Largest disagreements",
        result.disagreements,
        Column("Metric"),
        Column("Part", field="by"),
        Column("Segment"),
        Column("System"),
        Column("Human", "ratio"),
        Column("Metric’s score", "ratio", "score"),
        Column("Difference", "ratio"),
        Column("Source"),
        Column("Output"),
        note="Standardised scores: above 0 is better than average.",
        detail=True,
    ).without_empty()


def among_table(result: Correlations) -> Table:
    """Return how far all methods agree with each other."""
    return Table.of(
        "Agreement among all methods",
        result.methods,
        Column("Level", of=lambda one: term(one.level)),
        Column("One", field="a"),
        Column("Other", field="b"),
        Column("Pearson", "coefficient", "value", of=lambda one: Estimate(one.value)),
        detail=True,
    )


def _metrics(result: Correlations) -> Table:
    return Table.of(
        "Metrics",
        result.metrics,
        Column("Metric"),
        Column("Kind", of=lambda one: term(one.kind)),
        *columns("count", "Outputs"),
        Column("Left out", "count", "left_out"),
        Column("Trained on such judgements", "auto", "trained"),
        Column("Lowest is best", "auto", "lowest_best"),
        note="Outputs are systems where a metric scores whole systems.",
        detail=True,
    )


def systems_table(result: Correlations, metric: str | None = None) -> Table:
    """Return the scores of systems by people and by metrics, or by one of them."""
    shown = [one for one in result.systems if metric in (None, one.metric)]
    return Table.of(
        "Scores of systems" if metric is None else say("Systems by {metric}", metric=metric),
        shown,
        Column("System"),
        Column("Part", field="by"),
        Column("Metric"),
        Column("Human", "number"),
        Column("Metric’s score", "number", "score"),
        detail=True,
    ).without_empty()


def _all(result: Correlations) -> Table:
    return Table.of(
        "All measures",
        result.correlations,
        Column("Metric"),
        Column("Level", of=lambda one: term(one.level)),
        *_by(result),
        Column("Measure", of=lambda one: say(MEASURES[one.measure])),
        Column("Within", field="grouping", of=lambda one: term(one.grouping)),
        Column("Of", field="subset", of=lambda one: term(one.subset)),
        Column("Value", "coefficient", of=estimate("value")),
        Column("n", "count"),
        Column("ε", "number", "epsilon"),
        Column("Reason", field="undefined"),
        note="Within item: the outputs of each text, then averaged; within system: the outputs of "
        "each system, then averaged.",
        detail=True,
    ).without_empty()
