"""A small round of the study of the scorecard's risks."""

import pytest

from studies.scorecard import CELLS, measure, run


@pytest.mark.parametrize("cell", [CELLS[0], CELLS[2], CELLS[5]], ids=lambda cell: cell.name)
@pytest.mark.parametrize("words", [1000, 5000])
def test_the_stated_risk_is_met_within_a_point(cell, words):
    """1,500 texts at the limit; three Monte-Carlo errors are 1.7 points."""
    found = measure(cell, words, 0.06, 0.05, runs=1500, seed=3)
    assert found.passed <= 0.06 + 0.017
    assert found.failed <= 0.06 + 0.017
    assert found.passed + found.failed > 0.01


def test_errors_in_clumps_would_deceive_plain_bounds():
    """What the widening is for: without it every fourth text at the limit would pass."""
    found = measure(CELLS[5], 10000, 0.06, 0.05, runs=400, seed=3)
    assert found.passed_plain > 0.25
    assert found.passed < 0.08


def test_good_and_bad_texts_are_told_apart():
    """A quarter of the limit passes, twice the limit fails, if enough is read."""
    assert measure(CELLS[0], 10000, 0.01, 0.05, runs=200, seed=1, rate=0.25).passed > 0.95
    assert measure(CELLS[0], 10000, 0.01, 0.05, runs=200, seed=1, rate=2.0).failed > 0.9


def test_the_page_can_be_written():
    """A tiny round of everything."""
    page = run(runs=8)
    assert page.body.count("## ") == 3
    assert "one by one" in page.body
