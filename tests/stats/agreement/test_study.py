"""A small round of the study of agreement, so that it cannot rot."""

import pytest
from scipy.stats import binom

from studies.agreement import covered, covered_sides, flagged, truths

RUNS = 60


@pytest.mark.parametrize("kappa", [0.25, 0.9])
def test_intervals_cover_where_one_answer_is_rare(kappa):
    """10% prevalence, 50 items, three raters: at least 93%, as far as 60 rounds can tell."""
    found = covered(0.1, 50, 3, kappa, RUNS)
    for coverage, _ in found.values():
        assert coverage * RUNS >= binom.ppf(1e-4, RUNS, 0.92)


def test_intervals_of_comparisons_cover_with_many_ties():
    """Nine of ten answers are ties, and sides have no names."""
    coverage, _ = covered_sides(0.9, 20, 0.25, RUNS)
    assert coverage * RUNS >= binom.ppf(1e-4, RUNS, 0.93)


def test_the_truth_of_ac1_is_that_of_its_formula():
    """At κ = 1 every coefficient is 1; at 50% AC1 equals κ."""
    assert truths(0.03, 1.0) == pytest.approx(dict.fromkeys(("cohen", "fleiss", "alpha", "ac1"), 1))
    assert truths(0.5, 0.4)["ac1"] == pytest.approx(0.4)


def test_flags_find_bad_annotators_and_spare_good_ones():
    """One reversed of three is found; in a crowd of twelve good ones nobody is flagged."""
    good, bad = flagged(3, 1, "reversed", 40, 100)
    assert good < 0.03
    assert bad > 0.8
    assert flagged(12, 0, "random", 40, 50)[0] < 0.03
