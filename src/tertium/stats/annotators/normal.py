"""The joint normal distribution of qualities μ and offsets β, from its sites.

A score's site multiplies the density by a normal factor on μ_i + β_j, a pair's site by one
on μ_better − μ_worse; priors are standard normal. The precision matrix of all μ is diagonal
but for pairs, so qualities are eliminated first and one dense system over β is left.
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from scipy.sparse import csr_array

from tertium.stats.annotators.problem import Problem
from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import add_up

_LEAST = 0.2  # total precision of an item or annotator below which negative sites are dropped


@dataclass(frozen=True, slots=True)
class _Items:
    """The precision of qualities given offsets: `own` on the diagonal, `pair` for each pair.

    Copies are eliminated first, since each hangs on one original only; `leaf` is what is
    left of their precision, `main` of that of all others.
    """

    better: Ints
    worse: Ints
    pair: Floats
    leaf: Floats
    main: Floats

    @classmethod
    def of(cls, problem: Problem, own: Floats, pair: Floats) -> "_Items":
        leaf = own[problem.worse] + pair
        added = add_up(pair - pair**2 / leaf, problem.better, problem.items)
        return cls(problem.better, problem.worse, pair, leaf, own + added)

    def solve(self, right: Floats) -> Floats:
        """Solve for a vector, or for a matrix column by column."""
        if not len(self.pair):
            return np.asarray((right.T / self.main).T)
        wide = right.reshape(len(self.main), -1)
        weight = (self.pair / self.leaf)[:, None]
        found = wide.copy()
        np.add.at(found, self.better, weight * wide[self.worse])
        found /= self.main[:, None]
        found[self.worse] = wide[self.worse] / self.leaf[:, None] + weight * found[self.better]
        return found.reshape(right.shape)

    def variances(self) -> tuple[Floats, Floats]:
        """Return the diagonal of the inverse, and its entries between the items of pairs."""
        between = self.pair / (self.leaf * self.main[self.better])
        diagonal = 1 / self.main
        diagonal[self.worse] = (1 + self.pair * between) / self.leaf
        return diagonal, between


@dataclass(frozen=True, slots=True)
class Normal:
    """Qualities and offsets with their joint uncertainty.

    Given β, qualities have mean `free` − `share` β and are independent but for pairs.
    `cov` is the covariance of β and `cross` that of qualities (rows) and offsets.
    """

    quality: Floats
    quality_var: Floats
    offset: Floats
    cov: Floats
    cross: Floats
    share: Floats
    pair_var: Floats
    items: _Items

    def covariance(self, weights: csr_array) -> Floats:
        """Return the covariance of weighted sums of qualities, a row of weights for each."""
        share = weights @ self.share
        given = weights @ self.items.solve(weights.T.toarray())
        return np.asarray(given + share @ self.cov @ share.T)


def multiply(
    problem: Problem, precision: Floats, shift: Floats, pair: Floats, pair_shift: Floats
) -> Normal:
    """Multiply all sites with the priors."""
    p = _without_thin(problem, precision)
    try:
        parts = _eliminate(problem, p, pair)
    except LinAlgError:  # negative sites outweigh the others together, though nowhere alone
        parts = _eliminate(problem, np.maximum(p, 0), pair)
    items, together, share, cov = parts
    h_item = add_up(shift, problem.item, problem.items)
    h_item += add_up(pair_shift, problem.better, problem.items)
    h_item -= add_up(pair_shift, problem.worse, problem.items)
    h_person = add_up(shift, problem.annotator, problem.annotators)
    free = items.solve(h_item)
    offset = cov @ (h_person - together.T @ free)
    cross = -share @ cov
    diagonal, between = items.variances()
    quality_var = diagonal - np.einsum("ij,ij->i", cross, share)
    better, worse = problem.better, problem.worse
    common = between - np.einsum("ij,ij->i", cross[better], share[worse])
    return Normal(
        quality=free - share @ offset,
        quality_var=quality_var,
        offset=offset,
        cov=cov,
        cross=cross,
        share=share,
        pair_var=quality_var[better] + quality_var[worse] - 2 * common,
        items=items,
    )


def _eliminate(problem: Problem, p: Floats, pair: Floats) -> tuple[_Items, Floats, Floats, Floats]:
    """Eliminate the qualities and invert what is left for the offsets."""
    shape = problem.items, problem.annotators
    cell = problem.item * problem.annotators + problem.annotator
    together = add_up(p, cell, shape[0] * shape[1]).reshape(shape)
    items = _Items.of(problem, 1 + together.sum(1), pair)
    share = items.solve(together)
    left = np.diag(1 + together.sum(0)) - together.T @ share
    return items, together, share, cho_solve(cho_factor(left), np.eye(shape[1]))


def _without_thin(problem: Problem, p: Floats) -> Floats:
    """Drop negative precisions where they would leave an item or annotator almost free.

    Elsewhere a negative site is what an outlier deserves: it makes its item less certain.
    """
    item = 1 + add_up(p, problem.item, problem.items) < _LEAST
    person = 1 + add_up(p, problem.annotator, problem.annotators) < _LEAST
    thin = item[problem.item] | person[problem.annotator]
    return np.where(thin, np.maximum(p, 0), p)
