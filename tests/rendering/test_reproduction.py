from tertium.rendering import headline, tables
from tertium.stats.published.claim import Claim
from tertium.stats.reproduce import reproduce


def test_numbers_are_counted_by_kind_and_listed_by_paper():
    """The headline claims what analyses recompute, and tells the rest apart."""
    golden = "Golden vectors"
    found = reproduce(
        (
            Claim("A (2015)", "ρ", "recomputed", 0.7333, "aziz.rho(time)", 5e-5),
            Claim("A (2015)", "z", "recomputed", 0.1, "data_sets.mean_z(cs-en, x)"),
            Claim("B (2016)", "sum", "self-check", 100, "34 + 15 + 52", note="rounded"),
            Claim("B (2016)", "κ", "not recomputable", None, numbers=40, note="no judgements"),
            Claim(golden, "b", "golden vector", 0.0028802312, "golden.tolerance(b)", 5e-11),
        )
    )
    assert headline(found) == (
        "Tertium’s analyses recompute 1 published number: all agree. 1 more need data sets that "
        "are not at hand. 1 are only checked against other numbers of their paper: 0 agree, 1 "
        "differs. 40 cannot be recomputed. Of 1 golden vector of ours all agree."
    )
    kinds, one, two, _ = tables(found)
    assert kinds.rows[0] == ("recomputed by the product", 2, 1, 0, 1)
    assert [(table.title, len(table.rows)) for table in (one, two)] == [
        ("A (2015)", 2), ("B (2016)", 2),
    ]  # fmt: skip
    assert one.rows[1][4:] == (None, "The data set wmt21-da is not at hand.")
    assert two.rows[1][0] == "κ (40 numbers)"
