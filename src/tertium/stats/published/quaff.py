"""QUAFF: the tables of the pilot experiment, recomputed.

Simard, Kuhn and Rémillard (2015), "QUAFF: Pilot Experiment". The judgements
themselves were not published, so what needs them (Fleiss' κ of .28) is not here.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np
from scipy.special import stdtrit

from tertium.protocols.ab import preference
from tertium.stats.agreement.kappa import PairTables, disagreement_weights, table_kappa
from tertium.stats.comparison.compare import Comparison, compare
from tertium.stats.comparison.enough import enough_from_shares
from tertium.stats.comparison.parts import ByDomain
from tertium.stats.comparison.quality_ties import quality_tie_share
from tertium.stats.published.claim import Claim
from tertium.table import JudgementTable

__all__ = ["CLAIMS"]

PAPER = "Simard, Kuhn and Rémillard (2015)"
Counts = tuple[tuple[int, ...], ...]

LABELS = ("advanced", "baseline", "both_good", "both_bad", "other")
TABLE_1 = {"1": (34, 15, 52), "2": (43, 22, 35), "3": (31, 18, 43)}
TABLE_3 = {"Environment": (161, 82, 68, 285, 4), "Health": (172, 96, 94, 235, 3)}
IDENTICAL = {"Environment": 0.226, "Health": 0.262}
# Table 5, row by row: 1.b with 1.a; 2.a with 1.a, 1.b; …
TABLE_5 = (
    (0.69,),
    (0.19, 0.14),
    (0.29, 0.21, 0.57),
    (0.28, 0.24, 0.38, 0.43),
    (0.25, 0.26, 0.27, 0.40, 0.51),
    (0.10, 0.08, 0.39, 0.31, 0.26, 0.21),
    (0.17, 0.11, 0.41, 0.37, 0.23, 0.19, 0.54),
    (0.37, 0.28, 0.22, 0.30, 0.35, 0.30, 0.18, 0.21),
    (0.38, 0.27, 0.20, 0.29, 0.33, 0.38, 0.14, 0.18, 0.55),
)
# Figures 4 and 5. In Figure 4 rows are the first pass; in Figure 5 the columns belong to
# the evaluator named first: its column sums are the row sums of Figure 4.
EVALUATOR_1 = (
    (84, 4, 0, 1, 0), (9, 50, 1, 2, 0), (3, 3, 5, 0, 0), (10, 4, 1, 21, 0), (0, 1, 0, 1, 0),
)  # fmt: skip
EVALUATOR_3 = (
    (34, 2, 9, 7, 0), (3, 8, 11, 5, 0), (3, 2, 21, 4, 0), (9, 7, 6, 68, 1), (0, 0, 0, 0, 0),
)  # fmt: skip
EXAMPLE_1 = (
    (34, 11, 8, 28, 0), (5, 14, 13, 8, 0), (2, 1, 6, 1, 0), (11, 1, 3, 54, 0), (0, 0, 0, 0, 0),
)  # fmt: skip
EXAMPLE_2 = (
    (9, 0, 1, 16, 0), (0, 9, 3, 11, 1), (0, 2, 6, 1, 0), (8, 3, 2, 124, 4), (0, 0, 0, 0, 0),
)  # fmt: skip
EXAMPLE_3 = (
    (15, 6, 3, 0, 0), (4, 9, 1, 2, 0), (3, 2, 1, 0, 0), (63, 44, 5, 32, 1), (4, 1, 1, 2, 1),
)  # fmt: skip
# Table 6, a row per label, a column per evaluator.
ADVANCED, BASELINE = (0.44, 0.16, 0.23, 0.12, 0.40), (0.30, 0.11, 0.11, 0.07, 0.20)
BOTH_GOOD, BOTH_BAD = (0.08, 0.06, 0.21, 0.06, 0.12), (0.17, 0.66, 0.44, 0.71, 0.27)
IMPROVEMENT, IMPACT = (1.50, 1.44, 2.07, 1.68, 1.98), (11.2, 3.8, 9.1, 3.6, 15.1)
APPENDIX = ((20, 5, 10), (5, 40, 15), (15, 10, 30))


@cache
def _comparison() -> Comparison:
    """Return our comparison of 1,200 segments with the labels of Table 3."""
    rows: list[dict[str, Any]] = []
    for domain, counts in TABLE_3.items():
        for answer, number in zip(("left", "right", *LABELS[2:]), counts, strict=True):
            said = preference("advanced", "baseline", answer)
            row = {"annotator": "e", "domain": domain, "aspect": said.aspect, "value": said.value}
            row |= {"system": said.system, "versus": said.versus, "label": said.label}
            rows += ({"segment": f"{domain}-{answer}-{k}"} | row for k in range(number))
    return compare(
        JudgementTable.from_rows(rows),
        baseline="baseline",
        advanced="advanced",
        identical=IDENTICAL,
    )


def _part(domain: str) -> Comparison | ByDomain:
    """Return one domain of our comparison, or all of it."""
    found = _comparison()
    return next((part for part in found.by_domain if part.domain == domain), found)


def _ratio(domain: str) -> float:
    return _part(domain).improvement_ratio.value or 0.0


def _shares(domain: str) -> tuple[float, float, float, float, float]:
    """Return what Table 4 prints: identical, advanced, baseline, no preference, impact, in %."""
    part = _part(domain)
    identical, counts = part.identical or 0.0, part.counts
    neutral = (counts["both_good"] + counts["both_bad"]) / sum(counts.values()) * (1 - identical)
    shares = (
        identical, part.advanced_share or 0.0, part.baseline_share or 0.0, neutral,
        part.impact.value or 0.0,
    )  # fmt: skip
    one, two, three, four, five = (100 * share for share in shares)
    return one, two, three, four, five


def _share_at(domain: str, place: int) -> float:
    return _shares(domain)[place]


def _percentage(domain: str, label: str) -> float:
    counts = _part(domain).counts
    return 100 * counts[label] / sum(counts.values())


def _kappa(counts: Counts, times: int = 1) -> float:
    return _kappa_and_error(counts, times)[0]


def _kappa_and_error(counts: Counts, times: int) -> tuple[float, float]:
    """Return κ and its jackknife error for one printed table."""
    table = np.array(counts, dtype=float) * times
    rows, columns = np.nonzero(table)
    zero = np.zeros(len(rows), dtype=np.int64)
    pair = PairTables(
        first=np.zeros(1, dtype=np.int64),
        second=np.ones(1, dtype=np.int64),
        number=np.array([table.sum()]),
        pair=zero,
        row=rows,
        column=columns,
        count=table[rows, columns],
        categories=len(table),
    )
    kappa, error = table_kappa(pair, disagreement_weights(np.zeros(len(table))))
    return float(kappa[0]), float(error[0])


def _share(counts: Counts, label: str, axis: int) -> float:
    """Return the share of a label in the column (axis 0) or row (axis 1) totals, in per cent."""
    totals = np.array(counts).sum(axis=axis)
    return float(100 * totals[LABELS.index(label)] / totals.sum())


def _inter(evaluator: int | None = None) -> float:
    """Return the mean κ of different evaluators in Table 5, of all or of one."""
    found = []
    for row, values in enumerate(TABLE_5, start=1):
        for column, kappa in enumerate(values):
            pair = {row // 2, column // 2}
            if len(pair) == 2 and (evaluator is None or evaluator in pair):
                found.append(kappa)
    return float(np.mean(found))


def _curve(evaluators: int, judgements: int) -> float:
    """Return P(ratio ≤ 1) from the shares of Table 6."""
    drawn = enough_from_shares(
        ADVANCED, BASELINE, sizes=(judgements,), evaluators=(evaluators,), replicates=20_000
    )
    return drawn.points[0].ratio_at_most_1


def _agreement_by_chance() -> float:
    table = np.array(APPENDIX)
    return float(table.sum(0) @ table.sum(1) / table.sum() ** 2)


def _reach(times: int) -> float:
    number = 150 * times
    return float(stdtrit(number - 1, 0.975) * _kappa_and_error(APPENDIX, times)[1])


def _tables_1_to_4() -> Iterator[Claim]:
    for name, (wins, losses, _) in TABLE_1.items():
        printed = {"1": 2.3, "2": 2.0, "3": 1.7}[name]
        yield Claim(f"Table 1, improvement ratio, evaluator {name}", printed,
                    partial(_divide, wins, losses), 0.05)  # fmt: skip
    for name, note in {
        "1": "34 + 15 + 52 = 101: rounded percentages.",
        "2": "",
        "3": "31 + 18 + 43 = 92: the printed percentages do not sum to 100.",
    }.items():
        yield Claim(f"Table 1, sum of percentages, evaluator {name}", 100,
                    partial(sum, TABLE_1[name]), 0, note)  # fmt: skip
    yield Claim("Table 2, BLEU difference, Environment", 1.16, partial(_less, 37.08, 35.92), 0.005)
    yield Claim("Table 2, BLEU difference, Health", 1.03, partial(_less, 38.80, 37.77), 0.005)
    printed_3 = {
        "Environment": (26.8, 13.7, 11.3, 47.5, 0.7),
        "Health": (28.7, 16.0, 15.7, 39.2, 0.5),
        "All": (27.8, 14.8, 13.5, 43.3, 0.6),
    }
    for domain, shares in printed_3.items():
        for label, share in zip(LABELS, shares, strict=True):
            yield Claim(f"Table 3, % {label}, {domain}", share,
                        partial(_percentage, domain, label), 0.05)  # fmt: skip
    for domain, ratio in {"Environment": 2.0, "Health": 1.8, "All": 1.9}.items():
        yield Claim(f"Table 3, improvement ratio, {domain}", ratio, partial(_ratio, domain), 0.05)
    columns = ("% identical", "% advanced", "% baseline", "% no preference", "impact")
    printed_4 = {
        "Environment": (22.6, 20.8, 10.6, 45.5, 10.2),
        "Health": (26.2, 21.2, 11.8, 40.5, 9.4),
        "All": (24.4, 21.0, 11.2, 42.9, 9.8),
    }
    for domain, shares in printed_4.items():
        for place, (column, share) in enumerate(zip(columns, shares, strict=True)):
            slip = "21.2 − 11.8 = 9.4 after rounding; unrounded it is 9.35."
            note = slip if share == 9.4 else ""
            yield Claim(f"Table 4, {column}, {domain}", share,
                        partial(_share_at, domain, place), 0.05, note)  # fmt: skip
    yield Claim("Section 3.3, judgements", 3000, partial(_product, 5, 400, 1000), 0)
    yield Claim("Section 3.3, cost in dollars", 1500, partial(_product, 3000, 0.5), 0)


def _divide(one: float, two: float) -> float:
    return one / two


def _less(one: float, two: float) -> float:
    return one - two


def _product(one: float, two: float, more: float = 0) -> float:
    return one * two + more


def _agreement() -> Iterator[Claim]:
    yield Claim("Table 5, mean κ between evaluators", 0.26, _inter, 0.005)
    own = [values[-1] for values in TABLE_5[::2]]
    yield Claim("Table 5, mean κ within evaluators", 0.57, partial(_mean, own), 0.005)
    for evaluator, mean in enumerate((0.23, 0.30, 0.30, 0.22, 0.27)):
        yield Claim(f"Table 5, mean κ of evaluator {evaluator + 1}", mean,
                    partial(_inter, evaluator), 0.005)  # fmt: skip
    printed: tuple[tuple[str, float, Counts], ...] = (
        ("Figure 4, κ, evaluator 1", 0.69, EVALUATOR_1),
        ("Figure 4, κ, evaluator 3", 0.51, EVALUATOR_3),
        ("Figure 5, κ, 3.a and 5.a", 0.35, EXAMPLE_1),
        ("Figure 5, κ, 2.a and 4.b", 0.41, EXAMPLE_2),
        ("Figure 5, κ, 1.a and 4.a", 0.10, EXAMPLE_3),
    )
    for name, kappa, counts in printed:
        yield Claim(name, kappa, partial(_kappa, counts), 0.005)
    yield Claim("Figure 4, % equal, evaluator 1", 80, partial(_equal, EVALUATOR_1), 0.05)
    yield Claim("Figure 4, % equal, evaluator 3", 65.5, partial(_equal, EVALUATOR_3), 0.05)
    yield Claim("Figure 5, opposite preferences, 3.a and 5.a", 16,
                lambda: float(EXAMPLE_1[0][1] + EXAMPLE_1[1][0]), 0)  # fmt: skip
    yield Claim("Section 4.3, % both_bad, evaluator 2", 70.5,
                partial(_share, EXAMPLE_2, "both_bad", 0), 0.05,
                "70.5% belongs to 4.b (rows of Example 2); 2.a has 76%.")  # fmt: skip
    yield Claim("Section 4.3, % both_bad, evaluator 4", 72.5,
                partial(_share, EXAMPLE_2, "both_bad", 1), 0.05,
                "72.5% belongs to 4.a (rows of Example 3), not to 4.b.")  # fmt: skip
    yield Claim("Figure 5, % both_bad, 4.a", 72.5, partial(_share, EXAMPLE_3, "both_bad", 1), 0.05)
    yield Claim("Section 4.3, unanimous in the first pass", 37, partial(sum, (7, 5, 25)), 0)
    yield Claim("Section 4.3, unanimous in the second pass", 25, partial(sum, (7, 1, 17)), 0)
    yield Claim("Table 7, comments", 353, partial(sum, (85, 140, 24, 104)), 0)
    yield Claim("Appendix, Pr(A)", 0.60, lambda: _equal(APPENDIX) / 100, 0.005)
    yield Claim("Appendix, Pr(E)", 0.35, _agreement_by_chance, 0.005,
                "The paper adds rounded products; unrounded it is .343.")  # fmt: skip
    yield Claim(
        "Appendix, κ",
        0.38,
        partial(_kappa, APPENDIX),
        0.005,
        "The paper rounds on the way; unrounded it is .391.",
    )
    yield Claim("Appendix, half of the 95% interval of κ", 0.12, partial(_reach, 1), 0.005)
    yield Claim("Appendix, the same with doubled counts", 0.08, partial(_reach, 2), 0.005)


def _mean(values: list[float]) -> float:
    return float(np.mean(values))


def _equal(counts: Counts) -> float:
    table = np.array(counts)
    return float(100 * np.trace(table) / table.sum())


def _evaluators() -> Iterator[Claim]:
    rounded = "Table 6 prints shares with two digits; agrees within their rounding."
    for place, (wins, losses) in enumerate(zip(ADVANCED, BASELINE, strict=True)):
        ratio = wins / losses
        reach = (wins + 0.005) / (losses - 0.005) - ratio
        name = f"evaluator {place + 1}"
        yield Claim(f"Table 6, improvement ratio, {name}", IMPROVEMENT[place],
                    partial(_divide, wins, losses), reach, rounded)  # fmt: skip
        yield Claim(f"Table 6, impact, {name}", IMPACT[place],
                    partial(_product, 75.6, wins - losses), 75.6 * 0.01, rounded)  # fmt: skip
    yield Claim("Summary, lowest ratio of an evaluator", 1.4, partial(min, IMPROVEMENT), 0.05)
    yield Claim("Summary, highest ratio of an evaluator", 2.1, partial(max, IMPROVEMENT), 0.05)
    yield Claim("Section 5, least discriminating evaluator", 2,
                lambda: float(np.argmin(IMPROVEMENT) + 1), 0)  # fmt: skip
    yield Claim("Section 5, most discriminating evaluator", 5,
                lambda: float(np.argmax(IMPROVEMENT) + 1), 0,
                "It is evaluator 3 (2.07), not 5 (1.98).")  # fmt: skip
    for evaluator, share in ((2, 0.72), (5, 0.39)):
        yield Claim(f"Section 5, share of neutral labels, evaluator {evaluator}", share,
                    partial(_neutral, evaluator - 1), 0.005)  # fmt: skip
    yield Claim("Section 4.3, share of both_bad, evaluator 4", 0.70,
                lambda: BOTH_BAD[3], 0.005, "The text says 70%, Table 6 .71.")  # fmt: skip
    drawn = "Drawn from the shares of Table 6; the paper drew from the judgements (±.03)."
    misprint = " The report prints “I ≤ 0” and means ratio ≤ 1."
    for people, number, probability in ((1, 50, 0.18), (1, 100, 0.09), (2, 50, 0.12)):
        note = drawn + (misprint if (people, number) == (1, 50) else "")
        yield Claim(f"Figure 2, P(ratio ≤ 1), N = {number}, {_people(people)}", probability,
                    partial(_curve, people, number), 0.03, note)  # fmt: skip
    for people, number in ((1, 500), (2, 250), (3, 175)):
        yield Claim(f"Figure 2, P(ratio ≤ 1) at most, N = {number}, {_people(people)}", 0.01,
                    partial(_curve, people, number), 0.01, drawn, "at most")  # fmt: skip
    yield Claim("Section 4.2, P(ratio ≤ 1), N = 1200, 5 evaluators", 0, partial(_curve, 5, 1200),
                0.001, drawn)  # fmt: skip
    yield Claim("Section 5, % quality ties, 2 evaluators, 10% disagreement", 20,
                lambda: 100 * quality_tie_share(0.1, 2), 0.05)  # fmt: skip
    yield Claim("Section 5, % quality ties, 3 evaluators, 10% disagreement", 13.3,
                lambda: 100 * quality_tie_share(0.1, 3), 0.05)  # fmt: skip


def _neutral(place: int) -> float:
    return BOTH_GOOD[place] + BOTH_BAD[place]


def _people(number: int) -> str:
    return "1 evaluator" if number == 1 else f"{number} evaluators"


_PARTS: tuple[Callable[[], Iterator[Claim]], ...] = (_tables_1_to_4, _agreement, _evaluators)
CLAIMS: tuple[Claim, ...] = tuple(
    replace(claim, paper=PAPER) for part in _PARTS for claim in part()
)
