"""Chunk accuracy: the share of chunks without a problem, over all and by text.

Read in this order: `judged` (who said what of which chunk), `accuracy` (all of it).
"""

from tertium.stats.chunks.accuracy import chunk_accuracy
from tertium.stats.chunks.judged import judged_chunks

__all__ = ["chunk_accuracy", "judged_chunks"]
