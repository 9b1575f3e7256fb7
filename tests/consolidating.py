"""A campaign whose people mark the same translations, and ways to answer for them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import msgspec

from tertium.formats.typology import read_typology
from tertium.model import Annotator, Assignment, Campaign, Decision, Judgement, Plan, Segment
from tertium.model import System as Sys
from tertium.protocols.consolidation import ReadOutput, counting, outputs_of
from tertium.store import Store
from tertium.text.spans import text_hash

NOW = datetime(2026, 11, 2, 10, 42, tzinfo=UTC)
NAME = "CAMPQQ"
SYSTEM = "SYSQQ-one"
TEXTS = (
    ("The cat sleeps on the mat.", "Die Hund schläft auf der Matte."),
    ("It rains today.", "Es regnet heute."),
    ("We leave at noon.", "Wir gehen am Mittag los."),
)


def campaign(people: int = 2, name: str = NAME, protocol: str = "mqm@1") -> tuple[Campaign, Plan]:
    """Return three translations that everyone marks, and the plan."""
    segments = tuple(
        Segment(f"SEGQQ{n}", source, "DOCQQ", n, "DOMQQ", "en", "de")
        for n, (source, _) in enumerate(TEXTS)
    )
    named = {"mqm@1": "mqm-core", "esa@1": "esa", "two_step@1": "two-step"}[protocol]
    steps = ("acceptability", "adequacy") if protocol == "two_step@1" else ("",)
    made = Campaign(
        name=name,
        title="Marks",
        protocol=protocol,
        options={"typology": msgspec.to_builtins(read_typology(named))},
        seed=1,
        systems=(Sys(SYSTEM, "system"),),
        segments=segments,
        outputs={(one.id, SYSTEM): TEXTS[n][1] for n, one in enumerate(segments)},
    )
    readers = tuple(Annotator(f"ANNQQ-{n + 1}", "en-de") for n in range(people))
    work = tuple(
        Assignment(
            f"{name}-{who.id[-1]}-{n}{step[:2]}",
            who.id,
            one.id,
            (SYSTEM,),
            order=n + len(segments) * place,
            condition=step,
        )
        for who in readers
        for place, step in enumerate(steps)
        for n, one in enumerate(segments)
    )
    return made, Plan(readers, work)


def mark(
    segment: int,
    quote: str,
    category: str = "accuracy/mistranslation",
    severity: str = "major",
    **more: Any,
) -> dict[str, Any]:
    """Return a mark on a passage of a translation."""
    start = TEXTS[segment][1].index(quote)
    return {
        "slot": 1,
        "side": "target",
        "start": start,
        "end": start + len(quote),
        "quote": quote,
        "category": category,
        "severity": severity,
    } | more


def answer(segment: int, *marks: dict[str, Any]) -> dict[str, Any]:
    """Return an answer as it is kept."""
    source, target = TEXTS[segment]
    return {
        "errors": {
            "marks": list(marks),
            "source": text_hash(source),
            "targets": [text_hash(target)],
        }
    }


def read(
    store: Store, person: int, segment: int, *marks: dict[str, Any], name: str = NAME
) -> Judgement:
    """Let somebody mark a translation."""
    made = Judgement(
        id=f"j-{name}-{person}-{segment}",
        campaign=name,
        assignment=f"{name}-{person}-{segment}",
        annotator=f"ANNQQ-{person}",
        answer=answer(segment, *marks),
        submitted_at=NOW,
    )
    store.judgements.append([made], received_at=NOW)
    return made


def put(store: Store, people: int = 2, name: str = NAME) -> None:
    """Store the campaign."""
    store.campaigns.put(*campaign(people, name), at=NOW)


def outputs(store: Store, name: str = NAME) -> list[ReadOutput]:
    """Return what was read."""
    readings = []
    for person in store.annotators.all(name):
        work = {one.id: one for one in store.assignments.of(name, person.id)}
        answered = store.assignments.answered(name, person.id)
        readings += [(work[id_], judgement) for id_, judgement in answered.items()]
    return outputs_of(readings, name, store.secret())


def decide(
    store: Store,
    id_: str,
    by: str,
    items: Sequence[str],
    act: str,
    mark: dict[str, Any] | None,
    **more: Any,
) -> Decision:
    """Decide something about marks, in place of whatever the same person decided before."""
    role = more.pop("role", "annotator")
    made = Decision(
        id_, more.pop("name", NAME), more.pop("stage", "consolidation"), role, by, tuple(items),
        {"act": act, "mark": mark, **more.pop("content", {})}, NOW, **more,
    )  # fmt: skip
    if "replaces" not in more:
        own = [
            one.id
            for one in counting(store.decisions.all(made.campaign, made.stage))
            if one.seat == made.seat and set(one.items) & set(items)
        ]
        made = replace(made, replaces=tuple(own))
    store.decisions.add([made], received_at=NOW)
    return made
