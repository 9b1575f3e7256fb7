"""What the study of the annotator model tries, one simulated crowd at a time.

Each function takes a seed and returns numbers by name; the study repeats it and averages.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from studies._crowds import (
    Crowd,
    control_hits,
    failing,
    from_prior,
    lazy_third,
    mean_z,
    unbalanced,
)
from tertium.stats.annotators.chains import Variant
from tertium.stats.annotators.expectation import expectation_propagation
from tertium.stats.annotators.gibbs import CHAINS, gibbs
from tertium.stats.annotators.model import annotators
from tertium.stats.annotators.problem import Posterior, Problem
from tertium.stats.annotators.reading import read_scores
from tertium.stats.assessment.rows import read_rows

Floats = NDArray[np.float64]

_Z90 = 1.6448536269514722


@dataclass(frozen=True, slots=True)
class Agreement:
    """Expectation propagation beside long Gibbs sampling.

    `mean` is the distance of two means in posterior sds (median, 99%, largest item);
    `quality` and `offset` are ratios of sds (smallest, median, largest).
    """

    mean: tuple[float, float, float]
    quality: tuple[float, float, float]
    offset: tuple[float, float, float]
    sweeps: int
    draws: int
    converged: bool


def compare_engines(crowd: Crowd, *, draws: int = 5000) -> Agreement:
    """Fit the paper's model twice."""
    rows = read_rows(crowd.scores())
    problem = read_scores(rows, control=True).problem
    quick, slow = expectation_propagation(problem), gibbs(problem, draws=draws, seed=1)
    off = np.abs(quick.quality.mean - slow.quality.mean) / slow.quality.sd
    return Agreement(
        _three(off, (0.5, 0.99, 1)),
        _three(quick.quality.sd / slow.quality.sd, (0, 0.5, 1)),
        _three(quick.offset.sd / slow.offset.sd, (0, 0.5, 1)),
        quick.sweeps,
        CHAINS * draws,
        quick.converged and slow.converged,
    )


def _three(values: Floats, at: tuple[float, float, float]) -> tuple[float, float, float]:
    low, middle, high = np.quantile(values, at)
    return float(low), float(middle), float(high)


# Four outputs, three annotators, the last of them contrary, with one score missing.
_EXAMPLE = ((1.2, -0.3, 0.1, -1.0), (0.9, -0.6, 0.4, -1.4), (-1.0, 1.1, 0.5))


def worked_example() -> Posterior:
    """Fit the worked example of `tests/golden/test_annotator_model.py`."""
    item = np.concatenate([np.arange(len(scores)) for scores in _EXAMPLE])
    annotator = np.repeat(np.arange(3), [len(scores) for scores in _EXAMPLE])
    problem = Problem(item, annotator, np.concatenate(_EXAMPLE), items=4, annotators=3)
    return expectation_propagation(problem, close=1e-6)


# What is held against the truth: the data's generator, and how they are fitted.
CALIBRATED: dict[str, tuple[dict[str, Any], Variant | None]] = {
    "paper's model, expectation propagation": ({}, None),
    "paper's model, Gibbs": ({}, Variant()),
    "the same with 8 control pairs, expectation propagation": ({"pairs": 8}, None),
    "slopes, Gibbs": ({"slope": True}, Variant(slope=True)),
    "slopes and system effects, Gibbs": (
        {"slope": True, "systems": 3},
        Variant(slope=True, system_effects=True),
    ),
}


def covered(seed: int) -> dict[str, float]:
    """Return which shares of true qualities and offsets lie in 90% intervals.

    Everything is drawn from the model's own priors, so an honest posterior covers 90%.
    """
    found = {}
    for name, (drawn, variant) in CALIBRATED.items():
        problem, quality, offset = from_prior(seed, **drawn)
        fitted = gibbs(problem, variant, seed=seed) if variant else expectation_propagation(problem)
        for part, moments, truth in (
            ("qualities", fitted.quality, quality),
            ("offsets", fitted.offset, offset),
        ):
            inside = np.abs(moments.mean - truth) <= _Z90 * moments.sd
            found[f"{name}: {part}"] = float(inside.mean())
    return found


def accuracy_of_hits(seed: int) -> dict[str, float]:
    """Correlate with the truth in HITs of which two thirds are by poor annotators."""
    crowd = control_hits(seed)
    scores, failed = crowd.scores(), failing(crowd)
    estimates = {
        "model": _qualities(annotators(scores)),
        "paper's model": _qualities(annotators(scores, engine="ep")),
        "mean z, all": mean_z(crowd),
        "mean z, passing": mean_z(crowd, ~failed),
    }
    found = {name: _r(estimate, crowd.truth) for name, estimate in estimates.items()}
    return found | {"share failing": float(failed.mean())}


def accuracy_of_thirds(
    seed: int, *, items: int = 560, people: int = 256, scores: int = 15_000
) -> dict[str, float]:
    """Correlate with the truth where a third are good, a third random and a third constant."""
    crowd = lazy_third(seed, items=items, people=people, scores=scores)
    rows = crowd.scores()
    raw = np.bincount(crowd.item, crowd.value) / np.bincount(crowd.item)
    estimates = {
        "model": _qualities(annotators(rows)),
        "paper's model": _qualities(annotators(rows, engine="ep")),
        "raw mean": raw,
        "mean z, all": mean_z(crowd),
    }
    return {name: _r(estimate, crowd.truth) for name, estimate in estimates.items()}


def _qualities(found: Any) -> Floats:
    return np.array([item.mean for item in found.items if item.role == "real"])


def _r(estimate: Floats, truth: Floats) -> float:
    return float(np.corrcoef(estimate, truth)[0, 1])


def order_of_mixes(seed: int) -> dict[str, float]:
    """Return whether A came out above B, and whether 95% intervals hold the true difference."""
    scores = unbalanced(seed)
    person, system = scores.annotator.codes, scores.system.codes
    mean = np.bincount(person, scores.value) / np.bincount(person)
    off = scores.value - mean[person]
    sd = np.sqrt(np.bincount(person, off**2) / (np.bincount(person) - 1))
    z = np.bincount(system, off / sd[person]) / np.bincount(system)
    found = {"mean z right": float(z[0] > z[1])}
    for name, choice in (("paper's model", {"engine": "ep"}), ("model", {})):
        pairs = annotators(scores, seed=seed, **choice).contrasts  # type: ignore[arg-type]
        pair = next(one for one in pairs if {one.a, one.b} == {"A", "B"})
        sign = 1 if pair.a == "A" else -1
        low, high = sorted((sign * pair.low, sign * pair.high))
        found[f"{name} right"] = float(sign * pair.difference > 0)
        found[f"{name} covers"] = float(low <= 2 <= high)
        found[f"{name} width"] = high - low
    return found
