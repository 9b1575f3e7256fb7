"""Pictures of ratings: shares of categories, the latent scale, and annotators on it."""

from collections.abc import Iterator

from tertium.rendering.arrange import figures
from tertium.rendering.contrasts import ranked_lines
from tertium.rendering.names import short_names
from tertium.rendering.numbers import with_level, written
from tertium.rendering.pictures.bars import Part, Stack, draw_stacks
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.pictures.theme import token
from tertium.rendering.ratings import (
    annotators_table,
    aspect_sentence,
    ranked,
    shares_table,
    systems_table,
)
from tertium.rendering.shapes import Figure
from tertium.stats.order import by_value
from tertium.stats.ratings.result import RatedAspect, RatingScales
from tertium.stats.told import count
from tertium.text.natural import natural

_PEOPLE = 40  # more annotators do not fit into a picture
# From the worst category to the best: what is between lies in between, too.
_WORSE = ("c2", "c4")
_BETTER = ("c3", "c1")


@figures.register
def rating_scales_figures(result: RatingScales) -> Iterator[Figure]:
    several = len(result.aspects) > 1
    for aspect in result.aspects:
        after = f"-{aspect.aspect}" if several else ""
        yield _shares(result, aspect, after)
        if len(ranked(aspect)) > 1:
            yield _latent(result, aspect, after)
        people = [one for one in aspect.annotators if one.severity is not None]
        if 1 < len(people) <= _PEOPLE:
            yield _severity(result, aspect, after)


def _looks(number: int) -> list[tuple[str, str]]:
    """Return a colour for each category, and one for the number on it."""
    half = number // 2
    below = [_WORSE[min(at * 2 // max(half, 1), 1)] for at in range(half)]
    above = [_BETTER[min(at * 2 // max(half, 1), 1)] for at in range(half)]
    if half == 1:
        below, above = ["c2"], ["c1"]
    middle = ["neutral"] if number % 2 else []
    return [(colour, "sheet") for colour in (*below, *middle, *above)]


def _shares(result: RatingScales, aspect: RatedAspect, after: str) -> Figure:
    parts = [
        Part(label, token(colour), token(ink))
        for label, (colour, ink) in zip(aspect.labels, _looks(len(aspect.labels)), strict=True)
    ]
    short = short_names([one.system for one in aspect.systems])
    stacks = [
        Stack(short[one.system] or "all", tuple(share.share for share in one.shares))
        for one in aspect.systems
    ]
    title = _best_share(aspect)
    return Figure(
        name=f"rating-shares{after}",
        title=title,
        spec=draw_stacks(parts, stacks),
        table=shares_table(result),
        caption="The share of every category by system, the worst category on the left. The table "
        f"has the counts and {100 * result.level:g}% confidence intervals.",
        alt=f"One bar per system, divided by categories. {title}",
    )


def _best_share(aspect: RatedAspect) -> str:
    """Say how often the best category was chosen, at most and at least."""
    top = sorted((one.shares[-1].share for one in aspect.systems), reverse=True)
    label = aspect.labels[-1]
    high, low = written(top[0], "share"), written(top[-1], "share")
    if len(top) == 1 or high == low:
        return f"“{label}” was chosen in {high} of the ratings."
    return f"“{label}” was chosen in {low} to {high} of the ratings of a system."


def _latent(result: RatingScales, aspect: RatedAspect, after: str) -> Figure:
    title = aspect_sentence(aspect, result.level)
    lines = ranked_lines(ranked(aspect))
    places = [one.value for one in aspect.thresholds]
    reach = [end for line in lines for end in (line.estimate.low, line.estimate.high)]
    values = [line.estimate.value for line in lines]
    known = [one for one in (*reach, *values, *places) if one is not None]
    room = 0.08 * (max(known) - min(known))
    return Figure(
        name=f"rating-latent{after}",
        title=title,
        spec=draw_intervals(
            lines,
            kind="ratio",
            heading=with_level("latent quality", result.level),
            beside="ranks",
            ruled=True,
            ends=(min(known) - room, max(known) + room),
            named=_named(aspect),
        ),
        table=systems_table(result),
        caption="Systems on the latent scale, with the thresholds of the typical annotator "
        "between categories. Lines separate clusters; the right-hand column gives rank ranges.",
        alt=f"One line per system on the latent scale. {title}",
        narrowest=520,
    )


def _named(aspect: RatedAspect) -> dict[float, str]:
    """Return the thresholds between categories, by their places."""
    return {round(one.value, 2): f"{one.label} | {one.above}" for one in aspect.thresholds}


def _severity(result: RatingScales, aspect: RatedAspect, after: str) -> Figure:
    people = [one for one in aspect.annotators if one.severity is not None]
    lines = [
        Line(one.annotator or "no name", one.severity)
        for one in by_value(
            people,
            lambda one: one.severity.value if one.severity else None,
            lambda one: natural(one.annotator),
        )
        if one.severity is not None
    ]
    title = f"{lines[0].label} is the most severe annotator, {lines[-1].label} the most lenient."
    return Figure(
        name=f"rating-severity{after}",
        title=title,
        spec=draw_intervals(
            lines, kind="ratio", equal=0.0, below="lenient", above="severe",
            heading=with_level("severity", result.level),
        ),
        table=annotators_table(result),
        caption="Severity of annotators on the latent scale, what they judged allowed for, with "
        "credible intervals.",
        alt=f"The severity of {count(len(lines), 'annotator')}. {title}",
        annex=True,
    )  # fmt: skip
