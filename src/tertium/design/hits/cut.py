"""Cutting texts into HITs: of the wanted size, systems in equal numbers.

A HIT holds as many outputs as the design says. What is left over makes a smaller one; where
that would be less than half a HIT, it makes two of equal size with the one before. All outputs
of a segment lie in one HIT, unless there are more of them than go well with the references:
a HIT with ten references needs ten segments, so the outputs of many systems are spread over
several HITs that follow each other, and these are of equal size.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from tertium.design.hits.blocks import Block, Bundle
from tertium.design.hits.spread import spread
from tertium.model import parts_of

Blocks = list[Block]


def parcels(total: int, real: int, together: int = 1) -> list[list[int]]:
    """Return how many outputs each HIT holds, those that are built together in one list.

    >>> parcels(200, 70), parcels(160, 70), parcels(20, 70)
    ([[70], [70], [60]], [[70], [45], [45]], [[20]])
    >>> parcels(560, 70, 2), parcels(360, 70, 3)
    ([[70, 70], [70, 70], [70, 70], [70, 70]], [[70, 70, 70], [50, 50, 50]])
    """
    number, rest = -(-total // real), total % real
    smaller = min(number, max(together, 1 + (2 * rest < real))) if rest else 0
    if rest and number - smaller < together:
        smaller = number
    full = number - smaller
    sizes = [*[real] * full, *_equally(total - real * full, smaller)]
    ends = [
        *_equally(full, max(1, full // together)),
        *_equally(smaller, max(1, smaller // together)),
    ]
    places = iter(sizes)
    return [list(islice(places, count)) for count in ends if count]


def _equally(total: int, parts: int) -> list[int]:
    """Cut a number into parts that differ by one at most."""
    return [total * (k + 1) // parts - total * k // parts for k in range(parts)]


def cut_blocks(
    bundles: Sequence[Bundle], real: int, needed: float, draw: np.random.Generator
) -> list[Blocks]:
    """Return HITs of single screens, in the order of their documents.

    `needed` is how many outputs stand behind the segments that a HIT cannot do without,
    on average: so many HITs are built together that each of them meets enough segments.
    """
    rows = [row for bundle in bundles for row in bundle.rows]
    together = max(1, -int(-needed // real))
    wanted = parcels(sum(len(row) for row in rows), real, together)
    hits: list[Blocks] = []
    for sizes, pool in zip(wanted, _evenly(rows, [sum(one) for one in wanted], draw), strict=True):
        dealt: list[Blocks] = [[] for _ in sizes]
        hands = spread([(block.segments, block.slots) for block in pool], len(sizes))
        for block, hand in zip(pool, hands, strict=True):
            dealt[hand].append(block)
        hits += dealt
    return hits


def _evenly(
    rows: Sequence[Sequence[Block]], pools: Sequence[int], draw: np.random.Generator
) -> Iterator[Blocks]:
    """Fill pools of these sizes; where a segment is cut, rarer systems go into the earlier one."""
    sizes, pool, met = iter(pools), list[Block](), Counter[str]()
    room = next(sizes, 0)
    for row in rows:
        left = [row[at] for at in draw.permutation(len(row))]
        while left:
            left.sort(key=lambda block: _met(block, met), reverse=True)
            block = left.pop()
            pool.append(block)
            met.update(name for slot in block.slots for name in parts_of(slot))
            if len(pool) == room:
                yield pool
                pool, met = [], Counter()
                room = next(sizes, 0)


def _met(block: Block, met: Counter[str]) -> float:
    """Return how often the systems of a block were met, on average."""
    names = [name for slot in block.slots for name in parts_of(slot)]
    return sum(met[name] for name in names) / len(names)


def cut_documents(
    bundles: Sequence[Bundle], real: int, people: int, draw: np.random.Generator
) -> list[list[Blocks]]:
    """Return HITs of whole documents, in as many runs as there are people.

    All blocks of a document are in one run, and runs are about equally long. A HIT is
    begun when the next block would make it too large; one that is larger stands alone.
    """
    total = sum(bundle.size for bundle in bundles)
    runs: list[list[Blocks]] = [[] for _ in range(people)]
    done = 0
    for bundle in bundles:
        run = runs[min(people - 1, (2 * done + bundle.size) * people // (2 * total))]
        done += bundle.size
        for row in bundle.rows:
            left = [row[at] for at in draw.permutation(len(row))]
            while left:
                held = run[-1] if run else []
                met = Counter(name for block in held for name in block.slots)
                left.sort(key=lambda block: _met(block, met), reverse=True)
                block = left.pop()
                if not held or sum(one.size for one in held) + block.size > real:
                    run.append([])
                run[-1].append(block)
    return runs
