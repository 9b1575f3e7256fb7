"""How the annotator model looks: systems, how everybody judges, and how sure each output is."""

from collections import Counter

from tertium.rendering.arrange import facts, headline, methods, tables
from tertium.rendering.numbers import natural, spelled, written
from tertium.rendering.shapes import Cell, Column, Measure, Table, columns, estimate, listing
from tertium.stats.annotators.assemble import AnnotatorModel
from tertium.stats.annotators.model import Annotators
from tertium.stats.order import NOTHING
from tertium.stats.ranking.result import Component, PositionBias, Ranking
from tertium.stats.told import count
from tertium.wording import capital, join, say

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
def annotators_headline(result: Annotators) -> str:
    return join((result.sentence, _weight(result)))


def as_ranking(result: Annotators) -> Ranking:
    """Return what the model says about systems as `rank` would."""
    groups = sorted({one.component for one in result.systems})
    return Ranking(
        method="annotators",
        systems=result.systems,
        contrasts=result.contrasts,
        pairs=(),
        position=PositionBias(0, 0, 0, None, None, None, None),
        components=tuple(
            Component(
                tuple(one.system for one in result.systems if one.component == group),
                "no annotator judged them beside other systems",
            )
            for group in groups
        )
        if len(groups) > 1
        else (),
        annotators=len(result.annotators),
        segments=result.estimand.units.segments,
        judgements=result.scores,
        comparisons=0,
        level=result.level,
        estimand=result.estimand,
        documents=result.estimand.units.documents,
        signature=result.signature,
    )


@facts.register
def annotators_facts(result: Annotators) -> tuple[tuple[str, str], ...]:
    return (
        ("Outputs", f"{sum(one.role == 'real' for one in result.items):,}"),
        ("Scores", f"{result.scores:,}"),
        ("Annotators", f"{len(result.annotators):,}"),
        ("In doubt", f"{sum(map(doubtful, result.annotators)):,}"),
    )


@tables.register
def annotators_tables(result: Annotators) -> tuple[Table, ...]:
    ranked, neighbours, *_, contrasts = tables(as_ranking(result))
    return (
        ranked,
        neighbours,
        people_table(result),
        _flags(result),
        _fit(result),
        _components(result),
        contrasts,
        _items(result),
    )


@methods.register
def annotators_methods(result: Annotators) -> str:
    slope = (
        ", and the slope with which each reacts to quality; without it, annotators who give nearly "
        "the same score to everything would look precise"
        if result.variant == "slope"
        else ""
    )
    control = (
        " Repeats count as further scores of their output; a degraded copy is an item of its own, "
        "taken to be worse than its original."
        if result.control
        else " Control items took no part."
    )
    return (
        f"{count(result.scores, 'score')} by {count(len(result.annotators), 'annotator')} were "
        f"standardised together (mean {written(result.average, 'ratio')}, sd "
        f"{written(result.spread, 'ratio')}) and explained by the quality of each item, the offset "
        f"of each annotator and noise of each annotator’s own precision{slope} (Mathur, Baldwin "
        f"and Cohn, 2018). All annotators are kept: imprecise ones weigh less.{control} The "
        "posterior "
        f"was found by {_engine(result)} ({count(result.sweeps, 'sweep')}); intervals of outputs "
        f"hold {100 * result.level:g}% of it. {result.reason} Systems are compared by their "
        "scores, made comparable by offset and slope and weighed by precision; their "
        f"{100 * result.level:g}% confidence intervals allow for differences between annotators, "
        "documents and segments."
    )


def _weight(result: Annotators) -> str:
    """Say on how few annotators half of all that is known rests."""
    people = len(result.annotators)
    if people < 2:
        return say("All scores are those of one annotator.") if people else ""
    few = half_of(result)
    return say(
        "One of {annotators} carries half of the information."
        if few == 1
        else "{few} of {annotators} carry half of the information.",
        few=capital(spelled(few)),
        annotators=count(people, "annotator"),
    )


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


def people_table(result: Annotators) -> Table:
    """Return how everybody judges, with weights, control tests and flags."""
    weights = informed(result)
    return Table.of(
        "Annotators",
        sorted(result.annotators, key=lambda one: natural(one.annotator)),
        Column("Annotator"),
        Column("Offset", "ratio"),
        Column("Sd", "ratio", "sd_offset"),
        Column("Precision", "ratio"),
        Column("Sd", "ratio", "sd_precision"),
        Column("Slope", "ratio"),
        Column("Sd", "ratio", "sd_slope"),
        Column("Odd scores", "share", "contamination"),
        Column("Weight", "share", of=lambda one: weights[one.annotator]),
        Column("Scores", "count", "n"),
        *columns("p", "Control p", "Repeat p"),
        Column("Flags", "auto", of=lambda one: ", ".join(one.flags) or None),
        note=(
            "An offset above 0 is lenient. Weight: the share of the information about quality, "
            "which is scores × precision" + (" × slope²." if result.variant == "slope" else ".")
        ),
        detail=len(result.annotators) > _PEOPLE,
    ).without_empty()


def _flags(result: Annotators) -> Table:
    found = Counter(flag for one in result.annotators for flag in one.flags)
    known = DOUBTS | _MISSING
    return Table.of(
        "Flags",
        [flag for flag in known if found[flag]],
        Column("Flag", of=str),
        Column("Who", "auto", "meaning", of=lambda flag: known[flag]),
        Column("Annotators", "count", "n", of=lambda flag: found[flag]),
    )


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
    groups = result.components if len(result.components) > 1 else ()
    return Table.of(
        "Groups without connection",
        groups,
        Column("Group", of=lambda one: str(groups.index(one) + 1)),
        Column("Annotators", "count", of=lambda one: len(one.annotators)),
        Column("Systems", "count", of=lambda one: len(one.systems)),
        *columns("count", "Items", "Scores"),
        detail=True,
    )


_items = listing(
    "Quality of outputs",
    "items",
    *columns("words", "Segment", "System"),
    Column("Role", of=lambda one: None if one.role == "real" else one.role),
    Column("Score", "ratio", of=estimate("score")),
    Column("Standardised", "standard", "mean"),
    Column("Sd", "standard"),
    Column("Scores", "count", "n"),
    detail=True,
).without_empty()
