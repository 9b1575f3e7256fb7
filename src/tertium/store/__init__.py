"""Where judgements are kept: an append-only log on SQLite or PostgreSQL."""

from tertium.store.deciding import StaleDecision
from tertium.store.parties import Party
from tertium.store.store import Store
from tertium.store.values import (
    AnnotatorState,
    CampaignState,
    Event,
    Receipt,
    StaleJudgement,
    StoredJudgement,
    Visitor,
)

__all__ = [
    "AnnotatorState",
    "CampaignState",
    "Event",
    "Party",
    "Receipt",
    "StaleDecision",
    "StaleJudgement",
    "Store",
    "StoredJudgement",
    "Visitor",
]
