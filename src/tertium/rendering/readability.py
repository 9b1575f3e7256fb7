"""How readability appears: versions, what makes the difference, texts with their formulas."""

from collections.abc import Iterator

from tertium.rendering.arrange import facts, headline, methods, tables
from tertium.rendering.contrasts import RANKS, contrast_table, ranked_lines
from tertium.rendering.names import short_names
from tertium.rendering.numbers import listed, spelled, within, written
from tertium.rendering.pictures.intervals import Line
from tertium.rendering.shapes import Column, Table, estimate, inner, known
from tertium.stats.readability.compare import Readability, ReadableVersion
from tertium.stats.readability.measured import MeasuredText
from tertium.stats.result import Estimate
from tertium.text.readability.formulas import BY_NAME, Direction
from tertium.wording import say

_TEXTS = 20  # more do not fit on a screen


@headline.register
def readability_headline(result: Readability) -> str:
    if len(result.versions) > 1:
        return versions_sentence(result)
    values = [value for one in result.texts if (value := value_of(result, one)) is not None]
    measure = measure_title(result)
    if not values:
        return say("No text could be measured.")
    if len(values) == 1:
        return say("{measure}: {x} ({direction}).", measure=measure, x=written(values[0], "number"),
                   direction=direction_said(result.direction))  # fmt: skip
    return say(
        "{measure}: {x} on average over {n} texts ({direction}).",
        measure=measure,
        x=written(sum(values) / len(values), "number"),
        n=f"{len(values):,}",
        direction=direction_said(result.direction),
    )


def versions_sentence(result: Readability) -> str:
    """Say which version is easiest to read, and how sure that is."""
    first, second, *others = result.versions
    measure = measure_title(result)
    if not others and len(result.contrasts) == 1:
        (pair,) = result.contrasts
        score = {one.version: one.score for one in result.versions}
        told = {
            "a": pair.a,
            "b": pair.b,
            "measure": measure,
            "x": written(score[pair.a], "number"),
            "y": written(score[pair.b], "number"),
            "difference": written(pair.difference, "number"),
            "within": within(
                Estimate(pair.difference, pair.low, pair.high), "number", result.level
            ),
        }
        if pair.p is not None and pair.p < 1 - result.level:
            return say(
                "{a} is significantly easier to read than {b}: {measure} {x} against {y}, "
                "difference {difference}{within}.",
                **told,
            )
        return say(
            "No significant difference in readability between {a} and {b}: {measure} {x} and "
            "{y}, difference {difference}{within}.",
            **told,
        )
    ahead = [
        one.version
        for one in result.versions
        if one.rank_range_simultaneous and one.rank_range_simultaneous[0] == 1
    ]
    number = spelled(len(result.versions))
    if len(ahead) == 1:
        return say(
            "{a} is the easiest to read of {number} versions: {measure} {x}.",
            a=ahead[0],
            number=number,
            measure=measure,
            x=written(first.score, "number"),
        )
    return say(
        "{names} are the easiest to read of {number} versions: no significant difference between "
        "them.",
        names=listed(ahead or [first.version, second.version]),
        number=number,
    )


def measure_title(result: Readability) -> str:
    """Return how the measure is called that versions are compared by."""
    if result.measure in BY_NAME:
        return BY_NAME[result.measure].title
    unit = result.model.unit if result.model else ""
    return say("predicted level") if unit == "level" else say("predicted difficulty")


def direction_said(direction: Direction) -> str:
    """Say which end of a measure is easy."""
    return say("high is easy") if direction == "high is easy" else say("high is hard")


def value_of(result: Readability, text: MeasuredText) -> float | None:
    """Return what a text has of the measure."""
    if result.measure not in BY_NAME:
        return text.predicted.value
    return next((one.value for one in text.formulas if one.formula == result.measure), None)


@facts.register
def readability_facts(result: Readability) -> tuple[tuple[str, str], ...]:
    return (
        ("Texts", f"{len(result.texts):,}"),
        ("Versions", f"{len({one.version for one in result.texts}):,}"),
        ("Words", f"{sum(one.words for one in result.texts):,}"),
    )


