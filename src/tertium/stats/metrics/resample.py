"""Resamples of segments or documents, and random swaps of two systems' outputs.

Statistics of a resample are sums, so a thousand resamples of all systems are one product of
matrices. Documents are drawn where they are known, because sentences of one document are alike;
else segments. Beyond `MOST` segments these are gathered into as many groups at random, and groups
are drawn: the sums vary alike, and time no longer grows with the text.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tertium.choices import ResampledUnit
from tertium.exceptions import BadInput
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.metrics.gather import Gathered

MOST = 10_000
FEW_DOCUMENTS = 6  # with fewer, segments are drawn unless documents are asked for
_CELLS = 2_000_000  # numbers held at once


@dataclass(frozen=True, slots=True)
class Units:
    """What is drawn: the unit of each segment, how many there are, and what they are called."""

    of: Ints
    number: int
    unit: str  # "segment" or "document"
    grouped: bool = False

    @property
    def told(self) -> str:
        """The units as signatures name them."""
        return f"{self.unit}s/{self.number}-groups" if self.grouped else f"{self.unit}s"

    def sums(self, statistics: Floats) -> Floats:
        """Return the sums of statistics by unit: system × unit × column."""
        systems, segments, columns = statistics.shape
        if self.number == segments and np.array_equal(self.of, np.arange(segments)):
            return statistics.astype(float)
        found = np.zeros((systems, self.number, columns))
        for row in range(systems):
            for column in range(columns):
                found[row, :, column] = np.bincount(
                    self.of, statistics[row, :, column], self.number
                )
        return found


def units_of(data: Gathered, wanted: ResampledUnit, seed: int) -> Units:
    """Return what to draw: documents where enough of them are known, else segments."""
    documents = len(data.documents) if (data.document >= 0).all() else 0
    if wanted == "document" and not documents:
        raise BadInput(
            "the document of a segment is not known",
            where="--unit",
            fix="Add --documents FILE with the document of each segment, or resample segments.",
        )
    if wanted == "document" or (wanted == "auto" and documents >= FEW_DOCUMENTS):
        return Units(data.document, documents, "document")
    segments = len(data)
    if segments <= MOST:
        return Units(np.arange(segments), segments, "segment")
    groups = np.random.default_rng(seed).permutation(segments) % MOST
    return Units(groups, MOST, "segment", grouped=True)


def drawn(sums: list[Floats], resamples: int, seed: int) -> list[Floats]:
    """Return the sums over units drawn with replacement: resample × system × column.

    All systems and metrics see the same draws.
    """
    units = sums[0].shape[1]
    rng = np.random.default_rng(seed)
    share = np.full(units, 1 / units)
    return _totals(sums, (
        rng.multinomial(units, share, size=size) for size in _steps(resamples, units)
    ))  # fmt: skip


def drawn_as_sacrebleu(sums: list[Floats], resamples: int, seed: int) -> list[Floats]:
    """Return what `drawn` does, for the very draws of sacrebleu's paired bootstrap."""
    units = sums[0].shape[1]
    rng = np.random.default_rng(seed)

    def counts() -> Iterator[Ints]:
        for size in _steps(resamples, units):
            chosen = rng.choice(units, size=(size, units), replace=True)
            flat = (chosen + units * np.arange(size)[:, None]).ravel()
            yield np.bincount(flat, minlength=size * units).reshape(size, units)

    return _totals(sums, counts())


def swapped(sums: list[Floats], trials: int, seed: int) -> list[Floats]:
    """Return the sums over units drawn by tossing a coin for each: trial × system × column.

    With the rest of the other system they make up the two shuffled systems of a trial. The coins
    are those of sacrebleu's approximate randomisation.
    """
    units = sums[0].shape[1]
    coins = np.random.default_rng(seed).integers(2, size=(trials, units), dtype=bool)
    step = max(1, _CELLS // units)
    return _totals(sums, (coins[at : at + step] for at in range(0, trials, step)))


def _steps(number: int, units: int) -> Iterator[int]:
    step = max(1, _CELLS // units)
    for start in range(0, number, step):
        yield min(step, number - start)


def _totals(sums: list[Floats], counts: Iterator[Ints] | Iterator[Bools]) -> list[Floats]:
    wide = np.concatenate([one.transpose(1, 0, 2).reshape(one.shape[1], -1) for one in sums], 1)
    found = np.concatenate([part.astype(float) @ wide for part in counts])
    ends = np.cumsum([one.shape[0] * one.shape[2] for one in sums])
    return [
        part.reshape(len(found), one.shape[0], one.shape[2])
        for part, one in zip(np.split(found, ends[:-1], axis=1), sums, strict=True)
    ]
