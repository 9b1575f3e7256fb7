"""How agreement on marked errors looks: measures, categories, names, and marks on one text."""

from tertium.rendering.arrange import facts, figures, headline, methods, tables
from tertium.rendering.numbers import written
from tertium.rendering.pictures.intervals import Line, draw_intervals
from tertium.rendering.pictures.lanes import MOST_LANES, draw_lanes
from tertium.rendering.shapes import Column, Figure, Table, columns, inner, listing
from tertium.stats.result import Estimate
from tertium.stats.span_agreement.agreement import SpanAgreement
from tertium.stats.span_agreement.categories import NO_ERROR
from tertium.stats.span_agreement.example import MarkedText
from tertium.stats.told import count
from tertium.wording import capital, say

_CONFUSED = 12  # pairs of names in plain text; other formats have all
_QUOTED = 40  # characters of a passage in a table


@headline.register
def span_agreement_headline(result: SpanAgreement) -> str:
    if not result.outputs:
        return say("There is no agreement to measure: no output was read by two annotators.")
    if result.kappa.value is None or result.f.mpp.value is None:
        return say("Agreement on errors is not estimable beyond chance.")
    kappa, f = (written(one, "coefficient") for one in (result.kappa, result.f.mpp))
    return say(
        "Agreement on errors is {words}: token κ {kappa}, F with partial overlap {f}."
        if result.words
        else "Agreement on errors: token κ {kappa}, F with partial overlap {f}.",
        words=say(result.words),
        kappa=kappa,
        f=f,
    )


@facts.register
def span_agreement_facts(result: SpanAgreement) -> tuple[tuple[str, str], ...]:
    return (
        ("Annotators", f"{result.annotators:,}"),
        ("Outputs read by two or more", f"{result.outputs:,}"),
        ("Errors marked in them", f"{result.errors:,}"),
        (f"{result.unit.capitalize()}s", f"{result.units:,}"),
    )


@tables.register
def span_agreement_tables(result: SpanAgreement) -> tuple[Table, ...]:
    return (
        _measures(result),
        _categories(result),
        _relations(result),
        _levels(result),
        _confusions(result),
        _pairs(result),
    )


@figures.register
def span_agreement_figures(result: SpanAgreement) -> tuple[Figure, ...]:
    found = []
    if result.example is not None:
        found.append(_marks(result, result.example))
    lines = [
        Line(name, estimate, group=group, main=name == "Token κ")
        for group, name, estimate in _listed(result)
        if estimate.value is not None
    ]
    if lines:
        measures = _measures(result)
        found.append(
            Figure(
                name="span-measures",
                title="What agreement is depends on what is compared.",
                spec=draw_intervals(lines, kind="coefficient", equal=0.0, ruled=True),
                table=measures,
                caption="Each measure with its interval; 1 is full agreement, 0 of κ, AC1, γ and "
                "α is chance.",
                alt="; ".join(
                    f"{line.label} {written(line.estimate, 'coefficient')}" for line in lines
                )
                + ".",
            )
        )
    return tuple(found)


@methods.register
def span_agreement_methods(result: SpanAgreement) -> str:
    return (
        f"Agreement was measured on {count(result.outputs, 'output')} read by at least two of "
        f"{count(result.annotators, 'annotator')}. A token carries the set of labels marked on it "
        "(Lommel, Popović and Burchardt, 2014); κ, AC1 (Gwet, 2008) and positive agreement "
        "compare tokens, F with partial credit (MPP; Perrella et al., 2026) and γ (Mathet, "
        "Widlöcher and Métivier, 2015) compare marks, each for every pair of annotators, and their "
        "means are given; α_u (Krippendorff et al., 2016) compares all annotators at once. "
        f"Intervals are jackknifed over {result.unit}s, never tokens. Consolidated and inferred "
        "marks do not count."
    )


