"""The chunks of a campaign: from a file beside it, or cut by rule.

The campaign keeps them with its options, so that they are frozen like everything else that
annotators see. The file is the one that the option `chunks` names, else `chunks.tsv` if there is
one. It holds what people corrected; what it leaves out is cut by rule.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tertium.formats.campaign_texts import inside
from tertium.formats.chunk_files import ChunkFile, Key, read_chunks, write_chunks
from tertium.formats.settings import Table, read_settings
from tertium.model import Campaign, Segment
from tertium.protocols.chunks import ANSWERS
from tertium.text import guarded
from tertium.text.chunks import Chunk, check_chunks, chunk_text

__all__ = [
    "CHUNKS_FILE",
    "by_rule",
    "chunked_texts",
    "chunking_of",
    "chunks_path",
    "corrected",
    "read_chunking",
    "same_as_file",
    "write_chunking",
]

CHUNKS_FILE = "chunks.tsv"
Outputs = Mapping[tuple[str, str], str]


def read_chunking(
    options: Mapping[str, Any],
    folder: Path,
    table: Table,
    segments: Sequence[Segment],
    outputs: Outputs,
) -> dict[str, Any]:
    """Return the options with all chunks in them; texts that a file leaves out are cut by rule."""
    texts = _texts(options, segments, outputs)
    named = _named(options, folder, table)
    found = read_chunks(inside(folder, table, "options", named), texts) if named else ChunkFile({})
    languages = _languages(segments)
    content = [
        _entry(key, text, found.chunks.get(key) or _by_rule(key, text, languages), found)
        for key, text in texts.items()
    ]
    return dict(options) | {ANSWERS: content}


def chunks_path(campaign_file: Path) -> Path:
    """Return the file of a campaign's chunks, which need not be there yet."""
    table = read_settings(campaign_file)
    folder = campaign_file.parent
    named = _named(dict(table.anything("options", {})), folder, table)
    return inside(folder, table, "options", named) if named else folder / CHUNKS_FILE


def _named(options: Mapping[str, Any], folder: Path, table: Table) -> str:
    """Return the file that a campaign names, or the one that is taken without a name."""
    named = options.get(ANSWERS, "")
    if not isinstance(named, str):
        raise table.bad(
            "options",
            "chunks is not the name of a file",
            f'Write chunks = "{CHUNKS_FILE}", or leave it out.',
        )
    return named or (CHUNKS_FILE if (folder / CHUNKS_FILE).exists() else "")


def _texts(
    options: Mapping[str, Any], segments: Iterable[Segment], outputs: Outputs
) -> dict[Key, str]:
    if options.get("side", "target") == "source":
        return {(one.id, "source", ""): one.source for one in segments}
    return {(name, "target", system): text for (name, system), text in outputs.items()}


def _languages(segments: Iterable[Segment]) -> dict[tuple[str, str], str]:
    return {
        (one.id, side): language
        for one in segments
        for side, language in (("source", one.source_language), ("target", one.target_language))
    }


def _by_rule(key: Key, text: str, languages: Mapping[tuple[str, str], str]) -> tuple[Chunk, ...]:
    return chunk_text(text, languages[key[:2]])


def _entry(key: Key, text: str, chunks: Iterable[Chunk], file: ChunkFile) -> dict[str, Any]:
    """Return the chunks of one text as a campaign keeps them."""
    told = []
    for one in chunks:
        by = file.whose.get((key, one.name), "")
        told.append(
            {"name": one.name, "ranges": [list(two) for two in one.ranges], "text": one.text(text)}
            | ({"by": by} if by else {})
        )
    return {"segment": key[0], "side": key[1], "system": key[2], "chunks": told}


# Chunks of a campaign that was read ---------------------------------------------------------------


def chunked_texts(campaign: Campaign) -> dict[Key, str]:
    """Return the texts whose chunks a campaign keeps."""
    return _texts(campaign.options, campaign.segments, campaign.outputs)


def by_rule(campaign: Campaign, key: Key) -> tuple[Chunk, ...]:
    """Return what the rule makes of a text, whatever anybody corrected."""
    segment = next(one for one in campaign.segments if one.id == key[0])
    return _by_rule(key, chunked_texts(campaign)[key], _languages([segment]))


def chunking_of(campaign: Campaign) -> ChunkFile:
    """Return all chunks that a campaign keeps, and who corrected them."""
    chunks: dict[Key, tuple[Chunk, ...]] = {}
    whose: dict[tuple[Key, str], str] = {}
    for entry in campaign.options.get(ANSWERS) or ():
        key = (entry["segment"], entry["side"], entry["system"])
        chunks[key] = tuple(
            Chunk(one["name"], tuple((start, end) for start, end in one["ranges"]))
            for one in entry["chunks"]
        )
        whose |= {(key, one["name"]): one["by"] for one in entry["chunks"] if one.get("by")}
    return ChunkFile(chunks, tuple(dict.fromkeys(whose.values())), whose)


def corrected(
    campaign: Campaign, key: Key, ranges: Iterable[Sequence[tuple[int, int]]], *, by: str
) -> Campaign:
    """Return a campaign in which somebody has looked at a text and cut it so.

    A chunk that stays as it was keeps its name and whoever made it. Others are called by their
    places: a name never comes to mean another passage while somebody has the text open.
    """
    text, known = chunked_texts(campaign)[key], chunking_of(campaign)
    # As the file will say it.
    person = guarded(" ".join(by.split()))
    former = {chunk.ranges: chunk.name for chunk in known.chunks[key]}
    wanted = sorted(tuple(sorted((start, end) for start, end in one)) for one in ranges)
    taken = {former[one] for one in wanted if one in former}
    chunks: list[Chunk] = []
    whose: dict[tuple[Key, str], str] = {}
    for one in wanted:
        name = former.get(one, "")
        earlier = known.whose.get((key, name), "") if name else ""
        if not name:
            name = "+".join(f"{start}-{end}" for start, end in one)
            while name in taken:  # somebody may have called another chunk so in the file
                name += "'"
            taken.add(name)
        chunks.append(Chunk(name, one))
        whose[key, name] = earlier or person
    check_chunks(text, tuple(chunks))
    fresh = _entry(key, text, chunks, ChunkFile({}, (), whose))
    content = [
        fresh if (one["segment"], one["side"], one["system"]) == key else one
        for one in campaign.options[ANSWERS]
    ]  # in the same order: reading the file again must give the same campaign
    return replace(campaign, options=dict(campaign.options) | {ANSWERS: content})


def write_chunking(campaign: Campaign, path: Path) -> int:
    """Write what people have looked at, and all that is not as by rule; return the rows."""
    texts, known = chunked_texts(campaign), chunking_of(campaign)
    languages = _languages(campaign.segments)
    looked_at = {key for key, _ in known.whose}
    chunks = {
        key: own
        for key, own in known.chunks.items()
        if key in looked_at or own != _by_rule(key, texts[key], languages)
    }
    return write_chunks(chunks, texts, path, known.whose)


def same_as_file(campaign: Campaign, path: Path) -> bool:
    """Tell whether a file still says what was read from it."""
    texts, known = chunked_texts(campaign), chunking_of(campaign)
    file = read_chunks(path, texts) if path.exists() else ChunkFile({})
    languages = _languages(campaign.segments)
    return file.whose == known.whose and all(
        own == (file.chunks.get(key) or _by_rule(key, texts[key], languages))
        for key, own in known.chunks.items()
    )
