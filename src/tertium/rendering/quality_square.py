"""How quality squares appear: four values for every text, their thresholds, reviewers' spread."""

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.numbers import spelled, written
from tertium.rendering.pictures.square import Gauge, draw_squares
from tertium.rendering.shapes import (
    Cell,
    Column,
    Figure,
    Measure,
    Table,
    columns,
    estimate,
    inner,
    listing,
)
from tertium.rendering.verdicts import verdicts_told
from tertium.stats.result import Estimate
from tertium.stats.square.square import Square, SquareText
from tertium.stats.square.verdicts import PRIOR, CornerValue
from tertium.wording import join, listed, say, term

_TITLES = {"adequacy": "Adequacy", "readability": "Readability", "major": "Major errors",
           "technical": "Technical errors"}  # fmt: skip
_RATED = ("adequacy", "readability")
_SIGNS = {"fail": "✗", "not yet decided": "?"}
_MOST = 20  # texts in the picture


@headline.register
def square_headline(result: Square) -> str:
    if len(result.texts) == 1:
        (one,) = result.texts
        told = {"pass": "passes", "fail": "fails", "not yet decided": "is not yet decided"}
        why = [say(_TITLES[c.corner].lower()) for c in one.corners if c.verdict == one.verdict]
        because = say(" ({why})", why=listed(list(why))) if one.verdict != "pass" and why else ""
        return say(
            "{a} {verdict}{because}.",
            a=_name(one),
            verdict=say(told[one.verdict]),
            because=because,
        )
    verdicts = verdicts_told([one.verdict for one in result.texts])
    whole = say("Of {texts:,} texts, {verdicts}.", texts=len(result.texts), verdicts=verdicts)
    return join((whole, *_apart(result)))


def _apart(result: Square) -> list[str]:
    """Say by which criteria systems differ significantly; of two, which one is better."""
    if not result.by_criterion:
        return []
    sure = [
        one.criterion
        for one in result.by_criterion
        if any(c.p_adjusted is not None and c.p_adjusted < 1 - result.level for c in one.contrasts)
    ]
    number = len(result.by_criterion[0].systems)
    if not sure:
        told = "No significant difference between the {number} systems."
        return [say(told, number=spelled(number))]
    if number > 2:
        return [say("Systems differ significantly in {criteria}.", criteria=_named(sure))]
    better: dict[str, list[str]] = {}
    for one in result.by_criterion:
        if one.criterion in sure:
            better.setdefault(one.contrasts[0].a, []).append(one.criterion)
    return [
        say("{a} is significantly better in {criteria}.", a=name, criteria=_named(them))
        for name, them in better.items()
    ]


def _named(names: list[str]) -> str:
    return listed([term(name) for name in names])


@facts.register
def square_facts(result: Square) -> tuple[tuple[str, str], ...]:
    people = {one.annotator for one in result.reviewers}
    most = max(c.reviewers for one in result.texts for c in one.corners)
    return (
        ("Texts", f"{len(result.texts):,}"),
        ("Reviewers", f"{max(len(people), most):,}"),
        ("Criteria", f"{len(result.criteria):,}"),
        ("Model", term(result.model)),
    )


@tables.register
def square_tables(result: Square) -> tuple[Table, ...]:
    return (
        _by_system(result),
        _squares(result),
        _verdicts(result),
        _contrasts(result),
        _criteria(result),
        _reviewers(result),
    )


@figures.register
def square_figures(result: Square) -> tuple[Figure, ...]:
    return (_figure(result) if len(result.texts) <= _MOST else _systems_figure(result),)


