"""Three rules of stopping, each told at which looks it decides and what it says there.

*planned*: so many looks, equally far apart, each at the level of `levels`. *any-time*: the
e-process may be looked at whenever somebody likes. *bayes*: stop when one system is
better, or no difference matters, with high probability; how often that is wrong in
campaigns without a difference is simulated, because the rule itself does not care.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.stats.intervals import hierarchical_mixture
from tertium.stats.monitoring.course import Course, Standing, lattice
from tertium.stats.monitoring.levels import look_level, look_sizes
from tertium.stats.monitoring.limits import Decides
from tertium.stats.monitoring.result import Decision, Look

__all__ = ["FEWEST", "AnyTime", "Bayes", "Planned", "false_alarms"]

Floats = NDArray[np.float64]

FEWEST = 2  # annotators without whom no rule speaks of annotators in general
_SHOWN = 12  # looks of the any-time rule that are told; all of them decide
_RUNS, _FEWEST_RUNS, _WORK = 2000, 200, 200_000


@dataclass(frozen=True, slots=True)
class Planned:
    """So many planned looks; what is seen between them is shown and decides nothing."""

    planned: int
    looks: int
    level: float

    @property
    def alarm(self) -> float:
        """The level of each look."""
        return look_level(self.looks, self.level)

    @property
    def at(self) -> float:
        """The level of the interval of each look."""
        return 1 - self.alarm

    def look(self, course: Course) -> tuple[Look, ...]:
        """Return the looks that were due, and the judgements at hand if they are none of them."""
        due = [size for size in look_sizes(self.planned, self.looks) if size <= len(course)]
        found = [self._one(course, size, planned=True) for size in due]
        if len(course) not in due:
            found.append(self._one(course, len(course), planned=False))
        return tuple(found)

    def _one(self, course: Course, size: int, *, planned: bool) -> Look:
        stands = course.standing(size)
        low, estimate, high = _bounds(course, stands, self.at)
        says: Decision = "go on"
        if planned and len(stands.means) >= FEWEST:
            says = _direction(low > 0, high < 0)
        return _look(course, stands, (low, estimate, high), says, planned, alarm=self.alarm)

    def decides(self, course: Course) -> Decides:
        """Return what tells whether values would stop the campaign."""
        return lambda means, variances, shared: bool(
            len(means) >= FEWEST
            and _outside(course, means, variances, shared, self.alarm / 2).any()
        )


@dataclass(frozen=True, slots=True)
class AnyTime:
    """Stop when the e-value has reached 1 / (1 − level), whenever that is."""

    level: float

    @property
    def threshold(self) -> float:
        """What the e-value has to reach."""
        return 1 / (1 - self.level)

    @property
    def at(self) -> float:
        """The level of the interval that holds at every look."""
        return self.level

    def look(self, course: Course) -> tuple[Look, ...]:
        """Return some of the looks, the first that stopped and the last one among them."""
        sizes = lattice(len(course))
        log_e = course.log_e_values(sizes)
        reached = np.flatnonzero(log_e >= np.log(self.threshold))
        several = (at for at in reached if len(course.standing(int(sizes[at])).means) >= FEWEST)
        first = next(several, len(sizes))
        evenly = len(course) * np.arange(1, _SHOWN + 1) / _SHOWN
        near = np.searchsorted(sizes, np.ceil(evenly))
        shown = sorted({*near.tolist(), *reached[reached == first].tolist()})
        ends = course.confidence_sequence(sizes[shown])
        return tuple(
            self._one(course, int(sizes[at]), float(log_e[at]), ends[row], first <= at in reached)
            for row, at in enumerate(shown)
        )

    def _one(self, course: Course, size: int, log_e: float, ends: Floats, stops: bool) -> Look:
        stands = course.standing(size)
        low, estimate, high = (float(end) for end in ends)
        says = _direction(stops and estimate > 0, stops and estimate < 0)
        bounds = (low, estimate, high)
        return _look(course, stands, bounds, says, True, e_value=float(np.exp(min(log_e, 700.0))))

    def decides(self, course: Course) -> Decides:
        """Return what tells whether values would stop the campaign."""
        reach = np.log(self.threshold)
        return lambda means, variances, shared: bool(
            len(means) >= FEWEST and course.imagined_log_e_value(means, variances) >= reach
        )


@dataclass(frozen=True, slots=True)
class Bayes:
    """Stop when one system is better, or no difference matters, with high probability."""

    planned: int
    looks: int
    level: float

    @property
    def at(self) -> float:
        """The level of the interval."""
        return self.level

    def look(self, course: Course) -> tuple[Look, ...]:
        """Return the looks that were due and the one now, all of which may decide."""
        due = {size for size in look_sizes(self.planned, self.looks) if size < len(course)}
        return tuple(self._one(course, size) for size in sorted({*due, len(course)}))

    def _one(self, course: Course, size: int) -> Look:
        stands = course.standing(size)
        bounds = _bounds(course, stands, self.level)
        if not len(stands.means):
            return _look(course, stands, bounds, "go on", True)
        scale = course.scale
        believed = stands.believed(scale.between, scale.mean_sd)
        better = 1 - float(believed.below(0.0))
        nothing = float(believed.below(scale.rope) - believed.below(-scale.rope))
        says: Decision = "go on"
        if len(stands.means) >= FEWEST:
            sure = (1 + self.level) / 2
            says = _direction(better >= sure, better <= 1 - sure)
            if says == "go on" and nothing >= self.level:
                says = "stop: no difference worth mentioning"
        return _look(course, stands, bounds, says, True, probability=better, no_difference=nothing)

    def decides(self, course: Course) -> Decides:
        """Return what tells whether values would stop the campaign for a difference."""
        tail = (1 - self.level) / 2
        return lambda means, variances, shared: bool(
            len(means) >= FEWEST and _outside(course, means, variances, shared, tail).any()
        )


def false_alarms(course: Course, rule: Planned | Bayes, annotators: int, seed: int) -> float | None:
    """Return how often a rule stops for a difference in campaigns like this without one.

    Simulated with as many annotators, differing as much as the bound allows, and with as
    many judgements as are planned. None where nobody stands anywhere yet.
    """
    if annotators < FEWEST:
        return None
    runs = min(_RUNS, max(_FEWEST_RUNS, _WORK // annotators))
    rng = np.random.default_rng(seed)
    sizes = np.array(look_sizes(rule.planned, rule.looks))
    means, variances = course.null_campaigns(sizes, annotators, course.scale.bound, runs, rng)
    tail = (1 - rule.at) / 2
    alarmed = np.zeros(runs, dtype=bool)
    for look in range(len(sizes)):
        alarmed |= _outside(course, means[:, look], variances[:, look], 0.0, tail)
    return float(alarmed.mean())


def _outside(
    course: Course, means: Floats, variances: Floats, shared: float, tail: float
) -> NDArray[np.bool_]:
    """Return whether no difference lies outside the interval that leaves out such tails."""
    scale = course.scale
    believed = hierarchical_mixture(
        means, variances, scale=scale.between, mean_sd=scale.mean_sd, shared=shared
    )
    below = believed.below(0.0)
    return np.asarray((below < tail) | (below > 1 - tail))


def _bounds(course: Course, stands: Standing, level: float) -> tuple[float, float, float]:
    """Return low, median and high of the hierarchical interval; without values it has no end."""
    if not len(stands.means):
        return -np.inf, np.nan, np.inf
    believed = stands.believed(course.scale.between, course.scale.mean_sd)
    low, middle, high = believed.quantiles((1 - level) / 2, 0.5, (1 + level) / 2)
    return float(low), float(middle), float(high)


def _direction(better: bool, worse: bool) -> Decision:
    if better:
        return "stop: advanced better"
    return "stop: baseline better" if worse else "go on"


def _look(
    course: Course,
    stands: Standing,
    bounds: tuple[float, float, float],
    says: Decision,
    planned: bool,
    *,
    alarm: float | None = None,
    e_value: float | None = None,
    probability: float | None = None,
    no_difference: float | None = None,
) -> Look:
    low, estimate, high = bounds
    return Look(
        judgements=stands.judgements,
        annotators=len(stands.means),
        estimate=None if np.isnan(estimate) else course.shown(estimate),
        low=course.shown(low) if np.isfinite(low) else None,
        high=course.shown(high) if np.isfinite(high) else None,
        e_value=e_value,
        probability=probability,
        no_difference=no_difference,
        alarm=alarm,
        planned=planned,
        decision=says,
    )
