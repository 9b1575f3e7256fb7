"""Bytes from and to files: gzip or not, which encoding, nothing half-written.

Every reader begins here, so that a broken archive or a wrong encoding is told
in the same words whatever the format.
"""

import gzip
import os
import re
import shutil
import stat
import sys
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from errno import EACCES, EBUSY, EISDIR, EPERM
from glob import escape
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

from tertium.exceptions import BadInput, NotFound

GZIP = b"\x1f\x8b"
BOM = b"\xef\xbb\xbf"
_ZIP = b"PK\x03\x04"
_MOST_LINKS = 40  # as many as Linux follows
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
# Two or more bytes that UTF-8 writes one character with; in Windows-1252 such pairs spell nonsense.
_HALF_UTF8 = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}")


class Place(str):
    """Where something stands: a file, or a line of it."""

    __slots__ = ()

    def wrong(self, what: str, fix: str) -> BadInput:
        """Return the error that tells what is wrong here, and what to do."""
        return BadInput(what, where=self, fix=fix)


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
        raise Place(path).wrong(
            f"cannot be read ({error.strerror})", "Name a file that you may read."
        ) from None
    if content.startswith(GZIP):
        try:
            content = gzip.decompress(content)
        except (OSError, EOFError, zlib.error):
            raise Place(path).wrong(
                "the gzip archive is damaged or incomplete",
                "Copy the file again, or unpack it and use the unpacked file.",
            ) from None
    if not content.removeprefix(BOM).strip():
        raise Place(path).wrong("the file is empty", "Name a file with text in it.")
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


def as_utf8(content: bytes) -> bytes:
    """Return bytes of UTF-16 that begin with a byte-order mark as UTF-8 with one, others alone."""
    if content.startswith(_UTF16):
        with suppress(UnicodeDecodeError):
            return BOM + content.decode("utf-16").encode()
    return content


def decoded(content: bytes, name: str) -> str:
    """Return the text of UTF-8 bytes, with or without a byte-order mark, or of UTF-16 with one.

    What is neither is told with its line and its byte in that line, both from 1.
    """
    if content.startswith(_ZIP):
        raise Place(name).wrong(
            "this is a spreadsheet or an archive, not text",
            "Save it as CSV (UTF-8), or unpack it, and use that file.",
        )
    content = as_utf8(content)
    if content.startswith(_UTF16) or b"\0" in content:
        line, column = _place(content, max(content.find(b"\0"), 0))
        raise Place(f"{name}:{line}:{column}").wrong(
            "the file is not UTF-8; it looks like UTF-16",
            f"Save it as UTF-8, for example: iconv -f UTF-16 -t UTF-8 {name}.",
        )
    content = content.removeprefix(BOM)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line, column = _place(content, error.start)
        raise Place(f"{name}:{line}:{column}").wrong(
            f"byte 0x{content[error.start]:02X} is not UTF-8",
            f"Save the file as UTF-8, for example: iconv -f WINDOWS-1252 -t UTF-8 {name}.",
        ) from None


def decoded_western(content: bytes, name: str) -> tuple[str, bool]:
    """Return the text of bytes as `decoded`, and whether it had to be read as Windows-1252.

    That is how spreadsheets of Western Europe save CSV. A damaged UTF-8 file is not taken for
    one: every byte beyond ASCII would have to stand alone or beside other letters of words.
    """
    try:
        return decoded(content, name), False
    except BadInput:
        if b"\0" in content or content.startswith((_ZIP, *_UTF16)) or _HALF_UTF8.search(content):
            raise
        try:
            return content.decode("windows-1252"), True
        except UnicodeDecodeError:
            pass
        raise


