"""Crossover: tournament and ranking on the same material, to compare the two ways of asking.

One half of the annotators begins with the tournament, the other half with rankings;
after a pause they swap. The condition of an assignment tells which way it is asked.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tertium.model import Assignment, Design, Judgement, Observation
from tertium.protocols import ranking, tournament
from tertium.protocols.planning import COMPARED, HIGHLIGHT, OUTPUTS
from tertium.protocols.protocol import Protocol, read_options

__all__ = ["CROSSOVER"]


def observe(judgement: Judgement, assignment: Assignment) -> Iterator[Observation]:
    """Read a judgement by the method it was asked with."""
    method = tournament if assignment.condition == tournament.COMPARING else ranking
    yield from method.observe(judgement, assignment)


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose how many translations a ranking shows, and whether differences may be highlighted."""
    settings = read_options(options, {"outputs": 5, "highlight": False})
    return replace(protocol, systems=ranking.read_outputs(settings), settings=settings)


def _seconds_per_source(systems: int, shown: int) -> float:
    ways = (tournament.seconds_per_source, ranking.seconds_per_source)
    return sum(way(systems, shown) for way in ways)


CROSSOVER = Protocol(
    name="crossover",
    version=1,
    title="Tournament and ranking in turn",
    systems=5,
    parts=("systems", "references"),
    asks=(tournament.BETTER, ranking.RANKS),
    observe=observe,
    cite=tournament.TOURNAMENT.cite,
    configure=configure,
    shows={tournament.COMPARING: 2},
    planning=replace(
        COMPARED,
        settings=(*COMPARED.settings, "follow_up", "pause"),
        design=Design(follow_up=0),
        first=Design(batch=50, follow_up=0, pause=7),
        summary="tournament and ranking in turn, by everyone",
        seconds=20.0,
        seconds_per_source=_seconds_per_source,
        groups=2,
        options={"outputs": OUTPUTS, "highlight": HIGHLIGHT},
    ),
)
