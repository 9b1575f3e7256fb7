from tertium.report import headline, tables
from tertium.stats.reproduce import Reproduced, Reproduction


def test_numbers_are_told_paper_by_paper():
    """The headline counts what came out; each paper has its own table."""
    numbers = (
        Reproduced("A (2015)", "κ", 0.38, 0.391, False, "rounded on the way"),
        Reproduced("B (2016)", "ratio", 1.96, 1.9634, True, ""),
    )
    result = Reproduction(numbers=numbers, agreeing=1, signature="reproduce|papers:2")
    assert headline(result) == (
        "1 of 2 published numbers come out again; the other one carries a note."
    )
    assert [(table.title, len(table.rows)) for table in tables(result)] == [
        ("A (2015)", 1), ("B (2016)", 1),
    ]  # fmt: skip
