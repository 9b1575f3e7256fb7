"""Which format a file of texts has: by its name, or else by its first bytes."""

from pathlib import Path

from tertium.exceptions import BadInput
from tertium.formats.columns import read_columns
from tertium.formats.entries import Texts
from tertium.formats.files import plain_suffix, read_bytes
from tertium.formats.jsonl import read_jsonl
from tertium.formats.pet import is_pet, read_pet_texts
from tertium.formats.tmx import read_tmx
from tertium.formats.xliff import read_xliff

__all__ = ["PLAIN", "TABLES", "TREES", "read_texts"]

PLAIN = (".txt",)
TABLES = (".tsv", ".tab", ".csv", ".jsonl", ".ndjson")
TREES = (".xlf", ".xliff", ".tmx", ".pej")
_READERS = {
    ".tsv": read_columns,
    ".tab": read_columns,
    ".csv": read_columns,
    ".jsonl": read_jsonl,
    ".ndjson": read_jsonl,
    ".xlf": read_xliff,
    ".xliff": read_xliff,
    ".tmx": read_tmx,
    ".pej": read_pet_texts,
}


def read_texts(path: Path) -> Texts:
    """Return the segments of a file that holds source and outputs together."""
    reader = _READERS.get(plain_suffix(path))
    if reader is not None:
        return reader(path)
    head = read_bytes(path)[:2000].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"{"):
        return read_jsonl(path)
    if is_pet(path):
        return read_pet_texts(path)
    if head.startswith(b"<"):
        return read_tmx(path) if b"<tmx" in head else read_xliff(path)
    raise BadInput(
        "the format of this file is not known",
        where=str(path),
        fix=f"Texts are read from {', '.join((*PLAIN, *TABLES, *TREES))}, each also with .gz.",
    )
