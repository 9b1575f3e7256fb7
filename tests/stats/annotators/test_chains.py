"""Every draw is from its conditional distribution.

Geweke's test: where scores are drawn anew from the model after every sweep, the unknowns
must keep their prior distributions, whatever is integrated out or moved together inside a
sweep. A wrong conditional shows as a wrong mean or variance.
"""

import numpy as np
import pytest
from scipy.sparse import csr_array

from tertium.stats.annotators.centres import _row_squares
from tertium.stats.annotators.chains import Chains, Variant
from tertium.stats.annotators.problem import Problem

ITEMS, PEOPLE, SCORES = 12, 6, 40


def tiny(*, pairs=False, shared=False):
    """Return a problem of 12 items of three systems; the scores do not matter."""
    rng = np.random.default_rng(0)
    item = rng.permutation(np.resize(np.arange(ITEMS), SCORES))
    annotator = rng.permutation(np.resize(np.arange(PEOPLE), SCORES))
    belongs = np.eye(3)[np.arange(ITEMS) % 3]
    if shared:
        belongs[0] = [0.5, 0.5, 0]
    better, worse = ([0, 0, 1], [9, 10, 11]) if pairs else ([], [])
    return Problem(
        item,
        annotator,
        np.zeros(SCORES),
        ITEMS,
        PEOPLE,
        np.array(better, dtype=int),
        np.array(worse, dtype=int),
        group=csr_array(belongs),
    )


def draw_scores(chains, rng):
    """Draw new scores from the model and hand them to the chain."""
    problem, variant = chains._problem, chains._variant
    i, j = problem.item, problem.annotator
    mean = chains.offset[j] + chains.slope[j] * chains.quality[i]
    score = mean + rng.normal(size=mean.shape) / np.sqrt(chains.precision[j])
    weight = np.ones_like(score)
    low, high = variant.ends
    if variant.contamination:
        # Odd scores are redrawn with everything else, so their weights are known as well.
        odd = rng.random(score.shape) < chains.contamination[j]
        score = np.where(odd, rng.uniform(low, high, score.shape), score)
        weight = np.where(odd, 0.0, 1.0)
    if variant.censored:
        chains._at_low = np.flatnonzero(score[:, 0] <= low)
        chains._at_high = np.flatnonzero(score[:, 0] >= high)
    chains._latent = score
    chains._sums.replace(score, weight)
    if variant.system_effects:
        chains._centres.read(score[:, 0])


def geweke(problem, variant, sweeps, seed=1):
    """Return draws of functions whose prior means are known, one row per sweep."""
    rng = np.random.default_rng(seed)
    chains = Chains(problem, variant, 1, rng)
    draw_scores(chains, rng)
    found = []
    for _ in range(sweeps):
        chains.sweep()
        b, t, s = chains.offset[:, 0], chains.precision[:, 0], chains.slope[:, 0]
        told = [b.mean(), (b**2).mean(), t.mean(), np.log(t).mean(), s.mean(), (s**2).mean()]
        told += [chains.contamination.mean()]
        q = chains.quality[:, 0]
        if variant.system_effects:
            c, k = chains.centre[:, 0], chains.spread[0]
            off = (q - (chains._group @ chains.centre)[:, 0]) * np.sqrt(k)
            told += [c.mean(), (c**2).mean(), c[0] * c[1], k, np.log(k), off.mean()]
            told += [(off**2).mean()]
        elif len(problem.better):
            told += [q[problem.better].mean(), q[problem.worse].mean(), (q**2).mean()]
        else:
            told += [q.mean(), (q**2).mean(), (b.mean() - q.mean()) ** 2]
        found.append(told)
        draw_scores(chains, rng)
    return np.array(found)


