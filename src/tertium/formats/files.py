"""Bytes from and to files: gzip or not, UTF-8, nothing half-written.

Every reader begins here, so that a broken archive or a wrong encoding is told
in the same words whatever the format.
"""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tertium.errors import BadInput, NotFound

__all__ = [
    "GZIP",
    "decoded",
    "plain_suffix",
    "read_bytes",
    "read_head",
    "read_text",
    "replacing",
    "write_text",
]

GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"
_ZIP = b"PK\x03\x04"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def plain_suffix(path: Path) -> str:
    """Return the ending that tells the format, `.gz` set aside: `.csv` for `a.csv.gz`."""
    name = path.name.lower()
    return Path(name.removesuffix(".gz")).suffix


def read_bytes(path: Path) -> bytes:
    """Return the content of a file, unpacked if it is gzipped; an empty file is refused."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        near = [other.name for other in path.parent.glob("*")] if path.parent.is_dir() else []
        raise NotFound.among("file", path.name, near, where=str(path.parent)) from None
    except OSError as error:
        raise BadInput(
            f"cannot be read ({error.strerror})",
            where=str(path),
            fix="Name a file that you may read.",
        ) from None
    if content.startswith(GZIP):
        try:
            content = gzip.decompress(content)
        except (OSError, EOFError, zlib.error):
            raise BadInput(
                "the gzip archive is damaged or incomplete",
                where=str(path),
                fix="Copy the file again, or unpack it and use the unpacked file.",
            ) from None
    if not content.removeprefix(_BOM).strip():
        raise BadInput("the file is empty", where=str(path), fix="Name a file with text in it.")
    return content


def read_head(path: Path, size: int = 100_000) -> bytes:
    """Return how a file begins, to recognise it; nothing if it cannot be read.

    Whoever reads all of it tells what is wrong.
    """
    try:
        with path.open("rb") as plain:
            if plain.read(len(GZIP)) != GZIP:
                plain.seek(0)
                return plain.read(size)
        with gzip.open(path) as packed:
            return packed.read(size)
    except (OSError, EOFError, zlib.error):
        return b""


def decoded(content: bytes, name: str) -> str:
    """Return the text of UTF-8 bytes, with or without a byte-order mark.

    What is not UTF-8 is told with its line and its byte in that line, both from 1.
    """
    if content.startswith(_ZIP):
        raise BadInput(
            "this is a spreadsheet or an archive, not text",
            where=name,
            fix="Save it as CSV (UTF-8), or unpack it, and use that file.",
        )
    if content.startswith(_UTF16) or b"\0" in content:
        line, column = _place(content, max(content.find(b"\0"), 0))
        raise BadInput(
            "the file is not UTF-8; it looks like UTF-16",
            where=f"{name}:{line}:{column}",
            fix=f"Save it as UTF-8, for example: iconv -f UTF-16 -t UTF-8 {name}.",
        )
    content = content.removeprefix(_BOM)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line, column = _place(content, error.start)
        raise BadInput(
            f"byte 0x{content[error.start]:02X} is not UTF-8",
            where=f"{name}:{line}:{column}",
            fix=f"Save the file as UTF-8, for example: iconv -f WINDOWS-1252 -t UTF-8 {name}.",
        ) from None


def _place(content: bytes, at: int) -> tuple[int, int]:
    return content.count(b"\n", 0, at) + 1, at - content.rfind(b"\n", 0, at)


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file, gzipped or not."""
    return decoded(read_bytes(path), str(path))


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a name beside `path` to write to; it becomes `path` when all went well.

    A full disk or a folder in which nobody may write is told as such.
    """
    if not path.parent.is_dir():
        raise NotFound(
            f"no folder {str(path.parent)!r}", where=str(path), fix="Make the folder first."
        )
    beside = path.with_name(f".part-{path.name}")
    try:
        yield beside
        beside.replace(path)
    except OSError as error:
        raise BadInput(
            f"the file cannot be written ({(error.strerror or str(error)).lower()})",
            where=str(path),
            fix="Choose a folder with room that this user may write to.",
        ) from error
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Write a text as UTF-8 as it is, gzipped if the name says so."""
    content = text.encode("utf-8")
    path.write_bytes(gzip.compress(content) if path.name.lower().endswith(".gz") else content)
