"""Tables that are declared: which records they list, and what stands in their columns."""

from dataclasses import dataclass, field

from tertium.rendering.shapes import Column, Table, columns, estimate, inner, known, listing
from tertium.stats.result import Estimate


@dataclass(frozen=True)
class Part:
    """A part of a system, with a name of its own."""

    name: str
    score: int


@dataclass(frozen=True)
class System:
    """A system as results have them."""

    system: str
    score: float
    low: float
    high: float
    gain: Estimate = Estimate(None)  # noqa: RUF009  # a frozen value
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True)
class Ranking:
    """A result."""

    systems: tuple[System, ...] = field(default=())


ONE = System("one", 0.5, 0.25, 0.75, parts=(Part("a", 1), Part("b", 2)))
TWO = System("two", 0.25, 0.0, 0.5, gain=Estimate(2.0))


def test_a_column_holds_the_field_of_its_name_or_what_is_made_of_the_record():
    """The heading names the field, unless a field or a function is given."""
    table = Table.of(
        "Systems",
        (ONE, TWO),
        Column("System"),
        Column("Points", "number", "score"),
        Column("Double", "number", of=lambda one: 2 * one.score),
        Column("Score", "ratio", of=estimate("score")),
    )
    assert table.rows[0] == ("one", 0.5, 1.0, Estimate(0.5, 0.25, 0.75))
    assert [column.name for column in table.columns] == ["system", "score", "double", "score"]


def test_an_estimate_that_could_not_be_made_leaves_its_cell_and_its_column_empty():
    """Nothing stands where nothing is known, and a column of nothing is left out."""
    gains = Column("Gain", "ratio", of=known("gain"))
    assert Table.of("Gains", (ONE, TWO), gains).rows == ((None,), (Estimate(2.0),))
    only = Table.of("Gains", (ONE,), *columns("words", "System"), gains).without_empty()
    assert [column.title for column in only.columns] == ["System"]


def test_a_record_inside_another_has_the_fields_of_both():
    """Its own field hides that of the record around it."""
    parts = Table.of("Parts", inner((ONE, TWO), "parts"), *columns("words", "System", "Score"))
    assert parts.rows == (("one", 1), ("one", 2))


def test_a_declared_table_reads_the_result_it_is_called_with():
    """Its records are a field or a function of the result; more rows than fit are a detail."""
    declared = listing("Systems", "systems", *columns("words", "System"), fits=1)
    assert not declared(Ranking((ONE,))).detail
    assert declared(Ranking((ONE, TWO))).detail
    best = listing("Best", lambda result: result.systems[:1], Column("System")).without_empty()
    assert best(Ranking((ONE, TWO))).rows == (("one",),)
    assert best(Ranking()).columns == ()


def test_rows_without_a_known_value_can_be_left_out():
    """Lists of facts name only what could be estimated."""
    facts = Table("Facts", columns("words", "Fact", "Value"), (("a", None),))
    assert facts.with_rows(("b", Estimate(None)), ("c", 1)).without_unknown().rows == (("c", 1),)
