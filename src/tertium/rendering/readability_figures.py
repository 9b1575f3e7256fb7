"""Pictures of readability: versions, the features that separate them, and marked texts."""

from collections.abc import Iterator

from markupsafe import Markup, escape

from tertium.rendering.arrange import figures
from tertium.rendering.numbers import with_level
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.readability import (
    features_table,
    measure_title,
    version_lines,
    versions_sentence,
    versions_table,
)
from tertium.rendering.readability_explained import passages_table, reasons_table, texts_sentence
from tertium.rendering.shapes import Figure
from tertium.stats.readability.compare import Readability
from tertium.stats.readability.explain import ExplainedText, ReadabilityExplained
from tertium.stats.result import Estimate
from tertium.text.pieces import cut_at
from tertium.wording import say

_MARKED = 12  # texts that are shown whole


@figures.register
def readability_figures(result: Readability) -> Iterator[Figure]:
    if len(result.versions) > 1:
        yield _versions(result)
    if result.feature_contrasts:
        yield _features(result)


def _versions(result: Readability) -> Figure:
    title = versions_sentence(result)
    measure = measure_title(result)
    return Figure(
        name="readability-versions",
        title=title,
        spec=draw_intervals(
            version_lines(result.versions),
            kind="number",
            heading=with_level(measure, result.level),
            beside="ranks",
            ruled=True,
        ),
        table=versions_table(result),
        caption=f"Versions by {measure}, the easiest on top; {result.direction}. The right-hand "
        "column gives rank ranges.",
        alt=f"One line per version. {title}",
    )


def _features(result: Readability) -> Figure:
    pair = result.contrasts[0]
    own = [one for one in result.feature_contrasts if (one.a, one.b) == (pair.a, pair.b)]
    lines = []
    for one in own:
        scale = one.standardised / one.difference if one.difference else 0.0
        ends = (None if end is None else end * scale for end in (one.low, one.high))
        lines.append(Line(one.said, Estimate(one.standardised, *ends)))
    title = say(
        "{a} has {said} than {b}.",
        a=pair.a,
        said=own[0].said if own else "",
        b=pair.b,
    )
    return Figure(
        name="readability-features",
        title=title,
        spec=draw_intervals(
            lines, kind="ratio", equal=0.0, below=pair.b, above=pair.a,
            heading=with_level(say("in sds"), result.level),
        ),
        table=features_table(result),
        caption=f"The features in which {pair.a} and {pair.b} differ most, in sds of all texts.",
        alt=f"One line per feature. {title}",
        narrowest=560,
    )  # fmt: skip


@figures.register
def readability_explained_figures(result: ReadabilityExplained) -> Iterator[Figure]:
    for number, one in enumerate(result.texts[:_MARKED], start=1):
        if one.because:
            yield _because(one, number)
        if one.passages:
            yield _marked(one, number)


def _because(one: ExplainedText, number: int) -> Figure:
    title = texts_sentence(one)
    lines = [Line(reason.said, Estimate(reason.adds)) for reason in one.because]
    return Figure(
        name=f"readability-because-{number}",
        title=title,
        spec=draw_intervals(
            lines, kind="ratio", equal=0.0, below="easier", above="harder",
            heading=say("adds to difficulty"),
        ),
        table=reasons_table([one]),
        caption="What each feature adds to the difficulty of this text, compared with the typical "
        "text of the corpus.",
        alt=f"One line per feature. {title}",
    )  # fmt: skip


def _marked(one: ExplainedText, number: int) -> Figure:
    """Show a text with its hardest passages marked."""
    pieces = cut_at(one.body, [(passage.start, passage.end) for passage in one.passages])
    told = Markup("").join(
        Markup("<mark>{}</mark>").format(piece.text) if piece.on else escape(piece.text)
        for piece in pieces
    )
    lines = Markup("<br>").join(Markup(line) for line in str(told).split("\n") if line.strip())
    name = f"{one.text} ({one.version})" if one.version else one.text
    return Figure(
        name=f"readability-passages-{number}",
        title=say("The hardest passages of {text} are marked.", text=name),
        spec={},
        table=passages_table([one]),
        caption="Passages of three sentences that the measure finds hardest.",
        alt=f"The text {name} with its hardest passages marked.",
        svg=f'<p dir="auto">{lines}</p>',
    )
