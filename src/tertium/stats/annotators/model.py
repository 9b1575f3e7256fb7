"""How good is every output, and how does every annotator judge?"""

from typing import Literal

import numpy as np

from tertium.errors import BadInput
from tertium.stats.annotators.assemble import (
    annotator_models,
    connected,
    item_qualities,
    system_contrasts,
    system_qualities,
)
from tertium.stats.annotators.cautions import cautions, flag_sentences
from tertium.stats.annotators.chains import Variant
from tertium.stats.annotators.choose import Chosen, Engine, VariantName, choose
from tertium.stats.annotators.expectation import DAMPING, expectation_propagation
from tertium.stats.annotators.gibbs import gibbs
from tertium.stats.annotators.posterior import Posterior
from tertium.stats.annotators.reading import FARTHEST, Reading, read_scores
from tertium.stats.annotators.result import Annotators
from tertium.stats.assessment.control import control_tests, scores_together
from tertium.stats.assessment.rows import read_rows
from tertium.stats.intervals import check_level
from tertium.stats.result import signature
from tertium.stats.team import look_at
from tertium.table import JudgementTable, Scores

__all__ = ["annotators"]


def annotators(
    data: JudgementTable | Scores,
    *,
    engine: Engine = "auto",
    variant: VariantName = "auto",
    control: bool = True,
    system_effects: bool | Literal["auto"] = "auto",
    censored: bool = False,
    contamination: bool = False,
    scale: tuple[float, float] = (0.0, 100.0),
    aspect: str = "overall",
    level: float = 0.95,
    seed: int = 0,
    damping: float = DAMPING,
) -> Annotators:
    """Weigh every annotator by inferred precision instead of discarding some.

    The model of Mathur, Baldwin and Cohn (2018): a score is the quality of the item plus
    the annotator's offset, with noise of a precision of one's own. `variant` "slope" also learns
    how strongly each reacts to quality, without which near-constant annotators pass for
    the most precise. Control items take part unless `control` is False: repeats as
    further scores of their item, degraded copies as items below their originals.

    `system_effects` centre outputs on their systems, which matters where annotators saw
    different mixes of systems. `censored` takes scores at the ends of the `scale` for
    "there or beyond"; `contamination` estimates the share of each annotator's scores that
    say nothing, a diagnostic that makes the estimates of items worse. What is "auto" is
    chosen by the data, and `reason` tells how. `damping` is that of expectation
    propagation, `seed` that of Gibbs sampling.
    """
    bounded = censored or contamination
    _check(level, seed, damping, scale, bounded, both=censored and contamination)
    rows = read_rows(data, aspect=aspect, scale=scale)
    reading = read_scores(rows, control=control)
    chosen = choose(
        reading, engine=engine, variant=variant, system_effects=system_effects, only_gibbs=bounded
    )
    if chosen.engine == "ep":
        found = expectation_propagation(reading.problem, damping=damping)
    else:
        found = _drawn(reading, chosen, censored, contamination, scale, seed)
    components = connected(reading)
    team = look_at(scores_together(rows))
    limits = scale if censored else (-np.inf, np.inf)
    return Annotators(
        items=item_qualities(reading, found, level, limits),
        annotators=annotator_models(reading, found, control_tests(rows.scores, scale=scale)),
        systems=system_qualities(reading, found, level, limits),
        pairs=system_contrasts(reading, found, level),
        converged=found.converged,
        sweeps=found.sweeps,
        components=components,
        engine=chosen.engine,
        variant="slope" if chosen.slope else "paper",
        system_effects=chosen.system_effects,
        reason=chosen.reason,
        skipped=found.skipped,
        scores=len(reading.problem),
        average=reading.average,
        spread=reading.spread,
        level=level,
        signature=signature(
            "annotators",
            aspect=aspect,
            engine=chosen.engine,
            variant="slope" if chosen.slope else "paper",
            systems="effects" if chosen.system_effects else "none",
            control="yes" if control else "no",
            **({"censored": f"{scale[0]:g}-{scale[1]:g}"} if censored else {}),
            **({"contamination": f"{scale[0]:g}-{scale[1]:g}"} if contamination else {}),
            level=f"{level:g}",
            **({"seed": seed} if chosen.engine == "gibbs" else {"damping": f"{damping:g}"}),
        ),
        warnings=(*cautions(reading, chosen, found, components), *flag_sentences(team, found)),
    )


def _drawn(
    reading: Reading,
    chosen: Chosen,
    censored: bool,
    contamination: bool,
    scale: tuple[float, float],
    seed: int,
) -> Posterior:
    low, high = np.clip([reading.standardised(end) for end in scale], -FARTHEST, FARTHEST)
    variant = Variant(
        slope=chosen.slope,
        system_effects=chosen.system_effects,
        censored=censored,
        contamination=contamination,
        ends=(float(low), float(high)),
    )
    return gibbs(reading.problem, variant, seed=seed)


def _check(
    level: float,
    seed: int,
    damping: float,
    scale: tuple[float, float],
    bounded: bool,
    *,
    both: bool,
) -> None:
    check_level(level)
    if seed < 0:
        raise BadInput(f"the seed {seed} is below 0", where="seed", fix="Write 0 or more.")
    if not 0 < damping <= 1:
        raise BadInput(
            f"the damping {damping:g} is not above 0 and at most 1",
            where="damping",
            fix="Write 0.7, or less where it does not converge.",
        )
    if not scale[0] < scale[1] or (bounded and not np.isfinite(scale).all()):
        raise BadInput(
            f"the scale from {scale[0]:g} to {scale[1]:g} has no two ends",
            where="scale",
            fix="Write the lowest score and the highest one, such as (0, 100).",
        )
    if both:
        raise BadInput(
            "scores cannot be censored and contaminated at once",
            where="annotators",
            fix="Choose one of the two; contamination is a diagnostic only.",
        )
