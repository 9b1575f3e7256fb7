"""Ranking by post-editing effort: what the printed tables allow to recompute.

Aziz, Mitkov and Specia (2013), "Ranking Machine Translation Systems via Post-Editing". The
judgements themselves were not published, so the κ of ratings (.269 ± .082) and the segment-level
correlations of Table 2 cannot be recomputed; the orders of Table 3 can be correlated again, and
the coefficients of Table 1 must be such that ten systems can have them.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from tertium.stats.effort.given import spearman
from tertium.stats.published.claim import Claim

__all__ = ["CLAIMS"]

PAPER = "Aziz, Mitkov and Specia (2013)"
SYSTEMS = 10
# Table 3, from best to worst; capital letters as in the first column.
TABLE_3 = {
    "human": (
        ("Online-B", 0.65), ("RBMT-3", 0.58), ("Online-A", 0.56), ("PROMT", 0.55), ("UPC", 0.52),
        ("UEDIN", 0.52), ("RBMT-4", 0.46), ("RBMT-1", 0.45), ("Online-C", 0.43), ("JHU", 0.36),
    ),
    "time": (
        ("Online-B", 0.66), ("Online-A", 0.54), ("UEDIN", 0.53), ("PROMT", 0.51), ("UPC", 0.50),
        ("RBMT-3", 0.48), ("Online-C", 0.46), ("JHU", 0.45), ("RBMT-1", 0.43), ("RBMT-4", 0.43),
    ),
    "HTER": (
        ("Online-B", 0.67), ("UEDIN", 0.56), ("Online-A", 0.55), ("UPC", 0.53), ("PROMT", 0.49),
        ("RBMT-1", 0.48), ("JHU", 0.46), ("RBMT-3", 0.42), ("RBMT-4", 0.41), ("Online-C", 0.41),
    ),
    "keystrokes": (
        ("Online-B", 0.63), ("Online-A", 0.55), ("UEDIN", 0.53), ("RBMT-1", 0.52), ("UPC", 0.51),
        ("PROMT", 0.49), ("RBMT-3", 0.45), ("JHU", 0.45), ("RBMT-4", 0.43), ("Online-C", 0.42),
    ),
}  # fmt: skip
# Tables 1 and 2: as is, mean normalisation, regression 1, regression 4.
WAYS = ("as is", "mean normalisation", "regression 1", "regression 4")
TABLE_1 = {
    "time": (0.3696, 0.7333, 0.6969, 0.5757),
    "keystrokes": (0.4787, 0.6121, 0.5878, 0.5636),
    "HTER": (0.5393, 0.3939, 0.4181, 0.5636),
}
TABLE_2 = {
    "time": (0.0975, 0.1555, 0.2054, 0.2451),
    "keystrokes": (0.1941, 0.2189, 0.3065, 0.2870),
    "HTER": (0.1794, 0.2637, 0.2693, 0.3559),
}
BEST = {"time": 0.7333, "HTER": 0.5636, "keystrokes": 0.6121}


def _places(column: str) -> dict[str, float]:
    return {system: float(-place) for place, (system, _) in enumerate(TABLE_3[column])}


def _rho(column: str) -> float:
    """Return Spearman's ρ of an order of Table 3 with the human one, as they are printed."""
    human, effort = _places("human"), _places(column)
    found = spearman(np.array(list(human.values())), np.array([effort[name] for name in human]))
    return found or 0.0


def _attainable(printed: float) -> float:
    """Return the ρ that ten systems without ties can have, at or next above what is printed.

    The sum of squared differences of ranks is always even.
    """
    most = SYSTEMS * (SYSTEMS**2 - 1)
    squares = 2 * int((1 - printed) * most / 6 / 2 + 1e-9)
    return 1 - 6 * squares / most


def _mean_score(column: str) -> float:
    return float(np.mean([score for _, score in TABLE_3[column]]))


def _worst(level: str) -> float:
    """Return in how many rows of a table `as is` is the worst way."""
    table = TABLE_1 if level == "system" else TABLE_2
    return float(sum(min(row) == row[0] for row in table.values()))


def _tau(target: str, way: int) -> float:
    return TABLE_2[target][way]


def _orders() -> Iterator[Claim]:
    for column, printed in BEST.items():
        yield Claim(f"Table 3, Spearman's ρ of {column} with the human ranking", printed,
                    partial(_rho, column), 0.00005)  # fmt: skip
    for column in ("time", "HTER", "keystrokes"):
        yield Claim(f"Table 3, mean score of {column}", 0.5, partial(_mean_score, column), 0.005,
                    "What one system wins another loses, so scores without ties average one "
                    "half.")  # fmt: skip
    yield Claim("Table 3, mean score of the human ranking", 0.5, partial(_mean_score, "human"),
                0.005, "The eleventh system (UK), left out here, lost more than it won: its share "
                "is missing.")  # fmt: skip


def _coefficients() -> Iterator[Claim]:
    for target, row in TABLE_1.items():
        for way, printed in zip(WAYS, row, strict=True):
            yield Claim(f"Table 1, ρ of {target}, {way}", printed, partial(_attainable, printed),
                        0.0001, "The nearest coefficient of ten systems; the table cuts digits off "
                        "instead of rounding. The judgements were not published.")  # fmt: skip


def _sentences() -> Iterator[Claim]:
    yield Claim("Section 3.2, rows of Table 1 in which as is is the worst strategy", 3,
                partial(_worst, "system"), 0,
                "In the HTER row as is (.5393) is better than mean normalisation (.3939) and "
                "regression 1 (.4181).")  # fmt: skip
    yield Claim("Section 3.2, rows of Table 2 in which as is is the worst strategy", 3,
                partial(_worst, "segment"), 0)  # fmt: skip
    cut = "Cut off instead of rounded: the number in Table 2 is higher."
    for target, way, printed, within in (
        ("HTER", 0, 0.17, 0.01),
        ("HTER", 2, 0.26, 0.01),
        ("HTER", 3, 0.35, 0.01),
        ("time", 0, 0.09, 0.01),
        ("time", 3, 0.245, 0.001),
    ):
        yield Claim(f"Section 3.2, τ of {target}, {WAYS[way]}", printed,
                    partial(_tau, target, way), within, cut)  # fmt: skip
    yield Claim("Section 3.1, tasks of the test set", 1_000, lambda: 100.0 * SYSTEMS, 0)


_PARTS: tuple[Callable[[], Iterator[Claim]], ...] = (_orders, _coefficients, _sentences)
CLAIMS: tuple[Claim, ...] = tuple(
    replace(claim, paper=PAPER) for part in _PARTS for claim in part()
)
