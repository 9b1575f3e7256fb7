"""How the annotator model looks: systems, how everybody judges, and how sure each output is."""

from collections import Counter
from itertools import pairwise

from tertium.report.arrange import facts, headline, methods, tables
from tertium.report.names import short_names
from tertium.report.numbers import listed, natural, spelled, written
from tertium.report.shapes import Cell, Column, Measure, Table
from tertium.stats.annotators import AnnotatorModel, Annotators, SystemContrast
from tertium.stats.order import NOTHING
from tertium.stats.result import Estimate
from tertium.stats.told import count

__all__ = [
    "DOUBTS",
    "doubtful",
    "half_of",
    "informed",
    "people_table",
    "systems_table",
]

_PEOPLE = 40  # more annotators do not fit on a screen
# What flags say. Those of the second list tell what is missing, not that somebody is careless.
DOUBTS = {
    "constant": "gives nearly the same score to everything",
    "reversed": "scores run against those of two who agree with each other",
    "careless": "scores hardly go with those of two who agree with each other",
    "random": "own repeats agree no better than unrelated scores",
    "fast": "takes under three seconds per item",
    "repeats-differ": "scores repeats otherwise than the first time",
}
_MISSING = {
    "few": "fewer than five degraded copies to be tested by",
    "unpaired": "control items whose original was not scored",
}


@headline.register
def _(result: Annotators) -> str:
    return f"{_best(result)} {_weight(result)}"


@facts.register
def _(result: Annotators) -> tuple[tuple[str, str], ...]:
    return (
        ("Outputs", f"{sum(one.role == 'real' for one in result.items):,}"),
        ("Scores", f"{result.scores:,}"),
        ("Annotators", f"{len(result.annotators):,}"),
        ("In doubt", f"{sum(map(doubtful, result.annotators)):,}"),
    )


@tables.register
def _(result: Annotators) -> tuple[Table, ...]:
    return (
        systems_table(result),
        _neighbours(result),
        people_table(result),
        _flags(result),
        _fit(result),
        _components(result),
        _pairs("All pairs of systems", result.pairs, detail=True),
        _items(result),
    )


@methods.register
def _(result: Annotators) -> str:
    slope = (
        ", and the slope with which he reacts to quality, without which somebody who gives nearly "
        "the same score to everything would pass for precise"
        if result.variant == "slope"
        else ""
    )
    control = (
        " Repeats count as further scores of their output; a degraded copy is an item of its own, "
        "taken to be worse than its original."
        if "control:yes" in result.signature
        else " Control items took no part."
    )
    return (
        f"{count(result.scores, 'score')} by {count(len(result.annotators), 'annotator')} were "
        f"standardised together (mean {written(result.average, 'ratio')}, sd "
        f"{written(result.spread, 'ratio')}) and explained by the quality of each item, the offset "
        f"of each annotator and noise of his own precision{slope} (Mathur, Baldwin and Cohn, "
        f"2018). Nobody is discarded: imprecise annotators weigh less.{control} The posterior "
        f"was found by {_engine(result)} ({count(result.sweeps, 'sweep')}); "
        f"intervals hold {100 * result.level:g}% of it. {result.reason}"
    )


def _best(result: Annotators) -> str:
    """Say which system is best, or what the only one reaches."""
    if not result.systems:
        return "No system was scored."
    short = short_names([one.system for one in result.systems])
    first = result.systems[0]
    score = written(Estimate(first.score, first.low, first.high), "ratio")
    name, number = short[first.system], spelled(len(result.systems))
    if len(result.systems) == 1:
        return f"Translations of {name} are worth {score} {result.scale.points} on average."
    close = [one for one in result.pairs if one.a == first.system and not _sure(one, result.level)]
    if not close:
        worth = f"{score} {result.scale.points}"
        return f"{name} is the best of {number} systems, worth {worth} on average."
    if len(close) == len(result.systems) - 1:
        return f"These scores do not tell which of {number} systems is the best."
    near = (
        listed([short[one.b] for one in close])
        if len(close) < 4
        else f"{spelled(len(close))} others"
    )
    return f"{name} comes out first of {number} systems, though {near} may be as good."


def _weight(result: Annotators) -> str:
    """Say on how few annotators half of all that is known rests."""
    people = len(result.annotators)
    if people < 2:
        return "All scores are those of one annotator." if people else ""
    few = spelled(half_of(result))
    return f"Half of what is known comes from {few} of {count(people, 'annotator')}."


def half_of(result: Annotators) -> int:
    """Return how many annotators, the most informative first, give half of the information."""
    shares = sorted(informed(result).values(), reverse=True)
    total = 0.0
    for at, share in enumerate(shares, start=1):
        total += share
        if total >= 0.5 - NOTHING:
            return at
    return len(shares)


def informed(result: Annotators) -> dict[str, float]:
    """Return each annotator's share of the information on quality: n · precision · slope²."""
    told = {
        one.annotator: one.n * one.precision * (1.0 if one.slope is None else one.slope**2)
        for one in result.annotators
    }
    whole = sum(told.values())
    return {name: value / whole if whole else 0.0 for name, value in told.items()}


