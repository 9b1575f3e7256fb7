"""How reproduced numbers look: one table per paper, published beside obtained."""

from tertium.report.arrange import headline, tables
from tertium.report.numbers import count
from tertium.report.shapes import Column, Table
from tertium.stats.reproduce import Reproduction

__all__: list[str] = []


@headline.register
def _(result: Reproduction) -> str:
    told = f"{result.agreeing:,} of {count(len(result.numbers), 'published number')} come out again"
    noted = sum(1 for one in result.numbers if not one.agrees and one.note)
    if not noted:
        return f"{told}."
    return f"{told}; a note explains {noted:,} that do not."


@tables.register
def _(result: Reproduction) -> tuple[Table, ...]:
    columns = (
        Column("Quantity"),
        Column("Published", "number", "published"),
        Column("Obtained", "number", "obtained"),
        Column("Agrees", "words", "agrees"),
        Column("Note", "words", "note"),
    )
    papers = dict.fromkeys(one.paper for one in result.numbers)
    return tuple(
        Table(
            paper,
            columns,
            tuple(
                (one.quantity, one.published, one.obtained, one.agrees, one.note)
                for one in result.numbers
                if one.paper == paper
            ),
        )
        for paper in papers
    )
