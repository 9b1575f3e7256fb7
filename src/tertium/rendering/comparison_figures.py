"""The pictures of a release comparison, each under the finding it shows."""

from collections.abc import Iterator, Sequence

from tertium.rendering.arrange import figures
from tertium.rendering.comparison import answers_table, parts_table
from tertium.rendering.findings import (
    REASONS,
    annotators_in_order,
    comments_finding,
    crossing,
    length_finding,
    preference_finding,
    reasons,
    scores_of_wins_finding,
    shares_finding,
    words_of,
)
from tertium.rendering.numbers import spelled, written
from tertium.rendering.pictures.bars import Part, Stack, draw_bars, draw_stacks
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.pictures.theme import token
from tertium.rendering.shapes import Column, Figure, Measure, Table
from tertium.stats.comparison.compare import Comparison
from tertium.stats.comparison.scores_of_wins import ScoresOfWins
from tertium.stats.told import count
from tertium.wording import say

# Colours of the answers; a release has a hue, what favours neither is grey.
_LOOKS = {
    "advanced": ("c1", "sheet"),
    "both_good": ("line", "ink"),
    "tie": ("line", "ink"),
    "both_bad": ("neutral", "sheet"),
    "neither": ("ink-3", "sheet"),
    "other": ("warn-wash", "ink"),
    "baseline": ("c2", "sheet"),
}
_LONGEST = 24  # letters of a name over a picture
_MOST = 40  # annotators; more of them are told by the table alone
_PHONE = 560  # pixels that the numbers beside a picture need


@figures.register
def comparison_figures(result: Comparison) -> Iterator[Figure]:
    if not result.judgements:
        return
    curves = figures(result.curves) if result.curves else ()
    yield _forest(result)
    yield from curves[:1]
    if result.agreement is not None:
        yield from figures(result.agreement)
    if result.comments.total:
        yield _comments(result)
    if len(result.by_annotator) <= _MOST:
        yield _shares(result)
    if len(result.by_length) > 1:
        yield _lengths(result)
    if result.scores_of_wins is not None:
        yield _scores_of_wins(result, result.scores_of_wins)
    yield from curves[1:]


def _forest(result: Comparison) -> Figure:
    lines = [Line(say("All segments"), result.improvement_ratio, "all", main=True)]
    if len(result.by_domain) > 1:
        lines += [Line(part.domain, part.improvement_ratio, "domain") for part in result.by_domain]
    if 1 < len(result.by_annotator) <= _MOST:
        lines += [
            Line(part.annotator, part.improvement_ratio, "annotator")
            for part in annotators_in_order(result)
        ]
    caption = f"Wins of {result.advanced} for each win of {result.baseline}."
    if result.annotators > _MOST:
        caption += f" The {result.annotators:,} annotators are in the table."
    elif result.annotators > 1:
        caption += (
            " The intervals of all segments and of domains allow for differences between "
            "annotators; an annotator’s own is about that annotator only."
        )
    return Figure(
        name="preferences",
        title=preference_finding(result),
        spec=_ratios(result, lines),
        table=parts_table(result, lengths=False),
        caption=caption + _uncertain(lines),
        alt=_alt(result, lines),
        narrowest=_PHONE,
    )


def _lengths(result: Comparison) -> Figure:
    lines = [Line(say("All segments"), result.improvement_ratio, "all", main=True)]
    lines += [
        Line(say("{words} words", words=part.words), part.improvement_ratio, "words")
        for part in result.by_length
    ]
    whole = parts_table(result)
    rows = tuple(row for row in whole.rows if row[0] in ("all", "words"))
    return Figure(
        name="lengths",
        title=length_finding(result),
        spec=_ratios(result, lines),
        table=Table("Preferences by length", whole.columns, rows, whole.note),
        caption=f"Wins of {result.advanced} for each win of {result.baseline}, by the number of "
        f"words in the source.{_uncertain(lines)}",
        alt=_alt(result, lines),
        narrowest=_PHONE,
    )


