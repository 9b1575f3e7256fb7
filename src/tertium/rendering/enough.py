"""How the answer to "how many are enough?" looks: probability curves and a sentence."""

from collections.abc import Sequence

from tertium.rendering.arrange import figures, headline, methods, tables
from tertium.rendering.numbers import written
from tertium.rendering.pictures.curves import Curve, draw_curves
from tertium.rendering.shapes import Cell, Column, Figure, Table
from tertium.stats.comparison.enough import CurvePoint, Enough
from tertium.stats.order import by_value
from tertium.stats.told import count
from tertium.wording import say

_LIMIT = 0.05
_CURVES = 6  # as many as the house has dashes and markers


@headline.register
def enough_headline(result: Enough) -> str:
    return enough_sentence(result)


@tables.register
def enough_tables(result: Enough) -> tuple[Table, ...]:
    if result.shown is False:
        return ()
    return (
        tuple(figure.table for figure in figures(result))
        if not result.enough
        else (
            Table.of(
                "Judgements that would have been enough",
                result.enough,
                Column("Annotators", of=lambda one: str(one.annotators)),
                Column("For 80%", "count", "at_80"),
                Column("For 95%", "count", "at_95"),
                note="From so many judgements on, the confidence interval of such a study excludes "
                "no difference with this probability; empty where no number does.",
            ),
            *(figure.table for figure in figures(result)),
        )
    )


@figures.register
def enough_figures(result: Enough) -> tuple[Figure, ...]:
    if result.shown is False:
        return ()
    whom = " by these annotators" if result.for_these_annotators else ""
    least = f"{100 * result.threshold:g}"
    impact = _figure(
        result,
        "enough-impact",
        f"How often a study of this size finds an impact of {least} points or less.",
        f"P(impact ≤ {least} points)",
        "impact_at_most_threshold",
        f"Chance that a study of this size{whom} would have found an impact of {least} points "
        "or less, if the shares of answers seen here are the true ones.",
    )
    if not result.shown:
        return (
            _figure(
                result,
                "enough-ratio",
                "How often a study of this size finds a ratio of 1 or less.",
                "P(ratio ≤ 1)",
                "ratio_at_most_1",
                f"Chance that a study of this size{whom} would have found a ratio of 1 or less, if "
                "the shares of answers seen here are the true ones. The dashed line is 5%.",
            ),
            impact,
        )
    return (
        _figure(
            result,
            "enough-ratio",
            enough_sentence(result),
            "P(not shown)",
            "missed",
            f"Chance that the confidence interval of a study of this size{whom} would include no "
            "difference, if the ratio seen here is the true one. The dashed line is 5%.",
        ),
        impact,
    )


@methods.register
def enough_methods(result: Enough) -> str:
    return (
        "How often a study of another size would show which system is better follows from the "
        "parts of the variance of the crossed interval. For the impact, smaller and larger studies "
        "were drawn from the judgements at hand: annotators without, "
        "their segments with replacement, each segment judged once, "
        f"{result.replicates:,} times for every point (Simard, Kuhn and Rémillard, 2015)."
    )


def enough_sentence(result: Enough) -> str:
    """Say how many judgements would have been enough, by the rule of the headline.

    Nothing is said where the study at hand does not show which system is better.
    """
    if not result.shown:
        return ""
    same = max(result.enough, key=lambda one: one.annotators)
    if same.at_80 is None or same.at_80 >= result.judgements:
        return say(
            "A study of the same size would show it again with a probability of {again:.0%}.",
            again=result.again or 0,
        )
    return say(
        "About {judgements} by the same annotators would probably have been enough to show it.",
        judgements=count(same.at_80, "judgement"),
    )


def _figure(result: Enough, name: str, title: str, short: str, field: str, caption: str) -> Figure:
    numbers = sorted({point.annotators for point in result.points})
    curves = [
        Curve(count(number, "annotator"), _curve(result.points, number, field))
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
    )


def _told_apart(numbers: Sequence[int]) -> list[int]:
    """Choose at most six curves, the first and the last among them; the table has all."""
    if len(numbers) <= _CURVES:
        return list(numbers)
    step = (len(numbers) - 1) / (_CURVES - 1)
    return [numbers[round(at * step)] for at in range(_CURVES)]


def _curve(
    points: Sequence[CurvePoint], annotators: int, field: str
) -> tuple[tuple[float, float], ...]:
    return tuple(
        (float(point.judgements), float(getattr(point, field)))
        for point in points
        if point.annotators == annotators
    )


def _table(result: Enough, numbers: Sequence[int], short: str, field: str) -> Table:
    found = {(p.annotators, p.judgements): float(getattr(p, field)) for p in result.points}
    rows: list[tuple[Cell, ...]] = [
        (f"{size:,}", *(found.get((number, size)) for number in numbers)) for size in result.sizes
    ]
    columns = tuple(
        Column(count(number, "annotator"), "share", f"{field}_{number}") for number in numbers
    )
    return Table(short, (Column("Judgements"), *columns), tuple(rows))


def _each(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return count(numbers[0], "annotator")
    return f"each number of annotators from {numbers[0]} to {numbers[-1]}"
