"""Judgements as database rows, and back."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Row

from tertium.model import Judgement
from tertium.store.content import write_json
from tertium.store.schema import moment_text


def judgement_row(number: int, judgement: Judgement, received_at: datetime) -> dict[str, Any]:
    """Return the row of a judgement as a driver takes it; the answer becomes sorted JSON."""
    return {
        "campaign": number,
        "id": judgement.id,
        "assignment": judgement.assignment,
        "annotator": judgement.annotator,
        "answer": write_json(judgement.answer),
        "submitted_at": moment_text(judgement.submitted_at),
        "seconds": judgement.seconds,
        "replaces": judgement.replaces,
        "received_at": moment_text(received_at),
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


def read_plain(campaign: str, cells: Sequence[Any]) -> tuple[Judgement, datetime]:
    """Return the judgement of a row as a driver gives it, and when it arrived."""
    _, _, id_, assignment, annotator, answer, submitted_at, seconds, replaces, received_at = cells
    judgement = Judgement(
        id_,
        campaign,
        assignment,
        annotator,
        msgspec.json.decode(answer),
        datetime.fromisoformat(submitted_at),
        seconds,
        replaces,
    )
    return judgement, datetime.fromisoformat(received_at)
