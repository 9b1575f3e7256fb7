"""Ranking: order several translations of one source, ties allowed.

The ranks are kept as given and read as comparisons: one for every pair shown,
all of them one act of judging, so that no statistic takes them for independent.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from tertium.exceptions import BadInput
from tertium.model import Assignment, Design, Judgement, Observation
from tertium.protocols.ab import preference
from tertium.protocols.planning import COMPARED, OUTPUTS
from tertium.protocols.protocol import Protocol, Ranks, read_options

__all__ = ["MOST", "RANKING", "RANKS", "observe", "read_outputs", "seconds_per_source"]

CONDITION = "ranking"
_SECONDS = 60.0  # for one screen, until it is measured
MOST = 10  # translations on one screen; nobody orders more of them with care
RANKS = Ranks("ranks", when=(CONDITION,))


def observe(judgement: Judgement, assignment: Assignment) -> Iterator[Observation]:
    """Yield a preference for every pair, in display order."""
    shown = list(zip(assignment.slots, judgement.answer["ranks"], strict=True))
    comment = judgement.answer.get("comment")
    for place, ((one, rank), (other, worse)) in enumerate(combinations(shown, 2)):
        answer = "tie" if rank == worse else "left" if rank < worse else "right"
        row = preference(one, other, answer, comment if place == 0 else None)
        yield replace(row, slot=assignment.slots.index(one) + 1)


def configure(protocol: Protocol, options: Mapping[str, Any]) -> Protocol:
    """Choose how many translations one screen shows."""
    settings = read_options(options, {"outputs": 5})
    return replace(protocol, systems=read_outputs(settings), settings=settings)


def read_outputs(settings: Mapping[str, Any]) -> int:
    """Return how many translations a screen shows, or say how many it may."""
    outputs = int(settings["outputs"])
    if not 2 <= outputs <= MOST:
        raise BadInput(
            f"outputs = {outputs} cannot be ranked on one screen",
            where="[options]",
            fix=f"Write a number from 2 to {MOST}; every system comes up in turn.",
        )
    return outputs


def seconds_per_source(systems: int, shown: int) -> float:
    """Return how long one source takes: screens that share one translation with the one before."""
    return _SECONDS * -(-(systems - 1) // (shown - 1))


RANKING = Protocol(
    name="ranking",
    version=1,
    title="Ranking of translations",
    systems=5,
    parts=("systems", "references"),
    asks=(RANKS,),
    observe=observe,
    cite="Bojar et al. (2016), Findings of the 2016 Conference on Machine Translation",
    configure=configure,
    planning=replace(
        COMPARED,
        design=Design(follow_up=0),
        first=Design(batch=25),
        summary="order several translations at once",
        seconds=_SECONDS,
        seconds_per_source=seconds_per_source,
        options={"outputs": OUTPUTS},
    ),
)
