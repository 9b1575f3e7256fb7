"""How agreement looks in parts: majorities, source lengths, ways of asking, and WMT's own κ."""

from tertium.rendering.numbers import written
from tertium.rendering.pictures.growth import Series, draw_growth
from tertium.rendering.shapes import Column, Figure, Table, known, listing
from tertium.stats.agreement.agree import Agreement
from tertium.stats.agreement.majority import Majority
from tertium.stats.agreement.parts import LengthAgreement
from tertium.stats.result import Estimate
from tertium.stats.told import count
from tertium.wording import say

_FEWEST = 3  # people; of two the share of equal answers says everything
_DRAWN = 5  # people from whom on majorities make a line
_LONGEST = 12  # rows that still fit on a screen


def official_table(result: Agreement) -> Table:
    """List κ as WMT prints it: for rankings, or where it was asked for."""
    shown = result.variant == "wmt" or result.ranks is not None or result.ranks_intra is not None
    rows = []
    if result.wmt is not None and shown:
        for name, kappa in (
            ("between judgements, official", result.wmt.inter),
            ("within judges, official", result.wmt.intra),
            ("between different judges, any order", result.wmt.order_free),
        ):
            if kappa.comparable:
                ties = kappa.ties / kappa.total
                rows.append((name, kappa.pA, kappa.pE, kappa.kappa, kappa.comparable, ties))
    columns = (
        Column("Agreement"),
        Column("P(A)", "number", "pA"),
        Column("P(E)", "number", "pE"),
        Column("κ", "number", "kappa"),
        Column("Pairs", "count", "comparable"),
        Column("Ties", "share", "ties"),
    )
    note = (
        "The official values of WMT keep outputs in display order and count two judgements by "
        "the same judge as between."
    )
    return Table("κ as WMT computes it", columns, tuple(rows), note)


# List agreement within each way of asking, and of people with themselves across two.
method_table = listing(
    "Ways of asking",
    "by_method",
    Column(
        "Way of asking",
        of=lambda one: one.one if one.one == one.two else f"{one.one} and {one.two}",
    ),
    Column(
        "Compared",
        of=lambda one: "different annotators" if one.one == one.two else "the same annotator",
    ),
    Column("Equal", "share", "percent"),
    Column("Fleiss’ κ", "coefficient", "kappa"),
    Column("Spearman’s ρ", "coefficient", "spearman", of=known("spearman")),
    Column("Items", "count"),
)


# Agreement in cumulative bins of source length.
length_table = listing(
    "Agreement by length",
    "by_length",
    Column(
        "Source words",
        field="at_most",
        of=lambda one: "all" if one.at_most is None else f"{one.at_most} or less",
    ),
    Column("Way of asking", field="method", of=lambda one: one.method or ""),
    Column("Equal", "share", "percent"),
    Column("κ", "coefficient", "kappa"),
    Column("Spearman’s ρ", "coefficient", "spearman", of=known("spearman")),
    Column("Segments", "count"),
    note="Lengths are cumulative.",
).without_empty()


def majority_table(result: Agreement) -> Table:
    """List how often so many people gave the same answer, beside chance."""
    records = [one for one in result.majorities if one.annotators >= _FEWEST]
    options = result.majorities[0].options if result.majorities else 0
    return Table.of(
        "Majorities",
        records,
        Column("Judged by", field="annotators", of=lambda one: count(one.annotators, "annotator")),
        Column("Same answer", field="at_least", of=lambda one: f"at least {one.at_least}"),
        Column("Items", "share", "share"),
        Column("By chance", "share", "chance"),
        Column("By shares", "share", "chance_by_shares"),
        Column("Of", "count", "items"),
        note=f"By chance: if every annotator chose one of the {options} answers at random; by "
        "shares: if answers were drawn as frequent as they are."
        if records
        else "",
        detail=len(records) > _LONGEST,
    )


