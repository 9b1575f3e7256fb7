"""How weighed errors appear: scores and verdicts, errors by kind, and examples in their context."""

from collections import defaultdict

from tertium.report.arrange import facts, figures, headline, methods, tables
from tertium.report.names import short_names
from tertium.report.numbers import interval, natural, written
from tertium.report.pictures.bars import Part, Stack, draw_bars, draw_stacks
from tertium.report.pictures.intervals import Line, draw_intervals
from tertium.report.pictures.theme import token
from tertium.report.shapes import Cell, Column, Figure, Kind, Table
from tertium.report.verdicts import verdict_headline, verdict_sentences
from tertium.stats.errors import FORMULAS, Decision, ErrorScores, SystemErrors
from tertium.stats.errors.rates import STRICTNESS
from tertium.stats.result import Estimate
from tertium.stats.told import count

__all__ = ["CALLED", "score_kind"]

CALLED = {
    "raw": "raw MQM score",
    "calibrated": "calibrated MQM score",
    "non-linear": "non-linear MQM score",
    "j2450": "points per word (SAE J2450)",
    "lisa": "LISA score",
    "wmt-mqm": "points per segment (WMT MQM)",
}
_COLOURS = (("neutral", "sheet"), ("line", "ink"), ("c1", "sheet"), ("c2", "sheet"))
_MOST = 15  # categories in the picture
_TOLD = 4  # systems whose verdicts are told in sentences


@headline.register
def _(result: ErrorScores) -> str:
    nothing = "" if any(one.errors for one in result.systems) else "No error is marked. "
    if result.decision:
        return f"{nothing}{verdict_headline(_ordered(result), result)}"
    best, called = result.systems[0], CALLED[result.scoring]
    around = interval(_score(best), score_kind(result))
    told = f"{written(best.score, score_kind(result))}"
    if around:
        told += f" ({100 * result.level:g}% CI {around})"
    if len(result.systems) == 1:
        return f"{nothing}{_name(best.system)} has a {called} of {told}."
    systems = count(len(result.systems), "system")
    same = sum(one.score == best.score for one in result.systems)
    if same == len(result.systems):
        return f"{nothing}{systems} have the same {called}: {told}."
    way = "highest" if result.higher_is_better else "lowest"
    if same > 1:
        return f"{same:,} of {systems} share the {way} {called}: {told}."
    return f"{_name(best.system)} has the {way} {called} of {systems}: {told}."


@facts.register
def _(result: ErrorScores) -> tuple[tuple[str, str], ...]:
    words = [one.words for one in result.systems]
    known = [number for number in words if number is not None]
    return (
        ("Outputs", f"{sum(one.outputs for one in result.systems):,}"),
        ("Annotators", f"{len(result.annotators):,}"),
        ("Errors", f"{sum(one.errors for one in result.systems):,}"),
        ("Words", f"{sum(known):,.0f}" if len(known) == len(words) else "not known"),
    )


@tables.register
def _(result: ErrorScores) -> tuple[Table, ...]:
    return (
        _systems(result),
        _decisions(result),
        _severities(result),
        _categories(result),
        _annotators(result),
        _examples(result),
        _by_system(result),
        _documents(result),
    )


@figures.register
def _(result: ErrorScores) -> tuple[Figure, ...]:
    drawn = [_scores_figure(result)]
    if len({one.category for one in result.categories}) > 1:
        drawn.append(_categories_figure(result))
    if len({one.severity for one in result.severities}) > 1:
        drawn.append(_severities_figure(result))
    return tuple(drawn)


@methods.register
def _(result: ErrorScores) -> str:
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


def _score(one: SystemErrors) -> Estimate:
    return Estimate(one.score, one.low, one.high)


def _name(system: str) -> str:
    return system or "The translation"


def _ordered(result: ErrorScores) -> list[Decision]:
    """Return the verdicts in the order of the scores."""
    order = {one.system: at for at, one in enumerate(result.systems)}
    return sorted(result.decision, key=lambda one: order[one.system])


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


# Tables --------------------------------------------------------------------------------------


