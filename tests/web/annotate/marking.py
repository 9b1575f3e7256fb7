"""A campaign of two documents in which errors are marked, and what a browser sends."""

import msgspec

from tertium import protocols
from tertium.formats.typology import read_typology
from tertium.model import Campaign, Design, Segment, System, Wording
from tertium.text.spans import text_hash

NAMES = ("SYSQQ-a", "SYSQQ-b")
TEXTS = (
    ("The café is open.", "Das Cafe\u0301 ist offen."),
    ("Thank you 👩‍👩‍👧!", "谢谢你👩‍👩‍👧!"),
    ("Zero\u200bwidth", "صفر\u200bعرض"),
    ("Goodbye.", "Leb wohl."),
)


def marked_campaign(protocol="mqm", options=None, **changes):
    """Return two documents of two sentences by two systems, marked by two people."""
    segments = tuple(
        Segment(
            f"SEGQQ{n}",
            source,
            document=f"DOCQQ{n // 2}",
            position=n % 2,
            source_language="en",
            target_language="de",
        )
        for n, (source, _) in enumerate(TEXTS)
    )
    outputs = {
        (f"SEGQQ{n}", name): f"{target} {name[-1]}"
        for n, (_, target) in enumerate(TEXTS)
        for name in NAMES
    }
    name = protocols.get(protocol).settings["typology"]
    typology = msgspec.to_builtins(read_typology(name))
    return Campaign(
        **{
            "name": "CAMPQQ",
            "title": "Errors",
            "protocol": f"{protocol}@1",
            "options": {"typology": typology} | (options or {}),
            "seed": 3,
            "systems": tuple(System(name, "system") for name in NAMES),
            "segments": segments,
            "outputs": outputs,
            "design": Design("documents", 2, common=100, batch=50),
            "wording": Wording(contact="x@example.org", profile=False),
        }
        | changes
    )


def mark(task, start, end, **more):
    """Return a mark in the only translation of a task, as a browser sends it."""
    side = more.get("side", "target")
    text = task["texts"][0]["text"] if side == "target" else task["source"]["text"]
    given = {"slot": 1, "side": side, "start": start, "end": end, "quote": text[start:end]}
    return given | {"category": "accuracy/mistranslation", "severity": "major"} | more


def answer(task, *marks, **more):
    """Return an answer with the hashes of what the task shows."""
    source = text_hash(task["source"]["text"]) if "source" in task else ""
    targets = [text_hash(text["text"]) for text in task["texts"]]
    return {"errors": {"marks": list(marks), "source": source, "targets": targets}} | more


def sent(person, task, given):
    """Send an answer and return the outcome."""
    return person.send(person.judged(task["id"], answer=given)).json()
