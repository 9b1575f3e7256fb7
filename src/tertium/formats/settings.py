"""Settings written by people: TOML tables whose every mistake is told with its line.

A *table* hands out its values one by one, checked for kind; when all expected
ones are taken, whatever is left was mistyped, and the nearest known name is offered.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, cast

from tertium.errors import BadInput
from tertium.formats.files import read_text
from tertium.settings import settings_of

__all__ = ["Table", "read_record", "read_settings"]

T = TypeVar("T")  # a record of settings
_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?")
_KEY = re.compile(r"""\s*(?:"([^"]+)"|'([^']+)'|([A-Za-z0-9_-]+))\s*[=.]""")


class Table:
    """One table of a settings file, at `path` in it."""

    def __init__(
        self, file: str, values: dict[str, Any], lines: dict[tuple[str, ...], int], *path: str
    ) -> None:
        self._file = file
        self._values = values
        self._lines = lines
        self._path = path
        self._known: list[str] = []

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def where(self, name: str = "") -> str:
        """Return `file:line` of a setting, or of the nearest thing around it."""
        path = (*self._path, name) if name else self._path
        while path:
            if path in self._lines:
                return f"{self._file}:{self._lines[path]}"
            path = path[:-1]
        return self._file

    def bad(self, name: str, what: str, fix: str) -> BadInput:
        """Build the error about one setting."""
        return BadInput(what, where=self.where(name), fix=fix)

    def names(self) -> list[str]:
        """Return the names given in this table, in their order."""
        return list(self._values)

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text; without a default it must be given."""
        value = self._take(name, default)
        if not isinstance(value, str):
            raise self._mistyped(name, value, "text", f'{name} = "…"')
        return value

    def whole(self, name: str, default: int, *, least: int = 0, most: int | None = None) -> int:
        """Return a whole number."""
        value = self._take(name, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._mistyped(name, value, "a whole number", f"{name} = {default}")
        if value < least:
            raise self.bad(name, f"{name} = {value} is too small", f"Write at least {least}.")
        if most is not None and value > most:
            raise self.bad(name, f"{name} = {value} is too many", f"Write {least} to {most}.")
        return value

    def amount(self, name: str, default: float) -> float:
        """Return a number from 0 upwards."""
        value = self._take(name, default)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self._mistyped(name, value, "a number", f"{name} = {default}")
        if not 0 <= value < float("inf"):
            raise self.bad(name, f"{name} = {value} is not possible", "Write 0 or more.")
        return float(value)

    def switch(self, name: str, default: bool) -> bool:
        """Return true or false."""
        value = self._take(name, default)
        if not isinstance(value, bool):
            raise self._mistyped(name, value, "true or false", f"{name} = true")
        return value

    def choice(self, name: str, allowed: tuple[str, ...], default: str) -> str:
        """Return one of several words."""
        value = self.text(name, default)
        if value not in allowed:
            close = get_close_matches(value, allowed, n=1)
            guess = f"Did you mean {close[0]!r}? " if close else ""
            raise self.bad(
                name, f"{name} = {value!r} is not known", f"{guess}Allowed: {', '.join(allowed)}."
            )
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts, empty if it is not given."""
        value = self._take(name, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._mistyped(name, value, "a list of texts", f'{name} = ["…", "…"]')
        return tuple(value)

    def moment(self, name: str) -> datetime | None:
        """Return a time in UTC; a date means the end of that day, a bare time is taken as UTC."""
        value = self._take(name, False)
        if value is False:
            return None
        if isinstance(value, datetime):
            return value.replace(tzinfo=value.tzinfo or UTC).astimezone(UTC)
        if isinstance(value, date):
            return datetime(value.year, value.month, value.day, 23, 59, 59, tzinfo=UTC)
        raise self._mistyped(name, value, "a date or a time", f"{name} = 2026-05-31T18:00:00Z")

    def anything(self, name: str, default: Any) -> Any:
        """Return a value of any kind, for whoever knows how to check it."""
        return self._take(name, default)

    def table(self, name: str) -> "Table":
        """Return a table inside this one, empty if it is not given."""
        value = self._take(name, {})
        if not isinstance(value, dict):
            raise self._mistyped(name, value, "a table", f"[{name}]")
        return Table(self._file, value, self._lines, *self._path, name)

    def tables(self, name: str) -> "list[Table]":
        """Return the tables of an array `[[name]]`, none if it is not given."""
        value = self._take(name, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self._mistyped(name, value, "a list of tables", f"[[{name}]]")
        return [
            Table(self._file, item, self._lines, *self._path, name, str(number))
            for number, item in enumerate(value)
        ]

    def close(self) -> None:
        """Refuse whatever was given and never taken."""
        for name in self._values:
            if name not in self._known:
                close = get_close_matches(name, self._known, n=1)
                guess = f"Did you mean {close[0]!r}? " if close else ""
                shown = [part for part in self._path if not part.isdigit()]
                place = f" in [{'.'.join(shown)}]" if shown else ""
                raise self.bad(
                    name,
                    f"unknown setting {name!r}{place}",
                    f"{guess}Known: {', '.join(self._known)}.",
                )

    def _take(self, name: str, default: Any) -> Any:
        self._known.append(name)
        if name in self._values:
            return self._values[name]
        if default is None:
            shown = [part for part in self._path if not part.isdigit()]
            place = f" in [{'.'.join(shown)}]" if shown else ""
            raise self.bad("", f"no setting {name!r}{place}", f"Add the line {name} = …")
        return default

    def _mistyped(self, name: str, value: Any, kind: str, example: str) -> BadInput:
        return self.bad(name, f"{name} = {value!r} is not {kind}", f"Write for example: {example}")


def read_record(
    table: Table, default: T, own: Mapping[str, Callable[[Table, Any], Any]] | None = None
) -> T:
    """Return a record whose settings the table gives, over the default.

    The kind of a setting is that of its default; those that take several kinds have a reader of
    their `own`, which gets the table and the default.
    """
    values = {}
    for name, one in settings_of(default).items():
        value = getattr(default, name)
        if own and name in own:
            values[name] = own[name](table, value)
        elif one.allowed:
            values[name] = table.choice(name, one.allowed, value)
        elif isinstance(value, bool):
            values[name] = table.switch(name, value)
        elif isinstance(value, int):
            values[name] = table.whole(name, value, least=one.least, most=one.most)
        elif isinstance(value, float):
            values[name] = table.amount(name, value)
        elif isinstance(value, tuple):
            values[name] = table.texts(name)
        elif isinstance(value, str):
            values[name] = table.text(name, value)
        else:
            values[name] = table.moment(name)
    return cast(T, replace(cast(Any, default), **values))


def read_settings(path: Path) -> Table:
    """Return the outermost table of a TOML file."""
    text = read_text(path)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        place = f":{found[1]}:{found[2]}" if found else ""
        raise BadInput(
            re.sub(r" \(at .*\)$", "", str(error)).lower(),
            where=f"{path}{place}",
            fix="Texts stand in double quotes, lists in square brackets; see toml.io.",
        ) from None
    return Table(str(path), values, _lines(text))


def _lines(text: str) -> dict[tuple[str, ...], int]:
    """Return the line of every table and setting, as far as they start a line of their own."""
    found: dict[tuple[str, ...], int] = {}
    counts: dict[tuple[str, ...], int] = {}
    path: tuple[str, ...] = ()
    inside = ""  # the quotes of a text that runs over several lines
    for number, line in enumerate(text.split("\n"), start=1):
        if inside:
            if inside in line:
                inside = ""
            continue
        if header := _HEADER.match(line):
            path = tuple(part.strip("\"' ") for part in header[2].split("."))
            if header[1] == "[[":
                counts[path] = counts.get(path, -1) + 1
                path = (*path, str(counts[path]))
            found.setdefault(path, number)
        elif key := _KEY.match(line):
            name = next(part for part in key.groups() if part)
            found.setdefault((*path, name), number)
            for quotes in ('"""', "'''"):
                if line.count(quotes) == 1:
                    inside = quotes
    return found
