"""Judged chunks into accuracies: the whole analysis."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from tertium.stats.arrays import Floats, Ints
from tertium.stats.chunks.judged import JudgedChunks
from tertium.stats.codes import together
from tertium.stats.contrasts.answer import answer
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.contrasts.record import Answer, Contrast, Estimand, Standing
from tertium.stats.intervals import check_level
from tertium.stats.order import by_value
from tertium.stats.result import Estimate, Result, signature
from tertium.text.natural import natural

_MOST = 50  # problems that are listed


@dataclass(frozen=True, slots=True)
class LabelShare:
    """How often one answer was given for a system."""

    system: str
    label: str
    judgements: int
    share: float


@dataclass(frozen=True, slots=True)
class SystemChunks:
    """One system. `accuracy` counts every judged chunk the same, `macro` every segment.

    Ranks, their ranges and `cluster` follow from contrasts of `accuracy` with other systems.
    """

    system: str
    accuracy: Estimate
    macro: Estimate
    correct: int
    problematic: int
    chunks: int
    segments: int
    annotators: int
    rank: int
    rank_range: tuple[int, int]
    rank_range_simultaneous: tuple[int, int]
    cluster: int
    component: int

    @property
    def score(self) -> float | None:
        """What systems are ranked by."""
        return self.accuracy.value


@dataclass(frozen=True, slots=True)
class AnnotatorChunks:
    """One annotator: how many chunks were judged and how many are correct."""

    annotator: str
    judgements: int
    accuracy: float


@dataclass(frozen=True, slots=True)
class DocumentChunks:
    """One document of one system."""

    document: str
    system: str
    judgements: int
    accuracy: float


@dataclass(frozen=True, slots=True)
class ChunkProblem:
    """A chunk in which somebody found a problem, and how many did."""

    segment: str
    system: str
    chunk: str
    text: str
    judgements: int
    problematic: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkAccuracy(Result):
    """Chunk accuracy C/(C + P) of every system, and where the problems are."""

    scheme: str
    labels: tuple[str, ...]
    systems: tuple[SystemChunks, ...]
    shares: tuple[LabelShare, ...]
    annotators: tuple[AnnotatorChunks, ...]
    documents: tuple[DocumentChunks, ...]
    problems: tuple[ChunkProblem, ...]
    contrasts: tuple[Contrast, ...]
    estimand: Estimand
    level: float


def chunk_accuracy(
    judged: JudgedChunks, *, chunked_by: Sequence[str] = (), level: float = 0.95
) -> ChunkAccuracy:
    """Return C/(C + P) of every system, every chunk counting the same and every segment the same.

    Chunks of one segment are alike, and so are judgements of one annotator: intervals let
    annotators, documents and segments vary, and systems are contrasted in the same way. Where all
    chunks are the same, the interval is Wilson's with as many cases as there are documents
    (segments). `chunked_by` names people who made chunks by hand.
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
    names = tuple(judged.system.names[code] if code >= 0 else "" for code in codes)
    found = _answer(judged, correct, names, system, every, level)
    micro = {one.system: one for one in found.systems}
    macro = {
        one.system: one
        for one in _answer(judged, correct, names, system, by_segment, level).systems
    }
    chunk = judged.chunk
    systems = []
    for at, name in enumerate(names):
        rows = system == at
        good = int(correct[rows].sum())
        cases = len(np.unique(unit[rows]))
        systems.append(
            SystemChunks(
                system=name,
                accuracy=_share(micro[name], cases, level),
                macro=_share(macro[name], cases, level),
                correct=good,
                problematic=int(rows.sum()) - good,
                chunks=len(np.unique(chunk[rows])),
                segments=int((owner == at).sum()),
                annotators=micro[name].annotators,
                rank=micro[name].rank,
                rank_range=micro[name].rank_range,
                rank_range_simultaneous=micro[name].rank_range_simultaneous,
                cluster=micro[name].cluster,
                component=micro[name].component,
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
        contrasts=found.contrasts,
        estimand=found.estimand,
        level=level,
        signature=signature(
            "chunks",
            scheme=judged.name,
            interval="crossed",
            units=found.estimand.sampled,
            level=f"{level:g}",
        ),
        warnings=tuple(_warnings(judged, chunked_by, found)),
    )


def _answer(
    judged: JudgedChunks,
    correct: Floats,
    names: tuple[str, ...],
    system: Ints,
    weight: Floats,
    level: float,
) -> Answer:
    """Return the shares of systems and their contrasts."""
    share = np.bincount(system, weight * correct).astype(float)
    return answer(
        Outputs(
            names,
            system,
            together(judged.annotator.codes),
            together(judged.segment.codes),
            judged.document.codes,
            correct,
            weight,
            share[system],
        ),
        quantity="share of correct chunks",
        unit="share",
        level=level,
    )


def _share(found: Standing, cases: int, level: float) -> Estimate:
    """Return a share with its interval, which stays between 0 and 1."""
    value = found.score
    if not 1e-9 < value < 1 - 1e-9:  # nothing varies, so texts count as single cases
        z2 = float(ndtri((1 + level) / 2)) ** 2
        far = z2 / (cases + z2)
        value = float(round(value))
        return Estimate(value, *((0.0, far) if value == 0 else (1 - far, 1.0)))
    if found.low is None or found.high is None:
        return Estimate(value)
    return Estimate(value, max(0.0, found.low), min(1.0, found.high))


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


def _warnings(judged: JudgedChunks, chunked_by: Sequence[str], found: Answer) -> Iterator[str]:
    people = judged.annotator.names
    both = sorted(set(people) & set(chunked_by), key=natural)
    if both:
        yield (
            f"{', '.join(both)} made chunks and judged them. Let other annotators judge: the "
            "maker of the chunks is not blind to them."
        )
    if len(people) == 1:
        yield "One annotator judged everything; others may find more problems or fewer."
    yield from found.notes
