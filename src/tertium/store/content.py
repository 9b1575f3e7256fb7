"""Campaigns and plans as text on disk, and the hash that tells whether they changed."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, get_type_hints

import msgspec

from tertium.model import Campaign, Identical, Output, Plan


@dataclass(frozen=True, slots=True)
class Summary:
    """What a plan says beyond its assignments and annotators."""

    identical: tuple[Identical, ...] = ()
    near_identical: tuple[str, ...] = ()
    texts: tuple[Output, ...] = ()


def write_json(value: Any) -> str:
    """Return canonical JSON: keys sorted, no blanks."""
    return msgspec.json.encode(value, order="deterministic").decode()


def write_campaign(campaign: Campaign) -> str:
    """Return a campaign with its texts; outputs become a sorted list of triples."""
    values: dict[str, Any] = {f.name: getattr(campaign, f.name) for f in fields(campaign)}
    values["outputs"] = sorted((*key, text) for key, text in campaign.outputs.items())
    return write_json(values)


def read_campaign(text: str) -> Campaign:
    """Return the campaign that `write_campaign` wrote."""
    values: dict[str, Any] = msgspec.json.decode(text)
    outputs = {(segment, system): output for segment, system, output in values.pop("outputs")}
    kinds = _kinds()
    known: Mapping[str, Any] = {
        name: msgspec.convert(value, kinds[name]) for name, value in values.items()
    }
    return Campaign(outputs=outputs, **known)


def read_summary(text: str) -> Summary:
    """Return the summary of a plan."""
    return msgspec.json.decode(text, type=Summary)


def content_hash(campaign: Campaign, plan: Plan) -> str:
    """Return the SHA-256 of everything a campaign and its plan say."""
    digest = hashlib.sha256(write_campaign(campaign).encode())
    digest.update(msgspec.json.encode(plan, order="deterministic"))
    return digest.hexdigest()


@cache
def _kinds() -> dict[str, Any]:
    return get_type_hints(Campaign)
