"""How trained models of readability, their corpora, and the list of features appear."""

from collections.abc import Iterator

from tertium.rendering.arrange import facts, headline, methods, tables
from tertium.rendering.numbers import within, written
from tertium.rendering.shapes import Column, Table, columns, listing
from tertium.stats.readability.fitness import CorpusFitness
from tertium.stats.readability.framework import ReadabilityFeatures
from tertium.stats.readability.train import ReadabilityTraining
from tertium.wording import say

_ORDERING = (
    Column("By", field="what"),
    Column("Pairs across groups", "share", "pairs_across"),
    Column("Pairs inside groups", "share", "pairs_within"),
    Column("Groups in order", "count", "groups_in_order"),
    Column("Groups", "count"),
    Column("r", "coefficient", "pearson"),
    Column("ρ", "coefficient", "spearman"),
)


@headline.register
def training_headline(result: ReadabilityTraining) -> str:
    found = result.validation.pairs_across
    return say(
        "The model puts {share}{within} of the pairs of texts in order that it has not seen, by "
        "{by}; {best} {other}.",
        share=written(found.value, "share"),
        within=within(found, "share", result.level),
        by=result.by,
        best=result.compared[0].what,
        other=written(result.compared[0].pairs_across.value, "share"),
    )


@facts.register
def training_facts(result: ReadabilityTraining) -> tuple[tuple[str, str], ...]:
    return (
        ("Texts", f"{result.texts:,}"),
        ("Groups", f"{result.groups:,}"),
        ("Features", f"{len(result.weights):,}"),
    )


@tables.register
def training_tables(result: ReadabilityTraining) -> Iterator[Table]:
    yield Table.of(
        "Texts held out", [result.validation, *result.compared], *_ORDERING
    ).without_empty()
    if result.predictions is not None:
        yield _predictions(result)
    yield Table.of(
        "Weights",
        result.weights,
        Column("Where it is higher", field="more"),
        Column("Dimension"),
        Column("Feature"),
        Column("Weight", "ratio"),
        note="What one sd of a feature adds to difficulty, the others the same.",
    )
    if result.transfers:
        yield _transfers(result)
    yield from fitness_tables(result.fitness)


@methods.register
def training_methods(result: ReadabilityTraining) -> str:
    return (
        "Pairwise logistic regression on standardised features with a ridge penalty: the harder "
        "text of a pair is to score higher. No feature that grows with the length of a text is "
        f"used. Texts are held out in ten parts, grouped by {result.by}; in every part a fifth of "
        "the other groups is kept to calibrate the interval of a prediction (split conformal). "
        "Confidence intervals of pairs leave groups out in turn."
    )


def _predictions(result: ReadabilityTraining) -> Table:
    found = result.predictions
    assert found is not None
    return Table.of(
        "Predictions of texts held out",
        [found],
        Column("Mean error", "ratio"),
        Column("Interval holds", "share", "coverage"),
        Column("Made for", "share", "level"),
        Column("Width", "ratio"),
        Column("Right level", "share", "exact"),
        Column("Off by one at most", "share", "adjacent"),
        Column("Quadratic κ", "coefficient", "qwk"),
    ).without_empty()


def _transfers(result: ReadabilityTraining) -> Table:
    return Table.of(
        "Other corpora",
        result.transfers,
        Column("Trained on", field="trained_on"),
        Column("Tested on", field="tested_on"),
        Column("Pairs across groups", "share", of=lambda one: one.ordering.pairs_across),
        Column("ρ", "coefficient", of=lambda one: one.ordering.spearman),
        Column("Formula", of=lambda one: one.formula.what),
        Column("Formula, pairs", "share", of=lambda one: one.formula.pairs_across),
        Column("Formula, ρ", "coefficient", of=lambda one: one.formula.spearman),
        Column("Features", "count"),
    )


@headline.register
def fitness_headline(result: CorpusFitness) -> str:
    wrong = [one.question for one in result.questions if one.reading == "warning"]
    unknown = [one.question for one in result.questions if one.reading == "unknown"]
    if wrong:
        return say(
            "{corpus} can be trained on with care: {n} of {all} checks warn ({names}).",
            corpus=result.corpus,
            n=len(wrong),
            all=len(result.questions),
            names=", ".join(wrong),
        )
    if unknown:
        return say(
            "{corpus} can be trained on; not known: {names}.",
            corpus=result.corpus,
            names=", ".join(unknown),
        )
    return say("{corpus} can be trained on.", corpus=result.corpus)


@facts.register
def fitness_facts(result: CorpusFitness) -> tuple[tuple[str, str], ...]:
    return (("Texts", f"{result.texts:,}"), ("Groups", f"{result.groups:,}"))


@tables.register
def fitness_tables(result: CorpusFitness) -> Iterator[Table]:
    yield Table.of(
        "Is the corpus fit to train on?",
        result.questions,
        Column("Question"),
        Column("Answer", field="reading"),
        Column("Finding"),
    )
    if result.levels:
        yield Table.of(
            "Levels",
            result.levels,
            Column("Level", field="label"),
            *columns("count", "Texts", "Groups"),
            Column("Mean words", "number", "words"),
            Column("Words per sentence", "ratio", "words_per_sentence"),
        )


@methods.register
def fitness_methods(result: CorpusFitness) -> str:
    return (
        "The share that a source or author explains is η² of difficulty beyond that of 500 random "
        "permutations. Reliability is one less the mean squared standard error over the variance."
    )


@headline.register
def features_headline(result: ReadabilityFeatures) -> str:
    return say(
        "{features} features in {dimensions} dimensions, {formulas} formulas.",
        features=len(result.features),
        dimensions=sum(one.features > 0 for one in result.dimensions),
        formulas=len(result.formulas),
    )


_DIMENSIONS = listing(
    "Dimensions",
    "dimensions",
    Column("Dimension"),
    Column("What is measured", field="what"),
    Column("Features", "count"),
    Column("From the text alone", "count", "from_the_text"),
    Column("The rest needs", field="needs"),
)
_FEATURES = listing(
    "Features",
    "features",
    Column("Dimension"),
    Column("Feature"),
    Column("Where it is higher", field="meaning"),
    Column("Languages"),
    Column("Needs"),
    Column("After", field="reference"),
)
_FORMULAS = listing(
    "Formulas",
    "formulas",
    Column("Formula", field="title"),
    Column("Name", field="formula"),
    Column("Made for", field="languages"),
    Column("Direction"),
    Column("After", field="reference"),
    Column("Note"),
)


@tables.register
def features_tables(result: ReadabilityFeatures) -> Iterator[Table]:
    yield _DIMENSIONS(result)
    yield _FEATURES(result)
    yield _FORMULAS(result)
