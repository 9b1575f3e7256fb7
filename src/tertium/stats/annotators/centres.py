"""Centres of systems, drawn in two ways that help each other.

Qualities lie around the centre of their system. Drawing a centre among its qualities
moves slowly where qualities are well known; moving it together with its qualities moves
slowly where they are not. Doing both moves well everywhere (Yu and Meng, 2011).

Each item has a row of weights over centres, all its weight on one centre unless systems
share the output. All other arrays have a column per chain. Items of control pairs are left
where they are, since moving them could break the order of a pair.
"""

import numpy as np
from scipy.sparse import csr_array

from tertium.stats.annotators.problem import Problem
from tertium.stats.arrays import Bools, Floats
from tertium.stats.codes import add_up

# Sd of the prior. Were it 1 like that of offsets, a very weak system would be pulled to the middle
# and who scored it would look severe, which lifts the other systems that they scored.
CENTRE_SD = 3.0


class Centres:
    """The centres of one problem, with what their draws need to know about the scores."""

    def __init__(self, problem: Problem, paired: Bools) -> None:
        """Count which annotator scored what around which centre."""
        assert problem.group is not None, "system effects need a group for every item"
        self.group, self.paired = problem.group, paired
        self.number = problem.group.shape[1]
        self._squares = _row_squares(self.group)
        self._free = _without(self.group, paired)
        scored = csr_array(
            (np.ones(len(problem)), (problem.annotator, problem.item)),
            shape=(problem.annotators, problem.items),
        )
        self.mix = (scored @ self._free).toarray()
        self._mix_squares = scored @ _row_squares(self._free)
        # An entry for every score and centre: the row is an annotator with a centre.
        length = np.diff(self._free.indptr)[problem.item]
        self._score = np.repeat(np.arange(len(problem)), length)
        start = np.repeat(self._free.indptr[problem.item] - np.cumsum(length) + length, length)
        entry = start + np.arange(len(start))
        self._row = problem.annotator[self._score] * self.number + self._free.indices[entry]
        self._weight = self._free.data[entry]
        self._rows = problem.annotators * self.number
        self._cells = csr_array(
            (self._weight, (self._row, problem.item[self._score])),
            shape=(self._rows, problem.items),
        )
        self.read(problem.score)

    def read(self, score: Floats) -> None:
        """Take the scores, the same for all chains."""
        self._told = add_up(self._weight * score[self._score], self._row, self._rows)

    def draw_marginal(
        self, info: Floats, told: Floats, quality: Floats, spread: Floats, rng: np.random.Generator
    ) -> Floats:
        """Draw centres with qualities integrated out, but for those of pairs.

        `info` and `told` are precision and pull of the scores of each item.
        """
        shrunk = spread / (info + spread)
        weight, pulled = shrunk * info, shrunk * told
        weight[self.paired] = spread
        pulled[self.paired] = spread * quality[self.paired]
        return self._drawn(self._squares.T @ weight, self.group.T @ pulled, rng)

    def draw_jointly(
        self,
        centre: Floats,
        quality: Floats,
        spread: Floats,
        slope: Floats,
        precision: Floats,
        number: Floats,
        total: Floats,
        scored_quality: Floats,
        rng: np.random.Generator,
    ) -> tuple[Floats, Floats]:
        """Draw centres that take their qualities with them, offsets integrated out.

        Returns the centres and new qualities. `number` and `total` are those of each
        annotator's scores, `scored_quality` the sum of the qualities scored; the offsets
        have to be drawn again before anything else is.
        """
        rest = quality - self._free @ centre
        chains = centre.shape[1]
        told = self._told[:, None] - np.repeat(slope, self.number, 0) * (self._cells @ rest)
        left = total - slope * (scored_quality - self.mix @ centre)
        known = slope * precision
        shared = precision / (1 + precision * number)
        square = self._mix_squares.T @ (slope * known)
        for chain in range(chains):
            lost = self.mix * np.sqrt(shared * slope * known)[:, chain, None]
            square[:, chain] -= (lost.T @ lost).ravel()
        told = (
            told.reshape(-1, self.number, chains)
            - self.mix[:, :, None] * (shared * left)[:, None, :]
        )
        pull = np.einsum("jgc,jc->gc", told, known)
        fixed = quality[self.paired]
        if len(fixed):
            square += self._squares[self.paired].T @ np.broadcast_to(spread, fixed.shape)
            pull += self.group[self.paired].T @ (spread * fixed)
        drawn = self._drawn(square, pull, rng)
        return drawn, rest + self._free @ drawn

    def _drawn(self, square: Floats, pull: Floats, rng: np.random.Generator) -> Floats:
        """Draw from the normal with this precision beside the prior's, and this pull."""
        size = self.number
        precision = square.reshape(size, size, -1).transpose(2, 0, 1) + np.eye(size) / CENTRE_SD**2
        root = np.linalg.cholesky(precision)
        right = np.linalg.solve(root, pull.T[:, :, None])
        right += rng.standard_normal(right.shape)
        return np.ascontiguousarray(np.linalg.solve(root.swapaxes(1, 2), right)[:, :, 0].T)


def _without(matrix: csr_array, rows: Bools) -> csr_array:
    """Return the matrix with some rows empty."""
    kept = np.repeat(~rows, np.diff(matrix.indptr))
    row = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))[kept]
    return csr_array((matrix.data[kept], (row, matrix.indices[kept])), shape=matrix.shape)


def _row_squares(matrix: csr_array) -> csr_array:
    """Return for each row all products of two of its entries, as one row.

    Rows have one entry, or a few where systems share an output.
    """
    rows, columns = matrix.shape
    length = np.diff(matrix.indptr)
    row = np.repeat(np.arange(rows), length)
    place = np.arange(len(row))
    one, two = [place], [place]
    for away in range(1, int(length.max(initial=1))):
        near = place[:-away]
        same = near[row[away:] == row[:-away]]
        one += [same, same + away]
        two += [same + away, same]
    first, second = np.concatenate(one), np.concatenate(two)
    column = matrix.indices[first].astype(np.int64) * columns + matrix.indices[second]
    products = matrix.data[first] * matrix.data[second]
    return csr_array((products, (row[first], column)), shape=(rows, columns**2))
