"""How linguistic checkpoints appear: what each system is weakest on, tables, and the method."""

from collections.abc import Iterator

from tertium.rendering.arrange import facts, headline, methods, tables
from tertium.rendering.names import short_names
from tertium.rendering.numbers import within, written
from tertium.rendering.shapes import Column, Table, columns, estimate, listing
from tertium.stats.checkpoints.analyse import Checkpoints
from tertium.stats.checkpoints.scores import FEW, ClassScore
from tertium.stats.checkpoints.units import ALL
from tertium.stats.order import by_value
from tertium.stats.result import Estimate
from tertium.wording import join, listed, say

_NAMED = 3  # systems in the headline
_SEVERAL = 5  # instances of a class in the headline, where no class has many
_CORRECTIONS = {
    "bh": ", after the correction of Benjamini and Hochberg (1995) for all of them",
    "holm": ", after the correction of Holm (1979) for all of them",
}


def overall(result: Checkpoints) -> list[ClassScore]:
    """Return the scores over outputs of any band that could be made."""
    return [one for one in result.classes if one.band == ALL and one.score is not None]


@headline.register
def checkpoints_headline(result: Checkpoints) -> str:
    found = overall(result)
    if not found:
        return say("No instance of any class has an aligned reference word.")
    sentences = [_weakest(result, found)]
    if len(result.systems) > 1 and result.contrasts:
        sentences.append(_differing(result))
    return join(sentences)


def _weakest(result: Checkpoints, found: list[ClassScore]) -> str:
    """Say what share of n-grams each system has: of its weakest class, where there are several."""
    single = len({one.class_ for one in found}) == 1
    short = short_names(list(result.systems))
    told: list[str] = []
    for system in result.systems[:_NAMED]:
        own = [one for one in found if one.system == system]
        enough = (
            [one for one in own if not one.few],
            [one for one in own if one.instances >= _SEVERAL],
            own,
        )
        sure = next((found for found in enough if found), [])
        if sure:
            low = by_value(sure, lambda one: one.score, lowest_first=True)[0]
            told.append(
                say(
                    "{a} {share}{within}" if single else "{a} on {class_}, {share}{within}",
                    a=short[system],
                    class_=result.titles[low.class_],
                    share=written(low.score, "share"),
                    within=within(Estimate(low.score, low.low, low.high), "share", result.level),
                )
            )
    if single:
        return say(
            "Matched n-grams of {class_}: {systems}.",
            class_=result.titles[found[0].class_],
            systems=listed(told),
        )
    return say("Lowest scores: {systems}.", systems=listed(told))


def _differing(result: Checkpoints) -> str:
    """Say in how many classes systems differ significantly."""
    tested = {one.class_ for one in result.contrasts if one.band == ALL and one.p is not None}
    sure = {
        one.class_
        for one in result.contrasts
        if one.band == ALL and one.p_adjusted is not None and one.p_adjusted < 1 - result.level
    }
    if len(tested) == 1:
        return say("They differ significantly." if sure else "They do not differ significantly.")
    if not sure:
        return say(
            "No significant difference between systems in any of {n} classes.", n=len(tested)
        )
    return say("Systems differ significantly in {k} of {n} classes.", k=len(sure), n=len(tested))


@facts.register
def checkpoints_facts(result: Checkpoints) -> tuple[tuple[str, str], ...]:
    linked = result.alignment
    return (
        ("Classes", f"{len(result.titles):,}"),
        ("Instances", f"{linked.instances - linked.unaligned:,}"),
        ("Systems", f"{len(result.systems):,}"),
        ("Segments", f"{linked.segments:,}"),
    )


@tables.register
def checkpoints_tables(result: Checkpoints) -> Iterator[Table]:
    yield scores_table(result)
    yield _contrasts(result)
    if result.bands:
        yield bands_table(result)
        yield _correlations(result)
    if result.marked:
        yield _marked(result)
    yield _alignment(result)
    if result.examples:
        yield examples_table(result)


