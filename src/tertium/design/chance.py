"""Chance that can be repeated: every draw comes from the campaign's seed and a name.

Each purpose and each annotator has a stream of its own, so that one more
annotator, or one more language pair, changes nothing for the others.
"""

import base64
import hashlib
from collections.abc import Iterable, Sequence
from typing import TypeVar

import numpy as np

_Thing = TypeVar("_Thing")


def stream(seed: int, *names: str | int) -> np.random.Generator:
    """Return the random numbers that belong to these names."""
    digest = hashlib.blake2b("\x1f".join(map(str, names)).encode(), digest_size=16).digest()
    key = tuple(int.from_bytes(digest[i : i + 4], "big") for i in range(0, 16, 4))
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))


def opaque(*names: str | int) -> str:
    """Return an id that tells nothing: 16 letters and digits, no order, no name."""
    text = "\x1f".join(map(str, names)).encode()
    return base64.b32encode(hashlib.blake2b(text, digest_size=10).digest()).decode().lower()


def stratified(
    things: Sequence[_Thing], strata: Sequence[str], draw: np.random.Generator
) -> list[_Thing]:
    """Put things into a random order in which every stretch holds each stratum in proportion.

    The members of a stratum are shuffled and spread evenly over the whole, from a
    random start; so the first n are a proportional sample for every n.
    """
    position = np.empty(len(things))
    codes = np.unique(np.asarray(strata), return_inverse=True)[1] if things else np.array([], int)
    for code in range(codes.max() + 1 if len(codes) else 0):
        members = np.flatnonzero(codes == code)
        places = (np.arange(len(members)) + draw.random()) / len(members)
        position[draw.permutation(members)] = places
    # The tie break keeps equal strata from standing in the same order all the time.
    order = np.lexsort((draw.random(len(things)), position))
    return [things[index] for index in order]


def sides(
    count: int, batch: int, draw: np.random.Generator, *, start: int = 0, ahead: int = 0
) -> list[bool]:
    """Return for each presentation whether the first system stands left.

    Balanced within every batch and over all: the two sides never differ by more
    than one. `start` is the number of presentations before these, and `ahead` how
    many more of those had the first system left than right.
    """
    sizes = []
    while count > 0:
        sizes.append(min(batch - start % batch, count))
        start, count = start + sizes[-1], count - sizes[-1]
    return balanced(sizes, draw, ahead=ahead)


def balanced(sizes: Iterable[int], draw: np.random.Generator, *, ahead: int = 0) -> list[bool]:
    """Return sides for blocks of these sizes, balanced within every block and over all."""
    drawn: list[bool] = []
    for size in sizes:
        block = [True] * (size // 2) + [False] * (size // 2)
        if size % 2:
            odd = bool(draw.integers(2)) if ahead == 0 else ahead < 0
            block.append(odd)
            ahead += 1 if odd else -1
        drawn.extend(block[index] for index in draw.permutation(size))
    return drawn
