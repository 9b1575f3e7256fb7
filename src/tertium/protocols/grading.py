"""Grading: good solutions and errors are marked and weighed, from +8 to −8.

Weights are the severities of the typology. What concerns a text as a whole (its layout, its
brief) may be asked with its last segment, in the campaign's own words: the external criteria.
What the sum means for a grade is no part of the protocol: the grade scale says so.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from tertium.exceptions import BadInput
from tertium.model import Assignment, Judgement, Observation, parts_of
from tertium.protocols.conditions import DOCUMENT, LAST, SEGMENT
from tertium.protocols.marking import ERRORS, marking_settings, observe_marks
from tertium.protocols.planning import MARKED
from tertium.protocols.protocol import Ask, Choice, Protocol, read_words, shipped_demonstration
from tertium.protocols.spans import Spans
from tertium.typology import Typology

_TAKEN = ("comment", "problem", "overall", "error", ERRORS)


def observe(
    judgement: Judgement, assignment: Assignment, *, typology: Typology | None = None
) -> Iterator[Observation]:
    """Yield one row per mark and their sum, and one row per external criterion."""
    yield from observe_marks(judgement, assignment, typology=typology)
    for place, slot in enumerate(assignment.slots, 1):
        for system in parts_of(slot):
            for name, label in judgement.answer.items():
                if name not in (ERRORS, "comment"):
                    yield Observation(name, label=label, system=system, slot=place, unit=DOCUMENT)


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose the typology, what is pointed at, and the external criteria."""
    settings, typology = marking_settings(options, "kopte", {"external": []})
    external = tuple(_criterion(one) for one in settings["external"])
    names = [ask.name for ask in external]
    if len(set(names)) < len(names):
        raise BadInput(
            "two external criteria have the same name", where="[options]", fix="Rename one."
        )
    when = (SEGMENT, LAST) if external else ()
    asks: tuple[Ask, ...] = (Spans(ERRORS, typology, tuple(settings["sides"]), when=when),)
    # The page asks them like the questions of any form, with the last segment of a text.
    settings |= {"questionnaire": settings["external"], "last": LAST if external else ""}
    return replace(
        protocol,
        asks=(*asks, *external),
        observe=partial(observe, typology=typology),
        settings=settings,
    )


def _criterion(given: Any) -> Choice:
    """Read one question about a whole text: its name, its words and its answers."""
    entry = given if isinstance(given, Mapping) else {}
    name, question, labels = (entry.get(key) for key in ("name", "question", "labels"))
    if not isinstance(name, str) or not name.isidentifier() or name in _TAKEN:
        raise BadInput(
            f"{name!r} cannot be the name of an external criterion",
            where="[[options.external]]",
            fix="Use letters, digits and underscores, such as layout.",
        )
    if not isinstance(labels, list) or len(labels) < 2 or not isinstance(question, str):
        raise BadInput(
            f"the external criterion {name!r} needs a question and two labels or more",
            where="[[options.external]]",
            fix='Write question = "Does the layout fit?" and labels = ["yes", "partly", "no"].',
        )
    return Choice(name, tuple(str(label) for label in labels), when=(LAST,))


GRADING = Protocol(
    name="grading",
    version=1,
    title="Grading with good solutions and errors",
    systems=1,
    parts=("systems", "references"),
    asks=(Spans(ERRORS),),
    observe=observe,
    cite="Vela, Schumann and Wurm (2014), Human Translation Evaluation and its Coverage by "
    "Automatic Scores",
    template="mark.html",
    configure=configure,
    purpose="mark",
    words=read_words("grading"),
    demonstrations=(shipped_demonstration("grading", share=0.8),),
    results="tertium.stats.grading.campaign:results",
    planning=replace(MARKED, summary="mark good solutions and errors, weighed from +8 to −8"),
)
