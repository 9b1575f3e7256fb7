"""A document with translations by several systems, and plans of scores, for tests of sliders."""

from dataclasses import replace
from typing import Any

from tertium.model import Annotator, Assignment, Campaign, Design, Plan, Segment, System, Wording
from tertium.protocols.conditions import DOCUMENT, SEGMENT

TWO = {"aspects": ["adequacy", "fluency"]}
NAMES = tuple(f"SYSQQ-{name}" for name in ("alpha", "beta", "gamma", "delta", "omega"))
REFERENCE = "REFQQ-human"
SOURCES = (
    "El faro de Punta Nati cumple este año siglo y medio.",
    "Durante décadas, el farero y su familia vivieron sin agua corriente ni teléfono.",
    "Cuando se automatizó la luz, en los años sesenta, el edificio quedó abandonado y la sal "
    "fue comiéndose los muros.",
    "El ayuntamiento quiere abrirlo de nuevo como pequeño museo del mar.",
    "Las obras empezarán en otoño, si el presupuesto lo permite.",
)
OUTPUTS = (
    (
        "The Punta Nati lighthouse turns one hundred and fifty this year.",
        "The lighthouse of Punta Nati fulfils this year a century and a half.",
        "Punta Nati lighthouse is celebrating its 150th anniversary.",
        "The lighthouse at Punta Nati is a century and a half old this year.",
        "Punta Nati's lighthouse meets this year century and half.",
    ),
    (
        "For decades the keeper and his family lived with neither running water nor telephone.",
        "During decades, the lighthouse keeper and his family lived without current water.",
        "The keeper and his family lived for decades without running water or a telephone.",
        "For decades the keeper's family had no running water and no phone.",
        "Decades long the keeper and family lived without water that runs nor telephone.",
    ),
    (
        "When the light was automated, in the sixties, the building was left abandoned and the "
        "salt was eating itself the walls.",
        "When the light was automated in the 1960s, the building was abandoned and the salt "
        "slowly ate away its walls.",
        "When they automated the light, in the years sixty, the building remained abandoned and "
        "the salt ate the walls.",
        "In the sixties the light became automatic; the building was abandoned, and salt gnawed "
        "at the walls.",
        "When automated itself the light, the building stayed abandoned.",
    ),
    (
        "The town hall wants to open it again as a small museum of the sea.",
        "The council wants to reopen it as a small maritime museum.",
        "The town council would like to open it again, as a small museum of the sea.",
        "The city wants it open again like little sea museum.",
        "The town hall wants opening it of new as small museum of the sea.",
    ),
    (
        "The works will start in autumn, if the budget permits it.",
        "Work will begin in the autumn, budget permitting.",
        "The works will begin in autumn if the budget allows it.",
        "Works start in autumn, if there is budget.",
        "The work will commence in fall, funds allowing.",
    ),
)
REFERENCES = (
    "The lighthouse at Punta Nati is a hundred and fifty years old this year.",
    "For decades the keeper and his family had neither running water nor a telephone.",
    "When the light was automated in the sixties, the building was abandoned, and the salt "
    "began to eat away the walls.",
    "The town council wants to reopen it as a small museum of the sea.",
    "Work will begin in the autumn, if the budget allows.",
)


def lighthouse(options: dict[str, Any] | None = None, **changes: Any) -> Campaign:
    """Return five translations of five sentences, and a reference; hidden names would stand out."""
    segments = tuple(
        Segment(
            f"SEGQQ{n}",
            source,
            document="DOCQQ",
            position=n,
            domain="FILEQQ.txt",
            source_language="es",
            target_language="en",
        )
        for n, source in enumerate(SOURCES)
    )
    outputs = {
        (segment.id, name): text
        for segment, texts, reference in zip(segments, OUTPUTS, REFERENCES, strict=True)
        for name, text in zip((*NAMES, REFERENCE), (*texts, reference), strict=True)
    }
    systems = tuple(System(name, "system") for name in NAMES)
    made = Campaign(
        name="CAMPQQ",
        title="Local news, Spanish to English",
        protocol="slider@1",
        options=options or {},
        seed=4,
        systems=(*systems, System(REFERENCE, "reference")),
        segments=segments,
        outputs=outputs,
        design=Design(annotators=1, context=1),
        wording=Wording(contact="lighthouse@example.org"),
    )
    return replace(made, **changes)


def scored(segment: int = 0, slots: tuple[str, ...] = NAMES[:1], **more: Any) -> Assignment:
    """Return one sentence whose translations get scores."""
    return Assignment("", "one", f"SEGQQ{segment}", slots, **more)


def documents(*blocks: tuple[str, ...], segments: int = 5) -> list[Assignment]:
    """Return, for each block of systems, the sentences of the document and then the whole."""
    found = []
    for slots in blocks:
        found += [scored(n, slots, condition=SEGMENT) for n in range(segments)]
        found.append(scored(segments - 1, slots, condition=DOCUMENT))
    return found


def plan_of(*assignments: Assignment) -> Plan:
    """Return the plan of one annotator, in this order, with opaque ids."""
    return Plan(
        (Annotator("one"),),
        tuple(replace(one, id=f"t{n:04d}", order=n) for n, one in enumerate(assignments)),
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
    """Seat somebody before translations to be scored; without tasks, four single sentences."""
    plan = plan_of(*(tasks or [scored(n) for n in range(4)]))
    world = serve(campaign or lighthouse(options), plan=plan, alone=alone)
    return world, sit_down(world, **settings)


def scores(hand: Any) -> list[str]:
    """Return what the numbers beside the visible sliders say; empty where none is set."""
    return [one.input_value() for one in hand.page.locator(".value:visible").all()]


def slider(hand: Any, place: int = 0) -> Any:
    """Return a visible slider."""
    return hand.page.locator(".slider:visible input[type=range]").nth(place)


def said(hand: Any) -> str:
    """Return the sentence beside the buttons."""
    text: str = hand.page.locator("#say").inner_text()
    return text


def next_item(hand: Any, number: int, *keys: str) -> None:
    """Press keys and Enter, and see another item."""
    hand.press(*keys, "Enter")
    hand.until_position(number)
