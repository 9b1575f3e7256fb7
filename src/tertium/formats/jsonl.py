"""JSON lines with texts: one object per segment.

`{"segment": "12", "document": "d1", "domain": "news", "source": "…", "outputs":
{"baseline": "…", "advanced": "…"}}`; `outputs` may be left out and every system
given under its own name. Only `source` and the outputs are needed.
"""

import json
from pathlib import Path
from typing import Any

from tertium.exceptions import BadInput
from tertium.formats.entries import Entry, Texts
from tertium.formats.files import read_text
from tertium.formats.plain import split_lines

__all__ = ["json_object", "read_jsonl"]

_ABOUT = ("segment", "document", "domain", "source")


def read_jsonl(path: Path) -> Texts:
    """Return the segments of a file of JSON lines."""
    entries = []
    systems: dict[str, None] = {}
    for number, line in enumerate(split_lines(read_text(path)), start=1):
        if not line.strip():
            continue
        given = json_object(line, f"{path}:{number}")
        outputs = given.pop("outputs", {})
        if not isinstance(outputs, dict):
            raise BadInput(
                "'outputs' is not an object",
                where=f"{path}:{number}",
                fix='Write "outputs": {"system": "text", …}.',
            )
        about = {name: given.pop(name, "") for name in _ABOUT}
        for system in given:
            if system in outputs:
                raise BadInput(
                    f"system {system!r} is given twice",
                    where=f"{path}:{number}",
                    fix="Give it either in 'outputs' or beside it.",
                )
        outputs |= given
        for name, value in (about | outputs).items():
            if not isinstance(value, str | int) or isinstance(value, bool):
                raise BadInput(
                    f"{name!r} is not text", where=f"{path}:{number}", fix="Write it in quotes."
                )
        systems |= dict.fromkeys(outputs)
        entries.append(
            Entry(
                number,
                str(about["source"]),
                {system: str(text) for system, text in outputs.items()},
                *(str(about[name]) for name in _ABOUT[:3]),
            )
        )
    return Texts(str(path), tuple(entries), systems=tuple(systems))


def json_object(line: str, where: str) -> dict[str, Any]:
    """Return the JSON object of a line, or say why it is none."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        for name in names:
            if names.count(name) > 1:
                raise BadInput(
                    f"{name!r} is given twice in one object",
                    where=where,
                    fix="Remove or rename one of them.",
                )
        return dict(pairs)

    try:
        value = json.loads(line, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise BadInput(
            f"this line is not JSON ({error.msg})",
            where=f"{where}:{error.colno}",
            fix="Write one object per line, with all names and texts in double quotes.",
        ) from None
    except (ValueError, RecursionError):  # a number of thousands of digits, brackets without end
        raise BadInput(
            "this line cannot be read", where=where, fix="Write names and texts in double quotes."
        ) from None
    if not isinstance(value, dict):
        raise BadInput(
            "this line is not a JSON object",
            where=where,
            fix='Write one object per line: {"source": "…", "outputs": {"system": "…"}}.',
        )
    return value
