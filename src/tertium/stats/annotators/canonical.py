"""A problem in an order that follows from its scores, not from names.

Random draws go to outputs and annotators in their order. Were that the order of names, other names
would give other draws; arranged by their scores, they give the same.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array

from tertium.stats.annotators.problem import Moments, Posterior, Problem
from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import add_up

_DECIMALS = 9  # sums that are equal but for the order of adding shall be equal


@dataclass(frozen=True, slots=True)
class CanonicalOrder:
    """The same problem with other codes; `items`, `people` and `systems` are the former ones."""

    problem: Problem
    items: Ints
    people: Ints
    systems: Ints

    def back(self, found: Posterior) -> Posterior:
        """Return what was found about the arranged problem under the former codes."""

        def named(moments: Moments, codes: Ints) -> Moments:
            places = np.argsort(codes)
            return Moments(moments.mean[places], moments.sd[places])

        systems = np.argsort(self.systems)
        return replace(
            found,
            quality=named(found.quality, self.items),
            expected_score=named(found.expected_score, self.items),
            offset=named(found.offset, self.people),
            precision=named(found.precision, self.people),
            slope=named(found.slope, self.people) if found.slope else None,
            contamination=named(found.contamination, self.people) if found.contamination else None,
            system_cov=found.system_cov[np.ix_(systems, systems)],
        )


def canonical_order(problem: Problem) -> CanonicalOrder:
    """Arrange annotators, centres and items by number, sum and squares of their scores."""
    people = _order(problem.annotator, problem.score, problem.annotators)
    person = np.argsort(people)[problem.annotator]
    groups = problem.group if problem.group is not None else csr_array((problem.items, 0))
    systems = problem.averages.shape[0]
    centres = _centre_order(problem, groups, systems)
    rank = groups @ (1.0 + np.argsort(centres)) if groups.shape[1] else np.zeros(problem.items)
    role = np.zeros(problem.items)
    role[problem.better], role[problem.worse] = 1, 2
    weight = problem.score * (1.0 + person)
    seen = add_up((1 + person).astype(np.float64), problem.item, problem.items)
    weighed = add_up(weight, problem.item, problem.items)
    items = _order(problem.item, problem.score, problem.items, weighed, seen, rank, role)
    item = np.argsort(items)[problem.item]
    rows = np.lexsort((problem.score, person, item))
    place = np.argsort(items)
    pairs = np.lexsort((place[problem.worse], place[problem.better]))
    return CanonicalOrder(
        replace(
            problem,
            item=item[rows],
            annotator=person[rows],
            score=problem.score[rows],
            better=place[problem.better][pairs],
            worse=place[problem.worse][pairs],
            systems=None
            if problem.systems is None
            else csr_array(problem.systems[centres[:systems]][:, items])
            if groups.shape[1]
            else csr_array(problem.systems[:, items]),
            group=None if problem.group is None else csr_array(groups[items][:, centres]),
        ),
        items,
        people,
        centres[:systems] if groups.shape[1] else np.arange(systems),
    )


def _centre_order(problem: Problem, groups: csr_array, systems: int) -> Ints:
    """Arrange the centres by the scores around them, those of systems first."""
    size = groups.shape[1]
    number = np.bincount(problem.item, minlength=problem.items).astype(float)
    total = add_up(problem.score, problem.item, problem.items)
    square = add_up(problem.score**2, problem.item, problem.items)
    keys = [np.round(groups.T @ one, _DECIMALS) for one in (square, total, number)]
    return np.lexsort((*keys, np.arange(size) >= systems))


def _order(unit: Ints, score: Floats, size: int, *more: Floats) -> Ints:
    """Return the codes of units, arranged by further keys and by their scores."""
    keys = [*more, *(add_up(score**power, unit, size) for power in (3, 2, 1, 0))]
    return np.lexsort([np.round(key, _DECIMALS) for key in keys])
