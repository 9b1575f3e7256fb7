"""What one screen shows: the texts of an assignment in slot order, with their neighbours.

Neighbours are the source sentences just before and after in the same document;
they are looked up when a screen is shown, so a plan stores ids only.
"""

from tertium.errors import NotFound
from tertium.model import Assignment, Campaign, Item, Segment

__all__ = ["Items", "item_for"]


class Items:
    """The segments of a campaign by id, each with its document in reading order."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self._segments = {segment.id: segment for segment in campaign.segments}
        self._documents: dict[tuple[str, str, str], list[Segment]] = {}
        self._places: dict[str, int] = {}
        for segment in campaign.segments:
            if segment.source.strip():
                document = self._documents.setdefault(_document(segment), [])
                self._places[segment.id] = len(document)
                document.append(segment)

    def item(self, assignment: Assignment) -> Item:
        """Return what the screen of this assignment shows."""
        segment = self._segments.get(assignment.segment)
        if segment is None:
            raise NotFound.among("segment", assignment.segment, ())
        document = self._documents[_document(segment)]
        place = self._places[segment.id]
        reach = self.campaign.design.context
        return Item(
            segment=segment,
            texts=tuple(self.campaign.text(segment.id, slot) for slot in assignment.slots),
            before=tuple(s.source for s in document[max(0, place - reach) : place]),
            after=tuple(s.source for s in document[place + 1 : place + 1 + reach]),
        )


def _document(segment: Segment) -> tuple[str, str, str]:
    return segment.pair, segment.domain, segment.document


_KEPT = 8
_lately: dict[int, Items] = {}  # by identity; an entry keeps its campaign alive


def item_for(campaign: Campaign, assignment: Assignment) -> Item:
    """Return what one screen shows; the campaign's index is kept for the next call."""
    items = _lately.get(id(campaign))
    if items is None:
        items = Items(campaign)
        while len(_lately) >= _KEPT:
            _lately.pop(next(iter(_lately)), None)
        _lately[id(campaign)] = items
    return items.item(assignment)
