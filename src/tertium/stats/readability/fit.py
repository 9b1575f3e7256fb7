"""The linear ranking model: weights with which the harder text of a pair scores higher.

Pairwise logistic regression (Herbrich et al., 2000; Bradley & Terry, 1952) on standardised
features with a ridge penalty. Ranking carries over to other corpora better than
classes do (Xia et al., 2016), because it needs no common scale.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from tertium.stats.arrays import Floats, Ints
from tertium.stats.readability.corpus import Comparisons, Corpus
from tertium.text.readability.model import RankingModel, Scale, Weight

RIDGE = 0.01  # of the mean loss; between .0001 and .1 nothing changes that is worth choosing
_MOST = 30_000  # pairs of different groups; more are sampled
_STEPS = 30
_CALIBRATED = 5  # every fifth group is kept for calibration


def pairs_of(corpus: Corpus, rows: Ints, rng: np.random.Generator) -> Comparisons:
    """Return the pairs among some texts, by place: the easier first.

    Pairs weigh by how far apart they are. Where texts have levels, groups are versions of the same
    content, and pairs inside of them have half of the whole weight; of scored texts, whose groups
    are authors or sources, every pair counts alike.
    """
    if corpus.comparisons is not None:
        known = np.isin(corpus.comparisons.easier, rows) & np.isin(corpus.comparisons.harder, rows)
        given = corpus.comparisons
        return Comparisons(given.easier[known], given.harder[known], given.weight[known])
    parts = [_ordered(corpus.hard, *_across(corpus, rows, rng))]
    if corpus.trained == "levels":
        parts.append(_ordered(corpus.hard, *_inside(corpus.group, rows)))
    parts = [part for part in parts if len(part.easier)]
    return Comparisons(
        np.concatenate([part.easier for part in parts]),
        np.concatenate([part.harder for part in parts]),
        np.concatenate([part.weight / part.weight.sum() / len(parts) for part in parts]),
    )


def _ordered(hard: Floats, one: Ints, two: Ints) -> Comparisons:
    apart = hard[two] - hard[one]
    kept = apart != 0
    one, two, apart = one[kept], two[kept], apart[kept]
    turned = apart < 0
    return Comparisons(np.where(turned, two, one), np.where(turned, one, two), np.abs(apart))


def _inside(group: Ints, rows: Ints) -> tuple[Ints, Ints]:
    """Return all pairs of the same group."""
    order = rows[np.argsort(group[rows], kind="stable")]
    firsts, seconds = [], []
    for step in range(1, len(order)):
        same = group[order[step:]] == group[order[:-step]]
        if not same.any():
            break
        firsts.append(order[:-step][same])
        seconds.append(order[step:][same])
    none = np.zeros(0, dtype=np.int64)
    return np.concatenate([none, *firsts]), np.concatenate([none, *seconds])


def _across(corpus: Corpus, rows: Ints, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Return pairs of different groups: all of them, or a sample."""
    size = len(rows)
    if size * (size - 1) // 2 <= _MOST:
        first, second = np.triu_indices(size, 1)
    else:
        first, second = rng.integers(0, size, (2, _MOST))
    one, two = rows[first], rows[second]
    apart = corpus.group[one] != corpus.group[two]
    return one[apart], two[apart]


def logistic(z: Floats, pairs: Comparisons, ridge: float = RIDGE) -> Floats:
    """Return the weights of largest likelihood, less the penalty, by Newton's method."""
    apart = z[pairs.harder] - z[pairs.easier]
    weight = pairs.weight / pairs.weight.sum()
    penalty = ridge * np.eye(z.shape[1])
    found = np.zeros(z.shape[1])
    for _ in range(_STEPS):
        wrong = expit(-(apart @ found))
        gradient = apart.T @ (weight * wrong) - ridge * found
        curvature = (apart * (weight * wrong * (1 - wrong))[:, None]).T @ apart + penalty
        step = np.linalg.solve(curvature, gradient)
        found = found + step
        if np.abs(step).max() < 1e-8:
            break
    return np.asarray(found)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A model, and the texts that it was fitted to and calibrated on (by place)."""

    model: RankingModel
    training: Ints
    calibration: Ints


def fit(corpus: Corpus, rows: Ints, rng: np.random.Generator) -> Fitted:
    """Train on four fifths of the groups of these texts and calibrate on the others.

    The split makes the interval of a prediction honest: its errors come from groups that the
    weights have not seen (split conformal). Comparisons have no scale to calibrate.
    """
    groups = rng.permutation(np.unique(corpus.group[rows]))
    scaled = corpus.trained != "comparisons"
    apart = groups[: max(1, len(groups) // _CALIBRATED)] if scaled else groups[:0]
    calibration = rows[np.isin(corpus.group[rows], apart)]
    training = rows[~np.isin(corpus.group[rows], apart)]
    mean, sd = corpus.values[training].mean(0), corpus.values[training].std(0)
    sd = np.where(sd > 1e-12, sd, 1.0)
    z = (corpus.values - mean) / sd
    weights = logistic(z, pairs_of(corpus, training, rng))
    score = z @ weights
    scale, residuals = None, ()
    if scaled:
        target = corpus.target
        slope, intercept = np.polyfit(score[training], target[training], 1)
        scale = Scale(
            "level" if corpus.labels else "score",
            corpus.direction,
            float(intercept),
            float(slope),
            corpus.labels,
        )
        off = np.abs(target - intercept - slope * score)[calibration]
        residuals = tuple(np.sort(off).tolist())
    told = zip(corpus.features, mean, sd, weights, strict=True)
    model = RankingModel(
        corpus.language,
        corpus.trained,
        corpus.name,
        tuple(Weight(one.name, one.version, float(m), float(s), float(w)) for one, m, s, w in told),
        scale,
        residuals,
    )
    return Fitted(model, training, calibration)


def scores(model: RankingModel, corpus: Corpus) -> Floats:
    """Return the difficulty of every text of a corpus that has the features of the model."""
    place = {one.name: at for at, one in enumerate(corpus.features)}
    columns = corpus.values[:, [place[one.feature] for one in model.weights]]
    mean, sd, weight = (
        np.array([getattr(one, name) for one in model.weights]) for name in ("mean", "sd", "weight")
    )
    return np.asarray(((columns - mean) / sd) @ weight)
