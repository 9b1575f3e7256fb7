"""JSON lines with texts: one object per segment.

`{"segment": "12", "document": "d1", "domain": "news", "source": "…", "outputs":
{"baseline": "…", "advanced": "…"}}`; `outputs` may be left out and every system
given under its own name. Only `source` and the outputs are needed.
"""

import json
from collections.abc import Iterator
from typing import Any

from tertium.formats.entries import Entry, Texts
from tertium.formats.given import GivenFile, Place

JSON_ENDINGS = (".jsonl", ".json", ".ndjson")

_ABOUT = ("segment", "document", "domain", "source")


class JsonLine(dict[str, Any]):
    """An object that has a line to itself, and its place."""

    def __init__(self, file: GivenFile, number: int, text: str) -> None:
        self.number = number
        self.where = file.place(number)
        super().__init__(json_object(text, self.where))

    def need(self, *names: str, fix: str) -> None:
        """Refuse an object without one of these names."""
        for name in names:
            if name not in self:
                raise self.where.wrong(f"no {name!r}", fix)


def json_lines(file: GivenFile) -> Iterator[JsonLine]:
    """Yield the objects of a file of JSON lines."""
    for number, text in file.lines():
        yield JsonLine(file, number, text)


def read_jsonl(file: GivenFile) -> Texts:
    """Return the segments of a file of JSON lines."""
    entries = []
    systems: dict[str, None] = {}
    for line in json_lines(file):
        outputs = line.pop("outputs", {})
        if not isinstance(outputs, dict):
            raise line.where.wrong(
                "'outputs' is not an object", 'Write "outputs": {"system": "text", …}.'
            )
        about = {name: line.pop(name, "") for name in _ABOUT}
        for system in line:
            if system in outputs:
                raise line.where.wrong(
                    f"system {system!r} is given twice",
                    "Give it either in 'outputs' or beside it.",
                )
        outputs |= line
        for name, value in (about | outputs).items():
            if not isinstance(value, str | int) or isinstance(value, bool):
                raise line.where.wrong(f"{name!r} is not text", "Write it in quotes.")
        systems |= dict.fromkeys(outputs)
        texts = {system: str(text) for system, text in outputs.items()}
        *named, source = (str(about[name]) for name in _ABOUT)
        entries.append(Entry(line.number, source, texts, *named))
    return Texts(str(file), tuple(entries), systems=tuple(systems))


def json_object(line: str, where: Place) -> dict[str, Any]:
    """Return the JSON object of a line, or say why it is none."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        for name in names:
            if names.count(name) > 1:
                raise where.wrong(
                    f"{name!r} is given twice in one object", "Remove or rename one of them."
                )
        return dict(pairs)

    try:
        value = json.loads(line, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise Place(f"{where}:{error.colno}").wrong(
            f"this line is not JSON ({error.msg})",
            "Write one object per line, with all names and texts in double quotes.",
        ) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, brackets without end
        raise where.wrong(
            "this line cannot be read", "Write names and texts in double quotes."
        ) from None
    if not isinstance(value, dict):
        raise where.wrong(
            "this line is not a JSON object",
            'Write one object per line: {"source": "…", "outputs": {"system": "…"}}.',
        )
    return value
