"""How weighed errors appear: scores and verdicts, errors by kind, and examples in their context."""

from collections import defaultdict

from tertium.rendering.arrange import facts, headline, methods, tables
from tertium.rendering.contrasts import MeasureWords, answer_sentence, contrast_table, ranks
from tertium.rendering.numbers import natural, within, written
from tertium.rendering.shapes import Cell, Column, Kind, Table, columns, known, listing
from tertium.rendering.verdicts import verdict_headline, verdict_sentences
from tertium.stats.errors.analyse import ErrorScores, SystemErrors
from tertium.stats.errors.formulas import FORMULAS
from tertium.stats.errors.parts import CategoryErrors, SeverityErrors
from tertium.stats.errors.rates import STRICTNESS
from tertium.stats.errors.verdicts import Decision
from tertium.stats.result import Estimate
from tertium.wording import capital, join, name, say, term

BESIDE = 4  # systems whose errors stand beside each other
_TOLD = 4  # systems whose verdicts are told in sentences


@headline.register
def error_scores_headline(result: ErrorScores) -> str:
    nothing = "" if any(one.errors for one in result.systems) else say("No error is marked.")
    if result.decision:
        verdict = verdict_headline(_ordered(result), result)
        return join((nothing, verdict, _beside(result)))
    best = result.systems[0]
    if len(result.systems) == 1:
        score = say(
            "{a} has a {measure} of {x}{within}.",
            a=_name(best.system),
            measure=say(FORMULAS[result.scoring].called),
            x=written(best.score, score_kind(result)),
            within=within(score_of(best), score_kind(result), result.level),
        )
        return join((nothing, score))
    told = answer_sentence(result.systems, result.contrasts, _measured(result), result.level)
    return join((nothing, told))


@facts.register
def error_scores_facts(result: ErrorScores) -> tuple[tuple[str, str], ...]:
    words = [one.words for one in result.systems]
    known = [number for number in words if number is not None]
    return (
        ("Outputs", f"{sum(one.outputs for one in result.systems):,}"),
        ("Annotators", f"{len(result.annotators):,}"),
        ("Errors", f"{sum(one.errors for one in result.systems):,}"),
        ("Words", f"{sum(known):,.0f}" if len(known) == len(words) else "not known"),
    )


@tables.register
def error_scores_tables(result: ErrorScores) -> tuple[Table, ...]:
    return (
        systems_table(result),
        _decisions(result),
        contrast_table("Contrasts of systems", result.contrasts, score_kind(result)),
        _read(result),
        severities_table(result),
        categories_table(result),
        _annotators(result),
        _examples(result),
        _by_system(result),
        _documents(result),
    )


@methods.register
def error_scores_methods(result: ErrorScores) -> str:
    formula = FORMULAS[result.scoring]
    unit = "words" if result.per == "words" else "segments"
    told = (
        f"Score: {result.formula} ({formula.cite}); what an error costs follows from the typology "
        f"{result.typology}. Where several annotators read an output its points are their mean, "
        f"and its {unit} count once. Intervals are for documents and annotators like these: the "
        "rate is a gamma variable for the errors (Fay and Feuer 1997) over another for documents "
        "and annotators. From six documents on their differences are measured, below taken from "
        f"past campaigns ({result.spread:.0%} of the mean); those of annotators are shrunk to past "
        f"campaigns ({STRICTNESS:.0%})."
    )
    if len(result.systems) > 1:
        told += (
            " Two systems are contrasted through the annotators and documents that both have, with "
            "intervals in which annotators, documents and segments vary; p and ranks come from "
            "the log ratio of their penalty points, and ranges over all pairs are corrected for "
            "their number (Holm, 1979)."
        )
    if result.decision:
        told += (
            " A system passes if a text at the threshold would look as good or better with a "
            f"probability of at most {result.consumer:.1%} (consumer's risk), else it fails if "
            "such a text would look as bad or worse with a probability of at most "
            f"{result.producer:.1%} (producer's risk). Documents of that text differ by "
            f"{result.spread:.0%} of their mean, or by more if the sample shows it."
        )
    return told


def score_kind(result: ErrorScores) -> Kind:
    """Return how scores of this kind are written."""
    kinds: dict[str, Kind] = {"wmt-mqm": "ratio", "j2450": "standard"}
    return kinds.get(result.scoring, "number")


def _beside(result: ErrorScores) -> str:
    """Say which of two systems is better, beside their verdicts."""
    if len(result.systems) != 2 or result.contrasts[0].p is None:
        return ""
    return answer_sentence(result.systems, result.contrasts, _measured(result), result.level)


def _measured(result: ErrorScores) -> MeasureWords:
    kind = score_kind(result)
    return MeasureWords(FORMULAS[result.scoring].called, kind, kind)


def score_of(one: SystemErrors) -> Estimate:
    """Return the score of a system with its interval."""
    return Estimate(one.score, one.low, one.high)


def _name(system: str) -> str:
    return system or say("The translation")


def _ordered(result: ErrorScores) -> list[Decision]:
    """Return the verdicts in the order of the scores."""
    order = {one.system: at for at, one in enumerate(result.systems)}
    return sorted(result.decision, key=lambda one: order[one.system])


def upper(text: str) -> str:
    """Begin with a capital letter."""
    return text[:1].upper() + text[1:]


# Tables --------------------------------------------------------------------------------------


def systems_table(result: ErrorScores) -> Table:
    """List systems with their scores and ranks."""
    called = FORMULAS[result.scoring].called
    return Table.of(
        "Scores",
        result.systems,
        Column("System", of=lambda one: one.system or "all"),
        Column(capital(say(called)), score_kind(result), "score", score_of),
        Column("Penalty points per 1,000 words", "number", "per_1000", known("per_1000")),
        *ranks(result.systems),
        Column("Errors", "count"),
        *(columns("count", "Critical") if any(one.critical for one in result.systems) else ()),
        *(columns("count", "Merits") if any(one.merits for one in result.systems) else ()),
        note=f"{upper(called)}: {result.formula}.",
    ).without_empty()


