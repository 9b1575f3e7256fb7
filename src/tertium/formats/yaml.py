"""YAML written by people, as a table of settings: only plain data is read (the safe loader)."""

from collections.abc import Iterator
from typing import Any

import yaml

from tertium.exceptions import BadInput
from tertium.formats.settings import SWITCHES, Place, Syntax, Table

_DEEPEST = 50  # mappings and lists inside each other
_SYNTAX = Syntax("key", "{}: {}", "{}", "{}: with its keys below", "{}: with - before each",
                 "[…, …]", loose=True)  # fmt: skip


def read_yaml(text: str, file: str) -> Table:
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
    lines: dict[Place, int] = {(): 1}
    return Table(file, _value(file, node, (), lines), lines, (), _SYNTAX)


def _value(file: str, node: yaml.Node, path: Place, lines: dict[Place, int]) -> Any:
    """Return what a node holds, and note the line of everything in it."""
    if isinstance(node, yaml.MappingNode):
        return {
            name: _value(file, one, (*path, name), lines)
            for name, one in _pairs(file, node, path, lines)
        }
    if isinstance(node, yaml.SequenceNode):
        listed = []
        for number, one in enumerate(node.value):
            place = (*path, str(number))
            lines[place] = one.start_mark.line + 1
            plain = isinstance(one, yaml.ScalarNode)  # a list of words: `no` is one of them
            listed.append(one.value if plain else _value(file, one, place, lines))
        return listed
    if node.value.lower() in SWITCHES:
        return node.value  # a word, unless a switch is asked for
    try:
        return yaml.safe_load(yaml.serialize(node))
    except yaml.YAMLError:  # a tag that only other programs know
        raise BadInput(
            f"{path[-1]} is not plain data",
            where=f"{file}:{node.start_mark.line + 1}",
            fix="Leave out tags such as !!x.",
        ) from None


def _pairs(
    file: str, node: yaml.MappingNode, path: Place, lines: dict[Place, int]
) -> Iterator[tuple[str, yaml.Node]]:
    seen = set()
    for key, value in node.value:
        name, line = str(key.value), key.start_mark.line + 1
        if name in seen:
            raise BadInput(
                f"{name!r} is given twice",
                where=f"{file}:{line}",
                fix="Remove or rename one of them.",
            )
        seen.add(name)
        lines[(*path, name)] = line
        yield name, value