@methods.register
def square_methods(result: Square) -> str:
    gate = listed([_TITLES[name].lower() for name in result.gate])
    both = "and" if result.gate_logic == "all" else "or"
    opened = (
        f" Technical errors are weighed in texts that pass {gate} ({both})." if result.gate else ""
    )
    return (
        "Four values stand side by side and are never made into one (Glazychev, 2014): adequacy "
        "and readability, rated by reviewers; major errors; technical errors, weighed."
        f"{opened} A rating passes if its lower bound does and fails if its upper bound does "
        "not; between lies the guard band. "
        f"Bounds are Student's with a risk of {result.risk:.0%} on either side; the "
        "variance of a reviewer is pooled over texts, and what the model knows of earlier reviews "
        f"counts like {PRIOR} degrees of freedom. Errors by words have the bounds of Fay and Feuer "
        "(1997); errors in a whole text pass if every reviewer's count does. Systems are "
        "contrasted criterion by criterion, over texts and reviewers like these."
    )


def _name(one: SquareText) -> str:
    return ", ".join(part for part in (one.document, one.system) if part) or "The text"


def _value(one: CornerValue) -> Cell:
    if one.value is None:
        return None
    return Measure(Estimate(one.value, one.low, one.high), "number")


def _limit(one: CornerValue) -> str:
    sign = ("≥" if one.inclusive else ">") if one.corner in _RATED else (
        "≤" if one.inclusive else "<")  # fmt: skip
    return f"{sign} {written(one.limit, 'number')}"


# Tables --------------------------------------------------------------------------------------


def _squares(result: Square) -> Table:
    first = result.texts[0]
    columns = (
        Column("Text", "words", "document"),
        Column("System", "words", "system"),
        *(
            Column(
                say(
                    "{criterion} ({limit} {unit})",
                    criterion=say(_TITLES[c.corner]),
                    limit=_limit(c),
                    unit=term(c.unit),
                ),
                "number",
                c.corner,
            )
            for c in first.corners
        ),
        Column("Verdict", "words", "verdict"),
    )
    rows: list[tuple[Cell, ...]] = [
        (one.document, one.system, *(_value(c) for c in one.corners), one.verdict)
        for one in result.texts
    ]
    note = "Values with the bounds that decide; technical errors are weighed only in what passed."
    many = len(rows) > _MOST
    return Table("Quality squares", columns, tuple(rows), note, many).without_empty()


def _by_system(result: Square) -> Table:
    """List every system with its means, corner by corner, and how many texts pass."""
    systems = list(dict.fromkeys(one.system for one in result.texts))
    columns = (
        Column("System", "words", "system"),
        *(Column(title, "number", name) for name, title in _TITLES.items()),
        Column("Texts", "count", "texts"),
        Column("Passed", "count", "pass"),
        Column("Failed", "count", "fail"),
    )
    rows: list[tuple[Cell, ...]] = []
    for system in systems:
        own = [one for one in result.texts if one.system == system]
        verdicts = [one.verdict for one in own]
        means = [_mean([one.corners[at].value for one in own]) for at in range(len(_TITLES))]
        rows.append(
            (system or "all", *means, len(own), verdicts.count("pass"), verdicts.count("fail"))
        )
    note = "Means over texts; technical errors only of texts in which they were weighed."
    return Table("Systems", columns, tuple(rows) if len(result.texts) > 1 else (), note)


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _contrasts(result: Square) -> Table:
    return Table.of(
        "Contrasts by criterion",
        inner(result.by_criterion, "contrasts"),
        Column("Criterion"),
        Column("System", field="a"),
        Column("Less", field="b"),
        Column("Difference", "number", of=estimate("difference")),
        Column("p", "p"),
        Column("Holm", "p", "p_adjusted"),
        note=f"Differences of means over texts with {100 * result.level:g}% confidence intervals.",
        detail=sum(len(one.contrasts) for one in result.by_criterion) > _MOST,
    ).without_empty()


