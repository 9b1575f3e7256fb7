"""What one screen shows: the texts of an assignment in slot order, with their neighbours.

Neighbours are the source sentences just before and after in the same document;
they are looked up when a screen is shown, so a plan stores ids only.
"""

from collections.abc import Sequence

from tertium.exceptions import NotFound
from tertium.model import Assignment, Campaign, Item, Segment, parts_of


class Items:
    """The segments of a campaign by id, each with its document in reading order."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self._segments = {segment.id: segment for segment in campaign.segments}
        self._documents: dict[tuple[str, str, str], list[Segment]] = {}
        self._places: dict[str, int] = {}
        self._references = [
            system.name
            for system in campaign.systems
            if system.part == "reference" and not system.withdrawn
        ]
        for segment in campaign.segments:
            if segment.source.strip():
                document = self._documents.setdefault(_document(segment), [])
                self._places[segment.id] = len(document)
                document.append(segment)

    def item(self, assignment: Assignment) -> Item:
        """Return what the screen of this assignment shows."""
        segment = self._segment(assignment.segment)
        document = self._documents[_document(segment)]
        place = self._places[segment.id]
        reach = self.campaign.design.context
        return Item(
            segment=segment,
            texts=tuple(self.campaign.text(segment.id, slot) for slot in assignment.slots),
            before=tuple(s.source for s in document[max(0, place - reach) : place]),
            after=tuple(s.source for s in document[place + 1 : place + 1 + reach]),
            reference=self.reference(segment.id, assignment.slots),
        )

    def document(self, segment: str) -> tuple[Segment, ...]:
        """Return the document that a segment is part of; one without a name stands alone."""
        found = self._segment(segment)
        return tuple(self._documents[_document(found)]) if found.document else (found,)

    def reference(self, segment: str, slots: Sequence[str]) -> str:
        """Return a reference for a segment, one that is not judged itself if there are several."""
        judged = {name for slot in slots for name in parts_of(slot)}
        # Where every reference is judged, it is judged against itself: so are control items.
        for name in sorted(self._references, key=judged.__contains__):
            text = self.campaign.outputs.get((segment, name), "")
            if text.strip():
                return text
        return ""

    def _segment(self, name: str) -> Segment:
        segment = self._segments.get(name)
        if segment is None:
            raise NotFound.among("segment", name, ())
        return segment


def _document(segment: Segment) -> tuple[str, str, str]:
    return segment.pair, segment.domain, segment.document


_KEPT = 8
_lately: dict[int, Items] = {}  # by identity; an entry keeps its campaign alive


def items_of(campaign: Campaign) -> Items:
    """Return the campaign's index; it is kept for the next call."""
    items = _lately.get(id(campaign))
    if items is None:
        items = Items(campaign)
        while len(_lately) >= _KEPT:
            _lately.pop(next(iter(_lately)), None)
        _lately[id(campaign)] = items
    return items


def item_for(campaign: Campaign, assignment: Assignment) -> Item:
    """Return what one screen shows."""
    return items_of(campaign).item(assignment)
