"""Errors in two steps: what is not acceptable in the target alone, then what is not adequate.

In the first step the source is hidden, so that a text is read as its readers will read it. Only
when a document has been read so, in all the versions that somebody is given, its source is
shown, and the first step is closed. Categories below `acceptability` belong to the first step,
those below `adequacy` to the second; a typology without these two has all of them in both.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from tertium.protocols.conditions import ACCEPTABILITY, ADEQUACY
from tertium.protocols.marking import ERRORS, marking_settings, observe_marks
from tertium.protocols.planning import MARKED
from tertium.protocols.protocol import Protocol, read_words, shipped_demonstration
from tertium.protocols.spans import Spans
from tertium.typology import Typology

STEPS = (ACCEPTABILITY, ADEQUACY)  # conditions, and categories at the top


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose the typology and what is pointed at; the source is hidden in the first step."""
    settings, typology = marking_settings(options, "two-step")
    settings |= {"hidden": (ACCEPTABILITY,), "within": _within(typology)}
    return replace(
        protocol,
        asks=(Spans(ERRORS, typology, tuple(settings["sides"]), when=STEPS),),
        observe=partial(observe_marks, typology=typology),
        settings=settings,
    )


def _within(typology: Typology | None) -> dict[str, str]:
    """Return the category whose part of the tree belongs to each step."""
    known = {node.id for node in typology.nodes} if typology else set()
    return {step: step for step in STEPS} if set(STEPS) <= known else {}


TWO_STEP = Protocol(
    name="two_step",
    version=1,
    title="Acceptability, then adequacy",
    systems=1,
    parts=("systems", "references"),
    asks=(Spans(ERRORS, when=STEPS),),
    observe=observe_marks,
    cite="Daems, Macken and Vandepitte (2014), On the origin of errors: a fine-grained analysis "
    "of MT and PE errors and their relationship",
    template="mark.html",
    configure=configure,
    purpose="mark",
    words=read_words("two_step"),
    demonstrations=(shipped_demonstration("errors-in-two-steps", share=0.7),),
    planning=replace(
        MARKED,
        summary="mark errors without the source, then with it",
        seconds=40.0,
        references=True,
        parts={**MARKED.parts, "references": "human translations, marked like systems"},
    ),
)
