"""Quality square: a text is rated for adequacy and readability, and its errors are counted.

The questions are the criteria of a model, each answered by a number from 0 to 100: a rating, or
how many errors there are. Thresholds and weights are no part of the page: reviewers say what
they see, the model says what it means. In the full model errors are marked, in a campaign of
their own; here only the ratings are asked.

A text is read whole, and twice: first alone, as its readers will read it, for readability; then
beside its source, for everything else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tertium.exceptions import BadInput
from tertium.protocols.conditions import ADEQUACY, READABILITY
from tertium.protocols.planning import AGAINST, MARKED, SHOWN
from tertium.protocols.protocol import (
    Protocol,
    Slider,
    read_options,
    read_words,
    shipped_demonstration,
)
from tertium.protocols.scoring import observe_scores

RATINGS = ("adequacy", "readability")
# Whole texts, and the step in which their source is hidden.
_STEPS = {"document": True, "whole": (READABILITY, ADEQUACY), "hidden": (READABILITY,)}
# What the light model counts beside.
COUNTS = ("major_errors", "language_errors", "terminology_errors", "format_errors")


# Assignments without a condition ask for everything at once, segment by segment.
AT_ONCE = ""


def _asks(criteria: Sequence[str]) -> tuple[Slider, ...]:
    """Return the questions: what is called errors is counted, all else is rated."""
    return tuple(
        Slider(
            one,
            counts=one.endswith("_errors"),
            when=(READABILITY if one == READABILITY else ADEQUACY, AT_ONCE),
        )
        for one in sorted(criteria, key=lambda one: one != READABILITY)
    )


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose the criteria: those of the light model, of the full one, or one's own."""
    settings = read_options(options, {"model": "light", "criteria": [], "against": "source"})
    criteria = settings["criteria"] or [
        *RATINGS,
        *(COUNTS if settings["model"] == "light" else ()),
    ]
    known = all(
        isinstance(one, str) and one.isidentifier() and one != "comment" for one in criteria
    )
    if not known or len(set(criteria)) < len(criteria):
        raise BadInput(
            f"criteria = {criteria!r} cannot be asked",
            where="[options]",
            fix='Write the ids of your model, such as criteria = ["adequacy", "readability"].',
        )
    return replace(
        protocol,
        asks=_asks(criteria),
        settings=settings | _STEPS,
    )


SQUARE = Protocol(
    name="square",
    version=1,
    title="Quality square",
    systems=1,
    parts=("systems", "references"),
    asks=_asks((*RATINGS, *COUNTS)),
    observe=observe_scores,
    cite="Glazychev (2014), How to Reliably Measure Something That's Not Completely Objective",
    configure=configure,
    settings=_STEPS,
    purpose="rate",
    words=read_words("square"),
    demonstrations=(shipped_demonstration("square", share=0.8),),
    results="tertium.stats.square.square:results",
    planning=replace(
        MARKED,
        summary="rate adequacy and readability, count errors; never one number",
        title="Reviewing translations",
        question="Rate each translation and count its errors",
        seconds=120.0,
        options={
            "model": "light: also count errors; full: they are marked elsewhere",
            "criteria": "other criteria, by the ids of your model; [] for those of the model",
            "against": AGAINST,
        },
        values={"model": ("light", "full"), "against": SHOWN},
    ),
)
