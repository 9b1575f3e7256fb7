"""A very small round of the benchmark of the annotator model, so that it cannot rot."""

import pytest

from bench import annotators as bench
from studies._crowds import from_prior
from tertium.stats.annotators.expectation import expectation_propagation


@pytest.fixture
def small(monkeypatch):
    """Measure a small problem, one round each, in this process."""
    problem, *_ = from_prior(4, items=20, people=6, scores=120)
    monkeypatch.setattr(bench, "ROUNDS", 1)
    monkeypatch.setattr(bench, "SIZES", (2000, 4000))
    monkeypatch.setattr(bench, "_problem", lambda: problem)
    monkeypatch.setattr(
        bench,
        "_in_own_process",
        lambda what: bench._engines() if what == "engines" else bench._grown(int(what)),
    )
    return problem


def test_the_page_tells_all_engines_and_sizes(small, monkeypatch):
    """Three engines on the same scores, and two sizes with the outputs and annotators they had."""
    exact = expectation_propagation(small).quality
    monkeypatch.setattr(bench, "_nuts", lambda _: lambda seed: (exact.mean, exact.sd))
    body = bench.run().body
    assert "20 outputs, 6 annotators, 120 scores" in body
    for engine in ("NUTS", "expectation propagation", "Gibbs"):
        assert f"| {engine}, " in body
    assert "| 2,000 | 40 | 4 | gibbs, slope |" in body
    assert "| 4,000 | 80 | 8 | gibbs, slope |" in body
    assert "as fast as NUTS: **not met**." in body  # nothing beats a look at the answer
