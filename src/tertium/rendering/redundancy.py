"""How the figures of redundant judgements look: accuracy, efficiency, inferred and measured."""

from collections.abc import Iterator

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.numbers import natural, spelled, written
from tertium.rendering.pictures.growth import Series, draw_growth
from tertium.rendering.pictures.points import Point, draw_points
from tertium.rendering.pictures.spreads import Spread, draw_spreads
from tertium.rendering.shapes import Column, Figure, Table, listing
from tertium.stats.redundancy.curve import CurvePoint
from tertium.stats.redundancy.redundancy import Redundancy
from tertium.stats.told import count
from tertium.wording import capital, join, listed, say

_PEOPLE = 40  # more annotators do not fit on a screen
_TOLD = {"passed": "Passed", "failed": "Failed", "untested": "Not tested"}


@headline.register
def redundancy_headline(result: Redundancy) -> str:
    return join((_efficient(result), _failing(result)))


@facts.register
def redundancy_facts(result: Redundancy) -> tuple[tuple[str, str], ...]:
    return (
        ("Outputs", f"{result.outputs:,}"),
        ("Annotators", f"{len(result.accuracy):,}"),
        ("Scores per output", f"{result.depth:,}"),
        ("Held out of these", f"{result.held:,}"),
    )


@tables.register
def redundancy_tables(result: Redundancy) -> tuple[Table, ...]:
    return (_curve_table(result), _groups_table(result), _accuracy_table(result), _inferred(result))


@methods.register
def redundancy_methods(result: Redundancy) -> str:
    whose = "annotators who passed" if result.consensus == "passed" else "all annotators"
    return (
        "The figures follow Mathur, Baldwin and Cohn (2018). Accuracy: each annotator’s scores are "
        f"correlated with the mean z-score of the others among {whose}, over the outputs they "
        f"share. Efficiency: in each of {result.draws} draws, {result.held} scores of every output "
        f"with at least {result.depth} were held out at random; estimates from the next k scores "
        "per output were correlated with the mean z of those held out. Each estimate knew only "
        "the scores that were drawn, and what their annotators gave to degraded copies; an output "
        "without a score by a passing annotator gets the mean. Intervals hold "
        f"{100 * result.level:g}% of draws. Inferred and measured: the paper’s model was fitted to "
        f"{count(result.fitted, 'score')} per output of one draw; the scores that were not drawn "
        "measure how far each annotator lies from the consensus of the others, whose own noise "
        "makes measured precisions low."
    )


@figures.register
def redundancy_figures(result: Redundancy) -> Iterator[Figure]:
    if any(point.model.value is not None for point in result.curve):
        yield _efficiency(result)
    if result.groups:
        yield _accuracy(result)
    if len(result.inferred) > 1:
        yield _precisions(result)
        yield _offsets(result)


def _shown(result: Redundancy) -> CurvePoint | None:
    """Return the point that is told in words: five scores, as in the paper, or the last below."""
    known = [one for one in result.curve if one.model.value is not None]
    return max((one for one in known if one.scores <= 5), key=lambda one: one.scores, default=None)


def _efficient(result: Redundancy) -> str:
    point = _shown(result)
    if point is None:
        return say(
            "Too few outputs have held-out scores to estimate how many scores an output needs."
        )
    told: list[str] = [say("mean z {value}", value=written(point.all.value, "coefficient"))]
    if _differs(result) and point.passing is not None:
        passing = written(point.passing.value, "coefficient")
        told.append(say("mean z of those who passed {value}", value=passing))
    return say(
        "With {scores} per output the model correlates {value} with held-out judgements, {others}.",
        scores=count(point.scores, "score"),
        value=written(point.model.value, "coefficient"),
        others=listed(told),
    )


def _differs(result: Redundancy) -> bool:
    """Tell whether those who passed are other people than all."""
    return any(one.tested == "failed" for one in result.accuracy)


def _failing(result: Redundancy) -> str:
    good = sum(one.good for one in result.groups if one.tested != "untested")
    failed = sum(one.good for one in result.groups if one.tested == "failed")
    if not good or not _differs(result):
        return ""
    few = {
        0: "Not one of {annotators} who agree well with the others (r > {good}) fails the control "
        "test.",
        1: "One of {annotators} who agree well with the others (r > {good}) fails the control "
        "test.",
    }
    many = (
        "{failed} of {annotators} who agree well with the others (r > {good}) fail the control "
        "test."
    )
    return say(
        few.get(failed, many),
        failed=capital(spelled(failed)),
        annotators=count(good, "annotator"),
        good=written(result.good, "coefficient"),
    )


_curve_table = listing(
    "Correlation with held-out judgements",
    lambda result: [one for one in result.curve if one.model.value is not None],
    Column("Scores per output", field="scores", of=lambda one: f"{one.scores}"),
    Column("Model", "coefficient"),
    Column("Mean z", "coefficient", "all"),
    Column("Mean z, passing", "coefficient", "passing"),
    Column("Model less mean z", "coefficient", "gain"),
).without_empty()


