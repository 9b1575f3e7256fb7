"""Changing settings in a campaign file: comments, order and everything else stay as they are."""

import tomllib
from collections.abc import Mapping
from typing import Any

from tertium.exceptions import BadInput
from tertium.formats.campaign_writer import setting_line
from tertium.formats.settings import setting_lines

Path = tuple[str, ...]  # of a setting: the table around it, and its name


def edited(text: str, changes: Mapping[Path, Any]) -> str:
    """Return a campaign file in which settings have new values; None takes a setting out.

    The result is read again: whatever else it says must be what it said before.
    """
    wanted = tomllib.loads(text)
    for path, value in changes.items():
        text = _changed(text, path, value)
        around = wanted
        for name in path[:-1]:
            around = around.setdefault(name, {})
        if value is None:
            around.pop(path[-1], None)
        else:
            around[path[-1]] = value
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        found = {}
    if _filled(found) != _filled(wanted):
        raise BadInput(
            "the campaign's file writes these settings in a way that cannot be changed here",
            where="campaign.toml",
            fix="Write every setting on a line of its own below its [table], or edit the file.",
        )
    return text


def _filled(data: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out tables in which nothing stands, at any depth; lists are what tuples are."""
    plain = {
        name: list(value)
        if isinstance(value, tuple)
        else _filled(value)
        if isinstance(value, dict)
        else value
        for name, value in data.items()
    }
    return {name: value for name, value in plain.items() if value != {}}


def _changed(text: str, path: Path, value: Any) -> str:
    lines = text.split("\n")
    places = setting_lines(text)
    written = [] if value is None else [setting_line(path[-1], value)]
    if path in places:
        first = places[path] - 1
        last = _end(lines, first)
        comment = _comment(lines[first]) if last == first + 1 else ""
        if written and comment:
            written = [setting_line(path[-1], value, comment)]
        return "\n".join((*lines[:first], *written, *lines[last:]))
    if value is None:
        return text
    if len(path) == 1:
        after = places.get(("name",), 0)
    elif path[:-1] in places:
        after = places[path[:-1]]
    else:
        table = "" if lines[-1:] == [""] else "\n"
        return f"{text}{table}\n[{'.'.join(path[:-1])}]\n{written[0]}\n"
    return "\n".join((*lines[:after], *written, *lines[after:]))


def _end(lines: list[str], first: int) -> int:
    """Return the line behind a setting, which may run over several."""
    for last in range(first + 1, len(lines) + 1):
        try:
            tomllib.loads("\n".join(lines[first:last]))
        except tomllib.TOMLDecodeError:
            continue
        return last
    return first + 1


def _comment(line: str) -> str:
    """Return what is said behind a value, without its sign."""
    for at in (at for at, sign in enumerate(line) if sign == "#"):
        try:
            tomllib.loads(line[:at])
        except tomllib.TOMLDecodeError:
            continue
        return line[at + 1 :].strip()
    return ""
