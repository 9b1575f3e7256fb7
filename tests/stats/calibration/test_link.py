"""The lines of annotators against dense matrices, a library, and numbers moved by hand."""

from dataclasses import replace

import numpy as np
import pytest
import statsmodels.api as sm

from studies._corrupted import real_sets
from studies.calibration import Years, compared, halves, two_campaigns
from tertium.stats.assessment.rows import read_rows
from tertium.stats.calibration.calibrate import calibrate
from tertium.stats.calibration.known import read_known
from tertium.stats.calibration.link import link_annotators
from tertium.stats.calibration.place import AnchorScores, place, place_group
from tertium.stats.calibration.reading import read_now


def drawn(seed=0, people=12, each=15, noise=8.0):
    """Return anchors: expected scores, scores, and whose they are."""
    rng = np.random.default_rng(seed)
    person = np.repeat(np.arange(people), each)
    expected = rng.normal(60, 12, len(person))
    level, slope = rng.normal(68, 10, people), rng.normal(0.8, 0.2, people)
    value = level[person] + slope[person] * (expected - 60) + rng.normal(0, noise, len(person))
    return expected, value, person


def by_matrices(link, expected, value, person):
    """Fit the same model with dense covariances: group by least squares, people by prediction."""
    z = np.stack([np.ones(len(value)), expected - link.centre], axis=1)
    people = len(link.own)
    wide = np.zeros((len(value), 2 * people))
    for row, who in enumerate(person):
        wide[row, 2 * who : 2 * who + 2] = z[row]
    between = np.kron(np.eye(people), np.linalg.inv(link.held))
    cov = wide @ between @ wide.T + np.diag(link.noise[person])
    inverse = np.linalg.inv(cov)
    prior = np.diag([0.0, 4.0])  # a slope of 1, give or take a half
    told = z.T @ inverse @ z + prior
    group = np.linalg.solve(told, z.T @ inverse @ value + prior @ [0, 1])
    own = (between @ wide.T @ inverse @ (value - z @ group)).reshape(people, 2) + group
    return group, own


def test_lines_equal_those_of_dense_matrices():
    """The sums by annotator give what matrices over all scores give."""
    expected, value, person = drawn()
    link = link_annotators(expected, value, person, 12)
    group, own = by_matrices(link, expected, value, person)
    assert link.group == pytest.approx(group, abs=1e-6)
    assert link.own == pytest.approx(own, abs=1e-6)


def test_the_group_line_is_that_of_a_mixed_model():
    """With many annotators the prior hardly matters: statsmodels finds the same line."""
    expected, value, person = drawn(1, people=60, each=30)
    link = link_annotators(expected, value, person, 60)
    z = np.stack([np.ones(len(value)), (expected - link.centre) / 10], axis=1)
    fitted = sm.MixedLM(value / 10, z, groups=person, exog_re=z).fit(reml=False)
    level, slope = link.group / (10, 1)
    assert level == pytest.approx(fitted.fe_params[0], abs=0.2 * fitted.bse_fe[0])
    assert slope == pytest.approx(fitted.fe_params[1], abs=0.2 * fitted.bse_fe[1])
    spread = np.sqrt(np.diag(np.linalg.inv(link.held))) / (10, 1)
    assert spread == pytest.approx(np.sqrt(np.diag(fitted.cov_re)), rel=0.15)


def placed_system(link, expected, value, person, scores, who):
    weight = np.full(len(scores), 1 / len(scores))
    return place(link, AnchorScores(person, expected, value), scores, who, weight)


def test_levers_tell_what_moving_a_score_does():
    """A place moves with the score of an anchor as its lever says, the variances held."""
    expected, value, person = drawn()
    link = link_annotators(expected, value, person, 12)
    rng = np.random.default_rng(5)
    who = rng.integers(0, 12, 80)
    scores = 70 + rng.normal(0, 10, 80)
    found = placed_system(link, expected, value, person, scores, who)
    for row in (0, 40, 111):
        moved = value.copy()
        moved[row] += 1.0
        group, own = by_matrices(link, expected, moved, person)
        # The weights of annotators stay as they were; only intercepts and slopes move.
        weight = np.maximum(link.slope, 0) / (link.slope**2 * link.spread**2 + link.noise)
        total = (weight[who] * own[who, 1]).sum()
        off = (weight[who] * (scores - own[who, 0])).sum() / total
        assert link.centre + off - found.value == pytest.approx(found.levers[row], rel=0.03)
        assert group[0] - link.group[0] == pytest.approx(
            place_group(link, AnchorScores(person, expected, value), 0).levers[row], rel=1e-4
        )


