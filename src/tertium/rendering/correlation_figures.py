"""Pictures of meta-evaluation: metrics by agreement, all methods as a heat map, systems."""

from collections.abc import Iterator

from tertium.choices import MetaLevel
from tertium.rendering.arrange import figures
from tertium.rendering.correlation import (
    MEASURES,
    among_table,
    kind_of,
    leading,
    level_table,
    shown_at,
    systems_table,
    told_levels,
    value_of,
)
from tertium.rendering.names import short_names
from tertium.rendering.numbers import with_level, written
from tertium.rendering.pictures.heat import draw_heat
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.pictures.points import Point, draw_points
from tertium.rendering.shapes import Figure
from tertium.stats.correlation.result import Correlations, RankedMetric
from tertium.stats.result import Estimate
from tertium.wording import say

_SCATTERS = 4  # metrics with a picture of their own
_METHODS = 24  # more do not fit into a heat map


@figures.register
def correlations_figures(result: Correlations) -> Iterator[Figure]:
    for level in told_levels(result):
        ranked = leading(result, level)
        if len(ranked) > 1:
            yield _agreement(result, level, ranked)
    for level in told_levels(result):
        if 2 < len(result.metrics) + 1 <= _METHODS:
            yield from _among(result, level)
    if not any(one.by for one in result.systems):
        order = [one.metric for one in leading(result, "system")]
        known = [one.metric for one in result.metrics if one.metric not in order]
        for metric in (*order, *known)[:_SCATTERS]:
            yield from _scatter(result, metric)


def _agreement(result: Correlations, level: MetaLevel, ranked: list[RankedMetric]) -> Figure:
    measure = ranked[0].measure
    grouping = dict(shown_at(level))[measure]
    lines = []
    for one in ranked:
        found = value_of(result, level, "", one.metric, measure, grouping)
        if found is not None:
            estimate = Estimate(found.value, found.low, found.high)
            lines.append(Line(one.metric, estimate, group=str(one.cluster)))
    title = f"{ranked[0].metric} agrees best at the level of {level}s."
    return Figure(
        name=f"correlation-{level}",
        title=title,
        spec=draw_intervals(
            lines,
            kind=kind_of(measure),
            heading=with_level(MEASURES[measure], result.confidence),
            ruled=True,
        ),
        table=level_table(result, level),
        caption=f"{MEASURES[measure]} with {100 * result.confidence:g}% confidence intervals. "
        "Lines separate clusters: a metric is significantly worse than one of the cluster above.",
        alt=f"One line per metric, by {MEASURES[measure].lower()}. {title}",
        narrowest=480,
    )


def _among(result: Correlations, level: MetaLevel) -> Iterator[Figure]:
    shown = {
        (one.a, one.b): one.value
        for one in result.methods
        if one.level == level and one.value is not None
    }
    if not shown:
        return
    names = [result.human, *(one.metric for one in result.metrics)]
    short = short_names(names)
    values: dict[tuple[str, str], float | None] = {
        (short[a], short[b]): value for (a, b), value in shown.items()
    }
    values |= {(short[name], short[name]): 1.0 for name in names}
    best = max((pair for pair in shown), key=lambda pair: shown[pair] or 0.0)
    title = f"{best[0]} and {best[1]} agree most: r {written(shown[best], 'coefficient')}."
    yield Figure(
        name=f"correlation-among-{level}",
        title=title,
        spec=draw_heat([short[name] for name in names], values, full=1.0),
        table=among_table(result),
        caption=f"Pearson’s r of all methods at the level of {level}s, {result.human} being the "
        "human judgements. Empty squares: not defined.",
        alt=f"A square of correlations of all methods. {title}",
        half=True,
    )


def _scatter(result: Correlations, metric: str) -> Iterator[Figure]:
    shown = [one for one in result.systems if one.metric == metric]
    if len(shown) < 3:
        return
    short = short_names([one.system for one in shown])
    outliers = {one.system for one in result.outliers}
    points = [
        Point(
            short[one.system],
            Estimate(one.score),
            Estimate(one.human),
            marked=one.system in outliers,
        )
        for one in shown
    ]
    found = value_of(result, "system", "", metric, "pearson", "none")
    r = None if found is None else found.value
    title = (
        f"{metric} and the human scores of systems: r {written(r, 'coefficient')}."
        if r is not None
        else f"{metric} and the human scores of systems have no correlation that is defined."
    )
    yield Figure(
        name=f"correlation-systems-{metric}",
        title=title,
        spec=draw_points(
            points,
            across=say("mean score by {metric}", metric=metric),
            up=say("mean human score"),
        ),
        table=systems_table(result, metric),
        caption="One point per system. Triangles are outliers.",
        alt=f"Systems by {metric} and by people. {title}",
        half=True,
    )
