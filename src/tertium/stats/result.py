"""What an analysis gives back: facts, their doubt, and a signature.

A result is a frozen dataclass whose fields are the facts, under the names the
JSON output uses. Doubt travels with the number: an estimate that cannot be
made is an `Estimate` without a value, and the reason stands in `warnings`.
"""

from dataclasses import dataclass
from typing import Any

from tertium import __version__

__all__ = ["Estimate", "Result", "signature"]


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


def signature(analysis: str, **choices: Any) -> str:
    """Return the line that lets a stranger repeat an analysis.

    >>> signature("agree", labels="five", seed=0)[:27]
    'agree|labels:five|seed:0|te'
    """
    release = ".".join(__version__.split(".")[:2])
    chosen = [f"{name}:{value}" for name, value in choices.items()]
    return "|".join([analysis, *chosen, f"tertium:{release}"])