_read = listing(
    "What was read",
    "systems",
    Column("System", of=lambda one: one.system or "all"),
    *columns("count", "Outputs", "Words", "Annotators", "Documents"),
    Column("Points", "number"),
    Column("Without error", "share", "clean"),
).without_empty()


def _decisions(result: ErrorScores) -> Table:
    per = "1,000 words" if result.per == "words" else "segment"
    records = _ordered(result)
    told = [
        (f"{one.system}: " if len(records) > 1 else "") + verdict_sentences(one, result)
        for one in (records if len(records) <= _TOLD else ())
    ]
    return Table.of(
        "Pass or fail",
        records,
        Column("System", of=lambda one: one.system or "all"),
        Column("Verdict"),
        Column("Because", field="reason"),
        Column(say(f"Penalty points per {per}"), "number", "rate"),
        Column("Threshold", "number", "limit"),
        Column("Consumer's risk", "p", "consumer_risk"),
        Column("Producer's risk", "p", "producer_risk"),
        Column(say(f"More {result.per}"), "count", "more"),
        note=" ".join(told),
    ).without_empty()


def severities_table(result: ErrorScores) -> Table:
    """List errors of each severity beside each other for each system, and in 1,000 words."""
    levels = levels_of(result)
    found = {(one.system, one.severity): one for one in result.severities}
    columns: list[Column] = [Column("System", "words", "system")]
    for level in levels:
        columns.append(Column(capital(term(level)), "count", level))
        columns.append(Column("per 1,000 words", "number", f"{level}_per_1000"))
    rows = []
    for one in result.systems:
        row: list[Cell] = [one.system or "all"]
        for level in levels:
            mine = found.get((one.system, level))
            row += [mine.errors if mine else 0, errors_rate(mine, one)]
        rows.append(tuple(row))
    return Table(
        "Errors by severity", tuple(columns), tuple(rows) if levels else ()
    ).without_empty()


def levels_of(result: ErrorScores) -> list[str]:
    """Return the severities that occur, in their order."""
    return list(dict.fromkeys(one.severity for one in result.severities))


def errors_rate(
    found: CategoryErrors | SeverityErrors | None, system: SystemErrors
) -> float | None:
    """Return the errors in 1,000 words; none is 0 where the words are known."""
    if found is None:
        return None if system.words is None else 0.0
    return found.errors_per_1000


def by_kind(result: ErrorScores) -> list[tuple[str, str, int, float, float | None]]:
    """Return category, name, errors, points and share of points over all systems."""
    sums: dict[str, list[float]] = defaultdict(lambda: [0, 0.0])
    names = {one.category: one.name for one in result.categories}
    for one in result.categories:
        sums[one.category][0] += one.errors
        sums[one.category][1] += one.points
    whole = sum(points for _, points in sums.values())
    return [
        (kind, names[kind], int(number), points, points / whole if whole else None)
        for kind, (number, points) in sums.items()
    ]


def categories_table(result: ErrorScores) -> Table:
    """List errors of each category, beside each other for a few systems."""
    beside = result.systems if 1 < len(result.systems) <= BESIDE else ()
    found = {(one.category, one.system): one for one in result.categories}
    columns = (
        Column("Category", "words", "category"),
        Column("Errors", "count", "errors"),
        *(Column(name(one.system), "number", one.system) for one in beside),
        Column("Points", "number", "points"),
        Column("Share of points", "share", "share"),
    )
    rows = [
        (
            kind,
            number,
            *(errors_rate(found.get((kind, one.system)), one) for one in beside),
            points,
            share,
        )
        for kind, _, number, points, share in by_kind(result)
    ]
    note = "Under a system: errors per 1,000 words." if beside else ""
    return Table("Errors by category", columns, tuple(rows), note).without_empty()


_by_system = listing(
    "Errors by category and system",
    lambda result: result.categories if len(result.systems) > 1 else (),
    *columns("words", "Category", "System"),
    Column("Errors", "count"),
    Column("Points", "number"),
    Column("Share of the system's points", "share", "share"),
    Column("Points per 1,000 words", "number", "per_1000"),
    Column("Errors per 1,000 words", "number", "errors_per_1000"),
    detail=True,
).without_empty()

_annotators = listing(
    "Errors by annotator",
    lambda result: sorted(result.annotators, key=lambda one: natural(one.annotator)),
    Column("Annotator"),
    Column("Outputs read", "count", "readings"),
    Column("Errors", "count"),
    Column("Points per output", "number", "per_reading"),
    Column("Points per 1,000 words", "number", "per_1000"),
    Column("Without error", "share", "clean"),
).without_empty()


def _documents(result: ErrorScores) -> Table:
    return Table.of(
        "Errors by document",
        sorted(result.documents, key=lambda one: (natural(one.document), one.system)),
        *columns("words", "Document", "System"),
        *columns("count", "Outputs", "Words", "Errors"),
        Column("Points", "number"),
        Column("Score", score_kind(result)),
        detail=True,
    ).without_empty()


def _examples(result: ErrorScores) -> Table:
    return Table.of(
        "Typical errors",
        result.examples,
        *columns("words", "Category", "Severity", "Segment", "System"),
        Column(
            "Passage",
            of=lambda one: (
                f"{one.before}[{one.passage}]{one.after}"
                + (" (source)" if one.side == "source" else "")
            ),
        ),
        Column("Note"),
        note="What was marked stands in square brackets." if result.examples else "",
        detail=len(result.examples) > 8,
    ).without_empty()
