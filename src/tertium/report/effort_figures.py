"""Pictures of post-editing effort: by system and editor, before and after; gains by editor."""

import math
from collections import defaultdict
from collections.abc import Iterator

from tertium.report.arrange import figures
from tertium.report.effort import (
    UNITS,
    best_first,
    estimate,
    gain_sentence,
    productivity_table,
    profiles_table,
    systems_table,
)
from tertium.report.numbers import natural, written
from tertium.report.pictures.intervals import Line, draw_intervals
from tertium.report.pictures.strips import Strip, draw_strips, strip_range
from tertium.report.shapes import Figure, Table
from tertium.stats.effort.result import Effort, EffortProfile
from tertium.stats.result import Estimate

__all__: list[str] = []


@figures.register
def _(result: Effort) -> tuple[Figure, ...]:
    return tuple(_figures(result))


def _figures(result: Effort) -> Iterator[Figure]:
    indicator = next((one.indicator for one in result.systems), "")
    if any(one.score is not None for one in best_first(result, indicator)):
        yield _ranking(result, indicator)
    if any(one.indicator == indicator for one in result.profiles):
        yield from _before_and_after(result, indicator)
    if any(one.gain.value is not None for one in result.productivity):
        yield _gains(result)


def _ranking(result: Effort, indicator: str) -> Figure:
    ranked = best_first(result, indicator)
    lines = [
        Line(one.system, estimate(one), main=at == 0)
        for at, one in enumerate(one for one in ranked if one.score is not None)
    ]
    unit = UNITS.get(indicator, indicator)
    if result.recommended == "model":
        spec = draw_intervals(
            lines, scale="log", kind="ratio", equal=1.0, below="more effort", above="less effort"
        )
        caption = f"Effort ({unit}) with the average system over that with this one"
    else:
        spec = draw_intervals(
            lines, scale="linear", kind="share", equal=0.5, below="loses more", above="wins more"
        )
        caption = f"Comparisons won by less effort ({unit}), by {result.recommended}"
    title = f"{ranked[0].system} costs the least {unit} to post-edit."
    return Figure(
        name="effort-systems",
        title=title,
        spec=spec,
        table=systems_table(result),
        caption=f"{caption}, with {100 * result.level:g}% intervals over editors and segments.",
        alt=f"One line per system with its interval. {title}",
        signature=result.signature,
    )


def _before_and_after(result: Effort, indicator: str) -> Iterator[Figure]:
    profiles = [one for one in result.profiles if one.indicator == indicator]
    order = [one.system for one in best_first(result, indicator)]
    before = _strips(profiles, order, after=False)
    after = _strips(profiles, order, after=True)
    between = strip_range(before, after)
    unit = UNITS.get(indicator, indicator)
    table = profiles_table(result, indicator)
    apart, closer = (_factor(profiles, after=one) for one in (False, True))
    first = "As measured, some editors need nothing and others something."
    if math.isfinite(apart):
        times = written(apart, "ratio")
        first = (
            f"As measured, the slowest editor needs {times} times as much {unit} as the quickest."
        )
    second = "Made comparable, editors stand closer together."
    if math.isfinite(closer):
        times = written(closer, "ratio")
        second = f"Made comparable, {times} times remain between editors."
    yield _strip_figure(result, "effort-as-is", before, between, table, first, "as measured")
    how = f"made comparable by {result.recommended}"
    yield _strip_figure(result, "effort-comparable", after, between, table, second, how)


def _strip_figure(
    result: Effort,
    name: str,
    strips: list[Strip],
    between: tuple[float, float],
    table: Table,
    title: str,
    how: str,
) -> Figure:
    return Figure(
        name=name,
        title=title,
        spec=draw_strips(strips, across="times the mean effort", between=between),
        table=table,
        caption=f"Effort {how}: a dot for every editor with outputs of a system, a diamond for "
        "the middle of them, both over the mean of all.",
        alt=f"Dots of editors for each system, {how}. {title}",
        signature=result.signature,
        half=True,
    )


def _strips(profiles: list[EffortProfile], order: list[str], *, after: bool) -> list[Strip]:
    dots: dict[str, list[float]] = defaultdict(list)
    for one in profiles:
        dots[one.system].append(one.comparable if after else one.as_is)
    return [Strip(name, tuple(dots[name]), _middle(dots[name])) for name in order if dots.get(name)]


def _middle(ratios: list[float]) -> float:
    return sum(ratios) / len(ratios)


def _factor(profiles: list[EffortProfile], *, after: bool) -> float:
    """Return how many times the mean effort of the slowest editor is that of the quickest."""
    people: dict[str, list[float]] = defaultdict(list)
    for one in profiles:
        people[one.annotator].append(one.comparable if after else one.as_is)
    means = [_middle(ratios) for ratios in people.values()]
    return max(means) / min(means) if min(means) > 0 else math.inf


def _gains(result: Effort) -> Figure:
    lines = []
    for one in result.productivity:
        if one.gain.value is None:
            continue
        lines.append(Line("all editors", one.gain, group=one.condition, main=True))
        people = sorted(one.annotators, key=lambda person: natural(person.annotator))
        lines += [
            Line(person.annotator, Estimate(person.gain), group=one.condition)
            for person in people
            if person.gain is not None
        ]
    first = next(one for one in result.productivity if one.gain.value is not None)
    title = gain_sentence(first, result.level)
    return Figure(
        name="productivity-gain",
        title=title,
        spec=draw_intervals(
            lines, scale="log", kind="ratio", equal=1.0, below="slower", above="faster", ruled=True
        ),
        table=productivity_table(result),
        caption="Words per hour over those from scratch, within editors"
        f", with {100 * result.level:g}% intervals over editors.",
        alt=f"One line per editor and one for all. {title}",
        signature=result.signature,
    )
