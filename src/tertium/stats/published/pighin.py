"""Graph-based ranking: the worked example and the counts, recomputed.

Pighin, Formiga and Màrquez (2012), "A Graph-based Strategy to Streamline Translation
Quality Assessments". The judgements themselves were not published, so κ, correlations
and mean dominances cannot be recomputed; what follows from the printed graph, rules
and counts can.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from math import ceil, log2

import numpy as np

from tertium.stats.agreement.majority import majority_chance
from tertium.stats.published.claim import Claim
from tertium.stats.tournament.graphs import questions
from tertium.stats.tournament.harmonise import harmonise
from tertium.stats.tournament.propagation import (
    Effort,
    Graph,
    measure_effort,
    next_question,
    propagate,
    total_effort,
)

__all__ = ["CLAIMS"]

PAPER = "Pighin, Formiga and Màrquez (2012)"
REFERENCE = ("Reference",)
FIGURE_1 = Graph.of(
    [
        ("LW", "Google", 1),
        ("Google", "Systran", 0),
        ("Systran", "Moses", 1),
        ("Google", "Bing", 1),
        ("Reference", "Bing", 1),
        ("LW", "Moses", 1),
    ]
)
SOURCES, SYSTEMS = 1882, 6
TABLE_1 = (1.26, 0.27, 0.14, -0.46, -0.55, -0.67)
# Table 2: translations, unique vertices, by reference, by propagation, asked.
TABLE_2 = total_effort([Effort(11_292, 4_622, 6_670, 2_372, 668, 3_630, 0, None)])
EXAMPLE = ("abcde", (1, 2, 3, 3, 4), (False, True, True, False, False))
# Examples that the rule must give as well; the paper does not print them.
MORE = (
    ("1 3 3, all adequate", (1, 3, 3), (True, True, True), (1, 2, 2)),
    ("1 4 adequate, 3 inadequate", (1, 4, 3), (True, True, False), (1, 2, 2)),
    ("1 2 2 3, first and last adequate", (1, 2, 2, 3), (True, False, False, True), (1, 2, 2, 2)),
)
CAUSES = {"topological": 60, "criterion": 24, "slip": 16}  # § 4.5, % of 50 conflicts


def _dominance(system: str) -> float:
    return float(FIGURE_1.found.f[0, FIGURE_1.systems.index(system)])


def _rank(system: str) -> float:
    return float(FIGURE_1.ranks[FIGURE_1.systems.index(system)])


def _follow() -> float:
    """Return how many translations are inadequate because LW is."""
    labels = propagate(FIGURE_1, {"LW": False}).labels
    return float(sum(one.layer == "inferred" and one.adequate is False for one in labels))


def _left() -> float:
    """Return how many translations have to be asked about after LW was called inadequate."""
    labels = propagate(FIGURE_1, {"LW": False}).labels
    return float(sum(one.by == "open" for one in labels))


def _asked_next() -> float:
    return float(next_question(FIGURE_1, {"LW": False}) == "Reference")


def _by_reference(graph: Graph) -> float:
    """Return the share of vertices that the reference settles."""
    effort = measure_effort(graph, propagate(graph, {}, REFERENCE).labels)
    return effort.by_reference / effort.unique


def _six_vertices() -> Graph:
    """Return a graph of six without ties in which nothing dominates the reference."""
    return Graph.of([(f"s{k}", f"s{k + 1}", 1) for k in range(4)] + [("Reference", "s4", 1)])


def _harmonised(place: int) -> float:
    return float(harmonise(EXAMPLE[1], EXAMPLE[2])[place])


def _apart(ranks: tuple[int, ...], adequate: tuple[bool, ...], expected: tuple[int, ...]) -> float:
    """Return by how much harmonised ranks differ from the expected ones in total."""
    return float(np.abs(np.subtract(harmonise(ranks, adequate), expected)).sum())


def _value(number: float) -> float:
    return number


def _ranking() -> Iterator[Claim]:
    printed = {"LW": (4, 1), "Reference": (1, 2), "Google": (1, 2), "Systran": (1, 2),
               "Moses": (-3, 3), "Bing": (-4, 4)}  # fmt: skip
    for system, (f, rank) in printed.items():
        yield Claim(f"Figure 1, dominance of {system}", f, partial(_dominance, system), 0)
        yield Claim(f"Figure 1, rank of {system}", rank, partial(_rank, system), 0)
    yield Claim("Section 4.5, dominance of LW", 2, partial(_dominance, "LW"), 0,
                "A slip: Section 3.1 and Figure 1 say 4.")  # fmt: skip
    yield Claim("Section 3.1, questions for 6 translations", 6, partial(questions, 6), 0)
    for n in range(2, 13):
        formula = 2 * ceil(n / 2)
        note = "" if formula == questions(n) else (
            f"The rounds of the printed algorithm ask {questions(n)}; 2⌈n/2⌉ only agrees for "
            "5, 6, 11 and 12.")  # fmt: skip
        yield Claim(f"Section 3.1, 2⌈n/2⌉ questions, n = {n}", formula, partial(questions, n), 0,
                    note)  # fmt: skip
    yield Claim("Section 3.1, comparisons of a full ranking of 6", 15.5, lambda: 6 * log2(6), 0.05)
    yield Claim("Section 3.1, % of these comparisons that are asked", 40,
                lambda: 100 * questions(6) / (6 * log2(6)), 0, holds="at most")  # fmt: skip
    yield Claim("Table 1, sum of the mean dominances", 0, partial(sum, TABLE_1), 0.03,
                "Whatever one translation dominates is dominated, so they sum to 0 but for "
                "rounding.")  # fmt: skip


def _agreement() -> Iterator[Claim]:
    yield Claim("Section 4.1, chance that 9 of 16 agree", 0.150,
                partial(majority_chance, 16, 9, 3), 0.0005,
                "Printed as 15%; checked with three digits.")  # fmt: skip
    yield Claim("Section 4.1, chance that 11 of 16 agree", 0.012,
                partial(majority_chance, 16, 11, 3), 0.0005,
                "The paper does not print it.")  # fmt: skip
    of_59 = "The printed shares are those of 59 triplets, not of 60."
    for name, printed, number, within in (
        ("% of triplets on which 9 agree", 80, 47, 0.5),
        ("% of triplets on which 11 agree", 54.24, 32, 0.005),
        ("% of triplets on which fewer than 9 agree", 20.34, 12, 0.005),
    ):
        yield Claim(f"Section 4.1, {name}", printed, partial(_value, 100 * number / 59), within,
                    of_59)  # fmt: skip


def _adequacy() -> Iterator[Claim]:
    yield Claim("Section 3.2, translations", 11_292, lambda: float(SOURCES * SYSTEMS), 0)
    yield Claim("Section 3.2, inadequate because LW is", 4, _follow, 0)
    yield Claim("Section 3.2, to be asked after LW", 1, _left, 0)
    yield Claim("Section 3.2, the reference is asked next (1: yes)", 1, _asked_next, 0)
    yield Claim("Section 3.2, vertices of Figure 1", 5, lambda: float(len(FIGURE_1.vertices)), 0)
    yield Claim("Section 3.2, share the reference saves in Figure 1", 1 / 5,
                lambda: _by_reference(FIGURE_1), 0)  # fmt: skip
    yield Claim("Section 3.2, share the reference saves without ties", 1 / 6,
                lambda: _by_reference(_six_vertices()), 0)  # fmt: skip
    all_of_it, unique = TABLE_2.translations, TABLE_2.unique
    automatic = TABLE_2.by_reference + TABLE_2.by_propagation
    yield Claim("Table 2, collapsed", 4_622, partial(_value, all_of_it - unique), 0)
    yield Claim("Section 4.2, collapsed", 4_662, partial(_value, all_of_it - unique), 0,
                "A slip: 11,292 − 6,670 = 4,622, as in Table 2.")  # fmt: skip
    yield Claim("Table 2, unique vertices", 6_670, partial(_value, 11_292 - 4_622), 0)
    yield Claim("Table 2, automatic", 3_040, partial(_value, automatic), 0)
    yield Claim("Table 2, asked", 3_630, partial(_value, unique - automatic), 0)
    for name, printed, number, of in (
        ("collapsed", 40.93, all_of_it - unique, all_of_it),
        ("automatic", 45.58, automatic, unique),
        ("by reference", 35.56, TABLE_2.by_reference, unique),
        ("by propagation", 10.01, TABLE_2.by_propagation, unique),
    ):
        yield Claim(f"Table 2, % {name}", printed, partial(_value, 100 * number / of), 0.005)
    yield Claim("Table 2, % saved", 67.85, lambda: 100 * (TABLE_2.saved or 0.0), 0.005)


def _harmonisation() -> Iterator[Claim]:
    for place, (name, printed) in enumerate(zip(EXAMPLE[0], (2, 1, 2, 3, 4), strict=True)):
        note = {
            "d": "The printed pseudo-code would give 2; the printed example and its ties hold.",
            "e": "The printed pseudo-code would give 3; the printed example and its ties hold.",
        }.get(name, "")
        yield Claim(f"Section 4.3, harmonised rank of {name}", printed,
                    partial(_harmonised, place), 0, note)  # fmt: skip
    for name, ranks, adequate, expected in MORE:
        yield Claim(f"Section 4.3, ranks that differ from the rule: {name}", 0,
                    partial(_apart, ranks, adequate, expected), 0,
                    "The paper does not print this example.")  # fmt: skip
    yield Claim("Section 4.5, % of sources changed", 11.26, lambda: 100 * 212 / SOURCES, 0.005)
    yield Claim("Section 4.5, % of conflicts by human inconsistency", 40,
                lambda: float(CAUSES["criterion"] + CAUSES["slip"]), 0)  # fmt: skip
    yield Claim("Section 4.5, % of conflicts with a cause", 100,
                lambda: float(sum(CAUSES.values())), 0)  # fmt: skip
    yield Claim("Section 4.4, translations in the crossover", 120, lambda: 20.0 * SYSTEMS, 0)
    yield Claim("Section 4.4.2, translations read by pairs", 12, lambda: 2.0 * questions(6), 0)


_PARTS: tuple[Callable[[], Iterator[Claim]], ...] = (
    _ranking,
    _agreement,
    _adequacy,
    _harmonisation,
)
CLAIMS: tuple[Claim, ...] = tuple(
    replace(claim, paper=PAPER) for part in _PARTS for claim in part()
)
