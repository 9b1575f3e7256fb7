"""A number that a paper prints, of which kind it is for us, and how to obtain it again."""

import ast
import csv
import math
import operator
import re
import statistics
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args

Kind = Literal["recomputed", "self-check", "golden vector", "not recomputable"]
Holds = Literal["equal", "at most", "at least"]
KINDS: tuple[Kind, ...] = get_args(Kind)
HOLDS: tuple[Holds, ...] = get_args(Holds)
SOURCES = (
    "quaff", "pighin", "mathur", "aziz", "workshop", "data_sets", "golden", "metrics",
    "meta_evaluation",
)  # fmt: skip
_CALL = re.compile(r"(\w+)\.(\w+)\((.*)\)")
_OPERATORS: dict[type, Callable[..., float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
}
_FUNCTIONS: dict[str, Callable[..., float]] = {
    "log2": math.log2,
    "max": max,
    "mean": lambda *numbers: statistics.fmean(numbers),
    "min": min,
    "sqrt": math.sqrt,
}


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


@cache
def read_claims(*sources: str) -> tuple[Claim, ...]:
    """Return the published numbers of some sources, by default of all."""
    return tuple(claim for source in sources or SOURCES for claim in _read(source))


def printed_tables(source: str) -> dict[str, dict[str, Any]]:
    """Return tables that a paper prints and analyses here begin with."""
    return tomllib.loads(_numbers(f"{source}.toml"))


def _read(source: str) -> list[Claim]:
    return [_claim(row) for row in csv.DictReader(_numbers(f"{source}.csv").splitlines())]


def _numbers(name: str) -> str:
    return files(__package__).joinpath("numbers", name).read_text(encoding="utf-8")


def _claim(row: dict[str, str]) -> Claim:
    return Claim(
        paper=row["paper"],
        quantity=row["quantity"],
        kind=KINDS[KINDS.index(row["kind"])],
        published=float(row["published"]) if row["published"] else None,
        how=row["how"],
        within=float(row["within"] or 0),
        holds=HOLDS[HOLDS.index(row["holds"] or "equal")],
        numbers=int(row["numbers"] or 1),
        note=row["note"],
    )


def evaluate(text: str) -> float:
    """Return what an expression of numbers comes to.

    >>> evaluate("100 * (5 - mean(1, 2)) / 2 ** 2")
    87.5
    """
    return float(_evaluated(ast.parse(text, mode="eval").body))


def _evaluated(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=int() | float() as number):
            return number
        case ast.UnaryOp(op=sign, operand=one):
            return _OPERATORS[type(sign)](_evaluated(one))
        case ast.BinOp(left=one, op=sign, right=two):
            return _OPERATORS[type(sign)](_evaluated(one), _evaluated(two))
        case ast.Call(func=ast.Name(id=name), args=parts):
            return _FUNCTIONS[name](*map(_evaluated, parts))
    raise ValueError(f"no arithmetic: {ast.unparse(node)}")
