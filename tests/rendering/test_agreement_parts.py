"""Agreement on rankings as it is shown: WMT's κ, majorities, lengths and ways of asking."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from tertium.rendering import figures, headline, render, tables
from tertium.rendering.arrange import methods
from tertium.stats.agreement.agree import agree
from tertium.stats.result import Estimate
from tests.stats.ranked import compared


def crossover(conditions, people="abcde", segments=30):
    """Draw comparisons of four outputs by five people, in one way of asking or two."""
    random = np.random.default_rng(2)
    rows = []
    for segment in range(segments):
        quality = random.normal(size=4)
        for person in people:
            for condition in conditions:
                seen = np.round(quality + 0.7 * random.normal(size=4))
                for slot, (one, two) in enumerate(combinations(range(4), 2)):
                    rows.append(
                        {
                            "annotator": person,
                            "segment": f"s{segment}",
                            "system": "pqrs"[one],
                            "versus": "pqrs"[two],
                            "slot": slot + 1 if condition == "ranking" else 1,
                            "condition": condition,
                            "value": float(np.sign(seen[one] - seen[two])),
                        }
                    )
    return compared(rows)


@pytest.fixture(scope="module")
def rankings():
    """Return the agreement of five people on rankings of thirty sources."""
    return agree(crossover(["ranking"]), lengths={f"s{k}": 4 + 3 * k for k in range(30)})


@pytest.fixture(scope="module")
def both():
    """Return the agreement of the same people asked in two ways."""
    lengths = {f"s{k}": 4 + 3 * k for k in range(30)}
    return agree(crossover(["ranking", "tournament"]), lengths=lengths)


def titled(result):
    return {table.title: table for table in tables(result) if table.rows}


def test_the_variant_is_named_where_its_number_stands(rankings):
    """The headline says whose κ it is; the textbook's numbers stay in the table of measures."""
    official = agree(crossover(["ranking"]), variant="wmt")
    assert headline(official).startswith("Inter-annotator agreement is ")
    assert f"(κ as WMT computes it: {official.cohen.mean:.3f}" in headline(official)
    assert "organisers of WMT" in methods(official)
    assert "WMT" not in headline(rankings) + methods(rankings)
    assert titled(official)["Agreement"].rows == titled(rankings)["Agreement"].rows
    (square, *_) = figures(official)
    assert square.caption == figures(rankings)[0].caption


def test_the_organisers_table_has_their_columns(rankings):
    """P(A), P(E), κ and what they were counted on, the official values first."""
    table = titled(rankings)["κ as WMT computes it"]
    assert [column.title for column in table.columns[1:4]] == ["P(A)", "P(E)", "κ"]
    inter = rankings.wmt.inter
    assert table.rows[0][1:5] == (inter.pA, inter.pE, inter.kappa, inter.comparable)
    assert len(table.rows) == 2  # nobody ranked anything twice


def test_two_releases_are_spared_the_table_of_wmt(comparison):
    """A/B has no rankings; the official κ is in the JSON for whoever wants it."""
    seen = comparison.agreement
    assert "κ as WMT computes it" not in titled(seen)
    asked = agree(crossover(["ranking"]).take(slice(0, 0)))
    assert "κ as WMT computes it" not in titled(asked)


def test_majorities_stand_beside_chance(rankings):
    """Five people: at least three, four, five, each with what blind answers would give."""
    table = titled(rankings)["Majorities"]
    assert [row[1] for row in table.rows] == ["at least 3", "at least 4", "at least 5"]
    assert table.rows[2][3] == pytest.approx(3 / 3**5)
    assert "one of the 3 answers" in table.note
    (figure,) = [one for one in figures(rankings) if one.name == "majorities"]
    assert figure.title.startswith("On ")
    assert "of the 5 annotators" in figure.title
    names = {row["name"] for row in figure.spec["layer"][0]["data"]["values"]}
    assert names == {"seen", "chance"}


def test_two_people_have_no_majority():
    """Of two people the share of equal answers says everything."""
    seen = agree(crossover(["ranking"], people="ab"))
    assert seen.majorities
    assert "Majorities" not in titled(seen)
    assert not [one for one in figures(seen) if one.name == "majorities"]


def test_length_is_a_table_and_a_line(rankings):
    """One line of Spearman's ρ with intervals, at the bounds and at the longest source."""
    table = titled(rankings)["Agreement by length"]
    assert [column.name for column in table.columns] == [
        "at_most", "percent", "kappa", "spearman", "segments",
    ]  # fmt: skip
    assert [row[0] for row in table.rows][-2:] == ["60 or less", "all"]
    (figure,) = [one for one in figures(rankings) if one.name == "agreement-by-length"]
    points = figure.spec["layer"][0]["data"]["values"]
    assert [point["x"] for point in points] == [10, 20, 30, 40, 50, 60, 91]
    assert points[-1]["value"] == rankings.ranks.spearman.value
    assert "on sources of 10 words or less" in figure.title


def test_ways_of_asking_have_their_own_lines(both):
    """Within each way, and across the two; the title tells all three."""
    table = titled(both)["Ways of asking"]
    assert [row[:2] for row in table.rows] == [
        ("ranking", "different annotators"),
        ("tournament", "different annotators"),
        ("ranking and tournament", "the same annotator"),
    ]
    (figure,) = [one for one in figures(both) if one.name == "agreement-by-length"]
    assert figure.title.startswith("Spearman’s ρ on sources of all lengths: ranking .")
    assert len({row["name"] for row in figure.spec["layer"][0]["data"]["values"]}) == 3
    assert "method" in [column.name for column in titled(both)["Agreement by length"].columns]


def test_without_ranks_the_line_shows_kappa(rankings):
    """Comparisons of two systems have no ranks to correlate."""
    plain = replace(
        rankings,
        by_length=tuple(replace(one, spearman=Estimate(None)) for one in rankings.by_length),
    )
    (figure,) = [one for one in figures(plain) if one.name == "agreement-by-length"]
    assert figure.title.startswith("Agreement (κ) is ")
    assert "spearman" not in [c.name for c in titled(plain)["Agreement by length"].columns]
    one = replace(rankings, by_length=rankings.by_length[:1])
    assert not [f for f in figures(one) if f.name == "agreement-by-length"]  # a point is no line


@pytest.mark.parametrize("fmt", ["text", "json", "csv", "latex", "html"])
def test_every_format_holds_the_new_parts(both, fmt):
    """All formats are written from the same tables."""
    text = render(both, fmt)
    assert "order_free" in text if fmt == "json" else "Ways of asking" in text
