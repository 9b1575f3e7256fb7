"""Pictures of the annotator model: systems, people, and how sure each output is."""

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

import numpy as np
from scipy.special import ndtri

from tertium.rendering.annotators import (
    DOUBTS,
    as_ranking,
    doubtful,
    half_of,
    informed,
    people_table,
)
from tertium.rendering.arrange import figures
from tertium.rendering.numbers import natural, spelled, written
from tertium.rendering.pictures.curves import Curve, draw_curves
from tertium.rendering.pictures.growth import Series, draw_growth
from tertium.rendering.pictures.points import Point, draw_points
from tertium.rendering.shapes import Column, Figure, Table
from tertium.stats.annotators.assemble import AnnotatorModel
from tertium.stats.annotators.model import Annotators
from tertium.stats.order import by_value
from tertium.stats.result import Estimate
from tertium.stats.told import count

_STEPS = 12  # numbers of scores that are told apart
_CURVE = 60  # points of a curve


@figures.register
def annotators_figures(result: Annotators) -> Iterator[Figure]:
    if len(result.systems) > 1:
        yield _forest(result)
    if len(result.annotators) > 1:
        yield _judges(result)
        if result.variant == "slope":
            yield _slopes(result)
    if len(_by_scores(result)) > 1:
        yield _sureness(result)
    if len(result.annotators) > 2:
        yield _effort(result)


def _forest(result: Annotators) -> Figure:
    """Draw the ranking as `rank` does, and say what its scores are means of."""
    drawn = figures(as_ranking(result))[0]
    return replace(
        drawn,
        name="systems",
        title=f"Weighted by reliability: {drawn.title[:1].lower()}{drawn.title[1:]}",
        caption=f"{drawn.caption} Means in {result.scale.points} of scores that are corrected for "
        "each annotator’s leniency and weighted by each annotator’s reliability; they differ from "
        "plain means.",
    )


def _judges(result: Annotators) -> Figure:
    """Draw offset against precision."""
    offsets = [one.offset * result.spread for one in result.annotators]
    doubts = sum(map(doubtful, result.annotators))
    apart = written(float(f"{max(offsets) - min(offsets):.2g}"), "number")
    title = f"The most lenient annotator gives {apart} points more than the most severe."
    return Figure(
        name="annotators",
        title=title,
        spec=draw_points(
            [
                _point(one, Estimate(one.offset, *_around(one.offset, one.sd_offset, result.level)),
                       result.level)
                for one in result.annotators
            ],
            across="offset: severe – lenient",
            up="precision",
            scale="log",
            equal=0.0,
        ),
        table=people_table(result),
        caption=f"One point per annotator with {100 * result.level:g}% intervals: how lenient, in "
        "units of the sd of all scores, and how precise (1 over the variance of the noise)."
        f"{_marks(doubts)}",
        alt=f"Offset and precision of {count(len(offsets), 'annotator')}. {title}",
        half=result.variant == "slope",
    )  # fmt: skip


def _slopes(result: Annotators) -> Figure:
    """Draw slope against precision: who is precise because he always says the same?"""
    flat = [one for one in result.annotators if (one.slope or 0.0) < 0.5]
    whole = len(result.annotators)
    title = "Every annotator reacts to quality at least half as strongly as the average."
    if flat:
        title = (
            f"{spelled(len(flat)).capitalize()} of {count(whole, 'annotator')} "
            f"{'reacts' if len(flat) == 1 else 'react'} to quality less than half as strongly as "
            "the average."
        )
    return Figure(
        name="slopes",
        title=title,
        spec=draw_points(
            [
                _point(
                    one,
                    Estimate(one.slope, *_around(one.slope, one.sd_slope or 0.0, result.level)),
                    result.level,
                )
                for one in result.annotators
                if one.slope is not None
            ],
            across="slope: insensitive – sensitive to quality",
            up="precision",
            scale="log",
            equal=1.0,
        ),
        table=people_table(result),
        caption="How strongly each annotator reacts to quality: 1 like the average, 0 not at all. "
        "Precision without a slope says nothing."
        f"{_marks(sum(map(doubtful, result.annotators)))}",
        alt=f"Slope and precision of {count(whole, 'annotator')}. {title}",
        half=True,
    )


