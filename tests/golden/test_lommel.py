"""Lommel, Popović and Burchardt (2014), and the spans of Perrella et al. (2026)."""

import pytest

from tertium.stats.published import lommel, perrella
from tertium.stats.reproduce import reproduce


def test_the_figure_comes_out_but_for_two_misprints():
    """κ is .568, .865 and .652; the last two do not follow from the paper's counts as printed."""
    found = {one.quantity: one for one in reproduce(lommel.CLAIMS).numbers}
    assert {name for name, one in found.items() if not one.agrees} == {
        "Figure 2, κ, annotators 1 and 3",
        "Figure 2, κ, annotators 2 and 3",
    }
    kappas = [one.obtained for name, one in found.items() if "κ" in name]
    assert kappas == pytest.approx([0.568, 0.865, 0.652], abs=5e-4)
    sets = [one.obtained for name, one in found.items() if "sets" in name]
    assert sets == pytest.approx([2 / 3, 2 / 3, 1])


def test_the_worked_spans_come_out():
    """Every score of every variant, to the last printed digit."""
    result = reproduce(perrella.CLAIMS)
    assert result.agreeing == len(result.numbers) == 15
