"""Better samples never have worse verdicts: fewer or lighter errors, or more clean text."""

import numpy as np
import pytest

from studies._scorecard_draws import drawn_sample, varying
from tertium.stats.errors.decision import CAUTIOUS, SPREAD, p_values

RISKS = (0.005, 0.01, 0.05, 0.1, 0.2)
# documents, segments of each, costs, variation between documents, readers, cautious
DESIGNS = [
    (1, 60, (1, 5), 0.0, 1, SPREAD),
    (2, 40, (1, 5), 0.5, 1, SPREAD),
    (3, 40, (1, 5), 1.0, 1, SPREAD),
    (5, 30, (1, 5, 25), 0.5, 1, SPREAD),
    (6, 25, (1, 5), 1.5, 2, SPREAD),
    (8, 20, (0.1, 1, 5), 0.7, 1, SPREAD),
    (10, 20, (1, 5), 0.5, 1, CAUTIOUS),
    (10, 20, (1, 5), 0.5, 3, SPREAD),
    (15, 12, (1,), 1.0, 1, SPREAD),
    (40, 5, (1, 5), 1.0, 1, SPREAD),
]
RUNS = 10_000  # of each design: 100,000 pairs


def samples(rng, documents, segments, costs, variation):
    """Draw errors at a tenth to three times the threshold, in documents of unequal length."""
    lengths = 1000 * varying(rng, 0.5, (RUNS, documents, 1), "lognormal") / segments
    words = np.broadcast_to(lengths, (RUNS, documents, segments))
    limit = np.exp(rng.uniform(np.log(5), np.log(60), RUNS)) / 1000 / documents**0.5
    rate = np.exp(rng.uniform(np.log(0.1), np.log(3), RUNS)) * limit
    often = varying(rng, variation, (RUNS, documents, 1)) * words * rate[:, None, None]
    share = np.array([0.75, 0.2, 0.05])[: len(costs)]
    mean = share @ np.array(costs) / share.sum()
    return rng.poisson(often[..., None] * share / share.sum() / mean), words, limit


def verdicts(counts, costs, words, limit, readers, spread):
    """Return 0 for fail, 1 for not yet decided and 2 for pass, by risk and sample."""
    sample = drawn_sample(counts, costs, words, limit, readers=readers)
    p_pass, p_fail = p_values(sample, spread=spread)
    return np.array([np.where(p_pass <= r, 2, np.where(p_fail <= r, 0, 1)) for r in RISKS])


def improved(rng, counts):
    """Take one error away, or make it lighter: any, or one of the worst or the best document."""
    runs = np.arange(len(counts))
    of_document = counts.sum((2, 3), keepdims=True)
    aim = rng.integers(3, size=len(counts))[:, None, None, None]
    liking = np.where(aim == 0, 0.0, np.where(aim == 1, of_document, -of_document))
    chance = np.where(counts > 0, liking + rng.random(counts.shape), -np.inf)
    place = np.unravel_index(chance.reshape(len(counts), -1).argmax(1), counts.shape[1:])
    some = counts[(runs, *place)] > 0
    better = counts.copy()
    better[(runs, *place)] -= some
    lighter = some & (rng.random(len(counts)) < 0.5) & (place[2] > 0)
    better[runs[lighter], place[0][lighter], place[1][lighter], place[2][lighter] - 1] += 1
    return better


@pytest.mark.parametrize("design", DESIGNS, ids=lambda d: f"{d[0]} documents, costs {d[2]}")
def test_removing_or_lowering_an_error_never_makes_a_verdict_worse(design):
    """At every stated risk that is allowed."""
    documents, segments, costs, variation, readers, spread = design
    rng = np.random.default_rng([1, documents, len(costs), readers])
    counts, words, limit = samples(rng, documents, segments, costs, variation)
    before = verdicts(counts, costs, words, limit, readers, spread)
    after = verdicts(improved(rng, counts), costs, words, limit, readers, spread)
    assert (after >= before).all()
    assert set(before[-1].tolist()) == {0, 1, 2}  # all verdicts occur
    assert (after > before).any()


@pytest.mark.parametrize("design", [one for one in DESIGNS if one[0] != 2],
                         ids=lambda d: f"{d[0]} documents, costs {d[2]}")  # fmt: skip
def test_a_clean_document_more_never_makes_a_verdict_worse(design):
    """Of .6 to 4 times the mean length of those read.

    A shorter one can, because it counts as a full document in how much documents are known to
    differ, and so can the third, with which that is measured for the first time.
    """
    documents, segments, costs, variation, readers, spread = design
    rng = np.random.default_rng([2, documents, len(costs), readers])
    counts, words, limit = samples(rng, documents, segments, costs, variation)
    before = verdicts(counts, costs, words, limit, readers, spread)
    clean = np.zeros((RUNS, 1, *counts.shape[2:]), dtype=counts.dtype)
    size = words.mean((1, 2), keepdims=True) * rng.uniform(0.6, 4, (RUNS, 1, 1))
    added = np.concatenate([words, np.broadcast_to(size, (RUNS, 1, segments))], 1)
    after = verdicts(np.concatenate([counts, clean], 1), costs, added, limit, readers, spread)
    assert (after >= before).all()
    assert (after > before).any()
