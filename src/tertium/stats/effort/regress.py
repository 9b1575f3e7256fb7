"""One regression per editor: from an editor's own indicators to what a task costs on average.

The training set was edited by everybody, so the mean over editors stands for the effort of a
task (Aziz, Mitkov and Specia, 2013). Whatever a regression chooses for itself (the strength
of its penalty, the scaling of its features) is chosen inside folds that keep all
judgements of one source together.
"""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

from tertium.choices import Folds
from tertium.exceptions import BadInput
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.effort.measured import EditIndicators, log_scale
from tertium.stats.effort.methods import Comparable, features_of
from tertium.stats.order import tied_ranks

Fitted = Callable[[Floats], Floats]

FEWEST = 10  # training tasks an editor must have done
_FOLDS = 5
_PENALTIES = np.logspace(-3, 4, 29)
_TRIALS = 20  # of the randomised search for support vectors
_ROUNDS, _CLOSE = 500, 1e-10
_STILL, _FLAT = 1e-6, 1e-6  # weights that no longer move, and a prior that says nothing


def regressed(
    measured: EditIndicators,
    name: str,
    method: str,
    *,
    per_word: bool = False,
    folds: Folds = "grouped",
    seed: int = 0,
) -> Comparable:
    """Return what each judgement says about the mean effort of its task.

    An editor with fewer than ten usable training tasks gets no values.
    """
    kind, _, number = ("ridge", "", "log") if method == "log-ridge" else method.partition("-")
    features = features_of(measured, name, number, per_word=per_word)
    target = measured.indicator(name, per_word=per_word and number != "log")
    if number == "log":
        target = log_scale(name, target)
    values = np.full(len(measured), np.nan)
    usable = ~np.isnan(features).any(1)
    training = measured.train & ~np.isnan(target)
    means = task_means(target, measured.task, measured.annotator.codes, training)
    for editor in range(len(measured.annotator.names)):
        own = usable & (measured.annotator.codes == editor)
        taught = own & training
        if taught.sum() < FEWEST:
            continue
        sources = measured.segment.codes[taught]
        groups = sources if folds == "grouped" else np.arange(len(sources))
        fit = _fit(kind, features[taught], means[taught], groups, seed)
        values[own] = fit(features[own])
    return Comparable(values, "log" if number == "log" else "raw")


def task_means(values: Floats, task: Ints, editor: Ints, rows: Bools) -> Floats:
    """Return the mean of each row's task over editors, as if everybody had done every task.

    Tasks and editors have an effect each, by least squares: where nobody left a task out it
    is the plain mean, and where somebody slow did, the mean does not fall for that.
    """
    y = values[rows]
    _, t = np.unique(task[rows], return_inverse=True)
    _, e = np.unique(editor[rows], return_inverse=True)
    by_task, by_editor = np.bincount(t), np.bincount(e)
    shift = np.zeros(len(by_editor))
    means = np.zeros(len(by_task))
    for _ in range(_ROUNDS):
        before = means
        means = np.bincount(t, y - shift[e]) / by_task
        shift = np.bincount(e, y - means[t]) / by_editor
        shift -= shift.mean()
        if np.abs(means - before).max(initial=0) <= _CLOSE * (np.abs(means).max(initial=0) + 1):
            break
    found = np.full(len(values), np.nan)
    found[rows] = means[t]
    return found


def _fit(kind: str, x: Floats, y: Floats, groups: Ints, seed: int) -> Fitted:
    if kind == "ridge":
        return ridge(x, y, groups, seed=seed)
    return _bayes(x, y) if kind == "bayes" else _support_vectors(x, y, groups, seed)


def ridge(x: Floats, y: Floats, groups: Ints, *, seed: int = 0) -> Fitted:
    """Return a ridge regression whose penalty is the best of 29 over folds of whole groups."""
    fold = _folds(groups, seed)
    wrong = np.zeros(len(_PENALTIES))
    for held in np.unique(fold):
        here = fold == held
        if here.all():
            continue
        guessed = _path(x[~here], y[~here], _PENALTIES)(x[here])
        wrong += ((guessed - y[here, None]) ** 2).sum(0)
    chosen = _PENALTIES[[int(tied_ranks(wrong).argmin())]]
    path = _path(x, y, chosen)
    return lambda given: path(given)[:, 0]


