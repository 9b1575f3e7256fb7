"""What redundant judgements show: against loops, by property, and in crowds that are known."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studies._crowds import control_hits, scores_of
from tertium.exceptions import BadInput
from tertium.stats.redundancy.accuracy import accuracies, failing_share, groups_of
from tertium.stats.redundancy.cells import read_cells, z_scores
from tertium.stats.redundancy.curve import Split, curve, draw, fit_model, split, steps
from tertium.stats.redundancy.inferred import inferred_annotators
from tertium.stats.redundancy.redundancy import has_redundancy, redundancy
from tertium.table import Codes


def crowd(seed=0, *, items=40, people=8, each=5, noise=None, roles=None):
    """Return scores of outputs by some of the annotators, with a noise of their own."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(60, 12, items)
    item = np.repeat(np.arange(items), each)
    person = np.concatenate([rng.permutation(people)[:each] for _ in range(items)])
    noise = np.full(people, 8.0) if noise is None else np.asarray(noise)
    value = truth[item] + 2.0 * person[: len(item)] + noise[person] * rng.normal(size=len(item))
    return scores_of(
        annotator=Codes.of(f"a{code}" for code in person.tolist()),
        segment=Codes.of(f"s{code:03}" for code in item.tolist()),
        system=Codes.of(["m"] * len(item)),
        role=Codes.of(roles or ["real"] * len(item)),
        value=value,
    )


def cells_of(scores):
    """Read the cells of scores on any scale."""
    return read_cells(scores, aspect="overall")


def test_accuracy_is_the_correlation_with_the_mean_z_of_the_others():
    """Loops over everybody's outputs give the same correlations."""
    cells = cells_of(crowd())
    z = z_scores(cells.value, cells.person, cells.people)
    found = accuracies(cells, np.ones(cells.people, dtype=bool), 0.95)
    for code, one in enumerate(found):
        mine, others = [], []
        for row in np.flatnonzero(cells.person == code):
            rest = [
                z[other]
                for other in np.flatnonzero(cells.item == cells.item[row])
                if cells.person[other] != code
            ]
            if rest:
                mine.append(cells.value[row])
                others.append(np.mean(rest))
        assert one.correlation.value == pytest.approx(np.corrcoef(mine, others)[0, 1])
        assert one.shared == len(mine)


def test_only_trusted_people_make_the_consensus():
    """An annotator outside the consensus does not change what others are held against."""
    scores = crowd()
    cells = cells_of(scores)
    trusted = np.arange(cells.people) != 3
    before = accuracies(cells, trusted, 0.95)
    moved = scores.value.copy()
    moved[cells.person == 3] = np.random.default_rng(1).normal(50, 20, (cells.person == 3).sum())
    after = accuracies(cells_of(replace(scores, value=moved)), trusted, 0.95)
    for one, two in zip(before, after, strict=True):
        assert (one.correlation == two.correlation) == (one.annotator != "a3")


@given(st.integers(0, 1000), st.integers(1, 3), st.integers(1, 4))
@settings(max_examples=30)
def test_a_draw_holds_out_some_judgements_and_orders_the_rest(seed, held, most):
    """Deep outputs lose as many as are held out; the first k are k of the others."""
    rng = np.random.default_rng(seed)
    keep = rng.random(200) < 0.8
    cells = cells_of(crowd(seed).take(keep))
    one = draw(cells, Split(held, most), rng)
    deep = cells.counts >= held + most
    out = np.bincount(cells.item[one.held], minlength=cells.items)
    assert (out == np.where(deep, held, 0)).all()
    for number in range(1, most + 1):
        first = one.first(number)
        assert not (first & one.held).any()
        given_ = np.bincount(cells.item[first], minlength=cells.items)
        assert (given_ == np.minimum(number, cells.counts - out)).all()
        assert (one.first(number - 1) <= first).all()


def test_the_curve_of_another_mean_z_gains_nothing():
    """Where the model is mean z itself, both lines are one."""
    cells = cells_of(crowd(items=60))

    def mean_z(cells, rows, seed):
        z = z_scores(cells.value[rows], cells.person[rows], cells.people)
        total = np.bincount(cells.item[rows], z, cells.items)
        return total / np.maximum(np.bincount(cells.item[rows], minlength=cells.items), 1)

    told = []
    everybody = np.ones(cells.people, dtype=bool)
    points = curve(
        cells, split(5), everybody, mean_z, draws=4, level=0.95, seed=0,
        progress=lambda *done: told.append(done),
    )  # fmt: skip
    assert [point.scores for point in points] == [1, 2, 3]
    assert all(point.gain.value == 0 and point.passing is None for point in points)
    assert points[0].all.value < points[2].all.value
    assert told[-1] == (12, 12)


