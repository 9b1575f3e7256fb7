"""Which format a file of texts has: by its name, or else by its first bytes."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tertium.formats.about import OWN, UNTOLD, About
from tertium.formats.columns import read_columns
from tertium.formats.delimited import TABLE_ENDINGS
from tertium.formats.entries import Texts
from tertium.formats.given import GivenFile, opened
from tertium.formats.jsonl import read_jsonl
from tertium.formats.pet import PET, read_pet_texts
from tertium.formats.tmx import read_tmx
from tertium.formats.xliff import read_xliff


@dataclass(frozen=True, slots=True)
class TextFormat:
    """A kind of file with sources and outputs: its endings and what reads it."""

    name: str
    read: Callable[[GivenFile], Texts]
    endings: tuple[str, ...]
    about: About = UNTOLD


PLAIN = (".txt",)
_TABLES = (
    TextFormat("texts in a table", read_columns, TABLE_ENDINGS, About(OWN)),
    TextFormat("texts in JSON lines", read_jsonl, (".jsonl", ".ndjson"), About(OWN)),
)
_TREES = (
    TextFormat("XLIFF", read_xliff, (".xlf", ".xliff"), About("1.2, 2.0, 2.1")),
    TextFormat("TMX", read_tmx, (".tmx",), About("1.4")),
    TextFormat("PET jobs", read_pet_texts, (".pej",), About("2", published="PET's examples")),
)
TEXTS = (*_TABLES, *_TREES)
TABLES = tuple(ending for one in _TABLES for ending in one.endings)
TREES = tuple(ending for one in _TREES for ending in one.endings)


def read_texts(given: Path | GivenFile, *, source_column: str = "") -> Texts:
    """Return the segments of a file that holds source and outputs together.

    `source_column` is where the source stands in a table, if the column is not called so.
    """
    file = opened(given)
    if source_column and file.suffix in TABLE_ENDINGS:
        return read_columns(file, source=source_column)
    known = next((one for one in TEXTS if file.suffix in one.endings), None)
    if known is not None:
        return known.read(file)
    if file.beginning.startswith(b"{"):
        return read_jsonl(file)
    if PET.fits(file):
        return read_pet_texts(file)
    if file.beginning.startswith(b"<"):
        return read_tmx(file) if b"<tmx" in file.beginning[:2_000] else read_xliff(file)
    raise file.wrong(
        "the format of this file is not known",
        f"Texts are read from {', '.join((*PLAIN, *TABLES, *TREES))}, each also with .gz.",
    )
