"""How post-editing effort looks: systems, editors, productivity, and agreement with a ranking."""

from collections.abc import Iterable

from tertium.report.arrange import facts, headline, methods, tables
from tertium.report.numbers import interval, natural, written
from tertium.report.shapes import Cell, Column, Kind, Table
from tertium.stats.effort.result import ConditionProductivity, Effort, SystemEffort
from tertium.stats.order import by_value
from tertium.stats.result import Estimate
from tertium.stats.told import count

__all__ = [
    "UNITS",
    "best_first",
    "estimate",
    "gain_sentence",
    "productivity_table",
    "profiles_table",
    "systems_table",
]

UNITS = {"seconds": "time", "keystrokes": "keystrokes", "hter": "HTER"}
_COEFFICIENTS = {"spearman": "Spearman's ρ", "kendall": "Kendall's τ"}


@headline.register
def _(result: Effort) -> str:
    said = [_ranking_sentence(result)]
    for one in result.productivity:
        if one.gain.value is not None:
            said.append(gain_sentence(one, result.level))
    return " ".join(said)


@facts.register
def _(result: Effort) -> tuple[tuple[str, str], ...]:
    return (
        ("Judgements", f"{result.judgements:,}"),
        ("Editors", f"{result.editors:,}"),
        ("Segments", f"{result.segments:,}"),
        ("Training tasks", f"{result.training:,}"),
    )


@tables.register
def _(result: Effort) -> tuple[Table, ...]:
    return (
        systems_table(result),
        productivity_table(result),
        _editors(result),
        _correlations(result),
        _every_method(result),
        _indicators(result),
        _spread(result),
        _sensitivity(result),
        profiles_table(result),
        _editors_productivity(result),
    )


@methods.register
def _(result: Effort) -> str:
    how = {
        "log-ridge": "a ridge regression per editor, on the log scale, from all indicators to "
        "what the editors of the training set needed on average",
        "model": "a log-additive model with random editors and segments",
    }.get(result.recommended, f"the method {result.recommended}")
    return (
        f"{count(result.editors, 'editor')} edited outputs of "
        f"{count(result.segments, 'segment')}. Effort was made comparable by {how}. A system "
        "wins against another where its output of the same source took less effort, and its score "
        f"is wins / (wins + losses), ties within a band of {result.tie:g} left out; the score of "
        "the log model is the effort with the average system over that with this one. "
        f"Intervals ({100 * result.level:g}%) let editors and segments vary. Times were filtered "
        f"as declared ({result.time_filter.declared}). See Aziz, Mitkov and Specia (2013)."
    )


def best_first(result: Effort, indicator: str, method: str = "") -> list[SystemEffort]:
    """Return the systems by one indicator and method (the recommended one), best first."""
    wanted = method or result.recommended
    rows = [one for one in result.systems if (one.indicator, one.method) == (indicator, wanted)]
    return by_value(rows, lambda one: one.score, lambda one: one.system)


def _ranking_sentence(result: Effort) -> str:
    indicator = next((one.indicator for one in result.systems), "")
    known = [one for one in best_first(result, indicator) if one.score is not None]
    if len(known) < 2:
        return "There are no two systems whose effort could be compared."
    first = known[0]
    around = interval(estimate(first), _kind(result))
    told = f" ({100 * result.level:g}% interval {around})" if around else ""
    unit = UNITS.get(indicator, indicator)
    if result.recommended == "model":
        times = written(first.score, "ratio")
        return (
            f"{first.system} costs the least {unit} to post-edit: with the average system it is "
            f"{times} times as much{told}."
        )
    share = written(first.score, "share")
    return (
        f"{first.system} costs the least {unit} to post-edit: it wins {share} of its comparisons "
        f"with other systems{told}."
    )


def gain_sentence(one: ConditionProductivity, level: float) -> str:
    """Say how much faster work in a condition is than from scratch."""
    around = interval(one.gain, "ratio")
    told = f" ({100 * level:g}% interval {around})" if around else ""
    name = "Post-editing" if one.condition == "postedit" else f"Work in “{one.condition}”"
    return f"{name} is {written(one.gain.value, 'ratio')} times as fast as from scratch{told}."


def estimate(one: SystemEffort) -> Estimate:
    """Return a score with its interval."""
    return Estimate(one.score, one.low, one.high)


def _kind(result: Effort) -> Kind:
    return "ratio" if result.recommended == "model" else "share"


def systems_table(result: Effort) -> Table:
    """Return the systems by every indicator, with the recommended method."""
    indicators = list(dict.fromkeys(one.indicator for one in result.systems))
    first = best_first(result, indicators[0]) if indicators else []
    found = {
        (one.system, one.indicator): estimate(one)
        for one in result.systems
        if one.method == result.recommended
    }
    rows = tuple(
        (one.system, *(found.get((one.system, name)) for name in indicators)) for one in first
    )
    columns = (
        Column("System"),
        *(Column(_titled(name), _kind(result), name) for name in indicators),
    )
    what = (
        "Effort with the average system over that with this one; more is better."
        if result.recommended == "model"
        else f"Share of comparisons won, by {result.recommended}; more is better."
    )
    return Table("Systems by effort", columns, rows, note=what)


def _titled(indicator: str) -> str:
    """Return an indicator as a heading; abbreviations stay as they are."""
    name = UNITS.get(indicator, indicator)
    return name[:1].upper() + name[1:]


