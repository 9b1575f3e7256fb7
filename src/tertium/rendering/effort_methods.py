"""How the measures of effort look: every method and indicator, and what they agree with."""

from tertium.rendering.shapes import Column, Table
from tertium.stats.effort.analyse import Effort
from tertium.stats.result import Estimate
from tertium.wording import capital, term

__all__ = [
    "correlations_table",
    "indicators_table",
    "methods_table",
    "sensitivity_table",
    "spread_table",
    "titled_indicator",
]

_COEFFICIENTS = {"spearman": "Spearman’s ρ", "kendall": "Kendall’s τ"}


def titled_indicator(indicator: str) -> str:
    """Return an indicator as a heading; abbreviations stay as they are."""
    return capital(term({"seconds": "time", "hter": "HTER"}.get(indicator, indicator)))


def correlations_table(result: Effort) -> Table:
    """Return how far each way of ranking agrees with the given ranking."""
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
        *(Column(titled_indicator(name), "coefficient", name) for name in indicators),
    )
    return Table("Agreement with the given ranking", columns, rows)


def methods_table(result: Effort) -> Table:
    """Return the score of each system by every method."""
    rows = tuple(
        (one.indicator, one.method, one.system, Estimate(one.score, one.low, one.high),
         one.wins, one.losses, one.ties)
        for one in result.methods
    )  # fmt: skip
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


def indicators_table(result: Effort) -> Table:
    """Return the mean of every indicator by system."""
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


def spread_table(result: Effort) -> Table:
    """Return how far systems, post-editors and segments differ."""
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


def sensitivity_table(result: Effort) -> Table:
    """Return how results depend on what was left out."""
    rows = tuple((one.system, one.filtered, one.raw) for one in result.sensitivity)
    columns = (
        Column("System"),
        Column("Times filtered", "ratio", "filtered"),
        Column("Raw times", "ratio", "raw"),
    )
    return Table("Seconds per word with and without the filter", columns, rows)
