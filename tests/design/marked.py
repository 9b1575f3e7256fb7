"""A campaign of documents in which errors are marked."""

import msgspec

from tertium.formats.typology import read_typology
from tertium.model import Campaign, Design, Segment, System

TYPOLOGIES = {
    name: msgspec.to_builtins(read_typology(kind))
    for name, kind in (
        ("mqm", "mqm-core"),
        ("two_step", "two-step"),
        ("grading", "kopte"),
        ("scorecard", "mqm-core"),
    )
}


def marked(sizes=(3, 1, 4), systems=2, protocol="mqm", options=None, **design):
    """Return a campaign with documents of these sizes; 0 is a segment without a document."""
    segments = []
    for number, size in enumerate(sizes):
        for position in range(max(1, size)):
            segments.append(
                Segment(
                    f"s{number}.{position}",
                    "one two three four five"[: 3 + 4 * (position % 4)],
                    document=f"d{number}" if size else "",
                    position=position,
                    source_language="en",
                    target_language="de",
                )
            )
    names = [f"system{number}" for number in range(systems)]
    return Campaign(
        "c",
        "t",
        f"{protocol}@1",
        {"typology": TYPOLOGIES[protocol]} | (options or {}),
        5,
        tuple(System(name, "system") for name in names),
        tuple(segments),
        {(one.id, name): f"{one.source} {name}" for one in segments for name in names},
        Design(**{"kind": "documents", "annotators": 3, "common": 0, "batch": 6} | design),
    )
