"""A manual to be post-edited, and what tests of the editor do at its page."""

from dataclasses import replace
from typing import Any

from tertium import protocols
from tertium.model import (
    Annotator,
    Assignment,
    Campaign,
    Design,
    Output,
    Plan,
    Segment,
    System,
    Wording,
)
from tertium.protocols.conditions import EDITING, QUESTIONNAIRE, SCRATCH
from tertium.text.events import replay

NAMES = ("SYSQQ-alpha", "SYSQQ-beta")
SOURCES = (
    "Switch off the pump before you open the drain valve.",
    "Never loosen the bolts while the housing is hot.",
    "Wait until the pressure gauge reads zero.",
    "The seal must be replaced every 2,000 hours.",
    "Keep the manual near the pump.",
)
TEXTS = (
    "Éteignez la pompe avant d’ouvrir la vanne de drain.",
    "Ne desserrez jamais les boulons pendant que le logement est chaud.",
    "Attendez que le manomètre lit zéro.",
    "Le joint doit être remplacé toutes les 2 000 heures.",
    "Gardez le manuel près de la pompe.",
)
GOLD = "Arrêtez la pompe avant d’ouvrir la vanne de vidange."
GLOSSARY = [
    {"term": "drain valve", "gloss": "vanne de vidange"},
    {"term": "valve", "gloss": "vanne"},
    {"term": "housing", "gloss": "carter"},
]


def pump(
    options: dict[str, Any] | None = None,
    *,
    target: str = "fr",
    texts: tuple[str, ...] = TEXTS,
    **changes: Any,
) -> Campaign:
    """Return five sentences with an output each; hidden names would stand out."""
    segments = tuple(
        Segment(f"SEGQQ{n}", source, "DOCQQ", n, "FILEQQ.txt", "en", target)
        for n, source in enumerate(SOURCES)
    )
    outputs = {(one.id, NAMES[0]): text for one, text in zip(segments, texts, strict=True)}
    outputs[segments[0].id, "REFQQ-human"] = GOLD
    outputs[segments[0].id, "OCRQQ-scan"] = "Switch oft the purnp before you open the drain valve."
    made = Campaign(
        name="CAMPQQ",
        title="Pump manual",
        protocol="postedit@1",
        options=options or {},
        seed=4,
        systems=(
            *(System(name, "system") for name in NAMES),
            System("REFQQ-human", "reference"),
            System("OCRQQ-scan", "recognised"),
        ),
        segments=segments,
        outputs=outputs,
        design=Design(annotators=1, context=1, scratch=True),
        wording=Wording(contact="pump@example.org"),
    )
    return replace(made, **changes)


def task(segment: int = 0, slot: str = NAMES[0], **more: Any) -> Assignment:
    """Return one sentence to be edited, or translated from scratch."""
    condition = more.pop("condition", SCRATCH if slot == SCRATCH else EDITING)
    slots = () if condition == QUESTIONNAIRE else (slot,)
    return Assignment("", "one", f"SEGQQ{segment}", slots, condition=condition, **more)


def plan_of(*assignments: Assignment) -> Plan:
    """Return the plan of one editor, in this order, with opaque ids."""
    return Plan(
        (Annotator("one"),),
        tuple(replace(one, id=f"t{n:04d}", order=n) for n, one in enumerate(assignments)),
        texts=tuple(Output(f"SEGQQ{n}", SCRATCH, "") for n in range(len(SOURCES))),
    )


def seat(
    serve: Any,
    sit_down: Any,
    *tasks: Assignment,
    options: dict[str, Any] | None = None,
    campaign: Campaign | None = None,
    alone: bool = False,
    **settings: Any,
) -> tuple[Any, Any]:
    """Seat an editor; without tasks, before the five sentences."""
    plan = plan_of(*(tasks or [task(n) for n in range(len(SOURCES))]))
    world = serve(campaign or pump(options), plan=plan, alone=alone)
    return world, sit_down(world, **settings)


def field(hand: Any) -> Any:
    """Return the text field."""
    return hand.page.locator("#edited")


def done(
    hand: Any, number: int | None, rating: str | None = "3", *, untouched: bool = False
) -> None:
    """Say that the text is done, rate it, and see the next item, or the end."""
    if untouched:  # who accepts a text without touching it has looked at it for a moment
        hand.wait()
    hand.press("Control+Enter")
    if rating:
        hand.press(rating, "Enter")
    if number is None:
        hand.page.locator("#rest").wait_for()
    else:
        hand.until_position(number)


def edited(world: Any) -> list[dict[str, Any]]:
    """Return the edited texts that were stored, in order of arrival."""
    return [one.answer["edited"] for one in world.judgements()]


def rebuilt(world: Any) -> list[str]:
    """Return the stored texts, each of which its log must rebuild."""
    texts = []
    for one in edited(world):
        assert "flags" not in one
        assert replay(one["start"], one["events"]) == one["text"]
        texts.append(one["text"])
    return texts


def measured(world: Any, number: int = 0) -> dict[str, Any]:
    """Return what one stored judgement says, by aspect."""
    judgement = world.judgements()[number]
    with world.store() as store:
        one = store.assignments.get(world.campaign.name, judgement.annotator, judgement.assignment)
    protocol = protocols.get(world.campaign.protocol, world.campaign.options)
    return {row.aspect: row.value for row in protocol.observations(judgement, one)}


def kinds(log: dict[str, Any]) -> list[str]:
    """Return the kinds of events in a log."""
    return [event["k"] for event in log["events"]]


def caret(hand: Any, place: int) -> None:
    """Put the cursor between two characters."""
    field(hand).evaluate("(one, place) => one.setSelectionRange(place, place)", place)


def compose(hand: Any, *steps: str, result: str) -> None:
    """Write a word as with an input method: it is shown while it is made, and then it is there."""
    session = hand.page.context.new_cdp_session(hand.page)
    for text in steps:
        session.send(
            "Input.imeSetComposition",
            {"text": text, "selectionStart": len(text), "selectionEnd": len(text)},
        )
    session.send("Input.insertText", {"text": result})


def paste(hand: Any, text: str) -> None:
    """Paste a text that lies on the clipboard."""
    hand.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    hand.page.evaluate("text => navigator.clipboard.writeText(text)", text)
    hand.press("Control+v")
