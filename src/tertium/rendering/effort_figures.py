"""Pictures of post-editing effort: by system and editor, before and after; gains by editor."""

import math
from collections import defaultdict
from collections.abc import Iterator

from tertium.rendering.arrange import figures
from tertium.rendering.contrasts import ranked_lines
from tertium.rendering.effort import (
    best_first,
    effort_verdict,
    gain_sentence,
    kind_of,
    paces_table,
    productivity_table,
    profiles_table,
    systems_table,
    unit_of,
)
from tertium.rendering.names import short_names
from tertium.rendering.numbers import natural, with_level, written
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.pictures.strips import Strip, draw_strips, strip_range
from tertium.rendering.shapes import Figure, Table
from tertium.stats.effort.analyse import Effort
from tertium.stats.effort.ways import EffortProfile
from tertium.stats.result import Estimate
from tertium.wording import say

_SAID = {"seconds": "time", "keystrokes": "keys", "hter": "HTER"}
_PHONE = 640  # pixels that the numbers beside a picture need


@figures.register
def effort_figures(result: Effort) -> Iterator[Figure]:
    for measure in dict.fromkeys(one.measure for one in result.systems):
        yield _ranking(result, measure)
    if any(one.words_per_hour.value is not None for one in result.systems):
        yield _paces(result)
    indicator = next((one.indicator for one in result.profiles), "")
    if indicator:
        yield from _before_and_after(result, indicator)
    if any(one.gain.value is not None for one in result.productivity):
        yield _gains(result)


def _ranking(result: Effort, measure: str) -> Figure:
    level = f"{100 * result.level:g}%"
    unit = unit_of(measure).lower() if measure != "hter" else "HTER"
    title = effort_verdict(result, measure)
    return Figure(
        name=f"effort-{measure}",
        title=title,
        spec=draw_intervals(
            ranked_lines(best_first(result, measure)),
            kind=kind_of(measure),
            heading=with_level(unit, result.level),
            beside="ranks",
            ruled=True,
        ),
        table=systems_table(result),
        caption=f"{unit_of(measure)}, as if the same editors had edited the same segments, with "
        f"{level} confidence intervals; less is better. Lines separate clusters, tested "
        "pair by pair; the right-hand column gives each system’s rank range. Intervals of single "
        "systems may overlap where systems differ, because most of their width is how editors "
        "differ in pace.",
        alt=f"One line per system with its interval. {title}",
        narrowest=_PHONE,
    )


def _paces(result: Effort) -> Figure:
    timed = [one for one in result.systems if one.words_per_hour.value is not None]
    short = short_names([one.system for one in timed])
    first, last = timed[0], timed[-1]
    fast, slow = (written(one.words_per_hour.value, "number") for one in (first, last))
    title = f"From {slow} ({short[last.system]}) to {fast} ({short[first.system]}) words per hour."
    return Figure(
        name="words-per-hour",
        title=title,
        spec=draw_intervals(
            [Line(short[one.system], one.words_per_hour) for one in timed],
            kind="number",
            heading=with_level("words per hour", result.level),
        ),
        table=paces_table(result),
        caption="Source words per hour by system, as if the same editors had edited the same "
        f"segments, with {100 * result.level:g}% confidence intervals.",
        alt=f"One line per system with its words per hour. {title}",
        narrowest=_PHONE,
    )


def _before_and_after(result: Effort, indicator: str) -> Iterator[Figure]:
    profiles = [one for one in result.profiles if one.indicator == indicator]
    order = list(dict.fromkeys(one.system for one in result.systems))
    before = _strips(profiles, order, after=False)
    after = _strips(profiles, order, after=True)
    between = strip_range(before, after)
    unit = _SAID.get(indicator, indicator)
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
        lines.append(Line(say("all editors"), one.gain, group=one.condition, main=True))
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
        caption=f"Words per hour over those of {first.against}, within editors, with "
        f"{100 * result.level:g}% confidence intervals over editors, documents and segments.",
        alt=f"One line per editor and one for all. {title}",
    )
