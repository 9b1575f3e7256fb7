"""Simulated crowds for the study of the annotator model, and the means it is compared with."""

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.stats import wilcoxon

from tertium.stats.annotators.centres import CENTRE_SD
from tertium.stats.annotators.problem import Problem
from tertium.table import Codes, Scores

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_ROLES = ("degraded", "real", "reference", "repeat")
_DEGRADED, _REAL, _REFERENCE, _REPEAT = range(4)


@dataclass(frozen=True, slots=True)
class Crowd:
    """Scores with what was behind them: the true quality of every item.

    `role` is a code into `degraded, real, reference, repeat`; a control row names the item
    it was made of.
    """

    item: Ints
    annotator: Ints
    value: Floats
    role: Ints
    truth: Floats
    annotators: int

    def take(self, rows: Bools) -> "Crowd":
        """Keep some rows."""
        kept = (self.item[rows], self.annotator[rows], self.value[rows], self.role[rows])
        return Crowd(*kept, self.truth, self.annotators)

    def scores(self) -> Scores:
        """Return the scores as the table would give them."""
        return scores_of(
            annotator=_numbered("w", self.annotator, self.annotators),
            segment=_numbered("s", self.item, len(self.truth)),
            system=Codes(np.zeros(len(self.value), dtype=np.int64), ("m",)),
            role=Codes(self.role, _ROLES),
            value=self.value,
        )


def scores_of(*, value: Floats, **columns: Codes) -> Scores:
    """Return scores with some columns, the others empty."""
    none, unknown = Codes(np.full(len(value), -1), ()), np.full(len(value), np.nan)
    given: dict[str, object] = {"value": value, **columns}
    empty = {field.name: none if field.type is Codes else unknown for field in fields(Scores)[:-1]}
    return Scores(**(empty | given))  # type: ignore[arg-type]


def _numbered(letter: str, codes: Ints, number: int) -> Codes:
    width = len(str(number))
    return Codes(codes, tuple(f"{letter}{code:0{width}}" for code in range(number)))


def _plain(item: Ints, annotator: Ints, value: Floats, truth: Floats, people: int) -> Crowd:
    return Crowd(item, annotator, value, np.full(len(item), _REAL), truth, people)


def two_thirds_random(
    seed: int, *, items: int = 560, people: int = 256, scores: int = 15_000
) -> Crowd:
    """Draw a crowd of which two thirds answer whatever the item is."""
    return _thirds(seed, items, people, scores, constant=False)


def lazy_third(seed: int, *, items: int = 560, people: int = 256, scores: int = 15_000) -> Crowd:
    """Draw a crowd: a third good, a third random, a third with nearly the same score always."""
    return _thirds(seed, items, people, scores, constant=True)


def _thirds(seed: int, items: int, people: int, scores: int, *, constant: bool) -> Crowd:
    rng = np.random.default_rng(seed)
    truth, offset = rng.normal(size=items), rng.normal(0, 0.7, people)
    item = rng.permutation(np.resize(np.arange(items), scores))
    annotator = rng.integers(0, people, scores)
    kind = np.arange(people) % 3  # 0 good, 1 random, 2 random or nearly constant
    noise = np.array([0.6, 1.0, 0.2 if constant else 1.0])[kind]
    reacts = (kind == 0)[annotator]
    value = offset[annotator] + reacts * truth[item] + noise[annotator] * rng.normal(size=scores)
    return _plain(item, annotator, value, truth, people)


