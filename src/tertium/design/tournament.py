"""Few questions that still connect everything: the tournament draw.

One source sentence has n alternative translations. Instead of comparing all pairs, an
annotator answers a handful of questions drawn like the brackets of a tournament
(Pighin, Formiga and Màrquez, 2012): the pairs of each round join sets of alternatives
until one set holds them all, so a chain of comparisons leads from every alternative to
every other. Five alternatives take 6 questions instead of 10, fifty take 52 instead of 1,225.
"""

import unicodedata
from collections.abc import Sequence
from itertools import product

import numpy as np


def tournament(n: int, draw: np.random.Generator) -> list[tuple[int, int]]:
    """Draw the pairs to ask about n alternatives, in the order in which to ask them.

    A round shuffles the sets and joins them two by two; the odd one out joins a set that
    has already been joined in this round. Each joining asks one pair, one alternative
    from either set, different and not asked before. A round of k sets asks ⌈k/2⌉ questions and
    leaves as many sets. Pairs hold the smaller number first: who stands left is drawn elsewhere.
    """
    sets = [frozenset([alternative]) for alternative in range(n)]
    asked: list[tuple[int, int]] = []
    while len(sets) > 1:
        # In shuffled order the next set is a random one among those not yet joined.
        shuffled = [sets[index] for index in draw.permutation(len(sets))]
        sets = []
        for start in range(0, len(shuffled), 2):
            first = shuffled[start]
            last = start + 1 == len(shuffled)
            second = shuffled[draw.integers(start)] if last else shuffled[start + 1]
            asked.append(_question(first, second, asked, draw))
            sets.append(first | second)
    return asked


def _question(
    first: frozenset[int],
    second: frozenset[int],
    asked: Sequence[tuple[int, int]],
    draw: np.random.Generator,
) -> tuple[int, int]:
    """Draw one new pair across two sets, which may overlap after an odd one out."""
    pairs = {(min(pair), max(pair)) for pair in product(first, second) if pair[0] != pair[1]}
    new = sorted(pairs.difference(asked))
    return new[draw.integers(len(new))]


def merge_equal(texts: Sequence[str]) -> list[list[int]]:
    """Group outputs that are equal up to letter case; each group is one vertex of the graph.

    Texts are compared in lower case, with accents composed and blanks around them
    removed. Lower case rather than Unicode's case folding, which would make one of
    *Maße* and *Masse*. Groups hold positions, in the order of their first member.
    """
    groups: dict[str, list[int]] = {}
    for position, text in enumerate(texts):
        key = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).strip().lower())
        groups.setdefault(key, []).append(position)
    return list(groups.values())
