"""N-grams as numbers: how many of a hypothesis are in its references, for many texts at once.

Texts become one long row of numbers. An n-gram is the number of the (n−1)-gram that begins at the
same place and of the unit that follows, numbered again; numbers are exact, nothing is hashed. Only
what occurs in references is numbered, because nothing else can match.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, count

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Runs:
    """Texts as one row of units: `text` is the text of each, `left` how many follow in it."""

    units: Ints
    text: Ints
    left: Ints
    lengths: Ints

    @classmethod
    def of(cls, units: Ints, lengths: Ints) -> "Runs":
        """Lay texts of known lengths end to end."""
        ends = np.repeat(np.cumsum(lengths), lengths)
        text = np.repeat(np.arange(len(lengths)), lengths)
        return cls(units, text, ends - np.arange(len(units)) - 1, lengths)


def coded_tokens(groups: Sequence[Sequence[Sequence[str]]]) -> list[Runs]:
    """Give the tokens of several groups of texts numbers, equal ones the same."""
    codes: defaultdict[str, int] = defaultdict(count().__next__)
    return [
        Runs.of(
            np.fromiter(map(codes.__getitem__, chain.from_iterable(texts)), dtype=np.int64),
            _lengths(texts),
        )
        for texts in groups
    ]


def coded_characters(groups: Sequence[Sequence[str]]) -> list[Runs]:
    """Give the characters of several groups of texts numbers: their code points."""
    return [
        Runs.of(
            np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(
                np.int64
            ),
            _lengths(texts),
        )
        for texts in groups
    ]


def _lengths(texts: Iterable[Sequence[str] | str]) -> Ints:
    return np.fromiter(map(len, texts), dtype=np.int64)


def ngrams_in(lengths: Ints, most: int) -> Ints:
    """Return how many n-grams texts of these lengths have, a column for each order."""
    return np.asarray(np.maximum(lengths[:, None] - np.arange(most), 0))


def matches(hypotheses: Sequence[Runs], references: Sequence[Runs], most: int) -> Ints:
    """Count the n-grams of each hypothesis that are in its references, for orders 1 to `most`.

    Text k of each group is about segment k. An n-gram counts as often as it occurs in the
    hypothesis, but no more often than in the reference that has most of it. The axes of what is
    returned are group of hypotheses, segment, order.
    """
    segments = len(references[0].lengths)
    found = np.zeros((len(hypotheses), segments, most), dtype=np.int64)
    known = _Known(references)
    seen = [_Seen(runs) for runs in hypotheses]
    for order in range(most):
        if order:
            known.lengthen()
        if not len(known.keys):
            break
        for row, own in enumerate(seen):
            numbers = own.numbered(known)
            counted = np.bincount(numbers, minlength=len(known.keys))
            found[row, :, order] = np.bincount(
                known.segment, np.minimum(counted, known.clip), segments
            )
    return found


class _Known:
    """The n-grams of references, order by order: `keys` in ascending order, each of a segment."""

    def __init__(self, references: Sequence[Runs]) -> None:
        self.order = 1
        self.alphabet = 1 + max(int(runs.units.max(initial=0)) for runs in references)
        self._units = np.concatenate([runs.units for runs in references])
        self._left = np.concatenate([runs.left for runs in references])
        text = np.concatenate([runs.text for runs in references])
        self._stream = np.repeat(
            np.arange(len(references)), [len(runs.units) for runs in references]
        )
        self._streams = len(references)
        self._place = np.arange(len(self._units))  # where the n-grams of this order begin
        self._number(text * self.alphabet + self._units, text)

    def lengthen(self) -> None:
        """Go on to n-grams that are one unit longer."""
        self.order += 1
        kept = self._left[self._place] >= self.order - 1
        self._place = self._place[kept]
        before, segment = self._numbers[kept], self.segment[self._numbers[kept]]
        following = self._units[self._place + self.order - 1]
        self._number(before * self.alphabet + following, segment)

    def _number(self, keys: Ints, segment: Ints) -> None:
        self.keys, first, self._numbers = np.unique(keys, return_index=True, return_inverse=True)
        self.segment = segment[first]
        size = len(self.keys)
        stream = self._stream[self._place] * size + self._numbers
        counted = np.bincount(stream, minlength=self._streams * size)
        self.clip = counted.reshape(self._streams, size).max(axis=0)


class _Seen:
    """The n-grams of hypotheses that may still match: where each begins, and its number."""

    def __init__(self, runs: Runs) -> None:
        self._runs = runs
        self._place = np.arange(len(runs.units))
        self._before = runs.text

    def numbered(self, known: _Known) -> Ints:
        """Return the numbers of the n-grams of this order that are in references."""
        runs, order = self._runs, known.order
        kept = runs.left[self._place] >= order - 1
        place, before = self._place[kept], self._before[kept]
        following = runs.units[place + order - 1]
        keys = before * known.alphabet + following
        at = np.minimum(np.searchsorted(known.keys, keys), len(known.keys) - 1)
        there = (known.keys[at] == keys) & (following < known.alphabet)
        self._place, self._before = place[there], at[there]
        return self._before
