"""Where judgements are kept: an append-only log on SQLite or PostgreSQL."""

from tertium.store.decisions import StaleDecision
from tertium.store.rebuttal_links import RebuttalLink
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
    "RebuttalLink",
    "Receipt",
    "StaleDecision",
    "StaleJudgement",
    "Store",
    "StoredJudgement",
    "Visitor",
]
