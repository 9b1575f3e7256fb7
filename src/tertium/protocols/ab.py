"""A/B comparison of two releases: which of two translations is better?

A campaign chooses one of four variants of the answers.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tertium.exceptions import NotFound
from tertium.model import Assignment, Judgement, Observation
from tertium.protocols.planning import COMPARED, HIGHLIGHT
from tertium.protocols.preferences import (
    CRITERIA,
    CRITERION,
    QUALITY,
    VARIANTS,
    check_criterion,
    preference,
)
from tertium.protocols.protocol import (
    Ask,
    Choice,
    Protocol,
    read_options,
    read_words,
    shipped_demonstration,
)


def observe(judgement: Judgement, assignment: Assignment) -> Iterator[Observation]:
    """Yield the preference; then, where it was asked, whether one is good enough to post-edit."""
    left, right = assignment.slots
    answer = judgement.answer
    yield preference(left, right, answer["better"], answer.get("comment"))
    if "good_enough" in answer:
        yield Observation(
            "good_enough",
            value=float(answer["good_enough"] == "yes"),
            label=answer["good_enough"],
        )


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose the variant, the second question, and whether differences may be highlighted."""
    settings = read_options(
        options, {"variant": "five", "criterion": QUALITY, "good_enough": False, "highlight": False}
    )
    variant = str(settings["variant"])
    if variant not in VARIANTS:
        raise NotFound.among("variant", variant, VARIANTS, where="[options]")
    check_criterion(settings["criterion"])
    asks: tuple[Ask, ...] = (Choice("better", VARIANTS[variant], comment_required=("other",)),)
    if settings["good_enough"]:
        asks += (Choice("good_enough", ("yes", "no")),)
    return replace(protocol, asks=asks, settings=settings)


AB = Protocol(
    name="ab",
    version=1,
    title="A/B comparison",
    systems=2,
    parts=("baseline", "advanced"),
    asks=(Choice("better", VARIANTS["five"], comment_required=("other",)),),
    observe=observe,
    cite="Simard, Kuhn and Rémillard (2015), QUAFF: Pilot Experiment",
    configure=configure,
    words=read_words("ab"),
    demonstrations=(
        shipped_demonstration("encyclopaedia", share=0.62),
        shipped_demonstration("support", share=0.0),
    ),
    planning=replace(
        COMPARED,
        settings=(*COMPARED.settings, "looks"),
        summary="which of two translations is better?",
        usual="two",
        options={
            "variant": "five, binary, ternary or post-edit answers",
            "criterion": CRITERION,
            "good_enough": "also ask: is one good enough to post-edit?",
            "highlight": HIGHLIGHT,
        },
        values={"variant": tuple(VARIANTS), "criterion": CRITERIA},
    ),
)
