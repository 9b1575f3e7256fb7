"""How reproduced numbers look: one table per paper, published beside obtained."""

from tertium.report.arrange import headline, tables
from tertium.report.shapes import Column, Table
from tertium.stats.reproduce import Reproduction
from tertium.stats.told import count

__all__: list[str] = []


@headline.register
def _(result: Reproduction) -> str:
    told = f"{result.agreeing:,} of {count(len(result.numbers), 'published number')} come out again"
    rest = len(result.numbers) - result.agreeing
    if not rest or result.warnings:  # what has no note is told in a warning
        return f"{told}."
    return (
        f"{told}; {'the other one carries' if rest == 1 else f'the other {rest:,} carry'} a note."
    )


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