def _systems(result: ErrorScores) -> Table:
    columns = (
        Column("System", "words", "system"),
        Column(_upper(CALLED[result.scoring]), score_kind(result), "score"),
        Column("Penalty points per 1,000 words", "number", "per_1000"),
        Column("Points", "number", "points"),
        Column("Words", "count", "words"),
        Column("Outputs", "count", "outputs"),
        Column("Errors", "count", "errors"),
        Column("Critical", "count", "critical"),
        Column("Without error", "share", "clean"),
        Column("Merits", "count", "merits"),
    )
    merits = any(one.merits for one in result.systems)
    critical = any(one.critical for one in result.systems)
    rows = tuple(
        (
            one.system or "all",
            _score(one),
            one.per_1000 if one.per_1000.value is not None else None,
            one.points,
            one.words,
            one.outputs,
            one.errors,
            one.critical if critical else None,
            one.clean,
            one.merits if merits else None,
        )
        for one in result.systems
    )
    note = f"{_upper(CALLED[result.scoring])}: {result.formula}."
    return Table("Scores", columns, rows, note).without_empty()


def _decisions(result: ErrorScores) -> Table:
    per = "1,000 words" if result.per == "words" else "segment"
    columns = (
        Column("System", "words", "system"),
        Column("Verdict", "words", "verdict"),
        Column("Because", "words", "reason"),
        Column(f"Penalty points per {per}", "number", "rate"),
        Column("Threshold", "number", "limit"),
        Column("Consumer's risk", "p", "consumer_risk"),
        Column("Producer's risk", "p", "producer_risk"),
        Column(f"More {result.per}", "count", "more"),
    )
    rows = tuple(
        (
            one.system or "all",
            one.verdict,
            one.reason,
            one.rate,
            one.limit,
            one.consumer_risk,
            one.producer_risk,
            one.more,
        )
        for one in _ordered(result)
    )
    told = [
        (f"{one.system}: " if len(rows) > 1 else "") + verdict_sentences(one, result)
        for one in (_ordered(result) if len(rows) <= _TOLD else ())
    ]
    note = " ".join(told)
    return Table("Pass or fail", columns, rows, note).without_empty()


def _severities(result: ErrorScores) -> Table:
    levels = list(dict.fromkeys(one.severity for one in result.severities))
    found = {(one.system, one.severity): one.errors for one in result.severities}
    columns = (
        Column("System", "words", "system"),
        *(Column(_upper(level), "count", level) for level in levels),
    )
    rows: list[tuple[Cell, ...]] = [
        (one.system or "all", *(found.get((one.system, level), 0) for level in levels))
        for one in result.systems
    ]
    return Table("Errors by severity", columns, tuple(rows) if levels else ())


def _summed(result: ErrorScores) -> list[tuple[str, str, int, float, float | None]]:
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


def _categories(result: ErrorScores) -> Table:
    columns = (
        Column("Category", "words", "category"),
        Column("Errors", "count", "errors"),
        Column("Points", "number", "points"),
        Column("Share of points", "share", "share"),
    )
    rows = [(kind, number, points, share) for kind, _, number, points, share in _summed(result)]
    return Table("Errors by category", columns, tuple(rows))


def _by_system(result: ErrorScores) -> Table:
    columns = (
        Column("Category", "words", "category"),
        Column("System", "words", "system"),
        Column("Errors", "count", "errors"),
        Column("Points", "number", "points"),
        Column("Share of the system's points", "share", "share"),
        Column("Points per 1,000 words", "number", "per_1000"),
    )
    rows = tuple(
        (one.category, one.system, one.errors, one.points, one.share, one.per_1000)
        for one in result.categories
    )
    one = len(result.systems) == 1
    return Table(
        "Errors by category and system", columns, () if one else rows, detail=True
    ).without_empty()


def _annotators(result: ErrorScores) -> Table:
    columns = (
        Column("Annotator", "words", "annotator"),
        Column("Outputs read", "count", "readings"),
        Column("Errors", "count", "errors"),
        Column("Points per output", "number", "per_reading"),
        Column("Points per 1,000 words", "number", "per_1000"),
        Column("Without error", "share", "clean"),
    )
    rows = tuple(
        (one.annotator, one.readings, one.errors, one.per_reading, one.per_1000, one.clean)
        for one in sorted(result.annotators, key=lambda one: natural(one.annotator))
    )
    return Table("Errors by annotator", columns, rows).without_empty()