def _ratios(result: Comparison, lines: list[Line]) -> dict[str, object]:
    return draw_intervals(
        lines,
        scale="log",
        kind="ratio",
        equal=1.0,
        below=say("{a} preferred", a=_clipped(result.baseline)),
        above=say("{a} preferred", a=_clipped(result.advanced)),
        heading=say("ratio, {level:g}% interval", level=100 * result.level),
    )


def _shares(result: Comparison) -> Figure:
    people = [part for part in annotators_in_order(result) if part.judgements]
    used = [
        label
        for label in _LOOKS
        if label in ("advanced", "baseline") or any(part.counts.get(label) for part in people)
    ]
    parts = [
        Part(words_of(label, result), token(_LOOKS[label][0]), token(_LOOKS[label][1]))
        for label in used
    ]
    stacks = [
        Stack(
            part.annotator,
            tuple(part.counts.get(label, 0) / part.judgements for label in used),
        )
        for part in people
    ]
    return Figure(
        name="answers",
        title=shares_finding(result),
        spec=draw_stacks(parts, stacks),
        table=answers_table(result),
        caption="Shares of all answers that each annotator gave.",
        alt=f"One bar per annotator, divided by answer. {shares_finding(result)}",
    )


def _comments(result: Comparison) -> Figure:
    found = [(REASONS.get(code, code), n) for code, n in reasons(result.comments).items()]
    told = ", ".join(f"{name} {n}" for name, n in found)
    columns = (Column("Reason"), Column("Comments", "count", "comments"))
    return Figure(
        name="comments",
        title=comments_finding(result.comments),
        spec=draw_bars(found),
        table=Table("Comments by reason", columns, tuple(found)),
        caption=f"{count(result.comments.total, 'comment')} by reason.",
        alt=f"Comments by reason: {told}.",
        half=True,
    )


def _scores_of_wins(result: Comparison, caution: ScoresOfWins) -> Figure:
    rows = (
        (f"Where {result.advanced} wins", caution.wins, Measure(caution.mean_wins, "number")),
        ("All its outputs", caution.outputs, Measure(caution.mean_all, "number")),
        ("Difference", None, Measure(caution.difference, "number")),
    )
    columns = (
        Column("Segments"),
        Column("Number", "count", "n"),
        Column("Score", "number", "score"),
    )
    return Figure(
        name="poor-segments",
        title=scores_of_wins_finding(caution, result),
        spec=draw_intervals(
            [Line(say("Difference"), caution.difference, main=True)],
            kind="number",
            equal=0.0,
            below="poorer where it wins",
            above="better where it wins",
        ),
        table=Table("Scores where the new release wins", columns, rows),
        caption=f"Sentence-level scores of {result.advanced}: "
        f"{written(caution.mean_wins, 'number')} on the {count(caution.wins, 'segment')} it wins, "
        f"{written(caution.mean_all, 'number')} on average. Drawn is the difference.",
        alt=f"{caution.sentence} The difference is {written(caution.difference, 'number')}.",
        narrowest=_PHONE,
    )


def _alt(result: Comparison, lines: list[Line]) -> str:
    whole, *rest = lines
    told = f"Improvement ratio with intervals. {whole.label} {written(whole.estimate, 'ratio')}."
    known = [(line.estimate.value, line.label) for line in rest if line.estimate.value is not None]
    if known:
        (low, least), (high, most) = min(known), max(known)
        told += (
            f" Lowest {written(low, 'ratio')} ({least}), highest {written(high, 'ratio')} ({most})."
        )
    return told


def _uncertain(lines: Sequence[Line]) -> str:
    """Say how many directions are not certain, as a further sentence of a caption."""
    number = crossing([line.estimate for line in lines])
    if not number:
        return ""
    one = number == 1
    return (
        f" {spelled(number).capitalize()} of the intervals {'crosses' if one else 'cross'} the "
        "dotted line, so the direction there is not certain."
    )


def _clipped(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