def apart(found, wanted):
    """Return how many standard errors each mean is from the wanted one, by batches."""
    batches = found[: len(found) // 20 * 20].reshape(20, -1, found.shape[1]).mean(1)
    error = batches.std(0, ddof=1) / np.sqrt(20)
    gap = found.mean(0) - wanted
    return np.where(error > 1e-12, gap / np.maximum(error, 1e-12), gap)


LOG_GAMMA_2 = 1 - np.euler_gamma  # ψ(2), the mean of ln τ
PEOPLE_WANTED = [0, 1, 2, LOG_GAMMA_2]
CENTRE_SD = 1.5
QUALITY_WANTED = [0, 1, 1 / PEOPLE + 1 / ITEMS]
CENTRE_WANTED = [0, CENTRE_SD**2, 0, 2, LOG_GAMMA_2, 0, 1]


@pytest.fixture
def nearer(monkeypatch):
    """Give centres a prior of sd 1.5; one of sd 3 is right too, but takes ten times the sweeps."""
    monkeypatch.setattr("tertium.stats.annotators.centres.CENTRE_SD", CENTRE_SD)
    monkeypatch.setattr("tertium.stats.annotators.chains.CENTRE_SD", CENTRE_SD)


@pytest.mark.usefixtures("nearer")
@pytest.mark.parametrize(
    ("variant", "wanted", "shared"),
    [
        (Variant(), [*PEOPLE_WANTED, 1, 1, 0.05, *QUALITY_WANTED], False),
        (Variant(slope=True), [*PEOPLE_WANTED, 1, 1.25, 0.05, *QUALITY_WANTED], False),
        (Variant(system_effects=True), [*PEOPLE_WANTED, 1, 1, 0.05, *CENTRE_WANTED], True),
        (
            Variant(slope=True, system_effects=True),
            [*PEOPLE_WANTED, 1, 1.25, 0.05, *CENTRE_WANTED],
            False,
        ),
        (
            Variant(slope=True, censored=True, ends=(-1.0, 1.5)),
            [*PEOPLE_WANTED, 1, 1.25, 0.05, *QUALITY_WANTED],
            False,
        ),
        (
            Variant(contamination=True, ends=(-15.0, 15.0)),
            [*PEOPLE_WANTED, 1, 1, 0.05, *QUALITY_WANTED],
            False,
        ),
    ],
    ids=["paper", "slope", "systems", "slope and systems", "censored", "contamination"],
)
def test_sweeps_keep_the_prior(variant, wanted, shared):
    """Means and variances of all unknowns stay those of the prior."""
    found = geweke(tiny(shared=shared), variant, sweeps=2000)
    assert np.abs(apart(found, np.array(wanted))).max() < 4.5


@pytest.mark.usefixtures("nearer")
@pytest.mark.parametrize("effects", [False, True], ids=["alone", "with systems"])
def test_sweeps_keep_the_prior_of_pairs(effects):
    """Qualities of pairs are normals given their order; simulated by drawing and rejecting."""
    problem = tiny(pairs=True)
    rng = np.random.default_rng(2)
    centre = rng.normal(0, CENTRE_SD, (100_000, 3)) * effects
    spread = rng.gamma(2, 1, 100_000) if effects else np.ones(100_000)
    off = rng.normal(size=(100_000, ITEMS))
    drawn = centre @ problem.group.toarray().T + off / np.sqrt(spread)[:, None]
    kept = (drawn[:, problem.better] > drawn[:, problem.worse]).all(1)
    wanted = [*PEOPLE_WANTED, 1, 1, 0.05]
    if effects:
        c, k, e = centre[kept], spread[kept], off[kept]
        wanted += [c.mean(), (c**2).mean(), (c[:, 0] * c[:, 1]).mean()]
        wanted += [k.mean(), np.log(k).mean(), e.mean(), (e**2).mean()]
    else:
        wanted += [drawn[kept][:, problem.better].mean(), drawn[kept][:, problem.worse].mean()]
        wanted += [(drawn[kept] ** 2).mean()]
    found = geweke(problem, Variant(system_effects=effects), sweeps=2000)
    assert np.abs(apart(found, np.array(wanted))).max() < 4.5


def test_geweke_sees_a_wrong_conditional(monkeypatch):
    """The test can fail: a slope prior that is wider inside the sweep is noticed."""
    monkeypatch.setattr("tertium.stats.annotators.chains.SLOPE_SD", 0.8)
    found = geweke(tiny(), Variant(slope=True), sweeps=2000)
    wanted = np.array([*PEOPLE_WANTED, 1, 1.25, 0.05, *QUALITY_WANTED])
    assert np.abs(apart(found, wanted)).max() > 6


def test_originals_stay_above_their_copies():
    """Every draw respects every pair, in every chain and after every joint move."""
    chains = Chains(tiny(pairs=True), Variant(slope=True), 3, np.random.default_rng(0))
    for _ in range(50):
        chains.sweep()
        better, worse = chains._problem.better, chains._problem.worse
        assert np.all(chains.quality[better] > chains.quality[worse])


def test_with_no_offsets_and_equal_precisions_qualities_are_mean_scores():
    """Given offsets of 0 and equal, very high precisions, quality is the mean of its scores."""
    rng = np.random.default_rng(5)
    plain = tiny()
    problem = Problem(plain.item, plain.annotator, rng.normal(size=SCORES), ITEMS, PEOPLE)
    chains = Chains(problem, Variant(), 2, rng)
    chains.offset[:], chains.precision[:] = 0, 1e12
    chains._draw_items()
    mean = np.bincount(problem.item, problem.score) / np.bincount(problem.item)
    assert chains.quality == pytest.approx(np.stack([mean, mean], axis=1), abs=1e-4)


def test_products_of_entries_within_rows():
    """A row of two entries gives four products, a row of one gives one."""
    rows = np.array([[0.5, 0.5, 0], [0, 0, 1], [0.2, 0.3, 0.5]])
    wanted = np.einsum("ij,ik->ijk", rows, rows).reshape(3, 9)
    assert _row_squares(csr_array(rows)).toarray() == pytest.approx(wanted)
