"""What an analysis gives back: facts, their doubt, and a signature.

A result is a frozen dataclass whose fields are the facts, under the names the
JSON output uses. Doubt travels with the number: an estimate that cannot be
made is an `Estimate` without a value, and the reason stands in `warnings`.
"""

from dataclasses import Field, dataclass
from typing import Any

from tertium import __version__


def formerly(name: str) -> dict[str, str]:
    """Return the metadata of a field that 0.1 called otherwise.

    JSON has it under both names and `--require` knows both, until 1.0.
    """
    return {"former": name}


def former_name(one: "Field[Any]") -> str | None:
    """Return what 0.1 called a field, if otherwise."""
    return one.metadata.get("former")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval; None where it cannot be estimated."""

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What every analysis has: how it was made, and what weakens it, one sentence each."""

    signature: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PairResult:
    """What the judgements of one language pair say; `others` are told beside it in a report."""

    language_pair: str
    result: Result
    others: tuple[Result, ...] = ()


@dataclass(frozen=True, slots=True)
class LanguagePairs(Result):
    """Several language pairs, each analysed by itself; `left_out` are those that could not be."""

    sentence: str
    language_pairs: tuple[PairResult, ...]
    left_out: tuple[str, ...] = ()


def signature(analysis: str, **choices: Any) -> str:
    """Return the line that lets a stranger repeat an analysis.

    It is to be read by people: whatever a report says about a result is a field of the result.

    >>> signature("agree", labels="five", seed=0)[:27]
    'agree|labels:five|seed:0|te'
    """
    chosen = [f"{name}:{value}" for name, value in choices.items()]
    return "|".join([analysis, *chosen, f"tertium:{__version__}"])
