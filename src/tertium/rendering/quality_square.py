"""How quality squares appear: four values for every text, their thresholds, reviewers' spread."""

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.numbers import spelled, written
from tertium.rendering.pictures.square import Gauge, draw_squares
from tertium.rendering.shapes import Cell, Column, Figure, Measure, Table
from tertium.rendering.verdicts import verdicts_told
from tertium.stats.result import Estimate
from tertium.stats.square.square import Square, SquareText
from tertium.stats.square.verdicts import PRIOR, CornerValue
from tertium.wording import join, listed, say, term

__all__: list[str] = []

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
    columns = (
        Column("Criterion", "words", "criterion"),
        Column("System", "words", "a"),
        Column("Less", "words", "b"),
        Column("Difference", "number", "difference"),
        Column("p", "p", "p"),
        Column("Holm", "p", "p_adjusted"),
    )
    rows = tuple(
        (
            one.criterion,
            pair.a,
            pair.b,
            Estimate(pair.difference, pair.low, pair.high),
            pair.p,
            pair.p_adjusted,
        )
        for one in result.by_criterion
        for pair in one.contrasts
    )
    note = f"Differences of means over texts with {100 * result.level:g}% confidence intervals."
    return Table("Contrasts by criterion", columns, rows, note, len(rows) > _MOST).without_empty()


def _verdicts(result: Square) -> Table:
    columns = (
        Column("Text", "words", "document"),
        Column("System", "words", "system"),
        Column("Corner", "words", "corner"),
        Column("Verdict", "words", "verdict"),
        Column("Because", "words", "reason"),
        Column("Value", "number", "value"),
        Column("Threshold", "words", "limit"),
        Column("Unit", "words", "unit"),
        Column("Reviewers", "count", "reviewers"),
        Column("Their sd", "number", "sd"),
        Column("From", "number", "smallest"),
        Column("To", "number", "largest"),
    )
    rows = tuple(
        (one.document, one.system, _TITLES[c.corner], c.verdict or "none", c.reason, c.value,
         _limit(c), c.unit, c.reviewers or None, c.sd, c.smallest, c.largest)
        for one in result.texts
        for c in one.corners
    )  # fmt: skip
    return Table("Corner by corner", columns, rows, detail=True).without_empty()


def _criteria(result: Square) -> Table:
    columns = (
        Column("Criterion", "words", "criterion"),
        Column("Scope", "words", "scope"),
        Column("Kind", "words", "kind"),
        Column("Reviews", "count", "reviews"),
        Column("Mean", "number", "mean"),
        Column("Sd of a reviewer", "number", "sd"),
        Column("Relative", "share", "relative"),
    )
    rows = tuple(
        (one.criterion, one.scope, one.kind, one.reviews, one.mean, one.sd, one.relative)
        for one in result.criteria
    )
    note = "Sd within texts; relative to the scale of ratings, or to the mean of counts."
    return Table("Differences between reviewers", columns, rows, note).without_empty()


def _reviewers(result: Square) -> Table:
    columns = (
        Column("Reviewer", "words", "annotator"),
        Column("Criterion", "words", "criterion"),
        Column("Texts shared", "count", "texts"),
        Column("Above others by", "number", "difference"),
    )
    rows = tuple(
        (one.annotator, one.criterion, one.texts, one.difference) for one in result.reviewers
    )
    return Table("Reviewers", columns, rows, detail=True)


# Picture -------------------------------------------------------------------------------------


def _figure(result: Square) -> Figure:
    gauges = []
    for at, name in enumerate(_TITLES):
        corners = [one.corners[at] for one in result.texts]
        top = _top(corners)
        for one, corner in zip(result.texts, corners, strict=True):
            told = written(corner.value, "number") if corner.value is not None else "not weighed"
            gauges.append(
                Gauge(
                    text=_name(one),
                    corner=at,
                    value=_share(corner.value, top),
                    low=_share(corner.low, top),
                    high=_share(corner.high, top),
                    limit=corner.limit / top,
                    above=name in _RATED,
                    verdict=corner.verdict or "",
                    told=f"{told} {_SIGNS.get(corner.verdict or '', '')}".strip(),
                )
            )
    return Figure(
        name="squares",
        title=headline(result),
        spec=draw_squares(gauges, list(_TITLES.values())),
        table=_squares(result),
        caption="Four values for each text with their bounds; the mark is the threshold, the "
        "shaded side passes. ✗ fails, ? not yet decided.",
        alt=f"Four scales in a row for each text. {headline(result)}",
        narrowest=620,
    )


def _systems_figure(result: Square) -> Figure:
    """Draw one square for each system where there are too many texts: means over its texts."""
    gauges = []
    systems = list(dict.fromkeys(one.system for one in result.texts))
    for at, name in enumerate(_TITLES):
        corners = [one.corners[at] for one in result.texts]
        top = _top(corners)
        for system in systems:
            own = [one.corners[at] for one in result.texts if one.system == system]
            value = _mean([one.value for one in own])
            passed = sum(one.verdict == "pass" for one in own)
            told = "not weighed" if value is None else written(value, "number")
            gauges.append(
                Gauge(
                    text=system or "all",
                    corner=at,
                    value=_share(value, top),
                    low=None,
                    high=None,
                    limit=own[0].limit / top,
                    above=name in _RATED,
                    verdict="",
                    told=f"{told} ({passed:,} of {len(own):,} pass)",
                )
            )
    return Figure(
        name="squares",
        title=headline(result),
        spec=draw_squares(gauges, list(_TITLES.values())),
        table=_by_system(result),
        caption="Means over the texts of each system, and how many texts pass; the mark is the "
        "threshold, the shaded side passes.",
        alt=f"Four scales in a row for each system. {headline(result)}",
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
