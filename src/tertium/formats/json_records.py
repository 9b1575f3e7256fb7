"""JSON of other tools: records one by one, and values that are what they should be.

A file holds its records as JSON lines, as one list, or as a single object over many lines. A value
of another kind than expected is told with its record and its name.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tertium.formats.given import GivenFile, Place
from tertium.formats.jsonl import JSON_ENDINGS

_FIX = "Export the file again from the tool that wrote it."
_MARKS = (b"{", b"[")


class Record(dict[str, Any]):
    """A JSON object that knows where it stands."""

    def __init__(self, said: Mapping[str, Any], where: Place) -> None:
        super().__init__(said)
        self.where = where

    def text(self, *names: str) -> str | None:
        """Return the first of these values that says something, as text."""
        for name in names:
            value = self.get(name)
            if isinstance(value, str | int | float) and not isinstance(value, bool) and value != "":
                return str(value)
            if value is not None and value != "" and not isinstance(value, bool):
                raise self._wrong(name, "text")
        return None

    def number(self, name: str) -> float | None:
        """Return a number, also one in quotation marks, or None."""
        value = self.get(name)
        if value is None or value == "":
            return None
        try:
            return float(value) if not isinstance(value, bool) else float("nan")
        except (TypeError, ValueError, OverflowError):
            raise self._wrong(name, "a number") from None

    def whole(self, name: str) -> int | None:
        """Return a whole number, or None."""
        value = self.number(name)
        if value is not None and not value.is_integer():
            raise self._wrong(name, "a whole number")
        return None if value is None else int(value)

    def inside(self, name: str) -> "Record":
        """Return the object of this name, an empty one if there is none."""
        value = self.get(name) or {}
        if not isinstance(value, dict):
            raise self._wrong(name, "an object")
        return Record(value, self.where)

    def values_of(self, name: str) -> list[Any]:
        """Return the list of this name, an empty one if there is none."""
        value = self.get(name) or []
        if not isinstance(value, list):
            raise self._wrong(name, "a list")
        return value

    def records(self, name: str) -> list["Record"]:
        """Return the objects of a list of this name."""
        found = self.values_of(name)
        if not all(isinstance(one, dict) for one in found):
            raise self._wrong(name, "a list of objects")
        return [Record(one, self.where) for one in found]

    def _wrong(self, name: str, kind: str) -> Exception:
        return self.where.wrong(f"{name!r} is not {kind}", _FIX)


def json_records(file: GivenFile) -> Iterator[Record]:
    """Yield the objects of a file."""
    whole = _whole(file)
    if whole is None:  # a line each
        for number, line in file.lines():
            where = file.place(number)
            yield Record(_object(_parsed(line, where), where), where)
        return
    found = whole if isinstance(whole, list) else [whole]
    for number, one in enumerate(found, start=1):
        where = Place(f"{file}: record {number}") if len(found) > 1 else file.place()
        yield Record(_object(one, where), where)


def first_record(file: GivenFile) -> Mapping[str, Any]:
    """Return the first object of a file, an empty one if there is none: to recognise the file."""
    if file.suffix not in JSON_ENDINGS or not file.beginning.startswith(_MARKS):
        return {}
    begins = file.beginning.decode("utf-8", "ignore").lstrip("[ \t\r\n")
    try:
        found, _ = json.JSONDecoder().raw_decode(begins)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def json_document(file: GivenFile) -> Any:
    """Return the value of a file that is one JSON text."""
    return _parsed(file.text, file.place())


def _whole(file: GivenFile) -> Any:
    """Return the value of a file that is one JSON text, None if it is one of JSON lines."""
    if file.beginning.startswith(b"["):
        return json_document(file)
    first = next((line for _, line in file.lines()), "")
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return json_document(file)
    return None


def _object(value: Any, where: Place) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise where.wrong("this is not a JSON object", _FIX)
    return value


def _parsed(text: str, where: Place) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        place = Place(f"{where}:{error.lineno}:{error.colno}") if error.lineno > 1 else where
        raise place.wrong(f"this is not JSON ({error.msg})", _FIX) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, brackets without end
        raise where.wrong("this JSON cannot be read", _FIX) from None
