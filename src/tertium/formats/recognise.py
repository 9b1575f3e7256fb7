"""Which format a file of texts has: by its name, or else by its first bytes."""

from collections.abc import Callable
from pathlib import Path

from tertium.formats.columns import read_columns
from tertium.formats.delimited import TABLE_ENDINGS
from tertium.formats.entries import Texts
from tertium.formats.given import GivenFile, opened
from tertium.formats.jsonl import read_jsonl
from tertium.formats.pet import PET, read_pet_texts
from tertium.formats.tmx import read_tmx
from tertium.formats.xliff import read_xliff

PLAIN = (".txt",)
_TABLES: dict[str, Callable[[GivenFile], Texts]] = {
    **dict.fromkeys(TABLE_ENDINGS, read_columns),
    **dict.fromkeys((".jsonl", ".ndjson"), read_jsonl),
}
_TREES = {".xlf": read_xliff, ".xliff": read_xliff, ".tmx": read_tmx, ".pej": read_pet_texts}
TABLES, TREES = tuple(_TABLES), tuple(_TREES)


def read_texts(given: Path | GivenFile, *, source_column: str = "") -> Texts:
    """Return the segments of a file that holds source and outputs together.

    `source_column` is where the source stands in a table, if the column is not called so.
    """
    file = opened(given)
    if source_column and file.suffix in TABLE_ENDINGS:
        return read_columns(file, source=source_column)
    reader = (_TABLES | _TREES).get(file.suffix)
    if reader is not None:
        return reader(file)
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
