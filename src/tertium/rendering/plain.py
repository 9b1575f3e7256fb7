"""Results as JSON: the fields by name, and never a number that JSON does not have.

A result may hold a record for each of several hundred thousand outputs, so records are read and
written column by column: all values of a field at once.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from typing import Any

import numpy as np

from tertium.rendering.arrange import headline
from tertium.stats.result import LanguagePairs, PairResult, Result, former_name

_SCALARS = {str, int, float, bool, type(None)}


def to_json(result: Result) -> str:
    """Return a result as JSON, its headline as `sentence`; what cannot be estimated is null."""
    return indented(_with_sentence(result))


def many_to_json(results: Sequence[Result]) -> str:
    """Return several results as one JSON object, each under the name of its kind."""
    return json.dumps(_named(results), ensure_ascii=False, allow_nan=False)


def indented(value: Any, margin: str = "") -> str:
    """Write what `plain` returns as `json.dumps` with an indent of 2 does, in half the time."""
    inner = margin + "  "
    if isinstance(value, dict) and value:
        written = [f"{_scalar(name)}: {indented(entry, inner)}" for name, entry in value.items()]
        return _between("{}", written, margin)
    if isinstance(value, list) and value:
        return _between("[]", _entries(value, inner), margin)
    return _scalar(value)


def _entries(values: list[Any], margin: str) -> list[str]:
    """Write each value of a list."""
    if {type(value) for value in values} <= _SCALARS:
        # One call for all of them; JSON escapes this separator inside of texts.
        joined = json.dumps(values, ensure_ascii=False, allow_nan=False, separators=("\0", ":"))
        return joined[1:-1].split("\0")
    names = tuple(values[0]) if isinstance(values[0], dict) else ()
    if not names or any(type(row) is not dict or tuple(row) != names for row in values):
        return [indented(value, margin) for value in values]
    columns = [_entries([row[name] for row in values], margin + "  ") for name in names]
    record = _between("{}", [f"{_scalar(name).replace('%', '%%')}: %s" for name in names], margin)
    return [record % row for row in zip(*columns, strict=True)]


def _between(brackets: str, written: list[str], margin: str) -> str:
    """Put each entry on a line of its own."""
    lines = f",\n{margin}  ".join(written)
    return f"{brackets[0]}\n{margin}  {lines}\n{margin}{brackets[1]}"


def _scalar(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _named(results: Sequence[Result]) -> dict[str, Any]:
    if isinstance(results[0], LanguagePairs):
        listed = [
            {"language_pair": one.language_pair, **_named((one.result, *one.others))}
            for one in results[0].language_pairs
        ]
        return {"language_pairs": listed}
    return {type(result).__name__.lower(): _with_sentence(result) for result in results}


def _with_sentence(result: Result) -> dict[str, Any]:
    shown: dict[str, Any] = {"sentence": str(headline(result))}
    shown.update(plain(result))
    if isinstance(result, LanguagePairs):
        shown["language_pairs"] = [
            {"language_pair": one.language_pair, **_with_sentence(one.result)}
            for one in result.language_pairs
        ]
    return shown


def plain(value: Any) -> Any:
    """Return dictionaries, lists, texts and numbers only: what JSON can hold.

    NaN and infinity become null: not every reader of JSON understands them, and
    a result says in its warnings why a number is missing.
    """
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return str(value)  # without what a sentence knows of other languages
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, np.generic | np.ndarray):
        return plain(value.tolist())
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, date):  # a datetime is one too
        return value.isoformat()
    if isinstance(value, PairResult):  # a whole result, under the name of its pair
        others = {"others": plain(value.others)} if value.others else {}
        return {"language_pair": value.language_pair, **plain(value.result), **others}
    if is_dataclass(value):
        # `pass_` is `pass` everywhere but in Python, which keeps that word for itself.
        shown = {
            field.name.rstrip("_"): plain(getattr(value, field.name)) for field in fields(value)
        }
        former = {former_name(field): shown[field.name.rstrip("_")] for field in fields(value)}
        return shown | {name: entry for name, entry in former.items() if name is not None}
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, set | frozenset):
        return [plain(entry) for entry in sorted(value)]
    if isinstance(value, list | tuple):
        return _records(value) if value and _alike(value) else [plain(entry) for entry in value]
    return str(value)


def _alike(entries: Sequence[Any]) -> bool:
    """Tell whether these are records of one kind."""
    kind = type(entries[0])
    return (
        is_dataclass(kind)
        and not issubclass(kind, PairResult)
        and all(type(entry) is kind for entry in entries)
    )


def _records(entries: Sequence[Any]) -> list[dict[str, Any]]:
    """Return `plain` of records of one kind."""
    names = [field.name for field in fields(entries[0])]
    columns = [_column([getattr(entry, name) for entry in entries]) for name in names]
    shown = [name.rstrip("_") for name in names]
    return [dict(zip(shown, row, strict=True)) for row in zip(*columns, strict=True)]


def _column(values: list[Any]) -> list[Any]:
    kinds = {type(value) for value in values}
    if kinds == {float}:
        return values if all(map(math.isfinite, values)) else [plain(value) for value in values]
    return values if kinds <= _SCALARS - {float} else [plain(value) for value in values]
