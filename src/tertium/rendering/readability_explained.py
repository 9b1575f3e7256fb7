"""How explanations of readability appear: the features that move a text, its hardest passages."""

from collections.abc import Iterator, Sequence

from tertium.rendering.arrange import facts, headline, methods, tables
from tertium.rendering.numbers import within, written
from tertium.rendering.readability import direction_said
from tertium.rendering.shapes import Column, Table, inner
from tertium.stats.readability.explain import ExplainedText, ReadabilityExplained
from tertium.text.readability.formulas import BY_NAME
from tertium.wording import join, say

_SAID = 3  # features in a sentence
_NAMED = 3  # texts in the headline


@headline.register
def explained_headline(result: ReadabilityExplained) -> str:
    return join(texts_sentence(one, result.level) for one in result.texts[:_NAMED])


def texts_sentence(one: ExplainedText, level: float = 0.95) -> str:
    """Say how hard a text is, and because of what."""
    name = f"{one.text} ({one.version})" if one.version else one.text
    if one.predicted.value is None:
        if one.formula is None or one.formula.value is None:
            return say("{text} could not be measured.", text=name)
        return say(
            "{text}: {measure} {x} ({direction}).",
            text=name,
            measure=BY_NAME[one.formula.formula].title,
            x=written(one.formula.value, "number"),
            direction=direction_said(one.formula.direction),
        )
    predicted = written(one.predicted.value, "number")
    told = {"text": name, "x": predicted, "within": within(one.predicted, "number", level)}
    harder = [reason.said for reason in one.because if reason.adds > 0][:_SAID]
    easier = [reason.said for reason in one.because if reason.adds < 0][:_SAID]
    if harder and easier:
        return say(
            "{text}: predicted {x}{within}; harder by {harder}, easier by {easier}.",
            **told,
            harder=", ".join(harder),
            easier=", ".join(easier),
        )
    if harder:
        return say("{text}: predicted {x}{within}; harder by {harder}.", **told,
                   harder=", ".join(harder))  # fmt: skip
    return say("{text}: predicted {x}{within}; easier by {easier}.", **told,
               easier=", ".join(easier))  # fmt: skip


@facts.register
def explained_facts(result: ReadabilityExplained) -> tuple[tuple[str, str], ...]:
    return (
        ("Texts", f"{len(result.texts):,}"),
        ("Words", f"{sum(one.words for one in result.texts):,}"),
    )


@tables.register
def explained_tables(result: ReadabilityExplained) -> Iterator[Table]:
    yield reasons_table(result.texts)
    yield passages_table(result.texts)


@methods.register
def explained_methods(result: ReadabilityExplained) -> str:
    return (
        "A linear model adds up what each feature contributes, weight times distance from the "
        "typical text of its corpus in sds, so the reasons are the prediction itself. Passages are "
        "three sentences in a row, measured as texts of their own by the features that so few "
        "words allow; they say where to look first, not how hard a passage is."
    )


def reasons_table(texts: Sequence[ExplainedText]) -> Table:
    """Return the features that move texts."""
    return Table.of(
        "Reasons",
        inner(texts, "because"),
        Column("Text", of=lambda one: one.around.text),
        Column("Version"),
        Column("Has", field="said"),
        Column("Adds", "ratio"),
        Column("Value", "number"),
        Column("Typical", "number"),
        note="Above 0: makes the text harder.",
    ).without_empty()


def passages_table(texts: Sequence[ExplainedText]) -> Table:
    """Return the hardest passages, as they stand in the text."""
    return Table.of(
        "Hardest passages",
        inner(texts, "passages"),
        Column("Text", of=lambda one: one.around.text),
        Column("Version"),
        Column("Passage", field="passage", of=lambda one: " ".join(one.own.text.split())),
    ).without_empty()
