"""How a direct assessment looks: its ranking, how people used the scale, and every output."""

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.numbers import natural, written
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.shapes import Column, Figure, Table, columns, listing
from tertium.stats.assessment.assess import AnnotatorScale, Assessment
from tertium.stats.assessment.ranking import as_ranking
from tertium.stats.order import by_value
from tertium.stats.result import Estimate
from tertium.stats.told import count

_PEOPLE = 40  # more annotators fit neither on a screen nor in a picture


@headline.register
def assessment_headline(result: Assessment) -> str:
    return headline(as_ranking(result))


@facts.register
def assessment_facts(result: Assessment) -> tuple[tuple[str, str], ...]:
    return facts(as_ranking(result))


@tables.register
def assessment_tables(result: Assessment) -> tuple[Table, ...]:
    return (*tables(as_ranking(result)), _scales(result), _outputs(result))


@figures.register
def assessment_figures(result: Assessment) -> tuple[Figure, ...]:
    ranking = figures(as_ranking(result))
    return (*ranking, _use(result)) if 1 < len(result.scales) <= _PEOPLE else ranking


@methods.register
def assessment_methods(result: Assessment) -> str:
    return methods(as_ranking(result))


def _use(result: Assessment) -> Figure:
    """Draw where on the scale everybody's scores lie."""
    lines = [
        Line(
            _name(one, result),
            Estimate(one.mean, one.mean - one.sd, one.mean + one.sd)
            if one.sd is not None
            else Estimate(one.mean),
            beside="" if one.used else "not used",
        )
        for one in by_value(
            result.scales, lambda one: one.mean, lambda one: (natural(one.annotator), one.campaign)
        )
    ]
    low, high = (written(lines[at].estimate.value, "ratio") for at in (-1, 0))
    title = f"Annotators give between {low} and {high} {result.scale.points} on average."
    return Figure(
        name="scale-use",
        title=title,
        spec=draw_intervals(
            lines,
            kind="ratio",
            heading="mean, mean ± one sd",
            beside="",
            ends=(result.scale.lowest, result.scale.highest),
            named=result.scale.named,
        ),
        table=_scales(result),
        caption="The mean of each annotator’s scores over items of every role, and one sd on "
        "either side, the most lenient first.",
        alt=f"The mean and the sd of the scores of {count(len(lines), 'annotator')}. {title}",
        narrowest=520,
    )


def _scales(result: Assessment) -> Table:
    steps = result.scale.legend
    return Table.of(
        "How annotators used the scale",
        sorted(result.scales, key=lambda one: (natural(one.annotator), one.campaign)),
        Column("Annotator"),
        Column("Campaign", of=lambda one: one.campaign if _several(result) else None),
        *columns("ratio", "Mean", "Sd"),
        Column("Scores", "count", "n"),
        Column("Used", "auto"),
        note=f"Scale: {steps}." if steps else "",
        detail=len(result.scales) > _PEOPLE,
    ).without_empty()


_outputs = listing(
    "Scores of outputs",
    "segments",
    *columns("words", "Segment", "System"),
    Column("Raw mean", "ratio", "raw"),
    Column("Mean z", "standard", "z"),
    Column("Scores", "count", "n"),
    detail=True,
)


def _name(one: AnnotatorScale, result: Assessment) -> str:
    return f"{one.annotator}, {one.campaign}" if _several(result) else one.annotator


def _several(result: Assessment) -> bool:
    return len({one.campaign for one in result.scales}) > 1
