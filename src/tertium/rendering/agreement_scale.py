"""How agreement on a scale looks: distances, categories, groups, growth, disputed items."""

from tertium.rendering.numbers import written
from tertium.rendering.pictures.growth import Series, draw_growth
from tertium.rendering.shapes import Cell, Column, Figure, Table, inner, known, listing
from tertium.stats.agreement.agree import Agreement
from tertium.stats.agreement.disputed import Disputed
from tertium.stats.agreement.icc import IntraclassCorrelation
from tertium.wording import say

_LONGEST = 60  # letters of a text in a table
_STEPS = ("equal", "one step", "two steps")


def _steps(number: int) -> str:
    return _STEPS[number] if number < len(_STEPS) else f"{number} steps"


# Intraclass correlations, of one annotator and of the mean of all.
intraclass_table = listing(
    "Intraclass correlation",
    "icc",
    Column("Form", of=lambda one: _form(one)),
    Column("One annotator", "coefficient", "single"),
    Column("Mean of annotators", "coefficient", "mean"),
    Column("Annotators", "number"),
    Column("Items", "count"),
    note="(1): each item has other annotators; (2): annotators stand for others like them; "
    "(3): these annotators, severity left aside.",
    detail=True,
)


def _form(one: IntraclassCorrelation) -> str:
    return f"ICC({one.form},1), ICC({one.form},k)"


# How many steps two annotators are apart.
distance_table = listing(
    "Distance of two annotators",
    "distances",
    Column("Distance", field="steps", of=lambda one: _steps(one.steps)),
    Column("Pairs", "count"),
    Column("Share", "share"),
    Column("So many or fewer", "share", "within"),
)


def category_table(result: Agreement) -> Table:
    """List each category: how many annotators agreed on it, beside chance."""
    records = inner(result.by_category, "agreeing")
    shown = [one for one in records if one.annotators > 2 and one.ratings]
    people = shown[0].annotators if shown else 0
    return Table.of(
        "Agreement by category",
        shown,
        Column("Category", of=lambda one: one.category.replace("_", " ")),
        Column("Same answer", field="agree", of=lambda one: f"{one.agree} of {people}"),
        Column("Items", "share", "share", of=lambda one: one.own.share),
        Column("By chance", "share", "chance"),
        note="By chance: if every annotator drew answers as frequent as they are.",
        detail=len(shown) > 12,
    )


# Agreement in each group that was asked for.
part_table = listing(
    "Agreement by group",
    "by",
    Column("Group", field="name", of=lambda one: one.name.replace("_", " ")),
    Column("Equal", "share", "percent"),
    Column("Fleiss’ κ", "coefficient", "fleiss", of=known("fleiss")),
    Column("Krippendorff’s α", "coefficient", "krippendorff", of=known("krippendorff")),
    Column("AC1", "coefficient", "ac1", of=known("ac1")),
    Column("Annotators", "count"),
    Column("Items", "count"),
)

# κ and the reliability of the mean with fewer and more annotators.
growth_table = listing(
    "Number of annotators",
    "growth",
    Column("Annotators", "count"),
    Column("Fleiss’ κ", "coefficient", "kappa"),
    Column("Krippendorff’s α", "coefficient", "alpha"),
    Column("Reliability of the mean", "coefficient", "reliability"),
    Column("Items", "count"),
    note="Means over resampled annotators, with the range of the resamples. More annotators do not "
    "raise κ, which is the agreement of two; they make their mean more reliable.",
)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _answers(one: Disputed) -> Cell:
    return ", ".join(f"{name}: {answer}" for name, answer in one.answers.items())


# The items on which annotators differ most.
disputed_table = listing(
    "Most disputed items",
    "most_disputed",
    Column("Segment"),
    Column("System"),
    Column("Answers", of=_answers),
    Column("Distance", "coefficient", "distance"),
    Column("Source", of=lambda one: _shortened(one.source)),
    Column("Output", of=lambda one: _shortened(one.output)),
    note="Distance: of two answers on average, from 0 (equal) to 1 (the ends of the scale).",
    detail=True,
    annex=True,
).without_empty()


def growth_figure(result: Agreement) -> tuple[Figure, ...]:
    """Draw κ and the reliability of the mean against the number of annotators."""
    rows = [one for one in result.growth if one.reliability.value is not None]
    if len(rows) < 2:
        return ()
    first, last = rows[0], rows[-1]
    kappas, means = (
        [written(getattr(one, name).value, "coefficient") for one in (first, last)]
        for name in ("kappa", "reliability")
    )
    title = say(
        "From {few} to {many} annotators κ goes from {kappa} to {other}, the reliability of their "
        "mean from {low} to {high}.",
        few=first.annotators,
        many=last.annotators,
        kappa=kappas[0],
        other=kappas[1],
        low=means[0],
        high=means[1],
    )
    return (
        Figure(
            name="agreement-growth",
            title=title,
            spec=draw_growth(
                [
                    Series("κ", tuple((one.annotators, one.kappa) for one in rows)),
                    Series(
                        "reliability of the mean",
                        tuple((one.annotators, one.reliability) for one in rows),
                    ),
                ],
                across="annotators",
                kind="coefficient",
                at_least=-1,
                at_most=1,
                include=0,
            ),
            table=growth_table(result),
            caption="Means over resampled annotators, with the range of the resamples.",
            alt=f"κ is level and the reliability of the mean rises with annotators. {title}",
            half=True,
        ),
    )
