"""Tournament: a few ternary comparisons relate many translations of one source.

Each question shows two translations: better, worse, or a tie ("equally satisfied
or dissatisfied"). Which pairs are asked is a matter of design; the answers of one
annotator about one source form a graph (Pighin, Formiga and Màrquez, 2012). Where
the campaign wants it, a second stage asks of the best translations whether they
are adequate.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tertium.model import Assignment, Judgement, Observation
from tertium.protocols.conditions import ADEQUACY
from tertium.protocols.ordering import (
    BETTER,
    COMPARISON_SECONDS,
    observe_comparison,
    seconds_of_comparisons,
)
from tertium.protocols.planning import COMPARED, HIGHLIGHT
from tertium.protocols.preferences import CRITERIA, CRITERION, QUALITY, check_criterion
from tertium.protocols.protocol import (
    Ask,
    Choice,
    Protocol,
    read_options,
    read_words,
    shipped_demonstration,
)

ADEQUATE = Choice("adequate", ("yes", "no"), when=(ADEQUACY,))


def observe(judgement: Judgement, assignment: Assignment) -> Iterator[Observation]:
    """Yield the preference, or in the second stage whether the translation is adequate."""
    answer = judgement.answer
    if assignment.condition == ADEQUACY:
        yield Observation(
            "adequate",
            value=float(answer["adequate"] == "yes"),
            system=assignment.slots[0],
            slot=1,
            label=answer["adequate"],
            comment=answer.get("comment"),
        )
    else:
        yield from observe_comparison(judgement, assignment)


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose whether adequacy is asked afterwards, and whether differences may be highlighted."""
    settings = read_options(options, {"criterion": QUALITY, "adequacy": False, "highlight": False})
    check_criterion(settings["criterion"])
    asks: tuple[Ask, ...] = (BETTER, ADEQUATE) if settings["adequacy"] else (BETTER,)
    return replace(protocol, asks=asks, settings=settings)


TOURNAMENT = Protocol(
    name="tournament",
    version=1,
    title="Tournament of translations",
    systems=2,
    parts=("systems", "references"),
    asks=(BETTER,),
    observe=observe,
    cite="Pighin, Formiga and Màrquez (2012), A Graph-based Strategy to Streamline "
    "Translation Quality Assessments",
    configure=configure,
    shows={ADEQUACY: 1},
    words=read_words("tournament"),
    demonstrations=(shipped_demonstration("museum", share=1.0),),
    planning=replace(
        COMPARED,
        settings=(*COMPARED.settings, "follow_up", "budget"),
        summary="a few comparisons of two put all into order",
        seconds=COMPARISON_SECONDS,
        seconds_per_source=seconds_of_comparisons,
        usual="many",
        options={
            "criterion": CRITERION,
            "adequacy": "afterwards ask of the best: adequate?",
            "highlight": HIGHLIGHT,
        },
        values={"criterion": CRITERIA},
    ),
)
