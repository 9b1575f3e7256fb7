"""What is known about judged chunks: systems, labels, people, documents, and where problems are."""

from dataclasses import dataclass

from tertium.stats.contrasts.record import Contrast, Estimand
from tertium.stats.result import Estimate, Result

__all__ = [
    "AnnotatorChunks",
    "ChunkAccuracy",
    "ChunkProblem",
    "DocumentChunks",
    "LabelShare",
    "SystemChunks",
]


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
