"""Which text every database keeps: PostgreSQL takes neither NUL nor half a surrogate pair."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from tertium.exceptions import BadInput
from tertium.model import Campaign, Plan

_NO_TEXT = re.compile("[\0\ud800-\udfff]")


def check_storable(value: Any, where: str) -> None:
    """Refuse a character that is no text, wherever it stands in a value."""
    if isinstance(value, str):
        found = _NO_TEXT.search(value)
        if found is not None:
            raise BadInput(
                f"character {found.start() + 1} of a text is U+{ord(found[0]):04X}, which is no"
                " character of any script",
                where=where,
                fix="Remove it and send the text again; nothing was stored.",
            )
    elif isinstance(value, Mapping):
        for name, one in value.items():
            check_storable(name, where)
            check_storable(one, where)
    elif isinstance(value, (list, tuple)):
        for one in value:
            check_storable(one, where)


def check_campaign_text(campaign: Campaign, plan: Plan) -> None:
    """Refuse a campaign with a character that is no text, and name its place."""
    for segment in campaign.segments:
        check_storable(msgspec.to_builtins(segment), f"segment {segment.id!r}")
    for (id_, system), text in campaign.outputs.items():
        check_storable((system, text), f"segment {id_!r}, output of {system!r}")
    about = (
        campaign.name,
        campaign.title,
        campaign.options,
        msgspec.to_builtins(campaign.wording),
        [annotator.id for annotator in plan.annotators],
        [annotator.group for annotator in plan.annotators],
    )
    check_storable(about, "campaign.toml")
