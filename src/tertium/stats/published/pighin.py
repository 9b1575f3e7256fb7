"""Graph-based ranking: the worked example and the rules, analysed again.

Pighin, Formiga and Màrquez (2012), "A Graph-based Strategy to Streamline Translation Quality
Assessments". The judgements themselves were not published; the graph of Figure 1 was printed.
"""

from functools import cache
from math import log2
from typing import Any

from tertium.stats.agreement.majority import majority_chance
from tertium.stats.published.claim import recomputes
from tertium.stats.tournament.adequacy import Adequacy, adequacy
from tertium.stats.tournament.dominance import Dominance, SourceGraph, dominance
from tertium.stats.tournament.graphs import questions
from tertium.stats.tournament.harmonise import harmonise
from tertium.stats.tournament.propagation import Graph, next_question
from tertium.table import JudgementTable

FIGURE_1 = (
    ("LW", "Google", 1), ("Google", "Systran", 0), ("Systran", "Moses", 1), ("Google", "Bing", 1),
    ("Reference", "Bing", 1), ("LW", "Moses", 1),
)  # fmt: skip
# Six translations without ties, none of which dominates the reference.
WITHOUT_TIES = (*((f"s{k}", f"s{k + 1}", 1) for k in range(4)), ("Reference", "s4", 1))
EXAMPLE = ("abcde", (1, 2, 3, 3, 4), (False, True, True, False, False))


def _table(answers: tuple[tuple[str, str, int], ...], inadequate: str = "") -> JudgementTable:
    """Return the answers to the questions about one source."""
    about: dict[str, Any] = {"annotator": "e", "segment": "1"}
    rows = [
        about | {"judgement": f"{one}-{two}", "system": one, "versus": two, "slot": 1,
                 "aspect": "preference", "label": "left" if value else "tie", "value": value}
        for one, two, value in answers
    ]  # fmt: skip
    if inadequate:
        rows.append(about | {"system": inadequate, "aspect": "adequate", "value": 0})
    return JudgementTable.from_rows(rows)


@cache
def _graph() -> SourceGraph:
    found: Dominance = dominance(_table(FIGURE_1))
    (source,) = found.segments
    return source


@cache
def _stage(reference: bool, answers: tuple[tuple[str, str, int], ...] = FIGURE_1) -> Adequacy:
    """Return the second stage of a source: by the reference, or after LW was called inadequate."""
    if reference:
        return adequacy(_table(answers), references=["Reference"])
    return adequacy(_table(answers, "LW"))


@recomputes(dominance)
def dominates(system: str) -> float:
    """Return δ − φ of a translation of Figure 1."""
    return float(_graph().dominance[system])


@recomputes(dominance)
def rank(system: str) -> float:
    """Return the rank of a translation of Figure 1."""
    return float(_graph().ranks[system])


@recomputes(questions)
def asked(number: int) -> float:
    """Return how many pairs a tournament asks about."""
    return float(questions(number))


@recomputes(questions)
def asked_share(number: int) -> float:
    """Return the share of the n log2 n comparisons of a full ranking that are asked, in %."""
    return 100 * questions(number) / (number * log2(number))


@recomputes(majority_chance)
def chance(annotators: int, majority: int) -> float:
    """Return how likely so many annotators choose the same of three answers by chance."""
    return majority_chance(annotators, majority, 3)


@recomputes(adequacy)
def after_lw(what: str) -> float:
    """Return how many translations follow LW in being inadequate, or are still to be asked."""
    wanted = {"follow": "propagation", "open": "open"}[what]
    return float(sum(one.by == wanted for one in _stage(False).labels))


@recomputes(next_question)
def reference_next() -> float:
    """Return whether the reference is the next to be asked about (1: yes)."""
    return float(next_question(Graph.of(list(FIGURE_1)), {"LW": False}) == "Reference")


@recomputes(adequacy)
def vertices() -> float:
    """Return how many vertices of Figure 1 have to be judged."""
    return float(_stage(True).effort.unique)


@recomputes(adequacy)
def by_reference(ties: str) -> float:
    """Return the share of vertices that the reference settles."""
    effort = _stage(True, FIGURE_1 if ties == "ties" else WITHOUT_TIES).effort
    return effort.by_reference / effort.unique


@recomputes(harmonise)
def harmonised(name: str) -> float:
    """Return the harmonised rank of a translation of the example."""
    names, ranks, adequate = EXAMPLE
    return float(harmonise(ranks, adequate)[names.index(name)])
