"""Crossover: tournament and ranking on the same material, to compare the two ways of asking.

One half of the annotators begins with the tournament, the other half with rankings;
after a pause they swap. The condition of an assignment tells which way it is asked.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tertium.model import Assignment, Design, Judgement, Observation
from tertium.protocols.conditions import COMPARING
from tertium.protocols.ordering import (
    BETTER,
    MOST,
    RANKS,
    observe_comparison,
    observe_ranks,
    read_outputs,
    seconds_of_comparisons,
    seconds_of_ranks,
)
from tertium.protocols.planning import COMPARED, HIGHLIGHT, OUTPUTS
from tertium.protocols.protocol import Protocol, read_options, read_words, shipped_demonstration


def observe(judgement: Judgement, assignment: Assignment) -> Iterator[Observation]:
    """Read a judgement by the method it was asked with."""
    observed = observe_comparison if assignment.condition == COMPARING else observe_ranks
    yield from observed(judgement, assignment)


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose how many translations a ranking shows, and whether differences may be highlighted."""
    settings = read_options(options, {"outputs": 5, "highlight": False})
    return replace(protocol, systems=read_outputs(settings), settings=settings)


def _seconds_per_source(systems: int, shown: int) -> float:
    return seconds_of_comparisons(systems, shown) + seconds_of_ranks(systems, shown)


CROSSOVER = Protocol(
    name="crossover",
    version=1,
    title="Tournament and ranking in turn",
    systems=5,
    parts=("systems", "references"),
    asks=(BETTER, RANKS),
    observe=observe,
    cite="Pighin, Formiga and Màrquez (2012), A Graph-based Strategy to Streamline "
    "Translation Quality Assessments",
    configure=configure,
    shows={COMPARING: 2},
    words=read_words("crossover"),
    demonstrations=(shipped_demonstration("museum-crossover", share=0.0),),
    planning=replace(
        COMPARED,
        settings=(*COMPARED.settings, "follow_up", "pause"),
        design=Design(follow_up=0),
        first=Design(batch=50, follow_up=0, pause=7),
        summary="tournament and ranking in turn, by everyone",
        seconds=20.0,
        seconds_per_source=_seconds_per_source,
        groups=2,
        ordered=MOST,
        options={"outputs": OUTPUTS, "highlight": HIGHLIGHT},
    ),
)
