"""The published numbers of the methods, computed again.

What a paper prints stands beside what Tertium obtains from the paper's own tables;
where the two differ, a note says why.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.stats.published import CLAIMS, Claim
from tertium.stats.result import Result, signature

__all__ = ["Reproduced", "Reproduction", "reproduce"]


@dataclass(frozen=True, slots=True)
class Reproduced:
    """One published number beside what was obtained."""

    paper: str
    quantity: str
    published: float
    obtained: float
    agrees: bool
    note: str


@dataclass(frozen=True, slots=True)
class Reproduction(Result):
    """All published numbers; `agreeing` of them came out, the others carry a note."""

    numbers: tuple[Reproduced, ...]
    agreeing: int


def reproduce(claims: Sequence[Claim] = CLAIMS) -> Reproduction:
    """Recompute every published number that the papers' own tables allow."""
    numbers = []
    for claim in claims:
        obtained = float(claim.compute())
        numbers.append(
            Reproduced(
                claim.paper,
                claim.quantity,
                claim.published,
                obtained,
                claim.agrees(obtained),
                claim.note,
            )
        )
    unexplained = [one for one in numbers if not one.agrees and not one.note]
    return Reproduction(
        numbers=tuple(numbers),
        agreeing=sum(one.agrees for one in numbers),
        signature=signature("reproduce", papers=len({one.paper for one in numbers})),
        warnings=tuple(
            f"{one.quantity} ({one.paper}) is {one.obtained:.4g}, not {one.published:.4g}."
            for one in unexplained
        ),
    )
