"""Mean normalisation and regressions per editor."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studies.effort import Cell, simulate
from tertium.stats.effort.logmodel import fit_log_model
from tertium.stats.effort.methods import mean_normalised
from tertium.stats.effort.regress import _PENALTIES, _bayes, _folds, regressed, ridge, task_means

CELL = Cell("small", editors=4, systems=3, training=40, test=12)


def drawn(seed=0, cell=CELL):
    return simulate(cell, np.random.default_rng(seed)).measured


def with_values(measured, **values):
    return replace(measured, values={**measured.values, **values})


def test_mean_normalisation_by_hand():
    """(x − μ)/σ with the editor's own training set, one editor at a time."""
    measured = drawn()
    found = mean_normalised(measured, "seconds").values
    for code in range(4):
        own = measured.annotator.codes == code
        training = measured.values["seconds"][own & measured.train]
        wanted = (measured.values["seconds"][own] - training.mean()) / training.std(ddof=1)
        assert found[own] == pytest.approx(wanted)


@given(st.lists(st.floats(0.1, 10), min_size=4, max_size=4))
@settings(max_examples=10, deadline=None)
def test_a_slower_editor_is_no_slower_when_normalised(paces):
    """Whoever needs p times as long for everything gets the same values (log: all but + 1)."""
    measured = drawn()
    times = np.array(paces)[measured.annotator.codes]
    slower = with_values(measured, seconds=measured.values["seconds"] * times)
    before, after = (mean_normalised(one, "seconds").values for one in (measured, slower))
    assert after == pytest.approx(before)


def test_an_editor_without_variation_or_training_has_no_value():
    """What cannot be standardised is not a number."""
    measured = drawn()
    keys = np.where(measured.annotator.codes == 0, 0.0, measured.values["keystrokes"])
    found = mean_normalised(with_values(measured, keystrokes=keys), "keystrokes").values
    assert np.isnan(found[measured.annotator.codes == 0]).all()
    assert not np.isnan(found[measured.annotator.codes != 0]).any()


@given(st.integers(0, 30), st.floats(0, 0.6))
@settings(max_examples=10, deadline=None)
def test_task_means_are_those_of_least_squares(seed, missing):
    """Two-way additive means, as a regression on indicators of tasks and editors gives them."""
    rng = np.random.default_rng(seed)
    task, editor = np.repeat(np.arange(8), 4), np.tile(np.arange(4), 8)
    values = rng.normal(size=32) + task + 3 * editor
    rows = rng.random(32) >= missing
    rows[editor == 0] = True  # somebody did everything, so all are connected
    found = task_means(values, task, editor, rows)
    design = np.column_stack([np.eye(8)[task], np.eye(4)[editor]])[rows]
    fitted = np.linalg.lstsq(design, values[rows], rcond=None)[0]
    present = np.unique(editor[rows])
    wanted = fitted[:8] + fitted[8 + present].mean()
    assert found[rows] == pytest.approx(wanted[task[rows]], abs=1e-6)
    if rows.all():
        assert found == pytest.approx(values.reshape(8, 4).mean(1)[task])


