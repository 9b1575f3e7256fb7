"""Minutes of a council, in which errors are marked, and what tests of that page do."""

from dataclasses import replace
from typing import Any

import msgspec

from tertium import protocols
from tertium.formats.typology import read_typology
from tertium.model import Annotator, Assignment, Campaign, Design, Plan, Segment, System, Wording

NAMES = ("SYSQQ-alpha", "SYSQQ-beta")
GERMAN = (
    (
        "The minutes of the last meeting were read and agreed.",
        "Das Protokoll der letzten Sitzung wurde verlesen und gebilligt.",
    ),
    (
        "On Tuesday the committee approved the budget after a heated debate, but it will only "
        "come into force once the mayor has signed it.",
        "Der Ausschuss genehmigte das Budget nach einer erhitzten Debatte, aber es wird nur in "
        "Kraft treten, wenn einmal der Bürgermeister hat es unterschrieben.",
    ),
    (
        "The new bicycle path along the river 🚲 costs 1.2 million euros.",
        "Der neue Radweg entlang des Flusses 🚲 kostet 1,3 Millionen Euro.",
    ),
    ("The next meeting is in May.", "Die nächste Sitzung ist im Mai."),
)
ARABIC = (
    (
        "The clinic will be closed on Monday 4 May. If your prescription runs out before then, "
        "ask the pharmacist for a three-day supply.",
        "ستكون العيادة مغلقة يوم الاثنين 4 مايو. إذا نفدت وصفتك الطبية قبل ذلك، فاطلب من "
        "الصيدلي إمدادات لثلاثة أشهر.",
    ),
    ("Bring your card with you.", "أحضر بطاقتك معك."),
)
CHINESE = (
    ("The library opens at nine.", "图书馆九点开门👩‍👩‍👧。"),
    ("Admission is free on Sundays.", "星期天免费入场。"),
)
PAIRS = {"de": GERMAN, "ar": ARABIC, "zh": CHINESE}


def council(
    protocol: str = "mqm",
    options: dict[str, Any] | None = None,
    *,
    target: str = "de",
    pairs: tuple[tuple[str, str], ...] = (),
    **changes: Any,
) -> Campaign:
    """Return a document with one output; hidden names would stand out."""
    texts = pairs or PAIRS[target]
    segments = tuple(
        Segment(f"SEGQQ{n}", source, "DOCQQ", n, "FILEQQ.txt", "en", target)
        for n, (source, _) in enumerate(texts)
    )
    outputs = {(f"SEGQQ{n}", NAMES[0]): text for n, (_, text) in enumerate(texts)}
    shipped = protocols.get(protocol).settings["typology"]
    made = Campaign(
        name="CAMPQQ",
        title="Council minutes",
        protocol=f"{protocol}@1",
        options={"typology": msgspec.to_builtins(read_typology(shipped))} | (options or {}),
        seed=4,
        systems=tuple(System(name, "system") for name in NAMES[:1]),
        segments=segments,
        outputs=outputs,
        design=Design("documents", 1, common=100, batch=50),
        wording=Wording(contact="council@example.org", profile=False),
    )
    return replace(made, **changes)


def plan_of(campaign: Campaign, *conditions: str) -> Plan:
    """Return the plan of one annotator: the document, once under every condition."""
    found = [
        Assignment("", "one", segment.id, (NAMES[0],), batch=batch, condition=condition)
        for batch, condition in enumerate(conditions or ("",))
        for segment in campaign.segments
    ]
    return Plan(
        (Annotator("one"),),
        tuple(replace(one, id=f"t{n:04d}", order=n) for n, one in enumerate(found)),
    )


def seat(
    serve: Any,
    sit_down: Any,
    protocol: str = "mqm",
    options: dict[str, Any] | None = None,
    *,
    conditions: tuple[str, ...] = (),
    alone: bool = False,
    target: str = "de",
    pairs: tuple[tuple[str, str], ...] = (),
    **settings: Any,
) -> tuple[Any, Any]:
    """Seat somebody before a document in which errors are marked."""
    campaign = council(protocol, options, target=target, pairs=pairs)
    world = serve(campaign, plan=plan_of(campaign, *conditions), alone=alone)
    return world, sit_down(world, **settings)


def marked(world: Any) -> list[dict[str, Any]]:
    """Return the answers so far, in the order they arrived."""
    return [one.answer for one in world.judgements()]


def marks(answer: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Return where and what the marks of an answer are."""
    names = ("side", "start", "end", "quote", "category", "severity")
    return [tuple(mark[name] for name in names) for mark in answer["errors"]["marks"]]
