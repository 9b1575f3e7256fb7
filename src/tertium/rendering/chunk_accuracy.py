"""How chunk accuracy appears: systems with both accuracies, answers, people, and problems."""

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.contrasts import MeasureWords, answer_sentence, contrast_table, ranks
from tertium.rendering.names import short_names
from tertium.rendering.numbers import natural, within, written
from tertium.rendering.pictures.bars import Part, Stack, draw_stacks
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.pictures.theme import token
from tertium.rendering.shapes import Column, Figure, Table, columns, listing
from tertium.stats.chunks.accuracy import ChunkAccuracy
from tertium.wording import capital, listed, say, term

_MEASURED = MeasureWords("chunk accuracy", "share", "points")
_COLOURS = (("c1", "sheet"), ("c2", "sheet"), ("line", "ink"), ("neutral", "sheet"))


@headline.register
def chunk_accuracy_headline(result: ChunkAccuracy) -> str:
    best = result.systems[0]
    if len(result.systems) == 1:
        return say(
            "{share}{within} of the chunks of {a} are correct.",
            share=written(best.accuracy.value, "share"),
            within=within(best.accuracy, "share", result.level),
            a=best.system or say("The translation"),
        )
    return answer_sentence(result.systems, result.contrasts, _MEASURED, result.level)


@facts.register
def chunk_accuracy_facts(result: ChunkAccuracy) -> tuple[tuple[str, str], ...]:
    return (
        ("Chunks", f"{sum(one.chunks for one in result.systems):,}"),
        ("Judgements", f"{sum(one.judgements for one in result.annotators):,}"),
        ("Annotators", f"{len(result.annotators):,}"),
        ("Segments", f"{max(one.segments for one in result.systems):,}"),
    )


@tables.register
def chunk_accuracy_tables(result: ChunkAccuracy) -> tuple[Table, ...]:
    return (
        _systems(result),
        contrast_table("Contrasts of systems", result.contrasts, "points"),
        _judged(result),
        _shares(result),
        _annotators(result),
        _problems(result),
        _documents(result),
    )


@figures.register
def chunk_accuracy_figures(result: ChunkAccuracy) -> tuple[Figure, ...]:
    return (_accuracy_figure(result), _shares_figure(result))


@methods.register
def chunk_accuracy_methods(result: ChunkAccuracy) -> str:
    return (
        "Chunk accuracy is C/(C + P): the share of judged chunks without a problem (Ahrenberg, "
        "2014). Over all judgements every chunk counts the same (micro); as the mean over segments "
        "every segment does (macro). Confidence intervals let annotators, documents and segments "
        "vary; systems are contrasted by their accuracy over all judgements. It reports values, "
        f"not thresholds: nothing passes or fails. Answers: {listed(list(result.labels))}; the "
        "first is C, the others are P."
    )


def _systems(result: ChunkAccuracy) -> Table:
    return Table.of(
        "Chunk accuracy",
        result.systems,
        Column("System", of=lambda one: one.system or "all"),
        Column("Chunk accuracy", "share", "accuracy"),
        Column("Mean over segments", "share", "macro"),
        *ranks(result.systems),
    ).without_empty()


_judged = listing(
    "What was judged",
    "systems",
    Column("System", of=lambda one: one.system or "all"),
    *columns("count", "Correct", "Problematic", "Chunks", "Segments"),
)


def _shares(result: ChunkAccuracy) -> Table:
    found = {(one.system, one.label): one.share for one in result.shares}

    def share(label: str) -> Column:
        return Column(capital(term(label)), "share", label, lambda one: found[one.system, label])

    return Table.of(
        "What was said of chunks",
        result.systems,
        Column("System", of=lambda one: one.system or "all"),
        *map(share, result.labels),
    )


_annotators = listing(
    "By annotator",
    lambda result: sorted(result.annotators, key=lambda one: natural(one.annotator)),
    Column("Annotator"),
    Column("Chunks judged", "count", "judgements"),
    Column("Correct", "share", "accuracy"),
)

_problems = listing(
    "Where the problems are",
    "problems",
    *columns("words", "Segment", "System", "Chunk", "Text"),
    Column("Found a problem", "count", "problematic"),
    Column("Of", "count", "judgements"),
    fits=8,
).without_empty()

_documents = listing(
    "By document",
    "documents",
    *columns("words", "Document", "System"),
    Column("Chunks judged", "count", "judgements"),
    Column("Correct", "share", "accuracy"),
    detail=True,
).without_empty()


def _accuracy_figure(result: ChunkAccuracy) -> Figure:
    short = short_names([one.system for one in result.systems])
    lines = [Line(short[one.system] or "all", one.accuracy) for one in result.systems]
    return Figure(
        name="chunk-accuracy",
        title=headline(result),
        spec=draw_intervals(lines, kind="share", heading="Chunk accuracy"),
        table=_systems(result),
        caption=f"Chunk accuracy with its {100 * result.level:g}% interval; higher is better.",
        alt=f"One line per system with its accuracy. {headline(result)}",
    )


def _shares_figure(result: ChunkAccuracy) -> Figure:
    parts = [
        Part(label, token(colour), token(ink))
        for label, (colour, ink) in zip(result.labels, _COLOURS, strict=False)
    ]
    found = {(one.system, one.label): one.share for one in result.shares}
    short = short_names([one.system for one in result.systems])
    stacks = [
        Stack(
            short[one.system] or "all", tuple(found[one.system, label] for label in result.labels)
        )
        for one in result.systems
    ]
    title = _problems_told(result)
    return Figure(
        name="chunk-answers",
        title=title,
        spec=draw_stacks(parts, stacks),
        table=_shares(result),
        caption="What was said of chunks, by system.",
        alt=f"One bar per system, divided by answers. {title}",
    )


def _problems_told(result: ChunkAccuracy) -> str:
    """Return what the answers say beside the accuracy: the commonest problem, or how many."""
    if len(result.labels) > 2:
        judged = dict.fromkeys(result.labels[1:], 0)
        for one in result.shares:
            if one.label in judged:
                judged[one.label] += one.judgements
        return f"The most frequent problem is {max(judged, key=judged.__getitem__)}."
    wrong = sum(one.problematic for one in result.systems)
    judgements = wrong + sum(one.correct for one in result.systems)
    return f"{wrong:,} of {judgements:,} judgements found a problem."