_verdicts = listing(
    "Corner by corner",
    lambda result: inner(result.texts, "corners"),
    Column("Text", field="document"),
    Column("System"),
    Column("Corner", of=lambda one: _TITLES[one.corner]),
    Column("Verdict", of=lambda one: one.verdict or "none"),
    Column("Because", field="reason"),
    Column("Value", "number"),
    Column("Threshold", field="limit", of=lambda one: _limit(one.own)),
    Column("Unit"),
    Column("Reviewers", "count", of=lambda one: one.reviewers or None),
    Column("Their sd", "number", "sd"),
    Column("From", "number", "smallest"),
    Column("To", "number", "largest"),
    detail=True,
).without_empty()

_criteria = listing(
    "Differences between reviewers",
    "criteria",
    *columns("words", "Criterion", "Scope", "Kind"),
    Column("Reviews", "count"),
    Column("Mean", "number"),
    Column("Sd of a reviewer", "number", "sd"),
    Column("Relative", "share"),
    note="Sd within texts; relative to the scale of ratings, or to the mean of counts.",
).without_empty()

_reviewers = listing(
    "Reviewers",
    "reviewers",
    Column("Reviewer", field="annotator"),
    Column("Criterion"),
    Column("Texts shared", "count", "texts"),
    Column("Above others by", "number", "difference"),
    detail=True,
)


# Picture -------------------------------------------------------------------------------------


def _figure(result: Square) -> Figure:
    gauges = []
    for at in range(len(_TITLES)):
        top = _top([one.corners[at] for one in result.texts])
        for one in result.texts:
            corner = one.corners[at]
            told = f"{_told(corner.value)} {_SIGNS.get(corner.verdict or '', '')}".strip()
            place = Estimate(corner.value, corner.low, corner.high)
            gauges.append(_gauge(_name(one), at, corner, place, top, corner.verdict or "", told))
    return _drawn(
        result,
        gauges,
        _squares(result),
        "Four values for each text with their bounds; the mark is the threshold, the shaded side "
        "passes. ✗ fails, ? not yet decided.",
        "text",
    )


def _systems_figure(result: Square) -> Figure:
    """Draw one square for each system where there are too many texts: means over its texts."""
    gauges = []
    for at in range(len(_TITLES)):
        top = _top([one.corners[at] for one in result.texts])
        for system in dict.fromkeys(one.system for one in result.texts):
            own = [one.corners[at] for one in result.texts if one.system == system]
            value = _mean([one.value for one in own])
            passed = sum(one.verdict == "pass" for one in own)
            told = f"{_told(value)} ({passed:,} of {len(own):,} pass)"
            gauges.append(_gauge(system or "all", at, own[0], Estimate(value), top, "", told))
    return _drawn(
        result,
        gauges,
        _by_system(result),
        "Means over the texts of each system, and how many texts pass; the mark is the threshold, "
        "the shaded side passes.",
        "system",
    )


def _told(value: float | None) -> str:
    return "not weighed" if value is None else written(value, "number")


def _gauge(
    text: str, at: int, corner: CornerValue, found: Estimate, top: float, verdict: str, told: str
) -> Gauge:
    """Place a value and its bounds on the scale of a corner, which ends at `top`."""
    value, low, high = (_share(one, top) for one in (found.value, found.low, found.high))
    above = corner.corner in _RATED
    return Gauge(text, at, value, low, high, corner.limit / top, above, verdict, told)


def _drawn(result: Square, gauges: list[Gauge], table: Table, caption: str, each: str) -> Figure:
    return Figure(
        name="squares",
        title=headline(result),
        spec=draw_squares(gauges, list(_TITLES.values())),
        table=table,
        caption=caption,
        alt=f"Four scales in a row for each {each}. {headline(result)}",
        narrowest=620,
    )


def _top(corners: list[CornerValue]) -> float:
    """Return where the scale of a corner ends: at its highest rating, or beyond all counts."""
    values = [one.value for one in corners if one.value is not None]
    if corners[0].corner in _RATED:
        return corners[0].highest
    return max([1.5 * corners[0].limit, *values]) or 1.0


def _share(value: float | None, top: float) -> float | None:
    return None if value is None else value / top
