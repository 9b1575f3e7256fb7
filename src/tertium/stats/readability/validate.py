"""How well texts are ordered that a model has not seen.

Groups are left out in turn (ten folds), so two versions of one article, or two books of one author,
are never on both sides. A model that knows only the length of texts would do well inside of groups,
therefore pairs of different groups are counted apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.pearson import mean_ranks, pearson
from tertium.stats.readability.corpus import Corpus
from tertium.stats.readability.fit import fit, scores
from tertium.stats.result import Estimate
from tertium.stats.shares import mean_share, wilson

FOLDS = 10


@dataclass(frozen=True, slots=True)
class Ordering:
    """How well something orders the texts of a corpus by difficulty.

    `pairs_across` is the share of pairs of texts of different groups and difficulty that are in
    order, `pairs_within` that of the same group, `groups_in_order` counts groups of which all texts
    are. `pearson` and `spearman` are correlations with what the corpus says, above 0 if right.
    """

    what: str
    texts: int
    pairs_across: Estimate
    pairs_within: Estimate
    groups_in_order: int | None
    groups: int | None
    pearson: Estimate
    spearman: Estimate


@dataclass(frozen=True, slots=True)
class Predicted:
    """How far predictions are off, in the unit of the corpus; the last four are of levels.

    `coverage` is the share of texts inside their conformal interval, made for `level` of them.
    `qwk` is κ with quadratic weights, `adjacent` the share that is off by one level at most.
    """

    mean_error: float
    coverage: Estimate
    level: float
    width: float | None
    exact: Estimate | None = None
    adjacent: Estimate | None = None
    qwk: float | None = None


def ordering(corpus: Corpus, score: Floats, what: str, *, level: float = 0.95) -> Ordering:
    """Compare a score (high is hard) with what is known of the texts of a corpus."""
    if corpus.comparisons is not None:
        return _by_comparisons(corpus, score, what, level)
    hard = corpus.hard
    known = np.flatnonzero(~np.isnan(score))
    across, within = _pairs(corpus, score, known)
    ordered, several = _groups(corpus, score)
    return Ordering(
        what,
        len(known),
        _group_share(across, corpus, level),
        within,
        ordered if several else None,
        several or None,
        pearson(score[known], hard[known], level=level),
        pearson(mean_ranks(score[known]), mean_ranks(hard[known]), level=level),
    )


def _pairs(corpus: Corpus, score: Floats, known: Ints) -> tuple[Floats, Estimate]:
    """Return for each group its pairs with others (right, all), and the share right inside."""
    hard, group = corpus.hard, corpus.group
    sums = np.zeros((len(corpus.groups), 2))
    inside = np.zeros(2)
    for at in known:
        apart, ahead = hard[known] - hard[at], score[known] - score[at]
        right = np.where(ahead == 0, 0.5, np.sign(ahead) == np.sign(apart))
        same = group[known] == group[at]
        within, other = same & (apart != 0), ~same & (apart != 0)
        sums[group[at]] += (right[other].sum(), other.sum())
        inside += (right[within].sum(), within.sum())
    share = Estimate(float(inside[0] / inside[1])) if inside[1] else Estimate(None)
    return sums, share


def _group_share(sums: Floats, corpus: Corpus, level: float) -> Estimate:
    """Return the share of pairs in order; its interval leaves groups out in turn (jackknife)."""
    right, number = sums.sum(0)
    if not number:
        return Estimate(None)
    share = right / number
    size = len(sums)
    if share in (0.0, 1.0):  # nothing varies: every group is one case
        return wilson(share * size, size, level=level)
    # Every pair is counted with both of its groups, because leaving out either loses it.
    influence = 2 * (sums[:, 0] - share * sums[:, 1]) / number
    spread = float(np.sqrt(size / max(size - 1, 1) * (influence**2).sum()))
    reach = float(stdtrit(max(size - 1, 1), (1 + level) / 2)) * spread
    return Estimate(float(share), max(0.0, share - reach), min(1.0, share + reach))


def _groups(corpus: Corpus, score: Floats) -> tuple[int, int]:
    """Count groups of which all texts are in order, and groups with something to order."""
    right = several = 0
    for code in range(len(corpus.groups)):
        own = np.flatnonzero(corpus.group == code)
        order = own[np.argsort(corpus.hard[own], kind="stable")]
        steps = np.diff(corpus.hard[order]) > 0
        if not steps.any() or np.isnan(score[order]).any():
            continue
        several += 1
        right += bool((np.diff(score[order])[steps] > 0).all())
    return right, several


def _by_comparisons(corpus: Corpus, score: Floats, what: str, level: float) -> Ordering:
    """Count comparisons that a score gets right."""
    given = corpus.comparisons
    assert given is not None
    apart = score[given.harder] - score[given.easier]
    right = float((given.weight * ((apart > 0) + 0.5 * (apart == 0))).sum())
    number = float(given.weight.sum())
    share, none = wilson(right, number, level=level), Estimate(None)
    return Ordering(what, len(score), share, none, None, None, none, none)


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Predictions for every text by a model that has not seen its group."""

    difficulty: Floats
    predicted: Floats
    covered: Bools
    width: float | None


