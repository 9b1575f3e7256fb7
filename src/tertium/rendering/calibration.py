"""How two campaigns on one scale look: systems of both, their differences, and the annotators."""

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.names import short_names
from tertium.rendering.numbers import natural, spelled, written
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.pictures.points import Point, draw_points
from tertium.rendering.shapes import Column, Figure, Table, columns, listing
from tertium.stats.calibration.calibrate import CalibratedSystem, Calibration, CampaignDifference
from tertium.stats.order import by_value
from tertium.stats.result import Estimate
from tertium.stats.told import count
from tertium.wording import listed, say

_PEOPLE = 40  # more annotators do not fit on a screen
_MARKED = " A triangle marks annotators who scored few anchors."
_PHONE = 560  # pixels that the numbers beside a picture need


@headline.register
def calibration_headline(result: Calibration) -> str:
    best = _best(result)
    if best is None:
        return say(
            "No annotator scores better anchors higher, so the campaigns cannot be compared."
        )
    name, other = best.system, best.earlier
    gap = best.difference.value or 0.0
    told = written(Estimate(abs(gap), *_turned(best.difference, gap)), "ratio")
    if not _sure(best.difference):
        return say(
            "No significant difference between {a} and {b} of the earlier campaign: {difference} "
            "points on the earlier scale.",
            a=name,
            b=other,
            difference=written(best.difference, "ratio"),
        )
    return say(
        "On the scale of the earlier campaign {a} is better than its best system, {b}, by {gap} "
        "points."
        if gap >= 0
        else "On the scale of the earlier campaign {a} is worse than its best system, {b}, by "
        "{gap} points.",
        a=name,
        b=other,
        gap=told,
    )


@facts.register
def calibration_facts(result: Calibration) -> tuple[tuple[str, str], ...]:
    return (
        ("Anchors", f"{result.anchors:,}"),
        ("Annotators", f"{len(result.annotators):,}"),
        ("More lenient by", say("{n} points", n=written(result.shift.value, "ratio"))),
        ("Slope", written(result.slope.value, "ratio")),
    )


@tables.register
def calibration_tables(result: Calibration) -> tuple[Table, ...]:
    return (
        _systems_table(result),
        _differences(result),
        _group(result),
        _annotators_table(result),
    )


@methods.register
def calibration_methods(result: Calibration) -> str:
    noise = (
        "Earlier scores of anchors were taken as exact."
        if result.reliability is None
        else "The earlier scores of anchors were drawn towards the mean of their system as far as "
        f"they are noise ({written(1 - result.reliability, 'share')} of their differences)."
    )
    return (
        f"{count(result.anchors, 'anchor')} with scores from the earlier campaign stood among the "
        "outputs, as Mathur, Baldwin and Cohn (2018) proposed. Each annotator’s scores for them "
        "give a line from the earlier scale to the own one; who scored few anchors is drawn "
        f"towards the group. {noise} Systems are placed where their scores lie on the lines of "
        "their annotators, each annotator counting as much as quality explains of the own scores. "
        f"Intervals ({100 * result.level:g}%) let annotators, texts and anchors of both campaigns "
        "vary, with Student’s t for the scarcest of them."
    )


@figures.register
def calibration_figures(result: Calibration) -> tuple[Figure, ...]:
    found = [_forest(result)] if result.systems else []
    if sum(one.correlation.value is not None for one in result.annotators) > 1:
        found += [_people(result), _lines(result)]
    return tuple(found)


def _best(result: Calibration) -> CampaignDifference | None:
    """Return the difference of the best systems of both campaigns."""
    if not result.systems:
        return None
    pair = result.systems[0].system, result.earlier[0].system
    return next(one for one in result.differences if (one.system, one.earlier) == pair)


def _sure(difference: Estimate) -> bool:
    low, high = difference.low, difference.high
    return low is not None and high is not None and (low > 0 or high < 0)


def _turned(difference: Estimate, gap: float) -> tuple[float | None, float | None]:
    low, high = difference.low, difference.high
    if gap >= 0 or low is None or high is None:
        return low, high
    return -high, -low


def _systems_table(result: Calibration) -> Table:
    rows = tuple(
        (one.system, campaign, one.score, one.raw, one.segments, one.scores)
        for campaign, one in _together(result)
    )
    columns = (
        Column("System"),
        Column("Campaign"),
        Column("On the earlier scale", "ratio", "score"),
        Column("Raw mean", "ratio", "raw"),
        Column("Segments", "count", "segments"),
        Column("Scores", "count", "scores"),
    )
    return Table("Systems of both campaigns", columns, rows)


def _together(result: Calibration) -> list[tuple[str, CalibratedSystem]]:
    """Return the systems of both campaigns, best first."""
    found = [("now", one) for one in result.systems] + [("earlier", one) for one in result.earlier]
    return by_value(found, lambda pair: pair[1].score.value, lambda pair: (pair[1].system, pair[0]))


