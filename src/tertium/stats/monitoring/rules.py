"""Three rules of stopping, each told at which looks it decides and what it says there.

*planned*: so many looks, equally far apart, each at the level of `levels`. *anytime-valid*: the
e-process may be looked at whenever somebody likes. *bayes*: stop when one system is
better, or no difference matters, with high probability; how often that is wrong in
campaigns without a difference is simulated, because the rule itself does not care.
"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Floats
from tertium.stats.contrasts.crossed import CrossedEstimates
from tertium.stats.monitoring.course import Course, Standing, lattice
from tertium.stats.monitoring.levels import look_level, look_sizes
from tertium.stats.monitoring.limits import Decides
from tertium.stats.monitoring.result import Decision, Look

_MOST_TIMES, _HALVINGS = 100.0, 30
FEWEST = 2  # annotators without whom no rule speaks of annotators in general
_SHOWN = 12  # looks of the anytime-valid rule that are told; all of them decide
_RUNS, _FEWEST_RUNS, _WORK = 200, 100, 100_000  # simulated campaigns, times their judgements


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
        low, high = stands.ends(self.at)
        says: Decision = "go on"
        if planned and stands.annotators >= FEWEST:
            says = _direction(low > 0, high < 0)
        bounds = (low, stands.estimate, high)
        return _look(course, stands, bounds, says, planned, alarm=self.alarm)

    def decides(self, course: Course) -> Decides:
        """Return what tells whether such an estimate would stop the campaign."""
        return lambda found: bool(found.p()[0] < self.alarm)


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
        several = (at for at in reached if course.standing(int(sizes[at])).annotators >= FEWEST)
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
        """Return what tells whether such an estimate would stop the campaign, about.

        The e-value of a normal estimate with variance V against differences ~ N(0, r·V) has a
        closed form (Robbins, 1970). The rule counts fewer judgements, and allows annotators and
        documents more, so V is taken as many times as large as the evidence now asks for.
        """
        now = course.standing(len(course)).found
        if now is None:
            return lambda found: False
        reached = max(float(course.log_e_values(np.array([len(course)]))[0]), 0.0)
        prior = course.scale.difference**2

        def log_e_value(found: CrossedEstimates, times: float) -> float:
            variance = times * float((found.people + found.texts + found.rest)[0])
            ratio = prior / variance
            square = float(found.estimate[0]) ** 2 / variance
            return float(0.5 * square * ratio / (1 + ratio) - 0.5 * np.log1p(ratio))

        low, high = 1.0, _MOST_TIMES
        for _ in range(_HALVINGS):
            middle = (low * high) ** 0.5
            low, high = (middle, high) if log_e_value(now, middle) > reached else (low, middle)
        return lambda found: log_e_value(found, high) >= np.log(self.threshold)


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
        low, high = stands.ends(self.level)
        bounds = (low, stands.estimate, high)
        if stands.found is None and not stands.unanimous:
            return _look(course, stands, bounds, "go on", True)
        rope = course.scale.rope
        better = 1 - stands.below(0.0)
        nothing = stands.below(rope) - stands.below(-rope)
        says: Decision = "go on"
        if stands.annotators >= FEWEST:
            sure = (1 + self.level) / 2
            says = _direction(better >= sure, better <= 1 - sure)
            if says == "go on" and nothing >= self.level:
                says = "stop: no difference worth mentioning"
        return _look(course, stands, bounds, says, True, probability=better, no_difference=nothing)

    def decides(self, course: Course) -> Decides:
        """Return what tells whether such an estimate would stop the campaign for a difference."""
        return lambda found: bool(found.p()[0] < 1 - self.level)


def false_alarms(course: Course, rule: Planned | Bayes, annotators: int, seed: int) -> float | None:
    """Return how often a rule stops for a difference in campaigns like this without one.

    Simulated with the judgements there are now: the same annotators, segments and documents, and
    as many looks, equally far apart. None with fewer than two annotators.
    """
    if annotators < FEWEST:
        return None
    runs = min(_RUNS, max(_FEWEST_RUNS, _WORK // max(len(course), 1)))
    rng = np.random.default_rng(seed)
    sizes = np.array(look_sizes(len(course), rule.looks))
    alarmed = np.zeros(runs, dtype=bool)
    for p in course.null_p_values(sizes, runs, rng):
        alarmed |= p < 1 - rule.at  # not where nothing varies
    return float(alarmed.mean())


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
        annotators=stands.annotators,
        documents=stands.documents,
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