def _folds(groups: Ints, seed: int) -> Ints:
    names, code = np.unique(groups, return_inverse=True)
    dealt = np.arange(len(names)) % _FOLDS
    return np.asarray(np.random.default_rng(seed).permutation(dealt)[code])


def _path(x: Floats, y: Floats, penalties: Floats) -> Fitted:
    """Fit all penalties at once on standardised features; a constant feature says nothing."""
    centre, sd = x.mean(0), x.std(0)
    sd = np.where(sd > 1e-12 * (np.abs(centre) + 1), sd, np.inf)
    left, size, right = np.linalg.svd((x - centre) / sd, full_matrices=False)
    along = left.T @ (y - y.mean())
    weights = right.T @ (along[:, None] * size[:, None] / (size[:, None] ** 2 + penalties))
    middle = y.mean()
    return lambda given: np.asarray(middle + ((given - centre) / sd) @ weights)


def _bayes(x: Floats, y: Floats) -> Fitted:
    """Return Bayesian ridge: the penalty is what makes the data most probable (MacKay, 1992).

    The precisions of noise and weights follow from each other until the weights no longer move;
    both have a flat gamma prior, as in scikit-learn.
    """
    centre, sd, middle = x.mean(0), x.std(0), y.mean()
    sd = np.where(sd > 1e-12 * (np.abs(centre) + 1), sd, np.inf)
    scaled = (x - centre) / sd
    _, size, right = np.linalg.svd(scaled, full_matrices=False)
    squares, along = size**2, right @ (scaled.T @ (y - middle))
    noise, weight = 1 / (y.var() + np.finfo(float).eps), 1.0
    weights = np.full(x.shape[1], np.inf)
    for _ in range(_ROUNDS):
        before, weights = weights, right.T @ (along / (squares + weight / noise))
        if np.abs(weights - before).sum() <= _STILL * np.abs(weights).sum():
            break
        wrong = ((y - middle - scaled @ weights) ** 2).sum()
        known = (noise * squares / (weight + noise * squares)).sum()  # effective parameters
        weight = (known + 2 * _FLAT) / ((weights**2).sum() + 2 * _FLAT)
        noise = (len(y) - known + 2 * _FLAT) / (wrong + 2 * _FLAT)
    return lambda given: np.asarray(middle + ((given - centre) / sd) @ weights)


def _support_vectors(x: Floats, y: Floats, groups: Ints, seed: int) -> Fitted:
    """Return support vectors with a radial kernel, by randomised search over folds of groups."""
    if find_spec("sklearn") is None:
        raise BadInput(
            "support vectors need scikit-learn, which is not installed",
            where="--method",
            fix="Install it with pip install 'tertium[svr]', or take other methods.",
        )
    from scipy.stats import loguniform
    from sklearn.compose import TransformedTargetRegressor
    from sklearn.model_selection import GroupKFold, RandomizedSearchCV
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVR

    model = TransformedTargetRegressor(
        make_pipeline(StandardScaler(), SVR(kernel="rbf")), transformer=StandardScaler()
    )
    space = {
        "regressor__svr__C": loguniform(0.03, 300),
        "regressor__svr__gamma": loguniform(0.001, 3),
        "regressor__svr__epsilon": loguniform(0.01, 1),
    }
    number = min(_FOLDS, len(np.unique(groups)))
    search = RandomizedSearchCV(
        model,
        space,
        n_iter=_TRIALS,
        cv=GroupKFold(number),
        scoring="neg_mean_squared_error",
        random_state=seed,
    )
    return _predictor(search.fit(x, y, groups=groups))


def _predictor(model: Any) -> Fitted:
    return lambda given: np.asarray(model.predict(given), dtype=float)