def productivity_table(result: Effort) -> Table:
    """Return words per hour by condition."""
    rows: Iterable[tuple[Cell, ...]] = (
        (one.condition, one.editors, one.judgements, one.words_per_hour, one.raw_words_per_hour,
         one.gain if one.gain.value is not None else None, one.rating)
        for one in result.productivity
    )  # fmt: skip
    columns = (
        Column("Condition"),
        Column("Editors", "count", "editors"),
        Column("Judgements", "count", "judgements"),
        Column("Words per hour", "number", "words_per_hour"),
        Column("Raw times", "number", "raw_words_per_hour"),
        Column("Gain over scratch", "ratio", "gain"),
        Column("Mean rating", "ratio", "rating"),
    )
    return Table("Productivity", columns, tuple(rows)).without_empty()


def _editors(result: Effort) -> Table:
    rows = tuple(
        (one.annotator, one.judgements, one.training, one.seconds_per_word,
         one.keystrokes_per_word, one.hter, one.rating, one.unchanged, one.capped, one.speed)
        for one in sorted(result.annotators, key=lambda one: natural(one.annotator))
    )  # fmt: skip
    columns = (
        Column("Editor"),
        Column("Judgements", "count", "judgements"),
        Column("Training", "count", "training"),
        Column("Seconds per word", "ratio", "seconds_per_word"),
        Column("Keys per word", "ratio", "keystrokes_per_word"),
        Column("HTER", "coefficient", "hter"),
        Column("Rating", "ratio", "rating"),
        Column("Unchanged", "count", "unchanged"),
        Column("Capped", "count", "capped"),
        Column("Speed", "ratio", "speed"),
    )
    return Table("Editors", columns, rows).without_empty()


def _correlations(result: Effort) -> Table:
    indicators = list(dict.fromkeys(one.indicator for one in result.correlations))
    found = {
        (one.level, one.method, one.indicator): Estimate(one.value, one.low, one.high)
        for one in result.correlations
    }
    kinds = dict.fromkeys((one.level, one.coefficient, one.method) for one in result.correlations)
    rows = tuple(
        (level, _COEFFICIENTS[coefficient], method,
         *(found.get((level, method, name)) for name in indicators))
        for level, coefficient, method in sorted(kinds, key=lambda kind: kind[0] != "system")
    )  # fmt: skip
    columns = (
        Column("Level"),
        Column("Coefficient"),
        Column("Method"),
        *(Column(_titled(name), "coefficient", name) for name in indicators),
    )
    return Table("Agreement with the given ranking", columns, rows)


def _every_method(result: Effort) -> Table:
    rows = tuple(
        (one.indicator, one.method, one.system, estimate(one), one.wins, one.losses, one.ties)
        for one in result.systems
    )
    columns = (
        Column("Indicator"),
        Column("Method"),
        Column("System"),
        Column("Score", "thousandths", "score"),
        Column("Wins", "count", "wins"),
        Column("Losses", "count", "losses"),
        Column("Ties", "count", "ties"),
    )
    return Table("Systems by every method", columns, rows, detail=True)


def _indicators(result: Effort) -> Table:
    rows = tuple(
        (one.indicator, one.system, one.judgements, one.mean, one.median, one.per_word)
        for one in result.indicators
    )
    columns = (
        Column("Indicator"),
        Column("System"),
        Column("Judgements", "count", "judgements"),
        Column("Mean", "number", "mean"),
        Column("Median", "number", "median"),
        Column("Per source word", "number", "per_word"),
    )
    return Table("Indicators", columns, rows, detail=True)


def _spread(result: Effort) -> Table:
    rows = tuple(
        (one.indicator, one.editors, one.segments, one.residual, one.learning)
        for one in result.spread
    )
    columns = (
        Column("Indicator"),
        Column("Editors, sd", "coefficient", "editors"),
        Column("Segments, sd", "coefficient", "segments"),
        Column("Rest, sd", "coefficient", "residual"),
        Column("Change at twice the position", "share", "learning"),
    )
    note = "Standard deviations of log effort, by the log model."
    return Table(
        "Where differences come from", columns, rows, note=note, detail=True
    ).without_empty()


def _sensitivity(result: Effort) -> Table:
    rows = tuple((one.system, one.method, one.filtered, one.raw) for one in result.sensitivity)
    columns = (
        Column("System"),
        Column("Method"),
        Column("Times filtered", "thousandths", "filtered"),
        Column("Raw times", "thousandths", "raw"),
    )
    return Table("Scores in time with and without the filter", columns, rows)


def profiles_table(result: Effort, indicator: str = "") -> Table:
    """Return the effort of every editor with every system, before and after."""
    rows = tuple(
        (one.indicator, one.annotator, one.system, one.as_is, one.comparable)
        for one in result.profiles
        if indicator in ("", one.indicator)
    )
    columns = (
        Column("Indicator"),
        Column("Editor"),
        Column("System"),
        Column("As measured", "ratio", "as_is"),
        Column("Made comparable", "ratio", "comparable"),
    )
    title = "Effort by editor and system"
    return Table(f"{title}, {indicator}" if indicator else title, columns, rows, detail=True)


def _editors_productivity(result: Effort) -> Table:
    rows = tuple(
        (one.condition, person.annotator, person.words, person.hours, person.words_per_hour,
         person.gain, person.rating)
        for one in result.productivity
        for person in sorted(one.annotators, key=lambda person: natural(person.annotator))
    )  # fmt: skip
    columns = (
        Column("Condition"),
        Column("Editor"),
        Column("Words", "count", "words"),
        Column("Hours", "ratio", "hours"),
        Column("Words per hour", "number", "words_per_hour"),
        Column("Gain over scratch", "ratio", "gain"),
        Column("Mean rating", "ratio", "rating"),
    )
    return Table("Productivity by editor", columns, rows, detail=True).without_empty()