def test_ridge_equals_scikit_learn_searching_inside_the_same_folds():
    """Penalty and predictions of a pipeline whose scaler is fitted within each fold."""
    from sklearn.linear_model import Ridge
    from sklearn.model_selection import GridSearchCV, PredefinedSplit
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    rng = np.random.default_rng(3)
    x = np.exp(rng.normal(size=(60, 4)))
    y = x @ [1.0, 0.5, 0.0, -0.3] + rng.normal(size=60)
    groups = np.repeat(np.arange(20), 3)
    folds = _folds(groups, 0)
    assert all(len(set(folds[groups == group])) == 1 for group in range(20))
    # Summed squared errors over folds of equal size choose the same as their mean.
    search = GridSearchCV(
        make_pipeline(StandardScaler(), Ridge()),
        {"ridge__alpha": _PENALTIES},
        cv=PredefinedSplit(folds),
        scoring="neg_mean_squared_error",
    ).fit(x, y)
    new = np.exp(rng.normal(size=(5, 4)))
    assert ridge(x, y, groups)(new) == pytest.approx(search.predict(new), rel=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_bayesian_ridge_equals_scikit_learn(seed):
    """Predictions for new texts, with features on very different scales, one of them constant."""
    from sklearn.linear_model import BayesianRidge
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    rng = np.random.default_rng(seed)
    x = rng.normal(size=(40, 4)) * [0.1, 1, 50, 0] + [0, 3, 100, 7]
    y = x @ [5.0, 0.4, 0.02, 0] + rng.normal(size=40)
    new = rng.normal(size=(5, 4)) * [0.1, 1, 50, 0] + [0, 3, 100, 7]
    wanted = make_pipeline(StandardScaler(), BayesianRidge(tol=1e-8, max_iter=2000)).fit(x, y)
    assert _bayes(x, y)(new) == pytest.approx(wanted.predict(new), rel=1e-4)
    assert _bayes(x, 1000 * y)(new) == pytest.approx(1000 * _bayes(x, y)(new), rel=1e-4)


@pytest.mark.parametrize("method", ["ridge-1", "bayes-1", "ridge-4", "bayes-4", "log-ridge"])
def test_a_regression_brings_editors_together(method):
    """Editors' means differ less after the regression than before it."""
    measured = drawn(1)
    before = np.log(measured.values["seconds"])
    found = regressed(measured, "seconds", method)
    after = found.values if found.scale == "log" else np.log(np.maximum(found.values, 1.0))
    spreads = [
        np.std([values[measured.test & (measured.annotator.codes == c)].mean() for c in range(4)])
        for values in (before, after)
    ]
    assert spreads[1] < 0.6 * spreads[0]


def test_support_vectors_are_offered():
    """They give a value for every judgement, and the same with the same seed."""
    measured = drawn(2, Cell("tiny", editors=2, systems=2, training=15, test=4))
    one = regressed(measured, "seconds", "svr-1", seed=1).values
    assert not np.isnan(one).any()
    assert one == pytest.approx(regressed(measured, "seconds", "svr-1", seed=1).values)


def test_an_editor_with_few_training_tasks_is_left_out_of_regressions():
    """Nine tasks teach nothing; ten do."""
    measured = drawn()
    first = np.flatnonzero(measured.train & (measured.annotator.codes == 0))
    kept = np.ones(len(measured), dtype=bool)
    kept[first[9:]] = False
    fewer = measured.take(kept)
    found = regressed(fewer, "seconds", "ridge-1").values
    assert np.isnan(found[fewer.annotator.codes == 0]).all()
    assert not np.isnan(found[fewer.annotator.codes == 1]).any()


def test_the_rating_is_the_fifth_feature():
    """A rating that tells the truth makes the regression better."""
    run = simulate(CELL, np.random.default_rng(4))
    told = np.corrcoef(run.truth, regressed(run.measured, "seconds", "ridge-4").values)[0, 1]
    rated = replace(run.measured, rating=-run.truth)
    more = np.corrcoef(run.truth, regressed(rated, "seconds", "ridge-5").values)[0, 1]
    assert more > told


def test_the_log_model_finds_what_was_simulated():
    """Systems 30% apart come out 30% apart, whoever edits."""
    cell = Cell("large", editors=8, systems=2, training=0, test=300, learning=0.2)
    run = simulate(cell, np.random.default_rng(6), np.log([1.0, 1.3]))
    found = fit_log_model(run.measured, "seconds")
    ratio = found.ease[0].value / found.ease[1].value
    assert ratio == pytest.approx(1.3, rel=0.12)
    assert found.learning < -0.05
    assert 0.2 < found.sd_editor < 1.0  # eight editors drawn with sd .45
    assert fit_log_model(run.measured.take(run.measured.system.codes == 0), "seconds") is None
