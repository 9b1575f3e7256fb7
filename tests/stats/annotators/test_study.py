"""Small rounds of the study, so that its claims are checked with every change."""

import numpy as np
import pytest

from studies import annotators as study
from studies._corrupted import held_out, real_sets, spoil
from studies._crowds import control_hits, failing, mean_z, two_thirds_random
from tests.stats.annotators.scored import scored


def averages(function, runs):
    return {name: mean for name, (mean, _) in study._averages(map(function, range(runs))).items()}


def test_both_engines_give_one_posterior():
    """Means within 0.05 of a standard deviation, deviations within 5%, on a middle size."""
    crowd = two_thirds_random(3, items=120, people=60, scores=3000)
    found = study.compare_engines(crowd, draws=3000)
    assert found.converged
    assert found.mean[1] < 0.05
    for low, middle, high in (found.quality, found.offset):
        assert 0.95 < low < high < 1.05
        assert middle == pytest.approx(1, abs=0.01)


def test_ninety_per_cent_intervals_cover_about_ninety():
    """On data from the model's own priors, with a few data sets only."""
    found = averages(study._flat_covered, 6)
    assert len(found) == 6
    assert all(0.83 < share < 0.97 for share in found.values())


def test_the_model_beats_mean_z_in_a_poor_crowd():
    """By at least .05, and by .03 where only those who pass count."""
    found = averages(study.accuracy_of_hits, 2)
    assert found["model − mean z, all"] > 0.05
    assert found["model − mean z, passing"] > 0.03
    assert 0.3 < found["share failing"] < 0.8


def test_slopes_see_through_the_nearly_constant():
    """The paper's model believes them most, and falls below mean z."""
    found = study.accuracy_of_thirds(1, items=150, people=90, scores=4000)
    assert found["model"] > 0.96
    assert found["paper's model"] < found["mean z, all"] < 0.9


def test_unlike_mixes_no_longer_reverse_the_order():
    """Mean z and the paper's model are wrong every time, the default only by chance."""
    found = averages(study.order_of_mixes, 6)
    assert found["mean z right"] == found["paper's model right"] == 0
    assert found["model right"] >= 0.25
    assert found["model covers"] >= 0.75
    assert 18 < found["model width"] < 25


def test_spoilt_annotators_hurt_the_model_less(shared_data):
    """Held-out judgements of hume-da-ende, with a third of the annotators spoilt."""
    (scores,) = (scores for name, _, scores in real_sets(shared_data) if name == "hume-da-ende")
    found = [held_out(scores, seed, spoilt=True) for seed in range(3)]
    assert np.mean([one.model - one.all for one in found]) > 0.05
    assert np.mean([one.model - one.passing for one in found]) > 0.02
    clean = held_out(scores, 0, spoilt=False)
    assert clean.model > clean.all


def test_annotators_are_spoilt_in_three_ways():
    """Nearly constant, random, opposite; the others stay as they are."""
    scores = scored([(f"w{j}", f"s{i}", "a", 10 + i + j) for j in range(4) for i in range(50)])
    value = spoil(scores, np.array([2, 0, 1]), np.random.default_rng(0))
    mine = [value[scores.annotator.codes == j] for j in range(4)]
    assert mine[2].std() < 4
    assert mine[0].std() > 20
    assert mine[1].tolist() == [100 - (11 + i) for i in range(50)]
    assert mine[3].tolist() == [13 + i for i in range(50)]


def test_simulated_hits_are_as_described():
    """Everybody scores 70 outputs and 30 control items, every output has five scores."""
    crowd = control_hits(0)
    real = crowd.role == 1
    assert np.bincount(crowd.annotator).tolist() == [100] * 40
    assert np.bincount(crowd.item[real]).tolist() == [5] * 560
    assert np.bincount(crowd.role).tolist() == [400, 2800, 400, 400]
    assert 0 < failing(crowd).sum() < 40


def test_mean_z_is_standardised_by_annotator():
    """An annotator's offset and spread do not matter to it."""
    crowd = control_hits(1)
    moved = type(crowd)(
        crowd.item,
        crowd.annotator,
        crowd.value * (1 + crowd.annotator) + 5 * crowd.annotator,
        crowd.role,
        crowd.truth,
        crowd.annotators,
    )
    assert mean_z(moved) == pytest.approx(mean_z(crowd))


def test_pages_say_whether_promises_are_kept():
    """Every part of the page ends with what was wanted, and admits what was not met."""
    good, bad = (0.97, 0.001), (0.5, 0.001)
    kinds = ("paper's model", "raw mean", "mean z, all", "mean z, passing")
    found = {"model": good, "share failing": bad}
    found |= dict.fromkeys(kinds, (0.84, 0.001))
    found |= {f"model − {kind}": (0.13, 0.001) for kind in kinds}
    assert study._hits_page(found, 2).endswith(": met.")
    assert study._thirds_page(found, 2).endswith(": met.")
    assert study._thirds_page(found | {"model": bad}, 2).endswith("**not met**.")
    agreement = study.Agreement((0.01, 0.04, 0.1), (0.98, 1, 1.02), (0.98, 1, 1.02), 9, 10, True)
    assert study._engines(agreement).endswith(": met.")