def control_hits(seed: int, *, items: int = 560, people: int = 40, each: int = 5) -> Crowd:
    """Draw HITs of 70 outputs and 30 control items, two thirds of the annotators poor.

    Everybody does one HIT: 70 outputs, degraded copies of 10 of them, 10 references and 10
    repeats. Poor annotators have precision 0.1, the others 3; offsets have sd 0.7. A
    degraded copy is worse than its original by 0.3 plus an exponential of mean 1.
    """
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=items)
    degraded = truth - 0.3 - rng.exponential(1, items)
    reference = 1.5 + 0.5 * rng.normal(size=items)
    hits = np.concatenate([rng.permutation(items).reshape(-1, items * each // people)
                           for _ in range(each)])  # fmt: skip
    precision = np.where(rng.permutation(people) < round(people * 2 / 3), 0.1, 3.0)
    offset = rng.normal(0, 0.7, people)
    item, role = [], []
    for hit in hits:
        control = rng.permutation(hit)[:30]
        item.append(np.concatenate([hit, control]))
        role.append(np.repeat([_REAL, _DEGRADED, _REFERENCE, _REPEAT], [len(hit), 10, 10, 10]))
    annotator = np.repeat(np.arange(people), [len(one) for one in item])
    items_, roles = np.concatenate(item), np.concatenate(role)
    quality = np.select(
        [roles == _DEGRADED, roles == _REFERENCE],
        [degraded[items_], reference[items_]],
        truth[items_],
    )
    noise = rng.normal(size=len(items_)) / np.sqrt(precision[annotator])
    value = 50 + 20 * (quality + offset[annotator] + noise)
    return Crowd(items_, annotator, value, roles, truth, people)


def unbalanced(seed: int) -> Scores:
    """Draw the campaign in which z-scores reverse two systems (Knowles, 2021).

    A is worth 80, B 78 and C 40, with residuals of sd 15. The first annotator scores 50
    outputs of A and 10 of B, the second 50 of B and 50 of C, all of them different.
    """
    rng = np.random.default_rng(seed)
    counts = ((0, 0, 50), (0, 1, 10), (1, 1, 50), (1, 2, 50))
    annotator = np.repeat([row[0] for row in counts], [row[2] for row in counts])
    system = np.repeat([row[1] for row in counts], [row[2] for row in counts])
    value = np.array([80.0, 78.0, 40.0])[system] + rng.normal(0, 15, len(system))
    return scores_of(
        annotator=Codes(annotator, ("first", "second")),
        segment=_numbered("s", np.arange(len(value)), len(value)),
        system=Codes(system, ("A", "B", "C")),
        role=Codes(np.zeros(len(value), dtype=np.int64), ("real",)),
        value=value,
    )


def from_prior(
    seed: int,
    *,
    items: int = 30,
    people: int = 10,
    scores: int = 150,
    slope: bool = False,
    pairs: int = 0,
    systems: int = 0,
) -> tuple[Problem, Floats, Floats]:
    """Draw everything from the model's own priors: scores, true qualities and offsets.

    The last items are degraded copies of the first ones, a copy for each of the `pairs`;
    with `systems` items lie around the centres of these.
    """
    rng = np.random.default_rng(seed)
    quality, offset = rng.normal(size=items), rng.normal(size=people)
    precision = rng.gamma(2, 1, people)
    slopes = 1 + 0.5 * slope * rng.normal(size=people)
    item = rng.permutation(np.resize(np.arange(items), scores))
    annotator = rng.permutation(np.resize(np.arange(people), scores))
    better, worse = np.arange(pairs), np.arange(items - pairs, items)
    # Two draws of which one is known to be the higher are two draws in order.
    quality[better], quality[worse] = (
        np.maximum(quality[better], quality[worse]),
        np.minimum(quality[better], quality[worse]),
    )
    group = None
    if systems:
        of_item = np.arange(items) % systems
        group = csr_array((np.ones(items), (np.arange(items), of_item)), shape=(items, systems))
        quality = rng.normal(0, CENTRE_SD, systems)[of_item] + quality / np.sqrt(rng.gamma(2, 1))
    noise = rng.normal(size=scores) / np.sqrt(precision[annotator])
    score = offset[annotator] + slopes[annotator] * quality[item] + noise
    average = None if group is None else csr_array(group.T / group.sum(0)[:, None])
    problem = Problem(item, annotator, score, items, people, better, worse, average, group)
    return problem, quality, offset


def mean_z(crowd: Crowd, keep: Bools | None = None) -> Floats:
    """Return the mean z-score of every item, as the shared tasks compute it.

    Each annotator is standardised by all own scores; an item's scores are those of the
    output and its repeats. `keep` marks the annotators that count. Without any score an
    item stands at the mean.
    """
    people = crowd.annotators
    number = np.maximum(np.bincount(crowd.annotator, minlength=people), 1)
    mean = np.bincount(crowd.annotator, crowd.value, people) / number
    off = crowd.value - mean[crowd.annotator]
    sd = np.sqrt(np.bincount(crowd.annotator, off**2, people) / np.maximum(number - 1, 1))
    z = off / np.where(sd > 0, sd, 1)[crowd.annotator]
    counts = (crowd.role == _REAL) | (crowd.role == _REPEAT)
    if keep is not None:
        counts = counts & keep[crowd.annotator]
    size = len(crowd.truth)
    total = np.bincount(crowd.item[counts], z[counts], size)
    found = np.bincount(crowd.item[counts], minlength=size)
    middle = total.sum() / max(int(found.sum()), 1)
    return np.where(found > 0, total / np.maximum(found, 1), middle)


def failing(crowd: Crowd) -> Bools:
    """Mark annotators who do not score degraded copies below their originals.

    The test is the one-sided paired signed-rank test at .05 (Graham et al., 2017).
    """
    failed = np.zeros(crowd.annotators, dtype=bool)
    for person in range(crowd.annotators):
        mine = crowd.take(crowd.annotator == person)
        real, bad = mine.role == _REAL, mine.role == _DEGRADED
        original = dict(zip(mine.item[real].tolist(), mine.value[real].tolist(), strict=True))
        pairs = zip(mine.item[bad].tolist(), mine.value[bad].tolist(), strict=True)
        gaps = [original[item] - value for item, value in pairs if item in original]
        different = bool(np.any(gaps))
        failed[person] = not different or wilcoxon(gaps, alternative="greater").pvalue >= 0.05
    return failed
