"""How reproduced numbers look: counts by kind first, then one table per paper."""

from tertium.rendering.arrange import headline, methods, tables
from tertium.rendering.shapes import Column, Table, columns
from tertium.stats.reproduce import KindCount, ReproducedNumber, Reproduction
from tertium.stats.told import count

KINDS = {
    "recomputed": "recomputed by the product",
    "self-check": "paper checked against itself",
    "golden vector": "golden vector of ours",
    "not recomputable": "not recomputable",
}


@headline.register
def reproduction_headline(result: Reproduction) -> str:
    """Say how many numbers our analyses obtain again, and what the others are."""
    own, checked, golden, impossible = (
        next(one for one in result.kinds if one.kind == kind) for kind in KINDS
    )
    obtained = count(own.agree + own.differ, "published number")
    noted = ", each with a note" if own.differ and not result.warnings else ""
    told = [f"Tertium’s analyses recompute {obtained}: {_agreeing(own)}{noted}."]
    if own.data_not_at_hand:
        told.append(f"{own.data_not_at_hand:,} more need data sets that are not at hand.")
    if checked.numbers:
        told.append(
            f"{checked.numbers:,} are only checked against other numbers of their paper: "
            f"{_agreeing(checked)}."
        )
    if impossible.numbers:
        told.append(f"{impossible.numbers:,} cannot be recomputed.")
    if golden.numbers:
        told.append(f"Of {count(golden.numbers, 'golden vector')} of ours {_agreeing(golden)}.")
    return " ".join(told)


def _agreeing(one: KindCount) -> str:
    if not one.differ:
        return "all agree"
    agree, differ = ("agrees" if one.agree == 1 else "agree"), "differ" + "s" * (one.differ == 1)
    return f"{one.agree:,} {agree}, {one.differ:,} {differ}"


@methods.register
def reproduction_methods(result: Reproduction) -> str:
    """Say what the kinds mean."""
    return (
        "Recomputed: one of Tertium’s analyses ran, on judgements that are as a paper counts "
        "them or on published judgements; the JSON names it. Paper checked against itself: "
        "arithmetic on other numbers of the same paper, which says nothing about Tertium. Golden "
        "vector: a small example of ours, computed by another program. Numbers that cannot be "
        "recomputed are listed by table, with the reason."
    )


@tables.register
def reproduction_tables(result: Reproduction) -> tuple[Table, ...]:
    """Count by kind, then list every paper."""
    kinds = Table.of(
        "Numbers by kind",
        result.kinds,
        Column("Kind", of=lambda one: KINDS[one.kind]),
        *columns("count", "Numbers", "Agree", "Differ", "Data not at hand"),
    )
    papers = dict.fromkeys(one.paper for one in result.numbers)
    return kinds, *(_paper(result, paper) for paper in papers)


def _paper(result: Reproduction, paper: str) -> Table:
    own = (one for one in result.numbers if one.paper == paper)
    return Table.of(
        paper,
        own,
        Column("Quantity", of=_quantity),
        Column("Kind"),
        *columns("number", "Published", "Obtained"),
        *columns("words", "Agrees", "Note"),
    )


def _quantity(one: ReproducedNumber) -> str:
    return one.quantity if one.numbers == 1 else f"{one.quantity} ({one.numbers} numbers)"
