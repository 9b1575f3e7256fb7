"""SQLite files: a new one appears whole, and one that lost its content is not taken for new."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from secrets import token_hex

from tertium.exceptions import Conflict, NotFound
from tertium.store.schema import VERSION_TABLE

_HEADER = 100  # bytes
_MAGIC = b"SQLite format 3\0"
_RESTORE = "Restore it from a backup (tertium backup makes them)"


def check_file(file: Path) -> None:
    """Refuse a file that was a database, or is another program's; nothing is written."""
    if not file.exists():
        log = Path(f"{file}-wal")
        if log.is_file() and log.stat().st_size:
            raise NotFound(
                f"the database is missing, but its log {log.name!r} is there, with judgements",
                where=str(file),
                fix=f"{_RESTORE}, or put the file back beside its log.",
            )
        return
    if not file.is_file():
        return
    if not file.stat().st_size:
        raise Conflict(
            "the database file is empty (0 bytes)",
            where=str(file),
            fix=f"{_RESTORE}; only if no campaign was kept here, delete the file.",
        )
    if missing := _missing_bytes(file):
        raise Conflict(
            f"the database file is cut off: {missing:,} bytes are missing at its end",
            where=str(file),
            fix=f"{_RESTORE}.",
        )
    foreign = _foreign_tables(file)
    if foreign:
        raise Conflict(
            f"this is a database of another program: it holds {', '.join(map(repr, foreign))}",
            where=str(file),
            fix="Name a .db file that Tertium made, or another name for a new one.",
        )


def create_file(file: Path) -> None:
    """Make a database without tables, whole or not at all, unless somebody else just did."""
    beside = file.with_name(f".new-{token_hex(4)}-{file.name[-100:]}")
    try:
        with closing(sqlite3.connect(beside)) as new:
            new.execute("PRAGMA user_version = 1")  # writes the first page
        try:
            os.link(beside, file)
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            if not file.exists():
                beside.replace(file)
    except (OSError, sqlite3.Error):
        pass  # a folder in which nobody may write is told when the database is opened
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _missing_bytes(file: Path) -> int:
    """Return how many bytes fewer a file has than it says; 0 where its log may complete it."""
    log = Path(f"{file}-wal")
    if log.is_file() and log.stat().st_size:
        return 0
    with suppress(OSError), file.open("rb") as opened:
        header = opened.read(_HEADER)
        size = file.stat().st_size
        if len(header) < _HEADER:
            return _HEADER - len(header) if _MAGIC.startswith(header[: len(_MAGIC)]) else 0
        if header.startswith(_MAGIC) and header[24:28] == header[92:96]:
            page = int.from_bytes(header[16:18], "big")
            pages = int.from_bytes(header[28:32], "big")
            return max((65_536 if page == 1 else page) * pages - size, 0)
    return 0


def _foreign_tables(file: Path) -> list[str]:
    """Return a few tables of a database that Tertium did not make."""
    with (
        suppress(sqlite3.Error),  # what is no database is told when it is opened
        closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as opened,
    ):
        found = opened.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        tables = [name for (name,) in found]
        if VERSION_TABLE not in tables:
            return tables[:3]
    return []
