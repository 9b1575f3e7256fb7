"""Texts as a browser must show them: language tag, direction, slots instead of systems."""

from typing import Literal

import msgspec

from tertium.model import Item
from tertium.web.annotate.types import Answered, Task, TaskText

__all__ = ["direction", "language_tag", "task_of", "text_in"]

# Languages written from right to left in their usual script.
_RIGHT_TO_LEFT = frozenset(
    ("ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi")
)
_SCRIPTS = frozenset(("adlm", "arab", "hebr", "nkoo", "rohg", "syrc", "thaa"))


def language_tag(code: str) -> str:
    """Return a language code as a browser reads it: `zh_CN` becomes `zh-CN`."""
    return code.strip().replace("_", "-")


def direction(code: str) -> Literal["ltr", "rtl", "auto"]:
    """Return the direction a language is written in; `auto` where it is not known.

    A named direction is better than `auto`: an Arabic sentence that begins with
    a Latin brand name still runs from right to left.
    """
    parts = language_tag(code).lower().split("-")
    if not parts[0] or parts[0] in ("und", "mul", "zxx"):
        return "auto"
    script = next((part for part in parts[1:] if len(part) == 4 and part.isalpha()), "")
    if script:
        return "rtl" if script in _SCRIPTS else "ltr"
    return "rtl" if parts[0] in _RIGHT_TO_LEFT else "ltr"


def text_in(language: str, text: str) -> TaskText:
    """Return a text with its language tag and direction."""
    return TaskText(text, language_tag(language), direction(language))


def task_of(
    assignment: str,
    item: Item,
    answered: Answered | None,
    asks: list[str] | msgspec.UnsetType = msgspec.UNSET,
) -> Task:
    """Return what the browser may know of an item: texts, its questions, and an opaque name."""
    source, target = item.segment.source_language, item.segment.target_language
    return Task(
        id=assignment,
        source=text_in(source, item.segment.source),
        texts=[text_in(target, text) for text in item.texts],
        before=[text_in(source, text) for text in item.before],
        after=[text_in(source, text) for text in item.after],
        answered=answered,
        asks=asks,
    )
