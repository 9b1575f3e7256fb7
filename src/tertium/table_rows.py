"""The columns of the table, and a row of it: what a judgement says, with who, when and what."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tertium.model import Assignment, Campaign, Judgement, Observation, Segment

# Every column with its DuckDB type; null where it does not apply.
COLUMNS: dict[str, str] = {
    # who and when
    "judgement": "VARCHAR",
    "campaign": "VARCHAR",
    "protocol": "VARCHAR",
    "annotator": "VARCHAR",
    "group": "VARCHAR",
    "batch": "BIGINT",
    "order": "BIGINT",
    "pass": "VARCHAR",
    "session": "VARCHAR",
    "qualified": "BIGINT",
    "surplus": "BIGINT",
    "submitted_at": "TIMESTAMP",
    "seconds": "DOUBLE",
    # what
    "source_language": "VARCHAR",
    "target_language": "VARCHAR",
    "domain": "VARCHAR",
    "document": "VARCHAR",
    "segment": "VARCHAR",
    "unit": "VARCHAR",
    "system": "VARCHAR",
    "versus": "VARCHAR",
    "slot": "BIGINT",
    "condition": "VARCHAR",
    "level": "VARCHAR",
    "set": "VARCHAR",
    "role": "VARCHAR",
    "of": "VARCHAR",
    # said
    "aspect": "VARCHAR",
    "value": "DOUBLE",
    "label": "VARCHAR",
    "scale": "VARCHAR",
    "side": "VARCHAR",
    "start": "BIGINT",
    "end": "BIGINT",
    "category": "VARCHAR",
    "severity": "VARCHAR",
    "text": "VARCHAR",
    "comment": "VARCHAR",
    # how it came about
    "layer": "VARCHAR",
    "propensity": "DOUBLE",
}
_IN_HOUSE: Mapping[str, Any] = MappingProxyType({})


def table_row(
    campaign: Campaign,
    segment: Segment,
    assignment: Assignment,
    judgement: Judgement,
    observation: Observation,
    crowd: Mapping[str, Any] = _IN_HOUSE,
) -> dict[str, Any]:
    """Return one row of the table: the observation with who, when and what around it.

    `crowd` has the columns that only annotators of an open crowd have.
    """
    return {
        "judgement": judgement.id,
        "campaign": campaign.name,
        "protocol": campaign.protocol,
        "annotator": judgement.annotator,
        "group": crowd.get("group", assignment.group) or None,
        "batch": assignment.batch,
        "order": assignment.order,
        "pass": assignment.pass_ or None,
        "session": crowd.get("session"),
        "qualified": crowd.get("qualified"),
        "surplus": crowd.get("surplus"),
        "submitted_at": judgement.submitted_at.replace(tzinfo=None),
        "seconds": judgement.seconds,
        "source_language": segment.source_language or None,
        "target_language": segment.target_language or None,
        "domain": segment.domain or None,
        "document": segment.document or None,
        "segment": segment.id,
        "unit": observation.unit,
        "system": observation.system,
        "versus": observation.versus,
        "slot": observation.slot,
        "condition": assignment.condition or None,
        "set": assignment.set or None,
        "role": assignment.role,
        "of": assignment.of or None,
        "aspect": observation.aspect,
        "value": observation.value,
        "label": observation.label,
        "scale": observation.scale,
        "side": observation.side,
        "start": observation.start,
        "end": observation.end,
        "category": observation.category,
        "severity": observation.severity,
        "text": observation.text,
        "comment": observation.comment,
        "layer": observation.layer,
        "propensity": (
            assignment.propensity if observation.propensity is None else observation.propensity
        ),
    }
