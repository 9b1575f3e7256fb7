"""Results without people, for everybody to read.

Annotators become Annotator 1, Annotator 2, … and what they wrote in their own words is
left out: a comment can tell who wrote it, and nobody agreed to see it printed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from tertium.rendering.numbers import natural
from tertium.stats.comparison.comments import Comments
from tertium.stats.contrasts.record import Contrast
from tertium.stats.effort.collected import Remark
from tertium.stats.errors.parts import Example
from tertium.stats.ranking.result import PairCount
from tertium.stats.result import Result
from tertium.wording import Text

_Value = TypeVar("_Value")
_PERSON = {"annotator"}  # fields that name a person, in every result
_PAIR = {"a", "b"}  # fields that name two people, where both are there
_PEOPLE = {"annotators"}  # fields that list people, where they hold names
_SYSTEMS = (Contrast, PairCount)  # here they name two systems
_TRACES = {"judgement", "judgements"}  # ids from elsewhere may hold the name of a person


def without_people(results: Sequence[Result]) -> tuple[Result, ...]:
    """Return the same results with people numbered, the same number everywhere.

    Numbers follow the alphabet of the names, digits by their value, so that the
    order of a table does not change.
    """
    names = sorted({name for result in results for name in _people(result)}, key=natural)
    numbered = {name: f"Annotator {at}" for at, name in enumerate(names, start=1)}
    return tuple(_renamed(result, numbered) for result in results)


def _people(value: Any) -> Iterator[str]:
    """Yield the names of people in a result, wherever they stand."""
    if is_dataclass(value):
        for name, inner in _fields(value):
            if _names_somebody(value, name) and isinstance(inner, str):
                yield inner
            elif name in _PEOPLE and _is_names(inner):
                yield from inner
            else:
                yield from _people(inner)
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _people(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _people(inner)


def _renamed(value: _Value, numbered: Mapping[str, str]) -> _Value:
    """Return a copy in which people have numbers; sentences that name them are rewritten too."""
    renamed: Any = value
    if isinstance(value, Comments):
        renamed = replace(value, listed=())
    elif is_dataclass(value) and not isinstance(value, type):
        changed: dict[str, Any] = {}
        for name, inner in _fields(value):
            if _names_somebody(value, name) and isinstance(inner, str):
                changed[name] = numbered[inner]
            elif name in _PEOPLE and _is_names(inner):
                changed[name] = tuple(numbered[one] for one in inner)
            elif name in _TRACES and isinstance(inner, str | tuple):
                changed[name] = type(inner)()
            elif isinstance(inner, str):
                changed[name] = inner if name == "signature" else _retold(inner, numbered)
            else:
                changed[name] = _renamed(inner, numbered)
        if isinstance(value, Example):
            changed["note"] = ""
        if isinstance(value, Remark):
            changed["text"] = ""
        renamed = replace(value, **changed)
    elif isinstance(value, Mapping):
        renamed = {key: _renamed(inner, numbered) for key, inner in value.items()}
    elif isinstance(value, list | tuple):
        renamed = type(value)(_renamed(inner, numbered) for inner in value)
    elif isinstance(value, str):
        renamed = _retold(value, numbered)
    return renamed  # type: ignore[no-any-return]  # a copy of the same type


def _retold(text: str, numbered: Mapping[str, str]) -> str:
    """Replace names in a sentence: in quotes always, else as whole words of three letters or more.

    A shorter name could be an ordinary word of the sentence; a text without a space is
    no sentence but a label.
    """
    if isinstance(text, Text):
        told = text.changed(lambda part: numbered.get(part, part) if len(part) > 2 else part)
        rewritten = _retold(str(text), numbered)
        return told if told == rewritten else rewritten
    if " " not in text:
        return text
    for name in sorted(numbered, key=len, reverse=True):
        quoted = re.escape(name)
        text = re.sub(f"([“‘'\"]){quoted}([”’'\"])", rf"\g<1>{numbered[name]}\g<2>", text)
        if len(name) > 2:
            text = re.sub(rf"(?<![\w-]){quoted}(?![\w-])", numbered[name], text)
    return text


def _names_somebody(record: Any, field: str) -> bool:
    if field in _PERSON:
        return True
    if isinstance(record, _SYSTEMS):
        return False
    return field in _PAIR and {name for name, _ in _fields(record)} >= _PAIR


def _is_names(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, str) for one in value)


def _fields(record: Any) -> list[tuple[str, Any]]:
    return [(field.name, getattr(record, field.name)) for field in fields(record)]
