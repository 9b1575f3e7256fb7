"""How references studied appear: set-ups, texts, tests between set-ups, renderings."""

from collections.abc import Callable, Iterator
from typing import Any

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.numbers import with_level, within, written
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.score import metric_name
from tertium.rendering.shapes import Column, Figure, Kind, Measure, Table, columns, known, listing
from tertium.stats.metrics.score import SMALL
from tertium.stats.metrics.translations import ReferenceStudy
from tertium.stats.told import count
from tertium.wording import join, say

_METRIC = Column("Metric", of=lambda one: metric_name(one.metric))
_SETUP = Column("Set-up", field="setup")
_LINES = 20  # that fit on a screen


@headline.register
def study_headline(result: ReferenceStudy) -> str:
    first = result.setups[0].metric
    own = [one for one in result.setups if one.metric == first and one.tau.value is not None]
    if not own:
        return say("No correlation of scores with grades can be computed.")
    few, many = own[0], own[-1]
    sign = (
        say("A negative τ says that better grades go with higher scores.")
        if result.best_grade == "lowest"
        else say("A positive τ says that better grades go with higher scores.")
    )
    told = say(
        "{metric} and grades with {setup}: τ {tau}{within}.",
        metric=metric_name(first),
        setup=few.setup,
        tau=written(few.tau.value, "coefficient"),
        within=within(few.tau, "coefficient", result.level),
    )
    other = (
        say("With {setup}: τ {tau}.", setup=many.setup, tau=written(many.tau.value, "coefficient"))
        if many is not few
        else ""
    )
    return join((told, other, sign))


@facts.register
def study_facts(result: ReferenceStudy) -> tuple[tuple[str, str], ...]:
    named = {(one.document, one.translator) for one in result.translations}
    return (
        ("Documents", f"{len({one.document for one in result.documents}):,}"),
        ("Translations", f"{len(named):,}"),
        ("Set-ups", f"{len({one.setup for one in result.setups}):,}"),
        ("Metrics", f"{len({one.metric for one in result.setups}):,}"),
    )


@tables.register
def study_tables(result: ReferenceStudy) -> Iterator[Table]:
    yield setups_table(result)
    yield _tests(result)
    yield _texts(result)
    if result.metrics:
        yield _between(result)
    yield _constants(result)
    if result.renderings:
        yield _renderings(result)


def _scaled(result: ReferenceStudy, field: str) -> Callable[[Any], Measure]:
    """Return how a record is read that has a score of its metric, or a difference of such."""
    means: dict[str, float] = {}
    for one in result.setups:
        means[one.metric] = max(abs(one.mean), means.get(one.metric, 0.0))

    def read(one: Any) -> Measure:
        kind: Kind = "standard" if means[one.metric] < SMALL else "tenths"
        return Measure(getattr(one, field), kind)

    return read


def setups_table(result: ReferenceStudy) -> Table:
    """List set-ups, each with the mean score and its correlation with grades."""
    return Table.of(
        "Scores and grades by set-up",
        result.setups,
        _SETUP,
        _METRIC,
        *columns("count", "References", "Documents", "Translations"),
        Column("Mean score", "auto", "mean", _scaled(result, "mean")),
        Column("τ with grades", "coefficient", "tau", known("tau")),
        Column("p", "p"),
    )


def _tests(result: ReferenceStudy) -> Table:
    return Table.of(
        "Set-ups compared",
        result.tests,
        _METRIC,
        Column("Set-up", field="a"),
        Column("Less", field="b"),
        Column("Difference", "auto", of=_scaled(result, "difference")),
        Column("Rank sum, p", "p", "p"),
        Column("Holm", "p", "p_adjusted"),
        Column("In both", "count", "shared"),
        Column("Signed rank, p", "p", "p_paired"),
        detail=len(result.tests) > _LINES,
    )


def _texts(result: ReferenceStudy) -> Table:
    return Table.of(
        "Each document",
        result.documents,
        _SETUP,
        Column("Document"),
        _METRIC,
        Column("Translations", "count"),
        Column("Median grade", "number", "median_grade"),
        Column("Mean score", "auto", "mean", _scaled(result, "mean")),
        Column("τ with grades", "coefficient", "tau"),
        detail=len(result.documents) > _LINES,
    )


_between = listing(
    "Metrics compared",
    "metrics",
    _SETUP,
    Column("Document"),
    _METRIC,
    Column("Other metric", of=lambda one: metric_name(one.other)),
    Column("τ", "coefficient", "tau"),
    detail=True,
)

_constants = listing(
    "Constant elements",
    "constants",
    Column("Document"),
    Column("Words", "count"),
    *columns("share", "Numbers", "Names"),
)

_renderings = listing(
    "Renderings that references credit",
    "renderings",
    _SETUP,
    *columns("words", "Document", "Phrase"),
    *columns("count", "Renderings", "Valid", "Credited"),
    Column("Valid translators", "count", "translators"),
    Column("Not credited", "count", "uncredited"),
    fits=20,
)


@figures.register
def study_figures(result: ReferenceStudy) -> Iterator[Figure]:
    several = len({one.metric for one in result.setups}) > 1
    shown = [one for one in result.setups if one.tau.value is not None]
    if len(shown) < 2:
        return
    lines = [
        Line(
            one.setup,
            one.tau,
            group=one.metric,
            beside=metric_name(one.metric) if several else "",
        )
        for one in shown
    ]
    yield Figure(
        name="tau",
        title=study_headline(result),
        spec=draw_intervals(
            lines,
            kind="coefficient",
            equal=0.0,
            heading=with_level(say("τ with grades"), result.level),
            beside=say("Metric") if several else "",
        ),
        table=setups_table(result),
        caption=say(
            "Mean τ-b of scores and grades over texts, by number and quality of references."
        ),
        alt=study_headline(result),
    )


@methods.register
def study_methods(result: ReferenceStudy) -> str:
    documents = count(len({one.document for one in result.documents}), "text")
    return (
        f"Of {documents} the best or the worst graded translations serve as references, and the "
        "others are scored against them, each as one text, as Vela, Schumann and Wurm (2014) did; "
        "a text counts if four translations remain. τ is Kendall's τ-b of scores and grades "
        "within a text, undefined where one of them is constant; its mean over texts has Student's "
        "interval, and p is that of permuting grades within texts. Set-ups are compared by the "
        "rank-sum test over single translations, as in that paper; most translations stand in "
        "both set-ups, so the signed-rank test of these is given beside it."
    )
