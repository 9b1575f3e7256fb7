"""A number that a paper prints, of which kind it is for us, and how to obtain it again."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, get_args

from tertium.stats.published.arithmetic import evaluate

__all__ = ["HOLDS", "KINDS", "Claim", "Kind", "Way", "recomputes"]

Kind = Literal["recomputed", "self-check", "golden vector", "not recomputable"]
Holds = Literal["equal", "at most", "at least"]
KINDS: tuple[Kind, ...] = get_args(Kind)
HOLDS: tuple[Holds, ...] = get_args(Holds)
_CALL = re.compile(r"(\w+)\.(\w+)\((.*)\)")


@dataclass(frozen=True, slots=True)
class Way:
    """A function that obtains a number by one of the product's analyses.

    `data_set` is the folder of judgements it reads; without one, it reads what the paper prints.
    """

    function: Callable[..., float | None]
    analysis: Callable[..., Any]
    data_set: str = ""

    @property
    def name(self) -> str:
        """The analysis as it is imported, for whoever wants to look."""
        return f"{self.analysis.__module__}.{self.analysis.__qualname__}"


def recomputes(
    analysis: Callable[..., Any], *, data_set: str = ""
) -> Callable[[Callable[..., float | None]], Way]:
    """Declare which analysis a function runs; a test breaks it and wants to see its numbers go."""
    return lambda function: Way(function, analysis, data_set)


@dataclass(frozen=True, slots=True)
class Claim:
    """A published number. It agrees if what is obtained is the same within `within`.

    `within` is half a unit of the last printed digit unless the paper's own inputs are rounded.
    With `holds` "at most" or "at least" the published number is a bound on what is obtained.
    `how` is a call such as `quaff.ratio(Health)`, of a `Way` for what is recomputed; or, where
    a paper is checked against itself, arithmetic on its other numbers; or nothing. `numbers` is how
    many published numbers a claim stands for: those that cannot be recomputed are listed by
    table. `note` says why two numbers differ, what was assumed, or what is missing.
    """

    paper: str
    quantity: str
    kind: Kind
    published: float | None
    how: str = ""
    within: float = 0.0
    holds: Holds = "equal"
    numbers: int = 1
    note: str = ""

    @property
    def way(self) -> Way | None:
        """How an analysis obtains the number; None where none does."""
        found = _CALL.fullmatch(self.how)
        if found is None:
            return None
        way = getattr(import_module(f"tertium.stats.published.{found[1]}"), found[2])
        assert isinstance(way, Way), f"{self.how} declares no analysis"
        return way

    def obtain(self, data: Path | None = None) -> float | None:
        """Return the number as it comes out here; None if it cannot, or without its data set."""
        if not self.how:
            return None
        way = self.way
        if way is None:
            return evaluate(self.how)
        arguments: list[Any] = [_value(part) for part in _arguments(self.how)]
        if way.data_set:
            if data is None or not (data / way.data_set).is_dir():
                return None
            arguments.insert(0, data / way.data_set)
        obtained = way.function(*arguments)
        assert obtained is not None, f"{self.how} gives no number"
        return float(obtained)

    def agrees(self, obtained: float) -> bool:
        """Return whether what was obtained is what was published."""
        assert self.published is not None
        above = obtained - self.published
        reach = self.within + 1e-9
        if self.holds == "equal":
            return abs(above) <= reach
        return (above if self.holds == "at most" else -above) <= reach


def _arguments(call: str) -> list[str]:
    inside = call[call.index("(") + 1 : -1]
    return [part.strip() for part in inside.split(",")] if inside else []


def _value(text: str) -> str | int:
    return int(text) if text.isdecimal() else text
