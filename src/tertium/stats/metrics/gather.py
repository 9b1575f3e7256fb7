"""The statistics of all segments: texts are read in batches, and only numbers are kept."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.exceptions import BadInput
from tertium.formats.texts_to_score import Batch, TextsToScore
from tertium.stats.arrays import Floats, Ints
from tertium.text.metrics import Metric

_SHORT = 2**16


@dataclass(frozen=True, slots=True)
class ReferenceUse:
    """A reference, and for how many of the segments it is there."""

    reference: str
    segments: int
    missing: int


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """Statistics of the segments that count, by metric: axes are system, segment and column.

    A segment counts if it has a reference and an output of every system. `document` is −1 where
    it is not known. `number` counts references of segments: the same for all, or 0.
    """

    systems: tuple[str, ...]
    segments: tuple[str, ...]
    document: Ints
    documents: tuple[str, ...]
    metrics: tuple[Metric, ...]
    statistics: tuple[Floats, ...]
    references: tuple[ReferenceUse, ...]
    number: int
    read: int
    without_reference: int
    without_output: int
    empty: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.segments)


def gather(texts: TextsToScore, metrics: Sequence[Metric]) -> Gathered:
    """Read all texts, once for most metrics, and keep the statistics of every segment."""
    if metrics and not texts.references:
        raise BadInput(
            "there is no reference",
            where=texts.pair,
            fix="Name one with --reference, or give scores made elsewhere with --scores.",
        )
    prepared = tuple(
        one.prepared(batch.references for batch in texts.batches())
        if one.needs_all_references
        else one
        for one in metrics
    )
    count = _Counts(len(texts.systems), len(texts.references))
    names: list[str] = []
    documents: list[str] = []
    parts: list[list[Floats]] = [[] for _ in prepared]
    for batch in texts.batches():
        kept = count.usable(batch, needed=bool(metrics))
        outputs = [[text or "" for text in one] for one in kept.outputs]
        names += kept.segments
        documents += kept.documents
        for one, found in zip(prepared, parts, strict=True):
            if kept.segments:
                found.append(_small(one.statistics(outputs, kept.references), whole=one.whole))
    if not names:
        raise BadInput(
            "no segment has a reference and an output of every system",
            where=texts.pair,
            fix="Check that the files belong together; an empty line says that there is no "
            "reference.",
        )
    known = tuple(name for name in dict.fromkeys(documents) if name)
    place = {name: at for at, name in enumerate(known)}
    return Gathered(
        texts.systems,
        tuple(names),
        np.array([place.get(name, -1) for name in documents], dtype=np.int64),
        known,
        prepared,
        tuple(_joined(found) for found in parts),
        tuple(
            ReferenceUse(name, count.read - int(missing), int(missing))
            for name, missing in zip(texts.references, count.missing, strict=True)
        ),
        count.numbers.pop() if len(count.numbers) == 1 else 0,
        count.read,
        count.without_reference,
        count.without_output,
        tuple(count.empty.tolist()),
    )


def _small(statistics: Floats, *, whole: bool) -> Floats:
    """Return statistics in as little room as holds them: of a segment they are small numbers."""
    if not whole:
        return statistics
    return statistics.astype(np.uint16 if statistics.max(initial=0) < _SHORT else np.int32)


def _joined(parts: list[Floats]) -> Floats:
    """Join the statistics of batches, and let go of them: both need not be held at once."""
    found = np.concatenate(parts, axis=1)
    parts.clear()
    return found


class _Counts:
    """What is missing in texts, counted while they are read."""

    def __init__(self, systems: int, references: int) -> None:
        self.read, self.without_reference, self.without_output = 0, 0, 0
        self.missing = np.zeros(references, dtype=np.int64)
        self.empty = np.zeros(systems, dtype=np.int64)
        self.numbers: set[int] = set()

    def usable(self, batch: Batch, *, needed: bool) -> Batch:
        """Keep the segments that can be scored, and count the others."""
        kept = []
        for at in range(len(batch.segments)):
            there = [stream[at] is not None for stream in batch.references]
            self.read += 1
            self.missing += ~np.array(there, dtype=bool)
            if needed and not any(there):
                self.without_reference += 1
                continue
            outputs = [texts[at] for texts in batch.outputs]
            if None in outputs:
                self.without_output += 1
                continue
            self.numbers.add(sum(there))
            self.empty += [not (text or "").strip() for text in outputs]
            kept.append(at)
        return batch if len(kept) == len(batch.segments) else batch.take(kept)
