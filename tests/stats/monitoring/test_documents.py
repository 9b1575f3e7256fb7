import numpy as np
import pytest
from scipy.special import expit, roots_hermitenorm

from tertium.stats.monitoring import binomial
from tertium.stats.monitoring.documents import evidence

OWNER = np.array([0, 0, 1, 2])
WINS = np.array([[2.0, 0, 1, 0], [5, 3, 4, 2], [9, 6, 8, 7]])
LOSSES = np.array([[1.0, 0, 0, 0], [2, 1, 2, 1], [3, 2, 5, 2]])


NODES, WEIGHTS = roots_hermitenorm(60)
WEIGHTS = WEIGHTS / WEIGHTS.sum()


def plainly(wins, losses, theta, tau, sigma):
    """Return the log likelihood of one look by Gauss–Hermite quadrature, inside and outside."""
    total = 0.0
    for person in np.unique(OWNER):
        of_person = np.ones(len(NODES))
        for won, lost in zip(wins[person == OWNER], losses[person == OWNER], strict=True):
            p = expit(theta + tau * NODES[:, None] + sigma * NODES)
            of_person *= (p**won * (1 - p) ** lost) @ WEIGHTS
        total += np.log(of_person @ WEIGHTS)
    return total


def test_the_null_is_the_largest_likelihood_that_the_bounds_allow():
    """Over a fine grid of τ and σ, by plain quadrature; the bounds limit it."""
    for bound, document_bound in ((0.3, 1.0), (0.3, 0.2), (0.1, 1.0)):
        found = evidence(WINS, LOSSES, OWNER, bound=bound, document_bound=document_bound)
        middle = len(found.theta) // 2
        assert found.theta[middle] == 0
        for look in (1, 2):
            best = max(
                plainly(WINS[look], LOSSES[look], 0.0, tau, sigma)
                for tau in np.linspace(0, bound, 7)
                for sigma in np.linspace(0, document_bound, 21)
            )
            assert found.log_null[look, middle] == pytest.approx(best, abs=3e-3)


def test_documents_that_do_not_differ_are_the_former_e_process():
    """Each annotator with one document and no room for documents: the same to four digits."""
    rng = np.random.default_rng(0)
    won, lost = (rng.integers(0, 40, (6, 4)).cumsum(0).astype(float) for _ in range(2))
    found = evidence(won, lost, np.arange(4), document_bound=1e-9)
    np.testing.assert_allclose(found.log_e_values, binomial.log_e_values(won, lost), atol=1e-4)
    low, _, high = found.confidence_sequence(0.95).T
    former = binomial.confidence_sequence(won, lost).T
    np.testing.assert_allclose([low, high], [former[0], former[2]], atol=2e-3)


def test_one_document_says_less_than_many():
    """The same wins and losses: in one document they may be the document's."""
    won, lost = np.array([[60.0, 0, 0, 0, 0, 0]]), np.array([[20.0, 0, 0, 0, 0, 0]])
    spread_won, spread_lost = np.full((1, 6), 10.0), np.full((1, 6), 20 / 6)
    owner = np.array([0, 0, 1, 1, 2, 2])
    one = evidence(won, lost, owner).log_e_values[0]
    many = evidence(spread_won, spread_lost, owner).log_e_values[0]
    assert many > one + 1


def test_exchanging_wins_and_losses_mirrors_the_evidence():
    """Same e-values, and the interval turned round."""
    there, back = evidence(WINS, LOSSES, OWNER), evidence(LOSSES, WINS, OWNER)
    np.testing.assert_allclose(there.log_e_values, back.log_e_values, rtol=1e-9)
    np.testing.assert_allclose(
        there.confidence_sequence(0.95), -back.confidence_sequence(0.95)[:, ::-1], atol=1e-9
    )


def test_the_interval_leaves_out_no_difference_where_the_evidence_is_reached():
    """A confidence sequence and the e-value are one rule."""
    won = np.arange(1, 41)[:, None] * np.ones(15)
    lost = np.floor(won / 6)
    found = evidence(won, lost, np.arange(15) % 3)
    low = found.confidence_sequence(0.95)[:, 0]
    reached = found.log_e_values >= np.log(20)
    assert reached.any()
    assert not reached.all()
    np.testing.assert_array_equal(reached, low > 0)


def test_the_estimate_is_the_most_likely_log_ratio():
    """Between the points of the grid, too."""
    won, lost = np.array([[300.0, 290, 310, 305]]), np.array([[200.0, 190, 205, 199]])
    _, middle, _ = evidence(won, lost, np.arange(4), document_bound=0.1).confidence_sequence(0.9)[0]
    assert middle == pytest.approx(np.log(1205 / 794), abs=0.01)
