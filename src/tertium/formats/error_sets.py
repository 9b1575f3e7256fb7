"""Error sets as a table that people correct: join errors by giving them one set, split by two.

A row is one error: `set,segment,system,side,start,end,category`, and what helps whoever reads
it: `kind,severity,text,passage,from_mt`. Only `set` is meant to be changed.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tertium.formats.sheets import Row, Sheet
from tertium.formats.writing import write_csv
from tertium.text import guarded

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
    lines = [[_cell(row[name]) for name in COLUMNS] for row in rows]
    write_csv(path, COLUMNS, lines, line_end="\n")
    return len(lines)


def _cell(value: Any) -> Any:
    """Return a cell: nothing for what is not known, and no text that a spreadsheet computes."""
    return guarded(value or "") if isinstance(value, str | None) else value
