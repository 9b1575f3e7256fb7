"""The κ of WMT, held against a slow version that follows the organisers' own steps."""

from collections import defaultdict
from dataclasses import asdict
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.exceptions import BadInput
from tertium.stats.agreement.agree import agree
from tertium.stats.agreement.wmt_kappa import official_kappa
from tests.stats.ranked import compared, ranked


def slow(rankings):
    """Return agree, comparable, ties, total of inter, intra and different judges in any order."""
    labels = []
    for judge, segment, ranks in rankings:
        for (one, a), (two, b) in combinations(ranks.items(), 2):
            sign = "<" if a < b else ">" if a > b else "="
            labels.append((judge, segment, one, two, sign))
    items, own, free, groups = (defaultdict(list) for _ in range(4))
    for judge, segment, one, two, sign in labels:
        items[segment, one, two].append(sign)
        own[judge, segment, one, two].append(sign)
        groups[judge, segment].append((judge, segment, one, two))
        turned = sign if one < two else {"<": ">", ">": "<", "=": "="}[sign]
        free[segment, *sorted((one, two))].append((judge, turned))
    kept = [
        item
        for members in groups.values()
        if any(len(own[item]) > 1 for item in members)
        for item in dict.fromkeys(members)
    ]

    def counted(lists):
        pairs = [pair for signs in lists for pair in combinations(signs, 2)]
        signs = [sign for signs in lists for sign in signs]
        return (sum(a == b for a, b in pairs), len(pairs), signs.count("="), len(signs))

    others = [
        (a == b)
        for answers in free.values()
        for (judge, a), (other, b) in combinations(answers, 2)
        if judge != other
    ]
    everything = counted(items.values())
    return (
        everything,
        counted([own[item] for item in kept]),
        (sum(others), len(others), *everything[2:]),
    )


@st.composite
def rankings(draw):
    """Draw rankings of a few outputs of two segments by a few judges, some of them repeated."""
    listed = []
    for _ in range(draw(st.integers(1, 12))):
        names = draw(st.permutations(["p", "q", "r+s", "t"]))[: draw(st.integers(2, 4))]
        ranks = {name: draw(st.integers(1, 3)) for name in names}
        listed.append(
            (draw(st.sampled_from(["j1", "j2", "j3"])), draw(st.sampled_from("12")), ranks)
        )
    return listed


@given(rankings())
def test_counts_are_those_of_the_slow_version(listed):
    """Whatever was ranked, the four counts of each kind are equal, and κ follows from them."""
    found = official_kappa(ranked(listed))
    for kappa, (agree_, comparable, ties, total) in zip(
        (found.inter, found.intra, found.order_free), slow(listed), strict=True
    ):
        assert (kappa.agree, kappa.comparable, kappa.ties, kappa.total) == (
            agree_, comparable, ties, total,
        )  # fmt: skip
        if comparable and ties < total:
            share = ties / total
            chance = share**2 + 2 * ((1 - share) / 2) ** 2
            assert kappa.kappa == pytest.approx((agree_ / comparable - chance) / (1 - chance))
        else:
            assert kappa.kappa is None


@given(rankings())
def test_different_judges_in_any_order_are_the_textbook_s_pairs(listed):
    """The pooled share is the `percent` of the textbook, so only chance differs from Fleiss."""
    found = agree(ranked(listed))
    assert found.wmt.order_free.pA == pytest.approx(found.percent)


def test_by_hand():
    """Two judges on one pair: shown alike they meet, shown the other way round they do not."""
    alike = [
        ("a", "1", {"x": 1, "y": 2}),
        ("b", "1", {"x": 1, "y": 2}),
        ("b", "2", {"x": 1, "y": 1}),
    ]
    found = official_kappa(ranked(alike))
    assert asdict(found.inter) == pytest.approx(
        {"pA": 1.0, "pE": 1 / 9 + 2 / 9, "kappa": 1.0, "agree": 1, "comparable": 1,
         "ties": 1, "total": 3}
    )  # fmt: skip
    assert found.intra.comparable == found.intra.total == 0
    turned = [alike[0], ("b", "1", {"y": 2, "x": 1}), alike[2]]
    found = official_kappa(ranked(turned))
    assert (found.inter.comparable, found.inter.kappa) == (0, None)
    assert (found.order_free.agree, found.order_free.comparable) == (1, 1)


def test_the_variant_stands_where_the_textbook_stood():
    """Percent, both means and the word are WMT's; the textbook's are kept beside."""
    listed = [
        (judge, str(segment), {"x": 1, "y": 1 + (segment + k) % 3, "z": 2})
        for segment in range(12)
        for k, judge in enumerate(["a", "b", "a"])
    ]
    plain, official = agree(ranked(listed)), agree(ranked(listed), variant="wmt")
    assert plain.textbook is None
    assert (official.percent, official.cohen.mean) == (plain.wmt.inter.pA, plain.wmt.inter.kappa)
    assert official.intra.mean == plain.wmt.intra.kappa
    assert official.textbook.percent == plain.percent
    assert (official.textbook.cohen, official.textbook.intra) == (
        plain.cohen.mean,
        plain.intra.mean,
    )
    assert official.cohen.pairs == plain.cohen.pairs
    assert "|variant:wmt|" in official.signature
    assert "variant" not in plain.signature


def test_two_outputs_stand_left_and_right(table):
    """In A/B the slot of `system` tells which came first, whichever the row names first."""
    rows = [("a", "1", "advanced"), ("b", "1", "advanced"), ("c", "1", "baseline")]
    seen = table(rows).comparisons()  # sides alternate: base left, then adv left, then base left
    found = official_kappa(seen)
    assert (found.inter.agree, found.inter.comparable) == (0, 1)
    assert (found.order_free.agree, found.order_free.comparable) == (1, 3)
    other = [
        {"annotator": who, "segment": "1", "system": "x", "versus": "y", "slot": slot,
         "value": value}
        for who, slot, value in (("a", 1, 1.0), ("b", 2, 1.0), ("c", 2, 1.0))
    ]  # fmt: skip
    found = official_kappa(compared(other))
    assert (found.inter.agree, found.inter.comparable) == (1, 1)


def test_without_display_order_there_is_no_official_value():
    """A row that does not say where its systems stood is told, not guessed."""
    rows = [
        {"annotator": who, "segment": "1", "system": "x", "versus": "y", "value": 1.0}
        for who in "ab"
    ]  # fmt: skip
    data = compared(rows)
    assert official_kappa(data) is None
    assert agree(data).wmt is None
    with pytest.raises(BadInput, match="display order"):
        agree(data, variant="wmt")


def test_answers_that_say_nothing_are_left_out(comparisons):
    """`other` is no answer; all ties leave nothing beyond chance; nothing is nothing."""
    seen = comparisons([("a", "1", "other"), ("b", "1", "tie"), ("c", "1", "tie")])
    found = official_kappa(seen)
    assert (found.inter.total, found.inter.kappa) == (2, None)
    assert official_kappa(seen.take(seen.value > 5)) is None
