"""Error sets as a table that people correct: join errors by giving them one set, split by two.

A row is one error: `set,segment,system,side,start,end,category`, and what helps whoever reads
it: `kind,severity,text,passage,from_mt`. Only `set` is meant to be changed.
"""

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tertium.formats.files import replacing
from tertium.formats.sheets import Row, Sheet
from tertium.text import guarded

__all__ = ["COLUMNS", "read_sets", "write_sets"]

_KEY = ("segment", "system", "side", "start", "end", "category")
COLUMNS = ("set", *_KEY, "kind", "severity", "text", "passage", "from_mt")
Key = tuple[str, str, str, int | None, int | None, str]


def read_sets(path: Path) -> dict[Key, str]:
    """Return the set of every error that a file names."""
    found: dict[Key, str] = {}

    def put(row: Row) -> Key:
        name = _plain(row.filled("set"))
        start, end = _place(row, "start"), _place(row, "end")
        segment, system, category = (_plain(row[one]) for one in ("segment", "system", "category"))
        key = (segment, system, row["side"] or "target", start, end, category)
        if found.setdefault(key, name) != name:
            raise row.wrong("set", "one error is in two sets", "Give it one set, or remove a row.")
        return key

    Sheet("error sets", ("set", *_KEY), put).rows(path)
    return found


def _plain(text: str) -> str:
    """Undo `guarded`."""
    return text[1:] if text.startswith("'") and guarded(text[1:]) == text else text


def _place(row: Row, name: str) -> int | None:
    if not row[name]:
        return None
    return int(row.number(name, low=0, high=1e9, fix="Leave places as they were written."))


def write_sets(rows: Iterable[Mapping[str, Any]], path: Path) -> int:
    """Write one row per error and return how many there are."""
    count = 0
    with replacing(path) as beside, beside.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in rows:
            cells = ("" if row[name] is None else row[name] for name in COLUMNS)
            writer.writerow([guarded(one) if isinstance(one, str) else one for one in cells])
            count += 1
    return count
