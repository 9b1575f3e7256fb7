"""What a file holds, said where a command needs something else: with the command that reads it."""

from typing import TYPE_CHECKING

from tertium.exceptions import BadInput
from tertium.wording import listed

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements

# What rows of an aspect are, and which command is about them; the first that is held is named.
_HELD = {
    "error": ("error annotations", "tertium errors, or tertium rank --measure errors"),
    "edited": ("edited texts", "tertium effort"),
    "preference": ("preferences", "tertium rank, or tertium compare"),
    "chunk": ("judged chunks", "tertium rank --measure chunks"),
}
OUTCOME = "passed"
_ASKED = ("source", "target", "mt", "text")


def held(judgements: "Judgements") -> tuple[list[str], str]:
    """Return what judgements hold in words, and the commands that read the first of it."""
    aspects = judgements.table.distinct("aspect")
    found = [_HELD[aspect] for aspect in _HELD if aspect in aspects]
    others = [name for name in aspects if name not in (*_HELD, *_ASKED, OUTCOME)]
    numbers = (judgements.table.scores(aspect).value for aspect in others)
    if any((value == value).any() for value in numbers):  # a number is equal to itself
        found.append(("scores", "tertium rank"))
    elif others and not found:
        found.append(("labels", "tertium agree"))
    if OUTCOME in aspects:
        found.append(("outcomes of tasks (passed or not)", ""))
    return [kind for kind, _ in found], found[0][1] if found else ""


def missing(judgements: "Judgements", need: str) -> BadInput:
    """Return the error that says what a command needs, what is there, and what would read it."""
    campaign = judgements.campaign
    if campaign is not None or not len(judgements.table):
        return BadInput(
            f"there are no {need} yet",
            where=campaign.name if campaign else "",
            fix=f"Run this command again after the first {need}.",
        )
    kinds, command = held(judgements)
    there = listed(kinds) if kinds else "nothing of the kind"
    return BadInput(
        f"this command needs {need}, and the file holds {there}",
        where=judgements.place,
        fix=f"Use: {command}." if command else f"Give a file of {need}.",
    )
