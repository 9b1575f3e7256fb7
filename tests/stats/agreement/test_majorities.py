"""The table of majorities: what was seen, and what chance alone would show."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.stats.agreement.agree import agree
from tests.stats.ranked import compared


def voted(votes, passes=None):
    """Write votes ({item: answers of people in order}) as comparisons of two systems."""
    return compared(
        [
            {
                "annotator": f"e{person:02}",
                "segment": item,
                "system": "x",
                "versus": "y",
                "slot": 1,
                "value": float(answer),
                "pass": passes,
            }
            for item, answers in votes.items()
            for person, answer in enumerate(answers)
        ]
    )


def test_sixteen_people_and_three_options_as_in_the_paper():
    """By chance nine of sixteen agree with probability .150, eleven with .012.

    Of 59 comparisons 47 have an absolute majority and 32 have two thirds (80%, 54.24%).
    """
    sizes = [16] * 8 + [11] * 24 + [9] * 15 + [8] * 12
    votes = {
        f"s{k}": [1] * size + [0] * ((16 - size) // 2) + [-1] * (16 - size - (16 - size) // 2)
        for k, size in enumerate(sizes)
    }
    found = {one.at_least: one for one in agree(voted(votes)).majorities}
    assert list(found) == list(range(7, 17))
    assert {(one.annotators, one.items, one.options) for one in found.values()} == {(16, 59, 3)}
    assert found[9].share == pytest.approx(47 / 59)
    assert found[11].share == pytest.approx(0.5424, abs=0.00005)
    assert found[9].chance == pytest.approx(0.150, abs=0.0005)
    assert found[11].chance == pytest.approx(0.012, abs=0.0005)


@pytest.mark.parametrize("people", [2, 3, 4, 5])
def test_chance_counts_every_way_to_answer(people):
    """All 3ⁿ ways, counted one by one."""
    ways = list(product((-1, 0, 1), repeat=people))
    votes = {f"s{k}": way for k, way in enumerate(ways)}
    for one in agree(voted(votes)).majorities:
        by_hand = sum(max(Counter(way).values()) >= one.at_least for way in ways) / len(ways)
        assert one.chance == pytest.approx(by_hand)
        assert one.share == pytest.approx(by_hand)  # here everything happens once


def test_blind_answers_look_like_chance():
    """4,000 items answered blindly by seven people come close to the chance column."""
    random = np.random.default_rng(3)
    votes = {f"s{k}": random.integers(-1, 2, 7) for k in range(4000)}
    for one in agree(voted(votes)).majorities:
        assert one.share == pytest.approx(one.chance, abs=0.03)


@given(st.lists(st.lists(st.sampled_from([-1, 0, 1]), min_size=1, max_size=6), max_size=8))
def test_shares_fall_and_every_group_is_counted(listed):
    """Larger majorities are rarer, and groups by number of people add up to all items."""
    found = agree(voted({f"s{k}": votes for k, votes in enumerate(listed)})).majorities
    groups = {}
    for one in found:
        groups.setdefault(one.annotators, []).append(one)
    assert list(groups) == sorted(groups, reverse=True)
    for number, rows in groups.items():
        assert rows[0].items == sum(len(votes) == number for votes in listed)
        assert [one.at_least for one in rows] == list(range(rows[0].at_least, number + 1))
        for name in ("share", "chance"):
            values = [getattr(one, name) for one in rows]
            assert values == sorted(values, reverse=True)
            assert all(0 <= value <= 1 for value in values)
        assert rows[0].chance < 1


def test_everybody_counts_once(table):
    """A second pass over the same items adds no people."""
    rows = [(f"e{p}", f"s{k}", "advanced" if (p + k) % 3 else "tie", {"pass": pass_})
            for p in range(3) for k in range(9) for pass_ in "ab"]  # fmt: skip
    found = agree(table(rows)).majorities
    assert {(one.annotators, one.items) for one in found} == {(3, 9)}


def test_options_are_the_answers_that_occur(table):
    """Two different answers in the data leave two options to draw from."""
    rows = [(f"e{p}", f"s{k}", "advanced" if (p + k) % 2 else "baseline")
            for p in range(3) for k in range(6)]  # fmt: skip
    (row,) = agree(table(rows)).majorities
    assert (row.annotators, row.at_least, row.options, row.chance) == (3, 3, 2, 0.25)


def test_scores_on_a_long_scale_have_no_majorities():
    """Fifty different scores are no options to choose among."""
    from tertium.table import JudgementTable

    table = JudgementTable.from_rows(
        {"annotator": a, "segment": f"s{k}", "system": "x", "aspect": "overall", "value": float(k)}
        for a in "ab"
        for k in range(50)
    )
    assert agree(table).majorities == ()
