"""Results as JSON: the fields by name, and never a number that JSON does not have."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from typing import Any

import numpy as np

from tertium.report.arrange import headline
from tertium.stats.result import LanguagePairs, PairResult, Result

__all__ = ["many_to_json", "plain", "to_json"]


def to_json(result: Result) -> str:
    """Return a result as JSON, its headline as `sentence`; what cannot be estimated is null."""
    return json.dumps(_with_sentence(result), ensure_ascii=False, indent=2, allow_nan=False)


def many_to_json(results: Sequence[Result]) -> str:
    """Return several results as one JSON object, each under the name of its kind."""
    return json.dumps(_named(results), ensure_ascii=False, allow_nan=False)


def _named(results: Sequence[Result]) -> dict[str, Any]:
    if isinstance(results[0], LanguagePairs):
        listed = [
            {"language_pair": one.language_pair, **_named((one.result, *one.others))}
            for one in results[0].language_pairs
        ]
        return {"language_pairs": listed}
    return {type(result).__name__.lower(): _with_sentence(result) for result in results}


def _with_sentence(result: Result) -> dict[str, Any]:
    shown: dict[str, Any] = {"sentence": headline(result)}
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
    if value is None or isinstance(value, bool | str | int):
        return value
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
        return {
            field.name.rstrip("_"): plain(getattr(value, field.name)) for field in fields(value)
        }
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, set | frozenset):
        return [plain(entry) for entry in sorted(value)]
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return str(value)
