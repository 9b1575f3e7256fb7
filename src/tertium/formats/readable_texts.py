"""Texts whose readability is to be measured: one file, a table, or a folder with versions.

A table has the columns `text,version[,document,level]`, with `id`, `language` and numbers about
reader and task (`reader.age`) if there are any. Else a file or folder is read as `tertium new`
reads it: the source and each system are versions. A folder of Markdown, HTML or text files has a
subfolder for each version.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from tertium.exceptions import BadInput
from tertium.formats.campaign import CAMPAIGN_FILE
from tertium.formats.delimited import TABLE_ENDINGS
from tertium.formats.files import Place, plain_suffix, read_text
from tertium.formats.folder_texts import read_folder_texts
from tertium.formats.given import GivenFile, opened
from tertium.formats.judgements import kind_of
from tertium.formats.recognise import read_texts
from tertium.formats.sheets import Row, Sheet
from tertium.formats.spreadsheet import SHEET_ENDINGS
from tertium.text.readability.markup import Layout, read_html, read_markdown

SOURCE = "source"
_MARKED = {".md": read_markdown, ".markdown": read_markdown, ".html": read_html, ".htm": read_html}
_DATA = ("reader.", "task.")


@dataclass(frozen=True, slots=True)
class TextVersion:
    """One text: of a document (`document`), in one `version`; `of` names the segments in it.

    `columns` are the cells of a table beside.
    """

    text: str
    version: str
    body: str
    document: str = ""
    segment: str = ""
    language: str = ""
    layout: Layout | None = None
    data: Mapping[str, float] = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)
    where: str = ""


@dataclass(frozen=True, slots=True)
class TextVersions:
    """Texts in order, the name of a human version where there is one, and what was noted."""

    texts: tuple[TextVersion, ...]
    references: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def read_text_versions(path: Path, *, column: str = "text", language: str = "") -> TextVersions:
    """Return the texts of a file or folder; `language` is that of texts that do not say theirs."""
    found = _folder(path) if path.is_dir() else _file(path, column)
    kept = tuple(
        one if one.language else replace(one, language=language)
        for one in found.texts
        if one.body.strip()
    )
    if not kept:
        raise Place(path).wrong("there are no texts", "Name a file with text in it.")
    empty = len(found.texts) - len(kept)
    notes = (f"Empty texts left out: {empty:,}.",) if empty else ()
    return replace(found, texts=kept, notes=(*found.notes, *notes))


def _file(path: Path, column: str) -> TextVersions:
    suffix = plain_suffix(path)
    if suffix in _MARKED or suffix == ".txt":
        return TextVersions((_whole(path, path.stem, "", path.stem),))
    file = opened(path)
    if suffix in (*TABLE_ENDINGS, *SHEET_ENDINGS) and (
        column in file.header or column != "text" or "version" in file.header
    ):
        return TextVersions(tuple(_table(file, column)), notes=file.notes)
    if (judged := kind_of(file)) is not None:
        raise file.wrong(
            f"this file holds judgements ({judged.name}), not texts to read",
            "Name a folder with the texts, or a table with the columns text and version.",
        )
    texts = read_texts(file)
    found = [
        TextVersion(
            entry.segment or str(entry.line), name, body, entry.document or "",
            entry.segment or str(entry.line),
            texts.source_language if name == SOURCE else texts.target_language,
            where=f"{path}:{entry.line}",
        )
        for entry in texts.entries
        for name, body in ((SOURCE, entry.source), *entry.outputs.items())
    ]  # fmt: skip
    return TextVersions(tuple(found), notes=texts.notes)


def _whole(path: Path, text: str, version: str, document: str) -> TextVersion:
    body, layout = read_text(path), None
    if read := _MARKED.get(plain_suffix(path)):
        body, layout = read(body)
    return TextVersion(text, version, body, document, layout=layout, where=str(path))


def _table(file: GivenFile, column: str) -> Iterator[TextVersion]:
    numbers = [name for name in file.header if name.startswith(_DATA)]

    def text(row: Row) -> TextVersion:
        document = row.get("document") or row.get("title") or ""
        data = {
            name: row.number(name, fix=f"Write a number for {name} in every row.")
            for name in numbers
            if row[name]
        }
        version = row.get("version", "")
        name = row.get("id") or (document if document and version else "") or str(row.line)
        return TextVersion(
            name,
            version,
            row[column],
            document,
            language=row.get("language", ""),
            data=data,
            columns={name: cell for name, cell in row.items() if name != column},
            where=str(row.where),
        )

    return iter(Sheet("texts", (column,), text, strip=True).rows(file))


def _folder(folder: Path) -> TextVersions:
    if not (folder / CAMPAIGN_FILE).is_file() and (found := list(_files(folder))):
        return TextVersions(tuple(found))
    texts = read_folder_texts(folder)
    languages = {(one.source_language, one.target_language) for one in texts.segments}
    if len({target for _, target in languages}) > 1:
        raise BadInput(
            "this folder holds several target languages",
            where=str(folder),
            fix="Name the folder of one language pair.",
        )
    names = (*texts.references, *texts.systems)
    listed = [
        TextVersion(
            segment.id, name, body, segment.document, segment.id,
            segment.source_language if name == SOURCE else segment.target_language,
        )
        for segment in texts.segments
        for name, body in (
            (SOURCE, segment.source),
            *((name, texts.outputs[segment.id, name]) for name in names
              if (segment.id, name) in texts.outputs),
        )
    ]  # fmt: skip
    return TextVersions(tuple(listed), texts.references, texts.notes)


def _files(folder: Path) -> Iterator[TextVersion]:
    """Yield marked-up files, and text files in one subfolder per version."""
    inside = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    for path in inside:
        if path.is_file() and plain_suffix(path) in _MARKED:
            yield _whole(path, path.stem, "", path.stem)
    if any(path.is_file() and plain_suffix(path) not in _MARKED for path in inside):
        return
    for below in (path for path in inside if path.is_dir()):
        for path in sorted(below.iterdir()):
            if path.is_file() and plain_suffix(path) in (*_MARKED, ".txt"):
                yield _whole(path, path.stem, below.name, path.stem)
