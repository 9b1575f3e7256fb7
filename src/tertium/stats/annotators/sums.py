"""Sums over the scores of each item and of each annotator, for several chains at once.

Gibbs sampling asks nothing else of the scores. Each sum is a product of a sparse matrix
(items by annotators, one entry per score) with a table of values, one column per chain,
so a sweep costs time linear in the number of scores.
"""

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse._sparsetools import csc_matvecs, csr_matvecs  # `@` has no `out`

from tertium.stats.annotators.problem import Problem
from tertium.stats.arrays import Floats

_BLOCK = 64  # rows


class Sums:
    """Weighted scores, added up by item and by annotator.

    All chains share scores and weights until `replace` gives each chain its own.
    """

    def __init__(self, problem: Problem) -> None:
        """Sort the scores by item."""
        self._order = np.argsort(problem.item, kind="stable")
        self._person = problem.annotator[self._order].astype(np.int32)
        ends = np.cumsum(np.bincount(problem.item, minlength=problem.items))
        self._start = np.concatenate([[0], ends]).astype(np.int32)
        self._shape = problem.items, problem.annotators
        self.replace(problem.score[:, None], np.ones((len(problem), 1)))

    def replace(self, score: Floats, weight: Floats) -> None:
        """Take other scores and weights: one column for all chains, or one for each."""
        scored = score * weight
        self._weight, self._scored = self._matrices(weight), self._matrices(scored)
        # Of each annotator: how many scores, their sum, and the sum of their squares.
        self.number, self.total = _person_sums(self._weight), _person_sums(self._scored)
        self.square = _person_sums(self._matrices(scored * score))

    def over_items(self, values: Floats, out: Floats, *, scored: bool = False) -> Floats:
        """Fill `out` with each item's sums of its annotators' values, times the score if asked.

        With many outputs, new arrays for the sums would take longer than adding up.
        """
        matrices = self._scored if scored else self._weight
        if len(matrices) > 1:
            for chain, matrix in enumerate(matrices):
                out[:, chain] = matrix @ values[:, chain]
            return out
        (matrix,) = matrices
        out.fill(0)
        parts = matrix.indptr, matrix.indices, matrix.data
        csr_matvecs(*self._shape, values.shape[1], *parts, values.ravel(), out.ravel())
        return out

    def over_people(self, values: Floats, *, scored: bool = False) -> Floats:
        """Return for each annotator the sums of the items' values, times the score if asked."""
        matrices = self._scored if scored else self._weight
        if len(matrices) > 1:
            columns = zip(matrices, values.T, strict=True)
            return np.concatenate([_by_person(one, column[:, None]) for one, column in columns], 1)
        return _by_person(matrices[0], values)

    def _matrices(self, values: Floats) -> list[csr_array]:
        """Return a matrix for each column of values, one value per score."""
        return [
            csr_array((column[self._order], self._person, self._start), shape=self._shape)
            for column in values.T
        ]


def _by_person(matrix: csr_array, values: Floats) -> Floats:
    """Return each annotator's sums of the items' values; scores are gone through item by item.

    Annotators are few, so their sums stay at hand while a long table of items is read in order.
    """
    items, people = matrix.shape
    out = np.zeros((people, values.shape[1]))
    parts = matrix.indptr, matrix.indices, matrix.data
    csc_matvecs(people, items, values.shape[1], *parts, values.ravel(), out.ravel())
    return out


def _person_sums(matrices: list[csr_array]) -> Floats:
    """Return the sum of each annotator's entries, a column for each matrix."""
    return np.concatenate([_by_person(one, np.ones((one.shape[0], 1))) for one in matrices], 1)


def column_sums(values: Floats) -> Floats:
    """Add up the rows; much faster than `sum` where they are many and short."""
    return np.asarray(np.ones(len(values)) @ values)


def by_column(
    change: np.ufunc, values: Floats, row: Floats | float, out: Floats | None = None
) -> None:
    """Change values by a number for each column, such as `values += row`, in place or into `out`.

    NumPy goes through such arrays four numbers at a time; here it goes through 256.
    """
    out = values if out is None else out
    if np.ndim(row) == 0:
        change(values, row, out=out)
        return
    whole = len(values) // _BLOCK * _BLOCK
    wide = -1, _BLOCK * values.shape[1]
    change(values[:whole].reshape(wide), np.tile(row, _BLOCK), out=out[:whole].reshape(wide))
    change(values[whole:], row, out=out[whole:])
