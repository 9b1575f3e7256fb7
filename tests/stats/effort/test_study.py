"""A small round of the study: what the manual claims can be seen in a few campaigns."""

import numpy as np
import pytest

from studies.effort import CELLS, Cell, _coverage, _measure, claims, simulate


def test_making_effort_comparable_beats_as_is_within_sources():
    """For time, keystrokes and HTER, by mean normalisation and regression."""
    found = _measure(CELLS[0], 8, methods=("as-is", "mean", "ridge-1", "ridge-4"))
    for indicator, method, level, (_, low, _) in claims(found):
        if level == "segment":
            assert low > 0, (indicator, method)


@pytest.mark.parametrize("indicator", ["seconds", "keystrokes"])
def test_making_effort_comparable_beats_as_is_between_systems(indicator):
    """For time and keystrokes; it takes more campaigns to see."""
    found = _measure(CELLS[0], 50, indicators=(indicator,), methods=("as-is", "mean", "ridge-1"))
    for method in ("mean", "ridge-1"):
        gain = found[indicator, method][:, 0] - found[indicator, "as-is"][:, 0]
        assert gain.mean() > 0, method


def test_the_design_is_one_only_and_balanced_when_asked():
    """Nobody meets a source twice; a Latin rectangle gives everybody all systems equally often."""
    for cell in (CELLS[0], Cell("b", balanced=True)):
        measured = simulate(cell, np.random.default_rng(0)).measured
        pairs = measured.annotator.codes * 1000 + measured.segment.codes
        assert len(np.unique(pairs)) == len(measured)
        test = measured.test
        counts = np.zeros((10, 10), dtype=int)
        np.add.at(counts, (measured.annotator.codes[test], measured.system.codes[test]), 1)
        assert counts.sum() == 1000
        assert (counts == 10).all() == cell.balanced


def test_intervals_hold_the_value_of_the_population():
    """At least nine times in ten, in a few campaigns."""
    assert all(share > 0.9 for share, _ in _coverage(10).values())
