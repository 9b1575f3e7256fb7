"""What weakens an answer of the annotator model, a sentence each."""

from collections.abc import Iterator

from tertium.stats.annotators.choose import UNLIKE, ModelChoice, mix_difference
from tertium.stats.annotators.posterior import Posterior
from tertium.stats.annotators.reading import FARTHEST, Reading
from tertium.stats.annotators.result import ConnectedGroup
from tertium.stats.annotators.sentences import UNLIKE_RANK
from tertium.stats.annotators.systems import SystemComparison
from tertium.stats.contrasts.limitations import limitations
from tertium.stats.team import Team
from tertium.stats.told import count

__all__ = ["find_warnings", "flag_sentences"]

_FEW = 10  # scores of an annotator


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
