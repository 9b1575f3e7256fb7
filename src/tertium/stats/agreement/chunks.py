"""Answers about chunks as ratings."""

import numpy as np

from tertium.stats.agreement.ratings import Ratings
from tertium.stats.chunks.judged import JudgedChunks
from tertium.stats.codes import together

__all__ = ["chunk_ratings"]


def chunk_ratings(judged: JudgedChunks) -> Ratings:
    """Return the answers as ratings, for agreement: a chunk is an item of its segment."""
    chunk = judged.chunk
    _, first = np.unique(chunk, return_index=True)
    people = together(judged.annotator.codes, judged.pass_.codes)
    _, one = np.unique(people, return_index=True)
    annotator, pass_ = judged.annotator.values(), judged.pass_.values()
    return Ratings(
        item=chunk,
        rater=people,
        category=judged.label,
        raters=tuple((annotator[at], pass_[at]) for at in one),
        categories=judged.scheme,
        values=np.full(len(judged.scheme), np.nan),
        kind="chunk",
        segment=judged.segment.take(first),
        document=judged.document.take(first),
    )
