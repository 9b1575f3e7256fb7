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
from tertium.protocols.ab import VARIANTS, preference
from tertium.protocols.planning import COMPARED, HIGHLIGHT
from tertium.protocols.protocol import Ask, Choice, Protocol, read_options

__all__ = ["ADEQUACY", "BETTER", "BUDGET", "COMPARING", "FOLLOW_UP", "TOURNAMENT", "observe",
           "seconds_per_source"]  # fmt: skip

COMPARING, ADEQUACY = "tournament", "adequacy"  # the conditions of assignments
FOLLOW_UP, BUDGET = "follow-up", "budget"  # the sets of questions that answers have steered
_SECONDS = 15.0  # for one comparison, until it is measured
BETTER = Choice("better", VARIANTS["ternary"], when=(COMPARING,))
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
        left, right = assignment.slots
        yield preference(left, right, answer["better"], answer.get("comment"))


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose whether adequacy is asked afterwards, and whether differences may be highlighted."""
    settings = read_options(options, {"adequacy": False, "highlight": False})
    asks: tuple[Ask, ...] = (BETTER, ADEQUATE) if settings["adequacy"] else (BETTER,)
    return replace(protocol, asks=asks, settings=settings)


def seconds_per_source(systems: int, shown: int) -> float:
    """Return how long one source takes: n translations take about n + 1 questions."""
    return _SECONDS * (systems + 1)


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
    planning=replace(
        COMPARED,
        settings=(*COMPARED.settings, "follow_up", "budget"),
        summary="a few comparisons of two put all into order",
        seconds=_SECONDS,
        seconds_per_source=seconds_per_source,
        usual="many",
        options={
            "adequacy": "afterwards ask of the best: adequate?",
            "highlight": HIGHLIGHT,
        },
    ),
)
