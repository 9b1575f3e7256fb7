"""A campaign of many systems, with plans written by hand, for tests of its pages."""

from dataclasses import replace
from itertools import combinations
from typing import Any

from tertium.model import Annotator, Assignment, Campaign, Design, Plan, Segment, System, Wording

NAMES = tuple(f"SYSQQ-{name}" for name in ("alpha", "beta", "gamma", "delta", "omega"))
SOURCES = (
    "The bridge will be closed for three weeks from Monday. "
    "Cyclists can use the ferry free of charge.",
    "The town library opens an hour earlier on market days.",
    "Anybody who lost an umbrella can ask at the station.",
    "The old mill now houses a small museum of clocks.",
)
OUTPUTS = (
    "Die Brücke wird ab Montag für drei Wochen gesperrt. "
    "Radfahrer können die Fähre kostenlos benutzen.",
    "Die Brücke ist geschlossen ab Montag für drei Wochen. "
    "Radfahrer können benutzen die Fähre frei.",
    "Ab Montag ist die Brücke drei Wochen lang gesperrt. "
    "Radfahrerinnen und Radfahrer fahren gratis mit der Fähre.",
    "Die Brücke wird von Montag an drei Wochen geschlossen sein. "
    "Fahrräder dürfen die Fähre umsonst nehmen.",
    "Die Brücke wird am Montag drei Wochen lang gesperrt. "
    "Die Donaudampfschifffahrtsgesellschaftsfähre ist für Radfahrer frei.",
)


def bridge(protocol: str, *, systems: int = 5, **changes: Any) -> Campaign:
    """Return `systems` translations of four sentences; hidden names would stand out."""
    names = (NAMES + tuple(f"SYSQQ-more{n}" for n in range(5)))[:systems]
    segments = tuple(
        Segment(
            f"SEGQQ{n}",
            source,
            document=f"DOCQQ{n}",
            domain="FILEQQ.txt",
            source_language="en",
            target_language="de",
        )
        for n, source in enumerate(SOURCES)
    )
    outputs = {}
    for place, segment in enumerate(segments):
        for n, name in enumerate(names):
            text = OUTPUTS[n % len(OUTPUTS)] if place == 0 else f"Fassung {n + 1} von Satz {place}."
            outputs[segment.id, name] = text if n < len(OUTPUTS) else f"{text} ({n})"
    made = Campaign(
        name="CAMPQQ",
        title="City news",
        protocol=protocol,
        options={},
        seed=4,
        systems=tuple(System(name, "systems") for name in names),
        segments=segments,
        outputs=outputs,
        design=Design(annotators=1, context=0, follow_up=0),
        wording=Wording(contact="bridge@example.org"),
    )
    return replace(made, **changes)


def compared(segment: int = 0, pairs: int = 3, **more: Any) -> list[Assignment]:
    """Return questions about the pairs of one sentence, the first one left."""
    chosen = list(combinations(NAMES, 2))[:pairs]
    return [
        Assignment("", "one", f"SEGQQ{segment}", pair, condition="tournament", **more)
        for pair in chosen
    ]


def ranked(segment: int = 0, slots: tuple[str, ...] = NAMES, **more: Any) -> Assignment:
    """Return one sentence whose translations are put in order."""
    return Assignment("", "one", f"SEGQQ{segment}", slots, condition="ranking", **more)


def adequacy(segment: int = 0, slot: str = NAMES[0], **more: Any) -> Assignment:
    """Return one translation to be judged by itself."""
    return Assignment("", "one", f"SEGQQ{segment}", (slot,), condition="adequacy", **more)


def plan_of(*assignments: Assignment) -> Plan:
    """Return the plan of one annotator, in this order, with opaque ids."""
    return Plan(
        (Annotator("one"),),
        tuple(replace(one, id=f"t{n:04d}", order=n) for n, one in enumerate(assignments)),
    )
