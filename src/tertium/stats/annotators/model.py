"""How good is every output, and how does every annotator judge?"""

from typing import Literal

import numpy as np

from tertium.exceptions import BadInput
from tertium.scales import Scale
from tertium.stats.annotators.assemble import (
    annotator_models,
    connected_groups,
    item_qualities,
)
from tertium.stats.annotators.chains import Variant
from tertium.stats.annotators.choose import Engine, ModelChoice, VariantName, choose
from tertium.stats.annotators.expectation import DAMPING, expectation_propagation
from tertium.stats.annotators.gibbs import gibbs
from tertium.stats.annotators.posterior import Posterior
from tertium.stats.annotators.reading import FARTHEST, Reading, read_scores
from tertium.stats.annotators.result import Annotators
from tertium.stats.annotators.sentences import system_sentence
from tertium.stats.annotators.systems import compare_systems
from tertium.stats.annotators.warnings import find_warnings, flag_sentences
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
    _check(level, seed, damping, both=censored and contamination)
    rows = read_rows(data, aspect=aspect)
    scale = rows.scale
    if bounded:
        _check_ends(scale)
    reading = read_scores(rows, control=control)
    chosen = choose(
        reading, engine=engine, variant=variant, system_effects=system_effects, only_gibbs=bounded
    )
    if chosen.engine == "ep":
        found = expectation_propagation(reading.problem, damping=damping)
    else:
        found = _drawn(reading, chosen, censored, contamination, scale, seed)
    components = connected_groups(reading)
    limits = (scale.lowest, scale.highest) if censored else (-np.inf, np.inf)
    compared = compare_systems(reading, found, level, limits)
    team = look_at(scores_together(rows))
    return Annotators(
        items=item_qualities(reading, found, level, limits),
        annotators=annotator_models(reading, found, control_tests(rows)),
        systems=compared.systems,
        contrasts=compared.found.contrasts,
        estimand=compared.estimand,
        sentence=system_sentence(compared, level),
        converged=found.converged,
        sweeps=found.sweeps,
        components=components,
        engine=chosen.engine,
        variant="slope" if chosen.slope else "paper",
        system_effects=chosen.system_effects,
        control=control,
        reason=chosen.reason,
        skipped=found.skipped,
        scores=len(reading.problem),
        average=reading.average,
        spread=reading.spread,
        level=level,
        scale=scale,
        signature=signature(
            "annotators",
            aspect=aspect,
            scale=scale,
            engine=chosen.engine,
            variant="slope" if chosen.slope else "paper",
            systems="effects" if chosen.system_effects else "none",
            control="yes" if control else "no",
            interval="crossed",
            units=compared.estimand.sampled,
            **({"censored": "yes"} if censored else {}),
            **({"contamination": "yes"} if contamination else {}),
            level=f"{level:g}",
            **({"seed": seed} if chosen.engine == "gibbs" else {"damping": f"{damping:g}"}),
        ),
        warnings=(
            *scale.notes(),
            *find_warnings(reading, chosen, found, components, compared),
            *flag_sentences(team, found),
        ),
    )


def _drawn(
    reading: Reading,
    chosen: ModelChoice,
    censored: bool,
    contamination: bool,
    scale: Scale,
    seed: int,
) -> Posterior:
    ends = [reading.standardised(end) for end in (scale.lowest, scale.highest)]
    low, high = np.clip(ends, -FARTHEST, FARTHEST)
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
    if both:
        raise BadInput(
            "scores cannot be censored and contaminated at once",
            where="annotators",
            fix="Choose one of the two; contamination is a diagnostic only.",
        )


def _check_ends(scale: Scale) -> None:
    """Refuse to take scores for the ends of a scale that is not known."""
    if scale.source == "observed":
        raise BadInput(
            "where the scale ends is not known, so no score can be taken to lie beyond it",
            where="scale",
            fix="Say the scale, such as --scale 0..100.",
        )
