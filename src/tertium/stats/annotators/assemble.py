"""From the posterior to named facts on both scales."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from tertium.stats.annotators.problem import Posterior
from tertium.stats.annotators.reading import Reading
from tertium.stats.arrays import Floats
from tertium.stats.assessment.control import ControlTest
from tertium.stats.team import TEAM_FLAGS


@dataclass(frozen=True, slots=True)
class ItemQuality:
    """The quality of one output, or of one control text.

    `mean` and `sd` are standardised: an item of mean 0 is as good as the average item, and
    1 is the sd of all scores. `score` with its interval is on the original scale: what
    these annotators would give on average. `n` counts the scores it rests on.
    """

    segment: str
    system: str
    role: str
    mean: float
    sd: float
    score: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True)
class AnnotatorModel:
    """How one annotator judges, on the standardised scale, and what the control items say.

    An offset above 0 is lenient. `precision` is 1 over the variance of scores around
    what the model expects. `slope` tells the reaction to quality: 1 like the average, 0 not
    at all, below 0 the wrong way; None where slopes were not fitted. `contamination` is
    the share of scores that say nothing, None unless asked for. `control_p` and
    `repeat_p` are the p-values of the tests on degraded and repeated items, None without such.
    """

    annotator: str
    offset: float
    precision: float
    sd_offset: float
    sd_precision: float
    slope: float | None
    sd_slope: float | None
    contamination: float | None
    n: int
    control_p: float | None
    repeat_p: float | None
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConnectedGroup:
    """Annotators and items that scores connect. Across components only the prior speaks."""

    annotators: tuple[str, ...]
    systems: tuple[str, ...]
    items: int
    scores: int


def item_qualities(
    reading: Reading, found: Posterior, level: float, limits: tuple[float, float]
) -> tuple[ItemQuality, ...]:
    """Return every item with its interval; scores stay within `limits`."""
    number = np.bincount(reading.problem.item, minlength=reading.problem.items)
    scores = _original(reading, found.expected_score.mean, found.expected_score.sd, level, limits)
    columns = [found.quality.mean, found.quality.sd, *scores]
    return tuple(
        ItemQuality(segment, system, role, mean, sd, score, low, high, n)
        for segment, system, role, (mean, sd, score, low, high), n in zip(
            reading.segment,
            reading.system,
            reading.role,
            np.stack(columns, axis=1).tolist(),
            number.tolist(),
            strict=True,
        )
    )


def annotator_models(
    reading: Reading, found: Posterior, controls: tuple[ControlTest, ...]
) -> tuple[AnnotatorModel, ...]:
    """Return every annotator, with what control items say.

    Where the model has not converged, nobody is flagged for how the scores go with others'.
    """
    load, slope, odd = reading.problem.load, found.slope, found.contamination
    tests = {test.annotator: test for test in controls}
    return tuple(
        AnnotatorModel(
            annotator=name,
            offset=float(found.offset.mean[j]),
            precision=float(found.precision.mean[j]),
            sd_offset=float(found.offset.sd[j]),
            sd_precision=float(found.precision.sd[j]),
            slope=float(slope.mean[j]) if slope else None,
            sd_slope=float(slope.sd[j]) if slope else None,
            contamination=float(odd.mean[j]) if odd else None,
            n=int(load[j]),
            control_p=tests[name].p,
            repeat_p=tests[name].repeat_p,
            flags=tuple(
                flag for flag in tests[name].flags if found.converged or flag not in TEAM_FLAGS
            ),
        )
        for j, name in enumerate(reading.annotators)
    )


def connected_groups(reading: Reading) -> tuple[ConnectedGroup, ...]:
    """Return the groups of annotators and items that scores connect, largest first."""
    problem = reading.problem
    labels = problem.components()
    of_item, of_person = labels[: problem.items], labels[problem.items :]
    items = np.bincount(of_item, minlength=labels.max() + 1)
    scores = np.bincount(of_item[problem.item], minlength=labels.max() + 1)
    people: dict[int, list[str]] = {}
    for name, label in zip(reading.annotators, of_person.tolist(), strict=True):
        people.setdefault(label, []).append(name)
    seen = reading.mix > 0
    found = [
        ConnectedGroup(
            tuple(names),
            tuple(
                system
                for system, there in zip(
                    reading.systems, seen[of_person == label].any(0).tolist(), strict=True
                )
                if there
            ),
            int(items[label]),
            int(scores[label]),
        )
        for label, names in people.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.scores, one.annotators)))


def _original(
    reading: Reading, mean: Floats, sd: Floats, level: float, limits: tuple[float, float]
) -> tuple[Floats, Floats, Floats]:
    """Return score, low and high on the original scale."""
    score = reading.average + reading.spread * mean
    reach = reading.spread * sd * float(ndtri((1 + level) / 2))
    low, high, middle = (np.clip(x, *limits) for x in (score - reach, score + reach, score))
    return middle, low, high
