"""Sentence pairs as numbers: what the models of alignment count.

A *cell* is a target word together with one source word of its sentence, or with none (NULL).
Every cell belongs to an *entry* of the lexicon, the pair of the two words. Cells of a pair
stand one after the other, target word by target word, NULL behind the source words.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Sentence = Sequence[str]

_CELLS = 1_000_000  # of one batch: arrays of some ten megabytes


@dataclass(frozen=True, slots=True)
class Batch:
    """Sentence pairs with source sentences of one length, the longest targets first.

    `place[b, j]` are the cells of target word j of pair b; behind the end of a target they
    are the one cell too many at the end of all. The first `alive[j]` pairs have a word j.
    """

    place: Ints
    alive: Ints


@dataclass(frozen=True, slots=True)
class Corpus:
    """Pairs in which both sides have words, and the lexicon they need.

    `pairs` are their numbers, `begin` their first cells, `widths` and `heights` how many
    source and target words they have. `cell` and `token` give entry and target word of every
    cell; `source` the source word of every entry, `alike` whether its words are spelled the
    same.
    """

    pairs: Ints
    begin: Ints
    widths: Ints
    heights: Ints
    cell: Ints
    token: Ints
    source: Ints
    alike: NDArray[np.bool_]
    batches: tuple[Batch, ...]


def read_corpus(sources: Sequence[Sentence], targets: Sequence[Sentence]) -> Corpus:
    """Give the words of sentence pairs numbers; letter case does not matter."""
    vocabulary: dict[str, int] = {}  # one for both sides: equal spelling is an equal number

    def numbered(words: Sentence) -> Ints:
        codes = (vocabulary.setdefault(word.lower(), len(vocabulary)) for word in words)
        return np.fromiter(codes, dtype=np.int64, count=len(words))

    both = [(numbered(s), numbered(t)) for s, t in zip(sources, targets, strict=True)]
    pairs = np.array([at for at, (s, t) in enumerate(both) if len(s) and len(t)], dtype=np.int64)
    kept = [both[at] for at in pairs]
    widths = np.array([len(s) for s, _ in kept], dtype=np.int64)
    heights = np.array([len(t) for _, t in kept], dtype=np.int64)
    ends = np.cumsum((widths + 1) * heights)
    nothing, size = len(vocabulary), len(vocabulary) + 1
    keys = [(np.append(s, nothing)[None, :] * size + t[:, None]).ravel() for s, t in kept]
    entries, cell = np.unique(
        np.concatenate([*keys, np.zeros(0, dtype=np.int64)]), return_inverse=True
    )
    begin = ends - (widths + 1) * heights
    return Corpus(
        pairs=pairs,
        begin=begin,
        widths=widths,
        heights=heights,
        cell=cell,
        token=np.repeat(np.arange(heights.sum()), np.repeat(widths + 1, heights)),
        source=entries // size,
        alike=entries // size == entries % size,
        batches=tuple(_batches(begin, widths, heights)),
    )


def mirrored(forward: Corpus, backward: Corpus) -> tuple[Ints, Ints]:
    """Return the cells of two words in one direction, and the same ones in the other."""
    one, two = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for a, b, width, height in zip(
        forward.begin, backward.begin, forward.widths, forward.heights, strict=True
    ):
        i, j = np.arange(width)[None, :], np.arange(height)[:, None]
        one.append((a + j * (width + 1) + i).ravel())
        two.append((b + i * (height + 1) + j).ravel())
    return np.concatenate(one), np.concatenate(two)


def _batches(begin: Ints, widths: Ints, heights: Ints) -> list[Batch]:
    """Put pairs with equally long sources together: they share a matrix of transitions."""
    cells = int(((widths + 1) * heights).sum())
    found = []
    for width in np.unique(widths):
        group = np.flatnonzero(widths == width)
        group = group[np.argsort(-heights[group], kind="stable")]
        most = max(1, _CELLS // int((width + 1) * heights[group[0]]))
        for first in range(0, len(group), most):
            some = group[first : first + most]
            words = np.arange(heights[some[0]])
            present = words[None, :] < heights[some][:, None]
            start = begin[some][:, None] + words[None, :] * (width + 1)
            place = start[..., None] + np.arange(width + 1)
            found.append(Batch(np.where(present[..., None], place, cells), present.sum(0)))
    return found
