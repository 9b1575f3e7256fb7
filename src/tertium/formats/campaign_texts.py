"""The texts of a campaign: what `[[texts]]` names, read into segments and outputs.

Every table names one language pair (and, if it likes, a domain and a document)
and either parallel plain files, one file with everything, or one file per system.
Texts lie in the campaign's folder: a campaign file that someone uploads must not
be able to read other files of the machine.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from tertium.exceptions import NotFound
from tertium.formats.entries import Entry, Texts
from tertium.formats.given import GivenFile, Place
from tertium.formats.plain import parallel
from tertium.formats.recognise import read_texts
from tertium.formats.settings import Table
from tertium.model import Segment, System

Outputs = dict[tuple[str, str], str]


def read_campaign_texts(
    tables: list[Table], folder: Path, systems: tuple[System, ...], *, gaps: bool = False
) -> tuple[tuple[Segment, ...], Outputs]:
    """Return all segments in reading order, and the outputs by (segment, system).

    With `gaps` a system may be missing in some segments, which an empty text says as
    well; its outputs then stand under its name only, since many systems play one part.
    """
    segments: list[Segment] = []
    outputs: Outputs = {}
    places: dict[str, Place] = {}
    positions: dict[tuple[str, str, str, str], int] = {}
    for table in tables:
        texts = _read(table, folder, systems, gaps=gaps)
        about = _TextsTable(table, texts)
        for entry in texts.entries:
            segment = about.segment(entry, positions)
            place = texts.place(entry)
            if segment.id in places:
                raise place.wrong(
                    f"segment {segment.id!r} is given twice, first in {places[segment.id]}",
                    "Give every segment its own id, or distinguish the [[texts]] by domain, "
                    'document or prefix = "…".',
                )
            places[segment.id] = place
            about_it = (segment.id, segment.document, segment.domain, *dict(segment.tags).values())
            for text in (*about_it, segment.source, *entry.outputs.values()):
                _check_sound(text, place)
            segments.append(segment)
            for system in systems:
                output = entry.outputs.get(system.name) if gaps else _output(entry, system)
                if output is not None and (output.strip() or not gaps):
                    outputs[segment.id, system.name] = output
                elif not system.withdrawn and not gaps:
                    raise place.wrong(
                        f"no output of {system.name!r} for segment {segment.id!r}",
                        f"Add it under {system.name!r} or {system.part!r}; an empty output "
                        "is written as an empty text.",
                    )
    if not segments:
        raise NotFound(
            "no texts",
            where=tables[0].where() if tables else str(folder / "campaign.toml"),
            fix="Name the files under [[texts]], or run tertium new again.",
        )
    return tuple(segments), outputs


_UNSOUND = re.compile("[\0\ud800-\udfff]")


def _check_sound(text: str, place: Place) -> None:
    """Refuse characters that no database and no page can hold (JSON can smuggle them in)."""
    if _UNSOUND.search(text):
        raise place.wrong(
            "a NUL character or half a surrogate pair in a text",
            "Remove the character; it is left over from a broken conversion.",
        )


class _TextsTable:
    """What one `[[texts]]` table says about all its segments."""

    def __init__(self, table: Table, texts: Texts) -> None:
        self.source_language = table.text("source_language", texts.source_language)
        self.target_language = table.text("target_language", texts.target_language)
        self.domain = table.text("domain", "")
        self.document = table.text("document", "")
        self.prefix = table.text("prefix", "")
        self.tags = table.texts("tags")
        for name in self.tags:
            if not any(name in entry.outputs for entry in texts.entries):
                raise table.bad(
                    "tags",
                    f"no column {name!r} in {texts.file}",
                    "Name columns of a table of texts, such as difficulty, or leave tags out.",
                )
        table.close()
        for name in ("source_language", "target_language"):
            if not getattr(self, name):
                raise table.bad("", f"no {name}", f'Add for example {name} = "de".')

    def segment(self, entry: Entry, positions: dict[tuple[str, str, str, str], int]) -> Segment:
        """Return the segment, with an id that stays the same when other texts join."""
        domain = entry.domain or self.domain
        document = entry.document or self.document
        pair = f"{self.source_language}-{self.target_language}"
        named = [part for part in (pair, self.domain, self.document) if part]
        line = ".".join([*named, str(entry.line)])
        place = (self.source_language, self.target_language, domain, document)
        positions[place] = positions.get(place, -1) + 1
        return Segment(
            id=self.prefix + (entry.segment or line),
            source=entry.source,
            document=document,
            position=positions[place],
            domain=domain,
            source_language=self.source_language,
            target_language=self.target_language,
            tags=tuple((name, entry.outputs.get(name, "").strip()) for name in self.tags),
        )


def _output(entry: Entry, system: System) -> str | None:
    if system.name in entry.outputs:
        return entry.outputs[system.name]
    return entry.outputs.get(system.part) if system.part else None


def _read(table: Table, folder: Path, systems: tuple[System, ...], *, gaps: bool) -> Texts:
    if "file" in table:
        if "source" in table or "outputs" in table:
            raise table.bad(
                "file",
                "both file and source or outputs are given",
                "Name one file with everything, or a source and one file per system.",
            )
        path = inside(folder, table, "file", table.text("file"))
        file = GivenFile(path, sheet=table.text("sheet", ""))
        return read_texts(file, source_column=table.text("source_column", ""))
    parts = {system.part: system.name for system in systems if system.part and not gaps}
    known = parts | {system.name: system.name for system in systems}
    files = _files(table.table("outputs"), folder, known)
    if "source" in table:
        return parallel(inside(folder, table, "source", table.text("source")), files)
    if not files:
        raise table.bad(
            "",
            "these [[texts]] name no files",
            'Write source = "…" and outputs = {…}, or file = "…".',
        )
    return merged_files({system: read_texts(path) for system, path in files.items()}, gaps=gaps)


def _files(table: Table, folder: Path, known: Mapping[str, str]) -> dict[str, Path]:
    files: dict[str, Path] = {}
    for name in table.names():
        if name not in known:
            raise NotFound.among("system", name, known, where=table.where(name))
        path = inside(folder, table, name, table.text(name))
        if known[name] in files or path in files.values():
            raise table.bad(
                name,
                f"system {known[name]!r} is given twice"
                if known[name] in files
                else f"{path.name!r} is given for two systems",
                "Name one file per system.",
            )
        files[known[name]] = path
    return files


def inside(folder: Path, table: Table, name: str, given: str) -> Path:
    """Return the path of a text, which must lie in the campaign's folder."""
    path = folder / given
    if not path.resolve().is_relative_to(folder.resolve()):
        raise table.bad(
            name,
            f"{given!r} lies outside the campaign's folder",
            "Copy the file into the folder and name it from there.",
        )
    if not path.is_file():
        near = [str(other.relative_to(folder)) for other in folder.rglob("*") if other.is_file()]
        raise NotFound.among("file", given, near, where=table.where(name))
    return path


