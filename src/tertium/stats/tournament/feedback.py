"""Which judgements to drop so that no contradiction is left: as few as possible.

Instead of taking everything in a contradiction for one vertex, one may leave out a minimum
feedback arc set. A tie is an arc both ways, so what is looked for is an order with ties
(blocks of equals, best first) that agrees with as many judgements as possible: a
preference is kept if it leads to a later block, a tie if it stays within one. The search
is exact, by dynamic programming over the sets of vertices that are already placed.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tertium.stats.arrays import Bools, Ints

MOST = 15  # translations in one contradiction; there are 2^15 sets of them


@dataclass(frozen=True, slots=True)
class ContradictingJudgements:
    """The judgements inside one contradiction, between vertices 0 … n−1.

    `value` is +1 where `first` was preferred, −1 where `second` was, 0 for a tie; `same`
    holds pairs of vertices whose outputs are the same.
    """

    number: int
    first: Ints
    second: Ints
    value: Ints
    same: Ints


def violated(judgements: ContradictingJudgements) -> Bools:
    """Tell which judgements to drop: the fewest that leave no contradiction.

    Among equally few, those with fewer preferences (a tie says less), then the ones that
    the order of the vertices decides. Repeated answers count as often as they were given.
    """
    n = judgements.number
    better, tied, same = np.zeros((3, n, n), dtype=np.int64)
    won, lost, even = (judgements.value == sign for sign in (1, -1, 0))
    np.add.at(better, (judgements.first[won], judgements.second[won]), 1)
    np.add.at(better, (judgements.second[lost], judgements.first[lost]), 1)
    np.add.at(tied, (judgements.first[even], judgements.second[even]), 1)
    same[judgements.same[:, 0], judgements.same[:, 1]] = 1
    place = agreeing_order(better, tied + tied.T, same | same.T)
    ahead = place[judgements.second] - place[judgements.first]
    return np.asarray(np.sign(ahead) != judgements.value)


def agreeing_order(better: Ints, tied: Ints, same: Ints) -> Ints:
    """Return the place (0 is best, equals share one) of every vertex.

    `better[v, w]` counts judgements that prefer v to w, `tied` those that call them equal
    (symmetric); `same` marks the same output, which no order may tear apart.
    """
    shape = better.shape
    packed = (array.astype(np.int64).tobytes() for array in (better, tied, same))
    return np.array(_cached_order(shape[0], *packed), dtype=np.int64)


@lru_cache(maxsize=4096)  # most contradictions are circles of three or four
def _cached_order(n: int, *packed: bytes) -> tuple[int, ...]:
    better, tied, same = (np.frombuffer(one, dtype=np.int64).reshape(n, n) for one in packed)
    judgements = int(better.sum() + tied.sum() // 2)
    unit = judgements + 1  # one judgement outweighs all preferences among the dropped
    preference = better * (unit + 1)
    tie = tied * unit + same * (unit + 1) * unit
    blocks = _connected_sets((tied + same) > 0)
    members = _members(blocks, n)
    inside = ((members @ preference) * members).sum(1)
    # What it costs to place a vertex (column) after a set (row).
    after = _members(np.arange(2**n), n) @ (preference + tie).T
    best = np.full(2**n, np.iinfo(np.int64).max, dtype=np.int64)
    last = np.zeros(2**n, dtype=np.int64)
    best[0] = 0
    for placed in range(2**n - 1):
        free = (blocks & placed) == 0
        cost = best[placed] + inside[free] + members[free] @ after[placed]
        reached = blocks[free] | placed
        less = cost < best[reached]
        best[reached[less]] = cost[less]
        last[reached[less]] = blocks[free][less]
    order = []
    left = 2**n - 1
    while left:
        order.append(int(last[left]))
        left ^= order[-1]
    places = enumerate(reversed(order))
    found = {v: place for place, block in places for v in range(n) if block >> v & 1}
    return tuple(found[v] for v in range(n))


def _members(sets: Ints, n: int) -> Ints:
    """Return sets, written as the bits of a number, as rows of 0 and 1."""
    return np.asarray(sets[:, None] >> np.arange(n) & 1, dtype=np.int64)


def _connected_sets(linked: Bools) -> Ints:
    """Return all sets of vertices that links connect: no other can be a block of equals."""
    n = len(linked)
    neighbours = [int(sum(1 << int(w) for w in np.flatnonzero(row))) for row in linked]
    found = {1 << v for v in range(n)}
    newest = set(found)
    while newest:
        grown = set()
        for block in newest:
            around = 0
            for v in range(n):
                if block >> v & 1:
                    around |= neighbours[v]
            grown |= {block | 1 << v for v in range(n) if (around & ~block) >> v & 1}
        newest = grown - found
        found |= newest
    return np.array(sorted(found), dtype=np.int64)
