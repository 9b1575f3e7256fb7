"""Identical outputs: shares by domain, and domains sampled unevenly."""

import pytest

from tertium.exceptions import BadInput
from tertium.stats.comparison.compare import compare


def campaign(domains):
    """List judgements: (wins, losses, others) by domain, two annotators in turn."""
    rows = []
    for domain, numbers in domains.items():
        for label, number in zip(("advanced", "baseline", "tie"), numbers, strict=True):
            for _ in range(number):
                rows.append((f"e{len(rows) % 2}", f"s{len(rows)}", label, {"domain": domain}))
    return rows


def test_the_overall_share_weighs_domains_by_what_they_stand_for(table):
    """When all differing segments were judged, impact is exact: net wins / all segments."""
    # 60 of 100 differ in x, 30 of 200 in y
    data = table(campaign({"x": (30, 15, 15), "y": (20, 5, 5)}))
    found = compare(data, identical={"x": 0.4, "y": 0.85})
    assert found.identical == pytest.approx(1 - 90 / 300)
    assert found.impact.value == pytest.approx((30 - 15 + 20 - 5) / 300)


def test_sizes_correct_an_uneven_sample(table):
    """Equal samples from unequal domains: each counts by its size in the test set."""
    data = table(campaign({"x": (50, 10, 40), "y": (20, 20, 60)}))
    found = compare(data, identical={"x": 0.2, "y": 0.5}, sizes={"x": 1000, "y": 3000})
    expected = 0.25 * 0.8 * 0.4 + 0.75 * 0.5 * 0.0
    assert found.impact.value == pytest.approx(expected)
    assert found.advanced_share == pytest.approx(0.25 * 0.8 * 0.5 + 0.75 * 0.5 * 0.2)
    assert found.identical == pytest.approx(0.25 * 0.2 + 0.75 * 0.5)
    assert found.impact.low < expected < found.impact.high


def test_one_share_serves_all_domains(table):
    """A single number is used for every part."""
    found = compare(table(campaign({"x": (30, 15, 15), "y": (20, 5, 5)})), identical=0.25)
    assert [part.identical for part in found.by_domain] == [0.25, 0.25]
    assert found.identical == 0.25


def test_a_judged_domain_without_a_share_is_refused(table):
    """A missing share is not taken for zero."""
    data = table(campaign({"x": (3, 1, 1), "y": (2, 1, 1)}))
    with pytest.raises(BadInput, match="no identical share for domain 'y'"):
        compare(data, identical={"x": 0.2})
    with pytest.raises(BadInput, match="no size for domain 'y'"):
        compare(data, identical=0.2, sizes={"x": 100})