def _place(content: bytes, at: int) -> tuple[int, int]:
    return content.count(b"\n", 0, at) + 1, at - content.rfind(b"\n", 0, at)


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file, gzipped or not."""
    return decoded(read_bytes(path), str(path))


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a name to write to; what was written becomes `path` when all went well.

    A file is replaced in one step and keeps its owner and permissions; a symbolic link stays,
    and the file it leads to is replaced. What cannot be replaced is written to: a device, a
    pipe, an open descriptor (`/dev/stdout`), a file with several names (hard links) or in a
    folder that takes no new files. A full disk or a missing right to write is told as such.
    """
    target = Path(os.path.realpath(path))
    try:
        through = _written_to(path, target)
        with ExitStack() as stack:
            folder = target.parent
            if through:
                folder = Path(stack.enter_context(TemporaryDirectory(prefix="tertium-")))
            # A name that nobody can have put something under; long ones keep their ending.
            ending = path.name[-100:]
            _clear_left(folder, ending)
            beside = folder / f".part-{os.getpid()}-{token_hex(4)}-{ending}"
            stack.callback(beside.unlink, missing_ok=True)
            yield beside
            if through:
                _write_through(beside, path)
            else:
                _take_place(beside, target)
    except BrokenPipeError:
        raise  # whoever read has enough
    except OSError as error:
        raise Place(path).wrong(
            f"the file cannot be written ({(error.strerror or str(error)).lower()})",
            "Choose a folder with room that this user may write to.",
        ) from error


def _clear_left(folder: Path, ending: str) -> None:
    """Remove what a process that was killed left unfinished."""
    if os.name != "posix":  # elsewhere a process cannot be asked for without harm
        return
    for left in folder.glob(f".part-*-*-{escape(ending)}"):
        number = left.name.split("-")[1]
        if number.isdecimal() and not _runs(int(number)):
            left.unlink(missing_ok=True)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        pass
    return True


def _written_to(path: Path, target: Path) -> bool:
    """Tell whether a file is written to as it is, instead of being replaced."""
    if _descriptor(path) is not None:
        return True
    try:
        known = path.stat()
    except FileNotFoundError:
        if not target.parent.is_dir():
            raise NotFound(
                f"no folder {str(target.parent)!r}", where=str(path), fix="Make the folder first."
            ) from None
        return False
    if stat.S_ISDIR(known.st_mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    if not os.access(path, os.W_OK):  # replacing it would get around that
        raise PermissionError(EACCES, os.strerror(EACCES))
    return (
        not stat.S_ISREG(known.st_mode)
        or known.st_nlink > 1
        or not os.access(target.parent, os.W_OK)
    )


def _descriptor(path: Path) -> int | None:
    """Return the number of the open descriptor that a name such as /dev/stdout stands for."""
    place = os.path.abspath(path)
    for _ in range(_MOST_LINKS):
        folder, number = os.path.split(place)
        if folder in ("/dev/fd", "/proc/self/fd") and number.isdecimal():
            return int(number)
        if not os.path.islink(place):
            break
        place = os.path.abspath(os.path.join(folder, os.readlink(place)))
    return None


def _write_through(written: Path, path: Path) -> None:
    number = _descriptor(path)
    with written.open("rb") as content:
        if number is None:
            with path.open("wb") as out:
                shutil.copyfileobj(content, out)
        else:
            sys.stdout.flush()
            with os.fdopen(os.dup(number), "wb") as out:
                shutil.copyfileobj(content, out)


def _take_place(written: Path, target: Path) -> None:
    """Put a file in the place of another, with its owner and permissions as far as allowed."""
    try:
        before = target.stat()
    except FileNotFoundError:
        written.replace(target)
        return
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(written, before.st_uid, before.st_gid)
    written.chmod(stat.S_IMODE(before.st_mode))
    try:
        written.replace(target)
    except OSError as error:
        if error.errno not in (EBUSY, EPERM):
            raise
        # Mounted by itself, as in a container, or in a folder where only owners replace.
        _write_through(written, target)


def write_text(path: Path, text: str) -> None:
    """Write a text as UTF-8 as it is, gzipped if the name says so."""
    content = text.encode("utf-8")
    path.write_bytes(gzip.compress(content) if path.name.lower().endswith(".gz") else content)
