"""Anchors: outputs whose quality is known from an earlier campaign, in a table.

Columns: `segment` and `system` as they were called there, `source`, `text`, `score` (from 0
to 100); `reference` if outputs are judged against one, and `source_language` and
`target_language` where a campaign has several language pairs.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tertium.formats.entries import Entry
from tertium.formats.given import Place
from tertium.formats.recognise import read_texts
from tertium.formats.sheets import as_number
from tertium.model import ANCHOR, DEGRADED, MERGED, Anchor, Segment, System

_NEEDED = ("system", "text", "score")
_KNOWN = (*_NEEDED, "reference", "source_language", "target_language")


@dataclass(frozen=True, slots=True)
class Anchors:
    """What a campaign gains from a file of anchors."""

    anchors: tuple[Anchor, ...]
    segments: tuple[Segment, ...]
    outputs: Mapping[tuple[str, str], str]
    systems: tuple[System, ...]


def read_anchors(path: Path, segments: Iterable[Segment], systems: Iterable[System]) -> Anchors:
    """Return the anchors of a file, for a campaign with these segments and systems.

    Their segments are called after the earlier ones, with `anchor.` before the name, since
    another campaign may have used the same names for other texts.
    """
    texts = read_texts(path)
    pairs = list(dict.fromkeys((one.source_language, one.target_language) for one in segments))
    known = {system.name for system in systems}
    reference = next((one.name for one in systems if one.part == "reference"), "")
    found: dict[str, Segment] = {}
    outputs: dict[tuple[str, str], str] = {}
    anchors: list[Anchor] = []
    for entry in texts.entries:
        place = texts.place(entry)
        segment = _segment(entry, pairs, place, len(found))
        system, score = _checked(entry, place)
        if found.setdefault(segment.id, segment).source != segment.source:
            raise place.wrong(
                f"segment {entry.segment!r} has two sources", "Give every source its own name."
            )
        if (segment.id, system) in outputs:
            raise place.wrong(
                f"the output of {system!r} for segment {entry.segment!r} is given twice",
                "Keep one line for each output.",
            )
        outputs[segment.id, system] = entry.outputs["text"]
        anchors.append(Anchor(segment.id, system, score))
        if reference and entry.outputs.get("reference", "").strip():
            outputs[segment.id, reference] = entry.outputs["reference"]
    if not anchors:
        raise Place(path).wrong("there are no anchors in this file", "Add some.")
    new = dict.fromkeys(anchor.system for anchor in anchors if anchor.system not in known)
    return Anchors(
        tuple(anchors),
        tuple(found.values()),
        outputs,
        tuple(System(name, "anchor") for name in new),
    )


def _segment(entry: Entry, pairs: list[tuple[str, str]], place: Place, position: int) -> Segment:
    """Return the segment of an anchor, alone in its document."""
    given = (
        entry.outputs.get("source_language", "").strip(),
        entry.outputs.get("target_language", "").strip(),
    )
    pair = given if all(given) else pairs[0]
    if (not all(given) and len(pairs) > 1) or pair not in pairs:
        raise place.wrong(
            "it is not said to which language pair of the campaign this belongs",
            "Add the columns source_language and target_language, as in the campaign.",
        )
    if not entry.segment or not entry.source.strip():
        raise place.wrong(
            "an anchor needs a segment and a source", "Call it as the earlier campaign did."
        )
    return Segment(
        ANCHOR + entry.segment,
        entry.source,
        document=ANCHOR + entry.segment,
        position=position,
        source_language=pair[0],
        target_language=pair[1],
    )


def _checked(entry: Entry, place: Place) -> tuple[str, float]:
    """Return the system and the score of an anchor."""
    for name in entry.outputs:
        if name not in _KNOWN:
            raise place.wrong(
                f"unknown column {name!r}", f"Known: segment, source, {', '.join(_KNOWN)}."
            )
    for name in _NEEDED:
        if not entry.outputs.get(name, "").strip():
            raise place.wrong(f"an anchor without {name!r}", f"Give its {name}.")
    system = entry.outputs["system"].strip()
    if MERGED in system or system.endswith(DEGRADED):
        raise place.wrong(
            f"{system!r} cannot be the name of a system", f"Name one system, without {MERGED!r}."
        )
    score = as_number(entry.outputs["score"])
    if not 0 <= score <= 100:
        raise place.wrong(
            f"{entry.outputs['score']!r} is not a score",
            "Give a number from 0 to 100, on the scale of the earlier campaign.",
        )
    return system, score
