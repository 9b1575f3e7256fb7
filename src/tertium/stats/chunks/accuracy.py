"""Judged chunks into accuracies: the whole analysis."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from tertium.stats.assessment.spread import Weighted, widths
from tertium.stats.chunks.judged import JudgedChunks
from tertium.stats.chunks.result import (
    AnnotatorChunks,
    ChunkAccuracy,
    ChunkProblem,
    DocumentChunks,
    LabelShare,
    SystemChunks,
)
from tertium.stats.codes import together
from tertium.stats.intervals import check_level
from tertium.stats.order import by_value
from tertium.stats.result import Estimate, signature
from tertium.text.natural import natural

__all__ = ["PRIOR", "chunk_accuracy"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
PRIOR = 10.0  # half-normal sd between annotators, in points of 100
_MOST = 50  # problems that are listed


def chunk_accuracy(
    judged: JudgedChunks, *, chunked_by: Sequence[str] = (), level: float = 0.95
) -> ChunkAccuracy:
    """Return C/(C + P) of every system, every chunk counting the same and every segment the same.

    Chunks of one segment are alike, and so are judgements of one person: intervals let people
    and documents (segments, where documents are not known) vary; up to five annotators, how much
    they differ has a half-normal prior. Where all chunks are the same, the interval is Wilson's
    with as many cases as there are documents (segments). `chunked_by` names people who made
    chunks by hand.
    """
    check_level(level)
    by_document = bool((judged.document.codes >= 0).all()) and len(judged.document.names) > 1
    unit = judged.document.codes if by_document else judged.segment.codes
    correct = (judged.label == 0).astype(float)
    codes, system = np.unique(judged.system.codes, return_inverse=True)
    part = together(system, judged.segment.codes)  # the segments of each system
    owner = np.zeros(int(part.max()) + 1, dtype=np.int64)
    owner[part] = system
    every = 1.0 / np.bincount(system)[system]
    by_segment = 1.0 / (np.bincount(part)[part] * np.bincount(owner)[system])
    micro, few = _estimates(judged, correct, system, every, unit, level)
    macro, _ = _estimates(judged, correct, system, by_segment, unit, level)
    chunk = judged.chunk
    systems = []
    for at, code in enumerate(codes):
        rows = system == at
        good = int(correct[rows].sum())
        systems.append(
            SystemChunks(
                system=judged.system.names[code] if code >= 0 else "",
                accuracy=micro[at],
                macro=macro[at],
                correct=good,
                problematic=int(rows.sum()) - good,
                chunks=len(np.unique(chunk[rows])),
                segments=int((owner == at).sum()),
            )
        )
    return ChunkAccuracy(
        scheme=judged.name,
        labels=judged.scheme,
        systems=tuple(
            by_value(systems, lambda one: one.accuracy.value, lambda one: natural(one.system))
        ),
        shares=tuple(_shares(judged)),
        annotators=tuple(_annotators(judged, correct)),
        documents=tuple(_documents(judged, correct)) if by_document else (),
        problems=tuple(_problems(judged)),
        level=level,
        signature=signature(
            "chunks",
            scheme=judged.name,
            unit="document" if by_document else "segment",
            ci=f"two-way-t,few:half-normal({PRIOR:g})",
            level=f"{level:g}",
        ),
        warnings=tuple(_cautions(judged, chunked_by, by_document, few)),
    )


def _estimates(
    judged: JudgedChunks, correct: Floats, system: Ints, weight: Floats, unit: Ints, level: float
) -> tuple[list[Estimate], bool]:
    """Return the share of each system with its interval, and whether the prior helped."""
    systems = int(system.max()) + 1
    share = np.bincount(system, weight * correct, systems).astype(float)
    found = widths(
        Weighted(
            system=system,
            systems=systems,
            person=judged.annotator.codes,
            text=unit,
            value=correct,
            weight=weight,
            centre=share[system],
            points=0.01,
            middle=0.5,
            level_scale=PRIOR,
        ),
        level,
    )
    told = []
    for at in range(systems):
        value = float(share[at])
        if not 1e-9 < value < 1 - 1e-9:
            # Nothing varies, so texts count as single cases.
            z2 = float(ndtri((1 + level) / 2)) ** 2
            far = z2 / (len(np.unique(unit[system == at])) + z2)
            value = round(value)
            ends = (0.0, far) if value == 0 else (1 - far, 1.0)
        else:
            ends = (float(found.low[at]), float(found.high[at]))
        if np.isnan(ends[0]):
            told.append(Estimate(value))
        else:
            low, high = max(0.0, min(ends[0], value)), min(1.0, max(ends[1], value))
            told.append(Estimate(value, low, high))
    return told, bool(found.few.any())


def _names(codes: Ints, names: tuple[str, ...]) -> list[tuple[int, str]]:
    return [(int(code), names[code] if code >= 0 else "") for code in np.unique(codes)]


def _shares(judged: JudgedChunks) -> Iterator[LabelShare]:
    for code, name in _names(judged.system.codes, judged.system.names):
        own = judged.label[judged.system.codes == code]
        counted = np.bincount(own, minlength=len(judged.scheme))
        for label, number in zip(judged.scheme, counted, strict=True):
            yield LabelShare(name, label, int(number), float(number / len(own)))


def _annotators(judged: JudgedChunks, correct: Floats) -> Iterator[AnnotatorChunks]:
    for code, name in _names(judged.annotator.codes, judged.annotator.names):
        own = correct[judged.annotator.codes == code]
        yield AnnotatorChunks(name, len(own), float(own.mean()))


def _documents(judged: JudgedChunks, correct: Floats) -> list[DocumentChunks]:
    told: dict[tuple[str, str], list[float]] = defaultdict(list)
    pairs = zip(judged.document.values(), judged.system.values(), strict=True)
    for key, value in zip(pairs, correct, strict=True):
        told[key].append(value)
    return [
        DocumentChunks(document, system, len(values), float(np.mean(values)))
        for (document, system), values in sorted(
            told.items(), key=lambda one: (natural(one[0][0]), natural(one[0][1]))
        )
    ]


def _problems(judged: JudgedChunks) -> list[ChunkProblem]:
    """Return the chunks in which most people found a problem."""
    chunk = judged.chunk
    _, first, of = np.unique(chunk, return_index=True, return_inverse=True)
    number = np.bincount(of)
    wrong = np.bincount(of, judged.label > 0).astype(np.int64)
    segment, system = judged.segment.values(), judged.system.values()
    unit = judged.unit.values()
    found = [
        ChunkProblem(
            segment[row], system[row], unit[row], judged.text[row], int(number[at]), int(wrong[at])
        )
        for at, row in enumerate(first)
        if wrong[at]
    ]
    found.sort(key=lambda one: (-one.problematic / one.judgements, -one.problematic,
                                natural(one.segment), one.system, natural(one.chunk)))  # fmt: skip
    return found[:_MOST]


def _cautions(
    judged: JudgedChunks, chunked_by: Sequence[str], by_document: bool, few: bool
) -> Iterator[str]:
    people = judged.annotator.names
    both = sorted(set(people) & set(chunked_by), key=natural)
    if both:
        yield (
            f"{', '.join(both)} made chunks and judged them; let others judge, since whoever cuts "
            "a text knows what to find."
        )
    if len(people) == 1:
        yield "One annotator judged everything; others may find more problems or fewer."
    if few:
        yield (
            f"{len(people)} annotators are few: how much annotators differ is partly taken from a "
            f"prior (half-normal, {PRIOR:g} points of 100)."
        )
    if not by_document:
        yield (
            "Documents are not known, or there is one; segments count as independent, and "
            "intervals may be too narrow."
        )
    met = np.zeros((len(judged.system.names), len(people)), dtype=bool)
    met[judged.system.codes, judged.annotator.codes] = True
    if len(judged.system.names) > 1 and not met.all(0).any():
        yield "No annotator judged all systems; differences may come from annotators."
