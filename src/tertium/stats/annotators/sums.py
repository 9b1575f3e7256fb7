"""Sums over the scores of each item and of each annotator, for several chains at once.

Gibbs sampling asks nothing else of the scores. Each sum is a product of a sparse matrix
(items by annotators, one entry per score) with a table of values, one column per chain,
so a sweep costs time linear in the number of scores.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from tertium.stats.annotators.problem import Problem

__all__ = ["Sums", "by_column", "column_sums"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_BLOCK = 64  # rows


class Sums:
    """Weighted scores, added up by item and by annotator.

    All chains share scores and weights until `replace` gives each chain its own.
    """

    def __init__(self, problem: Problem) -> None:
        """Sort the scores once in each direction."""
        self._items = _Rows(problem.item, problem.annotator, problem.items, problem.annotators)
        self._people = _Rows(problem.annotator, problem.item, problem.annotators, problem.items)
        self.replace(problem.score[:, None], np.ones((len(problem), 1)))

    def replace(self, score: Floats, weight: Floats) -> None:
        """Take other scores and weights: one column for all chains, or one for each."""
        scored = score * weight
        self._weight = self._items.matrices(weight), self._people.matrices(weight)
        self._scored = self._items.matrices(scored), self._people.matrices(scored)
        # Of each annotator: how many scores, their sum, and the sum of their squares.
        self.number = self._people.sums(weight)
        self.total = self._people.sums(scored)
        self.square = self._people.sums(scored * score)

    def over_items(self, *values: Floats, scored: bool = False) -> list[Floats]:
        """Return for each item the sums of its annotators' values, times the score if asked."""
        return _products((self._scored if scored else self._weight)[0], values)

    def over_people(self, *values: Floats, scored: bool = False) -> list[Floats]:
        """Return for each annotator the sums of the items' values, times the score if asked."""
        return _products((self._scored if scored else self._weight)[1], values)


class _Rows:
    """The places of scores in a sparse matrix, row by row."""

    def __init__(self, row: Ints, column: Ints, rows: int, columns: int) -> None:
        self._order = np.argsort(row, kind="stable")
        self._column = column[self._order].astype(np.int32)
        ends = np.cumsum(np.bincount(row, minlength=rows))
        self._start = np.concatenate([[0], ends]).astype(np.int32)
        self._shape = rows, columns

    def matrices(self, values: Floats) -> list[csr_array]:
        """Return a matrix for each column of values, one value per score."""
        return [
            csr_array((column[self._order], self._column, self._start), shape=self._shape)
            for column in values.T
        ]

    def sums(self, values: Floats) -> Floats:
        """Return the sum of each row, a column for each column of values."""
        ones = np.ones(self._shape[1])
        return np.stack([matrix @ ones for matrix in self.matrices(values)], axis=1)


def column_sums(values: Floats) -> Floats:
    """Add up the rows; much faster than `sum` where they are many and short."""
    return np.asarray(np.ones(len(values)) @ values)


def by_column(change: np.ufunc, values: Floats, row: Floats | float) -> None:
    """Change values in place by a number for each column, such as `values += row`.

    NumPy goes through such arrays four numbers at a time; here it goes through 256.
    """
    if np.ndim(row) == 0:
        change(values, row, out=values)
        return
    whole = len(values) // _BLOCK * _BLOCK
    blocks = values[:whole].reshape(-1, _BLOCK * values.shape[1])
    change(blocks, np.tile(row, _BLOCK), out=blocks)
    change(values[whole:], row, out=values[whole:])


def _products(matrices: list[csr_array], values: tuple[Floats, ...]) -> list[Floats]:
    if len(matrices) > 1:
        return [
            np.stack([one @ column for one, column in zip(matrices, table.T, strict=True)], axis=1)
            for table in values
        ]
    return [matrices[0] @ table for table in values]
