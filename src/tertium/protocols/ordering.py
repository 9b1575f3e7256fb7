"""Putting many translations into order: by comparisons of two, or by ranks on one screen.

Ranks are kept as given and read as comparisons: one for every pair shown, all of them one act of
judging, so that no statistic takes them for independent.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from tertium.exceptions import BadInput
from tertium.model import Assignment, Judgement, Observation
from tertium.protocols.conditions import COMPARING, ORDERING
from tertium.protocols.preferences import VARIANTS, preference
from tertium.protocols.protocol import Choice, Ranks

COMPARISON_SECONDS, RANKS_SECONDS = 15.0, 60.0  # for one screen, until it is measured
MOST = 10  # translations on one screen; nobody orders more of them with care
BETTER = Choice("better", VARIANTS["ternary"], when=(COMPARING,))
RANKS = Ranks("ranks", when=(ORDERING,))


def observe_comparison(judgement: Judgement, assignment: Assignment) -> Iterator[Observation]:
    """Yield the preference between the two translations shown."""
    left, right = assignment.slots
    yield preference(left, right, judgement.answer["better"], judgement.answer.get("comment"))


def observe_ranks(judgement: Judgement, assignment: Assignment) -> Iterator[Observation]:
    """Yield a preference for every pair, in display order."""
    shown = list(zip(assignment.slots, judgement.answer["ranks"], strict=True))
    comment = judgement.answer.get("comment")
    for place, ((one, rank), (other, worse)) in enumerate(combinations(shown, 2)):
        answer = "tie" if rank == worse else "left" if rank < worse else "right"
        row = preference(one, other, answer, comment if place == 0 else None)
        yield replace(row, slot=assignment.slots.index(one) + 1)


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


def seconds_of_comparisons(systems: int, shown: int) -> float:
    """Return how long one source takes: n translations take about n + 1 questions."""
    return COMPARISON_SECONDS * (systems + 1)


def seconds_of_ranks(systems: int, shown: int) -> float:
    """Return how long one source takes: screens that share one translation with the one before."""
    return RANKS_SECONDS * -(-(systems - 1) // (shown - 1))
