"""The chunks of a campaign: from a file beside it, or cut by rule.

The campaign keeps them with its options, so that they are frozen like everything else that
annotators see.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tertium.formats.campaign_texts import inside
from tertium.formats.chunk_files import Key, read_chunks
from tertium.formats.settings import Table
from tertium.model import Segment
from tertium.protocols.chunks import ANSWERS
from tertium.text.chunks import Chunk, chunk_text

__all__ = ["read_chunking"]


def read_chunking(
    options: Mapping[str, Any],
    folder: Path,
    table: Table,
    segments: Sequence[Segment],
    outputs: Mapping[tuple[str, str], str],
) -> dict[str, Any]:
    """Return the options with all chunks in them; texts that a file leaves out are cut by rule."""
    side = options.get("side", "target")
    known = {segment.id: segment for segment in segments}
    texts: dict[Key, str]
    if side == "source":
        texts = {(name, side, ""): one.source for name, one in known.items()}
    else:
        texts = {(name, side, system): text for (name, system), text in outputs.items()}
    named = options.get(ANSWERS, "")
    if not isinstance(named, str):
        raise table.bad(
            "options",
            "chunks is not the name of a file",
            'Write chunks = "chunks.tsv", or leave it out.',
        )
    chunks: Mapping[Key, tuple[Chunk, ...]] = {}
    if named:
        chunks = read_chunks(inside(folder, table, "options", named), texts).chunks
    content = []
    for key, text in texts.items():
        segment = known[key[0]]
        language = segment.source_language if side == "source" else segment.target_language
        own = chunks.get(key) or chunk_text(text, language)
        content.append(
            {
                "segment": key[0],
                "side": key[1],
                "system": key[2],
                "chunks": [
                    {"name": one.name, "ranges": [list(two) for two in one.ranges],
                     "text": one.text(text)}
                    for one in own
                ],
            }
        )  # fmt: skip
    return dict(options) | {ANSWERS: content}
