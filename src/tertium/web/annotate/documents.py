"""Documents as context: the lines around a segment that is scored, and its place among them.

Tasks about one document follow each other, translated by the same systems, and the
question about the whole comes last. They share one document on the way to the browser:
a line for every segment, and a column for every system, in the order that the first
task shows them in.
"""

from collections.abc import Sequence

from tertium.design.items import Items, items_of
from tertium.model import Assignment, Campaign, Segment, parts_of
from tertium.protocols.conditions import DOCUMENT
from tertium.web.annotate.schemas import Against, TaskDocument, TaskLine, TaskPosition
from tertium.web.annotate.texts import basis, text_in


def place_in_documents(
    campaign: Campaign,
    assignments: Sequence[Assignment],
    against: Against,
    *,
    hidden: Sequence[str] = (),
    whole: Sequence[str] = (),
) -> tuple[list[TaskDocument], dict[str, TaskPosition]]:
    """Return the documents that a batch shows, and the place of every assignment by its id.

    Under the conditions that are `hidden`, no source is shown; under those that are `whole`, a
    document is asked about as a whole.
    """
    whole = (DOCUMENT, *whole)
    items = items_of(campaign)
    documents: list[TaskDocument] = []
    places: dict[str, TaskPosition] = {}
    for stretch in _stretches(items, assignments, whole):
        columns = list(
            dict.fromkeys(_system(slot) for assignment in stretch for slot in assignment.slots)
        )
        segments = items.document(stretch[0].segment)
        line_of = {segment.id: line for line, segment in enumerate(segments)}
        for assignment in stretch:
            places[assignment.id] = TaskPosition(
                len(documents),
                None if assignment.condition in whole else line_of[assignment.segment],
                [columns.index(_system(slot)) for slot in assignment.slots],
            )
        slots = {assignment.segment: assignment.slots for assignment in stretch}
        lines = [
            _line(items, segment, columns, slots.get(segment.id, ()), against)
            for segment in segments
        ]
        if stretch[0].condition in hidden:
            lines = [TaskLine(texts=line.texts) for line in lines]
        documents.append(TaskDocument(len(columns), lines))
    return documents, places


def _stretches(
    items: Items, assignments: Sequence[Assignment], whole: Sequence[str]
) -> list[list[Assignment]]:
    """Return runs of assignments about one document, each segment asked about once."""
    found: list[list[Assignment]] = []
    ended = True
    for assignment in assignments:
        here = items.document(assignment.segment)
        fresh = ended or items.document(found[-1][0].segment) != here
        if assignment.condition != DOCUMENT:
            fresh = fresh or any(one.segment == assignment.segment for one in found[-1])
            fresh = fresh or found[-1][0].condition != assignment.condition
        if fresh:
            found.append([])
        found[-1].append(assignment)
        ended = assignment.condition in whole
    return found


def _line(
    items: Items,
    segment: Segment,
    columns: Sequence[str],
    slots: Sequence[str],
    against: Against,
) -> TaskLine:
    """Return one segment with what each system made of it; what is asked about, as it is asked."""
    campaign = items.campaign
    asked = {_system(slot): campaign.text(segment.id, slot) for slot in slots}
    texts = [
        asked.get(system, campaign.outputs.get((segment.id, system), "")) for system in columns
    ]
    source, reference = basis(segment, items.reference(segment.id, slots or columns), against)
    return TaskLine(
        source=source,
        reference=reference,
        texts=[text_in(segment.target_language, text) if text.strip() else None for text in texts],
    )


def _system(slot: str) -> str:
    """Return whose column a slot stands in; a degraded copy stands in that of its system."""
    return parts_of(slot)[0]
