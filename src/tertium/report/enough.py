"""How the answer to "how many are enough?" looks: probability curves and a sentence."""

from collections.abc import Sequence

from tertium.report.arrange import figures, headline, methods, tables
from tertium.report.numbers import written
from tertium.report.pictures.curves import Curve, draw_curves
from tertium.report.shapes import Cell, Column, Figure, Table
from tertium.stats.comparison.enough import CurvePoint, Enough
from tertium.stats.order import by_value
from tertium.stats.told import count

__all__ = ["enough_sentence"]

_LIMIT = 0.05
_CURVES = 6  # as many as the house has dashes and markers


@headline.register
def _(result: Enough) -> str:
    return enough_sentence(result)


@tables.register
def _(result: Enough) -> tuple[Table, ...]:
    needed = tuple((str(one.evaluators), one.at_95, one.at_99) for one in result.enough)
    return (
        Table(
            "Judgements that would have been enough",
            (
                Column("Evaluators"),
                Column("For 95%", "count", "at_95"),
                Column("For 99%", "count", "at_99"),
            ),
            needed,
            "The smallest number from which on the ratio is above 1 with this probability; "
            "empty where no number drawn reaches it.",
        ),
        *(figure.table for figure in figures(result)),
    )


@figures.register
def _(result: Enough) -> tuple[Figure, ...]:
    whom = " by these evaluators" if result.for_these_evaluators else ""
    least = f"{100 * result.threshold:g}"
    return (
        _figure(
            result,
            "enough-ratio",
            enough_sentence(result),
            "P(ratio ≤ 1)",
            "ratio_at_most_1",
            f"Chance that a study of this size{whom} would have missed the improvement, if the "
            "shares of answers seen here are the true ones: P(ratio ≤ 1). The dashed line is 5%.",
        ),
        _figure(
            result,
            "enough-impact",
            _impact_sentence(result),
            f"P(impact ≤ {least} points)",
            "impact_at_most_threshold",
            f"Chance that a study of this size{whom} would have found an impact of {least} points "
            "or less, if the shares of answers seen here are the true ones.",
        ),
    )


@methods.register
def _(result: Enough) -> str:
    return (
        "Smaller and larger studies were drawn from the judgements at hand: evaluators without, "
        "their segments with replacement, each segment judged once, "
        f"{result.replicates:,} times for every point (Simard, Kuhn and Rémillard, 2015)."
    )


def enough_sentence(result: Enough) -> str:
    """Say how many judgements would have shown the direction, if any number would."""
    all_of_them = max(result.enough, key=lambda one: one.evaluators)
    last = [p for p in result.points if p.evaluators == all_of_them.evaluators][-1]
    if last.ratio_at_most_1 > 0.5:
        return "More judgements would not have shown an improvement; these lean the other way."
    if all_of_them.at_95 is None:
        return f"Even {count(last.judgements, 'judgement')} would often have missed the direction."
    already = " or fewer" if all_of_them.at_95 == min(result.sizes) else ""
    whose = "With these evaluators, " if result.for_these_evaluators else ""
    size = count(all_of_them.at_95, "judgement")
    told = f"{whose}{size}{already} would probably have shown the direction"
    lone = "one of them alone" if whose else "one evaluator alone"
    alone = min(result.enough, key=lambda one: one.evaluators)
    if alone.evaluators == 1 < all_of_them.evaluators:
        if alone.at_95 is None:
            return f"{told}; with {lone} no number drawn would have been enough."
        if alone.at_95 > all_of_them.at_95:
            return f"{told}; {lone} would have needed {alone.at_95:,}."
    return f"{told}."


def _impact_sentence(result: Enough) -> str:
    least = f"{100 * result.threshold:g} points"
    most = max(one.evaluators for one in result.enough)
    points = [point for point in result.points if point.evaluators == most]
    if points[-1].impact_at_most_threshold > 0.5:
        return f"An impact above {least} is unlikely, whatever the size of the study."
    above = [at for at, one in enumerate(points) if one.impact_at_most_threshold > _LIMIT]
    needed = above[-1] + 1 if above else 0
    if needed == len(points):
        return f"Whether the impact exceeds {least} stays open at every size drawn."
    size = count(points[needed].judgements, "judgement")
    return f"{size} would probably have shown an impact above {least}."


def _figure(result: Enough, name: str, title: str, short: str, field: str, caption: str) -> Figure:
    numbers = sorted({point.evaluators for point in result.points})
    curves = [
        Curve(count(number, "evaluator"), _curve(result.points, number, field))
        for number in _told_apart(numbers)
    ]
    lowest = by_value(curves, lambda one: one.points[-1][1], lowest_first=True)[0]
    alt = (
        f"{short} by number of judgements, one curve for {_each(numbers)}. At "
        f"{lowest.points[-1][0]:,.0f} judgements it is {written(lowest.points[-1][1], 'share')} "
        f"with {lowest.name}."
    )
    return Figure(
        name=name,
        title=title,
        spec=draw_curves(curves, across="judgements in all", threshold=_LIMIT),
        table=_table(result, numbers, short, field),
        caption=caption,
        alt=alt,
        signature=result.signature,
    )


def _told_apart(numbers: Sequence[int]) -> list[int]:
    """Choose at most six curves, the first and the last among them; the table has all."""
    if len(numbers) <= _CURVES:
        return list(numbers)
    step = (len(numbers) - 1) / (_CURVES - 1)
    return [numbers[round(at * step)] for at in range(_CURVES)]


def _curve(
    points: Sequence[CurvePoint], evaluators: int, field: str
) -> tuple[tuple[float, float], ...]:
    return tuple(
        (float(point.judgements), float(getattr(point, field)))
        for point in points
        if point.evaluators == evaluators
    )


def _table(result: Enough, numbers: Sequence[int], short: str, field: str) -> Table:
    found = {(p.evaluators, p.judgements): float(getattr(p, field)) for p in result.points}
    rows: list[tuple[Cell, ...]] = [
        (f"{size:,}", *(found.get((number, size)) for number in numbers)) for size in result.sizes
    ]
    columns = tuple(
        Column(count(number, "evaluator"), "share", f"{field}_{number}") for number in numbers
    )
    return Table(short, (Column("Judgements"), *columns), tuple(rows))


def _each(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return count(numbers[0], "evaluator")
    return f"each number of evaluators from {numbers[0]} to {numbers[-1]}"