def _listed(result: SpanAgreement) -> tuple[tuple[str, str, Estimate], ...]:
    f = result.f
    return (
        ("tokens", "Token κ", result.kappa),
        ("tokens", "Token κ, marked or not", result.kappa_marked),
        ("tokens", "Token κ with gaps", result.kappa_gaps),
        ("tokens", "AC1", result.ac1),
        ("tokens", "AC1, marked or not", result.ac1_marked),
        ("tokens", "Equal tokens", result.percent),
        ("tokens", "Positive agreement", result.positive),
        ("outputs", "Category sets of an output", result.sets),
        ("marks", "F, partial overlap (MPP)", f.mpp),
        ("marks", "F (MPP), mean of outputs", f.mpp_macro),
        ("marks", "F (MPP), by severity", f.mpp_weighted),
        ("marks", f"F (MPP), same {_label(result)}", f.mpp_same),
        ("marks", "F, equal marks (EM)", f.exact),
        ("marks", "F, any overlap (MP)", f.overlapping),
        ("marks", "F, characters (WMT25)", f.characters),
        ("marks", "γ", result.gamma),
        ("marks", "γ-cat", result.gamma_cat),
        ("all", "uα", result.alpha_u),
        ("all", "|uα, marked or not", result.alpha_binary),
        ("all", "cuα, where both marked", result.alpha_coding),
    )


def _label(result: SpanAgreement) -> str:
    return "label" if result.label == "error" else result.label


def _measures(result: SpanAgreement) -> Table:
    columns = (Column("Measure"), Column("Value", "coefficient", "value"))
    rows = tuple((name, estimate) for _, name, estimate in _listed(result) if result.outputs)
    return Table("Agreement on errors", columns, rows)


def _categories(result: SpanAgreement) -> Table:
    return Table.of(
        "Found by both, or by one only",
        [one for one in result.categories if result.outputs],
        Column(capital(say(_label(result))), field="category"),
        *columns("count", "Marks", "Both"),
        Column(
            "Different span",
            "count",
            of=lambda one: one.different_span if one.category != NO_ERROR else None,
        ),
        Column("One only", "count"),
        Column("Agree", "coefficient", "agreement"),
        Column(
            "(k)uα", "coefficient", "alpha", of=lambda one: one.alpha.value if one.alpha else None
        ),
        note="Pairs of readings of one output in which both noted it, or one only. Different span: "
        "both noted it somewhere in the output; unrelated spans are counted too.",
    )


_relations = listing(
    "Names along the hierarchy",
    "relations",
    Column("Names of overlapping marks", field="relation"),
    Column("Marks", "count"),
    Column("Share", "share"),
)

_levels = listing(
    "By level of the hierarchy",
    lambda result: result.levels if len(result.levels) > 1 else (),
    Column("Level", of=lambda one: str(one.level)),
    Column("Token κ", "coefficient", "kappa"),
    Column("Same name", "share"),
    note="Names cut at this depth of the hierarchy; the first is the outermost.",
)


def _confusions(result: SpanAgreement) -> Table:
    differing = [one for one in result.confusions if one.category != one.other]
    return Table.of(
        "Names confused",
        differing,
        Column("One called it", of=lambda one: one.category),
        Column("The other", of=lambda one: one.other),
        Column("Marks", "count"),
        note="Overlapping marks with different names; which of the two was first says nothing.",
        detail=len(differing) > _CONFUSED,
    )


_pairs = listing(
    "Pairs of annotators",
    "pairs",
    Column("Annotator", of=lambda one: one.a),
    Column("With", of=lambda one: one.b),
    Column("Outputs", "count"),
    Column("Token κ", "coefficient", "kappa"),
    *columns("coefficient", "AC1", "Positive", "Sets"),
    Column("F (MPP)", "coefficient", "f"),
    Column("γ", "coefficient", "gamma"),
)


def _marks(result: SpanAgreement, example: MarkedText) -> Figure:
    table = Table.of(
        "Marks on one text",
        inner(example.lanes, "passages"),
        Column("Annotator"),
        Column("Passage", of=lambda one: _quoted(example.text, one.start, one.end)),
        Column(capital(say(_label(result))), field="category"),
        Column("Severity"),
        *columns("count", "Start", "End"),
    )
    told = ", ".join(
        f"{lane.annotator} {count(len(lane.passages), 'passage')}" for lane in example.lanes
    )
    output = f"Segment {example.segment}" + (f", {example.system}" if example.system else "")
    more = " The first four annotators are drawn." if len(example.lanes) > MOST_LANES else ""
    return Figure(
        name="marks",
        title=f"{count(len(example.lanes), 'annotator')} on one text.",
        spec={},
        table=table,
        caption=f"{output}: a line below the text for each annotator; dotted neutral, dashed "
        f"minor, solid major, double critical; ‸ where something is missing.{more}",
        alt=f"{output}: {told}.",
        svg=draw_lanes(example),
    )


def _quoted(text: str, start: int, end: int) -> str:
    passage = text[start:end]
    return passage if len(passage) <= _QUOTED else f"{passage[: _QUOTED - 1]}…"