@tables.register
def readability_tables(result: Readability) -> Iterator[Table]:
    if result.versions:
        yield versions_table(result)
        yield contrast_table("Contrasts of versions", result.contrasts, "number", further=False)
        yield features_table(result)
    yield texts_table(result)
    yield _formulas(result)
    if any(one.because for one in result.texts):
        yield _reasons(result)
    if result.correlations:
        yield _correlations(result)


@methods.register
def readability_methods(result: Readability) -> str:
    compared = (
        "Versions are compared by the mean over documents, paired by document; confidence "
        "intervals, p and rank ranges are those of every other analysis, with documents as units. "
        if result.versions
        else ""
    )
    return (
        "Words, sentences and syllables are counted by the rules that the signature names. A "
        "formula is a regression on texts of one language and time; its number is a comparison, "
        f"not a grade that was earned. {compared}Features that differ are given in sds of all "
        "texts measured, p corrected for their number (Holm)."
    )


def versions_table(result: Readability) -> Table:
    """Return versions, the easiest first."""
    return Table.of(
        "Versions",
        result.versions,
        Column("Version"),
        Column("Readability", "number", "score", of=estimate("score")),
        *RANKS,
        Column("Texts", "count"),
        Column("Words", "count"),
        Column("Length ratio", "ratio", "length_ratio"),
        Column("HTER", "ratio", "hter"),
        note=f"{measure_title(result)}; {direction_said(result.direction)}. Length ratio: words "
        "over those of the other versions of the same documents.",
    ).without_empty()


def features_table(result: Readability) -> Table:
    """Return what makes the difference between versions."""
    return Table.of(
        "What makes the difference",
        result.feature_contrasts,
        Column("Version", field="a"),
        Column("Has", field="said"),
        Column("Than", field="b"),
        Column("Mean", "number", "value_a"),
        Column("Other", "number", "value_b"),
        Column("In sds", "ratio", "standardised"),
        Column("p", "p"),
        Column("Holm", "p", "p_adjusted"),
    )


def texts_table(result: Readability) -> Table:
    """Return texts with their measure."""
    return Table.of(
        "Texts",
        result.texts,
        Column("Text"),
        Column("Version"),
        Column("Language"),
        Column("Words", "count"),
        Column("Sentences", "count"),
        Column("Predicted", "number", of=known("predicted")),
        Column("Level", field="label"),
        Column(
            "Readability", "number", "value",
            of=lambda one: None if result.model else value_of(result, one),
        ),
        detail=len(result.texts) > _TEXTS,
    ).without_empty()  # fmt: skip


def _formulas(result: Readability) -> Table:
    return Table.of(
        "Formulas",
        inner(result.texts, "formulas"),
        Column("Text"),
        Column("Version"),
        Column("Formula", of=lambda one: BY_NAME[one.formula].title),
        Column("Value", "number"),
        Column("Direction"),
        Column("Note", field="warning"),
        detail=len(result.texts) > 1,
    ).without_empty()


def _reasons(result: Readability) -> Table:
    return Table.of(
        "Reasons",
        inner(result.texts, "because"),
        Column("Text"),
        Column("Version"),
        Column("Has", field="said"),
        Column("Adds", "ratio"),
        Column("Value", "number"),
        Column("Typical", "number"),
        note="What a feature adds to difficulty, compared with the typical text that the model "
        "was trained on.",
        detail=len(result.texts) > 1,
    ).without_empty()


def _correlations(result: Readability) -> Table:
    return Table.of(
        "Readability and what else is known",
        result.correlations,
        Column("Measure", field="outcome"),
        Column("r", "coefficient"),
        Column("Texts", "count"),
    )


def version_lines(versions: tuple[ReadableVersion, ...]) -> list[Line]:
    """Return the lines of a picture of versions."""
    return ranked_lines([one for one in versions if one.score is not None])


def version_names(result: Readability) -> dict[str, str]:
    """Return short names of versions, for pictures."""
    return short_names([one.version for one in result.versions])
