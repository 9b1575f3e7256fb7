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
from tertium.protocols.chunk_cuts import ANSWERS, kept_chunks
from tertium.text import guarded
from tertium.text.chunks import Chunk, check_chunks, chunk_text

CHUNKS_FILE = "chunks.tsv"
Outputs = Mapping[tuple[str, str], str]
Entry = Mapping[str, Any]  # segment, side, system, and chunks with name, ranges, text and by


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
    """Return the chunks of one text as a campaign keeps them, with who corrected them."""
    found = tuple(chunks)
    makers = {one.name: file.whose.get((key, one.name), "") for one in found}
    return kept_chunks(key, text, found, makers)


# Chunks of a campaign that was read ---------------------------------------------------------------


def chunked_texts(campaign: Campaign) -> dict[Key, str]:
    """Return the texts whose chunks a campaign keeps."""
    return _texts(campaign.options, campaign.segments, campaign.outputs)


def by_rule(campaign: Campaign, key: Key) -> tuple[Chunk, ...]:
    """Return what the rule makes of a text, whatever anybody corrected."""
    segment = next(one for one in campaign.segments if one.id == key[0])
    return _by_rule(key, chunked_texts(campaign)[key], _languages([segment]))


def entries_of(campaign: Campaign) -> dict[Key, Entry]:
    """Return the chunks of every text as a campaign keeps them."""
    content = campaign.options.get(ANSWERS) or ()
    return {(one["segment"], one["side"], one["system"]): one for one in content}


def chunks_in(entry: Entry) -> tuple[Chunk, ...]:
    """Return the chunks of one text."""
    return tuple(
        Chunk(one["name"], tuple((start, end) for start, end in one["ranges"]))
        for one in entry["chunks"]
    )


def makers_in(entry: Entry) -> dict[str, str]:
    """Return who corrected the chunks of a text, by their names; nobody if it is as by rule."""
    return {one["name"]: one["by"] for one in entry["chunks"] if one.get("by")}


def makers_of(campaign: Campaign) -> tuple[str, ...]:
    """Return everybody who corrected chunks of a campaign."""
    entries = entries_of(campaign).values()
    return tuple(dict.fromkeys(by for one in entries for by in makers_in(one).values()))


def corrected(
    campaign: Campaign, key: Key, ranges: Iterable[Sequence[tuple[int, int]]], *, by: str
) -> Campaign:
    """Return a campaign in which somebody has looked at a text and cut it so.

    A chunk that stays as it was keeps its name and whoever made it. Others are called by their
    places: a name never comes to mean another passage while somebody has the text open.
    """
    text, entry = chunked_texts(campaign)[key], entries_of(campaign)[key]
    person = guarded(" ".join(by.split()))  # as the file will say it
    former = {chunk.ranges: chunk.name for chunk in chunks_in(entry)}
    makers = makers_in(entry)
    wanted = sorted(tuple(sorted((start, end) for start, end in one)) for one in ranges)
    taken = {former[one] for one in wanted if one in former}
    chunks: list[Chunk] = []
    whose: dict[tuple[Key, str], str] = {}
    for one in wanted:
        name = former.get(one, "")
        earlier = makers.get(name, "")
        if not name:
            name = "+".join(f"{start}-{end}" for start, end in one)
            while name in taken:  # somebody may have called another chunk so in the file
                name += "'"
            taken.add(name)
        chunks.append(Chunk(name, one))
        whose[key, name] = earlier or person
    check_chunks(text, tuple(chunks))
    fresh = _entry(key, text, chunks, ChunkFile({}, (), whose))
    # In the same order: reading the file again must give the same campaign.
    content = [fresh if one is entry else one for one in campaign.options[ANSWERS]]
    return replace(campaign, options=dict(campaign.options) | {ANSWERS: content})


def read_beside(path: Path) -> ChunkFile:
    """Return what the file of a campaign's chunks holds now; it need not be there."""
    return read_chunks(path) if path.exists() else ChunkFile({})


def same_as_file(campaign: Campaign, file: ChunkFile) -> bool:
    """Tell whether a file still holds what was read from it."""
    entries = entries_of(campaign)
    looked_at = {key for key, entry in entries.items() if makers_in(entry)}
    return looked_at <= set(file.chunks) <= set(entries) and all(
        chunks_in(entries[key]) == own
        and makers_in(entries[key])
        == {one.name: by for one in own if (by := file.whose.get((key, one.name)))}
        for key, own in file.chunks.items()
    )


def write_chunking(campaign: Campaign, path: Path, file: ChunkFile) -> int:
    """Write what people have looked at, and whatever else the file held; return the rows."""
    entries = entries_of(campaign)
    makers = {key: makers_in(entry) for key, entry in entries.items()}
    chunks = {
        key: chunks_in(entry) for key, entry in entries.items() if makers[key] or key in file.chunks
    }
    whose = {(key, name): by for key in chunks for name, by in makers[key].items()}
    return write_chunks(chunks, chunked_texts(campaign), path, whose)
