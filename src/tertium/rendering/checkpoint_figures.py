"""The pictures of linguistic checkpoints: classes, lines over bands, examples with alignment."""

from collections.abc import Iterator

from tertium.rendering.arrange import figures, headline
from tertium.rendering.checkpoints import bands_table, examples_table, overall, scores_table
from tertium.rendering.names import short_names
from tertium.rendering.pictures.checkpoint import draw_instances
from tertium.rendering.pictures.growth import Series, draw_growth
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.shapes import Figure
from tertium.stats.checkpoints.analyse import Checkpoints
from tertium.stats.order import by_value
from tertium.stats.result import Estimate
from tertium.wording import listed, say

_LINES = 9  # classes in one picture of bands


@figures.register
def checkpoints_figures(result: Checkpoints) -> Iterator[Figure]:
    if overall(result):
        yield _scores(result)
    for system in result.systems if len(result.bands) > 1 else ():
        if (figure := _bands(result, system)) is not None:
            yield figure
    if result.examples:
        yield _examples(result)


def _scores(result: Checkpoints) -> Figure:
    short, several = short_names(list(result.systems)), len(result.systems) > 1
    lines = [
        Line(
            f"{one.class_} · {short[one.system]}" if several else one.class_,
            Estimate(one.score, one.low, one.high),
            group=one.class_ if several else "",
            beside=f"n = {one.instances:,}",
        )
        for one in overall(result)
    ]
    return Figure(
        name="checkpoint-scores",
        title=headline(result),
        spec=draw_intervals(lines, kind="share", heading="Matched n-grams"),
        table=scores_table(result),
        caption=f"Share of matched n-grams with its {100 * result.level:g}% interval, and how many "
        "instances it rests on.",
        alt=f"A line per class and system. {headline(result)}",
    )


def _bands(result: Checkpoints, system: str) -> Figure | None:
    """Draw the scores of one system over bands, a line per class that is no group."""
    classes = [name for name in result.titles if name not in result.groups][:_LINES]
    place = {band: float(at) for at, band in enumerate(result.bands, start=1)}
    series = [
        Series(
            name,
            tuple(
                (place[one.band], Estimate(one.score, one.low, one.high))
                for one in result.classes
                if (one.class_, one.system) == (name, system)
                and one.band in place
                and one.score is not None
            ),
        )
        for name in classes
    ]
    drawn = [one for one in series if len(one.points) > 1]
    if not drawn:
        return None
    title = _falling(drawn, system)
    return Figure(
        name=f"checkpoint-bands-{result.systems.index(system) + 1}",
        title=title,
        spec=draw_growth(
            drawn,
            across="human band",
            kind="share",
            at_least=0.0,
            at_most=1.0,
            called={at: band for band, at in place.items()},
        ),
        table=bands_table(result),
        caption=f"Matched n-grams of {system} by human band, the best on the left.",
        alt=f"A line per class over bands. {title}",
        half=True,
    )


def _falling(series: list[Series], system: str) -> str:
    """Say which class falls most from the best band to the worst."""

    def fall(one: Series) -> float:
        return (one.points[0][1].value or 0.0) - (one.points[-1][1].value or 0.0)

    most = by_value(series, fall)[0]
    points = 100 * abs(fall(most))
    way = "falls" if fall(most) > 0 else "rises"
    return (
        f"{system}: {most.name} {way} most from the best band to the last, by {points:.0f} points."
    )


def _examples(result: Checkpoints) -> Figure:
    names = list(dict.fromkeys(one.class_ for one in result.examples))
    shown = say("Examples of {classes}.", classes=listed(names))
    return Figure(
        name="checkpoint-examples",
        title=shown,
        spec={},
        table=examples_table(result),
        caption="Source, reference and output: words of the class and those aligned with them are "
        "boxed; in the output, matched words are underlined.",
        alt=shown,
        svg=draw_instances(result.examples),
    )
