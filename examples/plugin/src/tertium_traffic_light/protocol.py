"""Traffic light: may this translation be published? One output, three lights.

Red: not as it is, and a comment says why. Amber: after some corrections. Green: yes.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tertium.model import Assignment, Judgement, Observation, parts_of
from tertium.protocols import Choice, Protocol
from tertium.protocols.planning import SCORED
from tertium.protocols.protocol import Demonstration
from tertium.scale import Scale

LIGHTS = ("red", "amber", "green")  # from the worst to the best, like the scale
SCALE = Scale(1, 3, 1, name="traffic light", labels=LIGHTS)
LIGHT = Choice("light", LIGHTS, comment_required=("red",), aspect="overall", scale=SCALE)

WORDS = {
    "en": {
        "name": "Traffic light",
        "choice": "Traffic light",
        "choice.why": "May each translation be published: no, after corrections, or yes?",
        "instructions.task": "You see a source text and a translation of it. Say whether the "
        "translation may be published. With red, say why in the comment.",
        "question.light": "May this translation be published?",
        "answer.light.red": "Red: no",
        "answer.light.amber": "Amber: after corrections",
        "answer.light.green": "Green: yes",
        "note.light.red": "“Red”: it misleads its readers, or cannot be understood.",
        "note.light.amber": "“Amber”: a reviser needs a minute or two for it.",
        "note.light.green": "“Green”: you would publish it as it is.",
    },
    "de": {
        "name": "Ampel",
        "choice": "Ampel",
        "choice.why": "Darf die Übersetzung veröffentlicht werden: nein, nach Korrekturen, ja?",
        "instructions.task": "Sie sehen einen Ausgangstext und eine Übersetzung. Sagen Sie, ob die "
        "Übersetzung veröffentlicht werden darf. Bei Rot begründen Sie es im Kommentar.",
        "question.light": "Darf diese Übersetzung veröffentlicht werden?",
        "answer.light.red": "Rot: nein",
        "answer.light.amber": "Gelb: nach Korrekturen",
        "answer.light.green": "Grün: ja",
        "note.light.red": "„Rot“: Sie führt Leser in die Irre oder ist nicht zu verstehen.",
        "note.light.amber": "„Gelb“: Eine Revision braucht ein, zwei Minuten.",
        "note.light.green": "„Grün“: Sie würden sie so veröffentlichen.",
    },
    # A language that Tertium's own pages do not have: buttons that it says nothing about
    # stay in English, so the most frequent ones are said here, too.
    "fa": {
        "page.language.fa": "فارسی",
        "name": "چراغ راهنما",
        "choice": "چراغ راهنما",
        "choice.why": "آیا هر ترجمه قابل انتشار است: نه، پس از اصلاح، یا بله؟",
        "instructions.title": "چه باید کرد",
        "instructions.go": "شروع",
        "instructions.task": "متنی اصلی و ترجمهٔ آن را می‌بینید. بگویید آیا ترجمه قابل انتشار است. "
        "برای قرمز دلیل را در توضیح بنویسید.",
        "question.light": "آیا این ترجمه قابل انتشار است؟",
        "answer.light.red": "قرمز: نه",
        "answer.light.amber": "زرد: پس از اصلاح",
        "answer.light.green": "سبز: بله",
        "note.light.red": "«قرمز»: خواننده را گمراه می‌کند یا فهمیده نمی‌شود.",
        "note.light.amber": "«زرد»: بازبینی آن یکی دو دقیقه زمان می‌برد.",
        "note.light.green": "«سبز»: آن را همین‌طور منتشر می‌کنید.",
    },
}


def observe(judgement: Judgement, assignment: Assignment) -> Iterator[Observation]:
    """Yield the light as a score from 1 to 3, for every system that gave this output."""
    light = judgement.answer["light"]
    comment = judgement.answer.get("comment")
    for system in parts_of(assignment.slots[0]):
        yield Observation(
            "overall",
            value=float(LIGHTS.index(light) + 1),
            system=system,
            slot=1,
            label=light,
            comment=comment,
        )
        comment = None  # once is enough


TRAFFIC_LIGHT = Protocol(
    name="traffic_light",
    version=1,
    title="Traffic light",
    systems=1,
    parts=("systems", "references"),
    asks=(LIGHT,),
    observe=observe,
    cite="the manual of Tertium, “Extending Tertium”",
    purpose="rate",
    words=WORDS,
    planning=replace(
        SCORED,
        summary="may each translation be published?",
        title="Publishing translations",
        question="May each translation be published?",
        seconds=10.0,
    ),
    demonstrations=(
        Demonstration(Path(__file__).with_name("demonstration") / "lights.toml", share=0.7),
    ),
)