def test_annotators_without_noise_are_predicted_from_one_score():
    """Offsets aside, all give the same, and the model sees through offsets."""
    cells = cells_of(crowd(noise=[0.01] * 8, items=60, each=6))
    everybody = np.ones(cells.people, dtype=bool)
    points = curve(cells, split(6), everybody, fit_model, draws=2, level=0.95, seed=0)
    assert points[-1].model.value > 0.98


def test_numbers_of_scores_are_few_and_hold_both_ends():
    """Up to six numbers are tried."""
    assert steps(4) == (1, 2, 3, 4)
    assert steps(15)[0] == 1
    assert steps(15)[-1] == 15
    assert len(steps(15)) <= 6
    assert split(30) == Split(15, 15)


def test_inferred_annotators_are_those_that_were_drawn():
    """Noisy annotators have low precision, inferred and measured; measured by loops too."""
    noise = [3, 3, 4, 6, 9, 14, 20, 26]
    cells = cells_of(crowd(3, items=120, each=7, noise=noise))
    one = draw(cells, split(7), np.random.default_rng(0))
    found = inferred_annotators(cells, one, 4, 0.95)
    inferred = [each.precision.value for each in found]
    measured = [each.measured_precision.value for each in found]
    assert np.corrcoef(np.log(inferred), np.log(noise))[0, 1] < -0.9
    assert np.corrcoef(np.log(measured), np.log(noise))[0, 1] < -0.9
    rest = ~one.first(4)
    standard = (cells.value - cells.value[~rest].mean()) / cells.value[~rest].std(ddof=1)
    own = np.array([standard[cells.person == j].mean() for j in range(8)])
    off = []
    for row in np.flatnonzero(rest & (cells.person == 2)):
        others = rest & (cells.item == cells.item[row]) & (cells.person != 2)
        if others.any():
            consensus = np.mean(standard[others] - own[cells.person[others]])
            off.append(standard[row] - consensus)
    assert found[2].n == len(off)
    assert found[2].measured_offset.value == pytest.approx(np.mean(off))
    assert found[2].measured_precision.value == pytest.approx(1 / np.var(off, ddof=1))
    assert found[2].measured_precision.low < 1 / np.var(off, ddof=1)


def test_the_test_fails_good_annotators_in_a_crowd_like_that_of_the_paper():
    """Two thirds are poor; the model beats mean z of all, and the groups differ."""
    found = redundancy(control_hits(1, items=140, people=20, each=10).scores(), draws=2)
    passed, failed = found.groups[:2]
    assert (passed.tested, failed.tested) == ("passed", "failed")
    assert passed.median.value > failed.median.value + 0.3
    last = found.curve[-1]
    assert last.gain.value > 0.02
    assert 0 < last.passing.value < 1
    assert found.good_failing.value is not None
    assert found.depth == 10
    assert found.offset_r.value > 0.5
    assert found.precision_r.value > 0.5


@pytest.mark.parametrize(
    ("scores", "lack"),
    [
        (crowd(each=2), "half of the 40 outputs have no more than 2 scores"),
        (crowd(items=10), "10 outputs, where 20 are needed"),
        (crowd(people=2, each=2), "2 annotators, where 3 are needed"),
    ],
)
def test_too_little_redundancy_is_told(scores, lack):
    """The message says what is there, and what is needed."""
    assert not has_redundancy(scores)
    with pytest.raises(BadInput, match=f"not enough redundancy: {lack}"):
        redundancy(scores)


def test_odd_choices_are_refused():
    """One draw cannot tell how draws differ."""
    with pytest.raises(BadInput, match="1 is too few draws"):
        redundancy(crowd(), draws=1)
    with pytest.raises(BadInput, match="below 0"):
        redundancy(crowd(), seed=-1)


def test_the_same_seed_draws_the_same():
    """A signature is enough to repeat the figures."""
    one, two = (redundancy(crowd(), draws=2, seed=5) for _ in range(2))
    assert one == two
    assert "draws:2" in one.signature
    assert "seed:5" in one.signature


def test_a_share_of_nobody_is_no_share():
    """Without a good annotator who was tested there is nothing to divide by."""
    cells = cells_of(crowd())
    groups = groups_of(accuracies(cells, np.ones(8, dtype=bool), 0.95), 0.6)
    assert [group.tested for group in groups] == ["untested"]
    assert failing_share(groups, 0.95).value is None