def _sureness(result: Annotators) -> Figure:
    """Draw how sure outputs are by how many scores they have."""
    found = _by_scores(result)
    table = Table(
        "How sure outputs are",
        (
            Column("Scores of an output", "words", "scores"),
            Column("Outputs", "count", "outputs"),
            Column("± points", "ratio", "reach"),
        ),
        tuple((f"{n:,}", len(widths), _middle(widths)) for n, widths in found),
    )
    most, widths = found[-1]
    level = f"{100 * result.level:g}%"
    reach = written(_middle(widths).value, "ratio")
    title = (
        f"With {count(most, 'score')} an output is known to within ± {reach} points "
        f"({level} interval)."
    )
    return Figure(
        name="sureness",
        title=title,
        spec=draw_growth(
            [Series("", tuple((float(n), _middle(widths)) for n, widths in found))],
            across="scores of an output",
            kind="number",
            at_least=0.0,
            include=0.0,
        ),
        table=table,
        caption=f"Half the width of the {level} interval of an output’s quality in points, by how "
        "many scores it has: the median, and the middle 90% of outputs.",
        alt=f"How sure outputs are by their number of scores. {title}",
        half=True,
    )


def _effort(result: Annotators) -> Figure:
    """Draw how much of the work, and of what is known, comes from how many annotators."""
    weights = informed(result)
    order = by_value(
        result.annotators, lambda one: weights[one.annotator], lambda one: natural(one.annotator)
    )
    known = list(accumulate(weights[one.annotator] for one in order))
    given = list(accumulate(one.n / result.scores for one in order))
    at = sorted({round(x) for x in np.linspace(1, len(order), min(_CURVE, len(order)))})
    table = Table.of(
        "On whom the answer rests",
        at,
        Column("Annotators, weightiest first", field="annotators", of=lambda n: f"{n:,}"),
        Column("Of the information", "share", "known", of=lambda n: known[n - 1]),
        Column("Of the scores", "share", "scores", of=lambda n: given[n - 1]),
    )
    half = half_of(result)
    title = (
        f"{spelled(half).capitalize()} of {count(len(order), 'annotator')} "
        f"{'carries' if half == 1 else 'carry'} half of the information, with "
        f"{written(given[half - 1], 'share')} of the scores."
    )
    return Figure(
        name="effort",
        title=title,
        spec=draw_curves(
            [
                Curve("information", tuple((float(n), min(1.0, known[n - 1])) for n in at)),
                Curve("scores", tuple((float(n), min(1.0, given[n - 1])) for n in at)),
            ],
            across="annotators, weightiest first",
        ),
        table=table,
        caption="The share of the information about quality, and of all scores, that the "
        "weightiest annotators give together.",
        alt=f"Two rising curves. {title}",
        half=True,
    )


def _point(one: AnnotatorModel, across: Estimate, level: float) -> Point:
    low, high = _around(math.log(one.precision), one.sd_precision / one.precision, level)
    return Point(
        one.annotator,
        across,
        Estimate(one.precision, math.exp(low), math.exp(high)),
        marked=doubtful(one),
        remark=", ".join(flag for flag in one.flags if flag in DOUBTS),
    )


def _around(value: float, sd: float, level: float) -> tuple[float, float]:
    reach = sd * float(ndtri((1 + level) / 2))
    return value - reach, value + reach


def _marks(doubts: int) -> str:
    return " A triangle marks flagged annotators, with the reason." if doubts else ""


def _by_scores(result: Annotators) -> list[tuple[int, list[float]]]:
    """Return half the widths of intervals of outputs, in points, by their number of scores.

    Where there are many numbers, neighbours are put together under their mean.
    """
    found: dict[int, list[float]] = defaultdict(list)
    for one in result.items:
        if one.role == "real":
            found[one.n].append((one.high - one.low) / 2)
    numbers = sorted(found)
    if len(numbers) <= _STEPS:
        return [(n, found[n]) for n in numbers]
    groups = np.array_split(np.array(numbers), _STEPS)
    return [
        (
            round(float(np.average(group, weights=[len(found[n]) for n in group.tolist()]))),
            [width for n in group.tolist() for width in found[n]],
        )
        for group in groups
    ]


def _middle(widths: list[float]) -> Estimate:
    low, middle, high = np.quantile(widths, (0.05, 0.5, 0.95)).tolist()
    return Estimate(middle, low, high)
