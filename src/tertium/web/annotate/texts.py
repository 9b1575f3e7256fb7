"""Texts as a browser must show them: language tag, direction, slots instead of systems."""

from typing import Literal

from msgspec import UNSET, UnsetType

from tertium.model import Item, Segment
from tertium.web.annotate.schemas import Against, CurrentAnswer, Task, TaskPosition, TaskText

__all__ = ["basis", "direction", "language_tag", "task_of", "text_in"]

Maybe = TaskText | UnsetType

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


def basis(segment: Segment, reference: str, against: Against) -> tuple[Maybe, Maybe]:
    """Return the source and the reference, as far as translations are judged against them.

    Where a segment has no reference, its source takes that place.
    """
    source = against != "reference" or not reference
    return (
        text_in(segment.source_language, segment.source) if source else UNSET,
        text_in(segment.target_language, reference) if reference and against != "source" else UNSET,
    )


def task_of(
    assignment: str,
    item: Item,
    answered: CurrentAnswer | None,
    *,
    asks: list[str] | UnsetType = UNSET,
    against: Against = "source",
    place: TaskPosition | UnsetType = UNSET,
) -> Task:
    """Return what the browser may know of an item: texts, its questions, and an opaque name.

    An item with a place in a document has its neighbours there.
    """
    segment = item.segment
    source, reference = basis(segment, item.reference, against)
    near = source is not UNSET and place is UNSET
    return Task(
        id=assignment,
        source=source,
        reference=reference,
        texts=[text_in(segment.target_language, text) for text in item.texts],
        before=[text_in(segment.source_language, text) for text in item.before if near],
        after=[text_in(segment.source_language, text) for text in item.after if near],
        answered=answered,
        asks=asks,
        place=place,
    )
