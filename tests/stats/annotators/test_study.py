"""Small rounds of the study, so that its claims are checked with every change."""

from dataclasses import replace

import numpy as np
import pytest

from studies import _annotator_trials as trials
from studies import annotators as study
from studies._corrupted import Held, held_out, real_sets, spoil
from studies._crowds import control_hits, failing, mean_z, two_thirds_random
from tests.stats.annotators.scored import scored


def averages(function, runs):
    return {name: mean for name, (mean, _) in study.averages(map(function, range(runs))).items()}


def test_both_engines_give_one_posterior():
    """Means within 0.05 of a standard deviation, deviations within 5%, on a middle size."""
    crowd = two_thirds_random(3, items=120, people=60, scores=3000)
    found = trials.compare_engines(crowd, draws=3000)
    assert found.converged
    assert found.mean[1] < 0.05
    for low, middle, high in (found.quality, found.offset):
        assert 0.95 < low < high < 1.05
        assert middle == pytest.approx(1, abs=0.01)


def test_ninety_per_cent_intervals_cover_about_ninety():
    """On data from the model's own priors, with a few data sets only."""
    found = averages(trials.covered, 6)
    assert len(found) == 2 * len(trials.CALIBRATED)
    assert all(0.8 < share < 0.98 for share in found.values())


def test_the_model_beats_mean_z_in_a_poor_crowd():
    """By at least .05, and by .03 where only those who pass count."""
    found = averages(trials.accuracy_of_hits, 2)
    assert found["model − mean z, all"] > 0.05
    assert found["model − mean z, passing"] > 0.03
    assert 0.3 < found["share failing"] < 0.8


def test_slopes_see_through_the_nearly_constant():
    """The paper's model believes them most, and falls below mean z."""
    found = trials.accuracy_of_thirds(1, items=150, people=90, scores=4000)
    assert found["model"] > 0.96
    assert found["paper's model"] < found["mean z, all"] < 0.9


def test_unlike_mixes_no_longer_reverse_the_order():
    """Mean z and the paper's model are wrong every time, the default only by chance."""
    found = averages(trials.order_of_mixes, 6)
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
    """Every part ends with what was promised and found, and admits what was not met."""
    good, bad = (0.97, 0.001), (0.5, 0.001)
    kinds = ("paper's model", "raw mean", "mean z, all", "mean z, passing")
    found = {"model": good, "share failing": bad}
    found |= dict.fromkeys(kinds, (0.84, 0.001))
    found |= {f"model − {kind}": (0.13, 0.001) for kind in kinds}
    assert study.hits_part(found, 2).page().endswith(": met.")
    assert study.thirds_part(found, 2).page().endswith(": met.")
    assert study.thirds_part(found | {"model": bad}, 2).page().endswith("**not met**.")
    agreement = trials.Agreement((0.01, 0.04, 0.1), (0.98, 1, 1.02), (0.98, 1, 1.02), 9, 10, True)
    assert study.engines_part(agreement).met
    assert not study.engines_part(replace(agreement, offset=(0.94, 1, 1.02))).met
    covered = {f"{name}: {part}": (0.9, 0.001) for name in trials.CALIBRATED
               for part in ("qualities", "offsets")}  # fmt: skip
    assert study.calibration_part(covered, 3).met
    one = next(iter(covered))
    assert not study.calibration_part(covered | {one: (0.87, 0.001)}, 3).met


def test_the_page_shows_the_worked_example():
    """As the other program computed it."""
    assert study.example_part(trials.worked_example()).met


def test_real_scores_are_judged_by_every_set():
    """One set below mean z is enough to break the promise; without data nothing is claimed."""
    above, below = Held(0.5, 0.4, float("nan"), 10), Held(0.3, 0.4, float("nan"), 10)
    runs = {"hume-da-ende": {"a": [above, above]}, "toship-da": {"b": [above, above]}}
    part = study.real_part(True, runs)
    assert part.met
    assert "| 0.500 | 0.400 | – | 0.100 ± 0.000 | – | 1 of 1 |" in part.page()
    assert not study.real_part(True, runs | {"toship-da": {"b": [below, below]}}).met
    assert study.real_part(False, {}).verdict == "not tried"


def test_the_page_opens_with_all_promises():
    """Each with what was found."""
    parts = [study.example_part(trials.worked_example()), study.real_part(False, {})]
    page = study._summary(parts)
    assert "| largest difference 0.0006 | met |" in page
    assert page.endswith("| no data | not tried |")
