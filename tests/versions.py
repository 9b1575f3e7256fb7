"""A campaign in which MT, post-edited and human versions of the same texts are marked."""

from typing import Any

import msgspec

from tertium.formats.typology import read_typology
from tertium.model import Annotator, Assignment, Campaign, Judgement, Plan, Segment, System
from tertium.store import Store
from tertium.text.spans import text_hash
from tests.consolidating import NOW

NAME = "VERQQ"
MT, EDITED, HUMAN = "SYSQQ-engine", "SYSQQ-ada", "SYSQQ-ben"
SYSTEMS = (MT, EDITED, HUMAN)
QUERY = f"?mt={MT}&postedited={EDITED}&human={HUMAN}"
# Source, MT, post-edited, human; the aligner learns the words from all of them.
TEXTS = (
    (
        "the black cat sleeps",
        "der schwarze Hund schläft",
        "der schwarze Hund schlummert",
        "die schwarze Katze schläft",
    ),
    ("the old dog barks", "der alte Hund bellt", "der alte Hund jault", "der alte Hund bellt"),
    ("the cat", "die Katze", "die Katze", "die Katze"),
    ("the dog", "der Hund", "der Hund", "der Hund"),
    ("black", "schwarze", "schwarze", "schwarze"),
    ("sleeps", "schläft", "schläft", "schläft"),
    ("the old cat", "die alte Katze", "die alte Katze", "die alte Katze"),
    ("the black dog barks", "der schwarze Hund bellt", "der schwarze Hund bellt", "der schwarze"),
)
WRONG, STYLE = "accuracy/mistranslation", "style"
# Segment, system, quote, category.
ERRORS = (
    (0, MT, "Hund", WRONG),
    (0, EDITED, "Hund", WRONG),  # left as it was
    (0, EDITED, "schlummert", STYLE),  # made by the editor
    (0, HUMAN, "die", STYLE),
    (1, EDITED, "jault", WRONG),
)


def campaign(name: str = NAME, systems: tuple[str, ...] = SYSTEMS) -> tuple[Campaign, Plan]:
    """Return the texts in three versions, all of which one person marks."""
    segments = tuple(
        Segment(f"SEGQQ{n}", texts[0], "DOCQQ", n, "DOMQQ", "en", "de")
        for n, texts in enumerate(TEXTS)
    )
    made = Campaign(
        name=name,
        title="Versions",
        protocol="mqm@1",
        options={"typology": msgspec.to_builtins(read_typology("mqm-core"))},
        seed=1,
        systems=tuple(System(one, "system") for one in systems),
        segments=segments,
        outputs={
            (one.id, system): TEXTS[n][place]
            for n, one in enumerate(segments)
            for place, system in enumerate(systems, 1)
        },
    )
    work = tuple(
        Assignment(
            f"{name}-{place}-{n}", "ANNQQ-1", one.id, (system,), order=len(TEXTS) * place + n
        )
        for place, system in enumerate(systems)
        for n, one in enumerate(segments)
    )
    return made, Plan((Annotator("ANNQQ-1", "en-de"),), work)


def mark(segment: int, system: int, quote: str, category: str) -> dict[str, Any]:
    """Return a mark on a passage of a version."""
    start = TEXTS[segment][system + 1].index(quote)
    return {
        "slot": 1,
        "side": "target",
        "start": start,
        "end": start + len(quote),
        "quote": quote,
        "category": category,
        "severity": "minor",
    }


def put(store: Store, name: str = NAME, systems: tuple[str, ...] = SYSTEMS) -> None:
    """Store the campaign with all its marks, under other names of the systems if wanted."""
    store.campaigns.put(*campaign(name, systems), at=NOW)
    mark_all(store, name, name)


def mark_all(store: Store, name: str = NAME, planned: str = NAME) -> None:
    """Mark the errors; assignments are called after the name under which they were planned."""
    store.judgements.append(
        [_judged(name, planned, place, n) for place in range(3) for n in range(len(TEXTS))],
        received_at=NOW,
    )


def _judged(name: str, planned: str, place: int, n: int) -> Judgement:
    """Return the answer about one version of a segment."""
    marks = [
        mark(n, place, quote, category)
        for segment, system, quote, category in ERRORS
        if (segment, SYSTEMS.index(system)) == (n, place)
    ]
    hashes = {"source": text_hash(TEXTS[n][0]), "targets": [text_hash(TEXTS[n][place + 1])]}
    work = f"{planned}-{place}-{n}"
    said = {"errors": {"marks": marks, **hashes}}
    return Judgement(f"j-{name}-{work}", name, work, "ANNQQ-1", said, NOW)
