"""Judgements, decisions and the log of a campaign exactly as they are kept, as JSON lines."""

from collections.abc import Iterator
from typing import Any

import msgspec

from tertium.model import Assignment
from tertium.store import Store

_ENCODER = msgspec.json.Encoder()


def raw_judgements(store: Store, campaign: str, *, blind: bool) -> Iterator[bytes]:
    """Yield every judgement as given, replaced ones too, one JSON object per line."""
    assignments: dict[str, Assignment] = {
        assignment.id: assignment
        for person in store.annotators.all(campaign)
        for assignment in store.assignments.of(campaign, person.id)
    }
    for stored in store.judgements.all(campaign):
        judgement = stored.judgement
        assignment = assignments[judgement.assignment]
        line: dict[str, Any] = {
            "sequence": stored.sequence,
            "id": judgement.id,
            "campaign": campaign,
            "annotator": judgement.annotator,
            "assignment": judgement.assignment,
            "segment": assignment.segment,
            "batch": assignment.batch,
            "order": assignment.order,
            "pass": assignment.pass_,
            "set": assignment.set,
            "role": assignment.role,
            "answer": dict(judgement.answer),
            "seconds": judgement.seconds,
            "replaces": judgement.replaces,
            "submitted_at": judgement.submitted_at,
            "received_at": stored.received_at,
        }
        if not blind:
            line["slots"] = assignment.slots
        yield _ENCODER.encode(line) + b"\n"


def raw_decisions(store: Store, campaign: str) -> Iterator[bytes]:
    """Yield what was decided about marks, replaced decisions too, one JSON object per line."""
    for decision in store.decisions.all(campaign):
        yield _ENCODER.encode(decision) + b"\n"


def raw_log(store: Store, campaign: str) -> Iterator[bytes]:
    """Yield the log of a campaign, one JSON object per line."""
    for event in store.history.events(campaign):
        yield _ENCODER.encode(event) + b"\n"
