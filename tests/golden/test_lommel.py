"""Lommel, Popović and Burchardt (2014), and the spans of Perrella et al. (2026)."""

import pytest

from tertium.stats.published.claim import read_claims
from tertium.stats.reproduce import reproduce


def obtained(source, paper):
    """Return what comes out for a paper, by quantity."""
    claims = [one for one in read_claims(source) if paper in one.paper]
    return {one.quantity: one for one in reproduce(claims).numbers}


def test_the_figure_comes_out_but_for_two_misprints():
    """κ is .568, .865 and .652; the last two do not follow from the paper's counts as printed."""
    found = obtained("workshop", "Lommel")
    assert {name for name, one in found.items() if one.agrees is False} == {
        "Figure 2, κ, raters 1 and 3",
        "Figure 2, κ, raters 2 and 3",
        "Figure 2, mean κ",
        "Section 2, segments into German or Spanish",
        "Section 2, segments into English",
    }
    kappas = [one.obtained for name, one in found.items() if name.startswith("Figure 2, κ")]
    assert kappas == pytest.approx([0.568, 0.865, 0.652], abs=5e-4)
    sets = [one.obtained for name, one in found.items() if "sets of Figure 2" in name]
    assert sets == pytest.approx([2 / 3, 2 / 3, 1])


def test_the_worked_spans_come_out():
    """Every score of every variant, to the last digit."""
    found = obtained("golden", "Perrella")
    assert [one.agrees for one in found.values()] == [True] * 15
