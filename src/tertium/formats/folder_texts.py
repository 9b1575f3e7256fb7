"""The texts of a folder, whether it is a campaign's or one that `tertium new` would read.

What is measured on texts alone needs no campaign: sources, references, and outputs by system.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tertium.exceptions import NotFound
from tertium.formats.campaign import CAMPAIGN_FILE, read_campaign
from tertium.formats.campaign_texts import merged_files
from tertium.formats.discover import REFERENCE_NAME, FoundTexts, discover
from tertium.formats.entries import Texts
from tertium.formats.given import GivenFile
from tertium.formats.plain import parallel
from tertium.formats.recognise import read_texts
from tertium.model import Campaign, Segment


@dataclass(frozen=True, slots=True)
class FolderTexts:
    """Segments in order, systems and references by name, outputs by (segment, system).

    `columns` are further texts of each segment by name: what a table has beside outputs.
    """

    segments: tuple[Segment, ...]
    systems: tuple[str, ...]
    references: tuple[str, ...]
    outputs: Mapping[tuple[str, str], str]
    columns: Mapping[str, tuple[str, ...]]
    notes: tuple[str, ...] = ()


def read_folder_texts(
    folder: Path, *, references: Sequence[str] = (), columns: Sequence[str] = ()
) -> FolderTexts:
    """Return the texts of a folder; `references` are names, if they are not told by themselves.

    A campaign says which its references are; else those count that are called ref, reference or
    human. `columns` are names that are neither systems nor references.
    """
    if (folder / CAMPAIGN_FILE).is_file():
        return _of_campaign(read_campaign(folder), references, folder)
    segments: list[Segment] = []
    seen: set[str] = set()
    outputs: dict[tuple[str, str], str] = {}
    names: dict[str, None] = {}
    beside: dict[str, list[str]] = {name: [] for name in columns}
    notes: dict[str, None] = {}
    found = discover(folder)
    for one in found:
        texts = _read(one, folder)
        names |= dict.fromkeys(texts.systems)
        notes |= dict.fromkeys(one.notes)
        for entry in texts.entries:
            segment = _segment(one, entry.segment or str(entry.line), len(found) > 1)
            if segment in seen:
                raise texts.place(entry).wrong(
                    f"segment {segment!r} is given twice", "Give every segment its own id."
                )
            seen.add(segment)
            segments.append(
                Segment(
                    segment,
                    entry.source,
                    entry.document,
                    len(segments),
                    entry.domain or one.domain,
                    one.source_language or texts.source_language,
                    one.target_language or texts.target_language,
                )
            )
            outputs |= {(segment, name): text for name, text in entry.outputs.items()}
            for name, values in beside.items():
                values.append(entry.outputs.get(name, ""))
    for name in (*references, *columns):
        if name not in names:
            raise NotFound.among("text", name, names, where=str(folder))
    chosen = tuple(references) or tuple(name for name in names if REFERENCE_NAME.fullmatch(name))
    systems = tuple(name for name in names if name not in (*chosen, *columns))
    return FolderTexts(
        tuple(segments),
        systems,
        chosen,
        outputs,
        {name: tuple(values) for name, values in beside.items()},
        tuple(notes),
    )


def _of_campaign(campaign: Campaign, references: Sequence[str], folder: Path) -> FolderTexts:
    known = {one.name: one.part for one in campaign.systems if not one.withdrawn}
    for name in references:
        if name not in known:
            raise NotFound.among("system", name, known, where=str(folder))
    chosen = tuple(references) or tuple(
        name
        for name, part in known.items()
        if part == "reference" or REFERENCE_NAME.fullmatch(name)
    )
    systems = tuple(name for name in known if name not in chosen)
    return FolderTexts(campaign.segments, systems, chosen, campaign.outputs, {})


def _segment(found: FoundTexts, name: str, several: bool) -> str:
    """Return the id of a segment as a campaign would call it; one file of texts needs no more."""
    pair = f"{found.source_language}-{found.target_language}"
    around = [pair, found.domain] if several else []
    return ".".join([*(part for part in around if part.strip("-")), name])


def _read(found: FoundTexts, folder: Path) -> Texts:
    if found.file:
        file = GivenFile(folder / found.file, sheet=found.sheet)
        return read_texts(file, source_column=found.source_column)
    files = {name: folder / path for name, path in found.outputs.items()}
    if found.source:
        return parallel(folder / found.source, files)
    return merged_files({name: read_texts(path) for name, path in files.items()}, gaps=True)
