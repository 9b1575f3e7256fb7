"""How the measures of effort look: every method and indicator, and what they agree with."""

from tertium.rendering.shapes import Column, Table, columns, estimate, listing
from tertium.stats.effort.analyse import Effort
from tertium.stats.result import Estimate
from tertium.wording import capital, term

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


methods_table = listing(
    "Systems by every method",
    "methods",
    *columns("words", "Indicator", "Method", "System"),
    Column("Score", "thousandths", of=estimate("score")),
    *columns("count", "Wins", "Losses", "Ties"),
    detail=True,
)

indicators_table = listing(
    "Indicators",
    "indicators",
    *columns("words", "Indicator", "System"),
    Column("Judgements", "count"),
    *columns("number", "Mean", "Median"),
    Column("Per source word", "number", "per_word"),
    detail=True,
)

spread_table = listing(
    "Where differences come from",
    "spread",
    Column("Indicator"),
    Column("Editors, sd", "coefficient", "editors"),
    Column("Segments, sd", "coefficient", "segments"),
    Column("Rest, sd", "coefficient", "residual"),
    Column("Change at twice the position", "share", "learning"),
    note="Standard deviations of log effort, by the log model.",
    detail=True,
).without_empty()

sensitivity_table = listing(
    "Seconds per word with and without the filter",
    "sensitivity",
    Column("System"),
    Column("Times filtered", "ratio", "filtered"),
    Column("Raw times", "ratio", "raw"),
)
