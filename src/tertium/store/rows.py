"""Judgements as database rows, and back."""

from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Row

from tertium.model import Judgement
from tertium.store.content import write_json

__all__ = ["judgement_row", "read_judgement"]


def judgement_row(number: int, judgement: Judgement, received_at: datetime) -> dict[str, Any]:
    """Return the row of a judgement; the answer becomes JSON with sorted keys."""
    return {
        "campaign": number,
        "id": judgement.id,
        "assignment": judgement.assignment,
        "annotator": judgement.annotator,
        "answer": write_json(judgement.answer),
        "submitted_at": judgement.submitted_at,
        "seconds": judgement.seconds,
        "replaces": judgement.replaces,
        "received_at": received_at,
    }


def read_judgement(campaign: str, row: Row[Any]) -> Judgement:
    """Return the judgement of a stored row."""
    return Judgement(
        id=row.id,
        campaign=campaign,
        assignment=row.assignment,
        annotator=row.annotator,
        answer=msgspec.json.decode(row.answer),
        submitted_at=row.submitted_at,
        seconds=row.seconds,
        replaces=row.replaces,
    )