def majority_figure(result: Agreement) -> tuple[Figure, ...]:
    """Draw the share of items by size of the majority, with the line of chance."""
    rows = _largest(result)
    if not rows or rows[0].annotators < _DRAWN:
        return ()
    more_than_half = next(one for one in rows if 2 * one.at_least > one.annotators)
    seen, chance = (
        written(share, "share") for share in (more_than_half.share, more_than_half.chance)
    )
    title = say(
        "On {seen} of the items more than half of the {n} annotators gave the same answer; by "
        "chance it would be {chance}.",
        seen=seen,
        n=rows[0].annotators,
        chance=chance,
    )
    return (
        Figure(
            name="majorities",
            title=title,
            spec=draw_growth(
                [
                    Series("seen", tuple((one.at_least, Estimate(one.share)) for one in rows)),
                    Series("chance", tuple((one.at_least, Estimate(one.chance)) for one in rows)),
                ],
                across=say("at least so many of {n} give the same answer", n=rows[0].annotators),
                kind="share",
                at_least=0,
                at_most=1,
            ),
            table=majority_table(result),
            caption=f"{count(rows[0].items, 'item')} judged by {rows[0].annotators} annotators.",
            alt=f"Share of items by size of the majority, falling faster by chance. {title}",
            half=True,
        ),
    )


def length_figure(result: Agreement) -> tuple[Figure, ...]:
    """Draw agreement against the length of the source, a line for each way of asking."""
    ranked = any(one.spearman.value is not None for one in result.by_length)
    lines: dict[str, list[LengthAgreement]] = {}
    for one in result.by_length:
        lines.setdefault(one.method or "", []).append(one)
    name = "Spearman’s ρ" if ranked else "κ"
    series = [
        Series(
            method or name,
            tuple(
                (one.at_most or one.longest, one.spearman if ranked else one.kappa) for one in rows
            ),
        )
        for method, rows in lines.items()
    ]
    series = [one for one in series if len({x for x, found in one.points if _known(found)}) > 1]
    if not series:
        return ()
    return (
        Figure(
            name="agreement-by-length",
            title=_length_title(series, name),
            spec=draw_growth(
                series,
                across="source words, or less",
                kind="coefficient",
                at_least=-1,
                at_most=1,
            ),
            table=length_table(result),
            caption=f"{name}, cumulative: each point holds all shorter sources too.",
            alt=_length_alt(series, name),
            half=True,
        ),
    )


def _length_title(series: list[Series], name: str) -> str:
    """Tell what short sources and all give, or with several ways of asking what all give."""
    if len(series) > 1:
        ends = [[found for _, found in one.points if _known(found)][-1] for one in series]
        told = ", ".join(
            f"{one.name} {written(end.value, 'coefficient')}"
            for one, end in zip(series, ends, strict=True)
        )
        return f"{name} on sources of all lengths: {told}."
    (short, first), *_, (_, last) = [point for point in series[0].points if _known(point[1])]
    return (
        f"Agreement ({name}) is {written(first.value, 'coefficient')} on sources of {short:g} "
        f"words or less and {written(last.value, 'coefficient')} on all."
    )


def _length_alt(series: list[Series], name: str) -> str:
    told = [
        f"{one.name} from {written(found[0], 'coefficient')} to {written(found[-1], 'coefficient')}"
        for one in series
        if (found := [estimate.value for _, estimate in one.points if _known(estimate)])
    ]
    return f"{name} by cumulative source length: {'; '.join(told)}."


def _largest(result: Agreement) -> list[Majority]:
    """Return the majorities of the number of people that judged the most items together."""
    groups: dict[int, list[Majority]] = {}
    for one in result.majorities:
        if one.annotators >= _FEWEST:
            groups.setdefault(one.annotators, []).append(one)
    return max(groups.values(), key=lambda rows: (rows[0].items, rows[0].annotators), default=[])


def _known(estimate: Estimate) -> Estimate | None:
    return None if estimate.value is None else estimate