_differences = listing(
    "This campaign against the earlier one",
    "differences",
    Column("System"),
    Column("Less earlier", field="earlier"),
    Column("Difference", "ratio"),
    Column("p", "p"),
    Column("Of raw means", "ratio", "raw"),
)


def _group(result: Calibration) -> Table:
    rows = (
        (f"Points given more to an output of {result.centre:.1f}", result.shift),
        ("Points for one point of difference", result.slope),
    )
    columns = (Column("Annotators as a group"), Column("Value", "ratio", "value"))
    return Table("How this campaign uses the scale", columns, rows)


_annotators_table = listing(
    "Annotators on the earlier scale",
    lambda result: sorted(result.annotators, key=lambda one: natural(one.annotator)),
    Column("Annotator"),
    Column("r with earlier scores", "coefficient", "correlation"),
    *columns("ratio", "Offset", "Slope"),
    Column("Weight", "share"),
    *columns("count", "Anchors", "Scores"),
    Column("Note", "auto", of=lambda one: None if one.enough else "few anchors"),
    note="Offset: points above what the earlier annotators gave to an output of average "
    "quality. Weight: the share of an annotator’s variance that quality explains.",
    fits=_PEOPLE,
).without_empty()


def _forest(result: Calibration) -> Figure:
    both = _together(result)
    short = short_names([one.system for _, one in both])
    lines = [
        Line(short[one.system], one.score, main=campaign == "now", beside=campaign)
        for campaign, one in both
    ]
    best = _best(result)
    told = [f"{line.label} {written(line.estimate.value, 'ratio')}" for line in lines[:5]]
    gap = written(best.difference, "ratio") if best else ""
    return Figure(
        name="campaigns",
        title=f"The best system of this campaign is {gap} points above the best earlier one.",
        spec=draw_intervals(
            lines,
            kind="ratio",
            heading=say("points on the earlier scale, {level:g}%", level=100 * result.level),
        ),
        table=_systems_table(result),
        caption="Systems of both campaigns on the scale of the earlier one; those of this campaign "
        "are diamonds. The interval of a difference is not that of two points: both rest on the "
        "same anchors.",
        alt=f"Points of systems of both campaigns, best first: {listed(told)}.",
        narrowest=_PHONE,
    )


def _people(result: Calibration) -> Figure:
    """Draw everybody's correlation with the earlier scores, by number of anchors."""
    known = [one for one in result.annotators if one.correlation.value is not None]
    weak = sum((one.correlation.low or -1.0) <= 0 for one in known)
    title = (
        f"The scores of {spelled(weak)} of {count(len(known), 'annotator')} do not correlate "
        "significantly with the earlier scores of the anchors."
        if weak
        else "All annotators’ scores correlate with the earlier scores of the anchors."
    )
    order = by_value(known, lambda one: one.correlation.value, lambda one: natural(one.annotator))
    shown = order if len(order) <= _PEOPLE else [*order[: _PEOPLE // 2], *order[-_PEOPLE // 2 :]]
    return Figure(
        name="reliability",
        title=title,
        spec=draw_intervals(
            [
                Line(one.annotator, one.correlation, beside=say("{n} anchors", n=one.anchors))
                for one in shown
            ],
            kind="coefficient",
            equal=0.0,
            heading=say("r, {level:g}% interval", level=100 * result.level),
        ),
        table=_annotators_table(result),
        caption="Each annotator’s correlation with the earlier scores of the anchors."
        + (f" Shown are the {_PEOPLE} highest and lowest." if len(shown) < len(order) else ""),
        alt=f"Correlations of {count(len(known), 'annotator')} with earlier scores. {title}",
        narrowest=_PHONE,
    )


def _lines(result: Calibration) -> Figure:
    """Draw offset against slope: how everybody uses the scale."""
    shift = written(result.shift, "ratio")
    title = f"Annotators of this campaign give {shift} points more than the earlier ones did."
    if result.shift.value is not None and result.shift.value < 0:
        less = Estimate(-result.shift.value, *_turned(result.shift, -1.0))
        title = (
            f"Annotators of this campaign give {written(less, 'ratio')} points less than the "
            "earlier ones did."
        )
    return Figure(
        name="lines",
        title=title,
        spec=draw_points(
            [
                Point(one.annotator, one.offset, one.slope, marked=not one.enough,
                      remark="" if one.enough else "few anchors")
                for one in result.annotators
            ],
            across="offset in points: severe – lenient",
            up="slope",
            equal=0.0,
        ),
        table=_annotators_table(result),
        caption="Each annotator’s use of the earlier scale: points more than then, and points "
        "given for one point of difference (1: as then)."
        + ("" if all(one.enough for one in result.annotators) else _MARKED),
        alt=f"Offset and slope of {count(len(result.annotators), 'annotator')}. {title}",
    )  # fmt: skip