def merged_files(files: Mapping[str, Texts], *, gaps: bool) -> Texts:
    """Put one file per system side by side; units must have the same sources in the same order."""
    (first_system, first), *others = files.items()
    outputs = [{first_system: _only(first, entry, gaps=gaps)} for entry in first.entries]
    for system, texts in others:
        if len(texts.entries) != len(first.entries):
            raise Place(texts.file).wrong(
                f"{Path(first.file).name} has {len(first.entries)} segments and "
                f"{Path(texts.file).name} has {len(texts.entries)}",
                "Give all systems the same segments in the same order.",
            )
        for number, (left, right) in enumerate(zip(first.entries, texts.entries, strict=True)):
            if left.source != right.source or left.segment != right.segment:
                raise texts.place(right).wrong(
                    f"segment {right.segment or number + 1!r} differs from "
                    f"{first.place(left)} in its source or its id",
                    "Give all systems the same segments in the same order.",
                )
            outputs[number][system] = _only(texts, right, gaps=gaps)
    entries = tuple(
        Entry(entry.line, entry.source, made, entry.segment, entry.document, entry.domain)
        for entry, made in zip(first.entries, outputs, strict=True)
    )
    return Texts(first.file, entries, first.source_language, first.target_language, tuple(files))


def _only(texts: Texts, entry: Entry, *, gaps: bool) -> str:
    if gaps and not entry.outputs:
        return ""
    if len(entry.outputs) != 1:
        raise texts.place(entry).wrong(
            f"{len(entry.outputs) or 'no'} translations of one segment where one is expected",
            'Name the file as file = "…" if it holds several systems.',
        )
    return next(iter(entry.outputs.values()))
