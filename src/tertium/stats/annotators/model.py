"""How good is every output, and how does every annotator judge?"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium.choices import AnnotatorModel as VariantName
from tertium.choices import Engine
from tertium.exceptions import BadInput
from tertium.scale import Scale
from tertium.stats.annotators.assemble import (
    AnnotatorModel,
    ConnectedGroup,
    ItemQuality,
    annotator_models,
    connected_groups,
    item_qualities,
)
from tertium.stats.annotators.chains import Variant
from tertium.stats.annotators.choose import UNLIKE, ModelChoice, choose, mix_difference
from tertium.stats.annotators.expectation import DAMPING, expectation_propagation
from tertium.stats.annotators.gibbs import gibbs
from tertium.stats.annotators.problem import Posterior
from tertium.stats.annotators.reading import FARTHEST, Reading, read_scores
from tertium.stats.annotators.systems import (
    UNLIKE_RANK,
    SystemComparison,
    SystemQuality,
    compare_systems,
    system_sentence,
)
from tertium.stats.assessment.control import control_tests, scores_together
from tertium.stats.assessment.rows import read_rows
from tertium.stats.contrasts.limitations import limitations
from tertium.stats.contrasts.record import Contrast, Estimand
from tertium.stats.intervals import check_level, check_seed
from tertium.stats.result import Result, signature
from tertium.stats.team import Team, look_at
from tertium.stats.told import count
from tertium.table import JudgementTable, Scores

_FEW = 10  # scores of an annotator


@dataclass(frozen=True, slots=True)
class Annotators(Result):
    """The model's answer. Systems stand from best to worst, items and annotators by name.

    `average` and `spread` are the mean and sd by which all scores were standardised.
    `reason` says why this variant and this engine. `skipped` counts scores that
    expectation propagation left out of its last sweep. Items and annotators are described by the
    model's posterior; `systems` and `contrasts` are estimates for the annotators and texts that
    `estimand` names, and `sentence` says what follows.
    """

    items: tuple[ItemQuality, ...]
    annotators: tuple[AnnotatorModel, ...]
    systems: tuple[SystemQuality, ...]
    contrasts: tuple[Contrast, ...]
    estimand: Estimand
    sentence: str
    converged: bool
    sweeps: int
    components: tuple[ConnectedGroup, ...]
    engine: str
    variant: str
    system_effects: bool
    control: bool
    reason: str
    skipped: int
    scores: int
    average: float
    spread: float
    level: float
    scale: Scale


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
    check_seed(seed)
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


def find_warnings(
    reading: Reading,
    chosen: ModelChoice,
    found: Posterior,
    components: tuple[ConnectedGroup, ...],
    compared: SystemComparison,
) -> tuple[str, ...]:
    """Return what a reader should know before believing the numbers."""
    return (
        *_of_design(chosen, components),
        *_of_data(reading),
        *_of_model(reading, chosen, found),
        *_of_systems(compared),
    )


def flag_sentences(team: Team, found: Posterior) -> tuple[str, ...]:
    """Say whom to look at and why, or why nobody is flagged."""
    if not found.converged:
        return ("No annotator is flagged by agreement, because the model has not converged.",)
    return team.sentences


def _of_design(chosen: ModelChoice, components: tuple[ConnectedGroup, ...]) -> Iterator[str]:
    if len(components) == 1:
        return
    told = f"The scores fall into {len(components):,} groups of annotators and outputs that "
    if chosen.system_effects and _joined(components):
        yield f"{told}no score connects; they are compared through the systems they share."
    else:
        yield f"{told}nothing connects: across groups, leniency and quality rest on the prior."


def _joined(components: tuple[ConnectedGroup, ...]) -> bool:
    """Tell whether systems that groups share connect all of them."""
    first, *rest = [set(one.systems) for one in components]
    while rest:
        near = [systems for systems in rest if systems & first]
        if not near:
            return False
        first = first.union(*near)
        rest = [systems for systems in rest if not systems & first]
    return True


def _of_systems(compared: SystemComparison) -> Iterator[str]:
    """Say what limits the contrasts, and how they are related to those of `rank`."""
    if len(compared.systems) < 2:
        return
    if compared.estimand.annotators == "like these":
        yield from limitations(compared.found.pairs)
    apart = [one.reason for one in compared.found.contrasts if one.difference is None]
    if apart:
        yield (
            f"{count(len(apart), 'pair')} of systems without a contrast: {apart[0]}"
            f"{', for example' if len(apart) > 1 else ''}."
        )
    yield UNLIKE_RANK


def _of_data(reading: Reading) -> Iterator[str]:
    problem = reading.problem
    few = int((problem.load < _FEW).sum())
    if problem.annotators == 1:
        yield "One annotator: leniency is confounded with quality, and agreement is unknown."
    elif few:
        yield (
            f"{few:,} of {problem.annotators:,} annotators gave fewer than {_FEW} scores; what is "
            "said about them is mostly the prior."
        )
    if reading.clipped:
        yield (
            f"{reading.clipped:,} of {len(problem):,} scores lie more than {FARTHEST:g} standard "
            f"deviations from the mean and were moved to {FARTHEST:g}."
        )
    if reading.unpaired_copies:
        yield (
            f"{count(reading.unpaired_copies, 'degraded item has', 'degraded items have')} no "
            "original among the scores; such are read as items of their own."
        )
    if reading.unmarked_repeats:
        yield (
            f"{count(reading.unmarked_repeats, 'score repeats', 'scores repeat')} an output "
            "that the same annotator had scored, without being marked as a repeat; each counts."
        )
    if reading.in_several_campaigns:
        yield (
            f"{count(reading.in_several_campaigns, 'annotator is', 'annotators are')} named in "
            "several campaigns; each counts as one person who judges everywhere alike."
        )
    if reading.unnamed:
        yield f"{count(reading.unnamed, 'score')} without an annotator left out."


def _of_model(reading: Reading, chosen: ModelChoice, found: Posterior) -> Iterator[str]:
    if not found.converged:
        yield f"Not converged after {found.sweeps:,} sweeps: take means and intervals as rough."
    if found.skipped:
        yield f"{count(found.skipped, 'score was', 'scores were')} left out of the last sweep."
    unlike = mix_difference(reading.mix)
    if unlike > UNLIKE and not chosen.system_effects:
        yield (
            "Annotators saw different mixes of systems, and the model has no system effects: "
            "who saw weak systems may look severe, and weak systems good."
        )
    if found.contamination:
        yield (
            "With contamination the shares of odd scores are a diagnostic; estimates of items "
            "are worse than without."
        )
