"""What lies in a folder of texts: sources, outputs, domains, language pairs.

`source.txt` and two more plain files are a source and two systems; a language may
stand in the name (`source.en.txt`, `baseline.de.txt`). Tables and XLIFF or TMX files
bring source and outputs along. Folders inside are domains, or language pairs if
they are called like one (`en-de`).
"""

import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from tertium.exceptions import BadInput, OpenQuestion
from tertium.formats.aids import TERMS
from tertium.formats.bands import BAND_COLUMNS
from tertium.formats.chunk_files import CHUNK_COLUMNS
from tertium.formats.delimited import TABLE_ENDINGS
from tertium.formats.entries import Texts
from tertium.formats.files import plain_suffix
from tertium.formats.given import GivenFile, Place
from tertium.formats.jsonl import JSON_ENDINGS
from tertium.formats.output_scores import SCORE_COLUMNS
from tertium.formats.recognise import PLAIN, TABLES, TREES, read_texts
from tertium.formats.spreadsheet import SHEET_ENDINGS

_PAIR = re.compile(r"([a-z]{2,3})[-_]([a-z]{2,3})")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:[-_](?:[A-Z]{2}|[A-Z][a-z]{3}|[0-9]{3}))*")
# What lies beside texts to judge: by its name, or by the columns of a table.
_ASIDE = re.compile(r"[._]|(readme|licen[cs]e|notes?|specification)\b", re.IGNORECASE)
_BESIDE = (
    ("annotator",),
    TERMS,
    CHUNK_COLUMNS,
    SCORE_COLUMNS,
    BAND_COLUMNS,
)  # anchors have those of scores
_SOURCES = ("source", "src")
# What a translation is called that others are measured against.
REFERENCE_NAME = re.compile(r"(ref|reference|human)([-_.]?[a-z0-9])?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FoundTexts:
    """The texts of one `[[texts]]` table; paths are relative to the campaign's folder."""

    source: str = ""
    outputs: dict[str, str] = field(default_factory=dict)  # system → file
    file: str = ""
    sheet: str = ""  # of a workbook, if it has several
    source_column: str = ""  # of a table, if it is not called source
    systems: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()  # columns that say something about segments
    ids: frozenset[str] = frozenset()  # those the file gives itself
    domain: str = ""
    source_language: str = ""
    target_language: str = ""
    notes: tuple[str, ...] = ()  # what was left out of the file

    @property
    def place(self) -> str:
        """The file by which these texts are called in messages."""
        return self.file or self.source or next(iter(self.outputs.values()))


def discover(
    folder: Path, *, sheet: str = "", source_column: str = "", source_file: str = ""
) -> list[FoundTexts]:
    """Return all texts of a folder, those at the top first.

    What the files do not tell must be said: the `sheet` of workbooks, the `source_column` of
    tables, the plain `source_file`.
    """
    about = FoundTexts(source=source_file, sheet=sheet, source_column=source_column)
    found = _in(folder, folder, about)
    if not found:
        raise Place(folder).wrong(
            "there are no texts in this folder",
            "Put source.txt and one file per system there (one segment per line), or a "
            "table with the columns source and one per system.",
        )
    return found


def _in(folder: Path, root: Path, about: FoundTexts) -> list[FoundTexts]:
    visible = sorted(path for path in folder.iterdir() if not _ASIDE.match(path.name))
    files = [path for path in visible if path.is_file()]
    plain = [path for path in files if plain_suffix(path) in PLAIN]
    tables = [GivenFile(path, sheet=about.sheet) for path in files if plain_suffix(path) in TABLES]
    tables = [file for file in tables if not _beside(file)]
    trees = [path for path in files if plain_suffix(path) in TREES]
    kinds = [kind for kind in (plain, [file.path for file in tables], trees) if kind]
    if len(kinds) > 1:
        raise Place(folder).wrong(
            f"texts in several forms: {kinds[0][0].name!r} and {kinds[1][0].name!r}",
            "Keep one form per folder: plain text, tables, or XLIFF and TMX.",
        )
    found = [
        *(_plain(plain, root, about) if plain else []),
        *_tables(tables, root, replace(about, source="")),
        *_trees(trees, root, replace(about, source="", sheet="", source_column="")),
    ]
    for inside in (path for path in visible if path.is_dir()):
        if pair := _PAIR.fullmatch(inside.name):
            below = replace(about, source_language=pair[1], target_language=pair[2])
        else:
            domain = f"{about.domain}/{inside.name}" if about.domain else inside.name
            below = replace(about, domain=domain)
        found.extend(_in(inside, root, below))
    return found


def _beside(file: GivenFile) -> bool:
    """Tell whether a table holds judgements, terms, chunks, scores or anchors rather than texts."""
    if file.suffix in JSON_ENDINGS:
        return any(file.has_keys(known) for known in _BESIDE)
    return any(set(known) <= set(file.header) for known in _BESIDE)


def _plain(files: list[Path], root: Path, about: FoundTexts) -> list[FoundTexts]:
    """Sort plain files into sources and systems, by the language in their names."""
    sources: dict[str, tuple[Path, str]] = {}  # pair or nothing → file, language
    systems: dict[tuple[str, str], dict[str, Path]] = {}  # (pair, target) → system → file
    for path in files:
        base, pair, language = _read_name(path)
        if base.lower() in _SOURCES or about.source in (path.name, _relative(path, root)):
            if pair in sources:
                raise _twice("the source", sources[pair][0], path)
            sources[pair] = (path, language)
        else:
            outputs = systems.setdefault((pair, language), {})
            if base in outputs:
                raise _twice(f"system {base!r}", outputs[base], path)
            outputs[base] = path
    if not sources:
        raise OpenQuestion(
            f"no source among {', '.join(path.name for path in files)}",
            asks="source_file",
            choices=[path.name for path in files],
            where=str(files[0].parent),
            fix="Call the file with the source texts source.txt, or name it with --source-file.",
        )
    if not systems:
        raise Place(next(iter(sources.values()))[0]).wrong(
            "a source without any system",
            "Put one file per system beside it, for example baseline.txt and advanced.txt.",
        )
    found = []
    for (pair, target), outputs in systems.items():
        if pair not in sources and len(sources) > 1:
            raise Place(files[0].parent).wrong(
                f"it is not clear which source belongs to {next(iter(outputs.values())).name!r}",
                "Put the language pair into every name (source.en-de.txt, baseline.en-de.txt), "
                "or each pair into a folder of its own.",
            )
        source, language = sources.get(pair) or next(iter(sources.values()))
        named = _PAIR.fullmatch(pair)
        found.append(
            replace(
                about,
                source=_relative(source, root),
                sheet="",
                source_column="",
                outputs={name: _relative(path, root) for name, path in outputs.items()},
                systems=tuple(outputs),
                source_language=(named[1] if named else language) or about.source_language,
                target_language=(named[2] if named else target) or about.target_language,
            )
        )
    return found


def _read_name(path: Path) -> tuple[str, str, str]:
    """Return what a name says: `baseline.de.txt` → baseline, no pair, de."""
    name = path.name[:-3] if path.name.lower().endswith(".gz") else path.name
    base = name[: -len(plain_suffix(path))]
    head, _, tag = base.rpartition(".")
    if head and _PAIR.fullmatch(tag):
        return head, tag, ""
    if head and _LANGUAGE.fullmatch(tag):
        return head, "", tag
    return base, "", ""


def _tables(files: list[GivenFile], root: Path, about: FoundTexts) -> list[FoundTexts]:
    found = []
    for file in files:
        texts = read_texts(file, source_column=about.source_column)
        stem = file.path.name.split(".")[0]
        found.append(
            replace(
                about,
                file=_relative(file.path, root),
                sheet=about.sheet if file.suffix in SHEET_ENDINGS else "",
                source_column=about.source_column if file.suffix in TABLE_ENDINGS else "",
                systems=texts.systems,
                notes=texts.notes,
                ids=_ids(texts),
                domain=about.domain or (stem if len(files) > 1 else ""),
            )
        )
    return found


def _trees(files: list[Path], root: Path, about: FoundTexts) -> list[FoundTexts]:
    """Take files with several systems as they are, and files with one system together."""
    found = []
    single: dict[tuple[str, str], dict[str, Path]] = {}
    ids: dict[tuple[str, str], frozenset[str]] = {}
    for path in files:
        texts = read_texts(path)
        languages = (
            about.source_language or texts.source_language,
            about.target_language or texts.target_language,
        )
        if texts.systems == ("",):
            base, _, _ = _read_name(path)
            outputs = single.setdefault(languages, {})
            if base in outputs:
                raise _twice(f"system {base!r}", outputs[base], path)
            outputs[base] = path
            ids[languages] = _ids(texts)
        else:
            systems = tuple(system for system in texts.systems if system)
            found.append(
                replace(
                    about,
                    file=_relative(path, root),
                    systems=systems,
                    ids=_ids(texts),
                    source_language=languages[0],
                    target_language=languages[1],
                )
            )
    for languages, outputs in single.items():
        found.append(
            replace(
                about,
                outputs={name: _relative(path, root) for name, path in outputs.items()},
                systems=tuple(outputs),
                ids=ids[languages],
                source_language=languages[0],
                target_language=languages[1],
            )
        )
    return found


def _ids(texts: Texts) -> frozenset[str]:
    return frozenset(entry.segment for entry in texts.entries if entry.segment)


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


def _twice(what: str, first: Path, second: Path) -> BadInput:
    return Place(second).wrong(
        f"{what} is given twice, in {first.name!r} and {second.name!r}",
        "Remove or rename one of them.",
    )
