"""Settings written by people, in TOML or YAML: every mistake is reported with its line.

A *table* hands out its values one by one, checked for kind; when all expected
ones are taken, whatever is left was mistyped, and the nearest known name is offered.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, cast

from tertium.exceptions import BadInput
from tertium.formats.files import read_text
from tertium.settings import name_in_file, settings_of

T = TypeVar("T")  # a record of settings
_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?")
_KEY = re.compile(r"""\s*(?:"([^"]+)"|'([^']+)'|([A-Za-z0-9_-]+))\s*[=.]""")


@dataclass(frozen=True, slots=True)
class Syntax:
    """How a language writes what a table holds, for advice."""

    setting: str  # what a name with its value is called
    line: str  # with places for both
    around: str  # how the tables around a value are named
    table: str  # how a table inside another begins
    tables: str
    texts: str
    loose: bool = False  # texts need no quotes, so that a number is a text as well


SWITCHES = {"yes": True, "on": True, "no": False, "off": False}  # in YAML, beside true and false
TOML = Syntax("setting", "{} = {}", "[{}]", "[{}]", "[[{}]]", '["…", "…"]')
Place = tuple[str, ...]  # the names of tables around a value, and its own


class Table:
    """One table of a settings file, at `path` in it; `lines` has that of every path."""

    def __init__(
        self,
        file: str,
        values: dict[str, Any],
        lines: Mapping[Place, int],
        path: Place = (),
        syntax: Syntax = TOML,
    ) -> None:
        self._file = file
        self._values = values
        self._lines = lines
        self._path = path
        self._syntax = syntax
        self._known: list[str] = []

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def where(self, name: str = "") -> str:
        """Return `file:line` of a setting, or of the nearest thing around it."""
        path = (*self._path, name) if name else self._path
        for length in range(len(path), -1, -1):
            if path[:length] in self._lines:
                return f"{self._file}:{self._lines[path[:length]]}"
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
        if self._syntax.loose and isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str):
            raise self._mistyped(name, value, "text", '"…"')
        return value.strip() if self._syntax.loose else value

    def whole(self, name: str, default: int, *, least: int = 0, most: int | None = None) -> int:
        """Return a whole number."""
        value = self._take(name, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._mistyped(name, value, "a whole number", default)
        if value < least:
            shown = self._line(name, value)
            raise self.bad(name, f"{shown} is too small", f"Write at least {least}.")
        if most is not None and value > most:
            shown = self._line(name, value)
            raise self.bad(name, f"{shown} is too many", f"Write {least} to {most}.")
        return value

    def amount(self, name: str, default: float | None = None) -> float:
        """Return a number from 0 upwards; without a default it must be given."""
        value = self._take(name, default)
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise self._mistyped(name, value, "a number", 1 if default is None else default)
        if not 0 <= value < float("inf"):
            shown = self._line(name, value)
            raise self.bad(name, f"{shown} is not possible", "Write 0 or more.")
        return float(value)

    def switch(self, name: str, default: bool = False) -> bool:
        """Return true or false."""
        value = self._take(name, default)
        if self._syntax.loose:
            value = SWITCHES.get(str(value).lower(), value)
        if not isinstance(value, bool):
            raise self._mistyped(name, value, "true or false", "true")
        return value

    def choice(self, name: str, allowed: tuple[str, ...], default: str) -> str:
        """Return one of several words."""
        value = self.text(name, default)
        if value not in allowed:
            close = get_close_matches(value, allowed, n=1)
            guess = f"Did you mean {close[0]!r}? " if close else ""
            raise self.bad(
                name,
                f"{self._line(name, repr(value))} is not known",
                f"{guess}Allowed: {', '.join(allowed)}.",
            )
        return value

    def either(self, name: str, allowed: tuple[T, ...], kind: str) -> T:
        """Return one of a few words, the first if it is not given; `kind` says what they are."""
        given = self.text(name, str(allowed[0]))
        for one in allowed:
            if one == given:
                return one
        fix = ", or ".join(f"{name}: {one}" for one in allowed)
        article = "an" if kind[0] in "aeiou" else "a"
        raise self.bad(name, f"{given!r} is not {article} {kind}", f"Write {fix}.")

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts, empty if it is not given."""
        value = self._take(name, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self._mistyped(name, value, "a list of texts", self._syntax.texts)
        return tuple(item.strip() if self._syntax.loose else item for item in value)

    def moment(self, name: str) -> datetime | None:
        """Return a time in UTC; a date means the end of that day, a bare time is taken as UTC."""
        value = self._take(name, False)
        if value is False:
            return None
        if isinstance(value, datetime):
            return value.replace(tzinfo=value.tzinfo or UTC).astimezone(UTC)
        if isinstance(value, date):
            return datetime(value.year, value.month, value.day, 23, 59, 59, tzinfo=UTC)
        raise self._mistyped(name, value, "a date or a time", "2026-05-31T18:00:00Z")

    def anything(self, name: str, default: Any) -> Any:
        """Return a value of any kind, for whoever knows how to check it."""
        return self._take(name, default)

    def table(self, name: str) -> "Table":
        """Return a table inside this one, empty if it is not given."""
        value = self._take(name, {})
        if not isinstance(value, dict):
            raise self._mistyped(name, value, "a table", as_is=self._syntax.table.format(name))
        return self._inner(value, name)

    def tables(self, name: str) -> "list[Table]":
        """Return the tables of an array `[[name]]`, none if it is not given."""
        value = self._take(name, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            as_is = self._syntax.tables.format(name)
            raise self._mistyped(name, value, "a list of tables", as_is=as_is)
        return [self._inner(item, name, str(number)) for number, item in enumerate(value)]

    def close(self) -> None:
        """Refuse whatever was given and never taken."""
        for name in self._values:
            if name not in self._known:
                close = get_close_matches(name, self._known, n=1)
                guess = f"Did you mean {close[0]!r}? " if close else ""
                raise self.bad(
                    name,
                    f"unknown {self._syntax.setting} {name!r}{self._around()}",
                    f"{guess}Known: {', '.join(dict.fromkeys(self._known))}.",
                )

    def _inner(self, values: dict[str, Any], *path: str) -> "Table":
        return Table(self._file, values, self._lines, (*self._path, *path), self._syntax)

    def _take(self, name: str, default: Any) -> Any:
        self._known.append(name)
        if name in self._values:
            return self._values[name]
        if default is None:
            others = [other for other in self._values if other not in self._known]
            close = get_close_matches(name, others, n=1)
            guess = f"Is {close[0]!r} meant? " if close else ""
            raise self.bad(
                close[0] if close else "",
                f"no {self._syntax.setting} {name!r}{self._around()}",
                f"{guess}Add the line {self._line(name, '…')}",
            )
        return default

    def _around(self) -> str:
        shown = [part for part in self._path if not part.isdigit()]
        return f" in {self._syntax.around.format('.'.join(shown))}" if shown else ""

    def _line(self, name: str, value: object) -> str:
        return self._syntax.line.format(name, value)

    def _mistyped(
        self, name: str, value: Any, kind: str, example: object = "", *, as_is: str = ""
    ) -> BadInput:
        return self.bad(
            name,
            f"{self._line(name, repr(value))} is not {kind}",
            f"Write for example: {as_is or self._line(name, example)}",
        )


def read_record(
    table: Table, default: T, own: Mapping[str, Callable[[Table, Any], Any]] | None = None
) -> T:
    """Return a record whose settings the table gives, over the default.

    The kind of a setting is that of its default; those that take several kinds have a reader of
    their `own`, which gets the table and the default.
    """
    values = {}
    for field, one in settings_of(default).items():
        name, value = name_in_file(field), getattr(default, field)
        if own and name in own:
            values[field] = own[name](table, value)
        elif one.allowed:
            values[field] = table.choice(name, one.allowed, value)
        elif isinstance(value, bool):
            values[field] = table.switch(name, value)
        elif isinstance(value, int):
            values[field] = table.whole(name, value, least=one.least, most=one.most)
        elif isinstance(value, float):
            values[field] = table.amount(name, value)
        elif isinstance(value, tuple):
            values[field] = table.texts(name)
        elif isinstance(value, str):
            values[field] = table.text(name, value)
        else:
            values[field] = table.moment(name)
    return cast(T, replace(cast(Any, default), **values))


def read_settings(path: Path) -> Table:
    """Return the outermost table of a TOML file."""
    return parse_settings(read_text(path), path)


def parse_settings(text: str, path: Path) -> Table:
    """Return the outermost table of a text in TOML; `path` is for messages."""
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
    return Table(str(path), values, setting_lines(text))


def setting_lines(text: str) -> dict[Place, int]:
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
