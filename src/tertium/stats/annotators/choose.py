"""Which variant and which engine suit a set of scores, and why, in a sentence."""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from tertium.choices import AnnotatorModel as VariantName
from tertium.choices import Engine
from tertium.exceptions import BadInput, NotFound
from tertium.stats.annotators.problem import Problem
from tertium.stats.annotators.reading import Reading

ENGINES: tuple[Engine, ...] = get_args(Engine)
VARIANTS: tuple[VariantName, ...] = get_args(VariantName)

FEWEST_PEOPLE, FEWEST_SHARED = 3, 10
UNLIKE = 0.1  # difference of mixes from which systems get effects
# Expectation propagation, seconds a sweep: of each score, and of I·J² + J³. About forty
# sweeps are made, so the limit is some twenty seconds.
_PER_SCORE, _PER_CELL, _LIMIT = 1.7e-6, 2e-10, 0.5


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """The engine, whether slopes and system effects are fitted, and why."""

    engine: Literal["ep", "gibbs"]
    slope: bool
    system_effects: bool
    reason: str


def choose(
    reading: Reading,
    *,
    engine: Engine,
    variant: VariantName,
    system_effects: bool | Literal["auto"],
    only_gibbs: bool,
) -> ModelChoice:
    """Choose what was left open.

    Slopes are fitted if the typical annotator has ten scores on outputs that others scored
    too or on control pairs, for these tell a slope. Systems get effects if annotators saw
    different mixes of them. Both need Gibbs sampling, as does a crowd too large for
    expectation propagation.
    """
    for kind, given, known in (("engine", engine, ENGINES), ("variant", variant, VARIANTS)):
        if given not in known:
            raise NotFound.among(kind, given, known, where="annotators")
    problem = reading.problem
    shared = shared_scores(problem)
    enough = problem.annotators >= FEWEST_PEOPLE and shared >= FEWEST_SHARED
    slope = variant == "slope" or (variant == "auto" and engine != "ep" and enough)
    unlike = mix_difference(reading.mix)
    effects = (
        engine != "ep" and unlike > UNLIKE if system_effects == "auto" else bool(system_effects)
    )
    if engine == "ep" and (slope or effects or only_gibbs):
        raise BadInput(
            "expectation propagation knows the paper's model only",
            where="annotators",
            fix="Choose engine='gibbs' for slopes, system effects, bounds and contamination.",
        )
    reasons = [_why_slope(slope, variant, engine, problem.annotators, shared)]
    if len(reading.systems) > 1:
        reasons.append(_why_effects(effects, system_effects, engine, unlike))
    must = slope or effects or only_gibbs
    large = _seconds_a_sweep(problem) > _LIMIT
    used: Literal["ep", "gibbs"] = (
        "gibbs" if engine == "gibbs" or (engine == "auto" and (must or large)) else "ep"
    )
    if engine == "auto" and large and not must:
        reasons.append("Gibbs sampling was used because there are many annotators and scores.")
    return ModelChoice(used, slope, effects, " ".join(reasons))


def shared_scores(problem: Problem) -> int:
    """Return how many scores of the typical annotator tell about reacting to quality.

    These are scores of items that others scored too, and of control pairs.
    """
    cell = np.sort(problem.item * problem.annotators + problem.annotator)
    cell = cell[np.diff(cell, prepend=-1) != 0]  # faster than np.unique
    telling = np.bincount(cell // problem.annotators, minlength=problem.items) > 1
    telling[problem.better] = telling[problem.worse] = True
    told = telling[problem.item]
    return int(np.median(np.bincount(problem.annotator[told], minlength=problem.annotators)))


def mix_difference(mix: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> float:
    """Return how far annotators' shares of systems are from the shares of all scores.

    The mean over scores of the total variation: 0 if all saw the same mix, near 1 if
    everybody saw another system.
    """
    load = mix.sum(1, keepdims=True)
    total = load.sum()
    if total == 0 or mix.shape[1] < 2:
        return 0.0
    apart = np.abs(mix / np.maximum(load, 1) - mix.sum(0) / total).sum(1) / 2
    return float(apart @ load[:, 0] / total)


def _seconds_a_sweep(problem: Problem) -> float:
    items, people = float(problem.items), float(problem.annotators)
    return _PER_SCORE * len(problem) + _PER_CELL * (items * people**2 + people**3)


def _why_slope(slope: bool, variant: str, engine: str, people: int, shared: int) -> str:
    if variant != "auto":
        return "Slopes were asked for." if slope else "The paper's model was asked for."
    if slope:
        return (
            f"Slopes were fitted: the typical annotator has {shared:,} scores on control pairs "
            "or on outputs that others scored too."
        )
    if engine == "ep":
        return "The paper's model was fitted: expectation propagation knows no other."
    if people < FEWEST_PEOPLE:
        return f"No slopes were fitted: fewer than {FEWEST_PEOPLE} annotators."
    return (
        f"No slopes were fitted: the typical annotator has {shared} scores on control pairs or on "
        f"outputs that others scored too, and {FEWEST_SHARED} are needed."
    )


def _why_effects(effects: bool, asked: bool | str, engine: str, unlike: float) -> str:
    if asked != "auto":
        return "System effects were asked for." if effects else "System effects were left out."
    told = f"on average {unlike:.0%} of an annotator's scores would have to move to other systems"
    if effects:
        return f"Systems have effects: annotators saw different mixes of them ({told})."
    if engine == "ep" and unlike > UNLIKE:
        return f"Systems have no effects, though annotators saw different mixes ({told})."
    return "Systems have no effects: annotators saw about the same mix of them."
