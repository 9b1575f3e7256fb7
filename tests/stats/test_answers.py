"""A small round of the study of all default outputs, in ten of its situations."""

import pytest
from scipy.stats import binom

from studies.answers import OUTPUTS, Cell, measure

RUNS = 60
# Every output once, where documents differ strongly or moderately, with few annotators.
CELLS = [
    Cell(output, (1.0, 0.5)[at % 2], 3, ("common", "unique")[at % 2 if output != "agree" else 0])
    for at, output in enumerate(OUTPUTS)
]


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
def test_no_default_output_claims_too_much(cell):
    """Wrong claims are not significantly more than 6.5%, and most studies may claim something."""
    runs = RUNS // 4 if cell.output in ("annotators", "monitor") else RUNS  # these are slow
    for claim, found in measure(cell, runs, seed=1).items():
        made = found.studies - found.declined
        assert found.share * made <= binom.ppf(1 - 1e-4, made, 0.065), claim
        assert found.declined <= binom.ppf(1 - 1e-4, runs, 0.2), claim