def _engine(result: Annotators) -> str:
    return "expectation propagation" if result.engine == "ep" else "Gibbs sampling"


def doubtful(one: AnnotatorModel) -> bool:
    """Tell whether a flag speaks against somebody's scores, not only of something missing."""
    return any(flag in DOUBTS for flag in one.flags)


def _sure(pair: SystemContrast, level: float) -> bool:
    return pair.probability >= (1 + level) / 2


def systems_table(result: Annotators) -> Table:
    """Return systems on both scales, best first."""
    rows = tuple(
        (one.system, Estimate(one.score, one.low, one.high), one.mean, one.sd, one.n)
        for one in result.systems
    )
    columns = (
        Column("System"),
        Column("Score", "ratio", "score"),
        Column("Standardised", "standard", "mean"),
        Column("Sd", "standard", "sd"),
        Column("Scores", "count", "n"),
    )
    return Table("Quality of systems", columns, rows)


def _neighbours(result: Annotators) -> Table:
    names = [one.system for one in result.systems]
    following = set(pairwise(names))
    return _pairs("Neighbours", tuple(one for one in result.pairs if (one.a, one.b) in following))


def _pairs(title: str, pairs: tuple[SystemContrast, ...], *, detail: bool = False) -> Table:
    rows = tuple(
        (one.a, one.b, Estimate(one.difference, one.low, one.high), one.probability)
        for one in pairs
    )
    columns = (
        Column("System"),
        Column("Less"),
        Column("Difference", "ratio", "difference"),
        Column("Chance to be better", "share", "probability"),
    )
    return Table(title, columns, rows, detail=detail)


def people_table(result: Annotators) -> Table:
    """Return how everybody judges, with weights, control tests and flags."""
    weights = informed(result)
    rows = tuple(
        (
            one.annotator,
            one.offset,
            one.sd_offset,
            one.precision,
            one.sd_precision,
            one.slope,
            one.sd_slope,
            one.contamination,
            weights[one.annotator],
            one.n,
            one.control_p,
            one.repeat_p,
            ", ".join(one.flags) or None,
        )
        for one in sorted(result.annotators, key=lambda one: natural(one.annotator))
    )
    columns = (
        Column("Annotator"),
        Column("Offset", "ratio", "offset"),
        Column("Sd", "ratio", "sd_offset"),
        Column("Precision", "ratio", "precision"),
        Column("Sd", "ratio", "sd_precision"),
        Column("Slope", "ratio", "slope"),
        Column("Sd", "ratio", "sd_slope"),
        Column("Odd scores", "share", "contamination"),
        Column("Weight", "share", "weight"),
        Column("Scores", "count", "n"),
        Column("Control p", "p", "control_p"),
        Column("Repeat p", "p", "repeat_p"),
        Column("Flags", "auto", "flags"),
    )
    note = (
        "An offset above 0 is lenient. Weight: the share of all that is known about quality, "
        "which is scores × precision" + (" × slope²." if result.variant == "slope" else ".")
    )
    return Table("Annotators", columns, rows, note, len(rows) > _PEOPLE).without_empty()


def _flags(result: Annotators) -> Table:
    found = Counter(flag for one in result.annotators for flag in one.flags)
    known = DOUBTS | _MISSING
    rows = tuple((flag, known[flag], found[flag]) for flag in known if found[flag])
    columns = (Column("Flag"), Column("Who", "auto", "meaning"), Column("Annotators", "count", "n"))
    return Table("Flags", columns, rows)


def _fit(result: Annotators) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = (
        ("Engine", _engine(result)),
        ("Slopes of annotators", result.variant == "slope"),
        ("System effects", result.system_effects),
        ("Converged", result.converged),
        ("Sweeps", Measure(result.sweeps, "count")),
        ("Scores", Measure(result.scores, "count")),
        ("Groups that scores connect", Measure(len(result.components), "count")),
        ("Mean of all scores", Measure(result.average, "ratio")),
        ("Sd of all scores", Measure(result.spread, "ratio")),
    )
    columns = (Column("Model"), Column("Value", "auto", "value"))
    return Table("How the model was fitted", columns, rows)


def _components(result: Annotators) -> Table:
    rows = tuple(
        (str(at), len(one.annotators), len(one.systems), one.items, one.scores)
        for at, one in enumerate(result.components, start=1)
    )
    columns = (
        Column("Group"),
        Column("Annotators", "count", "annotators"),
        Column("Systems", "count", "systems"),
        Column("Items", "count", "items"),
        Column("Scores", "count", "scores"),
    )
    return Table("Groups without connection", columns, rows if len(rows) > 1 else (), detail=True)


def _items(result: Annotators) -> Table:
    rows = tuple(
        (
            one.segment,
            one.system,
            None if one.role == "real" else one.role,
            Estimate(one.score, one.low, one.high),
            one.mean,
            one.sd,
            one.n,
        )
        for one in result.items
    )
    columns = (
        Column("Segment"),
        Column("System"),
        Column("Role"),
        Column("Score", "ratio", "score"),
        Column("Standardised", "standard", "mean"),
        Column("Sd", "standard", "sd"),
        Column("Scores", "count", "n"),
    )
    return Table("Quality of outputs", columns, rows, detail=True).without_empty()
