"""How the answers of a judge appear: what was answered at which cost, systems, and reasons."""

from collections.abc import Iterator

from tertium.judges.judging import Judging
from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.contrasts import (
    MeasureWords,
    answer_sentence,
    contrast_table,
    ranked_lines,
    ranks,
)
from tertium.rendering.numbers import written
from tertium.rendering.pictures.intervals import draw_intervals
from tertium.rendering.shapes import Column, Figure, Table, columns, estimate, listing
from tertium.stats.told import count, percent
from tertium.wording import join, say

_MEASURED = MeasureWords("judge’s score", "number", "number")


@headline.register
def judging_headline(result: Judging) -> str:
    told = say(
        "{model} answered {answered:,} of {items:,} questions with {calls:,} calls{cost}.",
        model=result.model,
        answered=result.answered,
        items=result.items,
        calls=result.calls,
        cost="" if result.cost is None else say(", cost {cost:.4g}", cost=result.cost),
    )
    if len(result.systems) > 1:
        return join(
            [told, answer_sentence(result.systems, result.contrasts, _MEASURED, result.level)]
        )
    return told


@facts.register
def judging_facts(result: Judging) -> tuple[tuple[str, str], ...]:
    return (
        ("Answered", f"{result.answered:,}"),
        ("Unanswered", f"{result.unanswered:,}"),
        ("Calls", f"{result.calls:,}"),
        ("Refused answers", f"{result.refused:,}"),
    )


@tables.register
def judging_tables(result: Judging) -> Iterator[Table]:
    yield _cost(result)
    if result.systems:
        yield systems_table(result)
        if result.contrasts:
            yield contrast_table("Contrasts of systems", result.contrasts, "number", further=False)
    if result.pairs:
        yield _pairs(result)
    if result.reasons:
        yield _reasons(result)


@figures.register
def judging_figures(result: Judging) -> Iterator[Figure]:
    if not result.systems:
        return
    yield Figure(
        name="judged-systems",
        title=headline(result),
        spec=draw_intervals(ranked_lines(result.systems), kind="number", heading="Judge’s score"),
        table=systems_table(result),
        caption=f"Mean score with its {100 * result.level:g}% interval over documents and "
        "segments.",
        alt=f"A line per system with its mean score. {headline(result)}",
    )


@methods.register
def judging_methods(result: Judging) -> str:
    lost = percent(result.unanswered / result.items) if result.items else "0%"
    return (
        f"A judge ({result.model}) was asked with the prompt {result.prompt}; "
        f"{count(result.refused, 'answer')} could not be read and were refused, {lost} of the "
        "questions stayed without an answer. Confidence intervals let documents and segments vary; "
        "they do not say how far the judge is from annotators. What a judge says is computed, "
        "not observed: it is no evidence about human agreement."
    )


def systems_table(result: Judging) -> Table:
    """Return the mean score of each system."""
    return Table.of(
        "Systems",
        result.systems,
        Column("System"),
        Column("Mean", "number", "score", of=estimate("score")),
        *ranks(result.systems),
        Column("Segments", "count"),
    ).without_empty()


def _cost(result: Judging) -> Table:
    rows = (
        ("Questions", result.items),
        ("Answered", result.answered),
        ("Unanswered", result.unanswered),
        ("Calls", result.calls),
        ("Answers from the cache", result.cached),
        ("Retries", result.retries),
        ("Refused answers", result.refused),
        ("Tokens of questions", result.tokens_in),
        ("Tokens of answers", result.tokens_out),
        ("Cost", None if result.cost is None else written(result.cost, "number")),
        ("Marked errors", result.errors if result.kind == "spans" else None),
    )
    return Table(
        "Questions and answers", (Column("Quantity"), Column("Value", "auto")), rows
    ).without_unknown()


_pairs = listing(
    "Preferences",
    "pairs",
    *columns("words", "A", "B"),
    Column("A better", "count"),
    Column("Ties", "count"),
    Column("B better", "count"),
    Column("First shown better", "count", "shown_first"),
    note="The order of A and B was drawn for each question; a judge without a preference for a "
    "place chooses the first one as often as the second.",
)

_reasons = listing(
    "Why",
    "reasons",
    Column("What", field="kind"),
    Column("Reason"),
    Column("Times", "count"),
)
