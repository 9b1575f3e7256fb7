"""Pictures of weighed errors: scores, and what was marked, system beside system."""

from tertium.rendering.arrange import figures, headline
from tertium.rendering.errors import (
    BESIDE,
    by_kind,
    categories_table,
    errors_rate,
    levels_of,
    score_kind,
    score_of,
    severities_table,
    systems_table,
    upper,
)
from tertium.rendering.names import short_names
from tertium.rendering.numbers import written
from tertium.rendering.pictures.bars import Part, Stack, draw_groups, draw_stacks
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.pictures.theme import SERIES, token
from tertium.rendering.shapes import Figure
from tertium.stats.errors.analyse import ErrorScores, SystemErrors
from tertium.stats.errors.formulas import FORMULAS
from tertium.stats.errors.parts import CategoryErrors, SeverityErrors
from tertium.stats.told import count
from tertium.wording import capital, say, term

_COLOURS = (("neutral", "sheet"), ("line", "ink"), ("c1", "sheet"), ("c2", "sheet"))
_MOST = 10  # categories in the picture


@figures.register
def error_scores_figures(result: ErrorScores) -> tuple[Figure, ...]:
    drawn = [_scores_figure(result)]
    if len({one.category for one in result.categories}) > 1:
        drawn.append(_categories_figure(result))
    if len({one.severity for one in result.severities}) > 1:
        drawn.append(_severities_figure(result))
    return tuple(drawn)


def _scores_figure(result: ErrorScores) -> Figure:
    short = short_names([one.system for one in result.systems])
    verdicts = {one.system: one.verdict for one in result.decision}
    lines = [
        Line(short[one.system] or "all", score_of(one), beside=verdicts.get(one.system, ""))
        for one in result.systems
    ]
    better = "higher" if result.higher_is_better else "lower"
    sides = ("fail", "pass") if result.higher_is_better else ("pass", "fail")
    line = "; the dotted line is the threshold" if verdicts else ""
    return Figure(
        name="error-scores",
        title=_spanned(result),
        spec=draw_intervals(
            lines,
            kind=score_kind(result),
            equal=result.pass_mark if verdicts else None,
            below=sides[0] if verdicts else "",
            above=sides[1] if verdicts else "",
            heading="Score",
            beside="Verdict" if verdicts else "",
        ),
        table=systems_table(result),
        caption=f"{upper(FORMULAS[result.scoring].called)}, {100 * result.level:g}% confidence "
        f"interval; {better} is better{line}.",
        alt=f"One line per system with its score. {headline(result)}",
    )


def _spanned(result: ErrorScores) -> str:
    """Say from where to where scores reach."""
    called, kind = capital(say(FORMULAS[result.scoring].called)), score_kind(result)
    best, worst = result.systems[0], result.systems[-1]
    first = written(best.score, kind)
    if best.score == worst.score:
        return say("{measure}: {x}.", measure=called, x=first)
    return say(
        "{measure}: {x} ({a}) to {y} ({b}).",
        measure=called,
        x=first,
        a=best.system,
        y=written(worst.score, kind),
        b=worst.system,
    )


def _categories_figure(result: ErrorScores) -> Figure:
    """Draw what each system was marked for, beside each other where words are known."""
    ordered = [
        kind for kind, *_ in sorted(by_kind(result), key=lambda one: (-one[2], one[0]))[:_MOST]
    ]
    kinds = count(len(by_kind(result)), "category", "categories")
    named = {one.category: one.name for one in result.categories}
    title = say(
        "{category} is the most frequent of {kinds}.",
        category=upper(named[ordered[0]]),
        kinds=kinds,
    )
    shown = result.systems[:BESIDE]
    amounts = _amounts(result)
    found = {(one.category, one.system): one for one in result.categories}
    bars = [
        Stack(
            label,
            tuple(_size(found.get((kind, one.system)), one, amounts) for kind in ordered),
        )
        for one, label in zip(shown, _labels(result), strict=False)
    ]
    left = len(result.systems) - len(shown)
    others = f" The {len(shown)} best of {len(result.systems)} systems." if left else ""
    return Figure(
        name="error-categories",
        title=title,
        spec=draw_groups([named[kind] for kind in ordered], bars, SERIES, amounts=amounts),
        table=categories_table(result),
        caption=f"{amounts}, by category.{others}",
        alt=f"One bar per category and system. {title}",
    )


def _severities_figure(result: ErrorScores) -> Figure:
    """Draw how many errors of each severity every system has, as amounts, not as shares."""
    levels, amounts = levels_of(result), _amounts(result)
    looks = [_COLOURS[min(at + max(0, 4 - len(levels)), 3)] for at in range(len(levels))]
    parts = [
        Part(level, token(colour), token(ink))
        for level, (colour, ink) in zip(levels, looks, strict=True)
    ]
    found = {(one.system, one.severity): one for one in result.severities}
    stacks = [
        Stack(label, tuple(_size(found.get((one.system, level)), one, amounts) for level in levels))
        for one, label in zip(result.systems, _labels(result), strict=True)
    ]
    total = sum(one.errors for one in result.severities)
    heavy = levels[-1]
    share = sum(one.errors for one in result.severities if one.severity == heavy) / total
    title = say("{share:.0%} of all errors are {severity}.", share=share, severity=term(heavy))
    return Figure(
        name="error-severities",
        title=title,
        spec=draw_stacks(parts, stacks, amounts=amounts),
        table=severities_table(result),
        caption=f"{amounts}, by severity.",
        alt=f"One bar per system, divided by severity. {title}",
        half=True,
    )


def _amounts(result: ErrorScores) -> str:
    """Say what is drawn: errors by length where it is known, else all that were marked."""
    known = all(one.words for one in result.systems)
    return "Errors per 1,000 words" if known else "Marked errors"


def _size(
    found: CategoryErrors | SeverityErrors | None, system: SystemErrors, amounts: str
) -> float:
    if amounts == "Marked errors":
        return 0.0 if found is None else float(found.errors)
    return errors_rate(found, system) or 0.0


def _labels(result: ErrorScores) -> list[str]:
    short = short_names([one.system for one in result.systems])
    return [short[one.system] or "all" for one in result.systems]
