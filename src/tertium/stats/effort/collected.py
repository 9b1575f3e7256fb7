"""What a campaign collected, with the texts that it knows."""

from tertium.model import Campaign
from tertium.table import Edits, JudgementTable

__all__ = ["collected_edits", "has_edits"]


def has_edits(table: JudgementTable) -> bool:
    """Tell whether anybody edited anything."""
    return "edited" in table.distinct("aspect")


def collected_edits(table: JudgementTable, campaign: Campaign | None = None) -> Edits:
    """Return what was edited; sources and outputs that the table lacks are the campaign's."""
    edits = table.edits()
    if campaign is None or not len(edits):
        return edits
    return edits.with_texts({one.id: one.source for one in campaign.segments}, campaign.outputs)
