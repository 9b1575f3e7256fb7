"""A number that a paper prints, and how to compute it again."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

__all__ = ["Claim"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A published number. It agrees if recomputing it gives the same within `within`.

    `within` is half a unit of the last printed digit unless the paper's own inputs
    are rounded. With holds="at most" the published number is a bound. `note` says
    why the two differ, or what was assumed.
    """

    quantity: str
    published: float
    compute: Callable[[], float]
    within: float
    note: str = ""
    holds: Literal["equal", "at most"] = "equal"
    paper: str = ""

    def agrees(self, obtained: float) -> bool:
        """Tell whether what was computed is what was published."""
        if self.holds == "at most":
            return obtained <= self.published + self.within
        return abs(obtained - self.published) <= self.within + 1e-9
