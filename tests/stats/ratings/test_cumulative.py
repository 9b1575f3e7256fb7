"""The cumulative link model: its published numbers, and statsmodels beside it."""

import numpy as np
import pytest
from scipy.optimize import minimize
from statsmodels.miscmodels.ordinal_model import OrderedModel

from tertium.stats.ratings.cumulative import CumulativeModel, Latent, Precision
from tertium.stats.ratings.intercepts import random_intercepts
from tertium.stats.ratings.links import LINKS

TWO = np.array([[[3, 7, 10, 5], [8, 9, 6, 2]]], dtype=float)
GOLDEN = {
    "logit": (-1.164999, (-1.939404, -0.401703, 1.356359), -64.421053),
    "probit": (-0.677536, (-1.157222, -0.229726, 0.803775), -64.465323),
}
ANSWERS = (
    ("443434", "343234"), ("332432", "223123"), ("434443", "334423"), ("231323", "122131"),
)  # fmt: skip


def table(answers=ANSWERS):
    """Return the counts of four annotators who rated two systems."""
    return np.array(
        [[[text.count(str(k)) for k in (1, 2, 3, 4)] for text in own] for own in answers],
        dtype=float,
    )


def drawn(seed, people=6, systems=3, categories=5, per_cell=12):
    """Return counts of annotators with severity and spread of their own."""
    rng = np.random.default_rng(seed)
    model = CumulativeModel(np.zeros((people, systems, categories)), LINKS["logit"], Precision())
    cuts = model.cuts(
        Latent(
            np.linspace(-2, 2, categories - 1),
            rng.normal(0, 0.7, systems),
            rng.normal(0, 1, people),
            rng.normal(0, 0.3, people),
        )
    )
    return np.array(
        [[rng.multinomial(per_cell, cell) for cell in row] for row in model.shares(cuts)],
        dtype=float,
    )


def by_statsmodels(counts, link, people=False):
    """Fit the same likelihood with statsmodels: systems, and annotators, as dummies."""
    j, s, k = np.nonzero(counts)
    row = np.repeat(np.arange(len(j)), counts[j, s, k].astype(int))
    j, s, k = j[row], s[row], k[row]
    dummies = [(s == one).astype(float) for one in range(1, counts.shape[1])]
    if people:
        dummies += [(j == one).astype(float) for one in range(1, counts.shape[0])]
    model = OrderedModel(k, np.column_stack(dummies), distr=link)
    found = model.fit(method="bfgs", disp=False, gtol=1e-8, maxiter=500)
    return found.params[: len(dummies)], model.transform_threshold_params(found.params)[1:-1], found


@pytest.mark.parametrize("link", GOLDEN)
def test_two_systems_have_the_golden_numbers(link):
    """The fit of a small table is known to six digits."""
    difference, thresholds, likelihood = GOLDEN[link]
    fitted = CumulativeModel(TWO, LINKS[link], Precision()).fit()
    at = fitted.at
    assert at.systems[1] - at.systems[0] == pytest.approx(difference, abs=1e-6)
    np.testing.assert_allclose(at.thresholds - at.systems[0], thresholds, atol=1e-6)
    assert fitted.model.likelihood(at) == pytest.approx(likelihood, abs=1e-6)


def test_annotators_as_fixed_effects_have_the_golden_numbers():
    """Without a prior on shifts annotators are fixed effects."""
    fitted = CumulativeModel(table(), LINKS["logit"], Precision(shift=0.0)).fit()
    systems = fitted.at.systems
    assert systems[1] - systems[0] == pytest.approx(-1.651764, abs=1e-6)
    assert fitted.model.likelihood(fitted.at) == pytest.approx(-46.131893, abs=1e-6)


def test_a_random_intercept_has_the_golden_numbers():
    """Severity integrated by quadrature."""
    found = random_intercepts(table(), LINKS["logit"])
    first = found.at.systems[0]
    assert found.at.systems[1] - first == pytest.approx(-1.593353, abs=1e-5)
    np.testing.assert_allclose(
        found.at.thresholds - first, (-3.894785, -1.854764, 0.761652), atol=1e-5
    )
    assert found.sd == pytest.approx(1.506005, abs=1e-5)
    assert found.likelihood == pytest.approx(-52.398473, abs=1e-6)


@pytest.mark.parametrize("link", GOLDEN)
@pytest.mark.parametrize("people", [False, True])
def test_the_optimum_is_that_of_statsmodels(link, people):
    """Same likelihood, same optimum."""
    counts = drawn(3)
    precision = Precision(shift=0.0) if people else Precision()
    fitted = CumulativeModel(counts, LINKS[link], precision).fit()
    systems, thresholds, theirs = by_statsmodels(counts, link, people)
    ours = fitted.at
    assert fitted.model.likelihood(ours) >= theirs.llf - 1e-9
    np.testing.assert_allclose(
        ours.systems[1:] - ours.systems[0], systems[: counts.shape[1] - 1], atol=2e-5
    )
    start = ours.systems[0] + (ours.shift[0] if people else 0.0)
    np.testing.assert_allclose(ours.thresholds - start, thresholds, atol=2e-5)


def test_severity_and_spread_are_at_the_maximum_of_their_posterior():
    """A general optimiser finds the same place, with the log spreads summing to 0."""
    counts = drawn(5, people=4, systems=2)
    model = CumulativeModel(counts, LINKS["logit"], Precision(0.03, 0.7, 10.0))
    at = model.fit().at
    assert at.log_spread.sum() == pytest.approx(0, abs=1e-9)

    def read(x):
        spread = np.append(x[10:], -x[10:].sum())
        return Latent(x[:4], x[4:6], x[6:10], spread)

    start = np.r_[model.start().thresholds, np.zeros(9)]
    found = minimize(
        lambda x: -model.value(read(x)) if np.isfinite(model.value(read(x))) else 1e6,
        start,
        method="BFGS",
        options={"gtol": 1e-7},
    )
    assert model.value(at) >= -found.fun - 1e-9
    np.testing.assert_allclose(at.systems, read(found.x).systems, atol=1e-4)
    np.testing.assert_allclose(at.log_spread, read(found.x).log_spread, atol=1e-4)


@pytest.mark.parametrize("expected", [False, True])
def test_the_information_is_that_of_small_steps(expected):
    """Gradient and information agree with differences of the likelihood."""
    counts = drawn(2, people=3, systems=2, categories=3)
    model = CumulativeModel(counts, LINKS["probit"], Precision(0.1, 0.5, 8.0))
    at = Latent(np.array([-0.7, 0.9]), np.array([0.2, -0.1]), *np.zeros((2, 3)))
    at = Latent(at.thresholds, at.systems, np.array([0.1, -0.2, 0.3]), np.array([0.2, -0.1, 0.1]))
    found = model.information(at, expected=expected)
    step = found.solve(found.common, found.personal, centred=False)
    gradient = (found.common[:2], found.common[2:], found.personal[:, 0], found.personal[:, 1])
    along = sum(
        float(one @ other)
        for one, other in zip(
            gradient, (step.thresholds, step.systems, step.shift, step.log_spread), strict=True
        )
    )
    h = 1e-4
    up, down = model.value(at.moved(step, h)), model.value(at.moved(step, -h))
    assert (up - down) / (2 * h) == pytest.approx(along, rel=1e-6)
    if not expected:  # with the step of Newton, step'·H·step is gradient·step
        assert (2 * model.value(at) - up - down) / h**2 == pytest.approx(along, rel=1e-4)