@methods.register
def checkpoints_methods(result: Checkpoints) -> str:
    corrected = _CORRECTIONS.get(result.correction, "")
    return (
        "Source words of a class are found by patterns over the tagged source. The reference words "
        "aligned with them, in order, are a phrase; the score is the share of its n-grams, from "
        "single words to the whole phrase, that occur anywhere in the output, each as often as it "
        "stands there (Toral, Naskar, Gaspari and Groves, 2012). Over n-grams, long phrases count "
        "more; the mean over instances, in which each counts once, stands beside it. Instances "
        "without aligned reference words are left out. Confidence intervals let documents and "
        "segments vary; systems are compared on the same segments"
        f"{corrected}. Bands and correlations are those of Gaspari et al. (2014): over sentences "
        "every output is a point, over cells every system in every band."
    )


_SCORE = (
    Column("Score", "share", "score", of=estimate("score")),
    Column("Mean of instances", "share", "mean_of_instances"),
    *columns("count", "Matched", "Total", "Instances"),
    Column("Not aligned", "count", "unaligned"),
    Column("Remark", field="few", of=lambda one: f"n < {FEW}" if one.few else ""),
)


def scores_table(result: Checkpoints) -> Table:
    """Return the score of every class and system."""
    return Table.of(
        "Scores by class",
        [one for one in result.classes if one.band == ALL],
        Column("Class", field="class_"),
        Column("System"),
        *_SCORE,
        note="Score: matched ÷ all n-grams. Mean of instances: each instance counts once.",
    ).without_empty()


def bands_table(result: Checkpoints) -> Table:
    """Return the scores by band."""
    return Table.of(
        "Scores by band",
        [one for one in result.classes if one.band != ALL],
        Column("Class", field="class_"),
        Column("System"),
        Column("Band"),
        *_SCORE,
        detail=True,
    ).without_empty()


def _contrasts(result: Checkpoints) -> Table:
    return Table.of(
        "Contrasts of systems by class",
        result.contrasts,
        Column("Class", field="class_"),
        Column("Band", of=lambda one: "" if one.band == ALL else one.band),
        Column("System", field="a"),
        Column("Less", field="b"),
        Column("Difference", "points", of=estimate("difference")),
        Column("p", "p"),
        Column("Corrected", "p", "p_adjusted"),
        Column("Segments", "count"),
        Column("Why not", field="reason"),
    ).without_empty()


_correlations = listing(
    "Correlation with bands",
    "correlations",
    Column("Class", field="class_"),
    Column("Over", of=lambda one: f"{one.over}s"),
    Column("r", "coefficient", of=estimate("r")),
    Column("n", "count", "points"),
    note="Positive: higher scores in better bands. Over cells, averages are correlated: r is much "
    "higher than over sentences.",
)

_marked = listing(
    "Words in marked errors",
    "marked",
    Column("Class", field="class_"),
    *columns("words", "System", "Category"),
    Column("Share", "share", of=estimate("share")),
    Column("Marked", "count"),
    Column("Words", "count"),
    note="Source words that lie in a marked error, or are aligned with output words that do.",
    fits=24,
)


def _alignment(result: Checkpoints) -> Table:
    return Table.of(
        "Alignment",
        [result.alignment],
        Column("Aligner"),
        Column("Linked reference words", "share", "linked"),
        Column("Words per instance", "number", "words_per_instance"),
        *columns("count", "Instances"),
        Column("Not aligned", "count", "unaligned"),
        *columns("share", "Precision", "Recall"),
        Column("Error rate", "share"),
    ).without_empty()


def examples_table(result: Checkpoints) -> Table:
    """Return single instances: source words, reference words, and what was matched."""
    return Table.of(
        "Examples",
        result.examples,
        Column("Class", field="class_"),
        *columns("words", "System", "Segment", "Band"),
        Column("Source words", field="words", of=lambda one: _phrase(one.source, one.words)),
        Column(
            "Reference words", field="aligned", of=lambda one: _phrase(one.reference, one.aligned)
        ),
        Column("Output", of=lambda one: " ".join(one.output)),
        Column("Matches", field="ngrams", of=lambda one: ", ".join(one.ngrams)),
        Column("Score", field="matched", of=lambda one: f"{one.matched}/{one.total}"),
        detail=True,
    ).without_empty()


def _phrase(words: tuple[str, ...], places: tuple[int, ...]) -> str:
    return " ".join(words[at] for at in places)