def _documents(result: ErrorScores) -> Table:
    columns = (
        Column("Document", "words", "document"),
        Column("System", "words", "system"),
        Column("Outputs", "count", "outputs"),
        Column("Words", "count", "words"),
        Column("Errors", "count", "errors"),
        Column("Points", "number", "points"),
        Column("Score", score_kind(result), "score"),
    )
    rows = tuple(
        (one.document, one.system, one.outputs, one.words, one.errors, one.points, one.score)
        for one in sorted(result.documents, key=lambda one: (natural(one.document), one.system))
    )
    return Table("Errors by document", columns, rows, detail=True).without_empty()


def _examples(result: ErrorScores) -> Table:
    columns = (
        Column("Category", "words", "category"),
        Column("Severity", "words", "severity"),
        Column("Segment", "words", "segment"),
        Column("System", "words", "system"),
        Column("Passage", "words", "passage"),
        Column("Note", "words", "note"),
    )
    rows = tuple(
        (
            one.category,
            one.severity,
            one.segment,
            one.system,
            f"{one.before}[{one.passage}]{one.after}"
            + (" (source)" if one.side == "source" else ""),
            one.note,
        )
        for one in result.examples
    )
    note = "What was marked stands in square brackets." if rows else ""
    many = len(rows) > 8
    return Table("Typical errors", columns, rows, note, detail=many).without_empty()


# Pictures ------------------------------------------------------------------------------------


def _scores_figure(result: ErrorScores) -> Figure:
    short = short_names([one.system for one in result.systems])
    verdicts = {one.system: one.verdict for one in result.decision}
    lines = [
        Line(short[one.system] or "all", _score(one), beside=verdicts.get(one.system, ""))
        for one in result.systems
    ]
    better = "higher" if result.higher_is_better else "lower"
    sides = ("fail", "pass") if result.higher_is_better else ("pass", "fail")
    line = "; the dotted line is the threshold" if verdicts else ""
    return Figure(
        name="error-scores",
        title=headline(result),
        spec=draw_intervals(
            lines,
            scale="linear",
            kind=score_kind(result),
            equal=result.pass_mark if verdicts else None,
            below=sides[0] if verdicts else "",
            above=sides[1] if verdicts else "",
            heading="Score",
            beside="Verdict" if verdicts else "",
        ),
        table=_systems(result),
        caption=f"{_upper(CALLED[result.scoring])} with its {100 * result.level:g}% confidence "
        f"interval; {better} is better{line}.",
        alt=f"One line per system with its score. {headline(result)}",
        signature=result.signature,
    )


def _categories_figure(result: ErrorScores) -> Figure:
    ordered = sorted(_summed(result), key=lambda one: (-one[2], one[0]))[:_MOST]
    kinds = count(len(_summed(result)), "category", "categories")
    title = f"{_upper(ordered[0][0])} is the commonest of {kinds}."
    return Figure(
        name="error-categories",
        title=title,
        spec=draw_bars([(kind, number) for kind, _, number, _, _ in ordered]),
        table=_categories(result),
        caption="Marked errors by category, over all systems and annotators.",
        alt=f"One bar per category, as long as it has errors. {title}",
        signature=result.signature,
        half=True,
    )


def _severities_figure(result: ErrorScores) -> Figure:
    levels = list(dict.fromkeys(one.severity for one in result.severities))
    looks = [_COLOURS[min(at + max(0, 4 - len(levels)), 3)] for at in range(len(levels))]
    parts = [
        Part(level, token(colour), token(ink))
        for level, (colour, ink) in zip(levels, looks, strict=True)
    ]
    found = {(one.system, one.severity): one.errors for one in result.severities}
    short = short_names([one.system for one in result.systems])
    stacks = [
        Stack(
            short[one.system] or "all",
            tuple(found.get((one.system, level), 0) / one.errors for level in levels),
        )
        for one in result.systems
        if one.errors
    ]
    total = sum(one.errors for one in result.severities)
    heavy = levels[-1]
    share = sum(one.errors for one in result.severities if one.severity == heavy) / total
    title = f"{share:.0%} of all errors are {heavy}."
    return Figure(
        name="error-severities",
        title=title,
        spec=draw_stacks(parts, stacks),
        table=_severities(result),
        caption="Errors of each system by severity.",
        alt=f"One bar per system, divided by severity. {title}",
        signature=result.signature,
        half=True,
    )