def held_out(corpus: Corpus, rng: np.random.Generator, *, level: float = 0.95) -> HeldOut:
    """Leave a tenth of the groups out in turn, and predict them from the others."""
    folds = min(FOLDS, len(corpus.groups))
    fold = rng.permutation(np.arange(len(corpus.groups)) % folds)[corpus.group]
    size = len(corpus.names)
    difficulty, predicted = np.full(size, np.nan), np.full(size, np.nan)
    covered = np.zeros(size, dtype=bool)
    widths: list[float] = []
    for number in range(folds):
        tested = np.flatnonzero(fold == number)
        model = fit(corpus, np.flatnonzero(fold != number), rng).model
        found = scores(model, corpus)[tested]
        if model.scale is None:  # scores of different folds have no common unit but their spread
            difficulty[tested] = found / max(float(np.std(found)), 1e-12)
            continue
        predicted[tested] = model.scale.intercept + model.scale.slope * found
        sign = 1.0 if corpus.direction == "high is hard" else -1.0
        difficulty[tested] = sign * predicted[tested]
        reach = model.reach(level)
        if reach is not None:
            covered[tested] = np.abs(predicted[tested] - corpus.target[tested]) <= reach
            widths.append(2 * reach)
    width = float(np.mean(widths)) if len(widths) == folds else None
    return HeldOut(difficulty, predicted, covered, width)


def predictions(corpus: Corpus, found: HeldOut, *, level: float = 0.95) -> Predicted | None:
    """Say how far predictions are off; None for comparisons, which have no scale."""
    if corpus.trained == "comparisons":
        return None
    target, group = corpus.target, corpus.group
    error = float(np.abs(found.predicted - target).mean())
    coverage = Estimate(None)
    if found.width is not None:
        coverage = mean_share(found.covered.astype(float), group, level=level)
    if not corpus.labels:
        return Predicted(error, coverage, level, found.width)
    rounded = np.clip(np.rint(found.predicted), 1, len(corpus.labels))
    off = np.abs(rounded - target)
    return Predicted(
        error,
        coverage,
        level,
        found.width,
        mean_share((off == 0).astype(float), group, level=level),
        mean_share((off <= 1).astype(float), group, level=level),
        quadratic_kappa(rounded, target, len(corpus.labels)),
    )


def quadratic_kappa(one: Sequence[float] | Floats, two: Floats, levels: int) -> float | None:
    """Return κ with quadratic weights between predicted and true levels (from 1)."""
    a, b = np.asarray(one, dtype=int) - 1, np.asarray(two, dtype=int) - 1
    table = np.zeros((levels, levels))
    np.add.at(table, (a, b), 1.0)
    steps = (np.arange(levels)[:, None] - np.arange(levels)) ** 2
    expected = np.outer(table.sum(1), table.sum(0)) / table.sum()
    by_chance = float((steps * expected).sum())
    return None if by_chance == 0 else 1 - float((steps * table).sum()) / by_chance
