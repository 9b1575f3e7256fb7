"""Texts as a browser must show them: language tag, direction, slots instead of systems."""

from msgspec import UNSET, UnsetType

from tertium.model import Item, Segment
from tertium.web.annotate.schemas import Against, CurrentAnswer, Task, TaskPosition, TaskText
from tertium.web.languages import direction, language_tag

Maybe = TaskText | UnsetType


def text_in(language: str, text: str) -> TaskText:
    """Return a text with its language tag and direction."""
    return TaskText(text, language_tag(language), direction(language))


def basis(segment: Segment, reference: str, against: Against) -> tuple[Maybe, Maybe]:
    """Return the source and the reference, as far as translations are judged against them.

    Where a segment has no reference, its source takes that place.
    """
    if against == "none":
        return UNSET, UNSET
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
