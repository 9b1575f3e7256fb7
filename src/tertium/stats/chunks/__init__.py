"""Chunk accuracy: the share of chunks without a problem, over all and by text.

Read in this order: `judged` (who said what of which
chunk), `accuracy` (all of it).
"""

from tertium.protocols.chunk_schemes import CHUNK, SCHEMES, Scheme, canonical_label, find_scheme
from tertium.stats.chunks.accuracy import chunk_accuracy
from tertium.stats.chunks.judged import JudgedChunks, judged_chunks
from tertium.stats.chunks.result import (
    AnnotatorChunks,
    ChunkAccuracy,
    ChunkProblem,
    DocumentChunks,
    LabelShare,
    SystemChunks,
)

__all__ = [
    "CHUNK",
    "SCHEMES",
    "AnnotatorChunks",
    "ChunkAccuracy",
    "ChunkProblem",
    "DocumentChunks",
    "JudgedChunks",
    "LabelShare",
    "Scheme",
    "SystemChunks",
    "canonical_label",
    "chunk_accuracy",
    "find_scheme",
    "judged_chunks",
]
