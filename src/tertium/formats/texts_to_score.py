"""Texts to score: outputs of systems beside references, read in batches of segments.

They are a campaign's folder, a folder of texts as `tertium new` reads it, or parallel plain files,
which are read line by line and never held as a whole. An empty line of a reference says that there
is none; an empty output is an output.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from tertium.exceptions import BadInput, NotFound
from tertium.formats.campaign import CAMPAIGN_FILE, read_campaign
from tertium.formats.campaign_texts import merged_files
from tertium.formats.discover import REFERENCE_NAME, FoundTexts, discover
from tertium.formats.entries import Texts
from tertium.formats.files import Place
from tertium.formats.given import GivenFile
from tertium.formats.plain import parallel, stream_lines
from tertium.formats.recognise import read_texts
from tertium.model import Campaign

_BATCH = 500  # segments that are scored together
# A segment: its name, its document, the output of each system, each reference; None is missing.
Row = tuple[str, str, Sequence[str | None], Sequence[str | None]]


@dataclass(frozen=True, slots=True)
class Batch:
    """Some segments: their names and documents, the output of each system, each reference.

    An output or a reference is None where there is none.
    """

    segments: Sequence[str]
    documents: Sequence[str]
    outputs: Sequence[Sequence[str | None]]
    references: Sequence[Sequence[str | None]]

    def take(self, kept: Sequence[int]) -> "Batch":
        """Keep some segments."""

        def some(texts: Sequence[str | None]) -> list[str | None]:
            return [texts[at] for at in kept]

        return Batch(
            [self.segments[at] for at in kept],
            [self.documents[at] for at in kept],
            [some(texts) for texts in self.outputs],
            [some(texts) for texts in self.references],
        )


@dataclass(frozen=True, slots=True)
class TextsToScore:
    """The texts of one language pair; `rows` reads them from the beginning each time."""

    systems: tuple[str, ...]
    references: tuple[str, ...]
    rows: Callable[[], Iterable[Row]]
    source_language: str = ""
    target_language: str = ""

    @property
    def pair(self) -> str:
        """The language pair, such as `en-de`; empty where a language is not known."""
        languages = self.source_language, self.target_language
        return "-".join(languages) if all(languages) else ""

    def batches(self) -> Iterator[Batch]:
        """Yield the segments in batches."""
        rows: list[Row] = []
        for row in self.rows():
            rows.append(row)
            if len(rows) == _BATCH:
                yield _batch(rows)
                rows = []
        if rows:
            yield _batch(rows)


def _batch(rows: list[Row]) -> Batch:
    names, documents, outputs, references = zip(*rows, strict=True)
    return Batch(names, documents, list(zip(*outputs, strict=True)),
                 list(zip(*references, strict=True)))  # fmt: skip


# Parallel files ---------------------------------------------------------------------------


def texts_of_files(
    systems: Mapping[str, Path],
    references: Sequence[Path],
    *,
    source: Path | None = None,
    documents: Path | None = None,
    languages: tuple[str, str] = ("", ""),
) -> TextsToScore:
    """Return texts of which line n of every file is segment n."""
    if not systems:
        raise BadInput(
            "there is no output to score", where="--system", fix="Add --system NAME=FILE."
        )
    files = [*systems.values(), *references]
    beside = [path for path in (source, documents) if path is not None]
    for path in (*files, *beside):
        if not path.is_file():
            near = [other.name for other in path.parent.glob("*")] if path.parent.is_dir() else []
            raise NotFound.among("file", path.name, near, where=str(path.parent))

    def rows() -> Iterator[Row]:
        streams = [stream_lines(path) for path in (*files, *beside)]
        for number, found in enumerate(zip_longest(*streams), start=1):
            lines = [text for text in found if text is not None]
            if len(lines) < len(found):
                raise _unequal([*files, *beside])
            document = lines[-1].split("\t")[-1].strip() if documents is not None else ""
            wanted = lines[len(systems) : len(files)]
            references = [text if text.strip() else None for text in wanted]
            yield str(number), document, lines[: len(systems)], references

    return TextsToScore(
        tuple(systems), _named(references), rows, source_language=languages[0],
        target_language=languages[1],
    )  # fmt: skip


def _named(references: Sequence[Path]) -> tuple[str, ...]:
    """Name references by their files, or by their paths where two files are called alike."""
    names = [path.name for path in references]
    return tuple(
        name if names.count(name) == 1 else str(path)
        for name, path in zip(names, references, strict=True)
    )


def _unequal(files: Sequence[Path]) -> BadInput:
    lengths = {path: sum(1 for _ in stream_lines(path)) for path in files}
    longest, shortest = max(lengths, key=lengths.__getitem__), min(lengths, key=lengths.__getitem__)
    return Place(f"{shortest}:{lengths[shortest] + 1}").wrong(
        f"{longest.name} has {lengths[longest]:,} lines and {shortest.name} has "
        f"{lengths[shortest]:,}",
        "Make line n of every file the same segment; an empty line stands for an empty output, "
        "or for a reference that is missing.",
    )


# Folders ----------------------------------------------------------------------------------


def texts_of_folder(folder: Path, references: Sequence[str] = ()) -> list[TextsToScore]:
    """Return the texts of a campaign's folder, or of a folder of texts, by language pair.

    References are the systems that are named, else those of the campaign, else those whose names
    say so (`ref`, `reference`, `human`).
    """
    if (folder / CAMPAIGN_FILE).is_file():
        return texts_of_campaign(read_campaign(folder), references)
    found = discover(folder)
    names = list(dict.fromkeys(system for one in found for system in one.systems))
    chosen = _references(names, references, str(folder)) or [
        name for name in names if REFERENCE_NAME.fullmatch(name)
    ]
    rows: dict[tuple[str, str], list[Row]] = {}
    systems = [name for name in names if name not in chosen]
    for one in found:
        texts = _read(one, folder)
        pair = (
            one.source_language or texts.source_language,
            one.target_language or texts.target_language,
        )
        into = rows.setdefault(pair, [])
        for entry in texts.entries:
            into.append((
                entry.segment or f"{one.domain}.{entry.line}".lstrip("."),
                entry.document,
                [entry.outputs.get(name) for name in systems],
                [_text(entry.outputs.get(name)) for name in chosen],
            ))  # fmt: skip
    return [_listed(systems, chosen, own, source, target) for (source, target), own in rows.items()]


def texts_of_campaign(campaign: Campaign, references: Sequence[str] = ()) -> list[TextsToScore]:
    """Return the texts of a campaign, by language pair; withdrawn systems are left out."""
    names = [one.name for one in campaign.systems if not one.withdrawn]
    chosen = _references(names, references, campaign.name) or [
        one.name for one in campaign.systems if one.part == "reference" and not one.withdrawn
    ]
    systems = [name for name in names if name not in chosen]
    rows: dict[tuple[str, str], list[Row]] = {}
    for one in campaign.segments:
        rows.setdefault((one.source_language, one.target_language), []).append((
            one.id,
            one.document,
            [campaign.outputs.get((one.id, name)) for name in systems],
            [_text(campaign.outputs.get((one.id, name))) for name in chosen],
        ))  # fmt: skip
    return [_listed(systems, chosen, own, source, target) for (source, target), own in rows.items()]


def _references(names: Sequence[str], wanted: Sequence[str], where: str) -> list[str]:
    for name in wanted:
        if name not in names:
            raise NotFound.among("system", name, names, where=where)
    return list(wanted)


def _text(reference: str | None) -> str | None:
    return reference if reference and reference.strip() else None


def _listed(
    systems: Sequence[str], references: Sequence[str], rows: list[Row], source: str, target: str
) -> TextsToScore:
    """Return one language pair; what plays no part in it is left out."""
    here = [at for at in range(len(systems)) if any(row[2][at] is not None for row in rows)]
    known = [at for at in range(len(references)) if any(row[3][at] is not None for row in rows)]
    own = [
        (name, document, [outputs[at] for at in here], [wanted[at] for at in known])
        for name, document, outputs, wanted in rows
    ]
    return TextsToScore(
        tuple(systems[at] for at in here),
        tuple(references[at] for at in known),
        lambda: own,
        source,
        target,
    )


def _read(one: FoundTexts, folder: Path) -> Texts:
    outputs = {name: folder / file for name, file in one.outputs.items()}
    if one.file:
        file = GivenFile(folder / one.file, sheet=one.sheet)
        return read_texts(file, source_column=one.source_column)
    if one.source:
        return parallel(folder / one.source, outputs)
    return merged_files({name: read_texts(path) for name, path in outputs.items()}, gaps=False)
