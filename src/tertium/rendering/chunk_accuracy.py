"""How chunk accuracy appears: systems with both accuracies, answers, people, and problems."""

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.contrasts import RANKS, MeasureWords, answer_sentence, contrast_table, ranks
from tertium.rendering.names import short_names
from tertium.rendering.numbers import natural, within, written
from tertium.rendering.pictures.bars import Part, Stack, draw_stacks
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.pictures.theme import token
from tertium.rendering.shapes import Cell, Column, Figure, Table
from tertium.stats.chunks.accuracy import ChunkAccuracy
from tertium.wording import capital, listed, say, term

__all__: list[str] = []

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
    columns = (
        Column("System", "words", "system"),
        Column("Chunk accuracy", "share", "accuracy"),
        Column("Mean over segments", "share", "macro"),
        *RANKS,
    )
    rows = tuple(
        (one.system or "all", one.accuracy, one.macro, *ranks(one, result.systems))
        for one in result.systems
    )
    return Table("Chunk accuracy", columns, rows).without_empty()


def _judged(result: ChunkAccuracy) -> Table:
    columns = (
        Column("System", "words", "system"),
        Column("Correct", "count", "correct"),
        Column("Problematic", "count", "problematic"),
        Column("Chunks", "count", "chunks"),
        Column("Segments", "count", "segments"),
    )
    rows = tuple(
        (one.system or "all", one.correct, one.problematic, one.chunks, one.segments)
        for one in result.systems
    )
    return Table("What was judged", columns, rows)


def _shares(result: ChunkAccuracy) -> Table:
    columns = (
        Column("System", "words", "system"),
        *(Column(capital(term(label)), "share", label) for label in result.labels),
    )
    found = {(one.system, one.label): one.share for one in result.shares}
    rows: list[tuple[Cell, ...]] = [
        (one.system or "all", *(found[one.system, label] for label in result.labels))
        for one in result.systems
    ]
    return Table("What was said of chunks", columns, tuple(rows))


def _annotators(result: ChunkAccuracy) -> Table:
    columns = (
        Column("Annotator", "words", "annotator"),
        Column("Chunks judged", "count", "judgements"),
        Column("Correct", "share", "accuracy"),
    )
    rows = tuple(
        (one.annotator, one.judgements, one.accuracy)
        for one in sorted(result.annotators, key=lambda one: natural(one.annotator))
    )
    return Table("By annotator", columns, rows)


def _problems(result: ChunkAccuracy) -> Table:
    columns = (
        Column("Segment", "words", "segment"),
        Column("System", "words", "system"),
        Column("Chunk", "words", "chunk"),
        Column("Text", "words", "text"),
        Column("Found a problem", "count", "problematic"),
        Column("Of", "count", "judgements"),
    )
    rows = tuple(
        (one.segment, one.system, one.chunk, one.text, one.problematic, one.judgements)
        for one in result.problems
    )
    many = len(rows) > 8
    return Table("Where the problems are", columns, rows, detail=many).without_empty()


def _documents(result: ChunkAccuracy) -> Table:
    columns = (
        Column("Document", "words", "document"),
        Column("System", "words", "system"),
        Column("Chunks judged", "count", "judgements"),
        Column("Correct", "share", "accuracy"),
    )
    rows = tuple((one.document, one.system, one.judgements, one.accuracy)
                 for one in result.documents)  # fmt: skip
    return Table("By document", columns, rows, detail=True).without_empty()


def _accuracy_figure(result: ChunkAccuracy) -> Figure:
    short = short_names([one.system for one in result.systems])
    lines = [Line(short[one.system] or "all", one.accuracy) for one in result.systems]
    return Figure(
        name="chunk-accuracy",
        title=headline(result),
        spec=draw_intervals(lines, scale="linear", kind="share", heading="Chunk accuracy"),
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