def test_influences_tell_what_leaving_somebody_out_does():
    """Jackknife over annotators, each time fitted anew, agrees with the influences."""
    expected, value, person = drawn(2, people=25)
    rng = np.random.default_rng(6)
    who = np.repeat(np.arange(25), 8)
    scores = value.reshape(25, 15).mean(1)[who] + rng.normal(0, 10, 200)
    link = link_annotators(expected, value, person, 25)
    found = placed_system(link, expected, value, person, scores, who)
    without = []
    for one in range(25):
        kept, mine = person != one, who != one
        fewer = replace(
            link_annotators(expected[kept], value[kept], person[kept], 25), centre=link.centre
        )
        fewer = replace(fewer, own=fewer.own + (fewer.slope * (link.centre - expected[kept].mean()))
                        [:, None] * [1, 0])  # fmt: skip
        without.append(
            placed_system(fewer, expected[kept], value[kept], person[kept], scores[mine], who[mine])
        )
    left_out = found.value - np.array([one.value for one in without])
    assert np.corrcoef(left_out, found.people)[0, 1] > 0.97
    assert left_out.std() == pytest.approx(found.people.std(), rel=0.25)


def test_intervals_cover_in_a_small_round_of_the_study():
    """Of 150 pairs of campaigns about 95% hold the true difference; plain means are off."""
    found = np.array([compared(seed, Years()) for seed in range(150)])
    covers, _, error, raw = found.T
    assert 0.9 <= covers.mean() <= 1
    assert abs(error.mean()) < 1.2
    assert raw.mean() > 5


def test_picking_the_best_and_worst_as_anchors_does_not_mislead():
    """Luck that made outputs extreme does not come back; expected scores know that."""
    slopes = []
    for seed in range(40):
        now, earlier, _ = two_campaigns(Years(picked=True), seed)
        slopes.append(calibrate(now, earlier).slope.value)
    assert np.mean(slopes) == pytest.approx(0.8, abs=0.08)
    # Taken at face value, the same anchors make people look half as keen.
    now, earlier, _ = two_campaigns(Years(picked=True), 0)
    known = read_known(earlier, aspect="overall", scale=earlier.read_on)
    plain = np.bincount(known.item, known.value) / known.counts
    found = read_now(read_rows(now), known)
    naive = link_annotators(plain[found.anchor_item], found.anchor_value, found.anchor_person, 8)
    assert naive.group[1] < 0.6


def test_two_halves_of_one_crowd_are_equally_good(shared_data):
    """A published crowd split into two campaigns shows no progress beyond the intervals."""
    scores = next(real_sets(shared_data))[2]
    found = [one for seed in range(25) for one in halves(scores, seed)]
    covers, width, error = np.array(found).T
    assert len(found) == 25
    assert covers.mean() >= 0.88
    assert abs(error.mean()) < 2
    assert np.median(width) < 20


def test_noise_and_spread_of_earlier_scores_are_those_that_were_drawn():
    """Outputs differ by √(6² + 10²) around their system, scores by 16 around their output."""
    _, earlier, _ = two_campaigns(Years(segments=800, earlier_people=40), 3)
    known = read_known(earlier, aspect="overall", scale=earlier.read_on)
    assert known.noise == pytest.approx(16**2 + 2.5**2, rel=0.1)
    assert known.spread == pytest.approx(6**2 + 10**2, rel=0.15)
    assert known.kept == pytest.approx(136 / (136 + 262 / 2), abs=0.05)
    assert known.mean == pytest.approx([60, 55, 65], abs=5)  # the offsets of 40 people remain
