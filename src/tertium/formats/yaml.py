"""YAML written by people: every mistake is told with its line.

Only plain data is read (the safe loader); an *entry* is one mapping, which hands out its
values checked for kind. When all expected ones are taken, whatever is left was mistyped.
"""

from difflib import get_close_matches
from typing import Any

import yaml

from tertium.errors import BadInput

__all__ = ["Entry", "read_yaml"]

_DEEPEST = 50  # mappings and lists inside each other


class Entry:
    """One mapping of a YAML file, with the line of each of its names."""

    def __init__(self, file: str, node: yaml.MappingNode, about: str = "") -> None:
        self._file = file
        self._about = about
        self._line = node.start_mark.line + 1
        self._values: dict[str, tuple[yaml.Node, int]] = {}
        self._known: list[str] = []
        for key, value in node.value:
            name, line = str(key.value), key.start_mark.line + 1
            if name in self._values:
                raise BadInput(
                    f"{name!r} is given twice{self._in}",
                    where=f"{file}:{line}",
                    fix="Remove or rename one of them.",
                )
            self._values[name] = (value, line)

    @property
    def _in(self) -> str:
        return f" in {self._about}" if self._about else ""

    def where(self, name: str = "") -> str:
        """Return `file:line` of a name, or of the entry."""
        line = self._values[name][1] if name in self._values else self._line
        return f"{self._file}:{line}"

    def bad(self, name: str, what: str, fix: str) -> BadInput:
        """Build the error about one name."""
        return BadInput(what, where=self.where(name), fix=fix)

    def names(self) -> list[str]:
        """Return the names given, in their order."""
        return list(self._values)

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text; without a default it must be given."""
        value = self._scalar(name, default)
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise self.bad(name, f"{name} is not a text", f"Write {name}: … on one line.")
        return str(value).strip()

    def amount(self, name: str, default: float | None = None) -> float:
        """Return a number from 0 upwards; without a default it must be given."""
        value = self._scalar(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.bad(name, f"{name} {value!r} is not a number", f"Write {name}: 1")
        if not 0 <= value < float("inf"):
            raise self.bad(
                name,
                f"{name} {value:g} is not possible",
                "Write 0 or more; errors cost points, so weights have no sign.",
            )
        return float(value)

    def switch(self, name: str) -> bool:
        """Return true or false; false if it is not given."""
        value = self._scalar(name, False)
        if not isinstance(value, bool):
            raise self.bad(name, f"{name} {value!r} is not true or false", f"Write {name}: true")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts, empty if it is not given."""
        return tuple(
            str(node.value).strip()
            for node in self._listed(name)
            if self._is(node, yaml.ScalarNode, name, "a list of texts")
        )

    def entries(self, name: str) -> list["Entry"]:
        """Return the mappings of a list, none if it is not given."""
        return [
            Entry(self._file, node, name)
            for node in self._listed(name)
            if self._is(node, yaml.MappingNode, name, "a list of entries that begin with '- '")
        ]

    def entry(self, name: str) -> "Entry | None":
        """Return a mapping inside this one."""
        self._known.append(name)
        if name not in self._values:
            return None
        node, _ = self._values[name]
        self._is(node, yaml.MappingNode, name, "a mapping of names and values")
        return Entry(self._file, node, name)

    def close(self) -> None:
        """Refuse whatever was given and never taken."""
        for name in self._values:
            if name not in self._known:
                close = get_close_matches(name, self._known, n=1)
                guess = f"Did you mean {close[0]!r}? " if close else ""
                known = ", ".join(dict.fromkeys(self._known))
                raise self.bad(name, f"unknown key {name!r}{self._in}", f"{guess}Known: {known}.")

    def _scalar(self, name: str, default: Any) -> Any:
        self._known.append(name)
        if name not in self._values:
            if default is None:
                others = [other for other in self._values if other not in self._known]
                close = get_close_matches(name, others, n=1)
                guess = f"Is {close[0]!r} meant? " if close else ""
                place = close[0] if close else ""
                raise self.bad(place, f"no {name!r}{self._in}", f"{guess}Add the line {name}: …")
            return default
        node, _ = self._values[name]
        self._is(node, yaml.ScalarNode, name, "one value")
        try:
            return yaml.safe_load(yaml.serialize(node))
        except yaml.YAMLError:  # a tag that only other programs know
            raise self.bad(
                name, f"{name} is not plain data", "Leave out tags such as !!x."
            ) from None

    def _listed(self, name: str) -> list[Any]:
        self._known.append(name)
        if name not in self._values:
            return []
        node, _ = self._values[name]
        self._is(node, yaml.SequenceNode, name, "a list")
        return list(node.value)

    def _is(self, node: Any, kind: type, name: str, wanted: str) -> bool:
        if not isinstance(node, kind):
            raise BadInput(
                f"{name!r} is not {wanted}",
                where=f"{self._file}:{node.start_mark.line + 1}",
                fix="Indent what belongs together by two blanks; lists begin with '- '.",
            )
        return True


def read_yaml(text: str, file: str) -> Entry:
    """Return the outermost mapping of a YAML text."""
    try:
        depth = 0
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if isinstance(event, yaml.AliasEvent) or depth > _DEEPEST:
                raise BadInput(
                    "aliases (*) and very deep nesting are not read",
                    where=f"{file}:{event.start_mark.line + 1}",
                    fix="Write the values out.",
                )
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
        raise BadInput(
            f"this is not YAML ({getattr(error, 'problem', None) or 'it cannot be read'})",
            where=f"{file}{place}",
            fix="Indent with blanks, write 'name: value', and put texts with a colon in quotes.",
        ) from None
    if not isinstance(node, yaml.MappingNode):
        raise BadInput(
            "the file does not hold names and values",
            where=f"{file}:1",
            fix="Begin with a line such as name: my-typology.",
        )
    return Entry(file, node)