def _groups_table(result: Redundancy) -> Table:
    return Table.of(
        "Accuracy by control test",
        result.groups,
        Column("Control test", of=lambda one: _TOLD[one.tested]),
        Column("Annotators", "count"),
        Column("Median r, middle half", "coefficient", "median"),
        Column(say("r > {r}", r=written(result.good, "coefficient")), "count", "good"),
        Column("Share", "share", of=lambda one: one.good / one.annotators),
        note=(
            "Of the good annotators, "
            f"{written(result.good_failing, 'share')} fail ({100 * result.level:g}% interval)."
            if result.good_failing.value is not None
            else ""
        ),
    )


_accuracy_table = listing(
    "Accuracy of annotators",
    lambda result: sorted(result.accuracy, key=lambda one: natural(one.annotator)),
    Column("Annotator"),
    Column("Control test", of=lambda one: _TOLD[one.tested]),
    Column("r with the others", "coefficient", "correlation"),
    Column("Shared outputs", "count", "shared"),
    fits=_PEOPLE,
)

_inferred = listing(
    "Annotators inferred and measured",
    lambda result: sorted(result.inferred, key=lambda one: natural(one.annotator)),
    Column("Annotator"),
    Column("Offset, inferred", "ratio", "offset"),
    Column("Measured", "ratio", "measured_offset"),
    Column("Precision, inferred", "ratio", "precision"),
    Column("Measured", "ratio", "measured_precision"),
    Column("Measured by", "count", "n"),
    detail=True,
)


def _efficiency(result: Redundancy) -> Figure:
    known = [one for one in result.curve if one.model.value is not None]
    series = [
        Series("model", tuple((float(one.scores), one.model) for one in known)),
        Series("mean z", tuple((float(one.scores), one.all) for one in known)),
    ]
    if _differs(result):
        passing = tuple((float(one.scores), one.passing) for one in known if one.passing)
        series.append(Series("passing", passing))
    title = _efficient(result)
    return Figure(
        name="scores",
        title=title,
        spec=draw_growth(series, across="scores per output", kind="coefficient", at_most=1.0),
        table=_curve_table(result),
        caption="Correlation of estimates with the mean z of "
        f"{count(result.held, 'held-out score')} per output: mean of {result.draws} draws, and "
        f"where {100 * result.level:g}% of draws lie."
        + (" Passing: mean z of who passed the control test." if _differs(result) else ""),
        alt=f"Curves that rise with the number of scores per output. {title}",
    )


def _accuracy(result: Redundancy) -> Figure:
    title = _failing(result) or _typical(result)
    return Figure(
        name="accuracy",
        title=title,
        spec=draw_spreads(
            [
                Spread(
                    _TOLD[group.tested],
                    tuple(
                        one.correlation.value
                        for one in result.accuracy
                        if one.tested == group.tested and one.correlation.value is not None
                    ),
                    group.median,
                )
                for group in result.groups
            ],
            across="r with the consensus of the others",
            mark=result.good,
        ),
        table=_accuracy_table(result),
        caption="One stroke per annotator; the bar is the middle half, the point the median. The "
        "dashed line is where an annotator is called good.",
        alt=f"Correlations of annotators with the others, by control test. {title}",
    )


def _typical(result: Redundancy) -> str:
    group = max(result.groups, key=lambda one: one.annotators)
    median = written(group.median.value, "coefficient")
    return f"The typical annotator correlates {median} with the consensus of the others."


def _precisions(result: Redundancy) -> Figure:
    r = written(result.precision_r, "coefficient")
    title = f"Inferred precisions correlate {r} with measured ones."
    return _against(
        result,
        "precision",
        title,
        [Point(one.annotator, one.measured_precision, one.precision) for one in result.inferred],
        log=True,
    )


def _offsets(result: Redundancy) -> Figure:
    r = written(result.offset_r, "coefficient")
    title = f"Inferred offsets correlate {r} with measured ones."
    points = [Point(one.annotator, one.measured_offset, one.offset) for one in result.inferred]
    return _against(result, "offset", title, points, log=False)


def _against(
    result: Redundancy, name: str, title: str, points: list[Point], *, log: bool
) -> Figure:
    level = f"{100 * result.level:g}%"
    return Figure(
        name=f"inferred-{name}",
        title=title,
        spec=draw_points(
            points,
            across=say(f"measured {name}"),
            up=say(f"inferred {name}"),
            scale="log" if log else "linear",
            alike=True,
        ),
        table=_inferred(result),
        caption=f"One point per annotator with {level} intervals: the {name} that the paper’s "
        f"model infers from {count(result.fitted, 'score')} per output, against the {name} "
        "measured with scores that it did not see. On the dotted line both agree.",
        alt=f"Inferred and measured {name} of {count(len(points), 'annotator')}. {title}",
        half=True,
    )
